"""Metrics of how a game unfolds, from the forecasts before its turns (``--forecasts``).

Each is a number for every game. The sources are Browne (*Automatic Generation and Evaluation of Recombination Games*, 2008), the
metrics of Ludii, and Ely, Frankel and Kamenica (*Suspense and Surprise*, 2015).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from hidden_decks._core import HiddenDecksError

if TYPE_CHECKING:
    from hidden_decks.runs import Run

_Array = npt.NDArray[np.float64]

#: A leader counts if it is ahead by this win share for two turns in a row. Smaller changes of the lead are mostly noise.
_AHEAD = 0.05
#: The forecast from which a game counts as decided.
_DECIDED = 0.9
#: The part of the game after which a lead counts as early.
_EARLY = 0.25
#: The quantiles of ``fan``.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass
class Course:
    """The forecasts of a run: a row for each turn."""

    #: The place of the game of each turn, from 0.
    game: npt.NDArray[np.int64]
    #: The expected win shares of all seats.
    expected: _Array
    #: The final win shares of all seats.
    final: _Array

    def lengths(self) -> npt.NDArray[np.int64]:
        """Return the number of turns of each game."""
        return np.bincount(self.game)

    def turns(self) -> npt.NDArray[np.int64]:
        """Return the number of each turn in its game, from 0."""
        lengths = self.lengths()
        return np.arange(len(self.game)) - np.repeat(np.cumsum(lengths) - lengths, lengths)

    def winner(self) -> _Array:
        """Return the forecast of the later winner before each turn; if several seats win, the mean of theirs."""
        winner: _Array = (self.expected * self.final).sum(axis=1)
        return winner

    def by_game(self, values: Any) -> _Array:
        """Return the mean of a number over the turns of each game."""
        return np.bincount(self.game, values) / np.bincount(self.game)

    def leaders(self) -> npt.NDArray[np.int64]:
        """Return the seat with the highest forecast before each turn."""
        leaders: npt.NDArray[np.int64] = self.expected.argmax(axis=1)
        return leaders


def of(run: Run) -> Course:
    """Return the forecasts of a run."""
    table, players = run.table("forecasts"), run.players
    shares = run.table("seats").win_share.to_numpy(float).reshape(-1, players)
    rows = table.game.to_numpy()[::players]
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    if len(table) % players or len(starts) != len(shares):
        raise HiddenDecksError(f"the rows of forecasts.csv in {run.folder} are not those of games.csv")
    game = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(rows))))
    return Course(game, table.win_share.to_numpy(float).reshape(-1, players), shares[game])


def measures(course: Course) -> dict[str, tuple[_Array, str]]:
    """Return the values of all games and the meaning of each metric."""
    expected, final, mean = course.expected, course.final, course.by_game
    leaders = course.leaders()
    best = expected.max(axis=1)
    winner = course.winner()
    leads = np.take_along_axis(final, leaders[:, None], axis=1)[:, 0]
    entropy = -(expected * np.log(np.clip(expected, 1e-12, 1))).sum(axis=1) / np.log(expected.shape[1])
    steps = np.sqrt((np.diff(expected, axis=0, prepend=expected[:1]) ** 2).sum(axis=1))
    steps[np.flatnonzero(np.diff(course.game, prepend=-1))] = 0
    lowest = np.full(course.game[-1] + 1, np.inf)
    np.minimum.at(lowest, course.game, winner)
    early = winner[course.turns() == (_EARLY * course.lengths()).astype(int)[course.game]]
    return {
        "overconfidence": (mean(best - leads), "Forecast of the leader less what the leader wins, on average over turns; 0 if forecasts are right."),
        "lead_changes": (_lead_changes(course, leaders), f"Changes of the leader, who must be ahead by {_AHEAD:.0%} for two turns."),
        "drama": (mean(best - winner), "How far the later winner is behind the leader, on average over turns (Browne, Ludii)."),
        "comebacks": (
            (lowest < 0.5 / expected.shape[1]).astype(float),
            "Share of games whose winner once had less than half of an equal share.",
        ),
        "early_lead": (
            early - 1 / expected.shape[1],
            f"Forecast of the later winner after {_EARLY:.0%} of the game, less an equal share.",
        ),
        "no_return": (_no_return(course, leads), "Part of the game after which the later winner leads to the end; 1 if the last turn decides."),
        "decisive": (
            _decisive(course, winner),
            "Part of the game after which the later winner is better off than any loser ever was; 1 if never (Ludii).",
        ),
        "decided": (mean(best >= _DECIDED), f"Share of turns with a forecast of at least {_DECIDED:.0%} for a seat."),
        "uncertainty": (mean(entropy), "Entropy of the forecasts, on average over turns: 1 if all seats are equal, 0 if the game is decided."),
        "stability": (
            sum(mean(seat**2) - mean(seat) ** 2 for seat in expected.T),
            "Variance of the forecasts over the turns of a game, of all seats together (Ludii).",
        ),
        "surprise": (mean(steps), "Distance between the forecasts before a turn and the turn before, on average (Ely and others)."),
        "suspense": (
            _suspense(course, best, steps),
            "Root mean square of the next such distance, for an onlooker who knows the leader's forecast and the turn (Ely and others).",
        ),
    }


def _lead_changes(course: Course, leaders: npt.NDArray[np.int64]) -> _Array:
    ordered = np.sort(course.expected, axis=1)
    is_ahead = ordered[:, -1] - ordered[:, -2] >= _AHEAD
    is_same = (leaders[1:] == leaders[:-1]) & (course.game[1:] == course.game[:-1])
    counts = np.flatnonzero(is_same & is_ahead[1:] & is_ahead[:-1]) + 1
    game, seat = course.game[counts], leaders[counts]
    changes = game[1:][(game[1:] == game[:-1]) & (seat[1:] != seat[:-1])]
    return np.bincount(changes, minlength=course.game[-1] + 1).astype(float)


def _no_return(course: Course, leads: _Array) -> _Array:
    """Return the last turn before which no winner leads, as a part of the game."""
    last = np.zeros(len(course.lengths()))
    np.maximum.at(last, course.game, np.where(leads > 0, 0, course.turns() + 1))
    return last / course.lengths()


def _decisive(course: Course, winner: _Array) -> _Array:
    is_loser = course.final < course.final.max(axis=1, keepdims=True)
    best_loser = np.where(is_loser, course.expected, 0).max(axis=1)
    highest = np.zeros(len(course.lengths()))
    np.maximum.at(highest, course.game, np.where(is_loser.any(axis=1), best_loser, np.inf))
    first = course.lengths().copy()
    np.minimum.at(first, course.game, np.where(winner > highest[course.game], course.turns(), first[course.game]))
    return first / course.lengths()


def _suspense(course: Course, best: _Array, steps: _Array) -> _Array:
    """Return numbers with the suspense as their mean, from which each differs by the influence of its game.

    The root mean square is over turns of a kind: the leader's forecast is in the same tenth, and the number of the turn has the same
    binary logarithm, rounded down. An onlooker who knows more has less suspense on average, because the mean of roots is below the
    root of the mean.
    """
    turns = np.flatnonzero(course.game[1:] == course.game[:-1])
    weights, squares = 1 / course.lengths()[course.game[turns]], steps[turns + 1] ** 2
    tenth = np.minimum((best[turns] * 10).astype(int), 9)
    _, kind = np.unique(10 * np.log2(course.turns()[turns] + 1).astype(int) + tenth, return_inverse=True)
    root = np.sqrt(np.bincount(kind, weights * squares) / np.bincount(kind, weights))[kind]
    # The roots have the same mean, but the influence of a step is half its square / the root of its kind.
    numbers = np.zeros(len(course.game))
    numbers[turns] = (root + np.divide(squares, root, out=np.zeros_like(root), where=root > 0)) / 2
    return course.by_game(numbers)


def fan(course: Course, parts: int = 20) -> _Array:
    """Return the ``QUANTILES`` of the later winner's forecast in each part of the game, one row for each part that has turns."""
    part = course.turns() * parts // course.lengths()[course.game]
    winner = course.winner()
    return np.array([np.quantile(winner[part == place], QUANTILES) for place in range(parts) if (part == place).any()])


def tenths(course: Course) -> list[tuple[_Array, _Array, npt.NDArray[np.int64]]]:
    """Return the forecasts, the results and the games of all seats before all turns, by tenths of the forecast."""
    expected, final = course.expected.ravel(), course.final.ravel()
    game = np.repeat(course.game, course.expected.shape[1])
    place = np.minimum((expected * 10).astype(int), 9)
    return [(expected[rows], final[rows], game[rows]) for rows in (place == tenth for tenth in range(10)) if rows.any()]
