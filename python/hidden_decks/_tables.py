"""Creates the tables of environments and tournaments from a game or its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hidden_decks._core import Game, HiddenDecksError

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    """Return a game with its players and rules. If only its name is given, it pays shares of the win by default.

    Raises
    ------
    HiddenDecksError
        If the game does not allow them, or if they are given twice.
    """
    if isinstance(game, str):
        chosen = None if rules is None else dict(rules)
        return Game(game, players=players, rules=chosen, returns=returns or "win_share")
    if not (players is None and rules is None and returns is None):
        raise HiddenDecksError(f"{game!r} has its players and rules, and its returns: name them there, not here")
    return game
