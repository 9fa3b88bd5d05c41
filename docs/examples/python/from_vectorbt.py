"""The moving-average cross with which vectorbt introduces itself: long between two crossings."""

import sys

from orrery_fx import Strategy, run


class MaCross(Strategy):
    candles = (("EUR_USD", "H1"),)
    warm_up = {"H1": 51}

    def on_candle(self, context, candle):
        close = context.candles("EUR_USD", "H1", 51).close
        above = close[-10:].mean() > close[-50:].mean()
        was_above = close[-11:-1].mean() > close[:-1].mean()
        if above and not was_above:
            context.buy("EUR_USD", 10_000)
        elif was_above and not above:
            context.close("EUR_USD")


if __name__ == "__main__":
    result = run(MaCross, ticks={"EUR_USD": sys.argv[1]}, accounts=[{"currency": "USD", "balance": "10000"}])
    print(result.metrics["netProfit"], result.metrics["closedTrades"])
