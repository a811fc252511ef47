"""Games as objects."""

from __future__ import annotations

import copy
import pickle
import random
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import hidden_decks
from hidden_decks import CHANCE, GAMES, TERMINAL, Game, State, load


def positions(game: Game, seed: int) -> list[State]:
    """The positions of a random game."""
    rng = random.Random(seed)
    state = game.new_state(seed)
    found = [state.clone()]
    while not state.is_terminal():
        state.apply(rng.choice(state.legal_actions()))
        found.append(state.clone())
    return found


def test_a_seed_and_actions_decide_a_game(game: Game) -> None:
    one, other = positions(game, 7), positions(game, 7)
    assert one == other
    assert [hash(state) for state in one] == [hash(state) for state in other]
    assert len(set(one)) == len(one)


def test_seeds_come_from_numbers_and_generators(game: Game) -> None:
    assert game.new_state(np.uint64(5)) == game.new_state(5)
    for make in (random.Random, np.random.default_rng):
        assert game.new_state(make(5)) == game.new_state(make(5))
        starts = {game.new_state(make(seed)) for seed in range(20)}
        # The decks of Tongiaki are no part of a position.
        assert len(starts) == 1 if game.name == "tongiaki" else len(starts) > 1


def test_every_position_survives_pickling_and_copying(game: Game) -> None:
    for state in positions(game, 3)[:: 1 + 100 // 20]:
        for again in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert again == state and hash(again) == hash(state)
            assert again.legal_actions() == state.legal_actions()
            assert again.game == state.game
            if not again.is_terminal():
                again.apply(again.legal_actions()[0])
                assert again != state


def test_a_view_is_its_own_copy(game: Game) -> None:
    view = game.new_state(1).view()
    assert copy.copy(view) is view and copy.deepcopy(view) is view


def test_a_pickled_game_goes_on_with_the_same_deck(game: Game) -> None:
    state = positions(game, 11)[0]
    again = pickle.loads(pickle.dumps(state))
    rng = random.Random(1)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        state.apply(action)
        again.apply(action)
    assert again == state and again.returns() == state.returns()


def test_games_are_equal_under_equal_rules(game: Game) -> None:
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game) and again.rules == game.rules
    assert Game("kuhn") != Game("leduc")
    assert Game("kuhn") != Game("kuhn", returns="margin")
    assert Game("tongiaki", rules={"turn-limit": 7}) != Game("tongiaki")
    assert Game("kuhn") != 5


def test_chance_is_yours_without_a_seed(game: Game) -> None:
    rng = random.Random(5)
    state = game.new_state()
    chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            chances += 1
            assert state.current_player() == CHANCE and state.legal_actions() == []
            outcomes = state.chance_outcomes()
            assert [number for number, _ in outcomes] == list(range(len(outcomes)))
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            texts = {state.chance_to_string(number) for number, _ in outcomes}
            assert len(texts) == len(outcomes)
            assert f"<p>chance acts: {state.chance_to_string(0)} (" in state._repr_html_()
            state.apply_chance(rng.choices(*zip(*outcomes, strict=True))[0])
        else:
            assert state.chance_outcomes() == []
            state.apply(rng.choice(state.legal_actions()))
        assert pickle.loads(pickle.dumps(state)) == state
    assert chances > 0 and state.current_player() == TERMINAL


def test_step_plays_the_legal_action_at_a_place(game: Game) -> None:
    one, other = game.new_state(1), game.new_state(1)
    place = 0
    while not one.is_terminal():
        actions = one.legal_actions()
        one.apply(actions[place % len(actions)])
        assert other.step(place) == one.current_player()
        place += 7
    assert one == other


def test_returns_are_what_the_game_says() -> None:
    for returns in ("points", "win_share", "margin"):
        end = positions(Game("wongar", players=4, returns=returns), 2)[-1]
        outcome, worth = end.outcome(), end.returns()
        points = outcome["points"]
        best_others = [max(points[:seat] + points[seat + 1 :]) for seat in range(4)]
        margins = [own - best for own, best in zip(points, best_others, strict=True)]
        assert worth == {"points": points, "win_share": outcome["win_shares"], "margin": margins}[
            returns
        ]
        assert min(outcome["ranks"]) == 1 and sum(outcome["win_shares"]) == pytest.approx(1)
    assert load("tongiaki", seed=1).returns() == [0, 0]


def test_a_game_pays_the_same_however_it_is_named() -> None:
    for name in GAMES:
        usual = "points" if Game(name).stake else "win_share"
        assert Game(name).returns == load(name).game.returns == usual
        assert Game(name, returns="margin").returns == "margin"


def test_a_determinization_looks_the_same_to_its_seat(game: Game) -> None:
    rng = np.random.default_rng(1)
    guesses = 0
    states = [state for seed in range(5) for state in positions(game, seed)[::19]]
    for state in states:
        for seat in range(game.num_players):
            guess = state.determinize(seat, rng)
            assert guess.view(seat) == state.view(seat)
            assert hash(guess.view(seat)) == hash(state.view(seat))
            assert guess.view(seat).legal_actions() == state.view(seat).legal_actions()
            guesses += guess != state
            while not guess.is_terminal():
                guess.step(int(rng.integers(1 << 30)))
    assert (guesses > 0) == (game.name != "tongiaki")


def test_determinizations_follow_the_seed() -> None:
    view = load("leduc", seed=4).view()
    assert view.determinize(3) == view.determinize(3)
    assert len({view.determinize(seed) for seed in range(50)}) == 5
    with pytest.raises(TypeError, match="determinized or recorded state has no history"):
        pickle.dumps(view.determinize(1))


def test_boards_are_shown_as_text_and_pictures(game: Game) -> None:
    for state in positions(game, 1)[::40]:
        assert str(state).strip()
        assert game.name in repr(state)
        picture = state._repr_svg_()
        assert ElementTree.fromstring(picture).tag.endswith("svg")
        shown = ElementTree.fromstring(f"<div>{state._repr_html_()}</div>")
        _, _, texts = str(shown[1].text).partition(" decides: ")
        assert texts == ", ".join(game.action_to_string(action) for action in state.legal_actions())


def test_notebooks_show_games_and_views(game: Game) -> None:
    shown = ElementTree.fromstring(f"<div>{game._repr_html_()}</div>")
    assert shown[0].text == f"{game.title}, {game.num_players} players" and len(shown) > 1
    for state in positions(game, 1)[:-1:20]:
        view = state.view()
        board, below = ElementTree.fromstring(f"<div>{view._repr_html_()}</div>")
        assert board.tag.endswith("svg")
        texts = ", ".join(game.action_to_string(action) for action in view.legal_actions())
        assert below.text == f"seen from seat {view.seat}: {texts}"


def test_a_state_knows_the_positions_before_it(game: Game) -> None:
    played = positions(game, 1)
    assert played[-1].positions() == played
    with pytest.raises(TypeError, match="has no history"):
        played[0].determinize(0, 1).positions()


def test_the_tables_describe_themselves(game: Game) -> None:
    assert game.name in hidden_decks.GAMES and game.title
    assert isinstance(game.describe(), dict)
    view = game.new_state(1).view()
    assert view.describe()["seat"] == view.seat
