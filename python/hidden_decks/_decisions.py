"""The decisions of recorded runs as numpy arrays, and as Parquet files for training."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from hidden_decks import _parquet
from hidden_decks._core import Game, HiddenDecksError, _RunDecisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# The types of the columns with one value per row.
_VALUES: dict[str, Any] = {
    "game": np.int64,
    "block": np.int64,
    "decision": np.int32,
    "turn": np.int32,
    "seat": np.int32,
    "agent": np.str_,
    "action": np.int32,
}

# The element types of the columns with a list per row.
_LISTS: dict[str, Any] = {
    "observation": np.float32,
    "mask": np.bool_,
    "visits": np.int64,
    "value": np.float64,
    "outcome": np.float64,
    "points": np.int32,
}

# The columns of the file, in order.
_ORDER = [*list(_VALUES)[:-1], "observation", "mask", "action", "visits", "value", "outcome", "points"]

# The approximate number of values of observations and masks in a batch and in a row group.
# It is fixed so that files do not depend on the machine.
_GROUP = 1 << 22


def _sizes(game: Game) -> dict[str, int]:
    sizes = dict.fromkeys(_LISTS, game.num_actions)
    sizes["observation"] = game.observation_size
    sizes["outcome"] = sizes["points"] = game.num_players
    return sizes


def _game(decisions: _RunDecisions) -> Game:
    return Game(decisions.game, players=decisions.players)


def _rows(sizes: dict[str, int]) -> int:
    return max(1, _GROUP // (sizes["observation"] + sizes["mask"]))


def batches(decisions: _RunDecisions) -> Iterator[dict[str, Any]]:
    """Yield batches of decisions as dictionaries of arrays, one array per column."""
    sizes = _sizes(_game(decisions))
    for batch in decisions.batches(_rows(sizes)):
        values = {name: np.asarray(batch[name], dtype) for name, dtype in _VALUES.items()}
        lists = {name: np.asarray(batch[name], dtype).reshape(-1, sizes[name]) for name, dtype in _LISTS.items()}
        yield {name: (values | lists)[name] for name in _ORDER}


def _starts(parts: Iterable[tuple[int, dict[str, Any]]]) -> str:
    start, told = 0, []
    for size, part in parts:
        told.append({**part, "start": start})
        start += size
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _metadata(decisions: _RunDecisions, game: Game) -> dict[str, str]:
    metadata = {
        "hidden_decks.game": decisions.game,
        "hidden_decks.players": str(decisions.players),
        "hidden_decks.observation": _starts(
            (block.stop - block.start, {"name": block.name, "shape": block.shape, "meaning": block.meaning})
            for block in game.observation_blocks
        ),
        "hidden_decks.actions": _starts(
            (group.stop - group.start, {"name": group.name, "count": group.stop - group.start, "meaning": group.meaning})
            for group in game.action_groups
        ),
        "hidden_decks.run": decisions.manifest,
    }
    search = decisions.search
    return metadata if search is None else {**metadata, "hidden_decks.search": search}


def write(decisions: _RunDecisions, path: Path) -> None:
    """Write all decisions to a Parquet file, one group of rows at a time.

    Raises
    ------
    HiddenDecksError
        If the file exists, or if the decisions cannot be read; in the latter case no file remains.
    """
    if path.exists():
        raise HiddenDecksError(f"{path} already exists: choose another name or remove it")
    game = _game(decisions)
    arrow = _parquet.arrow()
    sizes = _sizes(game)
    optional = ["visits", "value"]

    def field(name: str) -> Any:
        if name == "agent":
            return arrow.field(name, arrow.string(), nullable=False)
        if name in _VALUES:
            return arrow.field(name, arrow.from_numpy_dtype(_VALUES[name]), nullable=False)
        element = arrow.field("element", arrow.from_numpy_dtype(_LISTS[name]), nullable=name in optional)
        return arrow.field(name, arrow.list_(element), nullable=name in optional)

    schema = arrow.schema([field(name) for name in _ORDER])

    def lists(name: str, batch: dict[str, Any]) -> Any:
        searched = batch["searched"]
        rows = batch[name].reshape(len(searched), sizes[name])
        has_list = searched if name in optional else np.ones_like(searched)
        values = arrow.array(rows[has_list].reshape(-1), from_pandas=name == "value")
        offsets = np.concatenate([[0], np.cumsum(has_list * sizes[name])]).astype(np.int32)
        mask = arrow.array(~has_list) if name in optional else None
        return arrow.ListArray.from_arrays(offsets, values, type=schema.field(name).type, mask=mask)

    with _parquet.writer(path, "decisions", schema, _metadata(decisions, game)) as file:
        for batch in decisions.batches(_rows(sizes)):
            columns = [batch[name] if name in _VALUES else lists(name, batch) for name in _ORDER]
            file.write_table(arrow.table(columns, schema=schema), row_group_size=len(batch["game"]))
