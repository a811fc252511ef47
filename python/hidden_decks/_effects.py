"""Metrics of a run, and the effect of a rule on them.

Each metric is a mean over games, or a ratio or difference of such means. Its *influence* is how much each game moves the
estimate: for a mean, it is the game's value less the mean, and for other metrics the linear part (Cochran: Sampling Techniques,
chapter 6). The error of the estimate, and of its difference between two runs of the same decks, follows from the influences summed by
block, because the games of a block are alike.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from hidden_decks import _choices, _forecasts, _frames
from hidden_decks._core import GAMES, HiddenDecksError, _student_p, _student_quantile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from os import PathLike

    from hidden_decks.runs import Run

_Array = npt.NDArray[np.float64]

#: Columns that every game has: they are keys, or the metrics below use them.
_COMMON = "game block deck_seed players seat agent turns decisions winners forfeits points rank win_share margin".split()
#: Words of the column ``cause`` for games that no player could finish.
_STALLS = ["stall", "turn_limit"]
#: The maximum difference in points of a close game.
_CLOSE = 1
#: The share of the base's games that are not longer than ``longest``.
_QUANTILE = 0.95
#: The odds of a step of skill: a win share of 60%.
_STEP = 1.5
#: The number of games whose choices are read: 500 games of Tongiaki with 2 players take five seconds of CPU time.
_READ = 500
#: Sums of influences whose mean square is below this are rounding errors.
_ROUNDING = 1e-18


@dataclass
class Reference:
    """The properties of the runs together on which some metrics depend."""

    #: The number of turns that 95% of the base's games do not exceed.
    longest: float
    #: The causes of the end in any of the runs, if the game has such a column.
    causes: list[str]
    #: The files of custom boards.
    boards: Sequence[str | PathLike[str]]


@dataclass
class Metric:
    """A metric of a run."""

    meaning: str
    value: float
    #: The influence of each game on the value.
    influence: _Array
    #: The block of each game, from 0 without gaps.
    blocks: npt.NDArray[np.int64]

    def row(self) -> dict[str, float]:
        """Return the number of games, and the mean with its interval."""
        reach, _ = _error(self.influence, self.blocks)
        return {"games": len(self.influence), "mean": self.value, "low": self.value - reach, "high": self.value + reach}

    def effect(self, base: Metric) -> dict[str, float]:
        """Return the effect against the same metric of the base, with its interval, p value and correlation."""
        change = self.value - base.value
        reach, error = _error(self.influence - base.influence, self.blocks)
        freedom = int(self.blocks[-1])
        sums = [np.bincount(self.blocks, metric.influence) for metric in (self, base)]
        moves = all(_error(metric.influence, metric.blocks)[1] > 0 for metric in (self, base))
        return {
            "effect": change,
            "effect_low": change - reach,
            "effect_high": change + reach,
            "p": _student_p(change / error, freedom) if error > 0 else np.nan,
            "correlation": float(np.asarray(np.corrcoef(sums))[0, 1]) if moves else np.nan,
        }


def _error(influence: _Array, blocks: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return the reach of the 95% interval and the standard error of an estimate; both are NaN if all blocks are alike."""
    sums = np.bincount(blocks, influence)
    count = len(sums)
    squares = (sums**2).sum()
    if count < 2 or squares <= _ROUNDING * count:
        return np.nan, np.nan
    error = float(np.sqrt(squares * count / (count - 1)) / len(influence))
    return _student_quantile(count - 1) * error, error


def measure(runs: Mapping[str, Run], base: str, boards: Sequence[str | PathLike[str]]) -> dict[str, dict[str, Metric]]:
    """Return the metrics of each run by name."""
    games = {value: run.table("games") for value, run in runs.items()}
    longest = float(np.quantile(games[base].turns, _QUANTILE, method="inverted_cdf"))
    causes = {cause for table in games.values() if "cause" in table for cause in table.cause.dropna()}
    reference = Reference(longest, sorted(causes), boards)
    return {value: dict(_measures(run, games[value], reference)) for value, run in runs.items()}


