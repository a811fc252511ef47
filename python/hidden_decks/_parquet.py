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


def convert(path: Path) -> Path:
    """Write a table as Parquet next to its CSV file, replacing an older one, and return the path."""
    name = path.name.partition(".")[0]
    table = _frames.read_csv(path, "arrow")
    parquet = path.with_name(f"{name}.parquet")
    with writer(parquet, name, table.schema, {}) as file:
        file.write_table(table, row_group_size=ROWS)
    return parquet
