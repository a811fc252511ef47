"""Runs of the program ``tournament``: their tables as frames, their records as an iterator."""

from __future__ import annotations

import difflib
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hidden_decks import _frames
from hidden_decks._core import HiddenDecksError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike

    from hidden_decks._frames import Backend

__all__ = ["Run", "open_run"]


def open_run(path: str | PathLike[str]) -> Run:
    """Return the run in a folder.

    Raises:
        HiddenDecksError: If it is not the folder of a run.
    """
    return Run(Path(path))


class Run:
    """A run in its folder. Files are read when they are asked for.

    Attributes:
        folder: The folder.
        manifest: The run's command, rules, agents with all parameters, and seed.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / "manifest.json"
        if not path.is_file():
            raise HiddenDecksError(f"{folder} has no manifest.json: it is not the folder of a run")
        self.folder = folder
        self.manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))

    @property
    def tables(self) -> list[str]:
        """The names that ``table`` takes."""
        return sorted(path.stem for path in self.folder.glob("*.csv"))

    def table(self, name: str, backend: Backend = "pandas") -> Any:
        """Return a table as a frame.

        Args:
            name: The name of its file without the ending, such as "games" or "seats".
            backend: "pandas", "polars" or "arrow".

        Raises:
            HiddenDecksError: If the run has no such table.
        """
        tables = self.tables
        if name not in tables:
            close = difflib.get_close_matches(name, tables, 1)
            advice = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(tables)}"
            raise HiddenDecksError(f"{self.folder} has no table {name!r}: {advice}")
        return _frames.read_csv(self.folder / f"{name}.csv", backend)

    def records(self) -> Iterator[dict[str, Any]]:
        """Return the recorded games one by one, in their order.

        Raises:
            HiddenDecksError: If the run was played without ``--records``.
        """
        path = self.folder / "records.jsonl.zst"
        if not path.is_file():
            raise HiddenDecksError(f"{self.folder} has no records: play the run with --records")
        return _records(path)

    def export(
        self,
        file: str | PathLike[str] | None = None,
        *,
        agent: str | None = None,
        seed: int = 1,
        boards: Sequence[str | PathLike[str]] = (),
    ) -> Path:
        """Write the decisions of the recorded games as training data, and return the Parquet file.

        It is what ``tournament export`` writes: a row for each decision, with the observation, the mask, the
        action and the outcome.

        Args:
            file: The file to write; by default ``decisions.parquet`` in the folder of the run.
            agent: A search that judges every decision, for visits and values.
            seed: The master seed of the search.
            boards: Boards of one's own that the run was played on.

        Raises:
            HiddenDecksError: If the run has no records, or the file exists or cannot be written.
        """
        path = self.folder / "decisions.parquet" if file is None else Path(file)
        options = ["--out", str(path), "--seed", str(seed)]
        options += [] if agent is None else ["--agent", agent]
        for board in boards:
            options += ["--board", str(board)]
        # A process of its own, so that an interrupt here ends it there.
        command = [sys.executable, "-m", "hidden_decks.program", "export", str(self.folder), "--quiet"]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise HiddenDecksError(done.stderr.strip().removeprefix("error: "))
        return path

    def __repr__(self) -> str:
        return f"<Run in {self.folder}: {', '.join(self.tables)}>"


def _records(path: Path) -> Iterator[dict[str, Any]]:
    try:
        zstandard: Any = importlib.import_module("zstandard")
    except ModuleNotFoundError as error:
        sentence = "zstandard is not installed: run 'pip install zstandard'"
        raise ModuleNotFoundError(sentence) from error
    with zstandard.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
