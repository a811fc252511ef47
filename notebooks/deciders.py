"""Writes `deciders.csv`, which shows the causes of results in Wongar, into the folder of a run in which one agent plays in all seats.

    python notebooks/deciders.py results/wongar-net-3

Chance draws the first owners of the tokens, so `first` and `order` are effects. `source`, `phase` and `holding` are associations.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

SOURCES = {
    "source": ["ancestor_points", "elder_points", "both_points", "bonus", "penalties"],
    "phase": ["phase1_points", "phase2_points", "phase3_points"],
}


def interval(values: pd.Series) -> dict:
    """Returns the mean over games, its 95% interval and the two-sided p value of zero, by Student's distribution."""
    mean, error = values.mean(), values.sem()
    if not error > 0:
        return {"value": mean, "low": np.nan, "high": np.nan, "p": np.nan}
    reach = stats.t.ppf(0.975, len(values) - 1) * error
    return {
        "value": mean,
        "low": mean - reach,
        "high": mean + reach,
        "p": 2 * stats.t.sf(abs(mean / error), len(values) - 1),
    }


def ratio(above: pd.Series, below: pd.Series) -> dict:
    """Returns the ratio of two sums over games and its 95% interval, by linearization."""
    value = above.sum() / below.sum()
    residuals = (above - value * below) * len(below) / below.sum()
    return {"value": value} | {
        end: value + residual if not np.isnan(residual) else np.nan
        for end, residual in zip(["low", "high"], [interval(residuals)[end] for end in ("low", "high")])
    }


def deciders(games: pd.DataFrame, seats: pd.DataFrame) -> pd.DataFrame:
    """Returns a row for each quantity: the value, its interval, its measure, and whether it is a causal effect."""
    players = int(games.players.iloc[0])
    seats = seats.merge(games[["game", "turns", "first_ancestor", "first_elder"]], on="game")
    seats["win"] = seats.win_share - 1 / players
    seats["penalties"] = -seats.penalties
    # The margins of a game do not add up to 0.
    seats["margin"] -= seats.groupby("game").margin.transform("mean")
    rows = []

    def add(by, level, measure, found, cause):
        rows.append({"by": by, "level": level, "measure": measure, "is_effect": cause} | found)

    # Effects: chance draws the owners (W7).
    for token in ("ancestor", "elder"):
        owners = seats[seats.seat == seats[f"first_{token}"]]
        for measure in ("win", "margin"):
            add("first", token, measure, interval(owners[measure]), True)
    neither = seats[(seats.seat != seats.first_ancestor) & (seats.seat != seats.first_elder)]
    add("first", "neither", "win", interval(neither.groupby("game").win.mean()), True)
    seats["place"] = (seats.seat - seats.first_ancestor) % players
    # The starting player owns the Ancestor.
    for place, there in seats[seats.place > 0].groupby("place"):
        add("order", f"{place + 1}", "win", interval(there.win), True)

    # The share of the within-game variance of points due to each source of points; the shares add up to 1.
    within = seats.groupby("game")
    points = seats.points - within.points.transform("mean")
    for by, columns in SOURCES.items():
        for column in columns:
            own = seats[column] - within[column].transform("mean")
            above, below = (own * points).groupby(seats.game).sum(), (points**2).groupby(seats.game).sum()
            add(by, column.removesuffix("_points"), "share of variance", ratio(above, below), False)

    # The difference between the winner and the mean of the other seats.
    winners = seats[seats["rank"] == 1].groupby("game").first()
    for column in ["ancestor_turns", "elder_turns", "ceremonies", "majorities", "rituals_played", "stones_lost", "scorpions"]:
        others = (within[column].sum() - winners[column]) / (players - 1)
        add("winner", column, "more than the others", interval(winners[column] - others), False)
    for by, columns in SOURCES.items():
        for column in columns:
            others = (within[column].sum() - winners[column]) / (players - 1)
            add("winner", column, "more than the others", interval(winners[column] - others), False)
    return pd.DataFrame(rows)


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    tables = [pd.read_csv(folder / f"{name}.csv") for name in ("games", "seats")]
    deciders(*tables).to_csv(folder / "deciders.csv", index=False, lineterminator="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