def _measures(run: Run, games: Any, reference: Reference) -> Iterator[tuple[str, Metric]]:
    seats = run.table("seats")
    players = run.players
    if len(seats) != len(games) * players or (seats.seat != np.tile(np.arange(players), len(games))).any():
        raise HiddenDecksError(f"the rows of seats.csv in {run.folder} are not those of games.csv")
    blocks = games.block.to_numpy() - games.block.iloc[0]

    def mean(values: Any, meaning: str) -> Metric:
        numbers = np.asarray(values, float)
        value = float(numbers.mean())
        return Metric(meaning, value, numbers - value, blocks)

    def by_seat(column: str) -> _Array:
        values: _Array = seats[column].to_numpy(float).reshape(-1, players)
        return values

    yield "turns", mean(games.turns, "Turns of a game, of all players together.")
    most = reference.longest
    yield "long_games", mean(games.turns > most, f"Share of games of more than {most:.0f} turns, which at most 5% of the base's games exceed.")
    yield "decisions", mean(games.decisions, "Decisions of a game, of all players together.")
    if "cause" in games:
        yield "stalls", mean(games.cause.isin(_STALLS), "Share of games that the turn limit or the house rule against stalls has ended.")
        for cause in reference.causes:
            yield f"cause={cause}", mean(games.cause == cause, f"Share of games with this cause of the end: {cause}.")
    shares = by_seat("win_share")
    yield "first_seat", mean(shares[:, 0] - 1 / players, "Win share of the player who begins, less an equal share.")
    yield "seat_spread", _spread(shares, blocks)
    yield "shared_wins", mean((shares > 0).sum(axis=1) > 1, "Share of games with more than one winner.")
    points = np.sort(by_seat("points"), axis=1)
    gaps = points[:, -1] - points[:, -2]
    yield "gap", mean(gaps, "Points of the best player less those of the second-best.")
    yield "close_games", mean(gaps <= _CLOSE, f"Share of games with a gap of at most {_CLOSE} point.")
    if "luck" in run.tables:
        luck = run.table("luck").win_share_luck.to_numpy(float).reshape(-1, players)
        # Both are 0 on average, so the squares add up to variances.
        chance, results = (luck**2).sum(axis=1), ((shares - 1 / players) ** 2).sum(axis=1)
        yield "luck_share", _ratio(chance, results, "Variance of the luck of a seat, as a share of the variance of its win share.", blocks)
    if "forecasts" in run.tables:
        for name, (values, meaning) in _forecasts.measures(_forecasts.of(run)).items():
            yield name, mean(values, meaning)
    if run._has_records and run.manifest["game"] in GAMES:
        # Whole blocks, or else the first games of a single one.
        count = len(games) if len(games) <= _READ else int(np.searchsorted(blocks, blocks[_READ])) or _READ
        start = int(games.game.iloc[0])
        yield from _chosen(_choices.read(run, range(start, start + count), reference.boards), blocks[:count])
    labels = [agent["label"] for agent in run.manifest["agents"]]
    if players == 2 and (steps := _steps(seats.agent.to_numpy().reshape(-1, 2), shares, labels, blocks)):
        yield "skill_steps", steps
    for name, (table, column, meaning) in counted(run).items():
        yield name, mean(run.table(table)[column].to_numpy(float).reshape(len(games), -1).mean(axis=1), meaning)


def counted(run: Run) -> dict[str, tuple[str, str, str]]:
    """Return the metrics that are the game's own columns of numbers by name, each with its table, column and meaning."""
    declared, found = _frames.declared(), {}
    for name, suffix in (("games", ""), ("seats", "_of_a_seat")):
        table = run.table(name)
        for column in (column for column in table if column not in _COMMON and table[column].notna().all()):
            kind, meaning = declared[name].get(column, ("number", ""))
            if kind in ("integer", "number"):
                found[f"{column}{suffix}"] = name, column, meaning
    return found


def _spread(shares: _Array, blocks: npt.NDArray[np.int64]) -> Metric:
    """Return the difference between the seats that win most and least. If seats are nearly equal, noise makes it too large."""
    means = shares.mean(axis=0)
    change = shares[:, means.argmax()] - shares[:, means.argmin()]
    value = float(change.mean())
    meaning = "Win share of the seat that wins most, less that of the seat that wins least; above 0 even if all seats are equal."
    return Metric(meaning, value, change - value, blocks)


def _ratio(tops: _Array, bottoms: _Array, meaning: str, blocks: npt.NDArray[np.int64]) -> Metric:
    """Return the ratio of the sums of two numbers of each game."""
    value = float(tops.sum() / bottoms.sum())
    return Metric(meaning, value, (tops - value * bottoms) / bottoms.mean(), blocks)


def _chosen(choices: _choices.Choices, blocks: npt.NDArray[np.int64]) -> Iterator[tuple[str, Metric]]:
    """Yield the metrics of the choices in some games, whose blocks are complete."""
    count, players = choices.openings.shape
    of = f"in the first {count} games"
    yield "width", _ratio(choices.moves, choices.decisions, f"Legal moves of a decision between at least two, {of}.", blocks)
    others = players * (count - np.bincount(blocks)[blocks])
    same = _choices.alike(choices.openings, blocks)
    if same.any():
        meaning = f"Effective number of first turns of a seat: 1 / the probability that two games on different decks begin alike, {of}."
        openings = _ratio(others, same, meaning, blocks)
        # Every pair has two games, so a game moves the estimate as the first and as the second one.
        openings.influence *= 2
        # With few pairs that are alike, an interval of their inverse means nothing.
        if not openings.row()["low"] <= 0:
            yield "openings", openings


def _steps(agents: npt.NDArray[Any], shares: _Array, labels: list[str], blocks: npt.NDArray[np.int64]) -> Metric | None:
    """Return the steps of skill from the first agent to the last, if all neighbours in the list met and each won something."""
    value, influence = 0.0, np.zeros(len(agents))
    for weak, strong in itertools.pairwise(labels):
        met = (agents == weak).any(axis=1) & (agents == strong).any(axis=1)
        results = shares[met][agents[met] == strong]
        won = float(results.mean()) if met.any() else 0.0
        if not 0 < won < 1:
            return None
        value += np.log(won / (1 - won)) / np.log(_STEP)
        # The derivative of the logarithm of the odds is 1 / (won (1 - won)).
        influence[met] += (results - won) / (won * (1 - won) * np.log(_STEP)) * len(agents) / met.sum()
    meaning = "Steps from the first agent of the list to the last: one for each 60% that an agent wins of the agent before it."
    return Metric(meaning, value, influence, blocks) if len(labels) > 1 else None
