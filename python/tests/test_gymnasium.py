"""Gymnasium's own suite, and what a learner meets."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from hidden_decks import AgentError, Game, HiddenDecksError, IllegalActionError, View
from hidden_decks.gymnasium import LearnerEnv, LearnerVectorEnv


def play(env: LearnerEnv, seed: int) -> tuple[list[bytes], float]:
    """A game of random legal actions: what was seen, and the reward."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen, is_over, reward = [observation.tobytes()], False, 0.0
    while not is_over:
        assert reward == 0
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, truncated, info = env.step(action)
        assert not truncated and observation in env.observation_space
        seen.append(observation.tobytes())
    return seen, reward


def test_the_environment_passes_the_check(table: dict[str, Any]) -> None:
    name = table.pop("name")
    check_env(gymnasium.make(f"hidden_decks/{name.capitalize()}-v0", **table).unwrapped)


def test_seeds_decide_games(game: Game) -> None:
    for seed in range(5):
        one, other = LearnerEnv(game), LearnerEnv(game)
        assert play(one, seed) == play(other, seed)
        play(one, seed + 1)
        assert play(one, seed) == play(other, seed)
    assert play(LearnerEnv(game), 1) != play(LearnerEnv(game), 2)


def test_last_infos_contain_the_seats_of_the_games_that_ended() -> None:
    envs = LearnerVectorEnv("leduc", 16, autoreset_mode="SAME_STEP")
    _, infos = envs.reset(seed=1)
    changed = 0
    for _ in range(20):
        before = infos["seat"]
        _, _, ended, _, infos = envs.step(envs.sample_actions())
        if ended.any():
            assert (infos["final_info"]["seat"] == np.where(ended, before, 0)).all()
            changed += int((infos["seat"] != before)[ended].sum())
    assert changed > 0


def test_sampled_actions_are_legal_and_follow_the_seed() -> None:
    envs = LearnerVectorEnv("leduc", 8)

    def drawn() -> list[list[int]]:
        envs.reset(seed=1)
        chosen = []
        for _ in range(10):
            actions = envs.sample_actions()
            assert envs.action_masks()[np.arange(8), actions].all()
            chosen.append(actions.tolist())
            envs.step(actions)
        return chosen

    assert drawn() == drawn()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_autoreset_modes_have_both_spellings(mode: AutoresetMode) -> None:
    for spelling in (mode, mode.name, mode.value):
        envs = gymnasium.make_vec("hidden_decks/Kuhn-v0", 2, "vector_entry_point", autoreset_mode=spelling)
        assert envs.metadata["autoreset_mode"] is mode


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"autoreset_mode": "same"}, "autoreset_mode is one of 'NEXT_STEP', 'SAME_STEP', 'DISABLED', not 'same'"),
        ({"render_mode": "human"}, "there is no render mode 'human': choose None"),
        ({"max_episode_steps": 5}, "max_episode_steps must be None"),
    ],
)
def test_the_vector_entry_point_says_what_it_lacks(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        gymnasium.make_vec("hidden_decks/Kuhn-v0", 2, "vector_entry_point", **arguments)


def test_the_vector_environment_takes_one_seed() -> None:
    with pytest.raises(ValueError, match="seed is an int or None"):
        LearnerVectorEnv("kuhn", 3).reset(seed=[1, 2, 3])  # type: ignore[arg-type]


def test_environments_are_registered() -> None:
    env = gymnasium.make("hidden_decks/wongar-v0", players=4, opponents=["greedy", "random"])
    assert env.spec.id == "hidden_decks/Wongar-v0"
    assert env.unwrapped.opponents == ("greedy", "random")
    env.reset(seed=1)
    assert env.observation_space.shape == (Game("wongar", players=4).observation_size,)


def test_the_learner_keeps_its_seat_or_changes_it() -> None:
    env = LearnerEnv("tongiaki", players=4, learner=2)
    for seed in range(4):
        assert env.reset(seed=seed)[1]["seat"] == 2
    env = LearnerEnv("tongiaki", players=4)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(40)} == {0, 1, 2, 3}


def test_searching_opponents_win_more_than_random_ones() -> None:
    def mean(opponent: str) -> float:
        env = LearnerEnv("leduc", opponents=[opponent], returns="points")
        return float(np.mean([play(env, seed)[1] for seed in range(150)]))

    assert mean("mcts:iterations=60") < mean("random") - 0.5


def test_illegal_actions_raise_or_end_the_game() -> None:
    env = LearnerEnv("leduc", learner=0, illegal_reward=None)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError):
        env.step(np.int64(0))
    env = LearnerEnv("leduc", learner=0, illegal_reward=-5)
    env.reset(seed=1)
    assert env.step(np.int64(0))[1:3] == (-5.0, True)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.int64(1))


def test_returns_beside_a_game_are_refused() -> None:
    game = Game("leduc", returns="points")
    assert LearnerEnv(game).game == game
    cases: list[dict[str, Any]] = [{"returns": "win_share"}, {"players": 2}, {"rules": {}}]
    for arguments in cases:
        with pytest.raises(ValueError, match="name them there"):
            LearnerEnv(game, **arguments)


