"""The tables on which the tests play, and runs of the program."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hidden_decks import Game, open_run
from hidden_decks.runs import Run

#: Seconds after which a test counts as hanging, on the busiest machine.
PATIENCE = 900

TABLES: list[dict[str, Any]] = [
    {"name": "tongiaki", "players": 2},
    {"name": "tongiaki", "players": 5, "rules": {"edition": "hungarian", "turn-limit": 60}},
    {"name": "wongar", "players": 3},
    {"name": "wongar", "players": 4, "rules": {"edition": "advanced"}},
    {"name": "kuhn"},
    {"name": "leduc"},
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table['name']}-{table.get('players', 2)}")
def table(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What `Game` takes for a table."""
    return dict(request.param)


@pytest.fixture
def game(table: dict[str, Any]) -> Game:
    """A game at a table."""
    return Game(**table)


def program(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program as the command ``tournament`` does."""
    command = [sys.executable, "-m", "hidden_decks.program", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def play(folder: Path, *arguments: str) -> Run:
    """Run a job of the program in a folder."""
    played = program(*arguments, "--quiet", "--out", str(folder))
    assert played.returncode != 2, played.stderr
    return open_run(folder)


@contextlib.contextmanager
def ctrl_c(when: Callable[[], bool] = lambda: True, after: float = 0) -> Iterator[None]:
    """Send this process the signal of Ctrl-C some seconds after a condition, unless the block has ended."""
    is_over = threading.Event()

    def interrupt() -> None:
        while not when():
            if is_over.wait(0.005):
                return
        if not is_over.wait(after):
            os.kill(os.getpid(), signal.SIGINT)

    # A shell starts background jobs with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    # The tests interrupt what would take hours: who does not hear the signal fails.
    faulthandler.dump_traceback_later(PATIENCE, exit=True)
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGINT, before)
