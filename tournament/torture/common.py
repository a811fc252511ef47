"""What the harnesses share: jobs of every kind, and a comparison of what comes of them."""

import os
import subprocess
from pathlib import Path

JOBS = {
    "tongiaki": "--agents greedy:nodes=60,random --games 160 --records --luck --seed 3",
    "wongar": "--game wongar --agents greedy:nodes=60,random --players 3 --games 120 --records",
    "match": "match greedy:samples=1:nodes=60 random --effect 0.02 --games 400",
    "tune": "tune greedy:samples=1:nodes=60 --pool random --games 400 --confirm 20",
    "train": "train --players 2,3 --games 120 --generation 20 --warm-up 3 --nodes 10 --hidden 16 --test-every 2 --test-games 20 --effect 0.3",
    "king-value": "study king-value --policy greedy:samples=1:nodes=60 --players 3 --decks 4 --games 40",
    "disagreements": "study disagreements greedy:samples=1:nodes=60 random --players 3 --decks 2 --games 10",
}
OF_THE_CLOCK = {"timing.csv", "timing_histogram.csv"}


def space() -> str | None:
    """Where folders are quick, if there is such a place: a file system in memory, which has nothing to sync."""
    memory = Path("/dev/shm")
    return str(memory) if memory.is_dir() and os.access(memory, os.W_OK) else None


def run(program: str, *words: str, **options) -> subprocess.CompletedProcess:
    """Runs the program to its end."""
    return subprocess.run(
        [program, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False, **options
    )


def content(folder: Path) -> dict[str, bytes]:
    """All files but those of the clock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in OF_THE_CLOCK}


def difference(one: Path, other: Path) -> str | None:
    """The first file that differs."""
    there, here = content(one), content(other)
    return next((name for name in sorted(there.keys() | here.keys()) if there.get(name) != here.get(name)), None)
