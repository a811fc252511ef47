"""Tests of decisions of recorded runs as arrays and as Parquet files, and of tables as Parquet files."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import play

from hidden_decks import HiddenDecksError, _decisions, load, open_run, play_tournament
from hidden_decks.runs import Run

pd = pytest.importorskip("pandas")

SMALL = ["--agents", "greedy:samples=1,random", "--players", "3", "--games", "6", "--records"]
BOT = Path(__file__).parents[2] / "agents" / "examples" / "bot.py"
COLLECT = Path(__file__).parents[2] / "web" / "collect_puzzles.py"


def read(path: Path) -> Any:
    return pytest.importorskip("pyarrow.parquet").read_table(path)


def whole(batches: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """All batches of decisions as one."""
    parts = list(batches)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def signed(manifest: dict[str, Any]) -> str:
    """The text of a manifest, with the checksum that it needs."""
    entries = {name: value for name, value in manifest.items() if name != "checksum"}
    body = json.dumps(entries, indent=2).removesuffix("\n}") + ",\n"
    return body + f'  "checksum": "{hashlib.sha256(body.encode()).hexdigest()}"\n}}\n'


def metadata(table: Any) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in table.schema.metadata.items()}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The folder of a small run of Tongiaki."""
    return play(tmp_path_factory.mktemp("small") / "run", *SMALL)


def test_rows_are_the_decisions_of_the_run(small: Run) -> None:
    columns = whole(small.decisions())
    seats = small.table("seats").sort_values(["game", "seat"])
    shares, points = (seats[name].to_numpy().reshape(-1, 3) for name in ("win_share", "points"))
    agents = seats.agent.to_numpy().reshape(-1, 3)
    game, seat = columns["game"], columns["seat"]
    assert len(game) > 100
    assert (columns["block"] == seats.block.to_numpy()[::3][game]).all()
    assert (columns["agent"] == agents[game, seat]).all()
    order = (seat[:, None] + np.arange(3)) % 3
    assert (columns["outcome"] == shares[game[:, None], order]).all()
    assert (columns["points"] == points[game[:, None], order]).all()
    assert (columns["visits"] == 0).all() and np.isnan(columns["value"]).all()
    for number in range(6):
        assert columns["decision"][game == number].tolist() == list(range((game == number).sum()))
        assert (np.diff(columns["turn"][game == number]) >= 0).all()


