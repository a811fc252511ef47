"""Finds the runs that the notebooks draw, and reads their files."""

import json
import os
from pathlib import Path

import pandas as pd

RESULTS = Path(__file__).resolve().parent.parent / "results"


class Run:
    """A run: its manifest, and every CSV file as a table that is read when first asked for."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        self._tables: dict[str, pd.DataFrame] = {}

    @property
    def command(self) -> str:
        """The command that makes this run again."""
        return self.manifest["command"]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.manifest["players"]

    @property
    def records(self) -> Path:
        """The file of all games, move by move."""
        return self._existing("records.jsonl.zst")

    def table(self, name: str) -> pd.DataFrame:
        """The table of a file, named without its ending: `games`, `summary_agents`, …"""
        if name not in self._tables:
            self._tables[name] = pd.read_csv(self._existing(f"{name}.csv"))
        return self._tables[name].copy()

    def _existing(self, file: str) -> Path:
        path = self.folder / file
        if not path.exists():
            raise FileNotFoundError(f"{self.folder} has no {file}; {how_to_make(self.folder.name)}")
        return path


def find(name: str) -> Run:
    """The run of this name: in the folder that the environment variable RUNS names, or else in results/,
    or else the summaries that come with the project, in results/reference/."""
    folders = [Path(os.environ["RUNS"])] if "RUNS" in os.environ else [RESULTS, RESULTS / "reference"]
    for folder in folders:
        if (folder / name / "manifest.json").exists():
            return Run(folder / name)
    raise FileNotFoundError(f"no run {name} in {folders[0]}; {how_to_make(name)}")


def find_all(pattern: str, numbers=range(2, 7)) -> dict[int, Run]:
    """The runs that there are of names such as `kings-{}` with a number in them: if not said otherwise, 2 to 6 players."""
    runs = {}
    for number in numbers:
        try:
            runs[number] = find(pattern.format(number))
        except FileNotFoundError:
            continue
    return runs or {numbers[0]: find(pattern.format(numbers[0]))}


def together(runs: dict[int, Run], name: str, number: str = "players") -> pd.DataFrame:
    """A table of several runs in one, with the number of each run as a column."""
    return pd.concat([run.table(name).assign(**{number: key}) for key, run in runs.items()], ignore_index=True)


def how_to_make(name: str) -> str:
    return f"make it: bash notebooks/reference.sh {name}"
