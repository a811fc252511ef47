"""The plots of a lab. Each draws on new axes, whose label is the title of the plot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _effects, _forecasts, _frames, plots

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from hidden_decks.lab import Lab

#: Metrics that are shares of games or wins, by the beginning of their names; all others are numbers.
SHARES = ("long_games", "stalls", "cause=", "first_seat", "seat_spread", "shared_wins", "close_games", "luck_share", "overconfidence", "drama", "comebacks", "decided", "early_lead")


def named(metric: object) -> str:
    """Return the name of a metric in words."""
    return str(metric).replace("_", " ")


def sections(lab: Lab) -> list[tuple[Callable[[Lab, Any], Axes], str]]:
    """The plots of a page, and how to read each."""
    every: list[tuple[Callable[[Lab, Any], Axes], str]] = [
        (_means, f"One row for each metric of the table. The dotted line is the mean under {lab.rule} {lab.base}."),
        (_lengths, "If the curve of a value lies to the right, its games are longer. A rise at the end is games that never come to an end."),
        (_seats, "A fair game has a flat curve on the dotted line. The first player is on the left."),
        (_actions, f"What players do, and what happens to them, compared with {lab.rule} {lab.base}: right of the line, it happens more often."),
    ]
    if all("forecasts" in run.tables for run in lab.runs.values()):
        every += [
            (_fan, "The line is the middle game, the dark band half of all games, and the light band nine in ten. While the line is near the dotted one, nobody can tell who will win."),
            (_calibration, "If forecasts are right, all dots are on the dotted line. Where they are not, distrust the metrics that use forecasts."),
        ]
    return every


def _means(lab: Lab, primary: Any) -> Axes:
    """Draw the means of the primary metrics, each with its own scale."""
    names = list(dict.fromkeys(primary.metric))
    axes = _axes(len(names), 1.9)
    for place, (name, here) in enumerate(zip(names, axes)):
        rows = primary[primary.metric == name]
        at = np.arange(len(rows))
        plots.curve(here, at, rows, ["mean", "low", "high"], place, linestyle="none")
        plots.level(here, float(rows["mean"][rows.value == lab.base].iloc[0]))
        here.set_xticks(at, rows.value)
        here.set_ylabel(named(name))
        if name.startswith(SHARES):
            plots.percent(here.yaxis)
    axes[-1].set_xlabel(lab.rule)
    axes[0].set_label("The means under each value")
    return axes[0]


def _lengths(lab: Lab, _: Any) -> Axes:
    """Draw the distribution of the lengths of games."""
    (axes,) = _axes(1, 3.6)
    every = {value: run.table("games").turns.to_numpy() for value, run in lab.runs.items()}
    edges = np.linspace(0, max(turns.max() for turns in every.values()) + 1, 41)
    for place, (value, turns) in enumerate(every.items()):
        heights = np.histogram(turns, edges)[0] / len(turns)
        width = 2.4 if value == lab.base else 1.2
        axes.stairs(heights, edges, color=plots.colour(place), linewidth=width, label=f"{lab.rule} {value}")
    axes.set_xlabel("turns of a game")
    axes.set_ylabel("share of games")
    plots.percent(axes.yaxis)
    axes.legend()
    axes.set_label("How long games are")
    return axes


def _seats(lab: Lab, _: Any) -> Axes:
    """Draw the share of wins by seat."""
    (axes,) = _axes(1, 3.6)
    players = lab.runs[lab.base].players
    for place, (value, run) in enumerate(lab.runs.items()):
        rows = _seat_shares(run.table("seats"))
        at = rows.index.to_numpy(float) + 1 + plots.beside(place, len(lab.runs))
        plots.curve(axes, at, rows, ["mean", "low", "high"], place, label=f"{lab.rule} {value}")
    plots.level(axes, 1 / players)
    axes.set_xticks(range(1, players + 1))
    axes.set_xlabel("seat, in the order of play")
    axes.set_ylabel("share of wins")
    plots.percent(axes.yaxis)
    axes.legend()
    axes.set_label("Who wins, by seat")
    return axes


def _actions(lab: Lab, _: Any) -> Axes:
    """Draw the effects on the columns of games and seats, as parts of the base."""
    table = lab.table()
    counted = table[table.metric.isin(_effects.counted(lab.runs[lab.base])) & (table.value != lab.base)]
    base = table[table.value == lab.base].set_index("metric")["mean"]
    counted = counted[counted.metric.map(base) > 0]
    names = list(dict.fromkeys(counted.metric))
    (axes,) = _axes(1, 1.4 + 0.32 * len(names))
    values = [value for value in lab.runs if value != lab.base]
    for place, value in enumerate(lab.runs):
        rows = counted[counted.value == value]
        if rows.empty:
            continue
        size = rows.metric.map(base).to_numpy()
        at = np.array([names.index(name) for name in rows.metric]) + plots.beside(values.index(value), len(values))
        low, middle, high = (rows[column].to_numpy() / size for column in ("effect_low", "effect", "effect_high"))
        reach = np.nan_to_num([middle - low, high - middle])
        axes.errorbar(middle, at, xerr=reach, fmt=plots.marker(place), color=plots.colour(place), label=f"{lab.rule} {value}")
    plots.level(axes, 0, upright=True)
    axes.set_yticks(range(len(names)), [named(name) for name in names])
    axes.invert_yaxis()
    axes.set_xlabel(f"change from {lab.rule} {lab.base}")
    plots.percent(axes.xaxis)
    axes.legend()
    axes.set_label("What happens in a game")
    return axes


def _fan(lab: Lab, _: Any) -> Axes:
    """Draw the quantiles of the later winner's forecast in the course of a game."""
    every = _axes(len(lab.runs), 1.7)
    for place, ((value, run), axes) in enumerate(zip(lab.runs.items(), every)):
        rows = _forecasts.fan(lab._courses[value])
        at = (np.arange(len(rows)) + 0.5) / len(rows)
        for low, high, alpha in ((0, 4, 0.2), (1, 3, 0.35)):
            axes.fill_between(at, rows[:, low], rows[:, high], color=plots.colour(place), alpha=alpha, linewidth=0)
        axes.plot(at, rows[:, 2], color=plots.colour(place))
        plots.level(axes, 1 / run.players)
        axes.set(ylim=(0, 1), ylabel=f"{lab.rule} {value}")
        plots.percent(axes.yaxis)
        plots.percent(axes.xaxis)
    every[-1].set_xlabel("part of the game that is over")
    every[0].set_label("How early the winner is known")
    return every[0]


