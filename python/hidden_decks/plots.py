"""Plots of runs with 95% intervals, in colours that are safe for colour blindness (need matplotlib and pandas).

    run.plot.win_shares().figure.savefig("win-shares.pdf")

Each function below draws a table on axes and returns the result as a sentence; ``Plots`` also lays out the axes.
"""

from __future__ import annotations

import textwrap
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _compare, _frames

_frames.optional("matplotlib")
import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from hidden_decks.runs import Run

#: Okabe and Ito's colours without yellow, which is too light for a line. Markers distinguish them in black and white.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]
STYLE: Any = {
    "figure.constrained_layout.use": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "grid.color": "#e4e4e4",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
}


class Plots:
    """The plots of a run, as ``run.plot``. Titles of the axes are the result in words, and the run with its number of games.

    ``axes.get_label()`` is the result alone.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    def win_shares(self) -> Axes:
        """Draw the share of wins of each agent."""
        return self._drawn(win_shares, self._agents("win_share"))

    def seats(self) -> Axes:
        """Draw the share of wins of each agent by its place in the order of play."""
        return self._drawn(seats, self._run.table("summary_seats"), list(self._agents("win_share").agent))

    def points(self) -> Axes:
        """Draw the mean points of each agent."""
        return self._drawn(points, self._agents("win_share"))

    def ratings(self) -> Axes:
        """Draw the rating of each agent."""
        return self._drawn(ratings, self._agents("rating"))

    def payoffs(self) -> Axes:
        """Draw how often each agent finishes ahead of each other one."""
        axes = self._drawn(payoffs, self._run.table("payoffs"), list(self._agents("rating").agent), height=0.6)
        axes.tick_params(axis="x", rotation=20)
        return axes

    def kings(self) -> Axes:
        """Draw how many king islands each agent founds, by their value (Tongiaki)."""
        return self._drawn(kings, self._run.table("kings"), self._run.table("seats"), list(self._agents("win_share").agent))

    def times(self) -> Axes:
        """Draw how long the decisions of each agent take."""
        return self._drawn(times, self._run.table("timing_histogram"), self._run.table("timing"))

    def _agents(self, column: str) -> Any:
        return self._run.table("summary_agents").sort_values(column, ascending=False, ignore_index=True)

    def _drawn(self, draw: Callable[..., str], *tables: Any, height: float = 0.4) -> Axes:
        rows = len(self._run.manifest["agents"]) if draw in (win_shares, points, ratings, payoffs) else 6
        with mpl.rc_context(STYLE):
            axes = plt.subplots(figsize=(7.0, height * rows + 1.6))[1]
            axes.set_label(draw(axes, *tables))
            axes.set_title("\n".join(textwrap.fill(text, 55) for text in (str(axes.get_label()), str(self._run))))
        return axes


def win_shares(axes: Axes, agents: Any) -> str:
    """Draw the win shares of a run's summary, which is sorted by them."""
    dots(axes, agents, "agent", "win_share", "ci_low", "ci_high")
    best = agents.iloc[0]
    level(axes, best.expected, "expected share", upright=True)
    percent(axes.xaxis)
    axes.set(xlim=(0, 1), xlabel="win share, with 95% interval")
    axes.legend()
    return f"{best.agent} wins {share(best.win_share, best.ci_low, best.ci_high)}; the expected share is {best.expected:.0%}"


