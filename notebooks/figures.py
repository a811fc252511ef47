"""Draws the figures of the reports that are not in a notebook, from the published summaries in results/reference.

    python notebooks/figures.py FOLDER      writes them to FOLDER as SVG files
"""

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

import charts
from runs import REFERENCE, Run

# The agents of each ladder whose time depends on their settings.
LADDER = ["greedy", "net", "tree", "uct", "mcts"]
LADDER_OF_WONGAR = ["greedy", "net", "linear", "mcts"]


def main(folder: str) -> None:
    plt.switch_backend("agg")
    charts.FIGURES, charts.FORMATS = Path(folder), ["svg"]
    for draw in (strength_by_time, steps, decision_times):
        draw()
        plt.close("all")


def table(name: str, file: str) -> pd.DataFrame:
    """A table of a published run."""
    return Run(REFERENCE / name).table(file)


def row(name: str, file: str, agent: str) -> pd.Series:
    """The row of an agent in a table of a published run."""
    return table(name, file).set_index("agent").loc[agent]


def rows(names: list[str], agent: str) -> pd.DataFrame:
    """The results of an agent, a row for each run, with its mean time in milliseconds."""
    found = pd.DataFrame([row(name, "summary_agents", agent) for name in names])
    found["milliseconds"] = [row(name, "timing", agent).microseconds_mean / 1000 for name in names]
    return found


def strength_by_time():
    """The win share of `mcts` by the time of a decision, and of its thorough form by player count."""
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


def steps():
    """How often an agent finishes ahead of the agent that it was made from, by player count, in the ladders."""
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
                table(f"{family}-{players}", "payoffs").set_index(["agent", "opponent"]).loc[pair] for players in counts
            ])
            at = [players + charts.beside(number, len(pairs)) for players in counts]
            charts.curve(axes, at, own, ("score", "score_low", "score_high"), style, label=label)
        charts.level(axes, 0.5)
        axes.set(xticks=list(counts), xlabel="players", title=game)
    panels[0].set_ylabel("how often the first agent\nfinishes ahead of the second")
    charts.percent(panels[0].yaxis)
    entries = {label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels())}
    panels[1].legend(entries.values(), entries.keys(), bbox_to_anchor=(1, 1), fontsize="small")
    charts.save(figure, "learning-steps")


def decision_times():
    """The mean time of a decision of each agent, by player count, in the ladders."""
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
    entries = {label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels())}
    panels[1].legend(entries.values(), entries.keys(), bbox_to_anchor=(1, 1), fontsize="small")
    charts.save(figure, "speed-decisions")


if __name__ == "__main__":
    main(sys.argv[1])
