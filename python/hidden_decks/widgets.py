"""Widgets for notebooks (need ipywidgets)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hidden_decks import _frames
from hidden_decks._core import State

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["slider"]


def slider(positions: State | Sequence[State]) -> Any:
    """Return a slider over the positions of a game, with the board and the legal actions below it.

    Parameters
    ----------
    positions
        The positions, such as those of ``Run.positions``, or a state, for the positions that led to it.

    Returns
    -------
    ipywidgets.VBox
        The slider and the board.

    Raises
    ------
    TypeError
        If the state is a determinized or recorded one, so that its history is unknown.
    ModuleNotFoundError
        If ipywidgets is not installed.
    """
    widgets = _frames.optional("ipywidgets")
    states = positions.positions() if isinstance(positions, State) else positions
    place = widgets.IntSlider(max=len(states) - 1, description="position")
    board = widgets.HTML(states[0]._repr_html_())

    def show(change: dict[str, int]) -> None:
        board.value = states[change["new"]]._repr_html_()

    place.observe(show, "value")
    return widgets.VBox([place, board])
