"""Recomputes the summaries of a run from its rows by independent methods, and compares them.

    python notebooks/recompute.py results/RUN ...
    python notebooks/recompute.py --saved results/RUN ...

Shares, points, ranks and margins with their intervals, payoffs and seat effects follow their definitions literally.
Ratings, the ends of their intervals and the test of fit come from a general optimiser and from matrices of all blocks. For
a match, the log-likelihood ratio, its bounds and normalised Elo are recomputed. This script shares no code with the
program.

With `--saved`, it prints the share of the variance that luck explains in each run, with bootstrap intervals over blocks.
"""

import itertools
import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import linalg, optimize, stats
from scipy.sparse import csgraph

POINTS_PER_STRENGTH = 400 / math.log(10)
AGENT_DEVIATION, SEAT_DEVIATION = 1000 / POINTS_PER_STRENGTH, 200 / POINTS_PER_STRENGTH


def freedom(parts: list, most: float) -> float:
    """Returns the degrees of freedom, at least four, of a sum of variances given with their residuals (Satterthwaite)."""
    total, spread = 0.0, 0.0
    for variance, residuals in parts:
        count = len(residuals)
        if variance > 0:
            kurtosis = (residuals**4).mean() / (residuals**2).mean() ** 2
            total += variance
            spread += variance**2 * ((kurtosis - 3) / count + 2 / (count - 1))
    return min(max(2 * total**2 / spread, 4), most)


def wilson(share: float, variance: float, quantile: float) -> tuple:
    """Returns the shares whose distance to the observed one is the quantile times their own standard error."""
    effective = share * (1 - share) / variance
    ends = np.roots([1 + quantile**2 / effective, -2 * share - quantile**2 / effective, share**2])
    return tuple(np.clip(np.sort(ends.real), 0, 1))


def mean_with_interval(values: pd.DataFrame, column: str, is_share=False) -> tuple:
    """Returns the mean of a column and its 95% interval, from block totals within matchups."""
    mean = values[column].mean()
    blocks = values.groupby(["matchup", "block"])[column].agg(["size", "sum"])
    groups = [group for _, group in blocks.groupby("matchup")]
    if any(len(group) < 2 for group in groups):
        groups = [blocks]
    parts = []
    for group in groups:
        if len(group) < 2:
            return mean, math.nan, math.nan, math.nan
        ratio = group["sum"].sum() / group["size"].sum()
        residuals = (group["sum"] - ratio * group["size"]).to_numpy()
        variance = (residuals**2).sum() * len(group) / (len(group) - 1)
        # 1/3 has no exact binary representation: rounding error must not count as spread.
        parts.append((variance if variance > 1e-12 * (group["sum"] ** 2).sum() else 0.0, residuals))
    variance = sum(part for part, _ in parts) / len(values) ** 2
    if variance == 0:
        others = 1 - 0.025 ** (1 / len(blocks))
        ends = (mean * (1 - others), mean + others * (1 - mean)) if is_share else (math.nan, math.nan)
        return mean, *ends, math.nan
    design_effect = variance / (values[column].var() / len(values))
    most = len(blocks) - len(groups)
    if is_share:
        return mean, *wilson(mean, variance, stats.t.ppf(0.975, freedom(parts, most))), design_effect
    reach = stats.t.ppf(0.975, most) * math.sqrt(variance)
    return mean, mean - reach, mean + reach, design_effect


def check(name: str, found, expected, tolerance=1e-6):
    """Asserts that both values are equal, or that both are missing."""
    same = np.allclose(
        np.asarray(found, float), np.asarray(expected, float), rtol=tolerance, atol=tolerance, equal_nan=True
    )
    assert same, f"{name}: {found} in the file, {expected} computed again"


def check_agents(seats: pd.DataFrame, summary: pd.DataFrame):
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
            found = getattr(row, f"{interval}_low"), getattr(row, f"{interval}_high")
            check(f"{row.agent}: interval of {mean_name}", found, (low, high))
            if column == "win_share":
                check(f"{row.agent}: design_effect", row.design_effect, design_effect)


