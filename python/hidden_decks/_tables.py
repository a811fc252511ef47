"""Creates the tables of environments and tournaments from a game or its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hidden_decks._core import Game, HiddenDecksError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hidden_decks._core import State


class Rendered:
    """The position of an environment, and its render mode."""

    render_mode: str | None
    _state: State | None

    def render(self) -> str | None:
        """Print the board, or return it as text."""
        text = str(self._playing())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _playing(self) -> State:
        if self._state is None:
            raise RuntimeError("no game has begun: call reset() first")
        return self._state


def check_render_mode(mode: str | None, metadata: Mapping[str, Any]) -> str | None:
    """Return a render mode that an environment with this metadata has.

    Raises
    ------
    ValueError
        If it has no such mode.
    """
    if mode is not None and mode not in metadata["render_modes"]:
        modes = ", ".join(metadata["render_modes"])
        raise ValueError(f"there is no render mode {mode!r}: choose {f'{modes} or ' if modes else ''}None")
    return mode


def lay(
    game: str | Game,
    players: int | None,
    rules: Mapping[str, Any] | None,
    returns: str | None = None,
) -> Game:
    """Return a game with its players and rules.

    Raises
    ------
    HiddenDecksError
        If the game does not allow them, or if they are given twice.
    """
    if isinstance(game, str):
        chosen = None if rules is None else dict(rules)
        return Game(game, players=players, rules=chosen, returns=returns)
    if not (players is None and rules is None and returns is None):
        raise HiddenDecksError(f"{game!r} has its players and rules, and its returns: name them there, not here")
    return game
