"""Print the actions and the observation tensor of a game, or write the page of a run.

    python -m hidden_decks tongiaki
    python -m hidden_decks report results/NAME
"""

from __future__ import annotations

import argparse
import os
import sys

from hidden_decks._core import GAMES, Game
from hidden_decks.runs import open_run


def tables(game: Game) -> str:
    """Return the actions and the observation tensor of a game as Markdown tables."""
    lines = [
        f"# {game.title}, {game.num_players} players",
        "",
        f"## Actions: {game.num_actions}",
        "",
        "| numbers | text | meaning |",
        "| --- | --- | --- |",
    ]
    for group in game.action_groups:
        example = game.action_to_string(group.start)
        lines.append(f"| {group.start} to {group.stop - 1} | `{example}` | {group.meaning} |")
    lines += [
        "",
        f"## Observation tensor: {game.observation_size} values, float32, from -1 to 1",
        "",
        "| values | block | shape | meaning; what 1 stands for in brackets |",
        "| --- | --- | --- | --- |",
    ]
    for block in game.observation_blocks:
        shape = " x ".join(str(size) for size in block.shape)
        values = f"{block.start} to {block.stop - 1}"
        lines.append(f"| {values} | `{block.name}` | {shape} | {block.meaning} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Read the arguments, and print the tables or write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m hidden_decks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("of", choices=[*GAMES, "report"], metavar="GAME|report", help=f"one of {', '.join(GAMES)}, or report")
    parser.add_argument("run", nargs="?", help="with report: the folder of the run; by default the newest finished tournament in results")
    parser.add_argument("--players", type=int, help="with a game: the number of seats")
    parser.add_argument("--out", help="with report: the file; by default report.html in the folder of the run")
    asked = parser.parse_args(arguments)
    try:
        text = str(open_run(asked.run).report_html(asked.out)) if asked.of == "report" else tables(Game(asked.of, players=asked.players))
    except (ValueError, OSError, ModuleNotFoundError) as error:
        parser.error(str(error))
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # The reader has left, as `head` does. Python would report it once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
