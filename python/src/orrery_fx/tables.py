"""Tables of results and of market data: rows as dicts, and columns for pandas, polars and pyarrow.

Prices and money are exact decimals. As columns they are 64-bit floats, or with ``exact=True`` decimals.
"""

from __future__ import annotations

import gc
import html
import json
import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, overload

import numpy as np
from numpy.typing import NDArray

from ._extras import extra
from ._times import rfc3339

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

#: What a column holds: ids and names, instants, exact decimals, floats, whole numbers, truths, JSON.
Kind = Literal["text", "time", "decimal", "float", "whole", "flag", "json"]
#: A row, with the names and texts of the v20 API.
Row = dict[str, Any]

_SHOWN_ROWS: Final = 10
_SHOWN_COLUMNS: Final = 12
_SHOWN_NAMES: Final = 8
_WIDEST_CELL: Final = 40
#: Values that tell the kind of a column.
_SEEN_VALUES: Final = 1_000
_MICROS: Final = 26
_DECIMAL: Final = re.compile(r"-?\d+(\.\d+)?")
_INSTANT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
#: Ids are texts also where they look like numbers, and so is what a user has written.
_NO_NUMBER: Final = re.compile(r"(^|\.)(id|.*IDs?|tag|comment)$|[cC]lientExtensions")
_MOST_DIGITS: Final = 38


@dataclass(frozen=True)
class Column:
    """A column. ``values`` are texts or None, or for ``points`` whole numbers of 10^-points."""

    name: str
    kind: Kind
    values: Any
    #: Decimals of prices that ``values`` has as points; None: they are texts.
    points: int | None = None

    def numbers(self) -> NDArray[Any]:
        """Times as datetime64[us], others as floats; NaT and NaN where a value is missing."""
        values = self.values
        if isinstance(values, np.ndarray):
            return values if self.points is None else values / 10.0**self.points
        if self.kind == "time":
            return np.array(
                [text[:_MICROS].rstrip("Z") if text else "NaT" for text in values], "datetime64[us]"
            )
        return np.array([np.nan if text in (None, "") else float(text) for text in values], float)

    def decimals(self) -> list[Decimal | None]:
        """Exact values."""
        if self.points is None:
            return [Decimal(text) if text not in (None, "") else None for text in self.values]
        scale = -self.points
        return [Decimal(value).scaleb(scale) for value in self.values.tolist()]

    def is_whole(self) -> bool:
        """Whether no value is missing, so that whole numbers need no place for NaN."""
        return isinstance(self.values, np.ndarray) or all(value is not None for value in self.values)


