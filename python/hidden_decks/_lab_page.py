"""A page about the effects of a rule: one self-contained file for the designer of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _effects, _forecasts, _frames, _page, plots

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from hidden_decks.lab import Lab

#: Metrics that are shares of games or wins, by the beginning of their names; all others are numbers.
_SHARES = ("long_games", "stalls", "cause=", "first_seat", "seat_spread", "shared_wins", "close_games", "luck_share", "overconfidence", "drama", "comebacks", "decided")
#: The effects that are called significant.
_LEVEL = 0.05
#: Metrics as words of a sentence, and the opposite of more.
_NAMES = {
    "turns": ("turns", "fewer"),
    "stalls": ("stalls", "fewer"),
    "first_seat": ("advantage of the first seat", "less"),
    "luck_share": ("luck", "less"),
    "skill_steps": ("steps of skill", "fewer"),
}


def page(lab: Lab, other: Lab | None = None) -> str:
    """Return the page of a lab as HTML. The same runs always have the same page."""
    table, meanings = lab.table(), lab.metrics()
    primary = table[table.primary]
    drawn = [(*_page._drawn(draw(lab, primary)), reading) for draw, reading in _sections(lab)]
    sections = "".join(
        f'<h2>{_page._text(title)}</h2>\n<img alt="{_page._text(title)}" src="{picture}">\n<p>{reading}</p>\n'
        for title, picture, reading in drawn
    )
    run = lab.runs[lab.base]
    games = run.manifest["games_played"]
    agents = "; ".join(str(agent["agent"]) for agent in run.manifest["agents"])
    parts = {
        "table": f"<table>{_rows(lab, primary)}</table>\n{'' if other is None else _confirmed(lab, other)}",
        "sections": sections,
        "all": _rows(lab, table[~table.primary]),
        "meanings": "".join(f"<dt>{_page._text(_named(name))}</dt><dd>{_page._text(meaning)}</dd>\n" for name, meaning in meanings.items()),
        "facts": "".join(f"<dt>{lab.rule} {value}</dt><dd><code>{_page._text(of.command)}</code></dd>\n" for value, of in lab.runs.items()),
        "agents": _page._text(agents),
        "base": f"{lab.rule} {lab.base}",
    }
    origin = f"{run.manifest['game']}, {run.players} players, {agents}: {games:,} games for each value of {lab.rule}"
    return _page.framed(sentence(lab, primary), origin, _page.template("page_lab.html").substitute(parts))


def sentence(lab: Lab, primary: Any) -> str:
    """Return the result: which primary metrics differ from the base, how, and under which values."""
    found, others = [], []
    for metric, rows in primary.groupby("metric", sort=False):
        name, less = _NAMES.get(metric, (_named(metric), "less"))
        changed = rows[rows.p_holm < _LEVEL]
        for word, values in (("more", changed.value[changed.effect > 0]), (less, changed.value[changed.effect < 0])):
            if len(values):
                found.append(f"{word} {name} with {_listed(list(values))}")
        if changed.empty:
            others.append(name)
    if others:
        found.append(f"no detected change of {_listed(others, 'or')}")
    return f"Compared with {lab.rule} {lab.base}: {'; '.join(found)}"


def _named(metric: object) -> str:
    return str(metric).replace("_", " ")


def _listed(words: list[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _confirmed(lab: Lab, other: Lab) -> str:
    """Return the effects of another lab as HTML."""
    agents = "; ".join(str(agent["agent"]) for agent in other.runs[other.base].manifest["agents"])
    lines = [f"<tr><th>metric</th><th>{lab.rule}</th><th>effect here</th><th>effect there</th><th>robust</th></tr>"]
    for row in lab.robust(other).itertuples():
        is_share = row.metric.startswith(_SHARES)
        effects = [(row.effect, row.effect_low, row.effect_high), (row.other_effect, row.other_low, row.other_high)]
        shown = [_interval(*effect, is_share, " points", sign="+") for effect in effects]
        cells = [_named(row.metric), row.value, *shown, "yes" if row.robust else ""]
        lines.append("<tr>" + "".join(f"<td>{_page._text(cell)}</td>" for cell in cells) + "</tr>")
    table = "\n".join(lines)
    return (
        f"<h2>The same with {_page._text(agents)}</h2>\n<table>{table}</table>\n"
        "<p>An effect is robust if it has the same sign with both, and if both intervals leave out 0.</p>\n"
    )


def _sections(lab: Lab) -> list[tuple[Callable[[Lab, Any], Axes], str]]:
    """The plots of a page, and how to read each."""
    forecasts = (_calibration, "If forecasts are right, all dots are on the dotted line. Where they are not, distrust the metrics that use forecasts.")
    sections: list[tuple[Callable[[Lab, Any], Axes], str]] = [
        (_means, f"One row for each metric of the table. The dotted line is the mean under {lab.rule} {lab.base}."),
        (_lengths, "If the curve of a value lies to the right, its games are longer. A rise at the end is games that never come to an end."),
        (_seats, "A fair game has a flat curve on the dotted line. The first player is on the left."),
    ]
    has_forecasts = all("forecasts" in run.tables for run in lab.runs.values())
    return [*sections, forecasts] if has_forecasts else sections


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
        here.set_ylabel(_named(name))
        if name.startswith(_SHARES):
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


def _calibration(lab: Lab, _: Any) -> Axes:
    """Draw the win shares of seats by their forecasts."""
    (axes,) = _axes(1, 3.6)
    for place, (value, run) in enumerate(lab.runs.items()):
        shares = run.table("seats").win_share.to_numpy(float).reshape(-1, run.players)
        blocks = run.table("games").block.to_numpy()
        rows = []
        for expected, final, game in _forecasts.tenths(_forecasts.read(run, shares)):
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


def _rows(lab: Lab, table: Any) -> str:
    """Return the rows of a table as HTML: a line for each metric and value."""
    head = "".join(f"<th>{name}</th>" for name in ("metric", lab.rule, "mean", "effect", "p", "correlation"))
    lines = [f"<tr>{head}</tr>"]
    for row in table.itertuples():
        is_share = row.metric.startswith(_SHARES)
        cells = [_named(row.metric), row.value, _interval(row.mean, row.low, row.high, is_share, "%")]
        cells.append(_interval(row.effect, row.effect_low, row.effect_high, is_share, " points", sign="+"))
        p = "" if np.isnan(row.p_holm) else "< 0.001" if row.p_holm < 0.001 else f"{row.p_holm:.2g}"
        cells += [p, "" if np.isnan(row.correlation) else f"{row.correlation:.2f}"]
        mark = ' class="base"' if row.value == lab.base else ""
        lines.append(f"<tr{mark}>" + "".join(f"<td>{_page._text(cell)}</td>" for cell in cells) + "</tr>")
    return "\n".join(lines)


def _interval(mean: float, low: float, high: float, is_share: bool, unit: str, sign: str = "") -> str:
    if np.isnan(mean):
        return ""
    scale, unit = (100, unit) if is_share else (1, "")
    shown = [f"{scale * value:{sign}.3g}" for value in (mean, low, high)]
    return f"{shown[0]}{unit}" if np.isnan(low) else f"{shown[0]}{unit} ({shown[1]} to {shown[2]})"
