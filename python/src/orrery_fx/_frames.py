"""Tables of pandas, polars and pyarrow as columns of ticks or of bars, with their values checked.

No value is copied where the library stores it as Arrow or numpy do. A message names the instrument,
the row as ``iloc`` counts it, and the way out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from ._extras import extra
from ._times import rfc3339
from .errors import InputError

Kind = Literal["ticks", "bars"]

#: Rows that are checked and written at a time.
BATCH_ROWS: Final = 1_048_576
_TIMES: Final = ("time", "timestamp", "datetime", "date", "gmttime", "opentime")
_TICKS: Final = {
    "bid": ("bid", "bidprice"),
    "ask": ("ask", "askprice"),
    "bid_volume": ("bidvolume", "bidsize"),
    "ask_volume": ("askvolume", "asksize"),
}
_BARS: Final = ("open", "high", "low", "close")
_BAR_VOLUMES: Final = ("tickvolume", "tickvol", "tickqty", "volume", "vol")
_MICROS: Final = {"s": 1_000_000, "ms": 1_000, "us": 1}
#: 1 January 1970 and 2100, between which the engine has times.
_YEARS: Final = "1970 to 2100"
_LATEST: Final = 4_102_444_800_000_000
#: Microseconds that numpy can hold.
_FAR: Final = 9_000_000_000_000_000_000
#: Rows from which the length of bars is seen.
_SEEN_BARS: Final = 20_000
_LENGTHS: Final = {
    **{seconds: f"S{seconds}" for seconds in (5, 10, 15, 30)},
    **{60 * minutes: f"M{minutes}" for minutes in (1, 2, 3, 4, 5, 10, 15, 30)},
    **{3_600 * hours: f"H{hours}" for hours in (1, 2, 3, 4, 6, 8, 12)},
    86_400: "D",
    604_800: "W",
}
_LEAST_SHARE: Final = 0.4


@dataclass(frozen=True)
class _Words:
    """How a library does what a message proposes."""

    zone: str
    parse: str
    epoch: str
    number: str
    sort: str
    drop: str


_WORDS: Final = {
    "pandas": _Words(
        zone="df['time'].dt.tz_localize('UTC') or df.index.tz_localize('UTC')",
        parse="pd.to_datetime(df['time'], utc=True) or parse_dates=['time'] of pd.read_csv",
        epoch="pd.to_datetime(df['time'], unit='ms', utc=True)",
        number="df[{!r}].astype('float64')",
        sort="df.sort_values('time', kind='stable')",
        drop="df.dropna()",
    ),
    "polars": _Words(
        zone="pl.col('time').dt.replace_time_zone('UTC')",
        parse="pl.col('time').str.to_datetime(time_zone='UTC')",
        epoch="pl.from_epoch('time', time_unit='ms').dt.replace_time_zone('UTC')",
        number="pl.col({!r}).cast(pl.Float64)",
        sort="df.sort('time', maintain_order=True)",
        drop="df.drop_nulls()",
    ),
}


@dataclass(frozen=True)
class Frame:
    """Columns that are ready to be written."""

    #: A table of pyarrow with canonical names.
    table: Any
    #: The granularity that was seen; bars only.
    granularity: str | None = None


def is_frame(source: object) -> bool:
    """Whether it is a table, of any library that gives Arrow or of pandas."""
    # A series gives a stream too, but has no columns.
    if not hasattr(source, "__arrow_c_stream__"):
        return _is_pandas(source)
    return hasattr(source, "columns") or hasattr(source, "schema")


def frame_of(kind: Kind, instrument: str, source: Any, entry: Mapping[str, Any]) -> Frame:
    """The columns of a table.

    Parameters
    ----------
    kind
        What the table is to be.
    instrument
        Whose it is, for messages.
    source
        The table.
    entry
        What is said beside it, as in ``market:`` of a scenario.

    Raises
    ------
    InputError
        For a table that cannot be read; the message says what to change.
    """
    return _Reading(kind, instrument, entry).frame(source)


class _Reading:
    def __init__(self, kind: Kind, instrument: str, entry: Mapping[str, Any]) -> None:
        self._kind = kind
        self._instrument = instrument
        self._entry = entry
        self._words = _WORDS["pandas"]

    def frame(self, source: Any) -> Frame:
        arrow = extra("pyarrow", f"{self._instrument}: a table of {self._kind}")
        given = _Pandas(source) if _is_pandas(source) else _Arrow(arrow, source)
        self._words = _WORDS.get(type(source).__module__.partition(".")[0], self._words)
        names = self._names(given)
        if given.length == 0:
            self._refuse("the table has no row")
        time = self._time(arrow, given.column(arrow, names.pop("time")))
        columns = {"time": time}
        for name, own in names.items():
            columns[name] = self._values(arrow, name, own, given.column(arrow, own))
        table = arrow.table(columns)
        self._check(arrow, table)
        granularity = None
        if self._kind == "bars" and "granularity" not in self._entry:
            granularity = self._granularity(time)
        return Frame(table, granularity)

    def _names(self, given: _Given) -> dict[str, Any]:
        """The table's own names of the columns that are needed, by their canonical names."""
        own: dict[str, list[Any]] = {}
        for name in given.names:
            own.setdefault(_plain(name), []).append(name)
        if any(isinstance(name, tuple) for name in given.names):
            self._refuse("the columns have several levels: choose one, as with df.xs(..., axis=1)")

        def find(*usual: str) -> Any:
            found: Sequence[Any] = next((own[name] for name in usual if name in own), [])
            if len(found) > 1:
                both = " and ".join(repr(each) for each in found)
                self._refuse(f"the columns {both} have the same meaning: drop one")
            return found[0] if found else None

        names: dict[str, Any] = {"time": find(*_TIMES)}
        if names["time"] is None:
            names["time"] = given.index
        if names["time"] is None:
            self._refuse(f"there is no column time and no index of times; it has {given.shown()}")
        sides = {
            side: [find(f"{side}{each}", f"{each}{side}", f"{side}{each[0]}") for each in _BARS]
            for side in ("", "bid", "ask", "mid")
        }
        whole = [side for side, cells in sides.items() if None not in cells]
        bid, ask = find(*_TICKS["bid"]), find(*_TICKS["ask"])
        if self._kind == "ticks":
            if bid is None or ask is None:
                if whole:
                    self._refuse(f"the table has bars: give it as bars={{{self._instrument!r}: ...}}")
                self._refuse(f"the table needs columns bid and ask; it has {given.shown()}")
            volumes = [find(*_TICKS[name]) for name in ("bid_volume", "ask_volume")]
            if (volumes[0] is None) != (volumes[1] is None):
                self._refuse("of bid_volume and ask_volume there is only one: drop it, or add the other")
            names |= {"bid": bid, "ask": ask}
            if volumes[0] is not None:
                names |= {"bid_volume": volumes[0], "ask_volume": volumes[1]}
            return names
        if not whole:
            if bid is not None and ask is not None:
                self._refuse(f"the table has ticks: give it as ticks={{{self._instrument!r}: ...}}")
            self._refuse(
                "the table needs columns open, high, low and close, or bid_open to ask_close; "
                f"it has {given.shown()}"
            )
        chosen = ["bid", "ask"] if {"bid", "ask"} <= set(whole) else whole[:1]
        for side in chosen:
            prefix = f"{side}_" if side else ""
            names |= {f"{prefix}{each}": own for each, own in zip(_BARS, sides[side], strict=True)}
        names["volume"] = find(*_BAR_VOLUMES)
        names["spread"] = find("spread")
        return {name: each for name, each in names.items() if each is not None}

    def _time(self, arrow: Any, column: Any) -> Any:
        types = arrow.types
        dtype = column.type
        if types.is_timestamp(dtype):
            if dtype.tz is not None or "timeZone" in self._entry:
                return column
            self._refuse(
                f"the times have no zone: say which, as with {self._words.zone}, or give "
                "{'timeZone': 'UTC'} beside the table"
            )
        if types.is_date(dtype):
            if "timeZone" in self._entry:
                return column
            self._refuse(
                f"the times are dates without a zone: make them instants, as with {self._words.parse}"
            )
        if types.is_integer(dtype) or types.is_floating(dtype):
            if types.is_integer(dtype) and "timeUnit" in self._entry:
                return column
            self._refuse(
                f"the times are numbers, whose unit is not said: {self._words.epoch}, or give "
                "{'timeUnit': 'ms'} beside the table"
            )
        raise self._error(f"the times are of type {dtype}: make them instants, as with {self._words.parse}")

    def _values(self, arrow: Any, name: str, own: Any, column: Any) -> Any:
        types = arrow.types
        dtype = column.type
        is_number = types.is_floating(dtype) or types.is_integer(dtype) or types.is_decimal(dtype)
        if types.is_null(dtype):
            self._missing(own, 0)
        if not is_number or types.is_float16(dtype):
            self._refuse(
                f"the column {own!r} is of type {dtype}: make it numbers, as with "
                f"{self._words.number.format(own)}"
            )
        if name.endswith("volume") and types.is_integer(dtype):
            return column.cast(arrow.float64())
        return column

    def _check(self, arrow: Any, table: Any) -> None:
        """Checks all values, a batch at a time. Raises InputError with the row."""
        may_skip = self._entry.get("onBadRow") == "skip"
        may_go_back = self._entry.get("onDisorder") in ("skip", "sort")
        unit = getattr(table.column("time").type, "unit", None)
        latest: int | None = None
        start = 0
        for batch in table.to_batches(max_chunksize=BATCH_ROWS):
            if batch.num_rows == 0:
                continue
            if not may_skip:
                self._check_values(arrow, batch, start)
            if unit in (*_MICROS, "ns") and not may_go_back:
                latest = self._check_times(arrow, batch.column("time"), start, latest)
            start += batch.num_rows

    def _check_times(self, arrow: Any, column: Any, start: int, latest: int | None) -> int:
        if column.null_count > 0:
            self._missing("time", start + _first(column.is_null().to_numpy(zero_copy_only=False)))
        times = column.view(arrow.int64()).to_numpy()
        unit = column.type.unit
        lowest = np.iinfo(np.int64).min
        if latest is not None and times[0] < latest:
            self._back(start, latest, times[0], unit)
        falls = times[1:] < times[:-1]
        if falls.any():
            at = _first(falls)
            if times[at + 1] == lowest:
                self._missing("time", start + at + 1)
            self._back(start + at + 1, times[at], times[at + 1], unit)
        for at in (0, -1):
            if times[at] == lowest:
                self._missing("time", start)
            if not 0 <= _micros(times[at], unit) < _LATEST:
                row = start + (at % len(times))
                self._refuse(f"row {row} is of the year {_year(times[at], unit)}: must be {_YEARS}")
        return int(times[-1])

    def _back(self, row: int, before: int, now: int, unit: str) -> NoReturn:
        self._refuse(
            f"row {row} goes back in time, from {_shown_time(before, unit)} to "
            f"{_shown_time(now, unit)}: sort the table, as with {self._words.sort}, or give "
            "{'onDisorder': 'sort'} beside it"
        )

    def _check_values(self, arrow: Any, batch: Any, start: int) -> None:
        floats: dict[str, NDArray[Any]] = {}
        for name in batch.schema.names[1:]:
            column = batch.column(name)
            if column.null_count > 0:
                at = _first(column.is_null().to_numpy(zero_copy_only=False))
                self._missing(name, start + at)
            if arrow.types.is_decimal(column.type):
                column = column.cast(arrow.float64())
            values = column.to_numpy()
            floats[name] = values
            lowest, highest = values.min(), values.max()
            if np.isnan(lowest):
                self._missing(name, start + _first(np.isnan(values)))
            may_be_zero = name.endswith(("volume", "spread"))
            if lowest < 0 or highest == np.inf or (lowest == 0 and not may_be_zero):
                bad = (values < 0) | np.isinf(values) | ((values == 0) & (not may_be_zero))
                at = _first(bad)
                rule = "at least 0" if may_be_zero else "above 0"
                self._refuse(f"row {start + at}: {name} must be {rule} and finite, was {values[at]}")
        for bid, ask in _pairs(floats):
            above = floats[bid] > floats[ask]
            if above.any():
                at = _first(above)
                was = f"{floats[bid][at]} over {floats[ask][at]}"
                self._refuse(f"row {start + at}: {bid} must not be above {ask}, was {was}")

    def _missing(self, name: str, row: int) -> NoReturn:
        self._refuse(
            f"row {row} has no {name} (NaN or None): drop such rows, as with {self._words.drop}, or "
            "give {'onBadRow': 'skip'} beside the table"
        )

    def _granularity(self, time: Any) -> str:
        """The length of the bars: the step of most of them."""
        way_out = f"give it, as bars={{{self._instrument!r}: {{'bars': df, 'granularity': 'M1'}}}}"
        chunk = time.slice(0, _SEEN_BARS)
        unit = getattr(chunk.type, "unit", None)
        if unit is None or len(chunk) < 2:
            self._refuse(f"the granularity of the bars cannot be seen: {way_out}")
        instants = chunk.combine_chunks().to_numpy(zero_copy_only=False)
        steps, counts = np.unique(
            np.diff(instants.astype("datetime64[us]").astype(np.int64)), return_counts=True
        )
        most = counts.argmax()
        length = _LENGTHS.get(int(steps[most]) // 1_000_000)
        if length is None or counts[most] < _LEAST_SHARE * counts.sum():
            self._refuse(
                f"the granularity of the bars cannot be seen, most steps are of "
                f"{steps[most] / 1e6:g} s: {way_out}"
            )
        return length

    def _refuse(self, rule: str) -> NoReturn:
        raise self._error(rule)

    def _error(self, rule: str) -> InputError:
        return InputError(f"{self._instrument}: {rule}")


class _Given:
    """The columns that a table has."""

    names: Sequence[Any]
    #: What names an index of times, or None.
    index: Any
    length: int

    def column(self, arrow: Any, name: Any) -> Any:
        """A column as a chunked array of pyarrow."""
        raise NotImplementedError

    def shown(self) -> str:
        """The names, for a message."""
        return ", ".join(str(name) for name in self.names) or "none"


class _Index:
    """Stands for the index of a frame of pandas."""

    def __repr__(self) -> str:
        return "index"


class _Pandas(_Given):
    def __init__(self, frame: Any) -> None:
        import pandas as pd

        self._pandas = pd
        self._frame = frame
        self.names = list(frame.columns)
        self.length = len(frame)
        self.index = _Index() if isinstance(frame.index, pd.DatetimeIndex) else None

    def column(self, arrow: Any, name: Any) -> Any:
        series = self._frame.index if isinstance(name, _Index) else self._frame[name]
        dtype = series.dtype
        if isinstance(dtype, self._pandas.DatetimeTZDtype):
            index = self._pandas.DatetimeIndex(series)
            return arrow.chunked_array([_view(arrow, index.asi8, arrow.timestamp(index.unit, "UTC"))])
        if isinstance(dtype, np.dtype) and dtype.kind == "f" and dtype.itemsize >= 4:
            values = series.to_numpy()
            return arrow.chunked_array([_view(arrow, values, arrow.from_numpy_dtype(dtype))])
        try:
            return arrow.chunked_array([arrow.array(series, from_pandas=True)])
        except (arrow.ArrowInvalid, arrow.ArrowTypeError, arrow.ArrowNotImplementedError):
            # Objects of several types, and what Arrow does not have.
            return arrow.chunked_array([arrow.array(series.astype(str))])


class _Arrow(_Given):
    def __init__(self, arrow: Any, source: Any) -> None:
        self._table = arrow.table(source)
        self.names = self._table.schema.names
        self.length = self._table.num_rows
        self.index = None

    def column(self, arrow: Any, name: Any) -> Any:
        del arrow
        return self._table.column(self.names.index(name))


def _is_pandas(source: object) -> bool:
    kind = type(source)
    return kind.__name__ == "DataFrame" and kind.__module__.partition(".")[0] == "pandas"


def _view(arrow: Any, values: NDArray[Any], dtype: Any) -> Any:
    """Values of numpy as an array of pyarrow that shares their memory."""
    whole = np.ascontiguousarray(values)
    return arrow.Array.from_buffers(dtype, len(whole), [None, arrow.py_buffer(whole)])


def _pairs(floats: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Bid and ask of the same moment."""
    for bid in floats:
        ask = bid.replace("bid", "ask", 1)
        if ask != bid and ask in floats and not bid.endswith(("volume", "high", "low")):
            yield bid, ask


def _plain(name: Any) -> str:
    return re.sub(r"[^a-z]", "", str(name).lower())


def _first(bad: NDArray[Any]) -> int:
    return int(bad.argmax())


def _micros(time: int, unit: str) -> int:
    whole = int(time)
    return whole // 1_000 if unit == "ns" else whole * _MICROS[unit]


def _year(time: int, unit: str) -> str:
    return str(np.datetime64(max(-_FAR, min(_FAR, _micros(time, unit))), "us").astype("datetime64[Y]"))


def _shown_time(time: int, unit: str) -> str:
    return rfc3339(_micros(time, unit))