def check_seats(seats: pd.DataFrame, summary: pd.DataFrame, missing_in_last_block: int):
    whole = seats[seats.block < seats.block.max()] if missing_in_last_block else seats
    for row in summary.itertuples():
        own = seats[(seats.agent == row.agent) & (seats.seat == row.seat)]
        check(f"{row.agent} on {row.seat}", row.win_share, own.win_share.mean())
        own = whole[whole.agent == row.agent].copy()
        here = own.seat == row.seat
        check("effect", row.effect, own[here].win_share.mean() - own.win_share.mean())
        own["effect"] = own.win_share * (here * (seats.seat.max() + 1) - 1)
        _, low, high, _ = mean_with_interval(own, "effect")
        check("interval of effect", (row.effect_low, row.effect_high), (low, high))


def check_payoffs(seats: pd.DataFrame, payoffs: pd.DataFrame):
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
            found = getattr(row, f"{name}_low"), getattr(row, f"{name}_high")
            check(f"interval of {name}", found, (low, high))
    assert len(payoffs) == len(pairs.groupby(["agent", "agent_other"]))


FOLDS = 5
PRIOR_BLOCKS = 20


def coefficients(blocks: pd.DataFrame) -> pd.Series:
    """Returns for each fold of blocks the multiple of luck that leaves the least variance in all other folds."""
    found = {}
    for fold in range(FOLDS):
        kept = blocks[blocks.fold != fold]
        means = kept.groupby("matchup")[["result", "size"]].transform("sum")
        centred = kept.result - kept["size"] * means.result / means["size"]
        square = (kept.luck**2).sum()
        prior = PRIOR_BLOCKS * square / max(len(kept), 1)
        found[fold] = ((centred * kept.luck).sum() + prior) / (square + prior) if square > 0 else 1.0
    return pd.Series(found)


def without_luck(own: pd.DataFrame, result: str) -> pd.DataFrame:
    """Adds to an agent's rows the result minus luck times its block's coefficient."""
    groups = own.groupby(["matchup", "block"], sort=False)
    blocks = groups.agg(size=("game", "size"), result=(result, "sum"), luck=(f"{result}_luck", "sum"))
    blocks = blocks.reset_index()
    blocks["fold"] = blocks.groupby("matchup").cumcount() % FOLDS
    blocks["coefficient"] = coefficients(blocks).loc[blocks.fold].to_numpy()
    own = own.merge(blocks[["matchup", "block", "coefficient"]], on=["matchup", "block"])
    return own.assign(corrected=own[result] - own.coefficient * own[f"{result}_luck"])


def squares(own: pd.DataFrame, column: str) -> pd.Series:
    """Returns each block's contribution to the variance of the mean, up to a factor that is constant in a column."""
    blocks = own.groupby(["matchup", "block"])[column].agg(["size", "sum"])
    groups = blocks.groupby("matchup")
    count = groups["sum"].transform("size")
    ratio = groups["sum"].transform("sum") / groups["size"].transform("sum")
    return (blocks["sum"] - ratio * blocks["size"]) ** 2 * count / (count - 1)


def variances(own: pd.DataFrame, result: str) -> np.ndarray:
    """Returns each block's contribution to the variance of a mean result, with and without luck."""
    return np.array([squares(own, result), squares(own, "corrected")])


def saved(parts: np.ndarray) -> np.ndarray:
    """Returns the share of the variance that luck explains."""
    plain, left = parts.sum(axis=-1)
    return 1 - left / plain


def interval_of_saved(parts: np.ndarray) -> np.ndarray:
    """Returns its 95% interval by a bootstrap over blocks, with the multiples of luck fixed."""
    count = parts.shape[1]
    drawn = np.random.default_rng(1).integers(count, size=(2000, count))
    return np.quantile(saved(parts[:, drawn]), [0.025, 0.975])


RESULTS_WITHOUT_LUCK = [("win_share", "win_share", "ci"), ("margin", "mean_margin", "margin")]


def check_luck(seats: pd.DataFrame, luck: pd.DataFrame, summary: pd.DataFrame):
    values = seats.merge(luck, on=["game", "seat"])
    assert len(values) == len(seats), "every seat has a row in luck.csv"
    for result, mean, interval in RESULTS_WITHOUT_LUCK:
        for _, row in summary.iterrows():
            own = without_luck(values[values.agent == row.agent], result)
            expected = [*mean_with_interval(own, "corrected")[:3], own.coefficient.mean()]
            found = [row[mean], row[f"{interval}_low"], row[f"{interval}_high"], row[f"{result}_coefficient"]]
            check(f"{result} of {row.agent} without luck", found, expected)
            if own.groupby("matchup").block.nunique().min() > 1:
                check(f"{result} of {row.agent}: saved", row[f"{result}_variance_saved"], saved(variances(own, result)))


