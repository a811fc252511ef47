"""Tables of runs as data frames of pandas, polars or Arrow, as the caller chooses."""

from __future__ import annotations

import csv
import gzip
import importlib
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Backend: TypeAlias = Literal["pandas", "polars", "arrow"]

#: The columns of text in all tables of a run.
TEXT = frozenset(
    "agent board by cause component edition forfeits held island note opponent rating_note region"
    " result seats_at_end token win_rating_note winners".split()
)

#: Packages whose names differ from their modules'.
_PACKAGES = {"pyspiel": "open_spiel"}
_MODULES = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}


def optional(module: str) -> Any:
    """Import and return a module of a package that the user may not have installed."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        package = _PACKAGES.get(name, name)
        raise ModuleNotFoundError(f"{package} is not installed: run 'pip install {package}'") from error


def _module(backend: str) -> Any:
    if backend not in _MODULES:
        raise ValueError(f"backend is 'pandas', 'polars' or 'arrow', not {backend!r}")
    return optional(_MODULES[backend])


def row(values: dict[str, Any], backend: Backend) -> Any:
    """Return a data frame with one row."""
    module = _module(backend)
    return (module.table if backend == "arrow" else module.DataFrame)({key: [value] for key, value in values.items()})


def with_column(table: Any, name: str, numbers: list[int], backend: Backend) -> Any:
    """Return a data frame with one more column of whole numbers."""
    if backend == "pandas":
        return table.assign(**{name: numbers})
    module = _module(backend)
    if backend == "polars":
        return table.with_columns(module.Series(name, numbers, module.Int64))
    return table.append_column(name, module.array(numbers, module.int64()))


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file, compressed or not, as dictionaries of text."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def converted(table: Any, backend: Backend) -> Any:
    """Return a data frame of pandas as one of another library."""
    module = _module(backend)
    if backend == "arrow":
        return module.Table.from_pandas(table, preserve_index=False)
    if backend == "polars":
        return module.DataFrame({name: table[name].to_list() for name in table}).fill_nan(None)
    return table


def read_text(path: Path) -> Any:
    """Return a CSV file as a data frame of pandas with the text of each field."""
    return optional("pandas").read_csv(path, dtype=str, keep_default_na=False)


def read_csv(path: Path, backend: Backend) -> Any:
    """Return a CSV file as a data frame, with missing values for empty fields and only for these."""
    module = _module(backend)
    if backend == "arrow":
        arrow = optional("pyarrow.csv")
        types = dict.fromkeys(TEXT, module.string())
        return arrow.read_csv(
            path, convert_options=arrow.ConvertOptions(column_types=types, null_values=[""], strings_can_be_null=True)
        )
    if backend == "polars":
        return module.read_csv(path, infer_schema_length=None, schema_overrides=dict.fromkeys(TEXT, module.String))
    return module.read_csv(path, dtype=dict.fromkeys(TEXT, str), keep_default_na=False, na_values=[""])
