"""Variance components of results that come in blocks of repeated games.

A block is a deck on which every seat assignment of a balanced group is played several times. The results of one repeat form a
table with a row for each seat assignment and a column for each seat. Every agent plays in every seat equally often, so a table is
the sum of four orthogonal parts: its mean, the agent effects, the seat effects, and the remainder. Differences between repeats of
a block are *play*, differences between block means beyond play are the *deck*, and the mean over all blocks, beyond both, is an
effect that does not depend on the deck.

The estimates are the method of moments for balanced data (Searle, Casella and McCulloch: *Variance Components*, 1992, chapter 4):
every mean square is set equal to its expectation. They are unbiased for any distribution, even if the games of a repeat depend on
each other, so the estimate of a component that is zero is often negative. Truncated at zero, estimates would be biased and would
not add up to the total.

Intervals come from the jackknife over blocks (Arvesen: *Jackknifing U-statistics*, 1969) with Student's quantile. Effects that do
not depend on the deck are estimated by squares, of which the jackknife captures only the slope, so the variance of the square
itself is added. Blocks with different agents or seat assignments are separate strata, weighted by their numbers of games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from hidden_decks import _frames
from hidden_decks._core import HiddenDecksError, _student_quantile

if TYPE_CHECKING:
    from hidden_decks.runs import Run

_Array = npt.NDArray[np.float64]
#: The seat assignments of a block, as agents by assignment and seat; results by block, repeat, assignment and seat.
_Stratum = tuple[npt.NDArray[Any], _Array]

_COMPONENTS = "agent seat assignment deck deck_agent deck_assignment play total".split()
_RESULTS = ["win_share", "margin"]
_COLUMNS = "result component blocks variance variance_low variance_high share share_low share_high".split()
#: In smaller strata the error of an estimate cannot be assessed, so they are left out.
_LEAST_BLOCKS = 3
#: Values below this fraction of the total are rounding errors and count as zero.
_ROUNDING = 1e-12


def variance(run: Run) -> Any:
    """Return the data frame of pandas that ``Run.variance`` describes."""
    repeats = run.manifest.get("repeats", 1)
    if repeats < 2:
        raise HiddenDecksError(f"{run.folder} has one game for each deck and seat assignment: play the run with --repeats 2, or repeats=2")
    seats = run.table("seats")
    if run.manifest["missing_in_last_block"]:
        seats = seats[seats.block != seats.block.max()]
    found: dict[tuple[str, ...], list[_Array]] = {}
    for _, block in seats.groupby("block"):
        found.setdefault(tuple(block.agent[: len(block) // repeats]), []).append(block[_RESULTS].to_numpy(float))
    strata = [(np.array(key), np.array(blocks)) for key, blocks in found.items() if len(blocks) >= _LEAST_BLOCKS]
    if not strata:
        raise HiddenDecksError(f"{run.folder} has fewer than three whole blocks with the same seat assignments: play more games")
    rows: list[tuple[Any, ...]] = []
    for place, result in enumerate(_RESULTS):
        shape = (-1, run.players)
        tables = [(agents.reshape(shape), values[..., place].reshape(len(values), repeats, *shape)) for agents, values in strata]
        count = sum(len(values) for _, values in tables)
        rows += [(result, name, count, *row) for name, row in zip(_COMPONENTS, decompose(tables))]
    return _frames.optional("pandas").DataFrame(rows, columns=_COLUMNS)


def decompose(strata: list[_Stratum]) -> _Array:
    """Estimate the components and their total, in rows: the variance with its interval, then the share with its interval."""
    games = np.array([len(tables) * agents.size for agents, tables in strata])
    weights = games / games.sum()
    parts = [_jackknifed(*stratum) for stratum in strata]
    whole = np.sum([weight * estimate for weight, (estimate, _, _) in zip(weights, parts)], axis=0)
    total = whole[-1]
    squares = np.zeros((2, len(whole)))
    with np.errstate(invalid="ignore", divide="ignore"):
        for weight, (estimate, without, spread) in zip(weights, parts):
            count = len(without)
            # Differences from the estimate, because the squares of full values would lose digits.
            changes = weight * (without - estimate)
            left = whole + changes
            shares = left / left[:, -1:] - whole / total
            squares += np.var([changes, shares], axis=1, ddof=1) * (count - 1) ** 2 / count
            # The mean square of normal errors with mean variance V has a variance of at most 2 V^2.
            error = weight * spread / count
            squares[:, :3] += 2 * error**2 / np.array([[1], [total**2]])
            if left[:, -1].min() <= 0:
                squares[1] = np.nan  # all variance comes from one block, so the error of the shares is unknown
        quantile = _student_quantile(sum(len(tables) for _, tables in strata) - len(strata))
        variances = _with_interval(whole, quantile * np.sqrt(squares[0]), _ROUNDING * abs(total))
        shares = _with_interval(whole / total, quantile * np.sqrt(squares[1]), _ROUNDING)
    shares[-1, 1:] = np.nan
    return np.hstack([variances, shares if total > 0 else np.full_like(shares, np.nan)])


def _with_interval(values: _Array, reach: _Array, tiny: float) -> _Array:
    reach = np.where(reach > tiny, reach, np.nan)
    values = np.where(abs(values) > tiny, values, 0.0)
    return np.stack([values, values - reach, values + reach], axis=1)


def _jackknifed(agents: npt.NDArray[Any], tables: _Array) -> tuple[_Array, _Array, _Array]:
    """Estimate the components of a stratum, with all blocks and without each of them.

    Also return the mean squares between blocks of the agent effects, the seat effects and the remainder.
    """
    count, repeats = tables.shape[:2]
    # Differences from the first repeat are exactly zero if all repeats are the same.
    distances = tables - tables[:, :1]
    centres = distances.mean(axis=1)
    noise = _mean_squares(agents, distances - centres[:, None]).sum(axis=1) / (repeats - 1)
    means = tables[:, 0] + centres
    mean = means.mean(axis=0)
    between = _mean_squares(agents, means - mean)

    def estimates(count: int, mean: _Array, between: _Array, noise: _Array) -> _Array:
        between, noise = between / (count - 1), noise / count
        # The mean over all blocks still contains noise from differences between blocks, and a block's mean contains noise from
        # differences between its repeats. Both are subtracted.
        fixed = _mean_squares(agents, mean) - between / count
        level, *deck = np.moveaxis(between - noise / repeats, -1, 0)
        found = [*np.moveaxis(fixed, -1, 0)[1:], level + deck[1], deck[0], deck[2], noise.sum(axis=-1)]
        return np.stack([*found, sum(found)], axis=-1)

    left = count - 1
    whole = estimates(count, mean, between.sum(axis=0), noise.sum(axis=0))
    without = estimates(
        left,
        mean - (means - mean) / left,
        between.sum(axis=0) - between * count / left,
        noise.sum(axis=0) - noise,
    )
    return whole, without, between.sum(axis=0)[1:] / left


def _mean_squares(agents: npt.NDArray[Any], tables: _Array) -> _Array:
    """Return the mean squares of the parts of tables, along a new last axis: level, agent, seat and remainder."""
    level = tables.mean(axis=(-2, -1), keepdims=True)
    rest = tables - level
    seat = np.broadcast_to(rest.mean(axis=-2, keepdims=True), tables.shape)
    agent = np.zeros_like(rest)
    for name in np.unique(agents):
        own = agents == name
        agent[..., own] = rest[..., own].mean(axis=-1, keepdims=True)
    parts = [np.broadcast_to(level, tables.shape), agent, seat, rest - agent - seat]
    return np.stack([(part**2).mean(axis=(-2, -1)) for part in parts], axis=-1)
