"""Traces the figures of the README, the guide and the reports to the commands that produced them.

    python notebooks/claims.py                  checks all pages against docs/research/claims.toml and results/reference
    TOURNAMENT=… python notebooks/claims.py --rerun FOLDER    also makes the quick runs again, in FOLDER, and compares

A page is cut into sections at its headings. Every section with figures needs a claim, which names the command behind them.
Where a claim names a function of this file, the function computes the lines of the section from published summaries. Where it
names runs, every interval of the section must be in their tables, or in the list of those that the command derives from rows.
Facts in several places are compared with their sources (docs/research/facts.toml, `quoted.py`).
"""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

import quoted
from hidden_decks.runs import Run
from quoted import REFERENCE, ROOT

CLAIMS, FACTS = ROOT / "docs/research/claims.toml", ROOT / "docs/research/facts.toml"
PAGES = ["README.md", "docs/guide/*.md", "docs/research/*.md"]

# Text that looks like a measurement: a share, an interval, a time, a rate or an effect.
FIGURE = re.compile(r"\d%|±|\d\.\d+ to |\d (ms|µs|ns)\b|(?<![\w.])[+-]\d+\.\d|\d\.\d times\b|\d[kM]? ?/s\b")
# Text that looks like a measurement but is not: code, names of intervals, and ranges of allowed values.
NO_FIGURE = re.compile(r"`[^`]*`|95% CIs?|95%|error rates are 5%|difference of 1%|50% with two players, 25% with four|iterations or 200 ms|from -?[\d.]+ to -?[\d.]+|\d+\.\d\.\d")


@dataclass
class Claim:
    """A section of a page, with the source of its figures."""

    page: str
    command: str
    under: str = ""
    build: str = ""
    runs: list[str] = field(default_factory=list)
    lines: str = ""
    options: dict = field(default_factory=dict)
    derived: list[str] = field(default_factory=list)
    quick: bool = False

    @property
    def place(self) -> str:
        return f"{self.page}: {self.under or 'top'}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rerun", metavar="FOLDER", type=Path, help="make the quick runs again, in this folder")
    arguments = parser.parse_args()
    claims = [Claim(**claim) for claim in tomllib.loads(CLAIMS.read_text())["claim"]]
    troubles = check(claims) + quoted.check_facts(tomllib.loads(FACTS.read_text()))
    if arguments.rerun:
        troubles += rerun(sorted({run for claim in claims if claim.quick for run in claim.runs}), arguments.rerun)
    print(*troubles, sep="\n", end="\n" if troubles else "")
    return 1 if troubles else 0


def check(claims: list[Claim]) -> list[str]:
    """Returns the errors in the claims, and the sections whose figures have no claim."""
    pages = {str(path.relative_to(ROOT)): sections(path.read_text()) for glob in PAGES for path in sorted(ROOT.glob(glob))}
    troubles, made, compared = [], 0, 0
    for claim in claims:
        section = pages.get(claim.page, {}).get(claim.under)
        if section is None:
            troubles.append(f"{claim.place}: there is no such section")
            continue
        missing = [name for name in claim.runs if not (REFERENCE / name / "manifest.json").exists()]
        troubles += [f"{claim.place}: results/reference/{name} is missing" for name in missing]
        if claim.lines and not missing:
            expected = LINES[claim.lines](claim.runs, **claim.options)
            made += len(expected)
            troubles += [f"{claim.place}: the run says {line!r}" for line in expected if line not in section]
    claimed = {(claim.page, claim.under) for claim in claims}
    for page, under in sorted(claimed):
        own = [claim for claim in claims if (claim.page, claim.under) == (page, under)]
        if not all(claim.runs for claim in own):
            continue  # Some figures come from runs that are not published.
        runs = sorted({run for claim in own for run in claim.runs})
        derived = {interval for claim in own for interval in claim.derived}
        for text, numbers in quoted.intervals("\n".join(pages.get(page, {}).get(under, []))):
            compared += 1
            if text not in derived and not quoted.is_from(numbers, runs):
                troubles.append(f"{page}: {under}: {text!r} is in no table of {', '.join(runs)}")
    for page, parts in pages.items():
        for heading, lines in parts.items():
            figures = [line for line in lines if FIGURE.search(NO_FIGURE.sub("", line))]
            if figures and (page, heading) not in claimed:
                troubles.append(f"{page}: {heading or 'top'}: no claim for {len(figures)} lines, the first is {figures[0]!r}")
    print(
        f"{len(claims)} sections with figures are traced to commands; {made} of their lines were computed again from runs, "
        f"and {compared} intervals compared with them"
    )
    return troubles


def sections(text: str) -> dict[str, list[str]]:
    """Returns the lines below each heading. Headings inside code blocks do not count."""
    parts, heading, is_code = {"": []}, "", False
    for line in text.splitlines():
        is_code ^= line.startswith("```")
        if not is_code and (found := re.match(r"#{1,6} +(.+)", line)):
            heading = found[1].strip()
        parts.setdefault(heading, []).append(line)
    return parts


def rerun(names: list[str], folder: Path) -> list[str]:
    """Repeats runs and compares the bytes of all published files, except for times."""
    environment = os.environ | {"RUNS": str(folder.resolve())}
    troubles = []
    for name in names:
        subprocess.run(["bash", ROOT / "notebooks/reference.sh", name], env=environment, check=True)
        published = [path for path in (REFERENCE / name).glob("*.csv") if not path.name.startswith("timing")]
        differ = [path.name for path in published if path.read_bytes() != (folder / name / path.name).read_bytes()]
        troubles += [f"{name}: {file} differs from the published one" for file in differ]
        print(f"{name}: {len(published) - len(differ)} of {len(published)} published files came out the same")
    return troubles


