"""Tournaments, matches and tuning in this process, with built-in agents and agents written in Python."""

from __future__ import annotations

import re
import shutil
import tempfile
import warnings
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hidden_decks import _frames, _messages, _tables
from hidden_decks._agents import Watched
from hidden_decks._core import Game, HiddenDecksError, _run_match, _run_tournament, _run_tuning
from hidden_decks.runs import Run, forfeited

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from os import PathLike

    from hidden_decks._agents import AnyAgent

__all__ = ["match", "play_tournament", "tune"]


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
    forecasts: bool = False,
    design: str = "auto",
    repeats: int = 1,
    streams: Literal["seat", "agent"] = "seat",
    progress: bool | Callable[[int, int], object] = False,
) -> Run:
    """Play agents against each other like the command ``tournament``, and return the run.

    All games of a block have the same deck, and all agents play it from all seats. An agent that raises an
    exception or chooses an illegal action forfeits its game, with a warning: it is ranked last, and random moves are played
    for it. Agents written in Python are called on this thread, one at a time. The files are those of the command, byte for byte
    if only built-in agents play. Ctrl-C raises ``KeyboardInterrupt`` once the files are written; ``resume`` then continues.

    Parameters
    ----------
    agents
        The agents: specs, functions of a view, or of a view and a ``random.Random`` if they require a second
        argument or name one ``rng``, classes, or objects with a method ``act``. The keys of a mapping are labels.
        Classes are instantiated for every game.
    games
        The number of games.
    game, players, rules
        A game, or its name with the number of seats and rule options. By default, there are as many seats as
        agents, or the nearest number that the game allows.
    seed
        The master seed. It determines the decks and all random choices.
    threads
        The number of threads; by default one for each core.
    out
        The run folder; by default a temporary one, which is removed with the returned run.
    resume, force
        Whether to continue an interrupted run in the folder, and whether to replace the files of an earlier run.
    records, analysis, luck, forecasts
        Whether to record every game, to add the results of searches to records, to measure the luck of every seat, and to
        forecast its win share before every turn.
    design
        The seat assignments that share a deck, as in the command's ``--design``.
    repeats
        The number of times that each seat assignment is played on its deck.
    streams
        The owner of each stream of random numbers: a seat or an agent.
    progress
        A function that is called with the numbers of played games and of all games, or True for a bar of tqdm.

    Raises
    ------
    HiddenDecksError
        If the agents, the game or another argument is invalid, or if a file cannot be written.
    ModuleNotFoundError
        If a bar is wanted and tqdm is not installed.
    """
    given = locals().copy()
    specs, written = _specs(agents)
    if not specs:
        raise HiddenDecksError("a tournament needs agents: name at least one")
    if isinstance(game, str) and players is None:
        allowed = Game(game).players_allowed
        given["players"] = min(max(len(specs), allowed[0]), allowed[-1])
    run = _run(lambda table, *of: _run_tournament(table, specs, written, *of), given)
    _warn_of_forfeits(written.values(), run)
    return run


def match(
    first: AnyAgent,
    second: AnyAgent,
    *,
    games: int = 100_000,
    game: str | Game = "tongiaki",
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    null: float = 0.0,
    effect: float = 0.02,
    alpha: float = 0.05,
    beta: float = 0.05,
    streams: Literal["seat", "agent"] = "seat",
    seed: int = 1,
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | Callable[[int, int], object] = False,
) -> Run:
    """Play two agents against each other until a sequential test decides, like the command ``tournament match``.

    Parameters
    ----------
    first, second
        The agent under test and the agent to compare it with, as in ``play_tournament``. A spec may begin with a label:
        ``"careless=greedy:weights.exposed=0"``.
    games
        The maximum number of games.
    null, effect
        The advantages of the first agent between which the test decides: its win share minus its expected share.
    alpha, beta
        The probabilities of accepting ``effect`` if ``null`` is true, and ``null`` if ``effect`` is true.
    game, players, rules, streams, seed, threads, out, resume, force, progress
        As in ``play_tournament``. By default, the game's minimum number of seats plays.

    Returns
    -------
    Run
        The run. ``run.manifest["accepted"]`` is "null", "effect" or None, and ``run.report`` shows the result.

    Raises
    ------
    HiddenDecksError
        If an argument is invalid, or if a file cannot be written.
    """
    given = locals().copy()
    specs, written = _specs([first, second])
    run = _run(lambda table, *of: _run_match(table, specs, written, *of), given)
    _warn_of_forfeits(written.values(), run)
    return run


