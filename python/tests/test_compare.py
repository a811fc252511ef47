"""Tests of the comparison of two runs game by game."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from conftest import play

from hidden_decks import HiddenDecksError, open_run
from hidden_decks.runs import Run

pandas = pytest.importorskip("pandas")

DESIGN: dict[str, Any] = {"game": "kuhn", "players": 3, "seed": 1, "games": 41, "design": "cyclic", "block_size": 6}


def made_up(folder: Path, number: int, **changes: Any) -> Run:
    """A run of made-up games, the last block of which is cut short: ``number`` 0 or 1 changes some of the values."""
    folder.mkdir()
    labels = ["a", "c" if number else "b"]
    manifest = {"command": "tournament", "job": "run", "finished": True, "edition": "x"} | DESIGN
    manifest |= {"agents": [{"label": label, "spec": label} for label in labels]} | changes
    (folder / "manifest.json").write_text(json.dumps(manifest))
    games, seats = [], []
    for game in range(41):
        key = {"game": game, "block": game // 6, "deck_seed": 1 << 63 | game // 6, "players": 3}
        change = number * (game**2 % 5)
        games.append(
            key
            | {
                "edition": number,
                "turns": (37 * game + change) % 23,
                "gap": "" if (game + number) % 4 == 0 else (7 * game + 3 * number) % 11 / 8,
                "rounds": 3,
                "cause": ["deck", "stall", ""][(game + change) % 3],
                "winners": (game + number) % 3,
            }
        )
        for seat in range(3):
            values = {
                "agent": labels[(game + seat) % 3 == 0],
                "points": (11 * game + 5 * seat + change * seat) % 17 - 4,
                "win_share": [0.0, 1 / 3, 0.5, 1.0][(game + seat + change) % 4],
                "passed": ["false", "true"][(game + seat + change) % 5 == 0],
            }
            seats.append(key | {"seat": seat} | values)
    for name, rows in (("games", games), ("seats", seats)):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)
    return open_run(folder)


#: What the command ``tournament compare`` of version 0.4.0 wrote for the two made-up runs.
KNOWN = """\
of,what,pairs,first,second,difference,low,high,p,p_holm
game,turns,41,10.7317073171,10.4390243902,-0.292682926829,-2.07987292186,1.4945070682,0.702503119409,1
game,gap,20,0.63125,0.6625,0.03125,-0.380099862582,0.442599862582,0.858655992354,1
game,rounds,41,3,3,0,,,,
game,cause=deck,41,0.341463414634,0.317073170732,-0.0243902439024,-0.134155973434,0.085375485629,0.606237218738,1
game,cause=stall,41,0.341463414634,0.341463414634,0,-0.157900493615,0.157900493615,1,1
all seats,points,123,4.14634146341,3.88617886179,-0.260162601626,-0.965621995239,0.445296791987,0.401625234645,1
all seats,win_share,123,0.453929539295,0.453929539295,0,-0.0417642619994,0.0417642619994,1,1
all seats,passed=false,123,0.79674796748,0.861788617886,0.0650406504065,0.045417137385,0.084664163428,0.000188588013874,0.00509187637459
all seats,passed=true,123,0.20325203252,0.138211382114,-0.0650406504065,-0.084664163428,-0.045417137385,0.000188588013874,0.00509187637459
a,points,82,4.14634146341,4.0243902439,-0.121951219512,-1.28611296961,1.04221053059,0.806262086335,1
a,win_share,82,0.436991869919,0.436991869919,0,-0.110090859315,0.110090859315,1,1
a,passed=false,82,0.780487804878,0.865853658537,0.0853658536585,-0.00786259101309,0.17859429833,0.066297175712,1
a,passed=true,82,0.219512195122,0.134146341463,-0.0853658536585,-0.17859429833,0.00786259101309,0.066297175712,1
b | c,points,41,4.14634146341,3.60975609756,-0.536585365854,-2.75595424384,1.68278351214,0.575714874393,1
b | c,win_share,41,0.487804878049,0.487804878049,0,-0.0984682580518,0.0984682580518,1,1
b | c,passed=false,41,0.829268292683,0.853658536585,0.0243902439024,-0.14373119552,0.192511683325,0.734744811188,1
b | c,passed=true,41,0.170731707317,0.146341463415,-0.0243902439024,-0.192511683325,0.14373119552,0.734744811188,1
seat 0,points,41,4.12195121951,4.12195121951,0,,,,
seat 0,win_share,41,0.447154471545,0.447154471545,0,-0.119637534554,0.119637534554,1,1
seat 0,passed=false,41,0.780487804878,0.585365853659,-0.19512195122,-0.253992490284,-0.136251412155,0.000188588013874,0.00509187637459
seat 0,passed=true,41,0.219512195122,0.414634146341,0.19512195122,0.136251412155,0.253992490284,0.000188588013874,0.00509187637459
seat 1,points,41,4.14634146341,4.0243902439,-0.121951219512,-1.52388238091,1.27997994188,0.83848996088,1
seat 1,win_share,41,0.455284552846,0.455284552846,0,-0.105266995744,0.105266995744,1,1
seat 1,passed=false,41,0.80487804878,1,0.19512195122,0.136251412155,0.253992490284,0.000188588013874,0.00509187637459
seat 1,passed=true,41,0.19512195122,0,-0.19512195122,-0.253992490284,-0.136251412155,0.000188588013874,0.00509187637459
seat 2,points,41,4.17073170732,3.51219512195,-0.658536585366,-1.99927782703,0.682204656293,0.274697883424,1
seat 2,win_share,41,0.459349593496,0.459349593496,0,-0.104164693161,0.104164693161,1,1
seat 2,passed=false,41,0.80487804878,1,0.19512195122,0.136251412155,0.253992490284,0.000188588013874,0.00509187637459
seat 2,passed=true,41,0.19512195122,0,-0.19512195122,-0.253992490284,-0.136251412155,0.000188588013874,0.00509187637459
"""


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Run, Run]:
    """Two made-up runs of the same design."""
    return made_up(tmp_path / "first", 0), made_up(tmp_path / "second", 1)


def test_known_runs_have_the_known_differences(runs: tuple[Run, Run]) -> None:
    known = pandas.read_csv(io.StringIO(KNOWN), dtype={"of": str, "what": str})
    pandas.testing.assert_frame_equal(runs[0].compare(runs[1]), known, check_dtype=False, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("backend", ["polars", "arrow"])
def test_other_frames_have_the_same_values(runs: tuple[Run, Run], backend: Any) -> None:
    pytest.importorskip("polars" if backend == "polars" else "pyarrow")
    expected = runs[0].compare(runs[1])
    table = runs[0].compare(runs[1], backend)
    columns = table.to_dict(as_series=False) if backend == "polars" else table.to_pydict()
    assert list(columns) == list(expected)
    for name, values in columns.items():
        assert values == [None if value != value else value for value in expected[name].tolist()]


def test_a_run_does_not_differ_from_itself(tmp_path: Path) -> None:
    agents = ["--game", "leduc", "--agents", "random,ismcts:iterations=3", "--games", "8"]
    for run in (play(tmp_path / "run", *agents), play(tmp_path / "part", *agents, "--shard", "1/2")):
        table = run.compare(run)
        assert (table.difference == 0).all() and table["first"].equals(table.second)
        assert table.low.isna().all() and table.p_holm.isna().all()


def test_games_are_paired_by_deck_and_seats(tmp_path: Path) -> None:
    agents = ["--agents", "random,hasty=greedy:samples=1:nodes=1", "--players", "3", "--games", "60"]
    first = play(tmp_path / "first", *agents)
    second = play(tmp_path / "second", *agents, "--edition", "hungarian", "--turn-limit", "20")
    table = first.compare(second).set_index(["of", "what"])
    games = [run.table("games") for run in (first, second)]
    turns = table.loc["game", "turns"]
    assert turns.difference == pytest.approx((games[1].turns - games[0].turns).mean())
    assert turns.low < turns.difference < turns.high and turns.p <= turns.p_holm <= 1
    assert table.loc["random", "points"].pairs == 90 and table.loc["seat 2", "points"].pairs == 60
    assert table.loc["game", "cause=turn_limit"].second == 1
    # Columns that describe a condition of the run are not compared.
    assert not table.index.get_level_values("what").str.startswith(("edition", "winners")).any()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seed": 2}, "the runs play different games: seed is 1 in .*, but 2 in "),
        ({"players": 4}, "players is 3 in .*, but 4 in "),
        ({"games": 40}, "games is 41 in .*, but 40 in "),
        ({"design": "all"}, "design is cyclic in .*, but all in "),
        ({"repeats": 2}, "repeats is missing in .*, but 2 in "),
        ({"agents": [{"label": "a"}]}, "has 2 agents, and .* has 1"),
        ({"agents": [{"label": "c"}, {"label": "a"}]}, "another position in the list of agents"),
        ({"job": {"study": "moves"}}, "second is not a tournament"),
        ({"finished": False}, "second is not finished: continue the run with --resume"),
    ],
)
def test_other_games_and_other_jobs_are_refused(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(HiddenDecksError, match=sentence):
        made_up(tmp_path / "first", 0).compare(made_up(tmp_path / "second", 1, **changes))


def test_rows_of_other_games_are_refused(runs: tuple[Run, Run]) -> None:
    path = runs[1].folder / "seats.csv"
    path.write_text(path.read_text().replace("\n40,", "\n41,"))
    with pytest.raises(HiddenDecksError, match=r"the rows of seats.csv .* are about different games"):
        runs[0].compare(runs[1])
    path.unlink()
    with pytest.raises(HiddenDecksError, match="has no games.csv and seats.csv"):
        runs[0].compare(runs[1])