def seats(axes: Axes, table: Any, agents: Sequence[str]) -> str:
    """Draw win shares by seat. All seats of all agents are one family of tests, corrected by Holm's method."""
    for number, agent in enumerate(agents):
        own = table[table.agent == agent]
        curve(axes, own.seat + 1 + beside(number, len(agents), 0.06), own, ("win_share", "ci_low", "ci_high"), number, label=agent)
    players = table.seat.max() + 1
    level(axes, 1 / players, "expected share")
    percent(axes.yaxis)
    axes.set(xticks=range(1, players + 1), xlabel="place in the order of play", ylabel="win share", ylim=(0, None))
    axes.legend(bbox_to_anchor=(1, 1))
    normal = NormalDist()
    z = abs(table.effect) / (table.effect_high - table.effect_low) * 2 * normal.inv_cdf(0.975)
    lasting = table[_compare.holm(2 * z.map(lambda value: normal.cdf(-value))) <= 0.05]
    if lasting.empty:
        return f"None of {len(table)} seat effects is significant after correction"
    largest = lasting.loc[lasting.effect.abs().idxmax()]
    return (
        f"{len(lasting)} of {len(table)} seat effects are significant after correction; "
        f"the largest is {100 * largest.effect:+.1f} points ({largest.agent}, place {largest.seat + 1})"
    )


def points(axes: Axes, agents: Any) -> str:
    """Draw the mean points of a run's summary, which is sorted by win shares."""
    dots(axes, agents, "agent", "mean_points", "points_low", "points_high")
    axes.set(xlabel="mean points")
    best, richest = agents.iloc[0], agents.loc[agents.mean_points.idxmax()]
    also = "and wins most often" if richest.agent == best.agent else f"but {best.agent} wins more often"
    return f"{richest.agent} scores the most points, {richest.mean_points:.1f} per game, {also}"


def ratings(axes: Axes, agents: Any) -> str:
    """Draw the ratings of a run's summary, which is sorted by them."""
    dots(axes, agents, "agent", "rating", "rating_low", "rating_high")
    level(axes, 0, upright=True)
    axes.set_xlabel("rating in points, with 95% interval")
    first, second = agents.iloc[0], agents.iloc[min(1, len(agents) - 1)]
    apart = "rated significantly above" if first.rating_low > second.rating_high else "not rated significantly above"
    return f"{first.agent} is {apart} {second.agent}: {first.rating:.0f} to {second.rating:.0f} points"


