"""A page about the effects of a rule: one self-contained file for the designer of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _page
from hidden_decks._lab_plots import SHARES, named, sections

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from hidden_decks.lab import Lab
    from hidden_decks.runs import Run

#: The effects that are called significant.
_LEVEL = 0.05
#: The number of dramatic games on a page.
_DRAMATIC = 5
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
    drawn = [(*_page._drawn(draw(lab, primary)), reading) for draw, reading in sections(lab)]
    pictures = "".join(
        f'<h2>{_page._text(title)}</h2>\n<img alt="{_page._text(title)}" src="{picture}">\n<p>{reading}</p>\n'
        for title, picture, reading in drawn
    )
    run = lab.runs[lab.base]
    games = run.manifest["games_played"]
    agents = "; ".join(str(agent["agent"]) for agent in run.manifest["agents"])
    parts = {
        "table": f"<table>{_rows(lab, primary)}</table>\n{'' if other is None else _confirmed(lab, other)}",
        "sections": pictures + _dramatic(lab),
        "all": _rows(lab, table[~table.primary]),
        "meanings": "".join(f"<dt>{_page._text(named(name))}</dt><dd>{_page._text(meaning)}</dd>\n" for name, meaning in meanings.items()),
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
        name, less = _NAMES.get(metric, (named(metric), "less"))
        changed = rows[rows.p_holm < _LEVEL]
        for word, values in (("more", changed.value[changed.effect > 0]), (less, changed.value[changed.effect < 0])):
            if len(values):
                found.append(f"{word} {name} with {_listed(list(values))}")
        if changed.empty:
            others.append(name)
    if others:
        found.append(f"no detected change of {_listed(others, 'or')}")
    return f"Compared with {lab.rule} {lab.base}: {'; '.join(found)}"


def _listed(words: list[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _confirmed(lab: Lab, other: Lab) -> str:
    """Return the effects of another lab as HTML."""
    agents = "; ".join(str(agent["agent"]) for agent in other.runs[other.base].manifest["agents"])
    lines = [f"<tr><th>metric</th><th>{lab.rule}</th><th>effect here</th><th>effect there</th><th>robust</th></tr>"]
    for row in lab.robust(other).itertuples():
        is_share = row.metric.startswith(SHARES)
        effects = [(row.effect, row.effect_low, row.effect_high), (row.other_effect, row.other_low, row.other_high)]
        shown = [_interval(*effect, is_share, " points", sign="+") for effect in effects]
        cells = [named(row.metric), row.value, *shown, "yes" if row.robust else ""]
        lines.append("<tr>" + "".join(f"<td>{_page._text(cell)}</td>" for cell in cells) + "</tr>")
    table = "\n".join(lines)
    return (
        f"<h2>The same with {_page._text(agents)}</h2>\n<table>{table}</table>\n"
        "<p>An effect is robust if it has the same sign with both, and if both intervals leave out 0.</p>\n"
    )


def _dramatic(lab: Lab) -> str:
    """Return the games whose later winner was behind most, as HTML."""
    if "drama" not in lab.metrics():
        return ""
    games = []
    for value, metrics in lab._measured.items():
        drama = metrics["drama"].value + metrics["drama"].influence
        games += [(drama[index], value, int(index)) for index in np.argsort(-drama, kind="stable")[:_DRAMATIC]]
    lines = [f"<tr><th>behind by</th><th>{lab.rule}</th><th>turns</th><th>to watch it</th></tr>"]
    for drama, value, index in sorted(games, key=lambda game: -game[0])[:_DRAMATIC]:
        run = lab.runs[value]
        turns = run.table("games").turns.iloc[index]
        lines.append(f"<tr><td>{drama:.0%}</td><td>{value}</td><td>{turns}</td><td>{_watch(run, index, lab.boards)}</td></tr>")
    table = "\n".join(lines)
    return f"<h2>The most dramatic games</h2>\n<table>{table}</table>\n<p>The later winner was behind the leader by this win share, on average over the turns.</p>\n"


def _watch(run: Run, index: int, boards: Sequence[str | PathLike[str]]) -> str:
    """Return how to see a game, as HTML: a link for the browser page beside this one, and a command."""
    if not run._has_records:
        return f"game {index}; to see it, play again with <code>--records</code>"
    code = run.link(index, len(run.positions(index, boards)) - 1, boards=boards)
    link = f'<a href="page.html#packed={_page._text(code)}">game {index}</a>' if code else f"game {index}"
    file = _page._text(run.record_file.relative_to(run.folder.parent).as_posix())
    return f"{link}, or <code>tournament show {file} --line {index + 1} --html game.html</code>"


def _rows(lab: Lab, table: Any) -> str:
    """Return the rows of a table as HTML: a line for each metric and value."""
    head = "".join(f"<th>{name}</th>" for name in ("metric", lab.rule, "mean", "effect", "p", "correlation"))
    lines = [f"<tr>{head}</tr>"]
    for row in table.itertuples():
        is_share = row.metric.startswith(SHARES)
        cells = [named(row.metric), row.value, _interval(row.mean, row.low, row.high, is_share, "%")]
        cells.append(_interval(row.effect, row.effect_low, row.effect_high, is_share, " points", sign="+"))
        p = "" if np.isnan(row.p_holm) else "<\u00a00.001" if row.p_holm < 0.001 else f"{row.p_holm:.2g}"
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
