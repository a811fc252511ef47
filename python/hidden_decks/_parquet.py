"""Parquet export. Files are written atomically, and equal rows give equal bytes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from hidden_decks import _frames

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

#: Maximum number of rows in a row group.
ROWS = 1 << 17

# Columns of whole numbers without missing values, in all tables of a run. All other numbers are float64, so that types are
# equal in all runs; this includes the columns of custom games.
_WHOLE = frozenset(
    "ancestor_points ancestor_turns block blocks bonus both_points caused ceremonies decisions drawn_turn"
    " elder_points elder_turns endless enters expands fails founded game games islands kings lapses majorities"
    " meetings nanoseconds pairs penalties phase phase1_points phase2_points phase3_points players playouts points_before"
    " points_paid points_secured rank rank_before resettles reshuffles rituals_drawn round rounds rounds_begun"
    " safety_nets sails scorpions seat seats ships ships_lost ships_returned space stones_lost stones_placed tiles_drawn"
    " tiles_left turn turn_backs turns value waters".split()
)
# Types of columns that differ between tables.
_BY_TABLE = {
    ("ceremonies", "points"): "string",
    ("ceremonies", "rituals_played"): "string",
    ("games", "rituals_played"): "int64",
    ("kings", "margin"): "int64",
    ("seats", "margin"): "int64",
    ("seats", "points"): "int64",
    ("seats", "rituals_played"): "int64",
}
_FIXED = {"deck_seed": "uint64", "own_card": "bool_"}


def arrow() -> Any:
    """Import and return pyarrow with its Parquet module."""
    _frames.optional("pyarrow.parquet")
    return _frames.optional("pyarrow")


@contextlib.contextmanager
def writer(path: Path, table: str, schema: Any, metadata: Mapping[str, str]) -> Iterator[Any]:
    """Open the file of a table for writing. At the end, it replaces an older file of the same name."""
    told = {"hidden_decks.schema": "1", "hidden_decks.table": table, **metadata}
    draft = path.with_name(f"{path.name}.draft")
    try:
        with arrow().parquet.ParquetWriter(draft, schema.with_metadata(told), compression="zstd") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _type(table: str, column: str) -> str | None:
    if column in _frames.TEXT:
        return "string"
    whole = "int64" if column in _WHOLE else None
    return _BY_TABLE.get((table, column)) or _FIXED.get(column) or whole


def convert(path: Path) -> Path:
    """Write a table as Parquet next to its CSV file, replacing an older one, and return the path."""
    module = arrow()
    csv = _frames.optional("pyarrow.csv")
    name = path.name.partition(".")[0]
    parse = csv.ParseOptions(newlines_in_values=True)
    with csv.open_csv(path, parse_options=parse) as file:
        columns = file.schema.names
    types = {column: getattr(module, of)() for column in columns if (of := _type(name, column))}
    options = csv.ConvertOptions(column_types=types, null_values=[""], strings_can_be_null=True)
    table = csv.read_csv(path, csv.ReadOptions(block_size=1 << 24), parse, options)

    def known(field: Any) -> Any:
        is_number = module.types.is_integer(field.type) or module.types.is_null(field.type)
        return field.with_type(module.float64()) if field.name not in types and is_number else field

    schema = module.schema([known(field) for field in table.schema])
    parquet = path.with_name(f"{name}.parquet")
    with writer(parquet, name, schema, {}) as file:
        file.write_table(table.cast(schema), row_group_size=ROWS)
    return parquet
