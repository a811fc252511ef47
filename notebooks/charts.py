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

import intervals
import wording

ROOT = Path(__file__).resolve().parent.parent
# Runs that are named are the published ones, unless the reader names another folder.
os.environ.setdefault("RUNS", str(ROOT / "results/reference"))

# Okabe and Ito's colours without yellow, which is too light for a line. Markers distinguish them in black and white.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]

# Folder and formats of the figures that `save` writes.
FIGURES = Path(os.environ.get("FIGURES", ROOT / "target/figures"))
FORMATS = ["svg", "pdf"]

plt.rcParams.update(
    {
        "figure.constrained_layout.use": True,
        "figure.dpi": 100,
        "savefig.dpi": 200,
        "axes.prop_cycle": plt.cycler(color=COLOURS),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.titlelocation": "left",
        "axes.titlesize": "medium",
        "grid.color": "#e4e4e4",
        "grid.linewidth": 0.6,
        "legend.frameon": False,
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


def reach(table: pd.DataFrame, mean: str, low: str, high: str) -> np.ndarray:
    """Returns the lengths of intervals below and above the means; NaN where there is no interval."""
    return np.array([table[mean] - table[low], table[high] - table[mean]], float).clip(min=0)


def dots(axes: plt.Axes, table: pd.DataFrame, label: str, mean: str, low: str, high: str):
    """Draws points with intervals, one per row from top to bottom, each with its own colour and marker."""
    errors = reach(table, mean, low, high)
    for row, value in enumerate(table[mean]):
        axes.errorbar(value, row, xerr=errors[:, [row]], fmt=marker(row), color=colour(row), capsize=4, markersize=4)
    axes.set_yticks(range(len(table)), table[label])
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.locator_params(axis="x", nbins=6)
    axes.grid(axis="y", visible=False)


def curve(axes: plt.Axes, at, table: pd.DataFrame, columns: tuple, number: int = 0, **style):
    """Draws a curve of means with intervals over `at`. `columns` names the mean and both ends; `number` selects the style."""
    errors = reach(table, *columns)
    style = {"marker": marker(number), "color": colour(number), "capsize": 3, "linewidth": 1.2, "markersize": 5} | style
    axes.errorbar(np.asarray(at, float), table[columns[0]].to_numpy(float), yerr=errors, **style)


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
    dots(axes, agents, "agent", "win_share", "ci_low", "ci_high")
    best = agents.iloc[0]
    level(axes, best.expected, "expected share", upright=True)
    percent(axes.xaxis)
    axes.set(xlim=(0, 1), xlabel="win share, with 95% interval")
    axes.legend()
    won = wording.share(best.win_share, best.ci_low, best.ci_high)
    return figure, f"{best.agent} wins {won}; the expected share is {best.expected:.0%}"


def seats(table: pd.DataFrame, agents) -> tuple[plt.Figure, str]:
    """Draws the win shares of agents by seat from a run's summary, and returns the figure and its headline. The family of the
    tests is the table: all seats of all agents, corrected by Holm's method."""
    figure, axes = panels()
    places = table.assign(place=table.seat + 1)
    curves(axes, places, "agent", "place", ("win_share", "ci_low", "ci_high"), groups=agents, apart=0.06)
    players = table.seat.max() + 1
    level(axes, 1 / players, "expected share")
    percent(axes.yaxis)
    axes.set(xticks=range(1, players + 1), xlabel="place in the order of play", ylabel="win share", ylim=(0, None))
    axes.legend(bbox_to_anchor=(1, 1))
    lasting = places[intervals.holm_of(places, "effect") <= 0.05]
    if lasting.empty:
        return figure, f"None of {len(table)} seat effects is significant after correction"
    largest = lasting.loc[lasting.effect.abs().idxmax()]
    return figure, (
        f"{len(lasting)} of {len(table)} seat effects are significant after correction; "
        f"the largest is {100 * largest.effect:+.1f} points ({largest.agent}, place {largest.place})"
    )


def payoffs(table: pd.DataFrame, order, width: float = 7.0) -> plt.Figure:
    """Draws how often each agent finishes ahead of each other one, in this order."""
    words = [wording.share(*row).replace(" (", "\n(") for row in table[["score", "score_low", "score_high"]].itertuples(index=False)]
    scores, texts = (
        table.assign(words=words).pivot(index="agent", columns="opponent", values=value).reindex(index=order, columns=order)
        for value in ("score", "words")
    )
    figure, axes = panels(width=width, height=0.6 * len(order) + 1.4)
    matrix(axes, scores, texts.fillna(""), middle=0.5, span=0.5)
    axes.set(xlabel="of this agent", ylabel="how often this agent is ahead")
    return figure


def counts(axes: plt.Axes, at, heights, numbers, few: int):
    """Writes the number of observations next to each point that has fewer than `few`."""
    for x, y, number in zip(at, heights, numbers):
        if number < few:
            axes.annotate(f"{number}", (x, y), (4, 4), textcoords="offset points", fontsize="x-small")


def beside(number: int, of: int, apart: float = 0.08) -> float:
    """Returns the horizontal shift of curve `number` out of `of`, so that intervals do not overlap."""
    return (number - (of - 1) / 2) * apart


def level(axes: plt.Axes, value: float, text: str | None = None, upright: bool = False):
    """Draws a line at a reference value, such as an equal share or no effect."""
    (axes.axvline if upright else axes.axhline)(
        value, linestyle=":", color="#555555", linewidth=1.2, label=text, zorder=1
    )


def percent(axis):
    """Formats the shares on an axis as percentages."""
    axis.set_major_formatter(lambda value, _: f"{100 * value:.3g}%")


def whole(axis):
    """Places the ticks of an axis at whole numbers only."""
    axis.set_major_locator(matplotlib.ticker.MaxNLocator(integer=True))


def plain(axis):
    """Formats the numbers of a logarithmic axis in plain notation, such as 0.1 and 10."""
    axis.set_major_formatter(lambda value, _: f"{value:g}")


def matrix(axes: plt.Axes, table: pd.DataFrame, words: pd.DataFrame, middle: float, span: float):
    """Draws a table as coloured cells with text: purple above the middle, orange below."""
    values = (table.to_numpy(float) - middle) / span
    image = axes.imshow(values, cmap="PuOr", vmin=-1, vmax=1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            text = words.iloc[row, column]
            axes.text(column, row, text, ha="center", va="center", color=ink(image.to_rgba(value)))
    axes.set_xticks(range(len(table.columns)), table.columns)
    axes.set_yticks(range(len(table.index)), table.index)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def luminance(paint) -> float:
    """Returns the relative luminance of a colour by WCAG 2, from 0 for black to 1 for white."""
    channels = np.array(matplotlib.colors.to_rgb(paint))
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one, other) -> float:
    """Returns the contrast of two colours by WCAG 2, from 1 to 21."""
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink(paper) -> str:
    """Returns black or white, whichever has the higher contrast to a colour; the contrast is at least 4.5."""
    return max("black", "white", key=lambda paint: contrast(paint, paper))


def colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def marker(number: int) -> str:
    return MARKERS[number % len(MARKERS)]
