"""The tables on which the tests play."""

from __future__ import annotations

from typing import Any

import pytest

from hidden_decks import Game

TABLES: list[dict[str, Any]] = [
    {"name": "tongiaki", "players": 2},
    {"name": "tongiaki", "players": 5, "rules": {"edition": "hungarian", "turn-limit": 60}},
    {"name": "wongar", "players": 3},
    {"name": "wongar", "players": 4, "rules": {"edition": "advanced"}},
    {"name": "kuhn"},
    {"name": "leduc"},
]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table['name']}-{table.get('players', 2)}")
def table(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What `Game` takes for a table."""
    return dict(request.param)


@pytest.fixture
def game(table: dict[str, Any]) -> Game:
    """A game at a table."""
    return Game(**table)