def test_decisions_are_read_in_batches_of_whole_games(small: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = whole(small.decisions())
    monkeypatch.setattr(_decisions, "_GROUP", 1)
    batches = list(small.decisions())
    assert [set(batch["game"]) for batch in batches] == [{game} for game in range(6)]
    for name, column in whole(iter(batches)).items():
        assert np.array_equal(column, everything[name], equal_nan=name == "value")
    # A reader may stop early; the thread behind it then ends.
    assert next(small.decisions())["game"][0] == 0


def test_positions_of_recorded_games(small: Run) -> None:
    points = small.table("seats").sort_values(["game", "seat"]).points.to_numpy().reshape(-1, 3)
    for game in (0, 5):
        positions = small.positions(game)
        assert positions[0] == load("tongiaki", players=3, seed=1)
        assert positions[-1].is_terminal() and positions[-1].outcome()["points"] == points[game].tolist()
        assert positions[-1].game == load("tongiaki", players=3).game
    assert list(small.games()) == [small.positions(game) for game in range(6)]
    with pytest.raises(HiddenDecksError, match="has no record 6"):
        small.positions(6)


def test_links_contain_a_position_and_a_further_action(small: Run) -> None:
    positions = small.positions(0)
    action = positions[0].legal_actions()[-1]
    links = [small.link(0, 0), small.link(0, 0, action), *(small.link(game, len(small.positions(game)) - 1) for game in (0, 1))]
    assert len(set(links)) == 4 and all(link and re.fullmatch(r"tongiaki\.3\.[\w-]+", link) for link in links)
    for position, wrong in [(0, 9999), (len(positions) - 1, action)]:
        with pytest.raises(HiddenDecksError, match=f"action {wrong} is not legal at this position"):
            small.link(0, position, wrong)


def test_links_contain_the_house_rules_in_force() -> None:
    run = play_tournament(["random"], games=1, players=2, rules={"stall": 3, "ships": 9}, records=True)
    link = run.link(0, 5)
    assert link is not None and link.startswith("tongiaki.2.stall.3.ships.9.")


def test_puzzles_have_one_good_move(small: Run, tmp_path: Path) -> None:
    files = [tmp_path / "one.txt", tmp_path / "other.txt"]
    for file in files:
        search = ["--agent", "mcts:iterations=32:plans=8", "--solvers", "random", "greedy", "--out", str(file)]
        done = subprocess.run([sys.executable, str(COLLECT), str(small.folder), *search], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        decisions, candidates, confirmed, written = map(int, re.findall(r"\d+", done.stdout.splitlines()[0]))
        assert decisions > candidates >= confirmed >= written > 0
    lines = files[0].read_text().splitlines()
    assert len(lines) == written and files[0].read_text() == files[1].read_text()
    for line in lines:
        assert re.fullmatch(r"tongiaki\.3\.[\w-]+ [1-9]\d [01]{2}", line), line


@pytest.mark.parametrize(
    ("game", "rules", "players", "actions"),
    [
        ("tongiaki", [], 4, 586),
        ("wongar", ["--edition", "advanced"], 3, 134),
        ("kuhn", [], 2, 2),
        ("leduc", [], 2, 3),
    ],
)
def test_every_decision_that_agents_were_asked_for_is_a_row(
    tmp_path: Path, game: str, rules: list[str], players: int, actions: int
) -> None:
    agents = ["--agents", "random,one=random", "--players", str(players), "--games", "12", "--records"]
    run = play(tmp_path / game, "--game", game, *rules, *agents)
    columns = whole(run.decisions())
    assert columns["mask"].shape[1] == actions == load(game).game.num_actions
    assert columns["mask"][np.arange(len(columns["game"])), columns["action"]].all()
    assert columns["outcome"].shape[1] == columns["points"].shape[1] == players
    assert np.bincount(columns["game"]).tolist() == run.table("games").decisions.tolist()

    table = read(run.export(tmp_path / "decisions.parquet"))
    for name, column in columns.items():
        if name in ("visits", "value"):
            assert table[name].null_count == table.num_rows
        else:
            assert table[name].to_pylist() == column.tolist(), name
    told = metadata(table)
    assert told["hidden_decks.schema"] == "1" and told["hidden_decks.table"] == "decisions"
    assert told["hidden_decks.game"] == game and told["hidden_decks.players"] == str(players)
    last = json.loads(told["hidden_decks.observation"])[-1]
    assert last["start"] + np.prod(last["shape"]) == columns["observation"].shape[1]
    last = json.loads(told["hidden_decks.actions"])[-1]
    assert last["start"] + last["count"] == actions
    assert json.loads(told["hidden_decks.run"])["command"] == run.manifest["command"]


def test_a_search_gives_visits_and_values(tmp_path: Path) -> None:
    run = play(tmp_path / "run", "--game", "leduc", "--agents", "random,one=random", "--games", "8", "--records")
    spec = "mcts:iterations=30"
    columns = whole(run.decisions(agent=spec))
    mask, visits, value = columns["mask"], columns["visits"], columns["value"]
    assert (visits.sum(1) >= 29).all() and (visits[~mask] == 0).all()
    assert ((visits > 0) == ~np.isnan(value)).all()
    assert (whole(run.decisions(agent=spec, seed=2))["visits"] != visits).any()

    paths = [run.export(file, agent=spec, threads=n) for n, file in [(1, None), (2, tmp_path / "2.parquet")]]
    assert paths[0] == run.folder / "decisions.parquet"
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with pytest.raises(HiddenDecksError, match="already exists: choose another name"):
        run.export()
    table = read(paths[0])
    assert table["visits"].to_pylist() == visits.tolist()
    assert np.array_equal(np.array(table["value"].to_pylist(), float), value, equal_nan=True)
    search = json.loads(metadata(table)["hidden_decks.search"])
    assert (search["agent"], search["seed"], search["parameters"]["iterations"]) == ("ismcts", 1, 30)


def test_the_same_run_gives_the_same_bytes_on_any_number_of_threads(small: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    one, two = (small.export(tmp_path / f"{n}.parquet", threads=n).read_bytes() for n in (1, 2))
    assert one == two


def test_what_cannot_be_read_is_refused_and_leaves_no_file(small: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    bare = play(tmp_path / "bare", "--agents", "random", "--games", "2")
    match = play(tmp_path / "match", "match", "random", "random", "--games", "4")
    there = tmp_path / "there.parquet"
    there.write_text("mine")
    out = tmp_path / "out.parquet"
    refused: list[tuple[Run, dict[str, Any], str]] = [
        (bare, {}, "bare: the run has no records: play it with --records"),
        (match, {}, "manifest.json belongs to a different kind of job: "),
        (small, {"file": there}, "there.parquet already exists: choose another name or remove it"),
        (small, {"agent": "minimax"}, "there is no agent 'minimax': choose "),
        (small, {"agent": "greedy,random"}, "--agent: expected one agent, found 'greedy,random'"),
        (small, {"agent": f'external:cmd="python3 {BOT}"'}, "external:cmd=.*: positions are taken from the middle of games"),
        (small, {"agent": "random"}, "--agent random: expected an agent that searches"),
        (small, {"threads": 0}, "--threads must be between 1 and 1024, not 0"),
    ]
    for run, options, sentence in refused:
        with pytest.raises(HiddenDecksError, match=sentence):
            run.export(**{"file": out, **options})
    with pytest.raises(FileNotFoundError):
        small.export(tmp_path / "no" / "such.parquet")
    assert there.read_text() == "mine"
    assert not list(tmp_path.glob("out*"))


def test_a_wrong_record_is_named_by_its_line(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    run = play(tmp_path / "run", *SMALL)
    records = run.folder / "records.jsonl.zst"
    with zstandard.open(records, "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    lines[2] = lines[1].replace('"events":[', '"events":[{},')
    records.write_bytes(zstandard.compress("".join(line + "\n" for line in lines).encode()))
    with pytest.raises(HiddenDecksError, match=r"records\.jsonl\.zst: changed after the job finished: "):
        whole(run.decisions())
    (run.folder / "manifest.json").write_text(signed({**run.manifest, "files": {}}))
    with pytest.raises(HiddenDecksError, match=r"records\.jsonl\.zst:3: event #0: "):
        whole(run.decisions())


def test_manifests_that_were_changed_are_refused(small: Run, tmp_path: Path) -> None:
    for name, value in [("game", "chess"), ("players", 0), ("players", 300), ("agents", []), ("grouping", "none")]:
        (tmp_path / "manifest.json").write_text(signed({**small.manifest, "files": {}, name: value}))
        with pytest.raises(HiddenDecksError):
            open_run(tmp_path).decisions()


@pytest.mark.skipif(os.name != "posix", reason="signals are those of Unix")
def test_an_interrupted_export_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run = play(tmp_path / "run", "--game", "leduc", "--agents", "random,one=random", "--games", "1000", "--records")
    # Background processes of a shell ignore Ctrl-C, and a child would inherit this.
    code = (
        "import signal, sys, hidden_decks; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "hidden_decks.open_run(sys.argv[1]).export(agent='mcts:iterations=5000')"
    )
    export = subprocess.Popen([sys.executable, "-c", code, str(run.folder)], stderr=subprocess.PIPE, text=True)
    draft = run.folder / "decisions.parquet.draft"
    while not draft.exists():
        assert export.poll() is None
        time.sleep(0.002)
    export.send_signal(signal.SIGINT)
    _, errors = export.communicate()
    assert export.returncode != 0 and errors.rstrip().endswith("KeyboardInterrupt")
    assert not list(run.folder.glob("decisions.parquet*"))


def test_a_part_of_a_run_has_the_numbers_of_its_games(tmp_path: Path) -> None:
    agents = ["--game", "kuhn", "--agents", "random,one=random", "--games", "12", "--records"]
    columns = whole(play(tmp_path / "part", *agents, "--shard", "2/2").decisions())
    assert columns["game"][0] == 6 and ((columns["game"] >= 6) & (columns["game"] < 12)).all()
    assert (columns["seat"] == 1).any()


def test_every_table_says_the_same_as_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for name, arguments in [
        ("tongiaki", ["--agents", "greedy:samples=1,random", "--players", "3", "--luck"]),
        ("wongar", ["--game", "wongar", "--agents", "random,one=random"]),
        ("kuhn", ["--game", "kuhn", "--agents", "random,mcts:iterations=5"]),
    ]:
        run = play(tmp_path / name, *arguments, "--games", "18")
        paths = run.to_parquet()
        assert [path.stem for path in paths] == run.tables and ("kings" in run.tables) == (name == "tongiaki")
        for path in paths:
            table = read(path)
            assert metadata(table) == {"hidden_decks.schema": "1", "hidden_decks.table": path.stem}
            expected = pd.read_csv(path.with_suffix(".csv"), dtype=str, keep_default_na=False)
            assert table.column_names == list(expected.columns)
            for column in table.column_names:
                for value, text in zip(table[column].to_pylist(), expected[column], strict=True):
                    same = "" if value is None else str(value)
                    is_same = same.lower() == text or (text and float(same) == float(text))
                    assert is_same, f"{path.name}: {column} is {value}, not {text}"


def types_of(table: Any) -> dict[str, str]:
    """Return the types of the columns of a data frame of any backend."""
    schema = table.dtypes if hasattr(table, "iloc") else table.schema
    pairs = schema.items() if hasattr(schema, "items") else ((field.name, field.type) for field in schema)
    return {name: str(of) for name, of in pairs}


def test_every_column_of_every_table_has_its_declared_type_in_every_backend(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    kinds = {
        "integer": ("int64", "Int64", "int64"),
        "text": ("object or str", "String", "string"),  # by the version of pandas
        "true or false": ("bool", "Boolean", "bool"),
        "number": ("float64", "Float64", "double"),
    }
    for arguments in [
        "--agents random,greedy:samples=1 --players 2 --games 4 --luck",
        "--game wongar --agents random --games 2",
        "match random random --games 8",
        "tune greedy:samples=1 --only points --games 16 --confirm 2",
        "study moves --policy random --games 2 --decks 1",
        "study king-value --policy random --games 2 --decks 1",
    ]:
        run = play(tmp_path / arguments[:12].replace("/", ""), *arguments.split())
        assert run.tables
        for name, (place, backend) in itertools.product(run.tables, enumerate(["pandas", "polars", "arrow"])):
            for column, found in types_of(run.table(name, backend)).items():  # type: ignore[arg-type]
                kind = run.columns(name).set_index("column").type[column]
                expected = kinds["number" if kind.endswith("empty") else kind][place]
                if column == "deck_seed" and kind == "integer":
                    expected = expected.replace("i", "ui", 1) if place != 1 else "UInt64"
                assert found in expected.split(" or "), f"{name}: {column}, {backend}"


def test_types_of_tables_do_not_depend_on_the_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    # With one block there are no intervals, and no agent forfeits.
    agents = ["--agents", "random,greedy:samples=1", "--games"]
    one, many = (play(tmp_path / games, *agents, games) for games in ("2", "20"))
    for short, long in zip(one.to_parquet(), many.to_parquet(), strict=True):
        assert parquet.read_schema(short).equals(parquet.read_schema(long)), short.name
    for name, backend in itertools.product(one.tables, ["pandas", "arrow"]):
        few, more = (types_of(run.table(name, backend)) for run in (one, many))  # type: ignore[arg-type]
        assert few == more and list(few) == one.columns(name).column.tolist(), f"{name}, {backend}"
    types = {field.name: str(field.type) for field in parquet.read_schema(many.folder / "games.parquet")}
    assert types["deck_seed"] == "uint64" and types["forfeits"] == "string" and types["turns"] == "int64"
    before = many.folder.joinpath("seats.parquet").read_bytes()
    many.to_parquet()
    assert many.folder.joinpath("seats.parquet").read_bytes() == before
