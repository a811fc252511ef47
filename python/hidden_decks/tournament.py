"""Tournaments in this process between built-in agents and agents written in Python."""

from __future__ import annotations

import importlib
import re
import shutil
import tempfile
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hidden_decks import _tables
from hidden_decks._core import Game, HiddenDecksError, _run_tournament
from hidden_decks.runs import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from os import PathLike

    from hidden_decks._agents import AnyAgent

__all__ = ["play_tournament"]


def play_tournament(
    agents: Sequence[AnyAgent] | Mapping[str, AnyAgent],
    *,
    games: int = 1000,
    game: str | Game = "tongiaki",
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    records: bool = False,
    analysis: bool = False,
    luck: bool = False,
    design: str = "auto",
    repeats: int = 1,
    streams: Literal["seat", "agent"] = "seat",
    progress: bool | Callable[[int, int], object] = False,
) -> Run:
    """Play agents against each other like the command ``tournament``, and return the run.

    All games of a block have the same deck, and all agents play it from all seats. An agent that raises an
    exception or chooses an illegal action forfeits its game: it is ranked last, and random moves are played for it. Agents
    written in Python are called on this thread, one at a time. The files are those of the command, byte for byte
    if only built-in agents play. Ctrl-C raises ``KeyboardInterrupt`` once the files are written; ``resume`` then continues.

    Args:
        agents: The agents: specs, functions of a view, or of a view and a ``random.Random`` if they require a second
            argument or name one ``rng``, classes, or objects with a method ``act``. The keys of a mapping are labels.
            Classes are instantiated for every game.
        games: The number of games.
        game: A game or its name.
        players: The number of seats, if the game is given by its name; by default the number
            of agents, or the nearest number that the game allows.
        rules: Rule options, if the game is given by its name.
        seed: The master seed. It determines the decks and all random choices.
        threads: The number of threads; by default one for each core.
        out: The run folder; by default a temporary one, which is removed with the returned run.
        resume: Whether to continue an interrupted run in the folder.
        force: Whether to replace the files of an earlier run.
        records: Whether to record every game.
        analysis: Whether records contain the results of searches.
        luck: Whether to measure the luck of every seat.
        design: The seat assignments that share a deck, as in the command's ``--design``.
        repeats: The number of times that each seat assignment is played on its deck.
        streams: The owner of each stream of random numbers: a seat or an agent.
        progress: A function that is called with the numbers of played games and of all games, or True for a bar of
            tqdm.

    Raises:
        HiddenDecksError: If the agents, the game or another argument is invalid, or if a file cannot be written.
        ModuleNotFoundError: If a bar is wanted and tqdm is not installed.
    """
    specs, written = _specs(agents)
    if not specs:
        raise HiddenDecksError("a tournament needs agents: name at least one")
    if isinstance(game, str) and players is None:
        allowed = Game(game).players_allowed
        players = min(max(len(specs), allowed[0]), allowed[-1])
    table = _tables.lay(game, players, rules)
    folder = Path(tempfile.mkdtemp(prefix="hidden-decks-") if out is None else out)
    options = {
        "games": games,
        "seed": seed,
        "threads": threads,
        "out": folder,
        "resume": resume,
        "force": force,
        "records": records,
        "analysis": analysis,
        "luck": luck,
        "design": design,
        "repeats": repeats,
        "streams": streams,
    }
    try:
        report = _run_tournament(table, specs, written, options, _bar() if progress is True else progress or None)
        run = Run(folder, report=report)
    except BaseException:
        if out is None:
            shutil.rmtree(folder)
        raise
    if out is None:
        weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
    return run


def _specs(agents: Sequence[AnyAgent] | Mapping[str, AnyAgent]) -> tuple[list[str], dict[int, AnyAgent]]:
    """Return a spec for each agent, and the agents that are written in Python by their positions."""
    if isinstance(agents, str):
        raise HiddenDecksError("agents is a list or a mapping: put the spec into a list")
    pairs: Iterable[tuple[str | None, AnyAgent]] = (
        agents.items() if isinstance(agents, Mapping) else ((None, agent) for agent in agents)
    )
    specs: list[str] = []
    written: dict[int, AnyAgent] = {}
    for number, (label, agent) in enumerate(pairs):
        spec = agent
        if not isinstance(agent, str):
            name = str(getattr(agent, "__name__", type(agent).__name__))
            label = label or re.sub(r"[^\w.-]", "", name, flags=re.ASCII) or "agent"
            spec = f"python:name={name}"
            written[number] = agent
        specs.append(f"{label}={spec}" if label else str(spec))
    return specs, written


def _bar() -> Callable[[int, int], object]:
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("tqdm is not installed: run 'pip install tqdm'") from error
    bar = tqdm(unit="games")

    def show(done: int, games: int) -> None:
        bar.total = games
        bar.update(done - bar.n)
        if done == games:
            bar.close()

    return show
