"""The games in OpenSpiel. Importing this module registers ``hidden_decks_<game>`` for every game:

    import pyspiel, hidden_decks.openspiel
    game = pyspiel.load_game("hidden_decks_leduc")
    game = pyspiel.load_game("hidden_decks_tongiaki(players=3,rules=edition:hungarian)")

The parameters are ``players`` and ``rules``; rules are written as ``key:value`` and joined by ``;``. Kuhn
and Leduc poker pay points, so they are zero-sum; the other games pay shares of the win, which sum to 1. In these
two, a player's information state contains everything the player has seen and done. In the other games it
contains only the facts that matter from the current position on, so algorithms that need perfect
recall cannot be used with them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from hidden_decks import _frames

_frames.optional("pyspiel")
import pyspiel
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import TabularPolicy

from hidden_decks._core import GAMES, Agent, Game, HiddenDecksError

if TYPE_CHECKING:
    from hidden_decks._core import State

__all__ = ["OpenSpielGame", "OpenSpielState", "nash_conv", "sampled_policy", "write_policy"]

#: An upper bound on the number of outcomes at one chance node, for all games.
_MAX_CHANCE_OUTCOMES = 64
#: An upper bound on the number of actions and chance outcomes in one game, for all games.
_MAX_GAME_LENGTH = 20_000


def _game_type(name: str) -> pyspiel.GameType:
    game = Game(name)
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"hidden_decks_{name}",
        long_name=f"{game.title} (hidden_decks)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.CONSTANT_SUM if game.stake is None else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players_allowed[-1],
        min_num_players=game.num_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.num_players, "rules": ""},
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its rules and number of players; ``table`` is the ``hidden_decks.Game``."""

    def __init__(self, game_type: pyspiel.GameType, params: dict[str, Any]) -> None:
        name = game_type.short_name.removeprefix("hidden_decks_")
        rules = {}
        for rule in filter(None, params.get("rules", "").split(";")):
            key, colon, value = rule.partition(":")
            if not colon:
                raise HiddenDecksError(f"rules are written as key:value and joined by ';', not {rule!r}")
            rules[key] = value
        stake = Game(name).stake
        self.table = Game(name, players=params.get("players"), rules=rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.num_actions,
            max_chance_outcomes=_MAX_CHANCE_OUTCOMES,
            num_players=self.table.num_players,
            min_utility=0.0 if stake is None else -stake,
            max_utility=1.0 if stake is None else stake * (self.table.num_players - 1),
            utility_sum=1.0 if stake is None else 0.0,
            max_game_length=_MAX_GAME_LENGTH,
        )
        super().__init__(game_type, info, params)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> OpenSpielState:
        """Return the state at the start of a game."""
        return OpenSpielState(self, self.table.new_state())

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> _Observer:
        """Return an observer; its observations do not depend on ``iig_obs_type``."""
        if params:
            raise ValueError(f"observers have no parameters, found {', '.join(params)}")
        return _Observer(self.table)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position; ``position`` is the ``hidden_decks.State``."""

    def __init__(self, game: OpenSpielGame, position: State) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """Return the player who decides, or ``PlayerId.CHANCE`` or ``PlayerId.TERMINAL``."""
        return self.position.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions() if player == self.current_player() else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player, by default of the current one. Calls from Python avoid the way through C++."""
        if player is not None:
            return list(super().legal_actions(player))
        position = self.position
        return position.legal_actions() or [number for number, _ in position.chance_outcomes()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the chance event with their probabilities."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        if self.position.is_chance_node():
            self.position.apply_chance(action)
        else:
            self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.position.chance_to_string(action)
        return self.position.game.action_to_string(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.is_terminal()

    def returns(self) -> list[float]:
        """Return the return of each player, which is 0 until the game is over."""
        return self.position.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """Return a random state that the player cannot distinguish from this one, for information-set search.

        Parameters
        ----------
        player
            The player whose information set is sampled.
        sampler
            A function that returns a number from 0 to 1, or a numpy ``RandomState``.
        """
        draw: Any = sampler() if callable(sampler) else sampler.rand()
        guess = self.position.determinize(player, int(draw * 2**53))
        return OpenSpielState(self.get_game(), guess)

    def __str__(self) -> str:
        return str(self.position)


class _Observer:
    """An observer of a player's view, with the interface of OpenSpiel's observers."""

    def __init__(self, table: Game) -> None:
        self.tensor = np.zeros(table.observation_size, np.float32)
        self.dict = {
            block.name: self.tensor[block.start : block.stop].reshape(block.shape)
            for block in table.observation_blocks
        }

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with the player's observation."""
        state.position.observation_tensor(player, out=self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the player's information state."""
        return state.position.information_state_string(player)


def sampled_policy(
    agent: str, game: OpenSpielGame, *, samples: int = 1000, seed: int = 1
) -> TabularPolicy:
    """Return an agent's policy in a small game, from its decisions at every information state.

    Each decision is asked of a new agent, so a search that keeps its tree between turns may play differently in a game.

    Parameters
    ----------
    agent
        The spec of the agent, such as ``"ismcts:iterations=1000"``.
    game
        A game with perfect recall, such as ``pyspiel.load_game("hidden_decks_leduc")``.
    samples
        The number of decisions at each information state.
    seed
        Determines the random choices, like the seed of an ``Agent``.
    """
    sampled = TabularPolicy(game)
    draw = np.random.default_rng(seed)
    for state, chances in zip(sampled.states, sampled.action_probability_array, strict=True):
        view = state.position.view(state.current_player())
        if len(view.legal_actions()) > 1:
            agents = (Agent(agent, game.table, seed=draw) for _ in range(samples))
            chosen = [one.act(view) for one in agents]
            chances[:] = np.bincount(chosen, minlength=len(chances)) / samples
    return sampled


def nash_conv(agent: str, game: OpenSpielGame, *, samples: int = 1000, seed: int = 1) -> float:
    """Return the NashConv of an agent's sampled policy: the sum of all players' gains from best responses, in points.

    It is too high on average, because a best response also exploits the noise of the samples. The parameters are those of
    ``sampled_policy``.
    """
    policy = sampled_policy(agent, game, samples=samples, seed=seed)
    return float(cast("float", exploitability.nash_conv(game, policy)))


def write_policy(policy: TabularPolicy, file: str | Path) -> None:
    """Write a policy for one of these games, such as an equilibrium or a best response, for the agent ``table:file=FILE``."""
    table = policy.game.table
    lines = [json.dumps({"game": table.name, "states": len(policy.states)})]
    for state, chances in zip(policy.states, policy.action_probability_array, strict=True):
        view, legal = state.position.view(state.current_player()), state.legal_actions()
        row = {
            "view": view.describe(),
            "moves": [table.action_to_string(action) for action in legal],
            "probabilities": [float(chances[action]) for action in legal],
        }
        lines.append(json.dumps(row))
    Path(file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _register(name: str) -> None:
    game_type = _game_type(name)

    # This is a class because OpenSpiel releases registered objects after the interpreter has ended. A class then
    # still has a reference to itself, but a function would have to be freed.
    class Registered(OpenSpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, params or {})

    pyspiel.register_game(game_type, Registered)


for _name in GAMES:
    _register(_name)
