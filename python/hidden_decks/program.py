"""The program ``tournament``; the package installs it as a command of this name."""

from __future__ import annotations

import sys

from hidden_decks._core import run_program

__all__ = ["main"]


def main() -> None:
    """Run the program with the arguments of the command line, and exit with its code."""
    sys.exit(run_program(["tournament", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
