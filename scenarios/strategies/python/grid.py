"""A grid: buy limits at equal steps below the market, each with a take profit one step above.

The twin of ``grid.ts``, with the same ledger.
"""

from orrery_fx import Strategy, parameter


class Grid(Strategy):
    """Lays the limit of a level again when it is taken; knows its orders by their client ids."""

    instrument = parameter("EUR_USD", describe="instrument to trade")
    levels = parameter(8, min=1, max=50, describe="number of limits below the market")
    step = parameter(10.0, min=1, describe="distance of two levels, in pips")
    units = parameter(2_000, min=1, describe="units of each level")
    delay = parameter("1h", describe="time from the start to the first orders")

    def __init__(self):
        self.level_of = {}
        self.top = 0.0

    def on_start(self, context):
        context.set_timer("lay", after=self.delay)

    def on_timer(self, context, timer):
        quote = context.quote(self.instrument)
        if quote is None:
            context.set_timer("lay", after=self.delay)
            return
        self.top = quote.bid
        for level in range(1, self.levels + 1):
            self.lay(context, level)

    def on_transaction(self, context, transaction):
        if transaction["type"] != "ORDER_FILL":
            return
        opened, client_id = transaction.get("tradeOpened"), transaction.get("clientOrderID")
        if opened is not None and client_id is not None:
            self.level_of[opened["tradeID"]] = int(client_id.removeprefix("level-"))
        for closed in transaction.get("tradesClosed", []):
            level = self.level_of.get(closed["tradeID"])
            if level is not None:
                self.lay(context, level)

    def lay(self, context, level):
        """Places the limit of a level."""
        instrument = context.instrument(self.instrument)
        pip = float(f"1e{instrument.pip_location}")

        def price(steps):
            return f"{self.top - steps * self.step * pip:.{instrument.display_precision}f}"

        context.create_order(
            {
                "type": "LIMIT",
                "instrument": self.instrument,
                "units": self.units,
                "price": price(level),
                "timeInForce": "GTC",
                "takeProfitOnFill": {"price": price(level - 1)},
                "clientExtensions": {"id": f"level-{level}"},
            }
        )
