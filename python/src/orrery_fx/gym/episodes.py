"""Where episodes begin: drawn from the seed, or in windows of the user's, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._times import micros_of
from ..errors import InputError
from ..values import Instant, instant_text
from .lanes import Lanes

#: From and to; ``to`` is exclusive.
Window = tuple[Instant, Instant]


class Episodes:
    """Chooses the start of each episode of each lane, by a generator that a seed makes."""

    def __init__(
        self,
        lanes: Lanes,
        *,
        history: int,
        steps: int,
        windows: Sequence[Window] | None,
        engine_seed: int,
    ) -> None:
        self._lanes = lanes
        self._history = history
        self._steps = steps
        self._engine_seed = engine_seed
        self._windows = [_micros(window) for window in windows or ()]
        self._begun = [0] * lanes.count
        if not self._windows:
            self._check()

    def start(self, lane: int, random: np.random.Generator) -> dict[str, Any]:
        """The start of the next episode of a lane."""
        market = lane % self._lanes.markets
        start: dict[str, Any] = {"lane": lane, "scenario": market, "seed": self._engine_seed}
        if self._windows:
            place = lane + self._begun[lane] * self._lanes.count
            self._begun[lane] += 1
            begin, end = self._windows[place % len(self._windows)]
            return {**start, "from": begin, "to": end}
        first, last = self._bounds(market)
        candle = int(random.integers(first, last + 1))
        return {**start, "candle": candle, "to": self._lanes.windows[market][1]}

    def restart(self, lane: int) -> None:
        """The windows of a lane begin with its first one again."""
        self._begun[lane] = 0

    def _bounds(self, market: int) -> tuple[int, int]:
        """The first and the last candle after which an episode may begin."""
        return self._history - 1, self._lanes.candles[market] - 1 - self._steps

    def _check(self) -> None:
        for market in range(self._lanes.markets):
            first, last = self._bounds(market)
            if first > last:
                candles = self._lanes.candles[market]
                raise InputError(
                    f"the market has {candles} candles; an episode needs {self._history} of history "
                    f"and {self._steps} steps: give more ticks, or less history or shorter episodes"
                )


def _micros(window: Window) -> tuple[float, float]:
    begin, end = (_instant(each) for each in window)
    if begin >= end:
        raise InputError(f"windows: from must be before to, was {window}")
    return begin, end


def _instant(given: Instant) -> float:
    text = instant_text(given)
    if not text.endswith("Z") or len(text) < len("2024-01-01T00:00:00Z"):
        raise InputError(f"windows: must be UTC such as 2024-03-04T00:00:00Z, was {text}")
    whole, _, fraction = text[:-1].partition(".")
    return micros_of(f"{whole}.{fraction:0<9}Z")