def payoffs(axes: Axes, table: Any, order: Sequence[str]) -> str:
    """Draw how often agents finish ahead of each other, in the order of their ratings: purple above a half, orange below."""
    words = [share(*row).replace(" (", "\n(") for row in table[["score", "score_low", "score_high"]].itertuples(index=False)]
    cells = table.assign(words=words).pivot(index="agent", columns="opponent", values=["score", "words"])
    scores, texts = (cells[name].reindex(index=order, columns=order) for name in ("score", "words"))
    values = scores.to_numpy(float)
    image = axes.imshow(values, cmap="PuOr", vmin=0, vmax=1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            axes.text(column, row, texts.iloc[row, column], ha="center", va="center", color=ink(image.to_rgba(value)))
    axes.set_xticks(range(len(order)), order)
    axes.set_yticks(range(len(order)), order)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set(xlabel="of this agent", ylabel="how often this agent is ahead")
    places = {agent: place for place, agent in enumerate(order)}
    against = table.agent.map(places) > table.opponent.map(places)
    upsets = [f"{row.agent} beats {row.opponent}" for row in table[against & (table.score_low > 0.5)].itertuples()]
    if not upsets:
        return "Every pair agrees with the ratings: nobody beats a higher-rated agent"
    return f"Contrary to the ratings, {' and '.join(filter(None, [', '.join(upsets[:-1]), upsets[-1]]))}"


def kings(axes: Axes, table: Any, seats: Any, agents: Sequence[str]) -> str:
    """Draw how many king islands of each value agents found in a game."""
    values = sorted(table.value.unique())
    for number, agent in enumerate(agents):
        founded = table[table.agent == agent].value.value_counts().reindex(values, fill_value=0)
        rate = founded / (seats.agent == agent).sum()
        axes.plot(values, rate, f"{marker(number)}-", color=colour(number), label=agent)
    axes.set(xticks=values, xlabel="points of the island", ylabel="king islands per game and seat", ylim=(0, None))
    axes.legend()
    early = table.tiles_left.ge(21).mean()
    return f"A game has {len(table) / seats.game.nunique():.1f} king islands, and {early:.0%} of them are founded in the first 10 tiles"


def times(axes: Axes, histogram: Any, timing: Any) -> str:
    """Draw the share of decisions that take at least a time."""
    for number, agent in enumerate(timing.agent):
        own = histogram[histogram.agent == agent]
        counts = own.decisions.to_numpy()[::-1].cumsum()[::-1]
        axes.step(own.nanoseconds / 1e6, counts / counts[0], where="pre", color=colour(number), label=agent)
    axes.set(xscale="log", yscale="log", xlabel="milliseconds", ylabel="share of decisions\nthat take at least this long")
    axes.xaxis.set_major_formatter("{x:g}")
    percent(axes.yaxis)
    axes.legend()
    slowest = timing.loc[timing.microseconds_mean.idxmax()]
    return (
        f"{slowest.agent} takes {milliseconds(slowest.microseconds_mean)} for a decision on average, "
        f"and for one in a hundred more than {milliseconds(slowest.microseconds_p99)}"
    )


def dots(axes: Axes, table: Any, label: str, mean: str, low: str, high: str) -> None:
    """Draw points with intervals, one per row from top to bottom, each with its own colour and marker."""
    errors = reach(table, mean, low, high)
    for row, value in enumerate(table[mean]):
        axes.errorbar(value, row, xerr=errors[:, [row]], fmt=marker(row), color=colour(row), capsize=4, markersize=4)
    axes.set_yticks(range(len(table)), table[label])
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.locator_params(axis="x", nbins=6)
    axes.grid(axis="y", visible=False)


def curve(axes: Axes, at: Any, table: Any, columns: Sequence[str], number: int = 0, **style: Any) -> None:
    """Draw a curve of means with intervals over ``at``. ``columns`` are the mean and both ends; ``number`` selects the style."""
    mean, low, high = columns
    shown: Any = {"marker": marker(number), "color": colour(number), "capsize": 3, "linewidth": 1.2, "markersize": 5} | style
    axes.errorbar(np.asarray(at, float), table[mean].to_numpy(float), yerr=reach(table, mean, low, high), **shown)


def ink(paper: Any) -> str:
    """Return black or white, whichever has the higher contrast to a colour by WCAG 2; it is at least 4.5."""
    channels = np.array(to_rgb(paper))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    return "black" if (luminance + 0.05) ** 2 > 1.05 * 0.05 else "white"


def reach(table: Any, mean: str, low: str, high: str) -> NDArray[np.float64]:
    """Return the lengths of intervals below and above the means; NaN without an interval."""
    return np.array([table[mean] - table[low], table[high] - table[mean]], float).clip(min=0)


def beside(number: int, of: int, apart: float = 0.08) -> float:
    """Return the horizontal shift of curve ``number`` out of ``of``, so that intervals do not overlap."""
    return (number - (of - 1) / 2) * apart


def level(axes: Axes, value: float, text: str | None = None, upright: bool = False) -> None:
    """Draw a line at a reference value, such as an equal share or no effect."""
    (axes.axvline if upright else axes.axhline)(value, linestyle=":", color="#555555", linewidth=1.2, label=text, zorder=1)


def percent(axis: Any) -> None:
    """Format the shares on an axis as percentages."""
    axis.set_major_formatter(lambda value, _: f"{100 * value:.3g}%")


def share(mean: float, low: float = np.nan, high: float = np.nan) -> str:
    """Format a share, with its interval if there is one."""
    return f"{mean:.0%}" if np.isnan(low) else f"{mean:.0%} ({low:.0%} to {high:.0%})"


def milliseconds(microseconds: float) -> str:
    """Format microseconds as milliseconds: with two significant digits below 10 ms, and as a whole number above."""
    time = microseconds / 1000
    return f"{time:,.0f} ms" if time >= 10 else f"{time:.2g} ms"


def colour(number: int) -> str:
    """Return the colour of a series."""
    return COLOURS[number % len(COLOURS)]


def marker(number: int) -> str:
    """Return the marker of a series."""
    return MARKERS[number % len(MARKERS)]
