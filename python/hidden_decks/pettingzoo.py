"""PettingZoo environments of all games; ``env`` has the AEC interface.

Observations are dictionaries with ``observation`` (float32, shape (observation_size,), from -1 to 1)
and ``action_mask`` (int8, shape (num_actions,), 1 where legal). Rewards come at the end of the game.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _frames, _tables

_frames.optional("pettingzoo")
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

if TYPE_CHECKING:
    from hidden_decks._core import Game, State

__all__ = ["HiddenDecksEnv", "env", "raw_env"]


def env(game: str | Game = "tongiaki", **options: Any) -> AECEnv:
    """Return an environment with PettingZoo's usual wrappers.

    Parameters
    ----------
    game
        A game or its name.
    **options
        The options of ``HiddenDecksEnv``.
    """
    wrapped: AECEnv = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(game: str | Game = "tongiaki", **options: Any) -> HiddenDecksEnv:
    """Return an environment without wrappers."""
    return HiddenDecksEnv(game, **options)


class HiddenDecksEnv(_tables.Rendered, AECEnv):  # type: ignore[misc]
    """An environment with an agent in each seat: ``seat_0``, ``seat_1`` and so on.

    Parameters
    ----------
    game
        A game or its name.
    players, rules
        The number of seats and rule options, if the game is given by its name.
    returns
        The value of a finished game, if the game is given by its name: "points" (the default in poker, which is
        zero-sum), "win_share" (the default in other games) or "margin".
    max_cycles
        The number of actions after which a game is truncated; by default unlimited.
    render_mode
        "human" prints the board; "ansi" returns it as text.
    """

    def __init__(
        self,
        game: str | Game = "tongiaki",
        *,
        players: int | None = None,
        rules: dict[str, Any] | None = None,
        returns: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = _tables.lay(game, players, rules, returns)
        self.metadata = {
            "name": f"hidden_decks_{self.game.name}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.max_cycles = max_cycles
        self.render_mode = _tables.check_render_mode(render_mode, self.metadata)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_players)]
        self.agents: list[str] = []
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.game.observation_size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }
        self._state: State | None = None
        self._np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. The seed determines the decks of all games until the next seed."""
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        self._state = self.game.new_state(self._np_random)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next_agent()

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._playing()
        state.apply(operator.index(action) if action is not None else -1)
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.is_terminal():
            self.rewards = dict(zip(self.possible_agents, state.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent.

        Returns
        -------
        dict
            ``observation``, float32 of shape (observation_size,), and ``action_mask``, int8 of shape (num_actions,).
        """
        state = self._playing()
        view = state.view(self.possible_agents.index(agent))
        return {
            "observation": view.observation_tensor(),
            "action_mask": view.legal_actions_mask().view(np.int8),
        }

    def close(self) -> None:
        """Close the environment. It has no resources to release."""

    def _next_agent(self) -> str:
        seat = self._playing().current_player()
        return self.possible_agents[seat] if seat >= 0 else self.agents[0]
