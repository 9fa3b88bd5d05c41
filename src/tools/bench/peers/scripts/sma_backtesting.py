"""The SMA cross for backtesting.py, as both of its scripts run it."""

from backtesting import Strategy

from minute_bars import FAST, SLOW, sides


class SmaCross(Strategy):
    fast = FAST
    slow = SLOW

    def init(self):
        self.side = self.I(sides, self.data.Close, self.fast, self.slow)
        self.held = 0

    def next(self):
        wanted = int(self.side[-1])
        if wanted in (0, self.held):
            return
        self.held = wanted
        if wanted > 0:
            self.buy(size=1)
        else:
            self.sell(size=1)
