"""Tables of runs as data frames of pandas, polars or Arrow, as the caller chooses."""

from __future__ import annotations

import csv
import functools
import gzip
import importlib
import json
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

Backend: TypeAlias = Literal["pandas", "polars", "arrow"]

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


def _opened(path: Path) -> Any:
    """Open a CSV file, compressed or not, as the csv module needs it."""
    return (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", newline="")


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file, compressed or not, as dictionaries of text."""
    with _opened(path) as file:
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


@functools.cache
def declared() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return the type and the meaning of each column by table, as the program declares them in its reference of files."""
    text = resources.files("hidden_decks").joinpath("columns.json").read_text(encoding="utf-8")
    return {table: {name: (of, meaning) for name, (of, meaning) in columns.items()} for table, columns in json.loads(text).items()}


#: The type in pandas, polars and Arrow for each declared one. Missing values need floating point.
_TYPES: Mapping[str, tuple[Any, str, str]] = {
    "integer": ("int64", "Int64", "int64"),
    "seed": ("uint64", "UInt64", "uint64"),
    "number": ("float64", "Float64", "float64"),
    "text": (str, "String", "string"),
    "true or false": ("bool", "Boolean", "bool_"),
}


def _types(table: str) -> dict[str, tuple[Any, str, str]]:
    """Return the types of the declared columns of a table."""
    # Seeds fill all 64 bits.
    special = {("deck_seed", "integer"): "seed"}
    kinds = {
        name: special.get((name, of)) or ("number" if of.endswith("empty") else of)
        for name, (of, _) in declared().get(table, {}).items()
    }
    return {name: _TYPES[kind] for name, kind in kinds.items()}


def _others(columns: Iterable[str], types: Mapping[str, Any]) -> list[str]:
    """Return the columns that are not declared, in a table that is."""
    return [name for name in columns if types and name not in types]


def header(path: Path) -> list[str]:
    """Return the names of the columns of a CSV file, compressed or not."""
    with _opened(path) as file:
        return next(csv.reader(file), [])


def read_csv(path: Path, backend: Backend) -> Any:
    """Return a CSV file as a data frame, with missing values for empty fields and only for these.

    Declared columns have the same types in all runs. In a table that is declared, all other columns are parameters or belong
    to a custom game: their numbers are floating point.
    """
    module = _module(backend)
    types = _types(path.name.partition(".")[0])
    if backend == "arrow":
        reader = optional("pyarrow.csv")
        known = {name: getattr(module, of)() for name, (_, _, of) in types.items()}
        convert = reader.ConvertOptions(column_types=known, null_values=[""], strings_can_be_null=True)
        parse = reader.ParseOptions(newlines_in_values=True)
        table = reader.read_csv(path, reader.ReadOptions(block_size=1 << 24), parse, convert)
        others = _others(table.column_names, types)
        wide = [
            field.with_type(module.float64()) if field.name in others and not module.types.is_string(field.type) else field
            for field in table.schema
        ]
        return table.cast(module.schema(wide))
    if backend == "polars":
        known = {name: getattr(module, of) for name, (_, of, _) in types.items()}
        table = module.read_csv(path, infer_schema_length=None, schema_overrides=known)
        others = _others(table.columns, types)
        return table.with_columns(module.col(name).cast(module.Float64) for name in others if table[name].dtype.is_numeric())
    known = {name: of for name, (of, _, _) in types.items()}
    table = module.read_csv(path, dtype=known, keep_default_na=False, na_values=[""])
    others = _others(table.columns, types)
    return table.astype({name: "float64" for name in others if table[name].dtype.kind in "iu"})
