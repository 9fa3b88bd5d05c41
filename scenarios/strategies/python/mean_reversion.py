"""Mean reversion in two instruments: the ratio of their prices is taken to come back to its average.

The twin of ``mean-reversion.ts``, with the same ledger.
"""

from collections import deque

import numpy as np
from orrery_fx import Strategy, parameter


class MeanReversion(Strategy):
    """Sells the dear one and buys the cheap one, for the same money, beyond a Bollinger band."""

    first = parameter("EUR_USD", describe="numerator of the ratio")
    second = parameter("GBP_USD", describe="denominator, with the same quote currency")
    granularity = parameter("M15", describe="granularity of the candles")
    interval = parameter(48, min=2, describe="number of candles in the band")
    width = parameter(2.0, min=0.1, describe="width of the band, in standard deviations")
    units = parameter(10_000, min=1, describe="units of the first instrument")

    def __init__(self):
        if self.first == self.second:
            raise ValueError(f"first and second must differ, both were {self.first}")
        self.candles = [(self.first, self.granularity), (self.second, self.granularity)]
        self.ratios = deque(maxlen=self.interval)
        #: 1: long the first and short the second; -1: the other way round.
        self.side = 0

    def on_candles(self, context, candles):
        # A bucket without a price has no candle; only two of one time make a ratio.
        if len(candles) < 2:
            return
        ratio = candles[0].close / candles[1].close
        self.ratios.append(ratio)
        if len(self.ratios) < self.interval:
            return
        middle, deviation = np.mean(self.ratios), np.std(self.ratios)
        if self.side != 0:
            if (ratio - middle) * self.side >= 0:
                self.side = 0
                context.close(self.first)
                context.close(self.second)
            return
        upper, lower = middle + deviation * self.width, middle - deviation * self.width
        self.side = -1 if ratio > upper else 1 if ratio < lower else 0
        if self.side == 0:
            return
        other = round(self.units * ratio)
        for instrument, units in ((self.first, self.units), (self.second, -other)):
            order = {"type": "MARKET", "instrument": instrument, "units": self.side * units}
            context.create_order(order)
