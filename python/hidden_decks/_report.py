"""The tables that the program prints at the end of a tournament, from the files of the run."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from hidden_decks import _frames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

Row: TypeAlias = "dict[str, str]"

#: Maximum number of agents for which the matrix of payoffs fits on a screen.
_MOST_OPPONENTS = 10


def report(tables: dict[str, Path], players: int) -> str:
    """Return the tables that all games share, as text: agents, seats, ratings with their notes, and payoffs.

    ``tables`` contains the files of the run's tables by name.
    """
    agents, seats, fits, scores = (
        list(_frames.rows(tables[name])) if name in tables else []
        for name in ("summary_agents", "summary_seats", "summary_fit", "payoffs")
    )
    parts = [_agents(agents)]
    if seats:
        parts.append(_pivot(seats, "win share by seat", lambda row: f"seat {row['seat']}", "win_share"))
    if len(agents) > 1:
        parts.append(_ratings(agents, players) + _notes(agents, fits, players))
    # With two agents, the matrix would contain nothing new.
    if scores and 3 <= len(agents) <= _MOST_OPPONENTS:
        parts.append(_pivot(scores, "ahead of", lambda row: row["opponent"], "score", [row["agent"] for row in agents]))
    return "\n".join(parts)


def _agents(rows: Sequence[Row]) -> str:
    def cells(row: Row) -> list[str]:
        shares = [_text(row["win_share"]), _interval(row["ci_low"], row["ci_high"], _text), _text(row["expected"])]
        return [row["agent"], row["games"], *shares, _text(row["mean_points"], "{:.1f}"), _text(row["mean_rank"], "{:.2f}")]

    return _aligned(["agent", "games", "win share", "95% CI", "expected", "points", "rank"], map(cells, rows))


def _ratings(rows: Sequence[Row], players: int) -> str:
    # With two players, ranks contain the same information as wins.
    kinds = ["rating"] if players == 2 else ["rating", "win_rating"]
    header = ["rating", "points", "95% CI", "by wins", "95% CI"][: 1 + 2 * len(kinds)]
    cells = [
        [row["agent"]]
        + [text for of in kinds for text in (_whole(row[of]), _interval(row[f"{of}_low"], row[f"{of}_high"], _whole))]
        for row in rows
    ]
    return _aligned(header, cells)


def _notes(agents: Sequence[Row], fits: Sequence[Row], players: int) -> str:
    """Explain why ratings have no interval, and how well they fit."""
    kinds = {"": "rating_note", " by wins": "win_rating_note"} if players > 2 else {"": "rating_note"}
    named: dict[tuple[str, str], list[str]] = defaultdict(list)
    for kind, column in kinds.items():
        for row in agents:
            if row[column]:
                named[kind, row[column]].append(row["agent"])
    lines = [f"no interval{kind} for {', '.join(those)}: {note}\n" for (kind, note), those in sorted(named.items())]
    for row in fits:
        if row["p"]:
            p = float(row["p"])
            words = "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
            worst = f"{row['agent']} ahead of {row['opponent']} {_text(row['score'])}, expected {_text(row['expected'])}"
            lines.append(f"fit of ratings by {row['by']}: {words}; worst: {worst}\n")
    return "".join(lines)


def _pivot(rows: Sequence[Row], title: str, column: Callable[[Row], str], value: str, order: Sequence[str] = ()) -> str:
    """Return a table of shares with a row for each agent."""
    shares: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        shares[row["agent"]][column(row)] = _text(row[value])
    columns = list(order) or sorted({name for cells in shares.values() for name in cells}, key=lambda name: (len(name), name))
    agents = list(order) or list(shares)
    return _aligned([title, *columns], [[agent, *(shares[agent].get(name, "-") for name in columns)] for agent in agents])


def _aligned(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Align the columns of a table: the first to the left, the others to the right."""
    columns = [
        [cell.rjust(width) if place else cell.ljust(width) for cell in column]
        for place, column in enumerate(zip(header, *rows))
        for width in [max(map(len, column))]
    ]
    return "".join(f"{'  '.join(cells).rstrip()}\n" for cells in zip(*columns))


def _text(cell: str, form: str = "{:.1%}") -> str:
    return form.format(float(cell)) if cell else "-"


def _whole(cell: str) -> str:
    """Round half away from zero, as the program does; adding zero turns -0 into 0."""
    return f"{math.copysign(math.floor(abs(float(cell)) + 0.5), float(cell)) + 0.0:.0f}" if cell else "-"


def _interval(low: str, high: str, form: Callable[[str], str]) -> str:
    return f"{form(low)} to {form(high)}" if low and high else "-"