def print_saved(folder: Path):
    """Prints a line for each agent of a run: the shares of variance that luck explains."""
    values = seats_of(folder).merge(pd.read_csv(folder / "luck.csv"), on=["game", "seat"])
    blocks, games = values.block.nunique(), values.game.nunique()
    for agent, own in values.groupby("agent"):
        told = []
        for result, _, _ in RESULTS_WITHOUT_LUCK:
            parts = variances(without_luck(own, result), result)
            low, high = interval_of_saved(parts)
            told.append(f"{result} {saved(parts):.0%} ({low:.0%} to {high:.0%})")
        print(f"{folder.name}: {agent}, {games} games, {blocks} blocks: {', '.join(told)}")


class PlackettLuce:
    """The likelihood of the first `places` places in all games, over all orders compatible with the ranks."""

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
        deviations = [AGENT_DEVIATION] * self.agents + [SEAT_DEVIATION] * self.players
        self.precision = np.array(deviations) ** -2.0

    def by_order(self, strengths: np.ndarray) -> np.ndarray:
        strength = strengths[self.orders].sum(axis=2)
        left = np.logaddexp.accumulate(strength[:, ::-1], axis=1)[:, ::-1]
        return self.weights * (strength - left)[:, : self.places].sum(axis=1)

    def loss(self, strengths: np.ndarray) -> float:
        return -self.by_order(strengths).sum() + self.precision @ strengths**2 / 2

    def by_place(self, strengths: np.ndarray) -> np.ndarray:
        """Returns, by order and place, the derivative of the log-likelihood by the strength at that place."""
        strength = strengths[self.orders].sum(axis=2)
        left = np.logaddexp.accumulate(strength[:, ::-1], axis=1)[:, ::-1]
        places = strength.shape[1] if self.places is None else self.places
        slopes = np.zeros_like(strength)
        slopes[:, :places] = 1
        for place in range(places):
            slopes[:, place:] -= np.exp(strength[:, place:] - left[:, place : place + 1])
        return slopes * self.weights[:, None]

    def slope(self, strengths: np.ndarray) -> np.ndarray:
        slopes = np.repeat(self.by_place(strengths)[:, :, None], 2, axis=2)
        return np.bincount(self.orders.ravel(), slopes.ravel(), len(strengths))

    def loss_slope(self, strengths: np.ndarray) -> np.ndarray:
        return self.precision * strengths - self.slope(strengths)

    def fit(self) -> np.ndarray:
        start = np.zeros(self.agents + self.players)
        return optimize.minimize(self.loss, start, jac=self.loss_slope, method="BFGS", options={"gtol": 1e-8}).x

    def least_loss_where(self, difference: np.ndarray, value: float, start: np.ndarray) -> float:
        """Returns the least loss under the condition that a difference of strengths has this value."""
        free = linalg.null_space(difference[None, :])
        middle = difference * value / (difference @ difference)
        at = lambda moves: middle + free @ moves
        found = optimize.minimize(
            lambda moves: self.loss(at(moves)),
            free.T @ (start - middle),
            jac=lambda moves: free.T @ self.loss_slope(at(moves)),
            method="BFGS",
            options={"gtol": 1e-7},
        )
        return found.fun

    def scores(self, strengths: np.ndarray) -> np.ndarray:
        """Returns, by block and strength, the derivative of the log-likelihood."""
        scores = np.zeros((self.blocks.max() + 1, len(strengths)))
        blocks = np.broadcast_to(self.blocks[:, None, None], self.orders.shape)
        slopes = np.broadcast_to(self.by_place(strengths)[:, :, None], self.orders.shape)
        np.add.at(scores, (blocks, self.orders), slopes)
        return scores

    def curvature(self, strengths: np.ndarray) -> np.ndarray:
        tiny = 1e-5
        steps = np.eye(len(strengths)) * tiny
        bends = [self.loss_slope(strengths + step) - self.loss_slope(strengths - step) for step in steps]
        return np.array(bends) / (2 * tiny)


