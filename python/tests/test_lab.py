"""Tests of the design lab: its formulas on games counted by hand, its error rate on simulated runs, and its page."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import program

from hidden_decks import HiddenDecksError, _choices, _effects, _forecasts, lab
from hidden_decks.runs import MissingRunError

pandas = pytest.importorskip("pandas")

#: Turns, cause, points of both seats and the luck of seat 0, for the two games of each of three decks.
BASE = [
    [(10, "deck", 7, 5, 0.25), (14, "deck", 3, 4, -0.25)],
    [(30, "stall", 6, 6, 0.0), (12, "deck", 9, 2, 0.5)],
    [(20, "turn_limit", 5, 8, -0.5), (16, "deck", 8, 1, 0.25)],
]
OTHER = [
    [(12, "deck", 7, 5, 0.25), (20, "deck", 5, 4, 0.25)],
    [(32, "stall", 6, 7, -0.25), (14, "turn_limit", 9, 2, 0.5)],
    [(24, "turn_limit", 5, 8, -0.5), (18, "deck", 8, 1, 0.0)],
]


def write(folder: Path, blocks: Any, rules: dict[str, Any], **changes: Any) -> None:
    """Write a run of made-up games."""
    folder.mkdir(parents=True)
    manifest = {"command": "tournament", "game": "tongiaki", "players": 2, "seed": 1, "games": 6, "games_played": 6}
    manifest |= {"agents": [{"label": "a", "agent": "greedy"}], "job": "run", "finished": True, "luck": True} | rules | changes
    (folder / "manifest.json").write_text(json.dumps(manifest))
    games: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    lucks: list[dict[str, Any]] = []
    for block, rows in enumerate(blocks):
        for turns, cause, *points, luck in rows:
            game = {"game": len(games), "block": block, "deck_seed": block, "players": 2}
            games.append(game | {"turns": turns, "decisions": 3 * turns, "winners": "", "cause": cause, "kings": 2})
            shares = [0.5, 0.5] if points[0] == points[1] else [float(points[0] > points[1]), float(points[0] < points[1])]
            for seat in (0, 1):
                key = {"game": game["game"], "block": block, "seat": seat, "agent": "a"}
                seats.append(key | {"points": points[seat], "win_share": shares[seat], "expands": turns // 2 - seat})
                lucks.append({"game": game["game"], "seat": seat, "win_share_luck": luck if seat == 0 else -luck})
    for name, rows in (("games", games), ("seats", seats), ("luck", lucks)):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


@pytest.fixture
def made_up(tmp_path: Path) -> lab.Lab:
    """A lab of two made-up runs."""
    write(tmp_path / "ships-13", OTHER, {"ships": 13})
    write(tmp_path / "ships-15", BASE, {})
    return lab.open(tmp_path)


#: Means under the base and the other value, counted by hand.
MEANS = {
    "turns": (102 / 6, 120 / 6),
    # The longest game of the base has 30 turns.
    "long_games": (0, 1 / 6),
    "decisions": (3 * 102 / 6, 3 * 120 / 6),
    "stalls": (2 / 6, 3 / 6),
    "cause=deck": (4 / 6, 3 / 6),
    "cause=stall": (1 / 6, 1 / 6),
    "cause=turn_limit": (1 / 6, 2 / 6),
    "first_seat": (3.5 / 6 - 1 / 2, 4 / 6 - 1 / 2),
    "seat_spread": (1 / 6, 2 / 6),
    "shared_wins": (1 / 6, 0),
    "gap": ((2 + 1 + 0 + 7 + 3 + 7) / 6, (2 + 1 + 1 + 7 + 3 + 7) / 6),
    "close_games": (2 / 6, 2 / 6),
    # Sums over games of the squares of both seats' luck, and of their win shares less 1/2.
    "luck_share": (2 * (4 * 0.0625 - 0.0625 + 2 * 0.25) / (2 * 5 * 0.25), 2 * (3 * 0.0625 + 2 * 0.25) / (2 * 6 * 0.25)),
    "kings": (2, 2),
    "expands_of_a_seat": (102 / 12 - 0.5, 120 / 12 - 0.5),
}


def test_metrics_are_those_counted_by_hand(made_up: lab.Lab) -> None:
    table = made_up.table()
    assert (made_up.rule, made_up.base, list(made_up.runs)) == ("ships", "15", ["13", "15"])
    assert list(made_up.metrics()) == list(MEANS) == list(dict.fromkeys(table.metric))
    for name, (base, other) in MEANS.items():
        rows = table[table.metric == name].set_index("value")
        assert rows["mean"].to_dict() == pytest.approx({"13": other, "15": base}), name
        assert rows.effect["13"] == pytest.approx(other - base), name
        assert np.isnan(rows.effect["15"])
    assert set(table.metric[table.primary]) == set(lab.PRIMARIES) - {"skill_steps"}


def test_intervals_and_p_values_are_those_computed_by_hand(made_up: lab.Lab) -> None:
    row = made_up.table(primary=["turns"]).query("metric == 'turns' and value == '13'").iloc[0]
    # The decks change by 2 + 6, 2 + 2 and 4 + 2 turns, which are 6 for a deck on average. Student's quantile for 2 is 4.3027.
    error = np.sqrt((2**2 + 2**2 + 0) * 3 / 2) / 6
    assert (row.effect, row.effect_high) == pytest.approx((3, 3 + 4.302653 * error), rel=1e-6)
    assert row.effect_low == pytest.approx(3 - 4.302653 * error, rel=1e-6)
    # For two degrees of freedom, p is 1 - t / sqrt(2 + t^2).
    statistic = 3 / error
    assert row.p_holm == pytest.approx(1 - statistic / np.sqrt(2 + statistic**2))
    # The decks have 24, 42 and 36 turns under the base, and 32, 46 and 42 under the other value.
    assert row.correlation == pytest.approx(np.corrcoef([24, 42, 36], [32, 46, 42])[0, 1])
    base = made_up.table().query("metric == 'luck_share' and value == '15'").iloc[0]
    # Luck less 0.55 times the result, by deck: squares of both seats; the third game is a tie without luck.
    decks = np.array([2 * (0.125 - 0.55 * 0.5), 2 * (0.25 - 0.55 * 0.25), 2 * (0.3125 - 0.55 * 0.5)])
    share = MEANS["luck_share"][0]
    assert share == pytest.approx(0.55)
    error = np.sqrt((decks**2).sum() * 3 / 2) / (2 * 5 * 0.25)
    assert (base["mean"], base.high) == pytest.approx((share, share + 4.302653 * error), rel=1e-6)


def test_forecasts_are_measured_as_by_hand() -> None:
    # Seat 0 wins the first game, and both share the second one.
    first = [[0.5, 0.5], [0.4, 0.6], [0.2, 0.8], [0.7, 0.3], [0.9, 0.1]]
    second = [[0.6, 0.4], [0.6, 0.4], [0.3, 0.7]]
    shares = np.array([[1.0, 0.0], [0.5, 0.5]])
    game = np.repeat([0, 1], [5, 3])
    course = _forecasts.Course(game, np.array(first + second), shares[game])
    entropy = [-sum(p * np.log2(p) for p in turn) for turn in first + second]
    # The second turns of both games are alike, with a leader at 0.6; they are a fifth and a third of their games.
    root = np.sqrt((0.2**2 / 5 + 0.3**2 / 3) / (1 / 5 + 1 / 3))
    known = {
        # The leaders win 1 (in a tie), 0, 0, 1 and 1 of the first game, and half of the second one.
        "overconfidence": [(0.5 - 1 + 0.6 + 0.8 + 0.7 - 1 + 0.9 - 1) / 5, (0.1 + 0.1 + 0.2) / 3],
        # Seat 1 is ahead before turns 2 and 3, and seat 0 before turns 4 and 5. In the second game, seat 1 leads only once.
        "lead_changes": [1, 0],
        "drama": [(0 + 0.2 + 0.6) / 5, (0.1 + 0.1 + 0.2) / 3],
        "comebacks": [1, 0],
        # After a quarter, the first game's second turn and the second game's first turn are next.
        "early_lead": [0.4 - 0.5, (0.6 + 0.4) / 2 - 0.5],
        "no_return": [3 / 5, 0],
        # The loser was at 0.8, and the winner is above it before the last of five turns. The second game has no loser.
        "decisive": [4 / 5, 1],
        "decided": [1 / 5, 0],
        "uncertainty": [sum(entropy[:5]) / 5, sum(entropy[5:]) / 3],
        # The first seat's variances are 0.0584 and 0.02, and the second seat's are the same.
        "stability": [2 * 0.0584, 2 * 0.02],
        "surprise": [np.sqrt(2) * (0.1 + 0.2 + 0.5 + 0.2) / 5, np.sqrt(2) * 0.3 / 3],
        "suspense": [np.sqrt(2) * (0.1 + (root + 0.2**2 / root) / 2 + 0.5 + 0.2) / 5, np.sqrt(2) * (root + 0.3**2 / root) / 2 / 3],
    }
    found = {name: list(values) for name, (values, _) in _forecasts.measures(course).items()}
    assert list(found) == list(known)
    for name, values in known.items():
        assert found[name] == pytest.approx(values), name
    # An onlooker expects the same of turns that are alike.
    assert np.mean(found["suspense"]) == pytest.approx(np.sqrt(2) * ((0.1 + root + 0.5 + 0.2) / 5 + root / 3) / 2)
    # The winner's forecasts are 0.5, 0.4 and 0.2 in the first part of the first game, and 0.5 in the second game.
    np.testing.assert_allclose(_forecasts.fan(course, 2)[:, 2], [np.median([0.5, 0.4, 0.2, 0.5, 0.5]), np.median([0.7, 0.9, 0.5])])
    tenths = [(len(expected), final.mean()) for expected, final, _ in _forecasts.tenths(course)]
    # The forecasts of 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8 and 0.9, with the results of their seats.
    np.testing.assert_allclose(tenths, [(1, 0), (1, 1), (2, 0.25), (3, 2 / 3), (2, 0.5), (3, 1 / 3), (2, 0.75), (1, 0), (1, 1)])


def test_choices_are_measured_as_by_hand() -> None:
    # The moves of the first turn of each seat. The second seat of odd games never has a choice. Only the first six games are read.
    first = [((1, 4), (7,)), ((1, 4), ())] * 2 + [((1, 4), (7,)), ((1, 5), ()), ((9,), (9,))]
    rows = []
    for game, seats in enumerate(first, 20):
        rows += [(game, seat, 1 + seat, action, 2 + seat) for seat in (0, 1) for action in seats[seat]]
        # One more turn, with five legal moves.
        rows += [(game, 0, 3, 9, 5)]

    def batch(rows: Any) -> dict[str, Any]:
        game, seat, turn, action, legal = np.array(rows).T
        return {"game": game, "seat": seat, "turn": turn, "action": action, "mask": np.arange(10) < legal[:, None]}

    cut = [row[0] for row in rows].index(23)
    choices = _choices.of([batch(rows[:cut]), batch(rows[cut:])], range(20, 26), 2)
    assert list(choices.decisions) == [4, 3] * 3
    assert list(choices.moves) == [2 + 2 + 3 + 5, 2 + 2 + 5] * 3
    assert choices.openings.T.tolist() == [[0, 0, 0, 0, 0, 3], [1, 2] * 3]
    blocks = np.repeat([0, 1, 2], 2)
    width, openings = (metric for _, metric in _effects._chosen(choices, blocks))
    assert width.value == pytest.approx(63 / 21)
    # On the other decks, the moves of the first seat occur 3, 3, 3, 3, 4 and 0 times, and those of the second one twice:
    # 28 of 48 pairs are alike. A deck has 16 pairs, of which 10, 10 and 8 are alike.
    assert openings.value == pytest.approx(48 / 28)
    sums = 2 * (16 - 48 / 28 * np.array([10, 10, 8])) / (28 / 6)
    assert openings.row()["high"] == pytest.approx(48 / 28 + 4.302653 * np.sqrt((sums**2).sum() * 3 / 2) / 6, rel=1e-6)
    # Neither without pairs that are alike nor with few of them is there an interval.
    for rare in (range(12), [0, 1, 0, 2, 0, 1, 3, 1, 3, 4, 5, 2]):
        other = _choices.Choices(choices.decisions, choices.moves, np.array(rare).reshape(6, 2))
        assert [name for name, _ in _effects._chosen(other, blocks)] == ["width"]


def test_steps_of_skill_are_those_computed_by_hand(tmp_path: Path) -> None:
    # Of the six games, a weak and a strong agent play the first four, and a master and the strong one the other two.
    for value, blocks in (("13", OTHER), ("15", BASE)):
        agents = [{"label": label, "agent": label} for label in ("weak", "strong", "master")]
        write(tmp_path / f"ships-{value}", blocks, {"ships": 13} if value == "13" else {}, agents=agents)
        seats = pandas.read_csv(tmp_path / f"ships-{value}" / "seats.csv")
        # The strong agent begins the first game, and so on in turn.
        pairs = [("strong", "weak"), ("weak", "strong")] * 2 + [("master", "strong"), ("strong", "master")]
        seats["agent"] = [agent for pair in pairs for agent in pair]
        seats.to_csv(tmp_path / f"ships-{value}" / "seats.csv", index=False)
    table = lab.open(tmp_path).table().query("metric == 'skill_steps'").set_index("value")
    # Base: the strong agent wins games 0 and 1 and half of game 2, but not game 3. The master wins none: no steps.
    assert table.empty
    for value in ("13", "15"):
        path = tmp_path / f"ships-{value}" / "seats.csv"
        seats = pandas.read_csv(path)
        seats.loc[seats.game >= 4, "agent"] = ["strong", "master", "strong", "master"]
        seats.to_csv(path, index=False)
    table = lab.open(tmp_path).table().query("metric == 'skill_steps'").set_index("value")
    # Then the master wins game 4 and loses game 5. With 13 ships, the strong agent wins only game 0 of the first four.
    base, other = np.log(2.5 / 1.5) / np.log(1.5), np.log(1 / 3) / np.log(1.5)
    assert table["mean"].to_dict() == pytest.approx({"13": other, "15": base})
    # The influence of a block is the sum of (result - share) / (share (1 - share) log 1.5) over its games, weighted by 6 / 4.
    share = 2.5 / 4
    sums = np.array([2 - 2 * share, 0.5 - 2 * share, 0]) / (share * (1 - share)) * 6 / 4 / np.log(1.5)
    error = np.sqrt((sums**2).sum() * 3 / 2) / 6
    assert table.high["15"] == pytest.approx(base + 4.302653 * error, rel=1e-6)


def test_the_page_begins_with_the_result_in_a_sentence(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    from hidden_decks import _lab_page

    for number, more in ((11, 9), (13, 9), (15, 0), (17, -9)):
        turns = 40 + more + np.random.default_rng(number).integers(0, 5, (20, 2))
        games = [[(int(t), "deck", 3, 2, 0.1) for t in block] for block in turns]
        write(tmp_path / f"ships-{number}", games, {} if number == 15 else {"ships": number}, games=40)
    ships = lab.open(tmp_path)
    known = "Compared with ships 15: more turns with 11 and 13; fewer turns with 17; no detected change of stalls or advantage of the first seat"
    assert _lab_page.sentence(ships, ships.table(["turns", "stalls", "first_seat"]).query("primary")) == known


def test_an_effect_is_robust_if_two_labs_agree(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    for agents, shift in (("one", 9), ("two", -9), ("three", 9)):
        for ships, more in ((13, shift), (15, 0)):
            turns = 40 + more + rng.integers(0, 5, (20, 2))
            games = [[(int(t), "deck", 3, 2, 0.1) for t in block] for block in turns]
            write(tmp_path / agents / f"ships-{ships}", games, {"ships": 13} if ships == 13 else {}, games=40)
    one, two, three = (lab.open(tmp_path / agents) for agents in ("one", "two", "three"))
    robust = one.robust(three).set_index("metric")
    assert robust.robust["turns"] and not robust.robust["first_seat"]
    assert robust.other_effect["turns"] == pytest.approx(9, abs=1.5)
    assert not one.robust(two).set_index("metric").robust["turns"]
    with pytest.raises(HiddenDecksError, match="compares ships with 13, not ships with 15"):
        one.robust(lab.open(tmp_path / "two", base=13))


def test_p_values_are_corrected_for_all_primary_metrics_and_values(tmp_path: Path) -> None:
    for value in (11, 13, 17):
        write(tmp_path / f"ships-{value}", OTHER, {"ships": value})
    write(tmp_path / "ships-15", BASE, {})
    ships = lab.open(tmp_path)
    alone = lab.open(tmp_path).table(primary=["turns"])
    many = ships.table(primary=["turns", "decisions"])
    p = [table.query("metric == 'turns' and value == '13'").p_holm.iloc[0] for table in (alone, many)]
    # The same p occurs once for each value and metric.
    assert p[1] == pytest.approx(2 * p[0])
    assert many.p_holm.notna().sum() == 6
    assert lab.open(tmp_path, base=11).base == "11"


def test_a_rule_that_changes_nothing_is_significant_as_often_as_stated(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    found = dict.fromkeys(("turns", "stalls", "first_seat", "luck_share"), 0)
    sweeps = 200
    for sweep in range(sweeps):
        decks = rng.normal(size=(60, 1))

        def games(decks: Any = decks) -> Any:
            turns = 40 + 5 * decks + rng.normal(size=(60, 2)) * 8
            luck = np.clip(decks / 8 + rng.normal(size=(60, 2)) / 4, -0.5, 0.5)
            wins = rng.random((60, 2)) < 0.5 + luck
            rows = zip(turns.round(), wins, luck)
            return [[(t, "stall" if t > 50 else "deck", int(w), int(not w), x) for t, w, x in zip(*row)] for row in rows]

        folder = tmp_path / str(sweep)
        write(folder / "ships-13", games(), {"ships": 13})
        write(folder / "ships-15", games(), {})
        table = lab.open(folder).table().query("value == '13'").set_index("metric")
        for name in found:
            row = table.loc[name]
            found[name] += row.effect_low > 0 or row.effect_high < 0
    assert all(0.02 <= count / sweeps <= 0.09 for count in found.values()), found
    assert 0.03 <= sum(found.values()) / (4 * sweeps) <= 0.07, found


def test_a_lab_is_played_and_has_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    folder = tmp_path / "out"
    line = ["--agents", "greedy:nodes=20,random", "--games", "12", "--players", "2,3", "--vary", "ships=9,15"]
    played = program(*line, "--luck", "--forecasts", "--records", "--quiet", "--out", str(folder))
    assert played.returncode == 0, played.stderr
    ships = lab.open(folder / "p3")
    assert (ships.rule, ships.base, ships.runs["9"].manifest["ships"]) == ("ships", "15", 9)
    assert "ships" not in ships.runs["15"].manifest
    page = ships.report_html().read_text()
    assert page == ships.report_html(tmp_path / "again.html").read_text()
    assert "The same with greedy" in ships.report_html(tmp_path / "both.html", other=ships).read_text()
    assert "$" not in page.replace("$'", "")
    for text in ("12 games for each value of ships", "luck share", "--rule ships=9", "What this page cannot say", "Are the forecasts right?", "lead changes", "How early the winner is known"):
        assert text in page
    assert page.count('<a href="page.html#packed=') == 5 and "records.jsonl.zst --line" in page
    legal = [len(state.legal_actions()) for game in ships.runs["9"].games() for state in game if state.current_player() >= 0]
    width = ships.table().query("metric == 'width'").set_index("value")
    assert width["mean"]["9"] == pytest.approx(np.mean([count for count in legal if count > 1]))
    monkeypatch.setattr(_effects, "_READ", 11)
    assert list(lab.open(folder / "p3").table().query("metric == 'width'").games) == [9, 9]
    guide = (Path(__file__).parents[2] / "docs/guide/test-a-rule-change.md").read_text(encoding="utf-8")
    for name in ships.metrics().keys() - _effects.counted(ships.runs["15"]).keys():
        assert name.startswith("cause=") or f"`{name}`" in guide, name
    again = program(*line, "--luck", "--forecasts", "--records", "--quiet", "--resume", "--out", str(folder))
    assert again.returncode == 0, again.stderr


def test_what_is_no_lab_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(MissingRunError, match="has no runs of a rule with several values"):
        lab.open(tmp_path)
    write(tmp_path / "ships-15", BASE, {})
    with pytest.raises(MissingRunError, match="has no runs of a rule with several values"):
        lab.open(tmp_path)
    write(tmp_path / "ships-13", OTHER, {"ships": 13}, seed=2)
    with pytest.raises(HiddenDecksError, match="the runs play different games: seed is 2"):
        lab.open(tmp_path)
    other = tmp_path / "other"
    write(other / "ships-13", OTHER, {"ships": 13})
    write(other / "ships-15", BASE, {})
    with pytest.raises(HiddenDecksError, match="no run of .* has ships 14: there are 13, 15"):
        lab.open(other, base=14)
    with pytest.raises(HiddenDecksError, match="there is no metric 'tunrs'"):
        lab.open(other).table(primary=["tunrs"])
    write(other / "ships-17", OTHER, {"ships": 17}, finished=False)
    with pytest.raises(HiddenDecksError, match="is not finished"):
        lab.open(other)
