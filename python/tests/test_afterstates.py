"""What may follow a decision: the positions that the rules give, from views alone, and the same for all lanes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hidden_decks import Afterstates, Game, State, VectorEnv, load

OF: Any = ["observation", "inputs"]


def decisions(game: Game, seed: int = 3, step: int = 7) -> Iterator[State]:
    """Some decisions of a random game."""
    rng, state = random.Random(seed), game.new_state(seed)
    for number in range(10**6):
        if state.is_terminal():
            return
        if number % step == 0:
            yield state.clone()
        state.step(rng.getrandbits(32))


def rows(after: Afterstates) -> list[bytes]:
    return [
        array.tobytes()
        for array in (after.actions, after.positions, after.returns, after.sparse, after.sparse_offsets, after.offsets)
    ]


def test_afterstates_are_the_positions_of_a_determinization(game: Game) -> None:
    for state in decisions(game):
        view = state.view()
        after, inputs = view.afterstates(5), view.afterstates(5, of="inputs")
        assert after.actions.tolist() == inputs.actions.tolist() == view.legal_actions() and len(after) == len(after.actions)
        assert after.offsets.tolist() == [0, len(after)]
        for row, action in enumerate(after.actions):
            follower = view.determinize(5)
            follower.apply(action)
            dense, sparse = follower.inputs(view.seat)
            assert after.positions[row].tolist() == follower.observation_tensor(view.seat).tolist()
            assert inputs.positions[row].tolist() == dense.tolist()
            assert inputs.sparse[slice(*inputs.sparse_offsets[row : row + 2])].tolist() == sparse.tolist()
            expected = follower.returns()[view.seat] if follower.is_terminal() else np.nan
            np.testing.assert_equal(after.returns[row], np.float32(expected))


def test_the_rest_of_the_turn_is_played_in_equal_shares(game: Game) -> None:
    for state in decisions(game):
        view = state.view()
        after = view.finish_turn(1, 40)
        shares = Counter(after.actions.tolist())
        assert set(shares) <= set(view.legal_actions()) and len(after) == 40
        assert len(shares) == min(40, len(view.legal_actions())) and max(shares.values()) - min(shares.values()) <= 1


def test_turns_end_and_points_are_those_of_the_position() -> None:
    game = Game("tongiaki", players=3)
    blocks = {block.name: slice(block.start, block.stop) for block in game.input_blocks}
    for state in decisions(game):
        for seat in range(3):
            points = [state.outcome()["points"][(seat + place) % 3] for place in range(3)]
            assert state.inputs(seat)[0][blocks["points"]].tolist() == points
        after = state.view().finish_turn(4, 20, of="inputs")
        ended = np.isnan(after.returns)
        turns = after.positions[ended, blocks["turns"]] * 100
        np.testing.assert_allclose(turns, state.turns_played() + 1, rtol=1e-5)


def test_what_a_draw_reveals_is_random_and_equal_for_all_actions() -> None:
    seen = set()
    state = load("leduc", seed=1)
    state.apply("call")
    for seed in range(30):
        after = state.view().afterstates(seed)
        tensors = dict(zip(after.actions.tolist(), after.positions, strict=True))
        seen.add(tensors[state.game.string_to_action("call")].tobytes())
    # After the second call, one of the four cards is revealed that the seat does not hold, and of these two are alike in rank.
    assert 3 <= len(seen) <= 5
    assert rows(state.view().afterstates(1)) == rows(state.view().afterstates(1))


def test_finished_games_have_their_value() -> None:
    state = load("kuhn", seed=1)
    state.apply("bet")
    after = state.view().afterstates(2)
    fold = after.actions.tolist().index(state.game.string_to_action("pass"))
    assert after.returns[fold] == -1 and abs(after.returns[1 - fold]) == 2


def test_inputs_have_names(game: Game) -> None:
    dense, sparse = game.new_state(1).inputs()
    assert dense.shape == (game.input_size,) and dense.dtype == np.float32 and sparse.dtype == np.int64
    for blocks, size in ((game.input_blocks, game.input_size), (game.sparse_input_blocks, None)):
        assert len({(block.name, block.shape) for block in blocks}) == len(blocks) and all(block.meaning for block in blocks)
        stops = [0, *(block.stop for block in blocks)]
        assert [block.start for block in blocks] == stops[:-1] and size in (None, stops[-1])
    assert all(0 <= number < game.sparse_input_blocks[-1].stop for number in sparse)
    assert bool(game.input_size) == (game.name in ("tongiaki", "wongar"))


@pytest.mark.parametrize("of", OF)
def test_lanes_equal_views(game: Game, of: Any) -> None:
    envs = [VectorEnv(game, 40, threads=threads, seed=2) for threads in (1, 3)]
    for _ in range(5):
        one, two = (env.afterstates(7, of=of) for env in envs)
        turns, again = (env.finish_turn(2**64 - 9, 6, of=of) for env in envs)
        assert rows(one) == rows(two) and rows(turns) == rows(again)
        for lane, view in enumerate(envs[0].views()):
            assert view.seat == envs[0].seats[lane]
            assert view.observation_tensor().tolist() == envs[0].observations[lane].tolist()
            for batch, single in (
                (one, view.afterstates(7 + lane, of=of)),
                (turns, view.finish_turn((2**64 - 9 + lane) % 2**64, 6, of=of)),
            ):
                part = slice(*batch.offsets[lane : lane + 2])
                assert batch.actions[part].tolist() == single.actions.tolist()
                assert batch.positions[part].tolist() == single.positions.tolist()
                np.testing.assert_equal(batch.returns[part], single.returns)
                sparse = batch.sparse[batch.sparse_offsets[part.start] : batch.sparse_offsets[part.stop]]
                assert sparse.tolist() == single.sparse.tolist()
        actions = envs[0].sample_actions()
        for env in envs:
            env.step(actions)
