"""Columns as tables of pandas or Arrow, or as rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chomplex._extras import is_there, load

if TYPE_CHECKING:
    import pandas
    import pyarrow

Column = tuple[str, str, list[Any]]
"""The name of a column, what it holds, and its cells."""


def table(columns: Sequence[Column], into: str | None) -> Any:
    """The columns as they are wanted: by default as pandas has them, or else Arrow, or else as rows."""
    if into is None:
        into = "pandas" if is_there("pandas") else "arrow" if is_there("pyarrow") else "rows"
    if into == "pandas":
        return frame(columns)
    return arrow(columns) if into == "arrow" else rows(columns)


def rows(columns: Sequence[Column]) -> list[dict[str, Any]]:
    """A dictionary for each row."""
    names = [name for name, _, _ in columns]
    return [dict(zip(names, cells, strict=True)) for cells in zip(*(cells for _, _, cells in columns), strict=True)]


def frame(columns: Sequence[Column]) -> pandas.DataFrame:
    """A pandas table; what is not known is missing."""
    pd = load("pandas", "pandas")
    types = {"number": "Int64", "text": "string", "truth": "boolean"}
    data = {name: pd.Series(cells, dtype=types.get(kind, "object")) for name, kind, cells in columns}
    table: pandas.DataFrame = pd.DataFrame(data)
    return table


def arrow(columns: Sequence[Column]) -> pyarrow.Table:
    """An Arrow table; numbers that may be too large for a word are texts."""
    pa = load("pyarrow", "arrow")
    types = {
        "number": pa.int64(),
        "large": pa.string(),
        "text": pa.string(),
        "numbers": pa.list_(pa.int64()),
        "truth": pa.bool_(),
    }
    arrays = {}
    for name, kind, cells in columns:
        if kind == "large":
            cells = [None if cell is None else str(cell) for cell in cells]
        arrays[name] = pa.array(cells, type=types[kind])
    return pa.table(arrays)


def options(moves: dict[str, Any]) -> pandas.DataFrame:
    """The moves of a position with their values."""
    listed = moves["moves"]
    return frame(
        [
            ("move", "text", [entry["move"] for entry in listed]),
            ("grundy", "number", [entry["grundy"] for entry in listed]),
            ("class", "number", [entry["class"] for entry in listed]),
        ]
    )


def square(names: tuple[str, ...], entries: list[list[Any]]) -> pandas.DataFrame:
    """A table with the same names for rows and columns."""
    pd = load("pandas", "pandas")
    table: pandas.DataFrame = pd.DataFrame(entries, index=list(names), columns=list(names))
    return table
