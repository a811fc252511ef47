"""Batches: the same games as one by one, whatever the threads."""

from __future__ import annotations

import os
import sys
import threading
import time

import numpy as np
import numpy.typing as npt
import pytest

from conftest import PATIENCE, ctrl_c

from hidden_decks import Game, HiddenDecksError, VectorEnv, View


def arrays(env: VectorEnv) -> list[npt.NDArray[np.generic]]:
    return [env.observations, env.masks, env.rewards, env.seats, env.dones]


def run(env: VectorEnv, steps: int) -> list[bytes]:
    seen = []
    for _ in range(steps):
        env.step(env.sample_actions())
        seen.append(b"".join(array.tobytes() for array in arrays(env)))
    return seen


@pytest.mark.parametrize("opponents", [None, ["random"]])
def test_threads_change_nothing(game: Game, opponents: list[str] | None) -> None:
    runs = [
        run(VectorEnv(game, 70, opponents=opponents, threads=threads, seed=3), 40)
        for threads in (1, 2, 5)
    ]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0] != run(VectorEnv(game, 70, opponents=opponents, seed=4), 40)


def test_arrays_are_written_in_place_with_their_shapes(game: Game) -> None:
    env = VectorEnv(game, 9, seed=1)
    before = arrays(env)
    run(env, 30)
    assert all(one is other for one, other in zip(before, arrays(env), strict=True))
    assert env.observations.shape == (9, game.observation_size)
    assert env.masks.shape == (9, game.num_actions) and env.masks.dtype == np.bool_
    assert env.rewards.shape == (9, game.num_players) and env.rewards.dtype == np.float32
    assert env.seats.shape == env.dones.shape == (9,) and len(env) == 9


def test_reset_begins_again() -> None:
    env = VectorEnv(Game("wongar"), 5, seed=8)
    first = run(env, 60)
    env.reset(8)
    assert run(env, 60) == first
    env.reset(9)
    assert run(env, 60) != first


def test_the_seed_of_the_environment_decides_all_games() -> None:
    """As in Gymnasium, a reset without a seed starts other games, which the last seed determines."""
    game = Game("leduc")
    one, other = (VectorEnv(game, 5, seed=8) for _ in range(2))
    first = run(one, 9)
    one.reset()
    assert run(one, 9) == first == run(other, 9)
    seen = [first]
    for env in (one, other):
        env.reset(8)
        assert run(env, 9) == first
        env.reset()
        seen.append(run(env, 9))
        env.reset()
        seen.append(run(env, 9))
    assert seen[1:3] == seen[3:5] and len({tuple(steps) for steps in seen}) == 3
    fresh = [VectorEnv(game, 5) for _ in range(4)]
    for env in fresh:
        env.reset(None)
    assert len({tuple(run(env, 9)) for env in fresh}) == 4


def test_callables_are_opponents() -> None:
    game = Game("tongiaki", players=3)
    seats = set()

    def last(view: View) -> int:
        seats.add(view.seat)
        return view.legal_actions()[-1]

    runs = [run(VectorEnv(game, 40, opponents=[last, "random"], learner=1, threads=n, seed=1), 20) for n in (1, 2)]
    assert runs[0] == runs[1] and seats == {0}

    def fails(view: View) -> int:
        raise LookupError("no model")

    with pytest.raises(LookupError, match="no model"):
        run(VectorEnv(game, 4, opponents=[fails], seed=1), 20)


def test_the_last_observation_of_a_game_is_kept() -> None:
    game = Game("leduc", returns="points")
    env = VectorEnv(game, 30, opponents=["random"], learner=0, seed=3)
    phase = next(block for block in game.observation_blocks if block.name == "history")
    for _ in range(30):
        before = env.final_observations.copy()
        env.step(env.sample_actions())
        assert (before == env.final_observations)[~env.dones].all()
        assert env.final_observations[env.dones, phase.start : phase.stop].any(axis=1).all()


def test_ctrl_c_stops_a_step() -> None:
    for threads in (1, 2):
        env = VectorEnv(Game("tongiaki"), 32, opponents=["mcts:iterations=100000"], learner=0, threads=threads, seed=1)
        with ctrl_c(after=0.4), pytest.raises(KeyboardInterrupt):
            while True:
                env.step(env.sample_actions())


def test_a_forked_process_has_threads_of_its_own() -> None:
    env = VectorEnv(Game("kuhn"), 64, threads=2, seed=1)
    actions = env.sample_actions()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        env.step(actions)
        os.write(writer, env.observations.tobytes())
        os._exit(0)
    os.close(writer)
    told = b""
    while part := os.read(reader, 1 << 16):
        told += part
    os.close(reader)
    assert os.waitpid(child, 0)[1] == 0
    env.step(actions)
    assert env.observations.tobytes() == told


def test_games_follow_each_other_and_pay_at_their_end(game: Game) -> None:
    env = VectorEnv(game, 16, seed=2)
    ends = 0
    for _ in range(600 if game.num_actions > 3 else 40):
        masks = env.masks.copy()
        actions = env.sample_actions()
        assert masks[np.arange(16), actions].all()
        env.step(actions)
        assert env.masks.any(axis=1).all()
        assert not env.rewards[~env.dones].any()
        ends += int(env.dones.sum())
        if game.name in ("kuhn", "leduc"):
            assert not env.rewards.sum(axis=1).any()
    assert ends > 0


