"""The choices of the players in the first games of a run, from its records (``--records``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from os import PathLike

    from hidden_decks.runs import Run

_Array = npt.NDArray[np.float64]


@dataclass
class Choices:
    """The decisions between at least two legal moves, by game."""

    #: The number of decisions of each game.
    decisions: _Array
    #: The number of legal moves in all decisions of each game together.
    moves: _Array
    #: For each game and seat, a number for the moves of the seat's first turn; the same moves have the same number.
    openings: npt.NDArray[np.int64]


def read(run: Run, games: range, boards: Sequence[str | PathLike[str]]) -> Choices:
    """Return the choices in the games of a run with these numbers, which begin with its first game."""
    return of(run.decisions(boards=boards), games, run.players)


def of(batches: Iterable[dict[str, Any]], games: range, players: int) -> Choices:
    """Return the choices in the first games of batches, which are those of ``Run.decisions``."""
    decisions, moves = np.zeros(len(games)), np.zeros(len(games))
    lines: list[tuple[int, ...]] = [()] * (len(games) * players)
    for batch in batches:
        legal = batch["mask"].sum(axis=1)[batch["game"] < games.stop]
        game, seat, turn, action = (batch[name][: len(legal)] for name in ("game", "seat", "turn", "action"))
        place = game - games.start
        decisions += np.bincount(place, minlength=len(games))
        moves += np.bincount(place, legal, len(games))
        keys = place * players + seat
        _, first, of_seat = np.unique(keys, return_index=True, return_inverse=True)
        is_opening = turn == turn[first][of_seat]
        for key, played in zip(keys[is_opening], action[is_opening]):
            lines[key] += (int(played),)
        if len(legal) < len(batch["game"]):
            break
    numbers = {line: number for number, line in enumerate(dict.fromkeys(lines))}
    return Choices(decisions, moves, np.array([numbers[line] for line in lines]).reshape(-1, players))


def alike(openings: npt.NDArray[np.int64], blocks: npt.NDArray[np.int64]) -> _Array:
    """Return for each game in how many games of other blocks a seat begins with the same moves, summed over seats."""
    counts: _Array = np.sum([_times(moves) - _times(blocks * openings.size + moves) for moves in openings.T], axis=0, dtype=float)
    return counts


def _times(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return how often each number occurs."""
    _, place, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    return counts[place]
