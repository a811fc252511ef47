"""Draws figures of the docs that no notebook draws, from published summaries or, where a page alone has the numbers, its tables.

    python notebooks/figures.py FOLDER

`docs/research/paper.sh` calls it. Titles name the quantity; the captions in the reports state the findings.
"""

import itertools
import os
import re
import sys
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "agg")
os.environ.pop("RUNS", None)

import pandas as pd

import charts
from hidden_decks.runs import find, find_all, together
from quoted import intervals
from science import corrected

POLICIES = {"greedy": "greedy", "net": "greedy with the network", "mcts": "mcts"}
TABLES = range(2, 7)
DOCS = charts.ROOT / "docs"
SHARE = ("win_share", "win_share_low", "win_share_high")
LUCK = {
    "luck-2": "Tongiaki, 2 players",
    "luck-3": "Tongiaki, 3 players",
    "luck-4": "Tongiaki, 4 players",
    "luck-wongar-3": "Wongar, 3 players",
    "luck-wongar-4": "Wongar, 4 players",
}
SHARED = {"shares-2": "Tongiaki, 2 players", "shares-4": "Tongiaki, 4 players", "shares-wongar": "Wongar, 3 players"}
COMPONENTS = {
    "agent": "agent",
    "seat": "seat",
    "assignment": "seat assignment",
    "deck": "deck by seat",
    "deck_agent": "deck by agent",
    "deck_assignment": "deck by assignment",
    "play": "play",
}

# The agents of each ladder whose decision time depends on their settings.
LADDER = ["greedy", "net", "tree", "uct", "mcts"]
LADDER_OF_WONGAR = ["greedy", "net", "linear", "mcts"]


def tables(pattern: str, name: str) -> pd.DataFrame:
    """Concatenates a table of the published runs for 2 to 6 players whose names match a pattern such as `kings-net-{}`."""
    return together(find_all(pattern), name)


def kings() -> pd.DataFrame:
    """Returns the declared hypotheses of the king study, with p values corrected within each policy."""
    parts = []
    for policy in POLICIES:
        summary, model = (tables(f"kings-{policy}-{{}}", f"summary_king_{name}") for name in ("value", "model"))
        parts.append(corrected(summary.assign(policy=policy), model.assign(policy=policy)))
    return pd.concat(parts, ignore_index=True)


def forest(axes, rows: pd.DataFrame):
    """Draws a forest plot with a row per player count and policy; effects that survive the correction are filled."""
    order = list(POLICIES)
    for number, policy in enumerate(order):
        own = rows[rows.policy == policy]
        at = own.players + charts.beside(number, len(order), 0.24)
        charts.bars(axes, at, own, SHARE, number, markersize=5, fillstyle="none", label=POLICIES[policy])
        lasts = own.p_all <= 0.05
        axes.plot(own.win_share[lasts], at[lasts], charts.marker(number), color=charts.colour(number), markersize=5)
    charts.level(axes, 0, upright=True)
    axes.set(yticks=TABLES, yticklabels=[f"{players} players" for players in TABLES], ylim=(6.6, 1.4))
    axes.grid(axis="y", visible=False)
    charts.percent(axes.xaxis)


def founding(family: pd.DataFrame):
    figure, axes = charts.panels(width=7.0, height=4.2)
    forest(axes, family[(family.by == "all") & (family.contrast == "now-never")])
    axes.set_xlabel("change of the win share")
    axes.legend(loc="lower right")
    charts.save(figure, "founding-worth", "Founding a king island now instead of never")


def order(family: pd.DataFrame):
    figure, grid = charts.panels(2, width=9.0, height=3.8, sharex=True, sharey=True)
    kings = family[(family.by == "king") & (family.contrast == "now-never") & (family.positions >= 30)]
    for axes, (level, title) in zip(grid, (("1", "first king island"), ("2", "second king island"))):
        forest(axes, kings[kings.level == level])
        axes.set(title=title, xlabel="change of the win share")
    grid[1].legend(loc="lower right", fontsize="small")
    charts.save(figure, "founding-order", "Founding now instead of never, by the order of kings")


