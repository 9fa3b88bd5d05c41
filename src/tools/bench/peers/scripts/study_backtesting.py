"""backtesting.py: `optimize` over the parameter sets of a study, on M1 bars of the bid."""

import warnings

warnings.filterwarnings("ignore")

import backtesting
from backtesting import Backtest

from minute_bars import arguments, minute_bars, read_ticks
from sma_backtesting import SmaCross
from study import FASTS, SLOWS, answer, timed

bars = minute_bars(read_ticks(arguments())).rename(columns=str.capitalize)
bars.index = bars.index.tz_localize(None)
backtesting.backtesting._tqdm = lambda given, **_: given


def study():
    """Fills by set; a set with the most trades is as good as any other to ask for."""
    backtest = Backtest(bars, SmaCross, cash=10_000, exclusive_orders=True, finalize_trades=True)
    _, trades = backtest.optimize(fast=FASTS, slow=SLOWS, maximize="# Trades", return_heatmap=True)
    return trades.to_dict()


if __name__ == "__main__":
    answer(timed(study, 1), backtesting.__version__)