def tune(
    agent: str,
    *,
    pool: Sequence[str] | None = None,
    only: Sequence[str] = (),
    games: int = 20_000,
    game: str | Game = "tongiaki",
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    blocks: int = 4,
    payoff: Literal["margin", "win"] = "margin",
    margin: float = 10.0,
    perturbation: float = 0.5,
    gain: float = 4.0,
    confirm: int = 10_000,
    effect: float = 0.02,
    seed: int = 1,
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool | Callable[[int, int], object] = False,
) -> Run:
    """Tune an agent's weights and parameters by SPSA, like the command ``tournament tune``.

    Parameters
    ----------
    agent
        The spec of the agent, with the values to start from.
    pool
        The specs of the opponents; by default the agent with its initial values.
    only
        The names of the weights and parameters to tune; by default all weights.
    games, blocks
        The number of games, not counting the confirmation, and the number of decks in an iteration.
    payoff, margin
        The quantity to maximize, and for the payoff "margin" the lead in points that scores 3/4, where a tie scores 1/2.
    perturbation, gain
        The step sizes of SPSA.
    confirm, effect
        The maximum number of games in each match that confirms the result, and the advantage for which it tests.
    game, players, rules, seed, threads, out, resume, force, progress
        As in ``match``.

    Returns
    -------
    Run
        The run. ``run.table("parameters")`` has the tuned values, and the file ``tuned.txt`` in ``run.folder`` the spec.

    Raises
    ------
    HiddenDecksError
        If an argument is invalid, or if a file cannot be written.
    """
    given = locals().copy()
    return _run(lambda table, *of: _run_tuning(table, agent, *of), given)


def _run(job: Callable[..., str | None], given: dict[str, Any]) -> Run:
    """Do a job of the program, with the arguments of a public function, in its folder or in a temporary one."""
    table = _tables.lay(given["game"], given["players"], given["rules"])
    out, progress = given["out"], given["progress"]
    folder = Path(tempfile.mkdtemp(prefix="hidden-decks-") if out is None else out)
    try:
        with _messages.spoken_in_python():
            report = job(table, {**given, "out": folder}, _bar() if progress is True else progress or None)
        run = Run(folder, report=report)
    except BaseException:
        if out is None:
            shutil.rmtree(folder)
        raise
    if out is None:
        weakref.finalize(run, shutil.rmtree, folder, ignore_errors=True)
    return run


def _warn_of_forfeits(agents: Collection[Watched], run: Run) -> None:
    """Warn of agents that failed: in tables of results, they look like weak ones."""
    known = {agent.label for agent in agents if agent.failures}
    # Bots are not called here, so only the tables know of their failures.
    others = {agent: count for agent, count in run.forfeits().items() if agent not in known}
    if others:
        warnings.warn(f"{forfeited(others)}: the table games contains the causes", stacklevel=3)
    for agent in agents:
        if agent.failures:
            warnings.warn(
                f"the agent {agent.label} failed {agent.failures} times and forfeited these games; the first cause: {agent.cause}",
                stacklevel=3,
            )


def _specs(agents: Sequence[AnyAgent] | Mapping[str, AnyAgent]) -> tuple[list[str], dict[int, Watched]]:
    """Return a spec for each agent, and the agents that are written in Python by their positions."""
    if isinstance(agents, str):
        raise HiddenDecksError("agents is a list or a mapping: put the spec into a list")
    pairs: Iterable[tuple[str | None, AnyAgent]] = (
        agents.items() if isinstance(agents, Mapping) else ((None, agent) for agent in agents)
    )
    specs: list[str] = []
    written: dict[int, Watched] = {}
    names: dict[str, list[AnyAgent]] = {}
    for number, (label, agent) in enumerate(pairs):
        spec = agent
        if not isinstance(agent, str):
            name = str(getattr(agent, "__name__", type(agent).__name__))
            label = label or re.sub(r"[^\w.-]", "", name, flags=re.ASCII) or "agent"
            # Other agents with the same name have another spec.
            others = names.setdefault(name, [])
            place = next((place for place, other in enumerate(others) if other is agent), len(others))
            if place == len(others):
                others.append(agent)
            spec = f"python:name={name}" + (f"#{place + 1}" if place else "")
            written[number] = Watched(label, agent)
        specs.append(f"{label}={spec}" if label else str(spec))
    return specs, written


def _bar() -> Callable[[int, int], object]:
    bar = _frames.optional("tqdm.auto").tqdm(unit="games")

    def show(done: int, games: int) -> None:
        bar.total = games
        bar.update(done - bar.n)
        if done == games:
            bar.close()

    return show
