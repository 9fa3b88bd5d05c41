"""Inside bar: after a candle that lies inside the one before it, goes with the first close outside.

The twin of ``inside-bar.js``, with the same ledger.
"""

from orrery_fx import Strategy, parameter


class InsideBar(Strategy):
    """Brackets each trade as high as the outer candle."""

    instrument = parameter("EUR_USD", describe="instrument to trade")
    granularity = parameter("H1", describe="granularity of the candles")
    units = parameter(10_000, min=1, describe="units of each trade")

    def __init__(self):
        self.candles = [(self.instrument, self.granularity)]
        self.outer = None
        self.has_inside = False

    def on_candle(self, context, candle):
        high, low, close = candle.high, candle.low, candle.close
        outer = self.outer
        if outer is not None and high <= outer[0] and low >= outer[1]:
            self.has_inside = True
            context.mark("inside")
            return
        side = 0 if outer is None else 1 if close > outer[0] else -1 if close < outer[1] else 0
        height = 0 if outer is None else outer[0] - outer[1]
        is_break = self.has_inside and side != 0 and context.account.units_of(self.instrument) == 0
        self.outer = (high, low)
        self.has_inside = False
        if not is_break:
            return
        context.create_order(
            {
                "type": "MARKET",
                "instrument": self.instrument,
                "units": side * self.units,
                "stopLossOnFill": {"distance": context.price(self.instrument, height)},
                "takeProfitOnFill": {"price": context.price(self.instrument, close + side * height)},
                "tag": "up" if side > 0 else "down",
            }
        )
