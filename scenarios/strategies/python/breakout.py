"""Breakout with brackets: goes with a close beyond the highest or lowest price of the candles before.

The twin of ``breakout.ts``, with the same ledger.
"""

from indicators import TrueRange
from orrery_fx import Strategy, parameter


class Breakout(Strategy):
    """One trade at a time; its bracket is what closes it."""

    instrument = parameter("EUR_USD", describe="instrument to trade")
    granularity = parameter("M15", describe="granularity of the candles")
    channel = parameter(20, min=2, describe="candles in the channel")
    range = parameter(14, min=2, describe="candles in the average true range")
    stop = parameter(1.5, min=0.1, describe="stop loss, in average true ranges")
    target = parameter(3.0, min=0.1, describe="take profit, in average true ranges")
    units = parameter(10_000, min=1, describe="units of each trade")

    def __init__(self):
        self.candles = [(self.instrument, self.granularity)]
        self.true_range = TrueRange(self.range)
        self.recent = []

    def on_candle(self, context, candle):
        # The channel as it was before this candle, which is to break out of it.
        before = self.recent[-self.channel :]
        self.recent.append((candle.high, candle.low))
        true_range = self.true_range.add(candle)
        if len(before) < self.channel or true_range is None:
            return
        if context.account.units_of(self.instrument) != 0:
            return
        upper = max(high for high, _ in before)
        lower = min(low for _, low in before)
        side = 1 if candle.close > upper else -1 if candle.close < lower else 0
        if side == 0:
            return
        digits = context.instrument(self.instrument).display_precision

        def price(offset):
            return f"{candle.close + side * offset:.{digits}f}"

        context.create_order(
            {
                "type": "MARKET",
                "instrument": self.instrument,
                "units": side * self.units,
                "takeProfitOnFill": {"price": price(self.target * true_range)},
                "stopLossOnFill": {"price": price(-self.stop * true_range)},
            }
        )
