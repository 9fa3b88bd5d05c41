"""vectorbt on M1 bars of the bid, made from the ticks by pandas; filled at the next bar's open."""

import warnings

warnings.filterwarnings("ignore")

import numpy as np
import vectorbt as vbt

from minute_bars import Stopwatch, answer, arguments, epoch_ms, minute_bars, read_ticks, sides

ticks = read_ticks(arguments())
bars = minute_bars(ticks)
with Stopwatch() as watch:
    wanted = np.concatenate([[0], sides(bars["close"])[:-1]]).astype(float)
    changed = np.diff(wanted, prepend=0.0) != 0
    portfolio = vbt.Portfolio.from_orders(
        bars["close"],
        size=np.where(changed, wanted, np.nan),
        size_type="targetamount",
        price=bars["open"],
        init_cash=10_000,
        freq="1min",
    )
    orders = portfolio.orders.records
    value = portfolio.final_value()
fills = [
    (epoch_ms(bars.index[row]), 1 if side == 0 else -1)
    for row, side in zip(orders["idx"], orders["side"])
]
answer(fills, len(ticks), watch.seconds, vbt.__version__, len(bars))
