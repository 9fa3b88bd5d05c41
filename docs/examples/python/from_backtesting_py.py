"""The moving-average cross with which backtesting.py introduces itself: always in the market."""

import sys

from orrery_fx import Strategy, run


class SmaCross(Strategy):
    candles = (("EUR_USD", "H1"),)
    warm_up = {"H1": 21}

    def on_candle(self, context, candle):
        close = context.candles("EUR_USD", "H1", 21).close
        above = close[-10:].mean() > close[-20:].mean()
        was_above = close[-11:-1].mean() > close[:-1].mean()
        if above != was_above:
            context.flat()
            (context.buy if above else context.sell)("EUR_USD", 10_000)


if __name__ == "__main__":
    result = run(SmaCross, ticks={"EUR_USD": sys.argv[1]}, accounts=[{"currency": "USD", "balance": "10000"}])
    print(result.metrics["netProfit"], result.metrics["closedTrades"])
