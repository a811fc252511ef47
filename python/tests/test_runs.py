"""Tests of reading runs of the program from their folders."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import program

from hidden_decks import HiddenDecksError, open_run, play_tournament
from hidden_decks.runs import Run, find, find_all, together

pytest.importorskip("pandas")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a small run."""
    (tmp_path / "manifest.json").write_text(json.dumps({"game": "kuhn", "players": 2}))
    (tmp_path / "games.csv").write_text("game,block,cause\n0,0,\n1,0,deck\n")
    (tmp_path / "seats.csv").write_text("game,seat,agent,win_share\n0,0,a,1.0\n0,1,b,0.0\n")
    return tmp_path


def test_tables_are_read_as_frames(folder: Path) -> None:
    run = open_run(folder)
    assert run.manifest["game"] == "kuhn" and run.tables == ["games", "seats"]
    assert run.table("seats").win_share.tolist() == [1, 0]
    assert run.table("games").cause.isna().tolist() == [True, False]
    assert "games, seats" in repr(run)


@pytest.mark.parametrize("backend", ["polars", "arrow"])
def test_other_frames_have_the_same_values(folder: Path, backend: str) -> None:
    pytest.importorskip("polars" if backend == "polars" else "pyarrow")
    table = open_run(folder).table("seats", backend)  # type: ignore[arg-type]
    values = table["agent"].to_list() if backend == "polars" else table["agent"].to_pylist()
    assert values == ["a", "b"]


