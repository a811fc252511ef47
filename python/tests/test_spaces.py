"""Action spaces and observation tensors."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hidden_decks import Game
from hidden_decks.__main__ import main

SIZES = {"tongiaki": 586, "wongar": 134, "kuhn": 2, "leduc": 3}


def test_all_actions_have_a_text_of_their_own(game: Game) -> None:
    texts = [game.action_to_string(action) for action in range(game.num_actions)]
    assert len(set(texts)) == game.num_actions == SIZES[game.name]
    assert [game.string_to_action(text) for text in texts] == list(range(game.num_actions))
    stop = 0
    for group in game.action_groups:
        assert group.start == stop < group.stop and group.meaning
        assert {text.split(" ")[0] for text in texts[group.start : group.stop]} == {group.name}
        stop = group.stop
    assert stop == game.num_actions


def test_masks_show_the_legal_actions(game: Game) -> None:
    rng = random.Random(2)
    state = game.new_state(2)
    mask = np.ones(game.num_actions, dtype=np.bool_)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert state.legal_actions_mask(out=mask) is mask
        assert np.flatnonzero(mask).tolist() == legal
        assert np.flatnonzero(state.view().legal_actions_mask()).tolist() == legal
        waiting = (state.current_player() + 1) % game.num_players
        assert not state.view(waiting).legal_actions_mask().any()
        action = rng.choice(legal)
        state.apply(game.action_to_string(action) if action % 2 else action)
    assert not state.legal_actions_mask().any()


def test_blocks_cover_the_tensor(game: Game) -> None:
    tensor = game.new_state(1).observation_tensor()
    assert tensor.dtype == np.float32 and tensor.shape == (game.observation_size,)
    stop = 0
    for block in game.observation_blocks:
        assert f"shape={block.shape}, " in repr(block)
        assert block.start == stop and block.stop - stop == np.prod(block.shape)
        assert tensor[block.start : block.stop].reshape(block.shape).shape == block.shape
        assert block.meaning
        stop = block.stop
    assert stop == game.observation_size
    assert len({block.name for block in game.observation_blocks}) == len(game.observation_blocks)


def test_nothing_hidden_is_seen(game: Game) -> None:
    """What is hidden is shuffled; tensors, texts and masks keep all their bytes."""
    rng = random.Random(3)
    state = game.new_state(3)
    while not state.is_terminal():
        for seat in range(game.num_players):
            other = state.determinize(seat, rng)
            assert other.observation_tensor(seat).tobytes() == state.observation_tensor(seat).tobytes()
            assert other.information_state_string(seat) == state.information_state_string(seat)
            mask = state.view(seat).legal_actions_mask()
            assert other.view(seat).legal_actions_mask().tobytes() == mask.tobytes()
            assert state.view(seat).observation_tensor().tobytes() == (
                state.observation_tensor(seat).tobytes()
            )
        state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_poker_hands_differ_in_tensors_and_texts(name: str) -> None:
    starts = [Game(name).new_state(seed) for seed in range(60)]
    hands = {start.view(0) for start in starts}
    assert len(hands) == {"kuhn": 3, "leduc": 6}[name]
    assert len({hand.observation_tensor().tobytes() for hand in hands}) == len(hands)
    assert len({hand.information_state_string() for hand in hands}) == len(hands)


def test_values_lie_between_minus_one_and_one(game: Game) -> None:
    tensor = np.full(game.observation_size, np.nan, dtype=np.float32)
    state = game.new_state(8)
    while not state.is_terminal():
        state.observation_tensor(out=tensor)
        assert np.all(np.abs(tensor) <= 1)
        state.step(tensor.size)


def test_the_tables_name_every_group_and_block(
    game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    main([game.name, "--players", str(game.num_players)])
    printed = capsys.readouterr().out
    assert all(group.meaning in printed for group in game.action_groups)
    assert all(f"`{block.name}`" in printed for block in game.observation_blocks)
    with pytest.raises(SystemExit):
        main([game.name, "--players", "9"])
    assert "is for" in capsys.readouterr().err
