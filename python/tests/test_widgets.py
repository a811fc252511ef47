"""Tests of the widgets for notebooks."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from hidden_decks import load
from hidden_decks.widgets import slider


def test_a_slider_shows_each_position_of_a_game() -> None:
    pytest.importorskip("ipywidgets")
    state = load("leduc", seed=1)
    while not state.is_terminal():
        state.step(0)
    place, board = slider(state).children
    for number, position in enumerate(state.positions()):
        place.value = number
        assert board.value == position._repr_html_()
    assert place.max == number > 1


def test_a_missing_package_is_named(monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ModuleNotFoundError, match="ipywidgets is not installed: run 'pip install ipywidgets'"):
        slider(load("kuhn", seed=1))
