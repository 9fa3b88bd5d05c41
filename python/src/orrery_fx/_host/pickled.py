"""Loads a class that another process has pickled beside a module (``orrery_fx._carried``).

Columns of tables lie apart from the class: an audit loads the class with other prices in them.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..strategy import StrategyError
from .exchanged import Exchange, running_exchange
from .other_future import other_columns


class Table(NamedTuple):
    """A table whose columns are exchanged: its times in microseconds, and the numbers of the columns."""

    times: NDArray[np.int64]
    columns: list[int]


def load_pickled(module: str) -> Any:
    """The class beside a module. Raises StrategyError when another version of Python pickled it."""
    with Path(module).with_suffix(".pickle").open("rb") as file:
        head = pickle.load(file)
        _prepare(head)
        columns: list[NDArray[Any]] = head["columns"]
        exchange = running_exchange()
        if exchange is not None:
            exchange.unseen.extend(head["unseen"])
            columns = _exchanged(columns, head["tables"], exchange)
        return _Unpickler(file, columns).load()


def _prepare(head: dict[str, Any]) -> None:
    """Has modules found where the other process found them."""
    theirs, own = tuple(head["python"]), sys.version_info[:2]
    if theirs != own:
        raise StrategyError(
            f"was pickled by Python {_text(theirs)}, and {sys.executable} is {_text(own)}: "
            "ORRERY_PYTHON must name the Python that runs orrery_fx"
        )
    sys.path.extend(path for path in head["paths"] if path not in sys.path)


def _exchanged(columns: list[NDArray[Any]], tables: list[Table], exchange: Exchange) -> list[NDArray[Any]]:
    if exchange.at is None:
        return columns
    found = list(columns)
    for times, numbers in tables:
        first = max(1, int(np.searchsorted(times, exchange.at, "right")))
        named = {str(number): columns[number] for number in numbers}
        for name, values in other_columns(named, first, exchange.seed).items():
            found[int(name)] = values
    return found


class _Unpickler(pickle.Unpickler):
    """Puts columns in the place of what ``orrery_fx._exchanged_tables`` left out."""

    def __init__(self, file: Any, columns: list[NDArray[Any]]) -> None:
        super().__init__(file)
        self._columns = columns

    def persistent_load(self, given: Any) -> Any:
        """The value that a reference stands for."""
        kind, *rest = given
        if kind == "part":
            return self._part(*rest)
        if kind == "stack":
            axis, parts = rest
            return np.stack([self._part(*part) for part in parts], axis)
        if kind == "arrow":
            import pyarrow

            dtype, parts = rest
            return pyarrow.chunked_array([self._part(*part) for part in parts], dtype)
        if kind == "arrow-array":
            import pyarrow

            dtype, part = rest
            return pyarrow.array(self._part(*part), dtype)
        if kind == "arrow-table":
            import pyarrow

            schema, columns = rest
            return pyarrow.Table.from_arrays(columns, schema=schema)
        if kind == "polars-series":
            import polars

            name, dtype, parts = rest
            return polars.Series(name, np.concatenate([self._part(*part) for part in parts]), dtype)
        assert kind == "polars-frame"
        import polars

        return polars.DataFrame(list(rest[0]))

    def _part(self, column: int, start: int, step: int, count: int) -> NDArray[Any]:
        """So many values of a column, each ``step`` rows after the one before."""
        values = self._columns[column]
        size = values.itemsize
        return np.ndarray((count,), values.dtype, values, start * size, (step * size,))


def _text(version: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in version)