class Table(Sequence[Row]):
    """Rows of one kind, as dicts of the v20 API, and the same as columns.

    A table is read once and never changes. A nested field has a column of its own with a dot
    (``clientExtensions.tag``); lists are JSON.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """What its rows are, in the plural."""

    @property
    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """Its columns."""

    @abstractmethod
    def _row(self, at: int) -> Row:
        """The row at a position from 0."""

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        if isinstance(at, slice):
            return [self._row(each) for each in range(*at.indices(len(self)))]
        place = range(len(self))[at]
        return self._row(place)

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, range(len(self)))

    def to_pandas(self, *, exact: bool = False) -> pd.DataFrame:
        """A frame of pandas.

        Parameters
        ----------
        exact
            Prices and money as ``decimal.Decimal`` instead of floats.
        """
        pandas = extra("pandas", "to_pandas()")
        made = {}
        for column in self.columns:
            if column.kind == "time":
                values = pandas.Series(pandas.DatetimeIndex(column.numbers()).tz_localize("UTC"))
            elif column.kind == "flag":
                values = pandas.array(list(column.values), dtype="boolean")
            elif column.kind == "whole" and column.is_whole():
                values = column.numbers().astype(np.int64)
            elif column.kind == "decimal" and exact:
                values = pandas.Series(column.decimals(), dtype=object)
            elif column.kind in ("decimal", "float", "whole"):
                values = column.numbers()
            else:
                values = list(column.values)
            made[column.name] = values
        answer: pd.DataFrame = pandas.DataFrame(made, copy=False)
        return answer

    def to_polars(self, *, exact: bool = False) -> pl.DataFrame:
        """A frame of polars.

        Parameters
        ----------
        exact
            Prices and money as ``Decimal`` instead of floats.
        """
        polars = extra("polars", "to_polars()")
        made = []
        for column in self.columns:
            if column.kind == "time":
                values = polars.Series(column.name, column.numbers()).dt.replace_time_zone("UTC")
            elif column.kind == "flag":
                values = polars.Series(column.name, list(column.values), dtype=polars.Boolean)
            elif column.kind == "decimal" and exact:
                exactly = column.decimals()
                dtype = polars.Decimal(_MOST_DIGITS, _scale_of(exactly))
                values = polars.Series(column.name, exactly, dtype=dtype)
            elif column.kind in ("decimal", "float", "whole"):
                values = polars.Series(column.name, column.numbers()).fill_nan(None)
                if column.kind == "whole":
                    values = values.cast(polars.Int64)
            else:
                values = polars.Series(column.name, list(column.values), dtype=polars.String)
            made.append(values)
        answer: pl.DataFrame = polars.DataFrame(made)
        return answer

    def to_arrow(self, *, exact: bool = False) -> pa.Table:
        """A table of pyarrow.

        Parameters
        ----------
        exact
            Prices and money as ``decimal128`` instead of floats.
        """
        arrow = extra("pyarrow", "to_arrow()")
        made = {}
        for column in self.columns:
            if column.kind == "time":
                values = arrow.array(column.numbers(), arrow.timestamp("us", "UTC"))
            elif column.kind == "flag":
                values = arrow.array(list(column.values), arrow.bool_())
            elif column.kind == "decimal" and exact:
                exactly = column.decimals()
                dtype = arrow.decimal128(_MOST_DIGITS, _scale_of(exactly))
                values = arrow.array(exactly, dtype)
            elif column.kind in ("decimal", "float", "whole"):
                values = arrow.array(column.numbers(), arrow.float64(), from_pandas=True)
                if column.kind == "whole":
                    values = values.cast(arrow.int64())
            else:
                values = arrow.array(list(column.values), arrow.string())
            made[column.name] = values
        return arrow.table(made)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table for any library that reads Arrow, such as DuckDB."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        names = [column.name for column in self.columns]
        more = f", and {len(names) - _SHOWN_NAMES} more" if len(names) > _SHOWN_NAMES else ""
        return f"<{len(self)} {self.name}: {', '.join(names[:_SHOWN_NAMES])}{more}>"

    def _repr_html_(self) -> str:
        shown = self[:_SHOWN_ROWS]
        values: dict[str, list[Any]] = {}
        for at, row in enumerate(shown):
            _spread(row, "", at, values, len(shown))
        names = [column.name for column in self.columns][:_SHOWN_COLUMNS]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        cells = [values.get(name, [None] * len(shown)) for name in names]
        body = "".join(
            f"<tr>{''.join(f'<td>{_cell(value)}</td>' for value in row)}</tr>"
            for row in zip(*cells, strict=True)
        )
        left = len(self) - len(shown)
        rest = f"<p>{left} more {self.name}</p>" if left > 0 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


class RowTable(Table):
    """A table whose rows are read when they are needed."""

    def __init__(
        self, name: str, read: Callable[[], list[Row]], lead: Mapping[str, Kind] | None = None
    ) -> None:
        """``lead`` are columns that are there in any case, and stand first."""
        self._name = name
        self._read = read
        self._lead = dict(lead or {})

    @property
    def name(self) -> str:
        """What its rows are, in the plural."""
        return self._name

    @cached_property
    def _rows(self) -> list[Row]:
        return self._read()

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def _row(self, at: int) -> Row:
        return self._rows[at]

    @cached_property
    def columns(self) -> Sequence[Column]:
        """Its columns."""
        values: dict[str, list[Any]] = {name: [None] * len(self) for name in self._lead}
        for at, row in enumerate(self._rows):
            _spread(row, "", at, values, len(self))
        return [self._column(name, each) for name, each in values.items()]

    def _column(self, name: str, values: list[Any]) -> Column:
        kind = self._lead.get(name) or _kind_of(name, values)
        if kind == "json":
            values = [None if value is None else json.dumps(value) for value in values]
        elif kind == "text":
            values = [None if value is None else str(value) for value in values]
        return Column(name, kind, values)


class ColumnTable(Table):
    """A table that has come as columns: ticks and candles."""

    def __init__(self, name: str, columns: Sequence[Column]) -> None:
        self._name = name
        self._columns = list(columns)

    @property
    def name(self) -> str:
        """What its rows are, in the plural."""
        return self._name

    @property
    def columns(self) -> Sequence[Column]:
        """Its columns."""
        return self._columns

    def __len__(self) -> int:
        return len(self._columns[0].values)

    def __getattr__(self, name: str) -> NDArray[Any]:
        """A column as an array of numpy: times as datetime64[us] in UTC, prices as floats."""
        for column in self.__dict__.get("_columns", ()):
            if column.name == name:
                answer: NDArray[Any] = column.numbers()
                return answer
        raise AttributeError(f"no column {name}")

    def _row(self, at: int) -> Row:
        return {column.name: _wire(column, at) for column in self._columns}


def rows_of_json(parts: Iterable[bytes]) -> list[Row]:
    """The rows of parts with lines of JSON."""
    rows: list[Row] = []
    # The collector would look at all rows again and again, and none of them can be garbage.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for part in parts:
            rows += json.loads(b"[" + part.replace(b"\n", b",") + b"]")
    finally:
        if was_enabled:
            gc.enable()
    return rows


def _wire(column: Column, at: int) -> Any:
    """A value as the API writes it."""
    value = column.values[at]
    if column.kind == "time":
        return rfc3339(int(value.astype(np.int64)))
    if column.points is not None:
        return f"{Decimal(int(value)).scaleb(-column.points):.{column.points}f}"
    if column.kind == "flag":
        return bool(value)
    return int(value)


def _spread(row: Row, prefix: str, at: int, values: dict[str, list[Any]], length: int) -> None:
    """Puts the fields of a row into columns, those of its dicts into columns of their own."""
    for key, value in row.items():
        name = prefix + key
        if type(value) is dict:
            _spread(value, f"{name}.", at, values, length)
            continue
        column = values.get(name)
        if column is None:
            column = values[name] = [None] * length
        column[at] = value


def _kind_of(name: str, values: Sequence[Any]) -> Kind:
    """What a column of the API holds; its numbers are texts, and a field is of one kind."""
    there = list(islice((value for value in values if value is not None), _SEEN_VALUES))
    if all(isinstance(value, bool) for value in there):
        return "flag"
    if any(isinstance(value, (list, dict)) for value in there):
        return "json"
    if all(isinstance(value, int) for value in there):
        return "whole"
    if all(isinstance(value, (int, float)) for value in there):
        return "float"
    if _NO_NUMBER.search(name):
        return "text"
    texts = [str(value) for value in there]
    if all(_INSTANT.match(text) for text in texts):
        return "time"
    return "decimal" if all(_DECIMAL.fullmatch(text) for text in texts) else "text"


def _scale_of(values: Iterable[Decimal | None]) -> int:
    exponents = [value.as_tuple().exponent for value in values if value is not None]
    return max((-each for each in exponents if isinstance(each, int)), default=0)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value)
    cut = text if len(text) <= _WIDEST_CELL else f"{text[:_WIDEST_CELL]}…"
    return html.escape(cut)