def test_a_lane_shows_what_a_state_shows() -> None:
    """One lane of Kuhn poker has the observations and rewards of the game's rules."""
    game = Game("kuhn")
    env = VectorEnv(game, 1, seed=5)
    for _ in range(200):
        hand = env.observations[0, 2:5].copy()
        seat = int(env.seats[0])
        assert env.observations[0, seat] == 1 and hand.sum() == 1
        history = env.observations[0, 5:].reshape(3, 2)
        assert history.sum() == seat if seat == 1 else history.sum() in (0, 2)
        bet = env.sample_actions()
        env.step(bet)
        if env.dones[0]:
            assert abs(env.rewards[0]).max() in (1, 2)


def test_opponents_play_all_other_seats() -> None:
    game = Game("tongiaki", players=3)
    env = VectorEnv(game, 12, opponents=["random", "greedy:samples=1"], learner=1, seed=1)
    run(env, 60)
    assert (env.seats == 1).all()
    env = VectorEnv(game, 12, opponents=["random"], seed=1)
    assert sorted(set(env.seats)) == [0, 1, 2]


def test_better_opponents_win_more() -> None:
    game = Game("leduc")

    def mean(opponent: str) -> float:
        env = VectorEnv(game, 64, opponents=[opponent], learner=0, threads=2, seed=1)
        rewards = [0.0]
        for _ in range(25):
            env.step(env.sample_actions())
            rewards += env.rewards[env.dones, 0].tolist()
        return float(np.mean(rewards))

    assert mean("mcts:iterations=60") < mean("random") - 0.5


def test_other_threads_run_during_a_step() -> None:
    env = VectorEnv(Game("leduc"), 64, opponents=["mcts:iterations=300"], seed=1)
    counts = [0]
    is_over = threading.Event()

    def count() -> None:
        while not is_over.is_set():
            counts[0] += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    interval = sys.getswitchinterval()
    counter.start()
    try:
        while counts[0] == 0:
            time.sleep(0.001)
        # From here on, this thread has the interpreter for itself, except for the steps. A busy machine may let the other thread
        # wait for some of them.
        sys.setswitchinterval(PATIENCE)
        during = 0
        for _ in range(1000):
            actions = env.sample_actions()
            before = counts[0]
            env.step(actions)
            during = counts[0] - before
            if during > 3:
                break
    finally:
        is_over.set()
        sys.setswitchinterval(interval)
        counter.join()
    assert during > 3


def test_read_only_arrays_are_refused() -> None:
    env = VectorEnv(Game("kuhn"), 2)
    env.observations.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written to"):
        env.step(env.sample_actions())


def test_a_failed_step_requires_a_reset() -> None:
    failing = [False]

    def sometimes(view: View) -> int:
        if failing[0]:
            raise KeyboardInterrupt
        return view.legal_actions()[0]

    env = VectorEnv(Game("leduc"), 8, opponents=[sometimes], seed=1)
    failing[0] = True
    with pytest.raises(KeyboardInterrupt):
        while True:
            env.step(env.sample_actions())
    failing[0] = False
    for refused in (env.sample_actions, lambda: env.step(np.zeros(8, np.int64))):
        with pytest.raises(RuntimeError, match=r"call reset\(\)"):
            refused()
    env.reset(1)
    assert run(env, 20) == run(VectorEnv(Game("leduc"), 8, opponents=[sometimes], seed=1), 20)


@pytest.mark.parametrize("dtype", [np.int32, np.uint8, ">i8"])
def test_actions_are_integers_of_any_size(dtype: npt.DTypeLike) -> None:
    one, other = (VectorEnv(Game("kuhn"), 4, seed=3) for _ in range(2))
    for _ in range(20):
        actions = one.sample_actions()
        one.step(actions)
        other.step(np.repeat(actions.astype(dtype), 2)[::2])
        assert (one.observations == other.observations).all()
    with pytest.raises(HiddenDecksError, match="float"):
        one.step(np.zeros(4))  # type: ignore[arg-type]


def test_an_object_at_work_takes_no_other_call() -> None:
    envs: list[VectorEnv] = []

    def nested(view: View) -> int:
        for env in envs:
            env.step([1])
        return view.legal_actions()[-1]

    envs.append(VectorEnv(Game("leduc"), 1, opponents=[nested], learner=0, seed=1))
    with pytest.raises(RuntimeError, match="this VectorEnv is in the middle of a call: make one for each thread"):
        for _ in range(20):
            envs[0].step(envs[0].masks.argmax(1))


def test_lists_are_actions_as_well() -> None:
    game = Game("tongiaki", players=2)
    by_array, by_list = (VectorEnv(game, 3, seed=1) for _ in range(2))
    for _ in range(20):
        actions = by_array.sample_actions()
        by_array.step(actions)
        by_list.step(actions.tolist())
        assert (by_array.observations == by_list.observations).all()
