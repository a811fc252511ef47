"""Tables of runs as data frames of pandas, polars or Arrow, as the caller chooses."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

Backend: TypeAlias = Literal["pandas", "polars", "arrow"]

_MODULES = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}


def _module(backend: str) -> Any:
    name = _MODULES.get(backend)
    if name is None:
        raise ValueError(f"backend is 'pandas', 'polars' or 'arrow', not {backend!r}")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{name} is not installed: run 'pip install {name}'") from error


def row(values: dict[str, Any], backend: Backend) -> Any:
    """Return a data frame with one row."""
    module = _module(backend)
    return (module.table if backend == "arrow" else module.DataFrame)({key: [value] for key, value in values.items()})


def read_csv(path: Path, backend: Backend) -> Any:
    """Return a CSV file as a data frame, with missing values for empty fields."""
    module = _module(backend)
    if backend == "arrow":
        return importlib.import_module("pyarrow.csv").read_csv(path)
    if backend == "polars":
        return module.read_csv(path, infer_schema_length=None)
    return module.read_csv(path)
