"""A page about a run: one self-contained file with its results in words, plots and tables."""

from __future__ import annotations

import base64
import html
import io
from importlib import resources
from string import Template
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from hidden_decks.runs import Run

#: The plots of a page: the method of ``Run.plot`` with the table that it needs, and how to read it.
_SECTIONS = {
    ("win_shares", "summary_agents"): (
        "A dot is the share of games that an agent won; a shared win counts in part. If the interval leaves out the dotted line,"
        " the agent is stronger or weaker than these agents are on average."
    ),
    ("seats", "summary_seats"): (
        "Every agent played from every place. A curve that falls or rises shows an advantage of the place, not of the agent."
    ),
    ("points", "summary_agents"): "Points at the end of a game. Only their order at the table counts, so few points can win.",
    ("ratings", "summary_agents"): (
        "100 points are odds of 64 to 36 to finish ahead, and 400 points are odds of ten to one. Only differences between these"
        " agents mean something."
    ),
    ("payoffs", "payoffs"): (
        "Each cell says how often the agent of the row finishes ahead of the agent of the column. If everybody has someone to"
        " fear, as in rock, paper, scissors, only this plot shows it."
    ),
    ("kings", "kings"): "Valuable islands need more ships, so they are founded later and less often.",
    ("times", "timing_histogram"): "Times depend on the machine and its load, unlike everything above.",
}


def page(run: Run, *, times: bool) -> str:
    """Return the page of a finished tournament as HTML. Without ``times``, the same run always has the same page."""
    left_out = set() if times else {"times"}
    if len(run.manifest["agents"]) <= 2:
        # With two agents, the matrix would contain nothing new.
        left_out.add("payoffs")
    shown = {plot: reading for (plot, table), reading in _SECTIONS.items() if table in run.tables and plot not in left_out}
    drawn = [(*_drawn(getattr(run.plot, plot)()), reading) for plot, reading in shown.items()]
    title, origin = drawn[0][0], str(run).rpartition("/")[2]
    sections = "".join(
        f'<h2>{"Shares of wins" if result == title else _text(result)}</h2>\n<img alt="{_text(result)}" src="{picture}">\n<p>{reading}</p>\n'
        for result, picture, reading in drawn
    )
    parts = {"report": _text(run.report), "name": _text(run.folder.name), "sections": sections}
    parts |= {"warnings": _warnings(run), "facts": _facts(run)}
    return framed(title, origin, template("page_run.html").substitute(parts))


def template(name: str) -> Template:
    """Return a template among the files of this package."""
    return Template(resources.files("hidden_decks").joinpath(name).read_text(encoding="utf-8"))


def framed(title: str, origin: str, body: str) -> str:
    """Return a page with this title, origin and body."""
    return template("page.html").substitute(title=_text(title), origin=_text(origin), body=body)


def _warnings(run: Run) -> str:
    """Name the agents that forfeited games: in all tables and plots, they look like weak ones."""
    failed = ", ".join(f"{agent} ({count:,})" for agent, count in sorted(run.forfeits().items()))
    if not failed:
        return ""
    return f'<p class="warning">Forfeited seats, by agent: {_text(failed)}. In the results, a failed agent looks like a weak one.</p>\n'


def _facts(run: Run) -> str:
    manifest = run.manifest
    agents = "; ".join(f"{of['label']}: {of['agent']}" for of in manifest["agents"])
    facts = {"Command": f"<code>{_text(run.command)}</code>", "Agents": _text(agents), "Seed": _text(manifest.get("seed"))}
    facts["Version"] = _text(" ".join(str(manifest[key]) for key in ("version", "commit") if manifest.get(key)))
    return "".join(f"<dt>{name}</dt><dd>{value}</dd>\n" for name, value in facts.items())


def _drawn(axes: Axes) -> tuple[str, str]:
    """Return the result that a plot shows, and the plot without its title, as the address of an SVG picture."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    axes.set_title("", loc="left")
    file = io.StringIO()
    figure: Any = axes.figure  # a whole figure, and no part of one
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "hidden-decks"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    return str(axes.get_label()), f"data:image/svg+xml;base64,{base64.b64encode(file.getvalue().encode()).decode()}"


def _text(value: object) -> str:
    return html.escape(str(value))
