"""Tables of runs as data frames of pandas, polars or Arrow, as the caller chooses."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
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
        csv = optional("pyarrow.csv")
        types = dict.fromkeys(TEXT, module.string())
        return csv.read_csv(
            path, convert_options=csv.ConvertOptions(column_types=types, null_values=[""], strings_can_be_null=True)
        )
    if backend == "polars":
        return module.read_csv(path, infer_schema_length=None, schema_overrides=dict.fromkeys(TEXT, module.String))
    return module.read_csv(path, dtype=dict.fromkeys(TEXT, str), keep_default_na=False, na_values=[""])
