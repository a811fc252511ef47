"""Finds the runs that the notebooks plot, and reads their files."""

import difflib
import json
import os
import re
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
REFERENCE = RESULTS / "reference"


class Missing(FileNotFoundError):
    """A missing run or file. The message is one line with the remedy, and notebooks show it without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Run:
    """A run: its manifest, and its CSV files as tables, each of which is read on first use."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        path = self.folder / "manifest.json"
        if not path.exists():
            raise Missing(f"{shown(self.folder)} is not a run folder: it has no manifest.json")
        self.manifest = json.loads(path.read_text())
        self._tables: dict[str, pd.DataFrame] = {}

    def __repr__(self) -> str:
        return f"Run({shown(self.folder)!r}), tables: {', '.join(self.tables())}"

    @property
    def command(self) -> str:
        """The command that reproduces this run."""
        return self.manifest["command"]

    @property
    def players(self) -> int:
        """The number of players."""
        return self.manifest["players"]

    def tables(self) -> list[str]:
        """The names of the run's tables, for `table`."""
        return sorted(path.stem for path in self.folder.glob("*.csv"))

    def table(self, name: str) -> pd.DataFrame:
        """The table of a CSV file, named without the extension: `games`, `summary_agents`, …"""
        if name not in self._tables:
            path = self.folder / f"{name}.csv"
            if not path.exists():
                raise Missing(self._without(name))
            self._tables[name] = pd.read_csv(path)
        return self._tables[name].copy()

    @property
    def record_file(self) -> Path:
        """The file with the records of all games. It exists if the run was played with `--records`."""
        path = self.folder / "records.jsonl.zst"
        if not path.exists():
            raise Missing(f"{shown(self.folder)} has no records: play the run with --records")
        return path

    def records(self) -> pd.DataFrame:
        """The recorded games, one row each: the number of the game as in `games`, the header (where `game_name` is the
        name of the game), the list of events and the result."""
        import zstandard

        with zstandard.open(self.record_file, "rt", encoding="utf-8") as lines:
            games = pd.DataFrame([json.loads(line) for line in lines]).rename(columns={"game": "game_name"})
        games.insert(0, "game", self.table("games").game)
        return games

    def events(self) -> pd.DataFrame:
        """The events of the recorded games, one row each, numbered from 0 in each game."""
        rows = [
            {"game": game, "step": step} | event
            for game, events in self.records()[["game", "events"]].itertuples(index=False)
            for step, event in enumerate(events)
        ]
        return pd.DataFrame(rows)

    def _without(self, name: str) -> str:
        """The error message for a table that does not exist."""
        tables = self.tables()
        return f"{shown(self.folder)} has no table {name!r}{maybe(name, tables)}; there are {', '.join(tables)}{again(self.folder)}"


def find(name: str) -> Run:
    """Finds the run with this name in the folder that the environment variable RUNS names. Without RUNS, looks in
    results/, then in results/reference/, which contains the summaries of the published runs."""
    folders = [Path(os.environ["RUNS"])] if "RUNS" in os.environ else [RESULTS, REFERENCE]
    for folder in folders:
        if (folder / name / "manifest.json").exists():
            return Run(folder / name)
    there = sorted({path.parent.name for folder in folders for path in folder.glob("*/manifest.json")})
    if command := how_to_make(name):
        raise Missing(f"{shown(folders[0] / name)} is missing: run '{command}'")
    raise Missing(f"{shown(folders[0] / name)} is missing{maybe(name, there)}; there are {', '.join(there) or 'no runs'}")


def find_all(pattern: str, numbers=range(2, 7)) -> dict[int, Run]:
    """The existing runs whose names match a pattern such as `kings-net-{}`, keyed by the number (by default 2 to 6)."""
    runs = {}
    for number in numbers:
        try:
            runs[number] = find(pattern.format(number))
        except Missing:
            continue
    return runs or {numbers[0]: find(pattern.format(numbers[0]))}


def together(runs: dict[int, Run], name: str, number: str = "players") -> pd.DataFrame:
    """The tables of several runs joined into one, with the number of the run as a column."""
    return pd.concat([run.table(name).assign(**{number: key}) for key, run in runs.items()], ignore_index=True)


def maybe(name: str, names: list[str]) -> str:
    """A suggestion of the closest name for an error message, or an empty text."""
    close = difflib.get_close_matches(name, names, 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def how_to_make(name: str) -> str:
    """The command that plays the run with this name, or an empty text if reference.sh does not define the run."""
    script = (Path(__file__).parent / "reference.sh").read_text()
    for family in re.findall(r"^family (\S+)", script, re.MULTILINE):
        if name == family or name.startswith(f"{family}-"):
            folder = f"RUNS={os.environ['RUNS']} " if "RUNS" in os.environ else ""
            return f"{folder}bash notebooks/reference.sh {family}"
    return ""


def again(folder: Path) -> str:
    """The advice how to play the whole run, if the folder contains only published summaries."""
    if folder.parent != REFERENCE:
        return ""
    return f"; for all tables run '{how_to_make(folder.name)}'"


def shown(path: Path) -> str:
    """The path relative to the root of the project, if it is inside the project."""
    path = path.resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