def test_records_are_read_one_by_one(folder: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    records = [{"game": "kuhn", "seed": str(number)} for number in range(3)]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (folder / "records.jsonl.zst").write_bytes(zstandard.compress(lines.encode()))
    assert list(open_run(str(folder)).records()) == records


def test_runs_are_found_by_name(folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path_factory.mktemp("project")
    for name in ("results/old-2", "results/reference/old-2", "results/reference/old-3", "elsewhere/new-2"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).symlink_to(folder)
    (project / "notebooks").mkdir()
    monkeypatch.chdir(project / "notebooks")
    assert find("old-2").folder == project / "results/old-2" and find("old-2").players == 2
    runs = find_all("old-{}")
    assert list(runs) == [2, 3]
    assert together(runs, "seats", "table").table.tolist() == [2, 2, 3, 3]
    monkeypatch.setenv("RUNS", str(project / "elsewhere"))
    assert find("new-2").folder == project / "elsewhere/new-2"
    with pytest.raises(HiddenDecksError, match="did you mean 'new-2'"):
        find_all("new-{}", [3])


def test_a_run_of_ones_own_is_opened_without_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age, (name, finished) in enumerate([("results/newest", True), ("results/older", True), ("elsewhere/named", True)]):
        make_run(tmp_path / name, finished, age)
    make_run(tmp_path / "results/unfinished", finished=False, age=-1)
    make_run(tmp_path / "results/match", age=-2, job="match")
    (tmp_path / "results/damaged").mkdir()
    (tmp_path / "results/damaged/manifest.json").write_text("{")
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    monkeypatch.delenv("RUN", raising=False)
    assert str(open_run()) == "results/newest: 12 games of kuhn, finished, version 0.4.0"
    for path in ("results/older", "../results/older", str(tmp_path / "results/older")):
        monkeypatch.setenv("RUN", path)
        assert open_run().folder.resolve() == tmp_path / "results/older"
    monkeypatch.setenv("RUN", "results/missing")
    with pytest.raises(HiddenDecksError, match="results/missing is not a run folder"):
        open_run()
    monkeypatch.delenv("RUN")
    for name in ("newest", "older"):
        (tmp_path / "results" / name / "manifest.json").unlink()
    assert open_run().folder.name == "match"
    (tmp_path / "results/match/manifest.json").unlink()
    with pytest.raises(HiddenDecksError, match="has no finished run: play one"):
        open_run()
    assert Run(str(tmp_path / "results/unfinished")).finished is False


def test_an_unfinished_or_hidden_run_is_found_with_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_run(tmp_path / "results/begun", finished=False)
    make_run(tmp_path / "results/again")
    make_run(tmp_path / "results/reference/again", files={"seats.csv": {"bytes": 1}})
    monkeypatch.chdir(tmp_path)
    with pytest.warns(UserWarning, match="results/begun: 12 games of kuhn, unfinished, of 20 planned, version 0.4.0"):
        find("begun")
    with pytest.warns(UserWarning, match="results/again differs from the published run"):
        find("again")


def make_run(folder: Path, finished: bool = True, age: int = 0, **more: object) -> None:
    """Write the manifest of a run of a certain age in seconds."""
    folder.mkdir(parents=True)
    manifest = {"game": "kuhn", "players": 2, "version": "0.4.0", "games": 20, "games_played": 12, "finished": finished, **more}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    os.utime(folder / "manifest.json", (1e9 - age, 1e9 - age))


@pytest.mark.parametrize("backend", ["pandas", "polars", "arrow"])
def test_compressed_tables_are_read_like_others(folder: Path, backend: str) -> None:
    for module in {"arrow": ["pyarrow"], "polars": ["polars"]}.get(backend, []):
        pytest.importorskip(module)
    plain = open_run(folder).table("seats", backend)  # type: ignore[arg-type]
    path = folder / "seats.csv"
    (folder / "seats.csv.gz").write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    run = open_run(folder)
    assert run.tables == ["games", "seats"]
    table = run.table("seats", backend)  # type: ignore[arg-type]
    assert table.equals(plain)
    if backend == "arrow":
        assert [path.name for path in run.to_parquet()] == ["games.parquet", "seats.parquet"]


def test_what_is_missing_is_told(folder: Path, tmp_path: Path) -> None:
    run = open_run(folder)
    with pytest.raises(HiddenDecksError, match="did you mean 'seats'"):
        run.table("seat")
    with pytest.raises(HiddenDecksError, match="there are games, seats"):
        run.table("zebra")
    with pytest.raises(HiddenDecksError, match="play the run with --records"):
        run.records()
    with pytest.raises(HiddenDecksError, match="has no record -1"):
        (folder / "records.jsonl.zst").touch()
        run.positions(-1)
    for damaged in ("", "[]", '{"game": '):
        (tmp_path / "manifest.json").write_text(damaged)
        with pytest.raises(HiddenDecksError, match="is not a manifest"):
            open_run(tmp_path)
    with pytest.raises(HiddenDecksError, match="is not a run folder"):
        open_run(tmp_path / "nowhere")


def test_runs_without_a_summary_are_shown_by_their_tables(folder: Path) -> None:
    run = open_run(folder)
    with pytest.raises(HiddenDecksError, match="needs a finished tournament, match or tuning: its tables are games, seats"):
        run.summary()
    assert run._repr_html_() == f"&lt;Run in {folder}: games, seats&gt;"


@pytest.mark.parametrize(
    ("agents", "options"),
    [
        (["random", "greedy:samples=1:nodes=5"], {"games": 40, "players": 2}),
        (["random", "greedy:samples=1:nodes=5", "r=random", "s=random"], {"games": 96, "players": 3, "streams": "agent"}),
        (["random", "random"], {"game": "leduc", "games": 40, "streams": "agent"}),
        ([lambda view: view.legal_actions()[-1], "random", "mcts:iterations=5"], {"game": "kuhn", "games": 60, "players": 3}),
        ({"longer-label": "random"}, {"game": "leduc", "games": 8}),
        (dict.fromkeys("abc", "random"), {"game": "kuhn", "games": 300, "players": 3, "streams": "agent"}),
    ],
)
def test_the_report_of_an_opened_run_is_the_one_that_was_printed(agents: Any, options: dict[str, Any], tmp_path: Path) -> None:
    played = play_tournament(agents, out=tmp_path / "run", **options)
    opened = open_run(tmp_path / "run")
    assert opened.report and (played.report or "").startswith(opened.report) and "win share by seat" in opened.report
    assert ("fit of ratings by ranks: p = " in opened.report) == (list(agents) == ["a", "b", "c"])
    assert len(opened.report.split("\n\n")) == (2 if len(agents) == 1 else 3 if len(agents) == 2 else 4)


def test_a_published_run_has_a_report() -> None:
    report = open_run(Path(__file__).parents[2] / "results/reference/agents").report
    assert report and report.splitlines()[1].split()[:3] == ["mcts", "10000", "76.3%"]


def test_a_notebook_without_pandas_shows_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = play_tournament(["random"], game="kuhn", games=4, out=tmp_path / "run")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert run._repr_html_() == f"<pre>{run.report}</pre>"
    assert open_run(tmp_path / "run")._repr_html_().startswith("<pre>agent ")


def test_the_package_brings_the_program() -> None:
    listed = program("agents", "--game", "kuhn")
    assert listed.returncode == 0 and "ismcts" in listed.stdout
    refused = program("agents", "--game", "chess")
    assert refused.returncode == 2 and refused.stderr.startswith("error: there is no game 'chess'")
