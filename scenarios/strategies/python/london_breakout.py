"""London breakout: stop orders wait beyond both ends of the range of the hours before London opens.

The twin of ``london-breakout.ts``, with the same ledger.
"""

from orrery_fx import Strategy, parameter

GRANULARITY = "M15"
CANDLES_PER_HOUR = 4


class LondonBreakout(Strategy):
    """When one order fills, the other is cancelled; what is left when London closes ends."""

    instrument = parameter("EUR_USD", describe="instrument to trade")
    hours = parameter(6, min=1, max=12, describe="hours of the range")
    beyond = parameter(0.0001, min=0, describe="distance of the orders from it")
    target = parameter(1.5, min=0.1, describe="take profit, in heights of it")
    risk = parameter("1%", describe="what a stop costs, of the balance")

    def __init__(self):
        self.candles = [(self.instrument, GRANULARITY)]
        self.length = self.hours * CANDLES_PER_HOUR
        self.range = None

    def on_start(self, context):
        london = context.session("London")
        context.set_timer("opening", at=london.opens_at)
        context.set_timer("close", at=london.closes_at)

    def on_candle(self, context, candle):
        if self.range is None:
            return
        high, low = self.range
        context.plot("range high", high, style="steps")
        context.plot("range low", low, style="steps")

    def on_timer(self, context, timer):
        london = context.session("London")
        if timer.name == "close":
            context.set_timer("close", at=london.closes_at)
            context.close(self.instrument)
            return
        context.set_timer("opening", at=london.opens_at)
        recent = context.candles(self.instrument, GRANULARITY, self.length)
        if len(recent) < self.length:
            return
        self.range = (recent.high.max(), recent.low.min())
        context.mark("London opens", instrument=self.instrument)
        self.place_orders(context, *self.range)

    def place_orders(self, context, high, low):
        """Places two stop orders; the stop loss of each is at the other end."""
        height = high - low

        def price(value):
            return context.price(self.instrument, value)

        units = context.units_for(
            self.instrument, risk=self.risk, stop_distance=price(height + self.beyond)
        )
        if units == "0":
            return
        order = {
            "type": "STOP",
            "instrument": self.instrument,
            "timeInForce": "GTD",
            "gtdTime": context.session("London").closes_at,
        }
        context.oco(
            {
                **order,
                "units": units,
                "price": price(high + self.beyond),
                "stopLossOnFill": {"price": price(low)},
                "takeProfitOnFill": {"price": price(high + self.target * height)},
                "tag": "up",
            },
            {
                **order,
                "units": f"-{units}",
                "price": price(low - self.beyond),
                "stopLossOnFill": {"price": price(high)},
                "takeProfitOnFill": {"price": price(low - self.target * height)},
                "tag": "down",
            },
        )