def rated_group(seats: pd.DataFrame, agents: list, wins_alone: bool) -> list:
    """Returns the largest group of agents that finished both ahead of and behind each other, directly or through others."""
    pairs = seats.merge(seats, on="game", suffixes=("", "_other"))
    ahead = pairs[pairs["rank"] <= pairs["rank_other"]]
    ahead = ahead[ahead["rank"] == 1] if wins_alone else ahead
    graph = np.zeros((len(agents), len(agents)))
    graph[[agents.index(agent) for agent in ahead.agent], [agents.index(agent) for agent in ahead.agent_other]] = 1
    _, groups = csgraph.connected_components(graph, connection="strong")
    largest = max(range(len(agents)), key=lambda agent: ((groups == groups[agent]).sum(), -agent))
    return list(np.flatnonzero(groups == groups[largest]))


def check_ratings(seats: pd.DataFrame, tables: dict) -> int:
    summary, effects, fits = (tables[name] for name in ("summary_agents", "seat_effects", "summary_fit"))
    columns = ["rating", "rating_low", "rating_high"]
    by_ranks = pd.concat([summary, effects])[columns].to_numpy(float)
    by_wins = summary[["win_" + column for column in columns]].to_numpy(float)
    agents = list(summary.agent)
    intervals = 0
    fits = fits.set_index("by")
    for by, found, places in (("ranks", by_ranks, None), ("wins", by_wins, 1)):
        model = PlackettLuce(seats, agents, places)
        group = rated_group(seats, agents, places == 1)
        intervals += check_model(model, group, found)
        if by in fits.index:
            check_fit(seats, model, agents, group, fits.loc[by])
    for prefix in ("", "win_"):
        has_note = summary[f"{prefix}rating_note"].notna()
        assert (has_note == summary[f"{prefix}rating_low"].isna()).all(), "a note stands where an interval is missing"
    return intervals


def check_model(model: PlackettLuce, group: list, found: np.ndarray) -> int:
    """Checks the ratings, and the fall of the log-likelihood from the best strengths to both ends of each interval."""
    fitted = model.fit()
    strengths = fitted[: len(found)].copy()
    if 1 < len(group) < model.agents:
        strengths[: model.agents] -= strengths[group].mean()
    if model.agents == 1:
        assert np.isnan(found[0]).all(), "one agent alone has no rating"
        found[0, 0] = 0.0
    errors = np.abs(found[:, 0] - strengths * POINTS_PER_STRENGTH)
    assert errors.max() < 0.01, f"ratings: {found[:, 0]}, computed again {strengths * POINTS_PER_STRENGTH}"
    # Ignore interactions: if all of an agent's few wins are on one seat, the other seats would seem not to vary.
    apart, scores = model.curvature(fitted), model.scores(fitted)
    apart[: model.agents, model.agents :] = apart[model.agents :, : model.agents] = 0
    inverse = np.linalg.inv(apart)
    count = len(scores)
    intervals = 0
    for place, (_, *ends) in enumerate(found):
        if np.isnan(ends).any():
            continue
        assert place >= model.agents or place in group, "only differences within the group are bounded"
        others = group if place < model.agents else range(model.agents, model.agents + model.players)
        difference = np.zeros(len(fitted))
        difference[list(others)] = -1 / len(others)
        difference[place] += 1
        influence = scores @ inverse @ difference
        ratio = (influence**2).sum() * count / (count - 1) / (difference @ inverse @ difference)
        quantile = stats.t.ppf(0.975, freedom([(1.0, influence)], count - 1))
        for end in ends:
            loss = model.least_loss_where(difference, end / POINTS_PER_STRENGTH, fitted)
            fall = math.sqrt(2 * max(loss - model.loss(fitted), 0) / ratio)
            assert abs(fall / quantile - 1) < 0.01, f"end of an interval at {fall} instead of {quantile}: {found[place]}"
        intervals += 1
    return intervals


