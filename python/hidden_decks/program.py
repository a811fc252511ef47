"""The command ``tournament``, which the package installs."""

from __future__ import annotations

import sys

from hidden_decks._core import run_program

__all__ = ["main"]


def main() -> None:
    """Run the program with the command-line arguments, and exit with its exit code."""
    sys.exit(run_program(["tournament", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
