"""Gymnasium environments: one learner plays against built-in agents.

Importing this module registers ``hidden_decks/<game>-v0`` for every game::

    import gymnasium, hidden_decks.gymnasium
    env = gymnasium.make("hidden_decks/tongiaki-v0", players=3, opponents=["greedy"])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces

from hidden_decks import _tables
from hidden_decks._core import GAMES, Agent

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from hidden_decks._core import Game, State

__all__ = ["LearnerEnv"]


class LearnerEnv(gymnasium.Env["npt.NDArray[np.float32]", np.int64]):
    """An environment with a learner on one seat and built-in agents on the others.

    Observations are float32 of shape (observation_size,), from -1 to 1. ``info["action_mask"]``, an int8
    array of shape (num_actions,), is 1 where an action is legal. The reward is 0 until the game is
    over, and then the value of the game to the learner.

    Args:
        game: A game or its name.
        players: The number of seats, if the game is given by its name.
        rules: Rule options, if the game is given by its name.
        returns: The value of a finished game: "points", "win_share" or "margin", if the game is given
            by its name.
        opponents: Specs of the built-in agents on the other seats, in turn order. If there are
            fewer specs than seats, they are repeated.
        learner: The learner's seat; by default it is drawn at random for each game.
        illegal_reward: If given, an illegal action ends the game with this reward. By default it
            raises ``IllegalActionError``.
        render_mode: "human" prints the board; "ansi" returns it as text.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "tongiaki",
        *,
        players: int | None = None,
        rules: dict[str, Any] | None = None,
        returns: str = "win_share",
        opponents: Sequence[str] = ("random",),
        learner: int | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = _tables.lay(game, players, rules, returns)
        if not opponents or len(opponents) >= self.game.num_players:
            raise ValueError(
                f"opponents must name 1 to {self.game.num_players - 1} agents, not {len(opponents)}"
            )
        if learner is not None and not 0 <= learner < self.game.num_players:
            raise ValueError(
                f"there is no seat {learner} for the learner: choose 0 to {self.game.num_players - 1}"
            )
        for spec in opponents:
            Agent(spec, self.game)
        self.opponents = tuple(opponents)
        self.learner = learner
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-1.0, 1.0, (self.game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.seat = 0
        self._agents: dict[int, Agent] = {}
        self._state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start a game and play it up to the learner's first decision."""
        super().reset(seed=seed)
        players = self.game.num_players
        while True:
            self._state = self.game.new_state(self.np_random)
            drawn = int(self.np_random.integers(players))
            self.seat = drawn if self.learner is None else self.learner
            others = [seat for seat in range(players) if seat != self.seat]
            self._agents = {
                seat: Agent(
                    self.opponents[place % len(self.opponents)],
                    self.game,
                    seed=int(self.np_random.integers(2**63)),
                )
                for place, seat in enumerate(others)
            }
            self._go_on()
            if not self._state.is_terminal():
                return self._observation(), self._info()

    def step(
        self, action: SupportsInt
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and then the other seats up to the learner's next decision."""
        state = self._playing()
        chosen = int(action)
        if self.illegal_reward is not None and chosen not in state.legal_actions():
            return self._observation(), float(self.illegal_reward), True, False, self._info()
        state.apply(chosen)
        self._go_on()
        is_over = state.is_terminal()
        if self.render_mode == "human":
            self.render()
        return self._observation(), state.returns()[self.seat], is_over, False, self._info()

    def render(self) -> str | None:
        """Print the board, or return it as text."""
        text = str(self._playing())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _go_on(self) -> None:
        state = self._playing()
        while not state.is_terminal() and state.current_player() != self.seat:
            state.apply(self._agents[state.current_player()].act(state.view()))

    def _playing(self) -> State:
        if self._state is None:
            raise RuntimeError("no game has begun: call reset() first")
        return self._state

    def _observation(self) -> npt.NDArray[np.float32]:
        return self._playing().observation_tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        mask = self._playing().view(self.seat).legal_actions_mask()
        return {"action_mask": mask.view(np.int8), "seat": self.seat}


for _name in GAMES:
    gymnasium.register(
        id=f"hidden_decks/{_name}-v0",
        entry_point="hidden_decks.gymnasium:LearnerEnv",
        kwargs={"game": _name},
        order_enforce=True,
        disable_env_checker=True,
    )
