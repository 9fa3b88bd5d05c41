"""Steps of lanes a second: an order in each hundredth, each fifth and each step. Prints JSON."""

import json
import time
from pathlib import Path

import numpy as np

from orrery_fx.gym import make_vec

TICKS = Path(__file__).parents[2] / "data" / "EUR_USD_2024-03.csv.gz"
SECONDS = 3.0


def rate(lanes, every):
    """Steps of all lanes a second; each lane turns its position over in one of so many steps."""
    count = lanes.num_envs
    keep, turn = np.full((count, 1), np.nan), np.ones((count, 1))
    lanes.reset(seed=1)
    for _ in range(50):
        lanes.step(keep)
    steps = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        if steps % every == 0:
            turn = -turn
        lanes.step(turn if steps % every == 0 else keep)
        steps += 1
    return steps * count / (time.perf_counter() - start)


found = {}
for count in (1, 64):
    lanes = make_vec("EUR_USD", ticks=TICKS, num_envs=count, steps=5_000, units=1_000)
    for every in (100, 5, 1):
        found[f"{count} {every}"] = round(rate(lanes, every))
    lanes.close()
print(json.dumps(found))
