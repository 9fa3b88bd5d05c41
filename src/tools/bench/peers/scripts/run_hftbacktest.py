"""hftbacktest on the ticks as best-bid-and-offer events: no latency, no queue, market orders.

The strategy wakes at every minute's boundary; a minute without ticks makes no bar.
"""

import importlib.metadata

import numpy as np
from hftbacktest import (
    BUY_EVENT,
    DEPTH_EVENT,
    EXCH_EVENT,
    GTC,
    LOCAL_EVENT,
    MARKET,
    SELL_EVENT,
    BacktestAsset,
    HashMapMarketDepthBacktest,
    event_dtype,
)
from numba import njit

from minute_bars import FAST, SLOW, Stopwatch, answer, arguments, read_ticks

MINUTE_NS = 60_000_000_000


def events_of(ticks):
    """Each side's new level is set, then its old one emptied where the price moved."""
    at = ticks.index.as_unit("ns").asi8
    events = np.zeros(4 * len(ticks), event_dtype)
    keep = np.ones(len(events), np.bool_)
    for place, name, side in ((0, "bid", BUY_EVENT), (2, "ask", SELL_EVENT)):
        price = ticks[name].to_numpy()
        before = np.concatenate([price[:1], price[:-1]])
        keep[place + 1 :: 4] = price != before
        for offset, level, quantity in ((place, price, 1e6), (place + 1, before, 0.0)):
            part = events[offset::4]
            part["ev"] = EXCH_EVENT | LOCAL_EVENT | DEPTH_EVENT | side
            part["exch_ts"] = part["local_ts"] = at
            part["px"] = level
            part["qty"] = quantity
    return events[keep]


@njit
def run(backtest, first_minute, busy, times, signs):
    """`busy` tells the minutes that have ticks. Writes the time and sign of each fill; returns fills and bars."""
    closes = np.zeros(SLOW, np.int64)
    bars = 0
    side = 0
    fills = 0
    boundary = first_minute + MINUTE_NS
    minute = 0
    backtest.elapse(0)  # the clock stands at no time before this
    while backtest.elapse(boundary - backtest.current_timestamp) == 0:
        boundary += MINUTE_NS
        minute += 1
        if not busy[minute - 1]:
            continue
        closes[bars % SLOW] = round(backtest.depth(0).best_bid * 1e5)
        bars += 1
        if bars < SLOW:
            continue
        fast = np.int64(0)
        for back in range(FAST):
            fast += closes[(bars - 1 - back) % SLOW]
        difference = fast * SLOW - closes.sum() * FAST
        wanted = side
        if difference > 0:
            wanted = 1
        elif difference < 0:
            wanted = -1
        if wanted == side:
            continue
        units = float(abs(wanted - side))
        if wanted > 0:
            backtest.submit_buy_order(0, fills + 1, backtest.depth(0).best_ask, units, GTC, MARKET, True)
        else:
            backtest.submit_sell_order(0, fills + 1, backtest.depth(0).best_bid, units, GTC, MARKET, True)
        side = wanted
        if backtest.position(0) == side:
            times[fills] = backtest.current_timestamp
            signs[fills] = side
            fills += 1
        backtest.clear_inactive_orders(0)
    return fills, bars


ticks = read_ticks(arguments())
events = events_of(ticks)
asset = (
    BacktestAsset()
    .data(events)
    .linear_asset(1.0)
    .constant_order_latency(0, 0)
    .no_partial_fill_exchange()
    .tick_size(0.00001)
    .lot_size(1.0)
)
times = np.zeros(100_000, np.int64)
signs = np.zeros(100_000, np.int64)
first = int(events["local_ts"][0]) // MINUTE_NS * MINUTE_NS
minutes = (events["local_ts"] - first) // MINUTE_NS
busy = np.zeros(int(minutes[-1]) + 1, np.bool_)
busy[minutes] = True
with Stopwatch() as watch:
    backtest = HashMapMarketDepthBacktest([asset])
    count, bars = run(backtest, first, busy, times, signs)
    backtest.close()
fills = [(times[row] // 1_000_000, signs[row]) for row in range(count)]
answer(fills, len(ticks), watch.seconds, importlib.metadata.version("hftbacktest"), bars)
