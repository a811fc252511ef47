"""Two runs of the same design, game by game.

Such runs play the same decks with the same seat assignments, and their agents draw the same random numbers. If the runs differ in
a rule or in the parameters of an agent, the difference within a pair of games has less variance than the difference between two
independent samples of games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _frames
from hidden_decks._core import HiddenDecksError, _student_p, _student_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hidden_decks.runs import Run

#: The entries of a manifest that determine which games are played, on which decks and by how many agents.
_DESIGN = "game players seed secret_sha256 games shard repeats design block_size".split()
#: The columns that identify the game and the seat of a row.
_KEYS = ["game", "block", "deck_seed", "players", "seat"]
#: Columns of names and of lists of seats, even if these look like numbers.
_LABELS = ["agent", "winners"]
#: The maximum number of different words in a column that is compared.
_MOST_WORDS = 8
#: Squares below this fraction of their scale are rounding errors.
_ROUNDING = 1e-12


def compare(first: Run, second: Run) -> Any:
    """Return the data frame of pandas that ``Run.compare`` describes."""
    pandas = _frames.optional("pandas")
    labels = _labels(first, second)
    games, seats = (_Pair(first, second, name) for name in ("games", "seats"))
    parts = [games.differences("game"), seats.differences("all seats")]
    if len(labels) > 1:
        agents = [table.agent.map([pair[run] for pair in labels].index) for run, table in enumerate(seats.tables)]
        if (agents[0] != agents[1]).any():
            raise HiddenDecksError(
                f"an agent of {first.folder} has another position in the list of agents of {second.folder}: "
                "expected the same order in both lists"
            )
        names = [" | ".join(dict.fromkeys(pair)) for pair in labels]
        parts += [seats.differences(names[agent], agents[0] == agent) for agent in sorted(agents[0].unique())]
    numbers = seats.tables[0].seat.astype(int)
    parts += [seats.differences(f"seat {number}", numbers == number) for number in sorted(numbers.unique())]
    table = pandas.concat(parts, ignore_index=True)
    return table.assign(p_holm=holm(table.p))


def holm(values: Any) -> Any:
    """Correct the p values of a family of tests by Holm's method; missing ones do not belong to the family."""
    p = values.dropna().sort_values()
    return (p * np.arange(len(p), 0, -1)).cummax().clip(upper=1).reindex(values.index)


def _labels(first: Run, second: Run) -> list[tuple[str, str]]:
    """Check that two runs play the same games, and return the labels of each agent in both runs."""
    labels = [[agent["label"] for agent in run.manifest["agents"]] for run in (first, second)]
    for name in _DESIGN:
        here, there = (run.manifest.get(name, "missing") for run in (first, second))
        if here != there:
            difference = f"{name} is {here} in {first.folder}, but {there} in {second.folder}"
            raise HiddenDecksError(f"the runs play different games: {difference}")
    if len(labels[0]) != len(labels[1]):
        raise HiddenDecksError(f"{first.folder} has {len(labels[0])} agents, and {second.folder} has {len(labels[1])}")
    return list(zip(*labels))


class _Pair:
    """A table of one run and the table with the same name of another run."""

    def __init__(self, first: Run, second: Run, name: str) -> None:
        # As text, because a column can hold words in one run and nothing in the other one.
        self.tables = [_frames.read_text(run.folder / f"{name}.csv") for run in (first, second)]
        one, other = self.tables
        shared = [column for column in one if column in other]
        keys = [column for column in _KEYS if column in shared]
        if not one[keys].equals(other[keys]):
            raise HiddenDecksError(f"the rows of {name}.csv in {first.folder} and {second.folder} are about different games")
        # A column of a game that a manifest describes is a condition of the run, not an effect.
        conditions = {*first.manifest, *second.manifest} if name == "games" else set()
        left_out = {*keys, *_LABELS, *conditions}
        measured = [column for column in shared if column not in left_out]
        values = dict(pair for column in measured for pair in _measures(column, one[column], other[column]))
        self.values = [_frames.optional("pandas").DataFrame({key: pair[run] for key, pair in values.items()}) for run in (0, 1)]

    def differences(self, of: str, rows: Any = slice(None)) -> Any:
        """Return a row for each measure of some rows, with the 95% interval and the p value of its difference over blocks."""
        first, second = (values[rows] for values in self.values)
        first, second = first.where(second.notna()), second.where(first.notna())
        change = second - first
        blocks = change.groupby(self.tables[0].block[rows])
        sums, sizes = blocks.sum(), blocks.count()
        mean, count = change.mean(), (sizes > 0).sum()
        # The mean is a ratio, and this is its linearised variance (Cochran: Sampling Techniques, chapter 6).
        squares = ((sums - mean * sizes) ** 2).sum()
        squares = squares.where(squares > _ROUNDING * (sums**2).sum())
        error = np.sqrt(squares * count / (count - 1)) / sizes.sum()
        reach = np.array([_student_quantile(freedom) for freedom in count - 1]) * error
        columns = {
            "of": of,
            "what": change.columns,
            "pairs": sizes.sum(),
            "first": first.mean(),
            "second": second.mean(),
            "difference": mean,
            "low": mean - reach,
            "high": mean + reach,
            "p": [_student_p(*values) for values in zip(mean / error, count - 1)],
        }
        return _frames.optional("pandas").DataFrame(columns).reset_index(drop=True)


def _measures(column: str, first: Any, second: Any) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield a column of numbers, or how often a column contains each of a few words."""
    pandas = _frames.optional("pandas")
    cells = {cell for cells in (first, second) for cell in cells.unique() if cell}
    words = {cell for cell in cells if not _is_number(cell)}
    if cells and not words:
        yield column, (pandas.to_numeric(first, errors="coerce"), pandas.to_numeric(second, errors="coerce"))
    elif words == cells and 2 <= len(words) <= _MOST_WORDS:
        for word in sorted(words):
            yield f"{column}={word}", ((first == word).astype(float), (second == word).astype(float))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
