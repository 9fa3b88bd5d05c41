"""Pivot: fades the first support and resistance of the day before, with limit orders for a day.

The twin of ``pivot``, with the same ledger.
"""

from orrery_fx import Strategy, parameter


class Pivot(Strategy):
    """The floor traders' pivot of a day, and the levels around it."""

    instrument = parameter("EUR_USD", describe="instrument to trade")
    risk = parameter("0.5%", describe="what a stop costs, of the balance")

    def __init__(self):
        self.candles = [(self.instrument, "D"), (self.instrument, "M15")]
        self.levels = None

    def on_candle(self, context, candle):
        if candle.granularity == "D":
            pivot = (candle.high + candle.low + candle.close) / 3
            support, resistance = 2 * pivot - candle.high, 2 * pivot - candle.low
            self.levels = {"resistance": resistance, "pivot": pivot, "support": support}
            self.fade(context, "buy", support, pivot)
            self.fade(context, "sell", resistance, pivot)
        elif self.levels is not None:
            for name, level in self.levels.items():
                context.plot(name, level, style="steps")

    def fade(self, context, side, level, pivot):
        """Places a limit order at a level: its target is the pivot, its stop is as far away."""
        distance = context.price(self.instrument, abs(pivot - level))
        units = context.units_for(self.instrument, risk=self.risk, stop_distance=distance)
        context.create_order(
            {
                "type": "LIMIT",
                "instrument": self.instrument,
                "units": units if side == "buy" else f"-{units}",
                "price": context.price(self.instrument, level),
                "timeInForce": "GFD",
                "takeProfitOnFill": {"price": context.price(self.instrument, pivot)},
                "stopLossOnFill": {"distance": distance},
                "tag": "support" if side == "buy" else "resistance",
            }
        )
