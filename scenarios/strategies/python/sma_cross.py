"""The first example: always in the market, on the side of the fast average of the closes.

The twin of ``sma-cross.ts``, with the same ledger.
"""

from orrery_fx import Strategy, parameter


class SmaCross(Strategy):
    """Decides when a candle completes."""

    instrument = parameter("EUR_USD", describe="instrument to trade")
    granularity = parameter("M1", describe="granularity of the candles")
    fast = parameter(20, min=1, describe="candles in the fast average")
    slow = parameter(50, min=2, describe="candles in the slow average")
    units = parameter(1000, min=1, describe="units to hold, long or short")

    def __init__(self):
        if self.fast >= self.slow:
            raise ValueError(f"fast must be below slow, was {self.fast} / {self.slow}")
        self.candles = [(self.instrument, self.granularity)]
        self.warm_up = {self.granularity: 0}
        self.side = 0

    def on_candle(self, context, candle):
        close = context.candles(self.instrument, self.granularity, self.slow, price="bid").close
        if len(close) < self.slow:
            return
        # Sums of whole points neither drift nor round.
        points = (close * 10 ** context.instrument(self.instrument).display_precision).round()
        difference = points[-self.fast :].sum() * self.slow - points.sum() * self.fast
        wanted = 1 if difference > 0 else -1 if difference < 0 else self.side
        if wanted == self.side:
            return
        size = (wanted - self.side) * self.units
        self.side = wanted
        context.create_order({"type": "MARKET", "instrument": self.instrument, "units": size})
