"""Mean reversion by the relative strength index in several instruments, with equal risk.

The twin of ``rsi-reversion.ts``, with the same ledger.
"""

from indicators import RelativeStrength, TrueRange
from orrery_fx import Strategy, parameter

MIDDLE = 50


class RsiReversion(Strategy):
    """Buys what is oversold and sells what is overbought, until the index is back at its middle."""

    instruments = parameter("EUR_USD,USD_JPY", describe="instruments to trade, separated by commas")
    granularity = parameter("M15", describe="granularity of the candles")
    length = parameter(14, min=2, describe="candles of the index and the range")
    oversold = parameter(28.0, min=1, max=49, describe="index at which to buy")
    stop = parameter(2.0, min=0.1, describe="stop loss, in average true ranges")
    risk = parameter("1%", describe="what a stop costs, of the balance")

    def __init__(self):
        names = self.instruments.split(",")
        self.candles = [(name, self.granularity) for name in names]
        self.overbought = 2 * MIDDLE - self.oversold
        self.indicators = {
            name: (RelativeStrength(self.length), TrueRange(self.length)) for name in names
        }

    def on_candle(self, context, candle):
        instrument = candle.instrument
        strength, true_range = self.indicators[instrument]
        average = true_range.add(candle)
        index = strength.add(candle.close)
        if average is None or index is None:
            return
        context.plot("RSI", index, pane="RSI")
        context.plot("oversold", self.oversold, pane="RSI")
        context.plot("overbought", self.overbought, pane="RSI")
        held = context.account.units_of(instrument)
        if held != 0:
            is_back = index >= MIDDLE if held > 0 else index <= MIDDLE
            if is_back:
                context.close(instrument)
            return
        side = 1 if index <= self.oversold else -1 if index >= self.overbought else 0
        if side == 0:
            return
        distance = context.price(instrument, self.stop * average)
        units = context.units_for(instrument, risk=self.risk, stop_distance=distance)
        if units == "0":
            return
        context.create_order(
            {
                "type": "MARKET",
                "instrument": instrument,
                "units": units if side > 0 else f"-{units}",
                "stopLossOnFill": {"distance": distance},
                "tag": "oversold" if side > 0 else "overbought",
            }
        )
        context.mark(f"RSI {index:.0f}")
