"""Compares what pages repeat with its source: intervals with the tables of runs, and facts with runs, manifests and the code.

`claims.py` calls it. A fact of `docs/research/facts.toml` is a text with a source in braces, such as
`{main/summary_agents/win_share[agent=mcts]:.1%}`; with the value of the source, each of its pages must contain it. Sources are

    RUN/TABLE/COLUMN[KEY=VALUE&...]                  a cell of a published run
    manifest/RUN/AGENT/PARAMETER                     a parameter of an agent in the manifest of a published run
    default/AGENT/PARAMETER/GAME                     a default in docs/reference/agents.md, which is made from the code
    agents/EVALUATION/GAME                           the agents whose `evaluation` has this default there
    cell/PAGE/ROW/COLUMN                             a cell of a table in a page of docs/research
    measured/NAME                                    a measurement at the beginning of facts.toml, with its origin
"""

import re
import string
from functools import cache
from pathlib import Path

from hidden_decks.runs import Run
from wording import listed

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "results/reference"

NUMBER = r"[+−-]?\d[\d,]*(?:\.\d+)?"
# A mean with the ends of its interval, such as `35% (30 to 40)`, or with half of its width, such as `73.8% ± 3.1`.
INTERVAL = re.compile(rf"({NUMBER})\s?%?[^()|\d\n]{{0,40}}\(({NUMBER})%?\s?to\s?({NUMBER})%?\)|({NUMBER})\s?%?\s±\s({NUMBER})")
# The means to which a pair of columns such as `low` and `high` may belong, where their names do not say it.
MEANS = ["win_share", "value", "difference", "mean", "coefficient", "advantage"]


def intervals(text: str) -> list[tuple[str, list[str]]]:
    """Returns the intervals in a text, each with its two or three numbers."""
    return [(found[0], [number for number in found.groups() if number]) for found in INTERVAL.finditer(text)]


@cache
def rows(run: str) -> list[tuple[float, float, float]]:
    """Returns every mean with its interval in the tables of a published run."""
    found, published = [], Run(REFERENCE / run)
    for table in map(published.table, published.tables):
        for low in [column for column in table if column.endswith("low")]:
            stem = low.removesuffix("low").removesuffix("_")
            means = [stem] if stem in table else [mean for mean in (*MEANS, f"mean_{stem}", f"{stem}_mean") if mean in table]
            for mean in means:
                found += table[[mean, low, f"{low[:-3]}high"]].dropna().astype(float).itertuples(index=False, name=None)
    return found


def is_from(numbers: list[str], runs: list[str]) -> bool:
    """Whether a row of these runs gives these numbers, as a share, in percent, or with the opposite sign."""
    return any(agrees(numbers, *(factor * end for end in row)) for run in runs for row in rows(run) for factor in (1, 100, -1, -100))


def agrees(numbers: list[str], mean: float, low: float, high: float) -> bool:
    """Whether numbers in a page are a mean with its interval, or with half of its width, up to rounding."""
    values = (mean, min(low, high), max(low, high)) if len(numbers) == 3 else (mean, abs(high - low) / 2)
    return all(is_rounded(number, value) for number, value in zip(numbers, values))


def is_rounded(number: str, value: float) -> bool:
    decimals = len(number.partition(".")[2])
    return abs(float(number.replace(",", "").replace("−", "-")) - value) <= 0.5 * 10**-decimals + 1e-6


def check_facts(facts: dict) -> list[str]:
    """Returns the facts that a page lacks or states with another value."""
    measured = {name: entry["value"] for name, entry in facts["measured"].items()}
    troubles = []
    for fact in facts["fact"]:
        text = fill(fact["text"], measured)
        for page in fact["pages"]:
            if words(text) not in words((ROOT / page).read_text()):
                troubles.append(f"{page} does not say {text!r}, which follows from {fact['text']!r}")
    return troubles


def words(text: str) -> str:
    """Returns a text without line breaks and with single blanks; in the source of a notebook, line breaks are escaped."""
    return " ".join(text.replace('\\n",', " ").split())


def fill(template: str, measured: dict[str, str]) -> str:
    """Replaces every source in a template by its value in the format that follows the colon."""
    parts = []
    for literal, source, form, _ in string.Formatter().parse(template):
        parts.append(literal)
        if source is None:
            continue
        found = measured[source.partition("/")[2]] if source.startswith("measured/") else value(source)
        parts.append(f"{int(found.replace(',', '')) / 1e6:.1f}" if form == "millions" else format(found, form))
    return "".join(parts)


def value(source: str):
    """Looks up a source."""
    kind, *path = source.split("/")
    if kind == "manifest":
        run, label, parameter = path
        agents = Run(REFERENCE / run).manifest["agents"]
        return next(agent for agent in agents if agent["label"] == label)["parameters"][parameter]
    if kind == "default":
        return default(*path)
    if kind == "agents":
        return users(*path)
    if kind == "cell":
        return cell(*path)
    table, column = path
    column, _, conditions = column.rstrip("]").partition("[")
    found = Run(REFERENCE / kind).table(table)
    for key, wanted in (condition.split("=") for condition in conditions.split("&")):
        found = found[found[key].astype(str) == wanted]
    (number,) = found[column]
    return number


@cache
def agents() -> dict[str, str]:
    """Returns the sections of docs/reference/agents.md by agent."""
    parts = (ROOT / "docs/reference/agents.md").read_text().split("\n## `")[1:]
    return dict(part.split("`\n", 1) for part in parts)


def by_game(text: str) -> dict[str, str]:
    """Reads a text such as "`sparse` (Tongiaki, Wongar), `linear` (Kuhn poker)", by game."""
    return {game: value for value, games in re.findall(r"`([^`]*)` \(([^)]*)\)", text) for game in games.split(", ")}


def default(agent: str, parameter: str, game: str) -> str | None:
    """Returns the default of a parameter in a game, or nothing if the agent has no such parameter."""
    rows = [line for line in agents()[agent].splitlines() if line.startswith(f"| `{parameter}` |")]
    text = rows[0].split(" | ")[1] if rows else ""
    return by_game(text).get(game, text.strip("`") or None)


def users(evaluation: str, game: str) -> str:
    """Lists the agents that use an evaluation by default, and `mcts` first if the search that it stands for does."""
    found = [agent for agent in agents() if default(agent, "evaluation", game) == evaluation]
    if by_game(agents()["mcts"])[game] in found:
        found.insert(0, "mcts")
    return listed([f"`{agent}`" for agent in found])


def cell(page: str, row: str, column: str) -> str:
    """Returns a cell of the first table of a report that has such a row and column."""
    header: list[str] = []
    for line in (ROOT / "docs/research" / f"{page}.md").read_text().splitlines():
        cells = [text.strip() for text in line.strip("|").split("|")]
        header = cells if not line.startswith("|") or column in cells else header
        if line.startswith("|") and cells[0] == row and column in header:
            return cells[header.index(column)]
    raise LookupError(f"{page} has no table with a row {row!r} and a column {column!r}")
