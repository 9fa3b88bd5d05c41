"""The turtles' channel breakout with units by volatility.

The twin of ``turtle.ts``, with the same ledger.
"""

import numpy as np
from orrery_fx import Strategy, parameter


class Turtle(Strategy):
    """Adds to a trade that gains, and leaves at the opposite end of a shorter channel."""

    instrument = parameter("USD_JPY", describe="instrument to trade")
    granularity = parameter("H1", describe="granularity of the candles")
    entry = parameter(20, min=2, describe="candles of the channel to enter")
    exit = parameter(10, min=2, describe="candles of the channel to leave")
    most = parameter(3, min=1, describe="trades at one time")

    def __init__(self):
        #: Candles of a view: those of the longer channel, and the last.
        self.length = max(self.entry, self.exit) + 1
        self.candles = [(self.instrument, self.granularity)]
        self.warm_up = {self.granularity: self.length}

    def on_candle(self, context, candle):
        candles = context.candles(self.instrument, self.granularity, self.length)
        high, low, close = candles.high, candles.low, candles.close
        before = close[:-1]
        true_ranges = np.maximum(high[1:], before) - np.minimum(low[1:], before)
        average = true_ranges.mean()
        entry = (high[-self.entry - 1 : -1].max(), low[-self.entry - 1 : -1].min())
        leaving = (high[-self.exit - 1 : -1].max(), low[-self.exit - 1 : -1].min())
        context.plot("entry high", entry[0], style="steps")
        context.plot("entry low", entry[1], style="steps")
        context.plot("N", average, pane="average true range", style="bars")
        side = int(np.sign(context.account.units_of(self.instrument)))
        if side == 0:
            wanted = side_of(close[-1], entry)
            if wanted != 0:
                self.open(context, wanted, average)
        elif side_of(close[-1], leaving) == -side:
            context.close(self.instrument)
            context.mark("channel left")
        else:
            self.add(context, side, average, close[-1])

    def add(self, context, side, average, close):
        """Adds a trade for each half of the range that the price has gained since the last."""
        trades = context.account.open_trades()
        gained = side * (close - float(trades[-1]["price"]))
        if len(trades) < self.most and gained > average / 2:
            self.open(context, side, average)

    def open(self, context, side, average):
        """Opens a trade that risks half a per cent."""
        distance = context.price(self.instrument, 2 * average)
        units = context.units_for(self.instrument, risk="0.5%", stop_distance=distance)
        if units == "0":
            return
        context.create_order(
            {
                "type": "MARKET",
                "instrument": self.instrument,
                "units": units if side > 0 else f"-{units}",
                "stopLossOnFill": {"distance": distance},
                "tag": f"trade {len(context.account.open_trades()) + 1}",
            }
        )


def side_of(price, channel):
    """1 above the channel, -1 below it, 0 inside."""
    upper, lower = channel
    return 1 if price > upper else -1 if price < lower else 0
