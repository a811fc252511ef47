"""Runs of the program ``tournament``: their tables as data frames, their records as an iterator."""

from __future__ import annotations

import contextlib
import difflib
import html
import itertools
import json
import operator
import os
import warnings
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hidden_decks import _compare, _decisions, _frames, _parquet, _variance
from hidden_decks._core import HiddenDecksError, State, _link, _recorded, _report, _RunDecisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from os import PathLike

    from hidden_decks._frames import Backend
    from hidden_decks.plots import Plots

__all__ = ["MissingRunError", "Run", "find", "find_all", "open_run", "together"]

_MATCH = "games_played blocks advantage normalised_elo normalised_elo_low normalised_elo_high llr accepted".split()
_MAIN = ["agent", "games", "win_share", "ci_low", "ci_high", "expected", "mean_points", "mean_rank"]
#: The file of the records, in the folder of a run.
_RECORDS = "records.jsonl.zst"


class MissingRunError(HiddenDecksError):
    """A run or a file of a run that is missing. Notebooks show the message without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def open_run(path: str | PathLike[str] | None = None) -> Run:
    """Return the run in a folder.

    Parameters
    ----------
    path
        The folder. Without it, the run is in the folder that the environment variable RUN names; without RUN, it is
        the newest finished tournament in ``results``, or without a tournament the newest finished run, in the working
        directory or the nearest folder above it that has ``results``. ``print(run)`` shows which run it is.

    Raises
    ------
    MissingRunError
        If the folder is not a run folder, or if ``results`` has no finished run.
    """
    if path is not None:
        return Run(path)
    results = _results()
    if named := os.environ.get("RUN"):
        # A relative path counts from here or from the project, so that it means the same in a notebook's folder.
        return Run(next((folder for folder in (Path(named), results.parent / named) if folder.is_dir()), named))
    manifests = sorted(results.glob("*/manifest.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    finished = [run for run in map(_readable, manifests) if run is not None and run.finished]
    if not finished:
        raise MissingRunError(
            f"{results} has no finished run: play one, for example 'tournament --agents mcts,greedy',"
            " or set the environment variable RUN to the folder of a run"
        )
    return next((run for run in finished if run.manifest.get("job", "run") == "run"), finished[0])


def find(name: str) -> Run:
    """Return the run with this name in the folder that the environment variable RUNS names.

    Without RUNS, the run is in ``results``, or a published one in ``results/reference``, in the working directory or
    the nearest folder above it that has ``results``.

    Raises
    ------
    MissingRunError
        If there is no such run.

    Warns
    -----
    UserWarning
        If the run is unfinished, or if it hides a published one of the same name that differs.
    """
    results = _results()
    folders = [Path(os.environ["RUNS"])] if "RUNS" in os.environ else [results, results / "reference"]
    found = [Run(folder / name) for folder in folders if (folder / name / "manifest.json").is_file()]
    if not found:
        there = sorted({path.parent.name for folder in folders for path in folder.glob("*/manifest.json")})
        raise MissingRunError(f"{folders[0]} has no run {name!r}: {_advice(name, there)}")
    run = found[0]
    if not run.finished:
        warnings.warn(f"{run}; continue it with resume=True, or --resume", stacklevel=2)
    if any(other.manifest.get("files") != run.manifest.get("files") for other in found[1:]):
        warnings.warn(f"{_shown(run.folder)} differs from the published run of this name, which RUNS=results/reference shows", stacklevel=2)
    return run


def _results() -> Path:
    """The folder of the runs of a project."""
    here = Path.cwd()
    return next((folder / "results" for folder in (here, *here.parents) if (folder / "results").is_dir()), here)


def _readable(manifest: Path) -> Run | None:
    with contextlib.suppress(MissingRunError):
        return Run(manifest.parent)
    return None


def _shown(folder: Path) -> str:
    """A path for people: from ``results`` on, if it is in there."""
    parts = folder.absolute().parts
    return "/".join(parts[parts.index("results") :]) if "results" in parts else str(folder)


def find_all(pattern: str, numbers: Iterable[int] = range(2, 7)) -> dict[int, Run]:
    """Return the existing runs whose names match a pattern such as ``kings-net-{}``, by number.

    Raises
    ------
    MissingRunError
        If there is no such run.
    """
    numbers, runs = list(numbers), {}
    for number in numbers:
        with contextlib.suppress(MissingRunError):
            runs[number] = find(pattern.format(number))
    return runs or {numbers[0]: find(pattern.format(numbers[0]))}


def together(runs: Mapping[Any, Run], name: str, key: str = "players") -> Any:
    """Return a table of several runs as one data frame of pandas, with the key of each run as a column."""
    pandas = _frames.optional("pandas")
    return pandas.concat([run.table(name).assign(**{key: of}) for of, run in runs.items()], ignore_index=True)


def _advice(name: str, names: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, names, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are {', '.join(names) or 'none'}"


class Run:
    """A run in its folder. Each method reads its files when it is called.

    Attributes
    ----------
    folder
        The path of the run folder.
    manifest
        The run's command, rules, agents with all parameters, and seed.
    """

    def __init__(self, folder: str | PathLike[str], *, report: str | None = None) -> None:
        folder = Path(folder)
        path = folder / "manifest.json"
        if not path.is_file():
            raise MissingRunError(f"{folder} is not a run folder: it has no manifest.json")
        self.folder = folder
        self._report = report
        try:
            self.manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            complete = {"game", "players"} <= self.manifest.keys()
        except (ValueError, AttributeError):
            complete = False
        if not complete:
            raise MissingRunError(f"{path} is not a manifest: it is damaged or incomplete")

    @property
    def command(self) -> str:
        """The command that plays the run again; agents written in Python can play again only from Python."""
        return str(self.manifest["command"])

    @property
    def report(self) -> str | None:
        """The final tables as text, as printed by the program if this process has played the run.

        For other finished tournaments, they are computed from the files, without a game's own tables; otherwise None.
        """
        if self._report is None and "summary_agents" in self.tables:
            return _report(self.folder)
        return self._report

    @property
    def plot(self) -> Plots:
        """The plots of the run: ``run.plot.win_shares()`` and so on (need matplotlib)."""
        from hidden_decks.plots import Plots

        return Plots(self)

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.manifest["players"])

    @property
    def finished(self) -> bool:
        """Whether all games were played."""
        return bool(self.manifest.get("finished", True))

    @property
    def record_file(self) -> Path:
        """The file with the records of all games.

        Raises
        ------
        MissingRunError
            If the run was played without records.
        """
        if not self._has_records:
            raise MissingRunError(f"{self.folder} has no records: play the run with --records, or records=True")
        return self.folder / _RECORDS

    @property
    def _has_records(self) -> bool:
        return (self.folder / _RECORDS).is_file()

    @property
    def tables(self) -> list[str]:
        """The names of the run's tables, for ``table``. Published runs have some of them, the large ones compressed."""
        return sorted({path.name.partition(".")[0] for end in ("csv", "csv.gz") for path in self.folder.glob(f"*.{end}")})

    def table(self, name: str, backend: Backend = "pandas") -> Any:
        """Return a table as a data frame.

        Parameters
        ----------
        name
            The name of the table's file without the extension, such as "games" or "seats".
        backend
            "pandas", "polars" or "arrow".

        Raises
        ------
        MissingRunError
            If the run has no such table.
        """
        return _frames.read_csv(self._existing(name), backend)

    def columns(self, name: str, backend: Backend = "pandas") -> Any:
        """Return what each column of a table means, as a data frame with the ``type`` and the ``meaning`` of each ``column``.

        Parameters
        ----------
        name, backend
            As in ``table``.

        Raises
        ------
        MissingRunError
            If the run has no such table.
        """
        known = _frames.declared().get(name, {})
        other = ("number", "A tuned parameter, or a column of a custom game.")
        described = [(column, *known.get(column, other)) for column in _frames.header(self._existing(name))]
        frame = _frames.optional("pandas").DataFrame(described, columns=["column", "type", "meaning"])
        return _frames.converted(frame, backend)

    def summary(self, backend: Backend = "pandas") -> Any:
        """Return the main results.

        For tournaments, these are by agent the share of wins with its 95% interval, points and rank. If any game was
        forfeited, for example because an agent raised an exception, the column ``forfeits`` counts such games by agent:
        a failed agent looks like a weak one. The table ``summary_agents`` has more columns. For matches, they are a row with the
        advantage and the accepted hypothesis, and for tuning the tuned values.

        Raises
        ------
        MissingRunError
            If the run is of another kind or unfinished.

        Warns
        -----
        UserWarning
            If an agent forfeited games of a run that another process has played. ``play_tournament`` warns itself.
        """
        if "match" in self.tables and "parameters" not in self.tables:
            return _frames.row({key: self.manifest.get(key) for key in _MATCH}, backend)
        if "parameters" in self.tables:
            return self.table("parameters", backend)
        if "summary_agents" not in self.tables:
            tables = ", ".join(self.tables) or "none"
            raise MissingRunError(
                f"{self.folder} has no summary, which needs a finished tournament, match or tuning: its tables are {tables}"
            )
        table = self.table("summary_agents", backend)
        main = table.select(_MAIN) if backend == "arrow" else table[_MAIN]
        counts = self.forfeits()
        if not counts:
            return main
        if self._report is None:
            warnings.warn(f"{forfeited(counts)}, so the results do not show its strength", stacklevel=2)
        return _frames.with_column(main, "forfeits", [counts[str(agent)] for agent in main["agent"]], backend)

    def compare(self, other: Run, backend: Backend = "pandas") -> Any:
        """Compare this run with another one game by game, to measure the effect of a changed rule or agent.

        Agents are paired by their position in the list.

        Parameters
        ----------
        other
            A run with the same seed, players, number of agents, games and design, and therefore the same decks.
        backend
            As in ``table``.

        Returns
        -------
        data frame
            A row for each column of ``games.csv`` and ``seats.csv`` (``what``), for games, all seats, each agent and each
            seat (``of``). For a column of words, such as ``cause=deck``, there is a row for each word, with its frequency.

            Columns: the number of ``pairs``, the mean in this run (``first``) and in the other one (``second``), the
            ``difference``, the second less the first, with its 95% interval over blocks (``low``, ``high``), the two-sided
            ``p`` of no difference, and ``p_holm``, corrected by Holm's method for all rows.

        Raises
        ------
        HiddenDecksError
            If the runs are unfinished, or if their designs differ.
        """
        self._check_finished()
        other._check_finished()
        return _frames.converted(_compare.compare(self, other), backend)

    def variance(self, backend: Backend = "pandas") -> Any:
        """Split the variance of a seat's result by its sources: the agents, the seats, the deck and play.

        The run must be played with ``--repeats 2`` or more. The guide describes the components and their estimates.
        ``backend`` is as in ``table``.

        Returns
        -------
        data frame
            A row for each ``component`` of the variance of each ``result``, which is "win_share" or "margin", and a row for
            their "total".

            Columns: the number of whole ``blocks``, the ``variance`` in squares of the unit of the result with its 95%
            interval (``variance_low``, ``variance_high``), and its ``share`` of the total variance with its interval
            (``share_low``, ``share_high``). Estimates are unbiased, so those near zero can be negative.

        Raises
        ------
        HiddenDecksError
            If the run is unfinished, has no repeats, or has fewer than three whole blocks with the same seat assignments.
        """
        self._check_finished()
        return _frames.converted(_variance.variance(self), backend)

    def forfeits(self) -> Counter[str]:
        """Return the number of forfeited seats by agent; it is empty for runs without the tables of games, as published ones are."""
        if not {"games", "seats"} <= set(self.tables):
            return Counter()
        # A seat is read only if a game was forfeited, because most are not.
        forfeited = {
            (row["game"], cause.partition(":")[0])
            for row in _frames.rows(self._file("games"))
            if row.get("forfeits")
            for cause in row["forfeits"].split("|")
        }
        if not forfeited:
            return Counter()
        seats = _frames.rows(self._file("seats"))
        return Counter(row["agent"] for row in seats if (row["game"], row["seat"]) in forfeited)

    def report_html(self, path: str | PathLike[str] | None = None, *, times: bool = True) -> Path:
        """Write a page about a finished tournament: one file with the results in words, plots and tables. Return its path.

        Parameters
        ----------
        path
            The file; by default ``report.html`` in the run folder. An existing file is replaced.
        times
            Whether to show the thinking times. Without them, the same run gives the same bytes.

        Raises
        ------
        MissingRunError
            If the run is of another kind or unfinished.
        ModuleNotFoundError
            If matplotlib or pandas is not installed.
        """
        from hidden_decks import _page

        if "summary_agents" not in self.tables:
            raise MissingRunError(f"{self.folder} has no summary of a tournament: only finished tournaments have a page")
        page = self.folder / "report.html" if path is None else Path(path)
        page.write_text(_page.page(self, times=times), encoding="utf-8", newline="\n")
        return page

    def _repr_html_(self) -> str:
        try:
            text = str(self.summary()._repr_html_())
            for column, (_, meaning) in _frames.declared()["summary_agents"].items():
                text = text.replace(f"<th>{column}</th>", f'<th title="{html.escape(meaning)}">{column}</th>')
            return text
        except (MissingRunError, ModuleNotFoundError):
            # There is no summary, or no pandas to show it.
            report = self.report
            return html.escape(repr(self)) if report is None else f"<pre>{html.escape(report)}</pre>"

    def records(self) -> Iterator[dict[str, Any]]:
        """Return an iterator over the recorded games, in the order of the run.

        Raises
        ------
        MissingRunError
            If the run was played without records.
        """
        return map(json.loads, _lines(self.record_file))

    def positions(self, index: int, boards: Sequence[str | PathLike[str]] = ()) -> list[State]:
        """Return the positions of a recorded game, from its start to its end.

        Parameters
        ----------
        index
            The index of the game among the records, from 0.
        boards
            The files of custom boards on which the run was played.

        Raises
        ------
        MissingRunError
            If the run was played without records.
        HiddenDecksError
            If there is no such record, or if it is damaged.
        """
        return _recorded(self.manifest["game"], self._record(index), [Path(board) for board in boards])

    def games(self, boards: Sequence[str | PathLike[str]] = ()) -> Iterator[list[State]]:
        """Return an iterator over the recorded games: the positions of each, from its start to its end.

        Parameters
        ----------
        boards
            As in ``positions``.

        Raises
        ------
        MissingRunError
            If the run was played without records.
        HiddenDecksError
            If a record is damaged.
        """
        files = [Path(board) for board in boards]
        return (_recorded(self.manifest["game"], record, files) for record in _lines(self.record_file))

    def link(
        self,
        index: int,
        position: int,
        action: int | None = None,
        boards: Sequence[str | PathLike[str]] = (),
    ) -> str | None:
        """Return a recorded game up to a position as a text that the page opens after ``#packed=``.

        Parameters
        ----------
        index, boards
            As in ``positions``.
        position
            The index of the position in the list of ``positions``.
        action
            An action that is played at this position, not necessarily the one of the record.

        Returns
        -------
        str or None
            None if the game cannot be packed, for example because its board is a file.

        Raises
        ------
        MissingRunError
            If the run was played without records.
        HiddenDecksError
            If there is no such record, if it is damaged, or if the action is not legal.
        """
        files = [Path(board) for board in boards]
        return _link(self.manifest["game"], self._record(index), files, position, action)

    def _record(self, index: int) -> str:
        place = operator.index(index)
        record = None if place < 0 else next(itertools.islice(_lines(self.record_file), place, None), None)
        if record is None:
            raise HiddenDecksError(f"{self.record_file} has no record {index}")
        return record

    def decisions(
        self,
        *,
        agent: str | None = None,
        seed: int = 1,
        boards: Sequence[str | PathLike[str]] = (),
        threads: int | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Return an iterator over the decisions of the recorded games, in batches that fit into memory.

        Each decision with at least two legal moves is a row.

        Parameters
        ----------
        agent
            The spec of a search that judges every decision, for visits and values.
        seed
            The master seed of the search.
        boards
            As in ``positions``.
        threads
            The number of threads; by default one for each core.

        Yields
        ------
        dict of str to ndarray
            The decisions of some games, by column. The arrays have the shape (n,), except for "observation", float32 of
            shape (n, observation_size), "mask", "visits" and "value", bool, int64 and float64 of shape (n, num_actions),
            and "outcome" and "points", float64 and int32 of shape (n, num_players). The guide describes all columns.
            Without a search, visits are 0; unknown values are nan.

        Raises
        ------
        HiddenDecksError
            If the run has no records, is unfinished or damaged, or if the search fails.
        """
        return _decisions.batches(self._decisions(agent, seed, boards, threads))

    def export(
        self,
        file: str | PathLike[str] | None = None,
        *,
        agent: str | None = None,
        seed: int = 1,
        boards: Sequence[str | PathLike[str]] = (),
        threads: int | None = None,
    ) -> Path:
        """Write the decisions of the recorded games as training data, and return the path of the Parquet file.

        A row is a decision, with the observation, the mask, the action and the outcome. Rows are written while
        records are read, so runs of any length fit into memory. If the export is interrupted, no file remains.

        Parameters
        ----------
        file
            The file to write; by default ``decisions.parquet`` in the run folder.
        agent, seed, boards, threads
            As in ``decisions``.

        Raises
        ------
        HiddenDecksError
            If the run has no records, is unfinished or damaged, if the search fails, or if the
            file exists.
        ModuleNotFoundError
            If pyarrow is not installed.
        """
        path = self.folder / "decisions.parquet" if file is None else Path(file)
        _decisions.write(self._decisions(agent, seed, boards, threads), path)
        return path

    def to_parquet(self) -> list[Path]:
        """Write every table as a Parquet file beside its CSV file, and return the paths.

        Existing Parquet files are replaced. The types of the columns are the same in all runs. Missing values are
        null.

        Raises
        ------
        ModuleNotFoundError
            If pyarrow is not installed.
        """
        return [_parquet.convert(self._file(name)) for name in self.tables]

    def _existing(self, table: str) -> Path:
        """The file of a table that must exist."""
        if table not in self.tables:
            raise MissingRunError(f"{self.folder} has no table {table!r}: {_advice(table, self.tables)}")
        return self._file(table)

    def _file(self, table: str) -> Path:
        path = self.folder / f"{table}.csv"
        return path if path.is_file() else path.with_suffix(".csv.gz")

    def _check_finished(self) -> None:
        """Check that this is a finished tournament with its rows."""
        if self.manifest.get("job", "run") != "run":
            raise HiddenDecksError(f"{self.folder} is not a tournament: expected a run of play_tournament() or `tournament --agents`")
        if self.manifest.get("finished") is not True:
            raise HiddenDecksError(f"{self.folder} is not finished: continue the run with --resume, or resume=True")
        if not {"games", "seats"} <= set(self.tables):
            raise MissingRunError(f"{self.folder} has no games.csv and seats.csv: play the run again")

    def _decisions(
        self,
        agent: str | None,
        seed: int,
        boards: Sequence[str | PathLike[str]],
        threads: int | None,
    ) -> _RunDecisions:
        return _RunDecisions(self.folder, agent, seed, [Path(board) for board in boards], threads)

    def __str__(self) -> str:
        played = self.manifest.get("games_played", 0)
        state = "finished" if self.finished else f"unfinished, of {self.manifest.get('games', 'unknown')} planned"
        version = self.manifest.get("version", "unknown")
        return f"{_shown(self.folder)}: {played:,} games of {self.manifest['game']}, {state}, version {version}"

    def __repr__(self) -> str:
        return f"<Run in {self.folder}: {', '.join(self.tables)}>"


def forfeited(counts: Mapping[str, int]) -> str:
    """Return a sentence about agents with the numbers of games that they forfeited."""
    return ", and ".join(f"the agent {agent} forfeited {count:,} games" for agent, count in sorted(counts.items()))


def _lines(path: Path) -> Iterator[str]:
    with _frames.optional("zstandard").open(path, "rt", encoding="utf-8") as lines:
        yield from lines