def first_seat():
    figure, axes = charts.panels(width=7.5, height=3.6)
    agents = {"random": "random", "greedy": "quick greedy", "net": "greedy with the network", "mcts": "mcts"}
    seats = pd.concat([tables(f"seats-{agent}-{{}}", "summary_seats") for agent in agents])
    columns = ("effect", "effect_low", "effect_high")
    charts.curves(axes, seats[seats.seat == 0], "agent", "players", columns, agents, agents, 0.14, linestyle="none")
    charts.level(axes, 0)
    charts.percent(axes.yaxis)
    axes.set(xticks=TABLES, xlabel="players", ylabel="win share of the first seat\nminus the equal share")
    axes.legend(bbox_to_anchor=(1, 1))
    charts.save(figure, "first-seat", "Advantage of the first seat")


def parts():
    figure, axes = charts.panels(width=8.0, height=3.8)
    for number, (name, label) in enumerate(SHARED.items()):
        table = find(name).table("summary_variance")
        own = table[table.result == "win_share"].set_index("component").loc[list(COMPONENTS)].reset_index()
        at = [row + charts.beside(number, len(SHARED), 0.22) for row in range(len(own))]
        charts.bars(axes, at, own, ("share", "share_low", "share_high"), number, markersize=5, label=label)
    charts.level(axes, 0, upright=True)
    charts.percent(axes.xaxis)
    axes.set(yticks=range(len(COMPONENTS)), yticklabels=COMPONENTS.values(), xlabel="part of the variance of win shares")
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.legend(loc="upper right", fontsize="small")
    charts.save(figure, "variance-components", "Components of the variance")


def saved():
    figure, axes = charts.panels(width=7.0, height=3.2)
    rows = [row(name, "summary_luck", "mcts") for name in LUCK]
    for number, (column, label) in enumerate((("win_share", "win share"), ("margin", "margin"))):
        at = [row + charts.beside(number, 2, 0.36) for row in range(len(rows))]
        values = [row[f"{column}_variance_saved"] for row in rows]
        axes.barh(at, values, height=0.32, color=charts.colour(number), label=label)
    charts.percent(axes.xaxis)
    axes.set(yticks=range(len(LUCK)), yticklabels=LUCK.values(), xlabel="variance saved by subtracting luck")
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.legend(loc="lower right")
    charts.save(figure, "luck-saved", "Variance saved, mcts against greedy")


def deciders():
    figure, (left, right) = charts.panels(2, width=10.5, height=3.6)
    effects = {
        ("first", "ancestor"): "owns the Ancestor first",
        ("first", "elder"): "owns the Elder first",
        ("first", "neither"): "owns neither",
        ("order", "2"): "plays second",
        ("order", "3"): "plays third",
        ("order", "4"): "plays fourth",
    }
    causes = {
        "ancestor": "Ancestor ceremonies",
        "elder": "Elder ceremonies",
        "both": "ceremonies of both",
        "bonus": "area-card bonus",
        "penalties": "scorpion penalties",
        "phase1": "phase 1",
        "phase2": "phase 2",
        "phase3": "phase 3",
    }
    for number, players in enumerate((3, 4)):
        table = find(f"deciders-{players}").table("deciders")
        rows = table[table.measure == "win"]
        rows = rows.assign(place=[list(effects).index(key) for key in zip(rows.by, rows.level)])
        at = rows.place + charts.beside(number, 2, 0.24)
        charts.bars(left, at, rows, ("value", "low", "high"), number, markersize=5, label=f"{players} players")
        rows = table[table.measure == "share of variance"].assign(place=lambda own: own.level.map(list(causes).index))
        at = rows.place + charts.beside(number, 2, 0.24)
        charts.bars(right, at, rows, ("value", "low", "high"), number, markersize=5)
    charts.level(left, 0, upright=True)
    left.set(yticks=range(len(effects)), yticklabels=effects.values(), xlabel="effect on the win share")
    right.set(yticks=range(len(causes)), yticklabels=causes.values(), xlabel="part of the variance of points")
    for axes in (left, right):
        charts.percent(axes.xaxis)
        axes.invert_yaxis()
        axes.grid(axis="y", visible=False)
    left.legend(loc="lower right", fontsize="small")
    charts.save(figure, "wongar-deciders", "Wongar: effects of the deal, and the parts of a result")


def row(name: str, file: str, agent: str) -> pd.Series:
    """Returns the row of an agent in a table of a published run."""
    return find(name).table(file).set_index("agent").loc[agent]


def rows(names: list[str], agent: str) -> pd.DataFrame:
    """Returns the results of an agent with a row per run, including the mean decision time in milliseconds."""
    found = pd.DataFrame([row(name, "summary_agents", agent) for name in names])
    found["milliseconds"] = [row(name, "timing", agent).microseconds_mean / 1000 for name in names]
    return found


