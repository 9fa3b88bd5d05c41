"""Carry with financing: holds the side that is paid for being held, with a trailing stop.

The twin of ``carry.ts``, with the same ledger.
"""

from orrery_fx import Strategy, parameter

FIRST_ENTRY = "1h"


class Carry(Strategy):
    """Learns from each DAILY_FINANCING whether it earns or pays, and goes over if it pays."""

    instrument = parameter("USD_JPY", describe="instrument to hold")
    units = parameter(20_000, min=1, describe="units to hold")
    stop = parameter(100.0, min=5, describe="trailing stop, in pips")
    rest = parameter("24h", describe="time without a trade after a stop")

    def __init__(self):
        self.side = 1

    def on_start(self, context):
        context.set_timer("enter", after=FIRST_ENTRY)

    def on_timer(self, context, timer):
        instrument = context.instrument(self.instrument)
        wanted = self.side * self.units - context.account.units_of(self.instrument)
        if wanted == 0:
            return
        distance = self.stop * float(f"1e{instrument.pip_location}")
        context.create_order(
            {
                "type": "MARKET",
                "instrument": self.instrument,
                "units": wanted,
                "trailingStopLossOnFill": {"distance": f"{distance:.{instrument.display_precision}f}"},
            }
        )

    def on_transaction(self, context, transaction):
        kind, reason = transaction["type"], transaction.get("reason")
        if kind == "DAILY_FINANCING" and float(transaction["financing"]) < 0:
            self.side = -self.side
            # Later, since markets are thin around the rollover at which financing is booked.
            context.set_timer("enter", after=FIRST_ENTRY)
        if kind == "ORDER_FILL" and reason == "TRAILING_STOP_LOSS_ORDER":
            context.set_timer("enter", after=self.rest)
        # An order that found no price comes to nothing; it is tried again.
        if kind == "ORDER_CANCEL" and reason == "MARKET_HALTED":
            context.set_timer("enter", after=FIRST_ENTRY)
