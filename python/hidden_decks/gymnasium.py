"""Gymnasium environments: one learner plays against other agents.

Importing this module registers ``hidden_decks/Tongiaki-v0`` and so on; ``hidden_decks/tongiaki-v0`` is the same environment:

    import gymnasium, hidden_decks.gymnasium
    env = gymnasium.make("hidden_decks/Tongiaki-v0", players=3, opponents=["greedy"])
    envs = gymnasium.make_vec("hidden_decks/Leduc-v0", num_envs=256, vectorization_mode="vector_entry_point")
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from hidden_decks import _agents, _frames, _tables

_frames.optional("gymnasium")
import gymnasium
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from hidden_decks._core import GAMES, AgentError, HiddenDecksError, VectorEnv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hidden_decks._agents import AnyAgent
    from hidden_decks._core import Game, State, View

__all__ = ["LearnerEnv", "LearnerVectorEnv", "Potential"]

#: A function of observations of shape (..., observation_size), which returns their potentials, of shape (...).
Potential: TypeAlias = Callable[[npt.NDArray[np.float32]], Any]

#: The commands to a lane of ``hidden_decks.VectorEnv``: stay, play the action, or abandon the game for the next one.
_STAY, _PLAY, _ABANDON = range(3)


class LearnerEnv(_tables.Rendered, gymnasium.Env["npt.NDArray[np.float32]", np.int64]):
    """An environment with a learner on one seat and other agents on the others.

    Observations are float32 of shape (observation_size,), from -1 to 1. ``info["action_mask"]``, an int8
    array of shape (num_actions,), is 1 where an action is legal. The reward is 0 until the game is
    over, and then the value of the game to the learner.

    Parameters
    ----------
    game
        A game or its name.
    players, rules
        The number of seats and rule options, if the game is given by its name.
    returns
        The value of a finished game, if the game is given by its name: "points" (the default in poker, which is
        zero-sum), "win_share" (the default in other games) or "margin".
    opponents
        The agents on the other seats, in turn order: specs, functions of a view, classes, objects with
        a method ``act``, or lists of these. If there are fewer agents than seats, they are repeated. From a
        list, an agent is drawn for each game; snapshots of the learner may be appended to it during training.
    learner
        The learner's seat; by default it is drawn at random for each game.
    illegal_reward
        The reward of an illegal action, which ends the game. With None, it raises
        ``IllegalActionError``, and the position stays as it is.
    potential
        A function of observations, with the shape (..., observation_size), that returns their potentials,
        with the shape (...). The reward is then shaped: it grows by ``discount`` times the potential after an
        action, which is 0 if the game is over, minus the potential before it. This leaves the order of
        policies unchanged (Ng, Harada and Russell, 1999). Illegal actions are not shaped.
    discount
        The discount factor of the learner.
    render_mode
        "human" prints the board; "ansi" returns it as text.
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "tongiaki",
        *,
        players: int | None = None,
        rules: dict[str, Any] | None = None,
        returns: str | None = None,
        opponents: Sequence[AnyAgent] = ("random",),
        learner: int | None = None,
        illegal_reward: float | None = -1.0,
        potential: Potential | None = None,
        discount: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        self.game = _tables.lay(game, players, rules, returns)
        if isinstance(opponents, str):
            raise ValueError("opponents is a list: put the spec into a list")
        if not opponents or len(opponents) >= self.game.num_players:
            raise ValueError(
                f"opponents must name 1 to {self.game.num_players - 1} agents, not {len(opponents)}"
            )
        if learner is not None and not 0 <= learner < self.game.num_players:
            raise ValueError(
                f"there is no seat {learner} for the learner: choose 0 to {self.game.num_players - 1}"
            )
        self.opponents = tuple(opponents)
        self._makers = self._opponent_makers()
        self.learner = learner
        self.illegal_reward = illegal_reward
        self.potential = potential
        self.discount = discount
        self.render_mode = _tables.check_render_mode(render_mode, self.metadata)
        self.observation_space = spaces.Box(-1.0, 1.0, (self.game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.seat = 0
        self._agents: dict[int, Callable[[View], Any]] = {}
        self._state: State | None = None
        self._is_over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start a game and play it up to the learner's first decision."""
        super().reset(seed=seed)
        players = self.game.num_players
        self._is_over = True
        while True:
            self._state = self.game.new_state(self.np_random)
            drawn = int(self.np_random.integers(players))
            self.seat = drawn if self.learner is None else self.learner
            others = [seat for seat in range(players) if seat != self.seat]
            self._agents = {
                seat: self._makers[place % len(self._makers)](int(self.np_random.integers(2**63)))
                for place, seat in enumerate(others)
            }
            self._go_on()
            if not self._state.is_terminal():
                self._is_over = False
                return self._observation(), self._info()

    def step(
        self, action: SupportsIndex
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and then the other seats up to the learner's next decision.

        Returns
        -------
        observation : ndarray of float32, shape (observation_size,)
        reward : float
        terminated, truncated : bool
            No game is truncated.
        info : dict
            ``action_mask``, int8 of shape (num_actions,), and ``seat``, the learner's seat.
        """
        state = self._playing()
        if self._is_over:
            raise RuntimeError("the game is over, or an opponent failed: call reset()")
        chosen = operator.index(action)
        if self.illegal_reward is not None and chosen not in state.legal_actions():
            self._is_over = True
            return self._observation(), float(self.illegal_reward), True, False, self._info()
        before: Any = None if self.potential is None else self.potential(self._observation())
        state.apply(chosen)
        # If an opponent fails, the environment needs a reset.
        self._is_over = True
        self._go_on()
        self._is_over = state.is_terminal()
        if self.render_mode == "human":
            self.render()
        observation, reward = self._observation(), state.returns()[self.seat]
        if self.potential is not None:
            after = 0.0 if self._is_over else self.discount * self.potential(observation)
            reward += float(after - before)
        return observation, reward, self._is_over, False, self._info()

    def __getstate__(self) -> dict[str, Any]:
        """Return the contents of copies and pickles; raise TypeError during a game, because opponents cannot be copied."""
        if self._state is not None and not self._is_over:
            why = "because its opponents cannot: do it before reset() or after the game, or copy a State"
            raise TypeError(f"an environment cannot be copied or pickled during a game, {why}")
        return {**self.__dict__, "_makers": [], "_agents": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._makers = self._opponent_makers()

    def _opponent_makers(self) -> list[Callable[[int], Callable[[View], Any]]]:
        return [_agents.maker(agent, self.game) for agent in self.opponents]

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions, as MaskablePPO of sb3-contrib asks for them.

        Returns
        -------
        ndarray of bool, shape (num_actions,)
            True where the action is legal.
        """
        return self._playing().view(self.seat).legal_actions_mask()

    def _go_on(self) -> None:
        state = self._playing()
        while not state.is_terminal() and state.current_player() != self.seat:
            seat = state.current_player()
            action = self._agents[seat](state.view())
            try:
                state.apply(action)
            except HiddenDecksError as error:
                raise AgentError(f"the opponent in seat {seat}: {error}") from error

    def _observation(self) -> npt.NDArray[np.float32]:
        return self._playing().observation_tensor(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "seat": self.seat}


class LearnerVectorEnv(gymnasium.vector.VectorEnv["npt.NDArray[np.float32]", "npt.NDArray[np.int64]", "npt.NDArray[Any]"]):
    """Many games at once with a learner in each, over ``hidden_decks.VectorEnv``.

    Observations, rewards, masks in ``infos["action_mask"]`` and the meaning of an illegal action are those of
    ``LearnerEnv``. In the mode ``SAME_STEP``, ``infos["final_obs"]`` contains the last observations of the games that
    have just ended, and ``infos["final_info"]`` their last infos: masks without a legal action, and the learner's seats.
    The rows of other games are 0. The returned arrays are new in every step.

    Parameters
    ----------
    game
        A game or its name.
    num_envs
        The number of games.
    autoreset_mode
        When a game that ended is followed by the next one: in the ``NEXT_STEP``, in the
        ``SAME_STEP``, or ``DISABLED``, when ``reset(options={"reset_mask": mask})`` asks for it. Both spellings of
        Gymnasium can be used, such as "SAME_STEP" and "SameStep".
    players, rules
        The number of seats and rule options, if the game is given by its name.
    returns, opponents, illegal_reward, potential, discount
        As in ``LearnerEnv``.
    learner
        The learner's seat; by default it changes from game to game.
    threads
        The number of threads.
    render_mode, max_episode_steps
        None: many games at once have no picture, and no game is truncated.
    """

    def __init__(
        self,
        game: str | Game = "tongiaki",
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        players: int | None = None,
        rules: dict[str, Any] | None = None,
        returns: str | None = None,
        opponents: Sequence[AnyAgent] = ("random",),
        learner: int | None = None,
        illegal_reward: float | None = -1.0,
        potential: Potential | None = None,
        discount: float = 1.0,
        threads: int = 1,
        render_mode: None = None,
        max_episode_steps: None = None,
    ) -> None:
        if not opponents:
            raise ValueError("opponents must name at least one agent")
        self.game = _tables.lay(game, players, rules, returns)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = _tables.check_render_mode(render_mode, self.metadata)
        if max_episode_steps is not None:
            raise ValueError("max_episode_steps must be None: games at once are never truncated, so choose vectorization_mode='sync'")
        self.num_envs = num_envs
        self.illegal_reward = illegal_reward
        self.potential = potential
        self.discount = discount
        self.single_observation_space = spaces.Box(-1.0, 1.0, (self.game.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lanes = VectorEnv(self.game, num_envs, opponents=opponents, learner=learner, threads=threads)
        self._rows = np.arange(num_envs)
        self._is_over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start games: all of them, or with ``options={"reset_mask": mask}`` those that the bool array selects."""
        if isinstance(seed, (list, tuple)):
            raise ValueError("seed is an int or None: one seed determines the games of all environments")
        mask = None if options is None else options.get("reset_mask")
        if mask is None:
            self._lanes.reset(seed)
            self._is_over[:] = False
        else:
            mask = self._column("reset_mask", mask, np.bool_)
            # A lane whose game ended already waits in the next one.
            self._play(np.where(mask & ~self._is_over, _ABANDON, _STAY))
            self._is_over &= ~mask
        return self._observations(), self._infos()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[
        npt.NDArray[np.float32], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in every game.

        Parameters
        ----------
        actions : ndarray of int64, shape (num_envs,)
            The actions; games that are over ignore them.

        Returns
        -------
        observations : ndarray of float32, shape (num_envs, observation_size)
        rewards : ndarray of float64, shape (num_envs,)
        terminations, truncations : ndarray of bool, shape (num_envs,)
            No game is truncated.
        infos : dict
            ``action_mask``, int8 of shape (num_envs, num_actions), and ``seat``, the learner's seats.
        """
        if self.autoreset_mode is AutoresetMode.DISABLED and self._is_over.any():
            raise RuntimeError("a game is over: call reset(options={'reset_mask': mask})")
        actions = self._column("actions", actions, np.int64)
        waits = self._is_over.copy()
        inside = (actions >= 0) & (actions < self.game.num_actions)
        legal = inside & self._lanes.masks[self._rows, np.where(inside, actions, 0)]
        seats = self._lanes.seats.copy()
        refused = np.zeros_like(legal) if self.illegal_reward is None else ~legal & ~waits
        # Playing overwrites the observations, and a potential may return a view of them.
        before = None if self.potential is None else np.array(self.potential(self._lanes.observations))
        self._play(np.where(waits, _STAY, np.where(refused, _ABANDON, _PLAY)), actions)
        dones = self._lanes.dones.copy()
        rewards = self._lanes.rewards[self._rows, seats].astype(np.float64)
        if self.potential is not None:
            after = self.discount * self.potential(self._lanes.observations)
            rewards += np.where(waits, 0.0, np.where(dones, 0.0, after) - before)
        rewards[refused] = self.illegal_reward or 0.0
        same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
        last = self._lanes.final_observations
        infos: dict[str, Any] = {}
        if same_step and dones.any():
            masks = np.zeros(self._lanes.masks.shape, np.int8)
            final = {"action_mask": masks, "_action_mask": dones.copy(), "seat": np.where(dones, seats, 0), "_seat": dones.copy()}
            infos = {"final_obs": np.where(dones[:, None], last, 0), "_final_obs": dones.copy()}
            infos |= {"final_info": final, "_final_info": dones.copy()}
        elif not same_step:
            self._is_over[:] = dones
        return self._observations(), rewards, dones, np.zeros_like(dones), self._infos() | infos

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """Return random legal actions, int64 of shape (num_envs,), drawn with equal probabilities."""
        return self._lanes.sample_actions()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions.

        Returns
        -------
        ndarray of bool, shape (num_envs, num_actions)
            Rows of games that are over are all True, because their next action is ignored.
        """
        return self._lanes.masks | self._is_over[:, None]

    def _column(self, what: str, given: npt.ArrayLike, dtype: type[np.int64 | np.bool_]) -> npt.NDArray[Any]:
        """Return an argument with a value for each lane."""
        column = np.asarray(given)
        if column.shape != (self.num_envs,) or not np.can_cast(column.dtype, dtype, "same_kind"):
            raise ValueError(
                f"{what} must have {self.num_envs} values of type {dtype.__name__}, not {column.dtype} of shape {column.shape}"
            )
        return np.ascontiguousarray(column, dtype)

    def _play(self, commands: npt.NDArray[Any], actions: npt.NDArray[np.int64] | None = None) -> None:
        self._lanes._play(np.zeros(self.num_envs, np.int64) if actions is None else actions, commands.astype(np.uint8))

    def _observations(self) -> npt.NDArray[np.float32]:
        if not self._is_over.any():
            return self._lanes.observations.copy()
        return np.where(self._is_over[:, None], self._lanes.final_observations, self._lanes.observations)

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks, seats = self.action_masks().view(np.int8), self._lanes.seats.copy()
        return {"action_mask": masks, "_action_mask": everywhere, "seat": seats, "_seat": everywhere.copy()}


def _autoreset_mode(mode: str | AutoresetMode) -> AutoresetMode:
    """Return the mode with this name, "SAME_STEP", or with this value, "SameStep"."""
    for known in AutoresetMode:
        if mode in (known, known.name, known.value):
            return known
    names = ", ".join(repr(known.name) for known in AutoresetMode)
    raise ValueError(f"autoreset_mode is one of {names}, not {mode!r}")


def _register(game: str) -> None:
    """Register the environment of a game. It can also be created by the game's name in small letters."""
    name = f"hidden_decks/{game.capitalize()}-v0"
    gymnasium.register(
        id=name,
        entry_point="hidden_decks.gymnasium:LearnerEnv",
        vector_entry_point="hidden_decks.gymnasium:LearnerVectorEnv",
        kwargs={"game": game},
        disable_env_checker=True,
    )
    gymnasium.registry[name.lower()] = gymnasium.registry[name]


for _game in GAMES:
    _register(_game)