def tables(runs: list[str], name: str) -> dict[str, pd.DataFrame]:
    """Returns a table of each run, by the name of the run."""
    return {run: Run(REFERENCE / run).table(name) for run in runs}


def half(row, column: str) -> float:
    """Returns half of the width of an interval."""
    return (row[f"{column}_high"] - row[f"{column}_low"]) / 2


def percent(share: float) -> str:
    """Formats a share in percent with one decimal. Halves are rounded up, as readers expect."""
    return f"{100 * share + 1e-9:.1f}%"


def ratings(runs: list[str], agents: list[str], column: str = "rating", wins: bool = False) -> list[str]:
    """Returns the lines of a table of ratings with a row per agent and a column per run, with win shares on request."""
    found = {run: table.set_index("agent") for run, table in tables(runs, "summary_agents").items()}

    def cell(row) -> str:
        share = f", {percent(row.win_share)}" if wins else ""
        return f"{round(row[column])} ± {half(row, column):.0f}{share}"

    return [f"| `{agent}` | {' | '.join(cell(table.loc[agent]) for table in found.values())} |" for agent in agents]


def scores(runs: list[str], pairs: list[list[str]]) -> list[str]:
    """Returns the lines of a table of pairs: how often the first agent finished ahead of the second."""
    found = {run: table.set_index(["agent", "opponent"]).score for run, table in tables(runs, "payoffs").items()}
    cells = {(a, b): " | ".join(percent(table[a, b]) for table in found.values()) for a, b in pairs}
    return [f"| `{a}`, `{b}` | {cells[a, b]} |" for a, b in pairs]


def times(runs: list[str], agents: list[str]) -> list[str]:
    """Returns the lines of a table of the mean time of a decision in milliseconds, with two digits."""
    found = {run: table.set_index("agent").microseconds_mean / 1000 for run, table in tables(runs, "timing").items()}

    def cell(time: float) -> str:
        return f"{time:.0f}" if time >= 10 else f"{time:.1f}" if time >= 1 else f"{time:.2f}"

    return [f"| `{agent}` | {' | '.join(cell(table[agent]) for table in found.values())} |" for agent in agents]


def shares(runs: list[str], agent: str, labels: list[str]) -> list[str]:
    """Returns the lines of a table of settings with a row per run: decision time, win share of an agent, and games."""
    rows = [table.set_index("agent").loc[agent] for table in tables(runs, "summary_agents").values()]
    costs = [table.set_index("agent").microseconds_mean[agent] / 1000 for table in tables(runs, "timing").values()]
    return [
        f"| {label} | {f'{time:.0f}' if time >= 10 else f'{time:.1f}'} | {percent(row.win_share)} ± {100 * half(row, 'ci'):.1f} | {row.games:.0f} |"
        for label, time, row in zip(labels, costs, rows)
    ]


def interval(row, column: str, factor: float = 1) -> str:
    """Formats an effect and its interval with signs and one decimal."""
    mean, low, high = (factor * row[f"{column}{end}"] for end in ("", "_low", "_high"))
    return f"{mean:+.1f} ({low:+.1f} to {high:+.1f})"


def effect(run: str, file: str, contrast: str) -> pd.Series:
    """Returns the effect over all positions of a study."""
    table = tables([run], file)[run]
    return table[(table.by == "all") & (table.contrast == contrast)].iloc[0]


def tempo(runs: list[str]) -> list[str]:
    """Returns the lines of the table of the value of a turn, with a row per player count."""
    rows = [effect(run, "summary_tempo", "turn-pass") for run in runs]
    return [
        f"| {row.players} | {row.positions} | {interval(row, 'win_share', 100)} | {interval(row, 'margin')} |" for row in rows
    ]


def founding(runs: list[str], bold: dict[str, list[str]]) -> list[str]:
    """Returns the lines of the table of effects of founding, with a row per run. `bold` names effects that survive correction."""
    lines = []
    for run in runs:
        cells = []
        for contrast in ("now-later", "now-never", "later-never"):
            row = effect(run, "summary_king_value", contrast)
            text = interval(row, "win_share", 100)
            cells.append(f"**{text}**" if contrast in bold.get(run, []) else text)
        lines.append(f"| `{row.policy}` | {row.players} | {' | '.join(cells)} |")
    return lines


def components(runs: list[str], result: str, words: dict[str, str]) -> list[str]:
    """Returns the lines of the table of variance components, with a row per component and a column per run."""
    found = [table[table.result == result].set_index("component") for table in tables(runs, "summary_variance").values()]

    def cell(row) -> str:
        ends = "" if pd.isna(row.share_low) else f" ({100 * row.share_low:.1f} to {100 * row.share_high:.1f})"
        return percent(row.share) + ends

    return [f"| {text} | {' | '.join(cell(table.loc[name]) for table in found)} |" for name, text in words.items()]


def draws(runs: list[str], kinds: dict[str, str]) -> list[str]:
    """Returns the lines of the table of values of tiles: a row per kind, a column per run, a star for p < 0.05 (Holm)."""
    found = {run: table[table.by == "kind"].set_index("level") for run, table in tables(runs, "summary_draws").items()}

    def cell(row) -> str:
        return f"{row.margin:+.2f} ± {half(row, 'margin'):.2f}{'*' if row.margin_p < 0.05 else ''}"

    return [
        f"| {words} | {' | '.join(cell(table.loc[kind]) for table in found.values())} |" for kind, words in kinds.items()
    ]


LINES = {function.__name__: function for function in (ratings, scores, times, shares, tempo, founding, components, draws)}

if __name__ == "__main__":
    sys.exit(main())
