"""Charts of the notebooks: points with 95% intervals, curves and matrices, in colours that are safe for colour blindness."""

import io
import os
from pathlib import Path

import matplotlib.figure
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython import get_ipython
from IPython.display import Markdown
from matplotlib_inline.backend_inline import set_matplotlib_formats
from PIL import Image

from hidden_decks import plots
from hidden_decks.plots import COLOURS, beside, colour, curve, dots, level, marker, percent, reach

ROOT = Path(__file__).resolve().parent.parent
# Runs that are named are the published ones, unless the reader names another folder.
os.environ.setdefault("RUNS", str(ROOT / "results/reference"))

# Folder and formats of the figures that `save` writes.
FIGURES = Path(os.environ.get("FIGURES", ROOT / "target/figures"))
FORMATS = ["svg", "pdf"]

plt.rcParams.update(
    plots.STYLE
    | {
        "figure.dpi": 100,
        "savefig.dpi": 200,
        "axes.prop_cycle": plt.cycler(color=COLOURS),
        "figure.titlesize": "large",
        # Keep text as text in a saved file, and make equal figures give equal bytes.
        "svg.fonttype": "none",
        "svg.hashsalt": "figure",
        "pdf.fonttype": 42,
    }
)



def picture(figure: plt.Figure) -> tuple[bytes, dict]:
    """Renders a figure for a notebook: 200 dpi at half the size and 128 colours, which saves two thirds of the bytes."""
    drawn, stored = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="png", bbox_inches="tight")
    image = Image.open(drawn).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    image.save(stored, "png", optimize=True)
    return stored.getvalue(), {"width": image.width // 2, "height": image.height // 2}


def headline(figure: plt.Figure) -> str:
    """Returns the headline of a figure in one line; in a notebook, it is the text that searches and screen readers find."""
    return " ".join(figure.get_suptitle().split())


def answer(*sentences: str) -> Markdown:
    """Returns the last cell of a notebook: the answer to its question, in two or three sentences."""
    return Markdown("## Answer\n\n" + " ".join(filter(None, sentences)))


if get_ipython():
    set_matplotlib_formats("png")
    formatters = get_ipython().display_formatter.formatters
    formatters["image/png"].for_type(matplotlib.figure.Figure, picture)
    formatters["text/plain"].for_type(matplotlib.figure.Figure, lambda figure, printer, _: printer.text(headline(figure)))


def panels(columns: int = 1, rows: int = 1, width: float = 7.0, height: float = 3.4, **shared) -> tuple:
    """Creates a figure of this size in inches with a grid of axes; a single pair of axes is returned without a grid."""
    return plt.subplots(rows, columns, figsize=(width, height), **shared)


def save(figure: plt.Figure, name: str, headline: str = ""):
    """Writes a headline above the axes, and saves the figure to `FIGURES` for papers and slides, in each of `FORMATS`."""
    if headline:
        figure.suptitle(headline, x=0.01, ha="left")
    FIGURES.mkdir(parents=True, exist_ok=True)
    for format in FORMATS:
        date = {"Date": None} if format == "svg" else {"CreationDate": None}
        figure.savefig(FIGURES / f"{name}.{format}", metadata=date, bbox_inches="tight")


def bars(axes: plt.Axes, at, table: pd.DataFrame, columns: tuple, number: int = 0, **style):
    """Draws means with horizontal intervals at the heights `at`. `columns` and `number` are those of `curve`."""
    style = {"fmt": marker(number), "color": colour(number), "capsize": 3} | style
    axes.errorbar(table[columns[0]], at, xerr=reach(table, *columns), **style)


def curves(
    axes: plt.Axes, table: pd.DataFrame, by: str, at: str, columns: tuple, label="{}", groups=None, apart: float = 0.08, draw=curve, **style
):
    """Draws a curve, or by `draw` another series, for each group of rows. `by` and `at` name the columns of the groups and the
    positions; `groups` lists the groups in order; `label` is a format or a dictionary."""
    groups = sorted(table[by].unique()) if groups is None else list(groups)
    for number, group in enumerate(groups):
        own = table[table[by] == group]
        text = label[group] if isinstance(label, dict) else label.format(group)
        draw(axes, own[at] + beside(number, len(groups), apart), own, columns, number, label=text, **style)


def ranges(axes: plt.Axes, table: pd.DataFrame, by: str, columns: tuple, label: str, groups: list):
    """Draws a curve for each group over the ranges in the column `level`, such as `less than -5`, `0 to 4` and `10 and more`."""
    levels = sorted(table.level.unique(), key=lambda level: -99 if level.startswith("less") else int(level.split()[0]))
    places = range(len(levels))
    parts = (table[table[by] == group].set_index("level").reindex(levels).assign(**{by: group}, place=places) for group in groups)
    curves(axes, pd.concat(parts), by, "place", columns, label, groups)
    level(axes, 0)
    axes.set_xticks(places, [text.replace(" and more", "+").replace("less than ", "< ") for text in levels])


def win_shares(agents: pd.DataFrame) -> tuple[plt.Figure, str]:
    """Draws the win shares of agents from a run's summary, and returns the figure and its headline."""
    figure, axes = panels(height=0.4 * len(agents) + 1.3)
    return figure, plots.win_shares(axes, agents)


def seats(table: pd.DataFrame, agents) -> tuple[plt.Figure, str]:
    """Draws the win shares of agents by seat from a run's summary, and returns the figure and its headline."""
    figure, axes = panels()
    return figure, plots.seats(axes, table, agents)


def payoffs(table: pd.DataFrame, order, width: float = 7.0) -> tuple[plt.Figure, str]:
    """Draws how often each agent finishes ahead of each other one, in this order, and returns the figure and its headline."""
    figure, axes = panels(width=width, height=0.6 * len(order) + 1.4)
    return figure, plots.payoffs(axes, table, list(order))


def counts(axes: plt.Axes, at, heights, numbers, few: int):
    """Writes the number of observations next to each point that has fewer than `few`."""
    for x, y, number in zip(at, heights, numbers):
        if number < few:
            axes.annotate(f"{number}", (x, y), (4, 4), textcoords="offset points", fontsize="x-small")


def whole(axis):
    """Places the ticks of an axis at whole numbers only."""
    axis.set_major_locator(matplotlib.ticker.MaxNLocator(integer=True))


def plain(axis):
    """Formats the numbers of a logarithmic axis in plain notation, such as 0.1 and 10."""
    axis.set_major_formatter(lambda value, _: f"{value:g}")