def check_fit(seats: pd.DataFrame, model: PlackettLuce, agents: list, group: list, found: pd.Series):
    """Checks the test of fit, using the residuals of all blocks."""
    if pd.isna(found.p):
        assert isinstance(found.note, str), "a note stands where a test is missing"
        return
    strengths = model.fit()
    table = seats.copy()
    table["number"] = [agents.index(agent) for agent in table.agent]
    table["block_number"] = pd.factorize(table.block)[0]
    table["strength"] = strengths[table.number] + strengths[model.agents + table.seat]
    odds = np.exp(table.strength)
    table["chance"] = odds / odds.groupby(table.game).transform("sum")
    pairs = table.merge(table, on="game", suffixes=("", "_other"))
    pairs = pairs[(pairs.number < pairs.number_other) & pairs.number.isin(group) & pairs.number_other.isin(group)]
    names = {pair: place for place, pair in enumerate(itertools.combinations(group, 2))}
    place = np.array([names[pair] for pair in zip(pairs.number, pairs.number_other)])
    slopes = np.zeros((len(names), len(strengths)))
    add = lambda columns, values: np.add.at(slopes, (place, columns), values)
    if model.places is None:
        score = 0.5 - 0.5 * np.sign(pairs["rank"] - pairs["rank_other"])
        expected = 1 / (1 + np.exp(pairs.strength_other - pairs.strength))
        sides = [("", expected * (1 - expected)), ("_other", -expected * (1 - expected))]
        for side, slope in sides:
            add(pairs[f"number{side}"], slope)
            add(model.agents + pairs[f"seat{side}"], slope)
    else:
        score = 0.5 + (pairs.win_share - pairs.win_share_other) / 2
        expected = 0.5 + (pairs.chance - pairs.chance_other) / 2
        by_game = {game: rows for game, rows in table.groupby("game")}
        for pair, (game, one, other, seat, seat_other) in zip(
            place, pairs[["game", "chance", "chance_other", "seat", "seat_other"]].itertuples(index=False)
        ):
            rows = by_game[game]
            slope = ((rows.seat == seat) * one - (rows.seat == seat_other) * other + (other - one) * rows.chance) / 2
            np.add.at(slopes[pair], rows.number, slope)
            np.add.at(slopes[pair], model.agents + rows.seat, slope)
    scores = model.scores(strengths)
    residuals = np.zeros((len(scores), len(names)))
    np.add.at(residuals, (pairs.block_number, place), score - expected)
    curvature = model.curvature(strengths) - np.diag(model.precision)
    curvature[: model.agents, : model.agents] += 1
    curvature[model.agents :, model.agents :] += 1
    fitted = residuals - scores @ np.linalg.inv(curvature) @ slopes.T
    count = len(fitted)
    covariance = fitted.T @ fitted * count / (count - 1)
    deviations = np.sqrt(np.diag(covariance))
    # Residual sums that the fit forces to zero, up to the influence of the prior, are not tested.
    before = (residuals**2).sum(axis=0)
    free = (deviations**2 > 1e-4 * before) & (before > 1e-9 * count)
    assert found.pairs == free.sum()
    z = (residuals.sum(axis=0) / deviations)[free]
    values, directions = np.linalg.eigh(covariance[np.ix_(free, free)] / np.outer(deviations[free], deviations[free]))
    directions, values = directions[:, values > 1e-4], values[values > 1e-4]
    rank = len(values)
    statistic = ((z @ directions) ** 2 / values).sum() * (count - rank) / (rank * (count - 1))
    assert (found.freedom, found.freedom_of_blocks) == (rank, count - rank)
    check("statistic of fit", found.statistic, statistic, 1e-4)
    check("p of fit", found.p, stats.f.sf(statistic, rank, count - rank), 1e-4)
    worst = np.abs(z).max()
    check("worst pair", abs(found.z), worst, 1e-4)
    of_worst = place == names[(agents.index(found.agent), agents.index(found.opponent))]
    check("its score", found.score, score[of_worst].mean())
    check("its expected score", found.expected, expected[of_worst].mean(), 1e-5)


def empirical_likelihood(values: np.ndarray, counts: np.ndarray, mean: float) -> tuple:
    """Returns the maximum log-likelihood of a distribution with this mean, up to a constant, and the terms by value."""
    excess = lambda tilt: (counts * (values - mean) / (1 + tilt * (values - mean))).sum()
    low, high = -1 / (values.max() - mean), -1 / (values.min() - mean)
    margin = 1e-13 * (high - low)
    tilt = optimize.brentq(excess, low + margin, high - margin, xtol=1e-15, rtol=1e-14)
    return -(counts * np.log1p(tilt * (values - mean))).sum(), np.log1p(tilt * (values - mean))


