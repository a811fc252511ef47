"""Board games with hidden decks, for research: fast, exact, and documented.

A game in three lines:

    import random, hidden_decks
    state = hidden_decks.load("tongiaki", players=3, seed=1)
    while not state.is_terminal():
        state.apply(random.choice(state.legal_actions()))
    print(state.returns())

| to | use |
| --- | --- |
| play a game, copy a position, view it from a seat | `load`, `Game`, `State`, `View` |
| let the built-in agents play, and list them with their parameters | `Agent`, `agents` |
| play tournaments between agents, including your own | `play_tournament` |
| test which of two agents is better, and tune weights | `match`, `tune` |
| read the tables, records and decisions of a run, compare runs, and split their variance | `open_run`, `hidden_decks.runs` |
| compare several values of a rule on the same decks | `hidden_decks.lab` |
| draw the results of a run (needs matplotlib) | `Run.plot`, `hidden_decks.plots` |
| play thousands of games at once, in numpy arrays | `VectorEnv` |
| learn from the positions that follow a decision, without numbering actions | `View.afterstates`, `View.finish_turn` |
| train a learner among other agents (needs gymnasium) | `hidden_decks.gymnasium` |
| use PettingZoo's AEC interface (needs pettingzoo) | `hidden_decks.pettingzoo` |
| register the games in OpenSpiel, and measure exploitability (needs open_spiel) | `hidden_decks.openspiel` |
| step through a game in a notebook (needs ipywidgets) | `hidden_decks.widgets` |
| serve a policy as a bot of tournaments | `hidden_decks.bot` |

Values that depend on a position are methods, and values that never change are properties. Seats,
actions and outcomes of chance are numbered from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from hidden_decks._core import (
    CHANCE,
    GAMES,
    TERMINAL,
    ActionGroup,
    Afterstates,
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
from hidden_decks._agents import AgentDescription, AgentParameter, agents
from hidden_decks.runs import open_run
from hidden_decks.tournament import match, play_tournament, tune

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hidden_decks._types import Rng

__all__ = [
    "CHANCE",
    "GAMES",
    "TERMINAL",
    "ActionGroup",
    "Afterstates",
    "Agent",
    "AgentDescription",
    "AgentError",
    "AgentParameter",
    "Game",
    "HiddenDecksError",
    "IllegalActionError",
    "ObservationBlock",
    "State",
    "VectorEnv",
    "View",
    "__version__",
    "agents",
    "load",
    "match",
    "open_run",
    "play_tournament",
    "tune",
]


def load(
    name: str,
    *,
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    returns: Literal["points", "win_share", "margin"] | None = None,
    seed: Rng | None = None,
) -> State:
    """Return the initial state of a game; ``state.game`` describes the game and its table.

    Parameters
    ----------
    name
        One of ``GAMES``.
    players
        The number of seats; by default the minimum that the game allows.
    rules
        Rule options by name, such as ``{"edition": "hungarian"}``.
    returns
        The value of a finished game to a seat: its points (the default in poker, which is zero-sum), its share of the
        win, from 0 to 1 (the default in other games), or its margin over the best other seat in points.
    seed
        An int from 0 to 2**64 - 1, a numpy Generator or a random.Random. It determines
        the decks and all chance events. Without a seed, you choose the outcomes of chance,
        which solvers of whole games need.

    Raises
    ------
    HiddenDecksError
        If there is no such game, or it does not allow these players or rules.
    """
    game = Game(name, players=players, rules=None if rules is None else dict(rules), returns=returns)
    return game.new_state(seed)
