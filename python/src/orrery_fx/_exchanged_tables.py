"""Pickles a class without the columns of given tables, so that another process can load it with others.

An array belongs to a column when it lies in the memory of the column: so a table is found under every
name, and so are its columns, its slices and its views. A copy has memory of its own: it is named.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ._carried import cloudpickle_for, refusal, used_names
from ._frames import Kind, frame_of, is_frame
from ._host.pickled import Table
from .strategy import Strategy

#: Kinds of arrays that may hold prices or what was made of them.
_KINDS: Final = "iufb"
_NUMBERS: Final = "iuf"
_SIZES: Final = (8, 16, 32, 64)
_ARROW_NUMBERS: Final = (
    *("float", "double", "bool"),
    *(f"{sign}int{size}" for sign in ("", "u") for size in _SIZES),
)
#: As many numbers of a list as are named.
_MANY: Final = 100

#: A column, the row of its first value, the rows between two values, and their number.
Part = tuple[int, int, int, int]


class Columns:
    """The columns of tables by their memory. Owns nothing: the tables must live as long."""

    def __init__(self) -> None:
        self.columns: list[NDArray[Any]] = []
        self.tables: list[Table] = []

    def add(self, times: NDArray[np.int64], columns: list[NDArray[Any]]) -> None:
        """Adds a table of microseconds and columns of numbers, each in one dimension."""
        numbers = range(len(self.columns), len(self.columns) + len(columns))
        self.columns.extend(columns)
        self.tables.append(Table(times, list(numbers)))

    def part_of(self, array: NDArray[Any]) -> Part | None:
        """Where a one-dimensional array lies; None when it is no part of a column."""
        if array.ndim != 1 or len(array) == 0:
            return None
        first = _address(array)
        for number, column in enumerate(self.columns):
            if array.dtype != column.dtype:
                continue
            size = column.strides[0]
            start, rest = divmod(first - _address(column), size)
            step, odd = divmod(array.strides[0], size) if len(array) > 1 else (1, 0)
            last = start + step * (len(array) - 1)
            if rest == 0 and odd == 0 and min(start, last) >= 0 and max(start, last) < len(column):
                return (number, start, step, len(array))
        return None


def add_tables(columns: Columns, kind: Kind, market: Mapping[str, Any]) -> list[str]:
    """Adds the tables of a market; what of them no exchange reaches, in words.

    Raises InputError for a table that is none of ticks or bars.
    """
    unseen = []
    for instrument, source in market.items():
        entry = source if isinstance(source, Mapping) else {kind: source}
        table = entry.get(kind)
        if not is_frame(table):
            continue
        canonical = frame_of(kind, instrument, table, entry).table
        times = _micros(canonical.column("time"), entry)
        prices = [np.asarray(canonical.column(name)) for name in canonical.column_names if name != "time"]
        together: dict[tuple[int, ...], list[list[NDArray[Any]]]] = {}
        for name, chunks in _columns_of(table):
            if chunks is None:
                unseen.append(f"the column {name} of the table of {instrument}")
                continue
            together.setdefault(tuple(len(chunk) for chunk in chunks), []).append(chunks)
            if not any(np.array_equal(np.concatenate(chunks), each) for each in prices):
                unseen.append(f"whether the column {name} of the table of {instrument} has later prices")
        for lengths, own in together.items():
            start = 0
            for chunks_of_rows, length in zip(zip(*own, strict=True), lengths, strict=True):
                columns.add(times[start : start + length], list(chunks_of_rows))
                start += length
    return unseen


def _micros(times: Any, entry: Mapping[str, Any]) -> NDArray[np.int64]:
    """Times of a table in microseconds since 1970."""
    import pyarrow
    from pyarrow import compute

    if not pyarrow.types.is_timestamp(times.type):
        unit = pyarrow.timestamp(entry.get("timeUnit", "us"))
        times = times.cast(pyarrow.timestamp("us") if pyarrow.types.is_date(times.type) else unit)
    if times.type.tz is None and "timeZone" in entry:
        times = compute.assume_timezone(times, entry["timeZone"], ambiguous="earliest", nonexistent="latest")
    micros = times.cast(pyarrow.timestamp("us", times.type.tz), safe=False).cast(pyarrow.int64())
    return np.asarray(micros)


def _columns_of(table: Any) -> list[tuple[str, list[NDArray[Any]] | None]]:
    """The columns of numbers of a table by name, in their own memory; None where that cannot be had."""
    package = type(table).__module__.partition(".")[0]
    if package == "pandas":
        from pandas.api.types import is_numeric_dtype

        own = [(str(table.columns[at]), table.iloc[:, at].array) for at in range(table.shape[1])]
        return [(name, _pandas_chunks(each)) for name, each in own if is_numeric_dtype(each.dtype)]
    if package == "polars":
        series = [each for each in table.get_columns() if each.dtype.is_numeric()]
        return [(each.name, _all(_polars_memory(part) for part in each.get_chunks())) for each in series]
    names = [name for name in table.column_names if str(table.schema.field(name).type) in _ARROW_NUMBERS]
    return [(name, _all(_arrow_memory(part) for part in table.column(name).chunks)) for name in names]


def pickled_apart(strategy: type[Strategy], columns: Columns) -> tuple[bytes, list[str]]:
    """The class without the columns, and what it has besides that no exchange reaches, in words.

    Raises InputError when it cannot be pickled.
    """
    unseen: list[str] = []
    for name, value in used_names(strategy).items():
        found = _dumped(strategy, value, columns, quiet=True)[1]
        unseen.extend(f"{name}, {what}" for what in dict.fromkeys(found))
    pickled, _ = _dumped(strategy, strategy, columns)
    return pickled, unseen


def _dumped(
    strategy: type[Strategy], value: Any, columns: Columns, *, quiet: bool = False
) -> tuple[bytes, list[str]]:
    pickler: Any = cloudpickle_for(strategy).Pickler
    file = io.BytesIO()
    found: list[str] = []

    class Apart(pickler):  # type: ignore[misc]
        def persistent_id(self, value: Any) -> Any:
            reference = _reference(value, columns)
            if reference is None:
                what = _words(value)
                if what is not None:
                    found.append(what)
            return reference

    try:
        Apart(file).dump(value)
    except Exception as error:
        if not quiet:
            raise refusal(strategy, error) from error
    return file.getvalue(), found


def _reference(value: Any, columns: Columns) -> Any:
    """What stands for a value that lies in the columns; None for another one."""
    if type(value) is np.ndarray:
        return _array_reference(value, columns)
    package = type(value).__module__.partition(".")[0]
    name = type(value).__name__
    if package == "pyarrow":
        return _arrow_reference(name, value, columns)
    if package == "polars" and name == "Series":
        parts = _parts([_polars_memory(chunk) for chunk in value.get_chunks()], columns)
        return None if parts is None else ("polars-series", value.name, value.dtype, parts)
    if package == "polars" and name == "DataFrame":
        own = value.get_columns()
        if any(_reference(each, columns) is not None for each in own):
            return ("polars-frame", own)
    return None


def _array_reference(array: NDArray[Any], columns: Columns) -> Any:
    part = columns.part_of(array)
    if part is not None:
        return ("part", *part)
    if array.ndim != 2 or array.size == 0:
        return None
    for axis, lines in ((0, list(array)), (1, list(array.T))):
        # The shorter side of a block has its columns.
        if len(lines) <= max(1, array.size // len(lines)):
            parts = _parts(lines, columns)
            if parts is not None:
                return ("stack", axis, parts)
    return None


def _arrow_reference(name: str, value: Any, columns: Columns) -> Any:
    if name == "Table":
        own = value.columns
        is_own = any(_arrow_reference("ChunkedArray", each, columns) is not None for each in own)
        return ("arrow-table", value.schema, own) if is_own else None
    if name == "ChunkedArray":
        parts = _parts([_arrow_memory(chunk) for chunk in value.chunks], columns)
        return None if parts is None else ("arrow", value.type, parts)
    memory = _arrow_memory(value) if name.endswith("Array") else None
    part = None if memory is None else columns.part_of(memory)
    return None if part is None else ("arrow-array", value.type, part)


def _parts(lines: list[NDArray[Any] | None], columns: Columns) -> list[Part] | None:
    parts = [None if line is None else columns.part_of(line) for line in lines]
    return None if not parts or None in parts else [part for part in parts if part is not None]


def _words(value: Any) -> str | None:
    """What is said of a value that may hold later prices; None for another one."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in _KINDS or value.size < 2:
            return None
        shape = " by ".join(str(length) for length in value.shape)
        return f"an array of {shape} {value.dtype}"
    if isinstance(value, (list, tuple)):
        is_long = len(value) >= _MANY and all(isinstance(each, (int, float)) for each in value[:_MANY])
        return f"a {type(value).__name__} of {len(value)} numbers" if is_long else None
    package = type(value).__module__.partition(".")[0]
    name = type(value).__name__
    if package == "polars" and name == "Series" and value.dtype.is_numeric():
        return f"a Series of {len(value)} {value.dtype}"
    if package == "pyarrow" and name == "ChunkedArray" and str(value.type) in _ARROW_NUMBERS:
        return f"a column of {len(value)} {value.type}"
    return None