@pytest.mark.parametrize(("name", "returns"), [("kuhn", "points"), ("leduc", "points"), ("tongiaki", "win_share"), ("wongar", "win_share")])
def test_a_name_has_one_value_in_all_interfaces(name: str, returns: str) -> None:
    assert LearnerEnv(name).game.returns == LearnerVectorEnv(name, 2).game.returns == returns
    assert LearnerEnv(name, returns="margin").game.returns == "margin"
    raw_env = pytest.importorskip("hidden_decks.pettingzoo").raw_env
    pyspiel, _ = pytest.importorskip("pyspiel"), pytest.importorskip("hidden_decks.openspiel")
    assert raw_env(name).game.returns == pyspiel.load_game(f"hidden_decks_{name}").table.returns == returns
    if returns == "points":
        assert LearnerEnv(name).game == Game(name)


def test_masks_and_opponents_in_python() -> None:
    seats = []

    def last(view: View) -> int:
        seats.append(view.seat)
        return view.legal_actions()[-1]

    env = LearnerEnv("tongiaki", players=3, opponents=[last], learner=1)
    _, info = env.reset(seed=1)
    for _ in range(30):
        assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().dtype == np.bool_
        _, _, is_over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
        if is_over:
            break
    assert set(seats) == {0, 2}


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_games_at_once_follow_the_mode(mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(
        "hidden_decks/Leduc-v0", 12, "vector_entry_point", autoreset_mode=mode, returns="points", learner=0
    )
    assert envs.single_observation_space == LearnerEnv("leduc").observation_space and envs.num_envs == 12
    observations, infos = envs.reset(seed=4)
    envs.action_space.seed(1)
    ends = waiting = 0
    over = np.zeros(12, bool)
    for step in range(60):
        masks = infos["action_mask"]
        assert observations in envs.observation_space and masks.any(axis=1).all()
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in masks])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert not truncations.any() and not rewards[~terminations].any()
        assert (rewards[terminations] != 0).any() or not terminations.any() or step < 60
        ends += int(terminations.sum())
        if mode is AutoresetMode.SAME_STEP:
            assert ("final_obs" in infos) == ("final_info" in infos) == terminations.any()
            if terminations.any():
                last = infos["final_info"]
                assert (infos["_final_info"] == terminations).all() and (last["_seat"] == terminations).all()
                assert not last["action_mask"].any() and last["action_mask"].shape == masks.shape
        elif mode is AutoresetMode.NEXT_STEP:
            assert not terminations[over].any() and not rewards[over].any()
            waiting += int(over.sum())
            over = terminations
        elif terminations.any():
            with pytest.raises(RuntimeError, match="reset_mask"):
                envs.step(actions)
            kept = observations[~terminations]
            observations, infos = envs.reset(options={"reset_mask": terminations})
            assert (observations[~terminations] == kept).all()
    assert ends > 60 and (waiting > 0) == (mode is AutoresetMode.NEXT_STEP)
    again = envs.reset(seed=4)[0]
    assert (again == envs.reset(seed=4)[0]).all() and not (again == envs.reset(seed=5)[0]).all()


def test_games_at_once_show_the_last_observation_of_one_game() -> None:
    """The same games one by one and at once: equal observations and rewards, step by step."""
    def moves(mask: Any) -> Any:
        return np.flatnonzero(mask)[-1]

    envs = LearnerVectorEnv("kuhn", 3, opponents=[lambda view: view.legal_actions()[0]], learner=0, returns="points")
    observations, infos = envs.reset(seed=1)
    for _ in range(20):
        before = observations
        observations, rewards, terminations, _, infos = envs.step(np.array([moves(mask) for mask in infos["action_mask"]]))
        # The learner bets at once, and its opponent folds.
        for row in np.flatnonzero(terminations):
            assert rewards[row] == 1 and (observations[row, 2:5] == before[row, 2:5]).all()


def test_illegal_actions_end_one_game_of_many() -> None:
    envs = LearnerVectorEnv("leduc", 4, learner=0)
    envs.reset(seed=1)
    _, rewards, terminations, _, _ = envs.step(np.array([0, 1, 9, -1]))
    assert terminations[[0, 2, 3]].all() and (rewards[[0, 2, 3]] == -1).all()
    strict = LearnerVectorEnv("leduc", 4, learner=0, illegal_reward=None)
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError, match="lane 0"):
        strict.step(np.zeros(4, np.int64))


def test_a_refused_step_changes_nothing() -> None:
    envs = LearnerVectorEnv("leduc", 2, learner=0, illegal_reward=None)
    envs.reset(seed=1)
    actions = np.array([1, 2])
    while not (envs.step(actions)[2] == [True, False]).all():
        actions = envs.action_masks().argmax(1)
    observations, waiting = envs._observations(), envs._is_over.copy()
    illegal = np.array([0, int(envs.action_masks()[1].argmin())])
    for wrong in (illegal, np.array([0.5, 0.5]), np.zeros(3, np.int64)):
        with pytest.raises(ValueError):
            envs.step(wrong)
        assert (envs._is_over == waiting).all() and (envs._observations() == observations).all()
    with pytest.raises(ValueError, match="reset_mask must have 2 values of type bool"):
        envs.reset(options={"reset_mask": np.ones(2)})
    env = LearnerEnv("leduc")
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(0.9)  # type: ignore[arg-type]


