"""Board games with hidden decks, for research: fast, exact, and documented.

A game in three lines::

    import random, hidden_decks
    state = hidden_decks.load("tongiaki", players=3, seed=1)
    while not state.is_terminal():
        state.apply(random.choice(state.legal_actions()))
    print(state.returns())

============================  ====================================================
``load``, ``Game``, ``State``  play a game, copy it, look at it from a seat
``View``                      what a seat knows, and all that an agent gets
``Agent``                     the built-in agents
``play_tournament``           agents against each other, your own among them
``open_run``                  the tables, records and decisions of a run of the program
``VectorEnv``                 thousands of games at once, written into numpy arrays
``hidden_decks.pettingzoo``   PettingZoo's AEC interface (needs pettingzoo)
``hidden_decks.gymnasium``    one learner among built-in agents (needs gymnasium)
``hidden_decks.openspiel``    the games registered in OpenSpiel (needs open_spiel)
============================  ====================================================

Methods say what depends on a position, properties what is fixed. Seats, actions and outcomes of
chance are numbered from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from hidden_decks._core import (
    CHANCE,
    GAMES,
    TERMINAL,
    ActionGroup,
    Agent,
    AgentError,
    Game,
    HiddenDecksError,
    IllegalActionError,
    ObservationBlock,
    State,
    VectorEnv,
    View,
    __version__,
)
from hidden_decks.runs import open_run
from hidden_decks.tournament import play_tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hidden_decks._types import Rng

__all__ = [
    "CHANCE",
    "GAMES",
    "TERMINAL",
    "ActionGroup",
    "Agent",
    "AgentError",
    "Game",
    "HiddenDecksError",
    "IllegalActionError",
    "ObservationBlock",
    "State",
    "VectorEnv",
    "View",
    "__version__",
    "load",
    "open_run",
    "play_tournament",
]


def load(
    name: str,
    *,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    returns: Literal["points", "win_share", "margin"] = "points",
    seed: Rng | None = None,
) -> State:
    """Return a game about to begin; ``state.game`` is the game at its table.

    Args:
        name: One of ``GAMES``.
        players: The number of seats; by default the least that the game allows.
        rules: Rules to choose, by name, such as ``{"edition": "hungarian"}``.
        returns: What the end of a game is worth to a seat: its points, its share of the win
            (from 0 to 1), or its margin over the best other seat in points.
        seed: An int from 0 to 2**64 - 1, a numpy Generator or a random.Random. The decks are
            shuffled under it, and chance acts by itself. Without a seed you choose the outcomes
            of chance, as solvers of whole games need it.

    Raises:
        HiddenDecksError: If there is no such game, or it is not for so many or has no such rule.
    """
    game = Game(name, players=players, rules=None if rules is None else dict(rules), returns=returns)
    return game.new_state(seed)
