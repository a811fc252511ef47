"""How the notebooks draw: points with 95% intervals, curves, matrices, in colours that all can tell apart."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

# Okabe and Ito's colours without yellow, which is too light for a line; markers tell them apart in black and white.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
MARKERS = ["o", "s", "^", "D", "v", "P", "X"]

plt.rcParams.update(
    {
        "figure.constrained_layout.use": True,
        "figure.dpi": 110,
        "savefig.dpi": 300,
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
        # Words stay words in an exported SVG.
        "svg.fonttype": "none",
    }
)


def panels(columns: int = 1, rows: int = 1, width: float = 7.0, height: float = 3.4, **shared) -> tuple:
    """A figure of this size in inches with a grid of axes (one alone as itself)."""
    return plt.subplots(rows, columns, figsize=(width, height), **shared)


def headline(figure: plt.Figure, text: str):
    """What the figure says, above all of it, from the left."""
    figure.suptitle(text, x=0.01, ha="left")


def reach(table: pd.DataFrame, mean: str, low: str, high: str) -> np.ndarray:
    """How far intervals go below and above the means; nothing where there is no interval."""
    return np.array([table[mean] - table[low], table[high] - table[mean]], float).clip(min=0)


def dots(axes: plt.Axes, table: pd.DataFrame, label: str, mean: str, low: str, high: str):
    """A row a point, from top to bottom, with its interval; one colour and marker for each."""
    errors = reach(table, mean, low, high)
    for row, value in enumerate(table[mean]):
        axes.errorbar(value, row, xerr=errors[:, [row]], fmt=marker(row), color=colour(row), capsize=4, markersize=4)
    axes.set_yticks(range(len(table)), table[label])
    axes.set_ylim(len(table) - 0.5, -0.5)
    axes.locator_params(axis="x", nbins=6)
    axes.grid(axis="y", visible=False)


def curve(axes: plt.Axes, at, table: pd.DataFrame, columns: tuple, number: int = 0, **style):
    """Means over `at`, joined, with intervals. `columns` names the mean and both ends; `number` is the curve's."""
    errors = reach(table, *columns)
    style = {"marker": marker(number), "color": colour(number), "capsize": 3, "linewidth": 1.2, "markersize": 5} | style
    axes.errorbar(np.asarray(at, float), table[columns[0]].to_numpy(float), yerr=errors, **style)


def beside(number: int, of: int, apart: float = 0.08) -> float:
    """How far to shift curve `number` of so many so that intervals don't hide each other."""
    return (number - (of - 1) / 2) * apart


def level(axes: plt.Axes, value: float, text: str | None = None, upright: bool = False):
    """A line at a value to compare with, such as chance or no effect."""
    (axes.axvline if upright else axes.axhline)(
        value, linestyle=":", color="#555555", linewidth=1.2, label=text, zorder=1
    )


def percent(axis):
    """Writes shares as percentages."""
    axis.set_major_formatter(lambda value, _: f"{100 * value:.3g}%")


def matrix(axes: plt.Axes, table: pd.DataFrame, words: pd.DataFrame, middle: float, span: float):
    """A table as coloured cells with words in them: purple above the middle, orange below."""
    values = (table.to_numpy(float) - middle) / span
    axes.imshow(values, cmap="PuOr", vmin=-1, vmax=1, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        ink = "white" if abs(value) > 0.75 else "black"
        axes.text(column, row, words.iloc[row, column], ha="center", va="center", color=ink)
    axes.set_xticks(range(len(table.columns)), table.columns)
    axes.set_yticks(range(len(table.index)), table.index)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)


def colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def marker(number: int) -> str:
    return MARKERS[number % len(MARKERS)]