def strength_by_time():
    """Draws the win share of `mcts` by decision time, and of its thorough variant by player count."""
    figure, (time, players) = charts.panels(2, width=9.0)
    columns = ("win_share", "ci_low", "ci_high")
    for number, (label, names) in enumerate({"brief": ["search-48", "search-200"], "thorough": ["search-100"]}.items()):
        own = rows(names, "mcts")
        charts.curve(time, own.milliseconds, own, columns, number, label=f"{label} rollouts")
    charts.level(time, 0.5, "equal share")
    time.set(
        xscale="log", ylim=(0.45, 0.95), title="2 players, against greedy",
        xlabel="mean milliseconds per decision", ylabel="win share of mcts",
    )
    charts.plain(time.xaxis)
    time.legend(loc="upper left", fontsize="small")

    counts = [2, 3, 4]
    own = rows(["search-100", "strong-3", "strong-4"], "mcts")
    charts.curve(players, counts, own, columns, 1, label="thorough rollouts")
    players.plot(counts, own.expected, ":", color="#555555", label="equal share")
    players.set(xticks=counts, xlabel="players", ylim=(0, 1), title="one mcts among copies of greedy")
    players.legend(loc="lower left", fontsize="small")
    for axes in (time, players):
        charts.percent(axes.yaxis)
    charts.save(figure, "strength-time")


def common_legend(panels):
    """Adds one legend for all panels, beside the last one."""
    entries = {label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels())}
    panels[-1].legend(entries.values(), entries.keys(), bbox_to_anchor=(1, 1), fontsize="small")


def steps():
    """Draws how often an agent finishes ahead of the agent it was derived from, by player count, in the ladders."""
    figure, panels = charts.panels(2, width=9.5, sharey=True)
    games = {
        "Tongiaki": ("ladder", range(2, 7), {
            "tuning: greedy against untuned": ("greedy", "untuned"),
            "network: net against greedy": ("net", "greedy"),
            "search: mcts against net": ("mcts", "net"),
        }),
        "Wongar": ("ladder-wongar", range(3, 6), {
            "network: net against greedy": ("net", "greedy"),
            "search: mcts against net": ("mcts", "net"),
            "network in the search:\nmcts against linear": ("mcts", "linear"),
        }),
    }
    styles = {}
    for axes, (game, (family, counts, pairs)) in zip(panels, games.items()):
        for number, (label, pair) in enumerate(pairs.items()):
            style = styles.setdefault(label, len(styles))
            own = pd.DataFrame([
                find(f"{family}-{players}").table("payoffs").set_index(["agent", "opponent"]).loc[pair] for players in counts
            ])
            at = [players + charts.beside(number, len(pairs)) for players in counts]
            charts.curve(axes, at, own, ("score", "score_low", "score_high"), style, label=label)
        charts.level(axes, 0.5)
        axes.set(xticks=list(counts), xlabel="players", title=game)
    panels[0].set_ylabel("how often the first agent\nfinishes ahead of the second")
    charts.percent(panels[0].yaxis)
    common_legend(panels)
    charts.save(figure, "learning-steps")


def decision_times():
    """Draws the mean decision time of each agent, by player count, in the ladders."""
    figure, panels = charts.panels(2, width=9.5, sharey=True)
    games = {
        "Tongiaki": ("ladder", range(2, 7), LADDER),
        "Wongar": ("ladder-wongar", range(3, 6), LADDER_OF_WONGAR),
    }
    styles = {agent: number for number, agent in enumerate([*LADDER, "linear"])}
    for axes, (game, (family, counts, agents)) in zip(panels, games.items()):
        for agent in agents:
            times = [row(f"{family}-{players}", "timing", agent).microseconds_mean / 1000 for players in counts]
            number = styles[agent]
            axes.plot(counts, times, marker=charts.marker(number), color=charts.colour(number), label=agent, linewidth=1.2)
        axes.set(xticks=list(counts), xlabel="players", yscale="log", title=game)
    charts.plain(panels[0].yaxis)
    panels[0].set_ylabel("mean milliseconds per decision")
    common_legend(panels)
    charts.save(figure, "speed-decisions")


