"""backtrader on the ticks themselves, resampled to M1 by its own resampler."""

import backtrader as bt

from minute_bars import Crossover, Stopwatch, answer, arguments, epoch_ms

fills = []


class SmaCross(bt.Strategy):
    def __init__(self):
        self.cross = Crossover()
        self.seen = 0

    def next(self):
        if len(self.data1) == self.seen:
            return
        self.seen = len(self.data1)
        side = self.cross.flip(self.data1.close[0])
        if side != 0:
            self.order_target_size(self.data0, target=side)

    def notify_order(self, order):
        if order.status == order.Completed:
            at = bt.num2date(order.executed.dt)
            fills.append((epoch_ms(at), 1 if order.isbuy() else -1))


cerebro = bt.Cerebro(stdstats=False)
feed = bt.feeds.GenericCSVData(
    dataname=arguments(),
    dtformat="%Y-%m-%dT%H:%M:%S.%fZ",
    timeframe=bt.TimeFrame.Ticks,
    datetime=0,
    open=1,
    high=1,
    low=1,
    close=1,
    volume=-1,
    openinterest=-1,
)
cerebro.adddata(feed)
cerebro.resampledata(feed, timeframe=bt.TimeFrame.Minutes, compression=1)
cerebro.addstrategy(SmaCross)
cerebro.broker.setcash(10_000)
with Stopwatch() as watch:
    strategy = cerebro.run()[0]
answer(fills, len(strategy.data0), watch.seconds, bt.__version__, len(strategy.data1))
