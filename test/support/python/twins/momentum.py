"""The twin of momentum.ts: numpy on 500 closes, own state, and orders that the market rejects."""

import numpy as np
from orrery_fx import Strategy

LENGTH = 500


class Momentum(Strategy):
    candles = (("EUR_USD", "M1"),)
    warm_up = {"M1": LENGTH}

    def __init__(self):
        self.rejects = 0
        self.fills = 0

    def on_candle(self, context, candle):
        points = np.rint(context.candles("EUR_USD", "M1", LENGTH).close * 100_000)
        side = 1 if points[-1] * LENGTH > points.sum() else -1
        held = context.account.units_of("EUR_USD")
        if np.sign(held) == side:
            return
        # Each third order is larger than the margin, and is rejected.
        is_large = (self.fills + self.rejects) % 3 == 2
        size = 2_000_000 if is_large else 1_000 + 10 * self.rejects
        context.create_order({"type": "MARKET", "instrument": "EUR_USD", "units": side * size - held})

    def on_transaction(self, context, transaction):
        if transaction["type"] == "ORDER_FILL":
            self.fills += 1
            if self.fills % 10 == 0:
                context.close_after("EUR_USD", "45m")
        elif transaction.get("reason") == "INSUFFICIENT_MARGIN":
            self.rejects += 1