def reported(page: str, *header: str) -> pd.DataFrame:
    """Reads the first table of a page of docs/ whose columns begin with these names."""
    text = (DOCS / f"{page}.md").read_text()
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    start = next(number for number, cells in enumerate(lines) if tuple(cells[: len(header)]) == header)
    cells = itertools.takewhile(lambda row: len(row) == len(lines[start]), lines[start + 2 :])
    return pd.DataFrame(cells, columns=lines[start])


def shares(cells: pd.Series) -> pd.DataFrame:
    """Reads cells such as `70.0% (67.2% to 72.7%)` as win shares with their intervals, by the row of the cell."""
    found = {row: [float(number) / 100 for number in interval[1]] for row, cell in cells.items() for interval in intervals(cell)}
    return pd.DataFrame.from_dict(found, orient="index", columns=SHARE)


def of_learning(axes, table: pd.DataFrame, columns: list[str], labels):
    """Draws a forest plot of win shares with a row per row of a report's table and a series per column."""
    for number, column in enumerate(columns):
        own = shares(table[column])
        charts.bars(axes, own.index + charts.beside(number, len(columns), 0.24), own, SHARE, number, markersize=5, label=column)
    # Parameters make labels long, and the table has them.
    names = [re.sub(r":[^,]+", ":…", label.replace("`", "")) for label in labels]
    axes.set(yticks=range(len(table)), yticklabels=names, xlabel="win share")
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    charts.percent(axes.xaxis)


def sparse_inputs():
    """Draws the matches of agents with sparse inputs, from the table of the report."""
    table = reported("research/learning", "agent", "opponent")
    figure, axes = charts.panels(width=9.0, height=5.0)
    of_learning(axes, table, ["for 2 players", "built-in"], table.agent + " against " + table.opponent)
    charts.level(axes, 0.5, upright=True)
    axes.legend(title="network", bbox_to_anchor=(1, 1), fontsize="small")
    charts.save(figure, "learning-sparse")


def first_look():
    """Draws the win shares of `mcts` by the positions of its first look, from the table of the report."""
    table = reported("research/learning", "players", "`nodes=150`").set_index("players").T.reset_index()
    figure, axes = charts.panels(width=7.5, height=3.2)
    of_learning(axes, table, ["3", "4"], table["index"])
    axes.legend(title="players", bbox_to_anchor=(1, 1), fontsize="small")
    charts.save(figure, "learning-first-look")


def decisions_in_python():
    """Draws the decisions per second in Python, from the table of the report: medians, with the lowest and highest rounds."""
    table = reported("research/speed", "decisions/s", "median")
    median, lowest, highest = (table[name].str.replace(",", "").astype(int) / 1e6 for name in ("median", "lowest", "highest"))
    figure, axes = charts.panels(width=8.0, height=3.6)
    reach = [median - lowest, highest - median]
    axes.errorbar(median, range(len(table)), xerr=reach, fmt="o", markersize=5, color=charts.colour(0), capsize=3)
    names = table["decisions/s"].str.replace("`", "")
    axes.set(yticks=range(len(table)), yticklabels=names, xlim=(0, 10), xlabel="million decisions per second")
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    charts.save(figure, "speed-python")


def coverage():
    """Draws how many intervals contain the true value, by true share, number of players and kind, from the guide's table."""
    table = reported("guide/statistics", "true share", "players")
    kinds = list(table.columns[2:])
    figure, axes = charts.panels(width=8.0, height=4.6)
    for number, kind in enumerate(kinds):
        at = table.index + charts.beside(number, len(kinds), 0.16)
        contained = table[kind].str.extract(r"([\d.]+)", expand=False).astype(float) / 100
        axes.plot(contained, at, charts.marker(number), color=charts.colour(number), markersize=5, label=kind)
    charts.level(axes, 0.95, upright=True)
    names = "share " + table["true share"] + ", " + table.players + " players"
    axes.set(yticks=range(len(table)), yticklabels=names, xlabel="intervals that contain the true value")
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    charts.percent(axes.xaxis)
    axes.legend(loc="upper left", fontsize="small")
    charts.save(figure, "statistics-coverage", "Coverage of 95% intervals in simulated tournaments")


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    charts.FIGURES, charts.FORMATS = Path(sys.argv[1]).resolve(), ["svg"]
    family = kings()
    founding(family)
    order(family)
    for draw in (first_seat, parts, saved, deciders, strength_by_time, steps, decision_times):
        draw()
    for draw_table in (sparse_inputs, first_look, decisions_in_python, coverage):
        draw_table()
    return 0


if __name__ == "__main__":
    sys.exit(main())
