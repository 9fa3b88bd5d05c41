"""A module with two strategies, neither of which it names."""

from orrery_fx import Strategy, parameter


class Buys(Strategy):
    units = parameter(100)

    def on_start(self, context):
        context.buy("EUR_USD", self.units)


class Sells(Buys):
    def on_start(self, context):
        context.sell("EUR_USD", self.units)