def check_match(rows: pd.DataFrame, manifest: dict):
    """Checks the ratio and its bounds after some of the blocks, and normalised Elo after all blocks."""
    wald = [math.log(manifest["beta"] / (1 - manifest["alpha"])), math.log((1 - manifest["beta"]) / manifest["alpha"])]
    for last in sorted(set(np.linspace(0, len(rows) - 1, 12).astype(int))):
        row, shares = rows.iloc[last], rows.share[: last + 1]
        values, counts = np.unique(np.append(shares.round(9), [-0.5, 0.5]), return_counts=True)
        # Each end of the scale counts as observed for a thousandth of a block.
        counts = counts + (1e-3 - 1) * np.isin(values, [-0.5, 0.5])
        null, under_null = empirical_likelihood(values, counts, manifest["null"])
        effect, under_effect = empirical_likelihood(values, counts, manifest["effect"])
        check("advantage", row.advantage, shares.mean())
        check("llr", row.llr, effect - null, 1e-5)
        steps = under_null - under_effect
        centred = steps - np.average(steps, weights=counts)
        variance, third = (np.average(centred**power, weights=counts) for power in (2, 3))
        # Siegmund's expected overshoot, corrected for the skewness of the steps.
        normal, skew = 0.582597 * math.sqrt(variance), third / variance / 6
        below, above = max(normal - skew, 0), max(normal + skew, 0)
        # Bartlett's correction for few blocks.
        distances = values - np.average(values, weights=counts)
        moments = {power: np.average(distances**power, weights=counts) for power in (2, 3, 4)}
        coefficient = moments[4] / 2 / moments[2] ** 2 - moments[3] ** 2 / 3 / moments[2] ** 3
        factor = 1 + min(coefficient / (last + 1), 0.1)
        check("lower bound", row.llr_low, factor * (wald[0] + min(below, -wald[0] / 2)), 1e-4)
        check("upper bound", row.llr_high, factor * (wald[1] - min(above, wald[1] / 2)), 1e-4)
    shares = rows.share
    if shares.std() == 0:
        assert manifest["normalised_elo"] is None
        return
    games, count = rows.games.iloc[-1] / len(rows), len(rows)
    quotient = shares.mean() / shares.std()
    # The interval ends where (quotient - end)² is the square of t times the variance that the quotient would have there.
    part = stats.t.ppf(0.975, count - 1) ** 2 / count
    square = 1 - part * (stats.kurtosis(shares) + 2) / 4
    ends = np.roots([square, -2 * quotient + part * stats.skew(shares), quotient**2 - part])
    scale = 800 / math.log(10) / math.sqrt(games)
    names = ["normalised_elo", "normalised_elo_low", "normalised_elo_high"]
    expected = [scale * quotient, *(scale * np.sort(ends.real))]
    if square <= 0:  # an end of the interval is infinite
        names, expected = names[:1], expected[:1]
    check("normalised Elo", [manifest[name] for name in names], expected)


def seats_of(folder: Path) -> pd.DataFrame:
    """Returns the rows of all seats, with the matchup of each game."""
    seats = pd.read_csv(folder / "seats.csv")
    matchups = seats.sort_values("agent").groupby("game").agent.agg("|".join)
    return seats.assign(matchup=seats.game.map(matchups))


def recompute(folder: Path):
    manifest = json.loads((folder / "manifest.json").read_text())
    table = lambda name: pd.read_csv(folder / f"{name}.csv")
    if manifest.get("job") == "match" or " match " in manifest["command"]:
        check_match(table("match"), manifest)
        print(f"{folder.name}: the ratio, its bounds and normalised Elo agree")
        return
    seats, summary = seats_of(folder), table("summary_agents")
    check_agents(seats, summary)
    check_seats(seats, table("summary_seats"), manifest["missing_in_last_block"])
    check_payoffs(seats, table("payoffs"))
    if manifest["luck"]:
        check_luck(seats, table("luck"), table("summary_luck"))
    tables = {name: table(name) for name in ("summary_agents", "seat_effects", "summary_fit")}
    intervals = check_ratings(seats, tables)
    print(f"{folder.name}: all summaries agree, with {intervals} intervals of ratings and the test of fit")


if __name__ == "__main__":
    tells_saved = sys.argv[1:2] == ["--saved"]
    for argument in sys.argv[2:] if tells_saved else sys.argv[1:]:
        (print_saved if tells_saved else recompute)(Path(argument))
