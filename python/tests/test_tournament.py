"""Tournaments with agents written in Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hidden_decks import Game, HiddenDecksError, View, play_tournament

pytest.importorskip("pandas")


def first(view: View) -> int:
    return view.legal_actions()[0]


def dice(view: View, rng: random.Random) -> int:
    return rng.choice(view.legal_actions())


class Better:
    """Bets or calls with a king, passes with a jack; remembers its own game only."""

    def __init__(self) -> None:
        self.decisions = 0

    def act(self, view: View) -> int:
        self.decisions += 1
        assert self.decisions <= 2, "every game has a new object"
        hand = view.describe()["hand"]
        return {"J": 0, "Q": self.decisions - 1, "K": 1}[hand]


def breaks(view: View) -> int:
    return 1 // (view.seat - view.seat)


class NeverMade:
    def __init__(self) -> None:
        raise ValueError("no weights")

    def act(self, view: View) -> int:
        return 0


def cheats(view: View) -> int:
    return 7


def test_equal_arguments_give_equal_results() -> None:
    agents: list[Any] = ["random", dice, Better]
    one, other = (play_tournament(agents, games=60, game="kuhn") for _ in range(2))
    assert one.seats().equals(other.seats()) and one.games().equals(other.games())
    assert one.labels == ["random", "dice", "Better"]
    changed = play_tournament(agents, games=60, game="kuhn", seed=2)
    assert not one.seats().equals(changed.seats())


def test_blocks_share_a_deck_and_every_agent_sits_everywhere() -> None:
    result = play_tournament([first, "random"], games=24, game="tongiaki", players=3)
    assert result.block_size == 6
    seats = result.seats()
    assert (seats.groupby(["block", "seat", "agent"]).size() == 3).all()
    points = play_tournament({"a": first, "b": first}, games=2, game="kuhn").seats().points
    assert points.tolist()[:2] == points.tolist()[2:]


def test_the_better_agent_wins() -> None:
    result = play_tournament({"better": Better, "dice": dice}, games=600, game="kuhn")
    summary = result.summary().set_index("agent")
    better = summary.loc["better"]
    assert better.points > 0.1 and better.ci_low < better.win_share < better.ci_high
    assert summary.win_share.sum() == pytest.approx(1) and (summary.games == 600).all()
    assert summary.points.sum() == pytest.approx(0) and (summary.forfeits == 0).all()


def test_a_crash_forfeits_the_game() -> None:
    agents: dict[str, Any] = {"breaks": breaks, "cheats": cheats, "dice": dice}
    result = play_tournament(agents, games=30, game="kuhn")
    told = "|".join(result.games().forfeits)
    assert "ZeroDivisionError: " in told and "IllegalActionError: there is no action 7" in told
    summary = result.summary().set_index("agent")
    assert summary.win_share["dice"] == 1 and summary.forfeits["dice"] == 0
    assert summary.forfeits["breaks"] == 20


def test_an_agent_that_cannot_be_made_forfeits_its_games() -> None:
    result = play_tournament({"never": NeverMade, "dice": dice}, games=4, game="leduc")
    assert result.games().forfeits.tolist() == [f"{seat}: ValueError: no weights" for seat in (0, 1)] * 2
    assert result.summary().set_index("agent").win_share["dice"] == 1


def test_results_come_in_every_frame() -> None:
    result = play_tournament([first, dice], games=4, game="kuhn")
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    assert result.seats("polars").shape == (8, 6)
    assert result.seats("arrow").num_rows == 8
    assert result.summary("polars")["agent"].to_list() == ["first", "dice"]
    with pytest.raises(ValueError, match="backend is 'pandas', 'polars' or 'arrow'"):
        result.games("excel")  # type: ignore[arg-type]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    play_tournament(["random"], games=5, game="leduc", progress=lambda *at: told.append(at))
    assert told == [(number, 5) for number in range(1, 6)]


def test_wrong_entries_are_refused() -> None:
    wrong: list[tuple[Any, str]] = [
        ("random", "put the spec into a list"),
        ([], "name at least one"),
        (["gready"], "there is no agent 'gready'"),
        ([3], "a spec, a function or a class, not int"),
        ([Game], "class Game has no method act"),
    ]
    for agents, sentence in wrong:
        with pytest.raises(HiddenDecksError, match=sentence):
            play_tournament(agents, game="leduc")
    with pytest.raises(HiddenDecksError, match="games must be at least 1"):
        play_tournament(["random"], games=0)
