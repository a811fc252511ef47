"""Loads the files of a tournament run and draws shares with their intervals."""

import json
import os
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

RESULTS = Path(__file__).resolve().parent.parent / "results"


def find_run(game: str) -> Path:
    """The run named by the environment variable RUN, or else the newest one of this game in results/."""
    if "RUN" in os.environ:
        return Path(os.environ["RUN"])
    manifests = [path for path in RESULTS.glob("*/manifest.json") if game_of(path) == game]
    if not manifests:
        raise FileNotFoundError(f"no run of {game} in {RESULTS}: play a tournament first")
    return max(manifests, key=lambda path: path.stat().st_mtime).parent


def game_of(manifest: Path) -> str:
    """The game of the run with this manifest."""
    return json.loads(manifest.read_text())["game"]


class Run:
    """A run: its manifest, and every CSV file as a table that is read when first asked for."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)
        self.manifest = json.loads((self.folder / "manifest.json").read_text())
        self._tables: dict[str, pd.DataFrame] = {}

    def table(self, name: str) -> pd.DataFrame:
        """The table of a file, named without its ending: `games`, `summary_agents`, …"""
        if name not in self._tables:
            self._tables[name] = pd.read_csv(self.folder / f"{name}.csv")
        return self._tables[name]


def draw_shares(table: pd.DataFrame, label: str, expected: float, title: str) -> plt.Axes:
    """Win shares as points with their 95% intervals, and a line at what chance would give."""
    _, axes = plt.subplots(figsize=(7, 0.6 * len(table) + 1.4), layout="constrained")
    rows = range(len(table))
    errors = [table.win_share - table.ci_low, table.ci_high - table.win_share]
    axes.errorbar(table.win_share, rows, xerr=errors, fmt="o", capsize=4)
    axes.axvline(expected, linestyle=":", color="grey", label="expected by chance")
    axes.set_yticks(rows, table[label])
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of the wins, with 95% interval")
    axes.set_title(title)
    axes.legend()
    return axes