def _calibration(lab: Lab, _: Any) -> Axes:
    """Draw the win shares of seats by their forecasts."""
    (axes,) = _axes(1, 3.6)
    for place, (value, run) in enumerate(lab.runs.items()):
        blocks = run.table("games").block.to_numpy()
        rows = []
        for expected, final, game in _forecasts.tenths(lab._courses[value]):
            _, block = np.unique(blocks[game], return_inverse=True)
            rows.append({"at": expected.mean()} | _effects.Metric("", float(final.mean()), final - final.mean(), block).row())
        table = _frames.optional("pandas").DataFrame(rows)
        plots.curve(axes, table["at"], table, ["mean", "low", "high"], place, label=f"{lab.rule} {value}", linestyle="none")
    axes.axline((0, 0), slope=1, linestyle=":", color="#555555", linewidth=1.2, zorder=1)
    axes.set_xlabel("forecast before a turn")
    axes.set_ylabel("share of wins")
    plots.percent(axes.xaxis)
    plots.percent(axes.yaxis)
    axes.legend()
    axes.set_label("Are the forecasts right?")
    return axes


def _seat_shares(seats: Any) -> Any:
    """Return the mean win share of each seat with its interval over blocks."""
    rows = {}
    for seat, own in seats.groupby("seat"):
        values = own.win_share.to_numpy(float)
        blocks = own.block.to_numpy() - own.block.iloc[0]
        rows[seat] = _effects.Metric("", float(values.mean()), values - values.mean(), blocks).row()
    return _frames.optional("pandas").DataFrame.from_dict(rows, orient="index")


def _axes(count: int, height: float) -> list[Axes]:
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    with mpl.rc_context(plots.STYLE):
        return list(plt.subplots(count, figsize=(7.0, height * count), squeeze=False)[1].flat)
