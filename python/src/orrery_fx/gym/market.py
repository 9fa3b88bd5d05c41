"""What an agent can see of its lanes: arrays with one row a lane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

#: Numbers of a lane before those of its instruments, and of each instrument; ``lane.ts`` writes them.
LANE_NUMBERS: Final = 9
INSTRUMENT_NUMBERS: Final = 10
#: Columns of a candle: start, volume, open, high, low, close.
CANDLE_COLUMNS: Final = 6
_OVER: Final = 1
_CLOSED_OUT: Final = 2


@dataclass
class MarketView:
    """The present of all lanes. Money is in home currency, prices are floats, candles are of mid prices.

    Attributes
    ----------
    time
        Simulated time in microseconds since 1970, one a lane.
    balance, nav, unrealized_pl, margin_used, margin_available
        One a lane.
    rejects, fills
        How many orders were refused, and filled, in the last step.
    is_over, is_closed_out
        Whether the episode is at its end, and whether the last step closed the account out.
    units, bid, ask
        One a lane and instrument.
    candles
        The last candles of each lane and instrument: start, volume, open, high, low, close; NaN where
        there is none. The shape is (lanes, instruments, 6, history); the last one ends at the present.
    before_nav, before_units
        ``nav`` and ``units`` before the last step.
    """

    time: Numbers
    balance: Numbers
    nav: Numbers
    unrealized_pl: Numbers
    margin_used: Numbers
    margin_available: Numbers
    rejects: Numbers
    fills: Numbers
    is_over: NDArray[np.bool_]
    is_closed_out: NDArray[np.bool_]
    units: Numbers
    bid: Numbers
    ask: Numbers
    candles: Numbers
    before_nav: Numbers
    before_units: Numbers

    @staticmethod
    def empty(lanes: int, instruments: int, history: int) -> MarketView:
        """A view of lanes that have not begun."""

        def one() -> Numbers:
            return np.zeros(lanes)

        def each() -> Numbers:
            return np.zeros((lanes, instruments))

        return MarketView(
            time=one(),
            balance=one(),
            nav=one(),
            unrealized_pl=one(),
            margin_used=one(),
            margin_available=one(),
            rejects=one(),
            fills=one(),
            is_over=np.zeros(lanes, bool),
            is_closed_out=np.zeros(lanes, bool),
            units=each(),
            bid=each(),
            ask=each(),
            candles=np.full((lanes, instruments, CANDLE_COLUMNS, history), np.nan),
            before_nav=one(),
            before_units=each(),
        )

    @property
    def open(self) -> Numbers:
        """Opening prices, shape (lanes, instruments, history)."""
        return self.candles[:, :, 2]

    @property
    def high(self) -> Numbers:
        """Highest prices."""
        return self.candles[:, :, 3]

    @property
    def low(self) -> Numbers:
        """Lowest prices."""
        return self.candles[:, :, 4]

    @property
    def close(self) -> Numbers:
        """Closing prices."""
        return self.candles[:, :, 5]

    @property
    def volume(self) -> Numbers:
        """Numbers of prices."""
        return self.candles[:, :, 1]

    def take(self, lanes: NDArray[np.int64], numbers: Numbers) -> None:
        """Takes what a step gave: a row of numbers a lane."""
        self.before_nav[lanes] = self.nav[lanes]
        self.before_units[lanes] = self.units[lanes]
        self._take_lane(lanes, numbers[:, :LANE_NUMBERS])
        own = numbers[:, LANE_NUMBERS:].reshape(len(lanes), -1, INSTRUMENT_NUMBERS)
        self._take_quotes(lanes, own)
        rows, columns = np.nonzero(own[:, :, 3])
        if len(rows) == 0:
            return
        at = lanes[rows]
        # A step has mostly one new candle of each lane, so all move on by one.
        self.candles[at, columns, :, :-1] = self.candles[at, columns, :, 1:]
        self.candles[at, columns, :, -1] = own[rows, columns, 4:]

    def begin(self, lane: int, numbers: Numbers, histories: list[Numbers]) -> None:
        """Takes the start of an episode of a lane: its present, and the history of each instrument."""
        where = np.array([lane])
        row = numbers[np.newaxis]
        self._take_lane(where, row[:, :LANE_NUMBERS])
        self._take_quotes(where, row[:, LANE_NUMBERS:].reshape(1, -1, INSTRUMENT_NUMBERS))
        self.before_nav[lane] = self.nav[lane]
        self.before_units[lane] = self.units[lane]
        self.candles[lane] = np.nan
        for index, history in enumerate(histories):
            kept = history[:, -self.candles.shape[3] :]
            if kept.shape[1] > 0:
                self.candles[lane, index, :, -kept.shape[1] :] = kept

    def _take_lane(self, lanes: NDArray[np.int64], own: Numbers) -> None:
        flags = own[:, 0].astype(np.int64)
        self.is_over[lanes] = (flags & _OVER) > 0
        self.is_closed_out[lanes] = (flags & _CLOSED_OUT) > 0
        columns = (
            self.time,
            self.balance,
            self.nav,
            self.unrealized_pl,
            self.margin_used,
            self.margin_available,
            self.rejects,
            self.fills,
        )
        for index, column in enumerate(columns, 1):
            column[lanes] = own[:, index]

    def _take_quotes(self, lanes: NDArray[np.int64], own: Numbers) -> None:
        self.units[lanes] = own[:, :, 0]
        self.bid[lanes] = own[:, :, 1]
        self.ask[lanes] = own[:, :, 2]
