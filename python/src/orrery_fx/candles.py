"""Candles and ticks as a strategy sees them.

Prices are floats for computing; the ``_text`` twin of each is the exact text of the broker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from ._times import rfc3339

if TYPE_CHECKING:
    import pandas as pd

#: Most candles of one reading, as in one answer of v20.
CANDLES_MAX: Final = 5_000
_FIRST_ROOM = 1_024
_TIME, _VOLUME, _OPEN, _HIGH, _LOW, _CLOSE = range(6)
_COLUMNS = 6
#: Points of one unit of price, by decimals.
_SCALES: Final = tuple(float(f"1e{digits}") for digits in range(16))

Column = NDArray[np.float64]


class Prices:
    """Four prices of a candle.

    Attributes
    ----------
    points
        Open, high, low and close as whole numbers: with a precision of 5, 1.08520 is 108520.
    """

    __slots__ = ("_precision", "points")

    def __init__(self, points: tuple[int, int, int, int], precision: int) -> None:
        self.points = points
        self._precision = precision

    @property
    def open(self) -> float:
        """The first price."""
        return self.points[0] / _SCALES[self._precision]

    @property
    def high(self) -> float:
        """The highest price."""
        return self.points[1] / _SCALES[self._precision]

    @property
    def low(self) -> float:
        """The lowest price."""
        return self.points[2] / _SCALES[self._precision]

    @property
    def close(self) -> float:
        """The last price."""
        return self.points[3] / _SCALES[self._precision]

    @property
    def open_text(self) -> str:
        """The exact first price."""
        return f"{self.open:.{self._precision}f}"

    @property
    def high_text(self) -> str:
        """The exact highest price."""
        return f"{self.high:.{self._precision}f}"

    @property
    def low_text(self) -> str:
        """The exact lowest price."""
        return f"{self.low:.{self._precision}f}"

    @property
    def close_text(self) -> str:
        """The exact last price."""
        return f"{self.close:.{self._precision}f}"

    def __repr__(self) -> str:
        return f"{self.open_text} {self.high_text} {self.low_text} {self.close_text}"


class Candle:
    """A completed candle."""

    __slots__ = ("_numbers", "_precision", "granularity", "instrument")

    def __init__(self, instrument: str, granularity: str, precision: int, numbers: tuple[float, ...]) -> None:
        """``numbers``: start in microseconds, volume, and prices of bid, mid and ask in points."""
        self.instrument = instrument
        self.granularity = granularity
        self._precision = precision
        self._numbers = numbers

    @property
    def time(self) -> str:
        """Its start, RFC 3339."""
        return rfc3339(self._numbers[0])

    @property
    def volume(self) -> int:
        """Its number of prices."""
        return int(self._numbers[1])

    @property
    def bid(self) -> Prices:
        """Its bid prices."""
        return self._side(2)

    @property
    def mid(self) -> Prices:
        """Its mid prices."""
        return self._side(6)

    @property
    def ask(self) -> Prices:
        """Its ask prices."""
        return self._side(10)

    @property
    def open(self) -> float:
        """The first mid price."""
        return self._numbers[6] / _SCALES[self._precision]

    @property
    def high(self) -> float:
        """The highest mid price."""
        return self._numbers[7] / _SCALES[self._precision]

    @property
    def low(self) -> float:
        """The lowest mid price."""
        return self._numbers[8] / _SCALES[self._precision]

    @property
    def close(self) -> float:
        """The last mid price."""
        return self._numbers[9] / _SCALES[self._precision]

    def _side(self, first: int) -> Prices:
        o, h, l, c = self._numbers[first : first + 4]
        return Prices((int(o), int(h), int(l), int(c)), self._precision)

    def __repr__(self) -> str:
        return (
            f"Candle({self.instrument} {self.granularity} {self.time} mid {self.mid}, volume {self.volume})"
        )


class Tick:
    """A quote of an instrument."""

    __slots__ = ("_micros", "_precision", "ask", "bid", "instrument")

    def __init__(self, instrument: str, precision: int, micros: float, bid: float, ask: float) -> None:
        self.instrument = instrument
        self.bid = bid
        self.ask = ask
        self._precision = precision
        self._micros = micros

    @property
    def time(self) -> str:
        """RFC 3339."""
        return rfc3339(self._micros)

    @property
    def mid(self) -> float:
        """The mean of bid and ask."""
        return (self.bid + self.ask) / 2

    @property
    def bid_text(self) -> str:
        """The exact bid."""
        return f"{self.bid:.{self._precision}f}"

    @property
    def ask_text(self) -> str:
        """The exact ask."""
        return f"{self.ask:.{self._precision}f}"

    def __repr__(self) -> str:
        return f"Tick({self.instrument} {self.time} bid {self.bid_text} ask {self.ask_text})"


class Candles:
    """Completed candles as columns of one length, oldest first; the last one ends at the present.

    The columns are views of the memory in which candles are kept, so nothing is copied. They cannot be
    written. Memory that is beyond them has no later price: a candle is written there when it is complete.
    """

    __slots__ = ("_block", "_from", "_precision", "_to")

    def __init__(self, block: Column, start: int, end: int, precision: int) -> None:
        self._block = block
        self._from = start
        self._to = end
        self._precision = precision

    def __len__(self) -> int:
        return self._to - self._from

    @property
    def time(self) -> NDArray[np.datetime64]:
        """Their starts in UTC."""
        micros = self._block[_TIME, self._from : self._to].astype(np.int64)
        return micros.view("datetime64[us]")

    @property
    def volume(self) -> Column:
        """Their numbers of prices."""
        return self._block[_VOLUME, self._from : self._to]

    @property
    def open(self) -> Column:
        """Their first prices."""
        return self._block[_OPEN, self._from : self._to]

    @property
    def high(self) -> Column:
        """Their highest prices."""
        return self._block[_HIGH, self._from : self._to]

    @property
    def low(self) -> Column:
        """Their lowest prices."""
        return self._block[_LOW, self._from : self._to]

    @property
    def close(self) -> Column:
        """Their last prices."""
        return self._block[_CLOSE, self._from : self._to]

    @property
    def open_text(self) -> list[str]:
        """Their exact first prices."""
        return self._texts(_OPEN)

    @property
    def high_text(self) -> list[str]:
        """Their exact highest prices."""
        return self._texts(_HIGH)

    @property
    def low_text(self) -> list[str]:
        """Their exact lowest prices."""
        return self._texts(_LOW)

    @property
    def close_text(self) -> list[str]:
        """Their exact last prices."""
        return self._texts(_CLOSE)

    def to_pandas(self) -> pd.DataFrame:
        """A copy as a DataFrame, indexed by time with UTC. Needs pandas."""
        import pandas as pd

        columns = {name: np.array(getattr(self, name)) for name in _NAMES}
        return pd.DataFrame(columns, index=pd.DatetimeIndex(self.time, name="time").tz_localize("UTC"))

    def _texts(self, column: int) -> list[str]:
        prices = self._block[column, self._from : self._to]
        return [f"{price:.{self._precision}f}" for price in prices]


_NAMES = ("open", "high", "low", "close", "volume")


class CandleBook:
    """The candles of one kind that have crossed: rows are added at the end, and never change.

    When there is no more room, a wider block takes their place; views of the old one stay as they are.
    """

    __slots__ = ("_block", "_is_all", "_length", "_precision", "_shown")

    def __init__(self, precision: int) -> None:
        self._precision = precision
        self._is_all = False
        self._length = 0
        self._make(_FIRST_ROOM)

    def has(self, count: int) -> bool:
        """Whether a reading of so many candles can be answered."""
        return self._length >= count or self._is_all

    def last(self, count: int) -> Candles:
        """The last candles, at most ``count``."""
        end = self._length
        start = end - count if end > count else 0
        return Candles(self._shown, start, end, self._precision)

    def replace(self, columns: Column, count: int) -> None:
        """Takes all candles that a reading of ``count`` has, in columns."""
        rows = columns.shape[1]
        self._make(max(_FIRST_ROOM, 2 * rows))
        self._block[:, :rows] = columns
        self._length = rows
        self._is_all = rows < count

    def append(self, rows: Column) -> None:
        """Adds candles, a row each."""
        count = rows.shape[0]
        if count >= CANDLES_MAX:
            # Earlier ones may be missing between, and no reading reaches them.
            self.replace(rows.T, CANDLES_MAX)
            return
        end = self._length + count
        if end > self._block.shape[1]:
            old = self._block[:, max(0, self._length - CANDLES_MAX) : self._length]
            self._is_all = self._is_all and old.shape[1] == self._length
            self._make(2 * (old.shape[1] + count))
            self._block[:, : old.shape[1]] = old
            self._length = old.shape[1]
            end = self._length + count
        self._block[:, self._length : end] = rows.T
        self._length = end

    def _make(self, room: int) -> None:
        self._block: Column = np.zeros((_COLUMNS, room))
        self._shown: Column = self._block.view()
        self._shown.flags.writeable = False
