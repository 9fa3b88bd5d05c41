"""backtesting.py on M1 bars of the bid, made from the ticks by pandas."""

import warnings

warnings.filterwarnings("ignore")

import backtesting
from backtesting import Backtest

from minute_bars import Stopwatch, answer, arguments, epoch_ms, minute_bars, read_ticks
from sma_backtesting import SmaCross


ticks = read_ticks(arguments())
bars = minute_bars(ticks).rename(columns=str.capitalize)
bars.index = bars.index.tz_localize(None)
with Stopwatch() as watch:
    run = Backtest(bars, SmaCross, cash=10_000, exclusive_orders=True, finalize_trades=True).run()
trades = run["_trades"].sort_values("EntryBar")
fills = [(epoch_ms(at), 1 if size > 0 else -1) for at, size in zip(trades["EntryTime"], trades["Size"])]
answer(fills, len(ticks), watch.seconds, backtesting.__version__, len(bars))
