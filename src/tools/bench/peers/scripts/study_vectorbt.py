"""vectorbt: all parameter sets of a study as columns of one portfolio, on M1 bars of the bid; twice."""

import warnings

warnings.filterwarnings("ignore")

import numpy as np
import vectorbt as vbt

from minute_bars import arguments, minute_bars, read_ticks, sides
from study import FASTS, SLOWS, answer, timed

bars = minute_bars(read_ticks(arguments()))
sets = [(fast, slow) for fast in FASTS for slow in SLOWS]


def study():
    """Fills by set; the statistics are computed as a study computes them for each run."""
    wanted = np.column_stack([sides(bars["close"], fast, slow) for fast, slow in sets]).astype(float)
    wanted = np.vstack([np.zeros(len(sets)), wanted[:-1]])
    changed = np.diff(wanted, axis=0, prepend=0.0) != 0
    portfolio = vbt.Portfolio.from_orders(
        bars["close"],
        size=np.where(changed, wanted, np.nan),
        size_type="targetamount",
        price=bars["open"],
        init_cash=10_000,
        freq="1min",
    )
    portfolio.total_return(), portfolio.sharpe_ratio(), portfolio.max_drawdown()
    return dict(zip(sets, portfolio.orders.count()))


answer(timed(study, 2), vbt.__version__)
