"""Computes the summaries of a run once more, plainly, from seats.csv, and compares.

    python notebooks/recompute.py results/RUN ...

Shares, points, ranks and margins with their intervals, payoffs and effects of seats are written down
as their definitions read; ratings come from a general optimiser. Nothing here was taken from the program.
"""

import itertools
import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import optimize, stats

POINTS_PER_STRENGTH = 400 / math.log(10)
PRIOR_DEVIATION = 1000 / POINTS_PER_STRENGTH


def mean_with_interval(values: pd.DataFrame, column: str, is_share=False) -> tuple:
    """The mean of a column and its 95% interval from the totals of blocks within matchups."""
    mean = values[column].mean()
    blocks = values.groupby(["matchup", "block"])[column].agg(["size", "sum"])
    groups = [group for _, group in blocks.groupby("matchup")]
    if any(len(group) < 2 for group in groups):
        groups = [blocks]
    variance = 0.0
    for group in groups:
        if len(group) < 2:
            return mean, math.nan, math.nan, math.nan
        ratio = group["sum"].sum() / group["size"].sum()
        residuals = group["sum"] - ratio * group["size"]
        variance += (residuals**2).sum() * len(group) / (len(group) - 1)
    variance /= len(values) ** 2
    if variance < 1e-18:
        return mean, math.nan, math.nan, math.nan
    reach = stats.t.ppf(0.975, len(blocks) - len(groups)) * math.sqrt(variance)
    design_effect = variance / (values[column].var() / len(values))
    low, high = mean - reach, mean + reach
    if is_share:
        low, high = max(low, 0.0), min(high, 1.0)
    return mean, low, high, design_effect


def check(name: str, found, expected, tolerance=1e-6):
    """Both are the same, or both are missing."""
    same = np.allclose(
        np.asarray(found, float), np.asarray(expected, float), rtol=tolerance, atol=tolerance, equal_nan=True
    )
    assert same, f"{name}: {found} in the file, {expected} computed again"


def check_agents(seats: pd.DataFrame, summary: pd.DataFrame, has_student: bool):
    columns = {
        "win_share": ("win_share", "ci"),
        "mean_points": ("points", "points"),
        "mean_rank": ("rank", "rank"),
        "mean_margin": ("margin", "margin"),
    }
    for row in summary.itertuples():
        own = seats[seats.agent == row.agent]
        assert row.seats == len(own) and row.games == own.game.nunique()
        check("expected", row.expected, 1 / (seats.seat.max() + 1))
        check("sd_points", row.sd_points, own.points.std())
        for mean_name, (column, interval) in columns.items():
            mean, low, high, design_effect = mean_with_interval(own, column, column == "win_share")
            if column == "rank" and not math.isnan(low):
                low, high = max(low, 1.0), min(high, float(seats.seat.max() + 1))
            check(f"{row.agent}: {mean_name}", getattr(row, mean_name), mean)
            if has_student:
                found = getattr(row, f"{interval}_low"), getattr(row, f"{interval}_high")
                check(f"{row.agent}: interval of {mean_name}", found, (low, high))
            if column == "win_share":
                check(f"{row.agent}: design_effect", row.design_effect, design_effect)


def check_seats(seats: pd.DataFrame, summary: pd.DataFrame, missing_in_last_block: int, has_student: bool):
    whole = seats[seats.block < seats.block.max()] if missing_in_last_block else seats
    for row in summary.itertuples():
        own = seats[(seats.agent == row.agent) & (seats.seat == row.seat)]
        check(f"{row.agent} on {row.seat}", row.win_share, own.win_share.mean())
        own = whole[whole.agent == row.agent].copy()
        here = own.seat == row.seat
        check("effect", row.effect, own[here].win_share.mean() - own.win_share.mean())
        own["effect"] = own.win_share * (here * (seats.seat.max() + 1) - 1)
        _, low, high, _ = mean_with_interval(own, "effect")
        if has_student:
            check("interval of effect", (row.effect_low, row.effect_high), (low, high))


def check_payoffs(seats: pd.DataFrame, payoffs: pd.DataFrame, has_student: bool):
    pairs = seats.merge(seats, on=["game", "block", "matchup"], suffixes=("", "_other"))
    pairs = pairs[pairs.agent != pairs.agent_other].copy()
    pairs["score"] = 0.5 - 0.5 * np.sign(pairs["rank"] - pairs["rank_other"])
    pairs["difference"] = pairs.points - pairs.points_other
    for row in payoffs.itertuples():
        own = pairs[(pairs.agent == row.agent) & (pairs.agent_other == row.opponent)]
        assert row.meetings == len(own)
        for name, column in (("score", "score"), ("margin", "difference")):
            mean, low, high, _ = mean_with_interval(own, column, name == "score")
            check(name, getattr(row, name), mean)
            if has_student:
                found = getattr(row, f"{name}_low"), getattr(row, f"{name}_high")
                check(f"interval of {name}", found, (low, high))
    assert len(payoffs) == len(pairs.groupby(["agent", "agent_other"]))


def check_luck(seats: pd.DataFrame, luck: pd.DataFrame, summary: pd.DataFrame):
    values = seats.merge(luck, on=["game", "seat"])
    assert len(values) == len(seats), "every seat has a row in luck.csv"
    for result, mean, interval in [("win_share", "win_share", "ci"), ("margin", "mean_margin", "margin")]:
        values["corrected"] = values[result] - values[f"{result}_luck"]
        for _, row in summary.iterrows():
            own = values[values.agent == row.agent]
            expected = mean_with_interval(own, "corrected")[:3]
            found = [row[mean], row[f"{interval}_low"], row[f"{interval}_high"]]
            check(f"{result} of {row.agent} without luck", found, expected)