def _pandas_chunks(array: Any) -> list[NDArray[Any]] | None:
    """The memory of a column of pandas."""
    arrow = getattr(array, "_pa_array", None)
    if arrow is not None:
        return _all(_arrow_memory(chunk) for chunk in arrow.chunks)
    values = getattr(array, "_data", None)
    if not isinstance(values, np.ndarray):
        values = np.asarray(array)
    return [values] if values.dtype.kind in _NUMBERS and values.ndim == 1 else None


def _all(chunks: Iterable[NDArray[Any] | None]) -> list[NDArray[Any]] | None:
    known = list(chunks)
    found = [chunk for chunk in known if chunk is not None]
    return found if found and len(found) == len(known) else None


def _arrow_memory(chunk: Any) -> NDArray[Any] | None:
    if str(chunk.type) not in _ARROW_NUMBERS or str(chunk.type) == "bool" or chunk.null_count:
        return None
    values: NDArray[Any] = chunk.to_numpy(zero_copy_only=True)
    return values


def _polars_memory(series: Any) -> NDArray[Any] | None:
    if not series.dtype.is_numeric() or series.null_count():
        return None
    try:
        values: NDArray[Any] = series.to_numpy(allow_copy=False)
    except (RuntimeError, ValueError):
        return None
    return values


def _address(array: NDArray[Any]) -> int:
    address: int = array.__array_interface__["data"][0]
    return address
