"""What an agent gets to know: views and a generator of its own, and nothing behind them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from hidden_decks import Agent, Game, State, View, play_tournament

#: All that a view offers. Whatever is added is to be compared in `told`, too.
OFFERED = {
    "afterstates",
    "describe",
    "determinize",
    "finish_turn",
    "game",
    "information_state_string",
    "legal_actions",
    "legal_actions_mask",
    "observation_tensor",
    "seat",
}


def course(state: State) -> list[Any]:
    """How a game goes on with the first of all actions: it shows the order of what is hidden."""
    state, texts = state.clone(), []
    while not state.is_terminal():
        texts.append(state.information_state_string())
        state.step(0)
    return [*texts, state.outcome()]


def told(view: View) -> list[Any]:
    """Everything that can be learned from a view."""
    return [
        repr(view),
        str(view),
        hash(view),
        view.seat,
        view.game,
        view.describe(),
        view.information_state_string(),
        view.legal_actions(),
        view.legal_actions_mask().tolist(),
        view.observation_tensor().tolist(),
        view._repr_html_(),
        *(array.tobytes() for of in ("observation", "inputs") for after in (view.afterstates(5, of=of), view.finish_turn(6, 20, of=of))
          for array in (after.actions, after.positions, after.returns, after.sparse)),
        *(course(view.determinize(rng)) for rng in (5, random.Random(6), np.random.default_rng(7))),
    ]


def test_views_tell_nothing_of_what_is_hidden(game: Game) -> None:
    rng = random.Random(8)
    differ = 0
    for seed in range(6):
        positions = [game.new_state(seed)]
        while not positions[-1].is_terminal():
            after = positions[-1].clone()
            after.apply(rng.choice(after.legal_actions()))
            positions.append(after)
        state = rng.choice(positions[:-1])
        seat = state.current_player()
        # Another state that looks like this one to the seat: hidden cards and decks are others.
        twin = state.determinize(seat, seed)
        differ += course(state) != course(twin)
        one, other = state.view(seat), twin.view(seat)
        assert one == other
        assert told(one) == told(other)
    assert differ > 0


def test_views_offer_what_is_listed_and_cannot_be_opened(game: Game) -> None:
    view = game.new_state(3).view(0)
    assert {name for name in dir(view) if not name.startswith("_")} == OFFERED
    with pytest.raises(TypeError):
        vars(view)
    with pytest.raises(AttributeError):
        view.state = None  # type: ignore[attr-defined]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="pickled"):
            pickle.dumps(view, protocol)
    assert copy.copy(view) is view and copy.deepcopy(view) is view


def test_agents_get_a_view_and_a_generator(game: Game) -> None:
    given: list[tuple[Any, ...]] = []

    def function(view: View, rng: random.Random) -> int:
        given.append((view, rng))
        return rng.choice(view.legal_actions())

    class Actor:
        def __init__(self, *arguments: Any, **options: Any) -> None:
            assert not arguments and not options

        def act(self, *arguments: Any) -> int:
            given.append(arguments)
            view: View = arguments[0]
            return view.legal_actions()[0]

    play_tournament({"function": function, "actor": Actor}, games=2, game=game)
    assert all(type(arguments[0]) is View for arguments in given)
    assert {len(arguments) for arguments in given} == {1, 2}
    assert all(type(arguments[1]) is random.Random for arguments in given if len(arguments) == 2)


def test_agents_show_nothing_of_their_games(game: Game) -> None:
    agent = Agent("random", game, seed=1)
    agent.act(game.new_state(2).view(game.new_state(2).current_player()))
    assert {name for name in dir(agent) if not name.startswith("_")} == {"act", "reset", "search_table", "spec"}
    with pytest.raises(TypeError):
        pickle.dumps(agent)
