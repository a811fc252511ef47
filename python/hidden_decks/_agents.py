"""Agents written in Python: functions, classes, and objects with a method ``act``."""

from __future__ import annotations

import functools
import inspect
import operator
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex, TypeAlias

from hidden_decks._core import Agent, HiddenDecksError, _agents

if TYPE_CHECKING:
    from hidden_decks._core import Game, View


class Actor(Protocol):
    """An object that plays a seat."""

    def act(self, view: View, /) -> SupportsIndex | str:
        """Return the number or the text of a legal action."""
        ...


#: An agent: the spec of a built-in agent; a function of a view, or of a view and a ``random.Random``; a class whose
#: objects have a method ``act`` that takes a view; such an object; or a list of these, a pool, from which an agent is
#: drawn for every game. Agents may be added to a pool at any time, such as snapshots of a learner.
AnyAgent: TypeAlias = str | Callable[..., SupportsIndex | str] | type[Actor] | Actor | Sequence["AnyAgent"]


class AgentParameter(NamedTuple):
    """A parameter of an agent, with its accepted values and its default as texts."""

    name: str
    values: str
    default: str
    meaning: str


class AgentDescription(NamedTuple):
    """A built-in agent. For an alias, ``agent`` is the agent that the name stands for, otherwise the name."""

    name: str
    agent: str
    summary: str
    parameters: tuple[AgentParameter, ...]


def agents(game: str | Game = "tongiaki") -> list[AgentDescription]:
    """Return the built-in agents of a game with their parameters, as ``tournament agents`` prints them.

    Raises
    ------
    HiddenDecksError
        If there is no such game.
    """
    facts = _agents(game if isinstance(game, str) else game.name)
    return [
        AgentDescription(name, agent, summary, tuple(AgentParameter(*one) for one in parameters))
        for name, agent, summary, parameters in facts
    ]


class Watched:
    """An agent of a job, by its label, with the number of its ``failures`` and the ``cause`` of the first one.

    A failure is an exception or an illegal action, for which the program forfeits the game.
    """

    def __init__(self, label: str, agent: AnyAgent) -> None:
        self.label = label
        self.failures = 0
        self.cause = ""
        self._agent = agent

    def maker(self, game: Game | None) -> Callable[[int], Callable[[View], Any]]:
        """Return the maker of the agent, which notes its failures and passes them on."""
        make = maker(self._agent, game)
        return lambda seed: functools.partial(self._noting, self._chosen, self._noting(make, seed))

    def _chosen(self, play: Callable[[View], Any], view: View) -> Any:
        action = play(view)
        if not _is_legal(action, view):
            self._note(f"{action!r} is not a legal action")
        return action

    def _noting(self, call: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return call(*arguments)
        except Exception as error:
            self._note(f"{type(error).__name__}: {error}")
            raise

    def _note(self, cause: str) -> None:
        self.failures += 1
        self.cause = self.cause or cause


def _is_legal(action: Any, view: View) -> bool:
    try:
        number = view.game.string_to_action(action) if isinstance(action, str) else operator.index(action)
    except (TypeError, HiddenDecksError):
        return False
    return number in view.legal_actions()


def maker(agent: AnyAgent | Watched, game: Game | None = None) -> Callable[[int], Callable[[View], Any]]:
    """Return a function of a seed, which returns the function that plays a seat in one game.

    Parameters
    ----------
    agent
        Any agent.
    game
        The game to be played, for which specs are checked; without it, they are checked at the first decision.

    Raises
    ------
    HiddenDecksError
        If the object is not an agent, or if a spec is wrong.
    """
    if isinstance(agent, Watched):
        return agent.maker(game)
    if isinstance(agent, str):
        spec = agent
        Agent(spec, game)
        return lambda seed: Agent(spec, game, seed=seed).act
    if isinstance(agent, (list, tuple)):
        pool = agent
        if not pool:
            raise HiddenDecksError("a pool needs at least one agent")
        for member in pool:
            maker(member, game)

        def drawn(seed: int) -> Callable[[View], Any]:
            rng = random.Random(seed)
            return maker(rng.choice(pool))(rng.getrandbits(63))

        return drawn
    if isinstance(agent, type):
        if not callable(getattr(agent, "act", None)):
            raise HiddenDecksError(f"the class {agent.__name__} has no method act(view)")
        return lambda _seed: agent().act
    act = getattr(agent, "act", None)
    if callable(act):
        return lambda _seed: act
    if not callable(agent):
        raise HiddenDecksError(
            f"an agent is a spec, a function, a class or an object with a method act, not {type(agent).__name__}"
        )
    function = agent
    kind = _rng_parameter(function)
    if kind is None:
        return lambda _seed: function

    def seated(seed: int) -> Callable[[View], Any]:
        rng = random.Random(seed)
        if kind is inspect.Parameter.KEYWORD_ONLY:
            return lambda view: function(view, rng=rng)
        return lambda view: function(view, rng)

    return seated


def _rng_parameter(function: Callable[..., Any]) -> Any:
    """Return the kind of the parameter for random numbers: one named ``rng``, or a required second positional one."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None
    if any(one.name == "rng" and one.kind is one.KEYWORD_ONLY for one in parameters):
        return inspect.Parameter.KEYWORD_ONLY
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    takes = len(positional) > 1 and (positional[1].default is inspect.Parameter.empty or positional[1].name == "rng")
    return positional[1].kind if takes else None
