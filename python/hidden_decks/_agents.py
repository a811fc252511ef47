"""Agents written in Python: functions, classes, and objects with a method ``act``."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hidden_decks._core import Agent, HiddenDecksError

if TYPE_CHECKING:
    from hidden_decks._core import Game, View


class Actor(Protocol):
    """An object that plays a seat."""

    def act(self, view: View, /) -> int:
        """Return the number of a legal action."""
        ...


#: An agent: the spec of a built-in agent; a function of a view, or of a view and a ``random.Random``; a class whose
#: objects have a method ``act`` that takes a view; such an object; or a list of these, a pool, from which an agent is
#: drawn for every game. Agents may be added to a pool at any time, such as snapshots of a learner.
AnyAgent: TypeAlias = str | Callable[..., int] | type[Actor] | Actor | list["AnyAgent"]


def maker(agent: AnyAgent, game: Game | None = None) -> Callable[[int], Callable[[View], Any]]:
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
    if isinstance(agent, str):
        spec = agent
        Agent(spec, game)
        return lambda seed: Agent(spec, game, seed=seed).act
    if isinstance(agent, list):
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
    if not _takes_rng(function):
        return lambda _seed: function

    def seated(seed: int) -> Callable[[View], int]:
        rng = random.Random(seed)
        return lambda view: function(view, rng)

    return seated


def _takes_rng(function: Callable[..., Any]) -> bool:
    """Whether a function requires a second positional argument, or names one ``rng``. Other defaults are the caller's."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    return len(positional) > 1 and (positional[1].default is inspect.Parameter.empty or positional[1].name == "rng")
