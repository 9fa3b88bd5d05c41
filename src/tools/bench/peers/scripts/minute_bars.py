"""What the peers' scripts share: reading the ticks, M1 bars, the strategy's sides, and the answer.

Prices are compared as whole points, so that no peer's answer hangs on a last bit.
"""

import json
import sys
import time

FAST = 20
SLOW = 50
MS_PER_MINUTE = 60_000


def arguments():
    """The path of the ticks' CSV."""
    return sys.argv[1]


def answer(fills, rows, seconds, version, bars=None):
    """Prints the script's one line: fills as [epoch ms, side], rows read, seconds inside the engine."""
    print(
        json.dumps(
            {
                "fills": [[int(at), int(side)] for at, side in fills],
                "rows": int(rows),
                "engineSeconds": seconds,
                "bars": None if bars is None else int(bars),
                "version": version,
            }
        )
    )


class Stopwatch:
    """Seconds of a `with` block."""

    def __enter__(self):
        self.started = time.perf_counter()
        return self

    def __exit__(self, *_):
        self.seconds = time.perf_counter() - self.started


def read_ticks(path):
    """The ticks as a pandas frame: index of UTC times, columns bid and ask."""
    import pandas as pd

    frame = pd.read_csv(path)
    frame["time"] = pd.to_datetime(frame["time"], format="%Y-%m-%dT%H:%M:%S.%fZ", utc=True)
    return frame.set_index("time")


def minute_bars(ticks):
    """M1 bars of the bid, minutes without ticks left out."""
    return ticks["bid"].resample("1min").ohlc().dropna()


def sides(closes, fast=FAST, slow=SLOW):
    """For each bar the side wanted at its close: 1, -1, or 0 before the slow mean exists."""
    import numpy as np
    import pandas as pd

    points = pd.Series(np.rint(np.asarray(closes) * 1e5))
    sign = np.sign(points.rolling(fast).sum() * slow - points.rolling(slow).sum() * fast)
    return sign.where(sign != 0).ffill().fillna(0).to_numpy().astype(int)


class Crossover:
    """The same decision one close at a time, for peers that call a strategy bar by bar."""

    def __init__(self):
        self.closes = []
        self.side = 0

    def flip(self, close):
        """The new side when this close turns the strategy, else 0."""
        self.closes.append(round(close * 1e5))
        if len(self.closes) > SLOW:
            self.closes.pop(0)
        if len(self.closes) < SLOW:
            return 0
        difference = sum(self.closes[-FAST:]) * SLOW - sum(self.closes) * FAST
        wanted = (difference > 0) - (difference < 0)
        if wanted == 0 or wanted == self.side:
            return 0
        self.side = wanted
        return wanted


def epoch_ms(stamp):
    """Milliseconds since the epoch of a pandas or naive UTC time."""
    import pandas as pd

    stamp = pd.Timestamp(stamp)
    stamp = stamp.tz_localize("UTC") if stamp.tzinfo is None else stamp
    return int(stamp.timestamp() * 1000)
