"""The twin of ``scenarios/strategies/sma-cross.ts``."""

from orrery_fx import Strategy, parameter


class SmaCross(Strategy):
    instrument = parameter("EUR_USD", describe="instrument to trade")
    granularity = parameter("M1", describe="granularity of the candles")
    fast = parameter(20, min=1, describe="candles in the fast average")
    slow = parameter(50, min=2, describe="candles in the slow average")
    units = parameter(1000, min=1, describe="units to hold, long or short")

    def __init__(self):
        if self.fast >= self.slow:
            raise ValueError(f"fast must be below slow, was {self.fast} / {self.slow}")
        self.candles = [(self.instrument, self.granularity)]
        self.closes = []
        # Sums of the last closes, in points: sums of integers neither drift nor round.
        self.fast_sum = 0
        self.slow_sum = 0
        self.side = 0

    def on_candle(self, context, candle):
        close = candle.bid.points[3]
        self.closes.append(close)
        count = len(self.closes)
        self.fast_sum += close - (self.closes[count - 1 - self.fast] if count > self.fast else 0)
        self.slow_sum += close - (self.closes[count - 1 - self.slow] if count > self.slow else 0)
        if count < self.slow:
            return
        difference = self.fast_sum * self.slow - self.slow_sum * self.fast
        wanted = 1 if difference > 0 else -1 if difference < 0 else self.side
        if wanted == self.side:
            return
        size = (wanted - self.side) * self.units
        self.side = wanted
        context.create_order({"type": "MARKET", "instrument": self.instrument, "units": size})