class PlackettLuce:
    """The likelihood of so many places of all games, from all orders that the ranks of each allow."""

    def __init__(self, seats: pd.DataFrame, agents: list, places: int | None = None):
        self.agents, self.players, self.places = len(agents), seats.seat.max() + 1, places
        numbers = {agent: number for number, agent in enumerate(agents)}
        blocks, rows, weights = [], [], []
        for (block, _), game in seats.groupby(["block", "game"]):
            ranks = [list(group.seat) for _, group in game.groupby("rank")]
            orders = list(itertools.product(*map(itertools.permutations, ranks)))
            for order in orders:
                order = list(itertools.chain(*order))
                agent = game.set_index("seat").agent
                rows.append([(numbers[agent[seat]], self.agents + seat) for seat in order])
                blocks.append(block)
                weights.append(1 / len(orders))
        self.orders, self.weights = np.array(rows), np.array(weights)
        self.blocks = pd.factorize(np.array(blocks))[0]

    def by_order(self, strengths: np.ndarray) -> np.ndarray:
        strength = strengths[self.orders].sum(axis=2)
        left = np.logaddexp.accumulate(strength[:, ::-1], axis=1)[:, ::-1]
        return self.weights * (strength - left)[:, : self.places].sum(axis=1)

    def by_block(self, strengths: np.ndarray) -> np.ndarray:
        return np.bincount(self.blocks, self.by_order(strengths))

    def loss(self, strengths: np.ndarray) -> float:
        return -self.by_order(strengths).sum() + (strengths**2).sum() / 2 / PRIOR_DEVIATION**2

    def fit(self) -> np.ndarray:
        start = np.zeros(self.agents + self.players)
        found = optimize.minimize(self.loss, start, method="BFGS", options={"gtol": 1e-6})
        return found.x

    def deviations(self, strengths: np.ndarray) -> np.ndarray:
        """Standard errors from the scores of blocks (the sandwich of Huber and White)."""
        tiny = 1e-4
        steps = np.eye(len(strengths)) * tiny
        scores = np.array(
            [(self.by_block(strengths + step) - self.by_block(strengths - step)) / (2 * tiny) for step in steps]
        )
        bend = np.array(
            [
                [
                    self.loss(strengths + one + two)
                    - self.loss(strengths + one - two)
                    - self.loss(strengths - one + two)
                    + self.loss(strengths - one - two)
                    for two in steps
                ]
                for one in steps
            ]
        ) / (4 * tiny**2)
        inverse = np.linalg.inv(bend)
        return np.sqrt(np.diag(inverse @ scores @ scores.T @ inverse))


def check_ratings(seats: pd.DataFrame, summary: pd.DataFrame, effects: pd.DataFrame):
    by_ranks = pd.concat([summary, effects])[["rating", "rating_low", "rating_high"]]
    by_wins = summary[["win_rating", "win_rating_low", "win_rating_high"]]
    agents = list(summary.agent)
    return check_model(PlackettLuce(seats, agents), by_ranks.to_numpy(float)) + check_model(
        PlackettLuce(seats, agents, places=1), by_wins.to_numpy(float)
    )


def check_model(model: PlackettLuce, found: np.ndarray):
    fitted = model.fit()
    strengths = fitted[: len(found)]
    if model.agents == 1:
        assert np.isnan(found[0]).all(), "one agent alone has no rating"
        found[0, 0] = 0.0
    # An optimiser without derivatives finds a hundredth of a point.
    errors = np.abs(found[:, 0] - strengths * POINTS_PER_STRENGTH)
    assert errors.max() < 0.01, f"ratings: {found[:, 0]}, computed again {strengths * POINTS_PER_STRENGTH}"
    # The bootstrap is random, and not normal: its intervals are about as wide as normal ones.
    widths = found[:, 2] - found[:, 1]
    normal = 2 * 1.96 * model.deviations(fitted)[: len(found)] * POINTS_PER_STRENGTH
    ratio = (widths / normal)[~np.isnan(widths)]
    assert ((ratio > 0.6) & (ratio < 1.7)).all(), f"widths of intervals of ratings: {widths}, normal {normal}"
    return len(ratio)


def recompute(folder: Path):
    manifest = json.loads((folder / "manifest.json").read_text())
    table = lambda name: pd.read_csv(folder / f"{name}.csv")
    seats, summary = table("seats"), table("summary_agents")
    matchups = seats.sort_values("agent").groupby("game").agent.agg("|".join)
    seats["matchup"] = seats.game.map(matchups)
    has_student = manifest["intervals"] == "student"
    check_agents(seats, summary, has_student)
    check_seats(seats, table("summary_seats"), manifest["missing_in_last_block"], has_student)
    check_payoffs(seats, table("payoffs"), has_student)
    if manifest["luck"]:
        check_luck(seats, table("luck"), table("summary_luck"))
    intervals = check_ratings(seats, summary, table("seat_effects"))
    print(f"{folder.name}: all summaries agree; {intervals} intervals of ratings are as wide as expected")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        recompute(Path(argument))
