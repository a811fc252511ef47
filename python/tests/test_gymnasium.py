"""Gymnasium's own suite, and what a learner meets."""

from __future__ import annotations

from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")

import numpy as np
from gymnasium.utils.env_checker import check_env

from hidden_decks import Game, IllegalActionError
from hidden_decks.gymnasium import LearnerEnv


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
    # The check plays any action of the space, so illegal ones must end the game.
    name = table.pop("name")
    env = gymnasium.make(f"hidden_decks/{name}-v0", illegal_reward=-1.0, **table)
    check_env(env.unwrapped)


def test_seeds_decide_games(game: Game) -> None:
    for seed in range(5):
        one, other = LearnerEnv(game), LearnerEnv(game)
        assert play(one, seed) == play(other, seed)
        play(one, seed + 1)
        assert play(one, seed) == play(other, seed)
    assert play(LearnerEnv(game), 1) != play(LearnerEnv(game), 2)


def test_environments_are_registered() -> None:
    env = gymnasium.make("hidden_decks/wongar-v0", players=4, opponents=["greedy", "random"])
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
    env = LearnerEnv("leduc", learner=0)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError):
        env.step(np.int64(0))
    env = LearnerEnv("leduc", learner=0, illegal_reward=-5)
    env.reset(seed=1)
    assert env.step(np.int64(0))[1:3] == (-5.0, True)


def test_wrong_opponents_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="did you mean 'greedy'"):
        LearnerEnv("wongar", opponents=["gready"])
    with pytest.raises(ValueError, match="1 to 1 agents, not 2"):
        LearnerEnv("leduc", opponents=["random", "random"])
    with pytest.raises(ValueError, match="no seat 2"):
        LearnerEnv("leduc", learner=2)
