"""Decisions a second of a strategy in Python, beside a bare exchange of as many bytes in the same run.

Prints JSON: by kind of strategy the decisions a second, and that of the exchange, free and on one core.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from orrery_fx import Strategy, run
from orrery_fx.node import node_program

HERE = Path(__file__).parent
TICKS = {"EUR_USD": HERE.parents[1] / "data" / "EUR_USD_2024-03.csv.gz"}
ACCOUNTS = [{"currency": "USD", "balance": "10000"}]
ROUNDS = 20_000


class Empty(Strategy):
    candles = (("EUR_USD", "M1"),)

    def on_candle(self, context, candle):
        pass


class Closes(Strategy):
    candles = (("EUR_USD", "M1"),)
    warm_up = {"M1": 50}

    def on_candle(self, context, candle):
        close = context.candles("EUR_USD", "M1", 50).close
        self.side = 1 if close[-20:].mean() > close.mean() else -1


class Orders(Closes):
    def on_candle(self, context, candle):
        super().on_candle(context, candle)
        units = 100 * self.side - context.account.units_of("EUR_USD")
        context.create_order({"type": "MARKET", "instrument": "EUR_USD", "units": units or 100})


def decisions(strategy):
    """Decisions a second: hooks by the time of the engine."""
    result = run(strategy, ticks=TICKS, accounts=ACCOUNTS)
    return 14_358 / result.document["timing"]["seconds"]


def exchange(out, back):
    """Exchanges a second of a process of Node and this one, without any work."""
    process = subprocess.Popen(
        [node_program(), str(HERE / "pong.mjs"), str(ROUNDS), str(out), str(back)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    if PINNED:
        os.sched_setaffinity(process.pid, {0})
    read_fd, write_fd = process.stdout.fileno(), process.stdin.fileno()
    answer = b"x" * back
    for _ in range(ROUNDS + 1_000):
        read = 0
        while read < out:
            read += len(os.read(read_fd, out - read))
        os.write(write_fd, answer)
    rate = float(os.read(read_fd, out))
    process.wait()
    return rate


PINNED = "--pinned" in sys.argv
if PINNED:
    os.sched_setaffinity(0, {0})
KINDS = {"empty": Empty, "closes": Closes, "orders": Orders}
best = {}
for _ in range(3):
    for name, strategy in KINDS.items():
        best[name] = max(best.get(name, 0), decisions(strategy))
    best["exchange"] = max(best.get("exchange", 0), exchange(150, 6))
print(json.dumps({name: round(value) for name, value in best.items()}))