def test_a_failed_opponent_requires_a_reset() -> None:
    def illegal(view: View) -> int:
        return 99

    env = LearnerEnv("leduc", opponents=[illegal], learner=0)
    env.reset(seed=1)
    with pytest.raises(AgentError, match="the opponent in seat 1: there is no action 99"):
        env.step(1)
    with pytest.raises(RuntimeError, match=r"call reset\(\)"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(AgentError):
        env.step(1)


def test_wrong_opponents_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="put the spec into a list"):
        LearnerEnv("leduc", opponents="mcts")
    with pytest.raises(ValueError, match="put the spec into a list"):
        LearnerVectorEnv("leduc", opponents="mcts")
    with pytest.raises(ValueError, match="did you mean 'greedy'"):
        LearnerEnv("wongar", opponents=["gready"])
    with pytest.raises(ValueError, match="1 to 1 agents, not 2"):
        LearnerEnv("leduc", opponents=["random", "random"])
    with pytest.raises(ValueError, match="no seat 2"):
        LearnerEnv("leduc", learner=2)


def lead(observations: Any) -> Any:
    """A potential that changes in every step of Leduc hold'em: the number of moves so far."""
    return observations[..., 14:].sum(-1)


def betting(observations: Any) -> Any:
    """A potential that returns a view of the observations: whether the game began with a call."""
    return observations[..., 15]


def test_shaping_adds_differences_of_the_potential() -> None:
    plain, shaped = LearnerEnv("leduc"), LearnerEnv("leduc", potential=lead, discount=0.5)
    rng = np.random.default_rng(1)
    for seed in range(20):
        observation, info = plain.reset(seed=seed)
        shaped.reset(seed=seed)
        is_over = False
        while not is_over:
            before = lead(observation)
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, is_over, _, info = plain.step(action)
            after = 0 if is_over else 0.5 * lead(observation)
            assert shaped.step(action)[1] == pytest.approx(reward + after - before)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_shapes_alike(mode: AutoresetMode) -> None:
    options: dict[str, Any] = {"num_envs": 8, "autoreset_mode": mode}
    plain = LearnerVectorEnv("leduc", **options)
    shaped = LearnerVectorEnv("leduc", potential=betting, discount=0.5, **options)
    rng, waits = np.random.default_rng(1), np.zeros(8, np.bool_)
    observations, infos = plain.reset(seed=1)
    shaped.reset(seed=1)
    for _ in range(60):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        before = betting(observations)
        observations, rewards, dones, _, infos = plain.step(actions)
        after = np.where(dones, 0, 0.5 * betting(observations))
        expected = rewards + np.where(waits, 0, after - before)
        assert np.allclose(shaped.step(actions)[1], expected)
        if mode is AutoresetMode.NEXT_STEP:
            waits = dones
        elif mode is AutoresetMode.DISABLED and dones.any():
            observations, infos = plain.reset(options={"reset_mask": dones})
            shaped.reset(options={"reset_mask": dones})


def test_pools_draw_an_opponent_for_every_game_and_can_grow() -> None:
    met: list[str] = []

    def old(view: View) -> int:
        met.append("old")
        return view.legal_actions()[0]

    def new(view: View) -> int:
        met.append("new")
        return view.legal_actions()[0]

    pool: list[Any] = [old, "random"]
    env, lanes = LearnerEnv("kuhn", opponents=[pool]), LearnerVectorEnv("kuhn", 4, opponents=[pool])
    for seed in range(20):
        play(env, seed)
    assert 0 < len(met) < 40 and set(met) == {"old"}
    pool[:] = [new]
    met.clear()
    play(env, 1)
    play(env, 2)
    lanes.reset(seed=1)
    assert set(met) == {"new"}
    with pytest.raises(HiddenDecksError, match="a pool needs"):
        LearnerEnv("kuhn", opponents=[[]])


@pytest.mark.parametrize("environment", [LearnerEnv, LearnerVectorEnv])
def test_the_specs_in_pools_are_checked(environment: Any) -> None:
    with pytest.raises(HiddenDecksError, match="did you mean 'greedy'"):
        environment("wongar", opponents=[["random"] * 50 + [["gready"]]])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_environments_are_copied_between_games_only(again: Callable[[LearnerEnv], LearnerEnv]) -> None:
    env = LearnerEnv("leduc", opponents=[["random", "mcts:iterations=5"]])
    other = again(env)
    for _ in range(2):
        assert play(env, 3) == play(other, 3)
        other = again(env)
    for seed in range(20):
        assert play(again(env), seed) == play(other, seed)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="cannot be copied or pickled during a game"):
        again(env)


def test_unknown_render_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="no render mode 'rgb_array': choose human, ansi or None"):
        LearnerEnv("kuhn", render_mode="rgb_array")
