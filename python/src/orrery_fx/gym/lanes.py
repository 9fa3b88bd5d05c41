"""Lanes of the engine: markets that are begun and stepped together."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine import Engine
from .._host.channel import ChannelClosedError
from .._host.wire_values import plain
from ..errors import EngineError, InputError
from ..market_data import Market, Source
from ..strategy import StrategyError
from .market import CANDLE_COLUMNS, INSTRUMENT_NUMBERS, LANE_NUMBERS, MarketView

_SCENARIO = "scenario.json"


class LaneError(RuntimeError):
    """An environment cannot be used so: before its reset, after its end, or in a forked process."""


class Lanes:
    """Markets in a process of the engine of their own, so that a run of a strategy goes on beside.

    The process of Python that made them uses them. They end with ``close``, with an interruption (the
    answer of the engine would be taken for that of the next call), and with a failure of the engine.
    """

    def __init__(
        self,
        *,
        count: int,
        instruments: Sequence[str],
        granularity: str,
        history: int,
        steps_max: int,
        ticks: Mapping[str, Source],
        bars: Mapping[str, Source],
        accounts: Sequence[Mapping[str, Any]],
        disguises: Sequence[Mapping[str, Any] | None],
        scenario: Mapping[str, Any],
    ) -> None:
        self.count = count
        self.view = MarketView.empty(count, len(instruments), history)
        self._width = LANE_NUMBERS + INSTRUMENT_NUMBERS * len(instruments)
        self._instruments = len(instruments)
        #: Why it cannot be used any more.
        self._end: str | None = None
        self._engine = Engine()
        self._folder = Path(tempfile.mkdtemp(prefix="orrery-")).resolve()
        self._close = weakref.finalize(self, _close, self._engine, self._folder)
        made = self._make(
            instruments=list(instruments),
            granularity=granularity,
            history=history,
            stepsMax=steps_max,
            market=self._written(ticks, bars, accounts, scenario),
            disguises=disguises,
        )
        self._id = float(made["id"])
        #: By market: how many candles an episode may begin after.
        self.candles: list[int] = [each["count"] for each in made["ends"]]
        #: By market: from and to in microseconds.
        self.windows: list[tuple[float, float]] = [tuple(each) for each in made["windows"]]
        self.markets = len(disguises) or 1

    def reset(self, starts: Sequence[Mapping[str, Any]]) -> None:
        """Begins episodes; the view has their present and history."""
        with self._using("reset"):
            numbers = self._engine.numbers("lanes-reset", {"id": int(self._id), "starts": list(starts)})
            at = 0
            for start in starts:
                present = numbers[at : at + self._width]
                at += self._width
                histories = []
                for _ in range(self._instruments):
                    rows = int(numbers[at])
                    end = at + 1 + CANDLE_COLUMNS * rows
                    histories.append(numbers[at + 1 : end].reshape(CANDLE_COLUMNS, rows))
                    at = end
                self.view.begin(start["lane"], present, histories)

    def step(self, lanes: NDArray[np.int64], targets: NDArray[np.float64]) -> None:
        """Steps lanes to their next candle; a target that is NaN leaves the position as it is."""
        head = np.array([self._id, len(lanes)])
        with self._using("step"):
            numbers = self._engine.step(np.concatenate((head, lanes, targets.ravel())))
            self.view.take(lanes, numbers.reshape(len(lanes), self._width))

    def send(self, lane: int, command: Mapping[str, Any]) -> None:
        """Gives a v20 command to a lane; it is carried out with its next step.

        Raises InputError for what is no command, in the words that a strategy gets.
        """
        try:
            given = plain(command)
        except StrategyError as error:
            raise InputError(f"lane {lane}: {error}") from None
        self._job("lanes-take", lane=lane, command=given)

    def ledger_hash(self, lane: int) -> str:
        """The hash of a lane's ledger so far."""
        found: str = self._job("lanes-hash", lane=lane)
        return found

    def ledger(self, lane: int) -> list[dict[str, Any]]:
        """A lane's transactions so far."""
        text: str = self._job("lanes-ledger", lane=lane)
        return [json.loads(line) for line in text.splitlines()]

    def rejects(self, lane: int) -> list[str]:
        """The reasons of the rejects of a lane's last step."""
        found: list[str] = self._job("lanes-rejects", lane=lane)
        return found

    def close(self) -> None:
        """Ends the engine. A second call does nothing, and so does one in a forked process."""
        self._stop("is closed")

    def check(self, name: str) -> None:
        """Raises LaneError when the call of that name cannot be answered any more, or not here."""
        if self._engine.pid != os.getpid():
            raise LaneError(
                f"{name}: was called in a forked process: an environment belongs to the process that made it"
            )
        if self._end is not None:
            raise LaneError(f"{name}: the environment {self._end}: make another one")

    def _job(self, verb: str, **given: Any) -> Any:
        with self._using(verb):
            return self._engine.do(verb, {"id": int(self._id), **given})

    @contextmanager
    def _using(self, name: str) -> Iterator[None]:
        """Ends the lanes with the engine, or when its answer is not awaited."""
        self.check(name)
        try:
            yield
        except InputError:
            raise
        except (EngineError, ChannelClosedError) as error:
            self._stop("has ended with its engine")
            if isinstance(error, EngineError):
                raise
            raise LaneError(f"the environment {self._end}: make another one") from None
        except BaseException:
            self._stop("was interrupted")
            raise

    def _stop(self, end: str) -> None:
        self._end = self._end or end
        self._close()

    def _written(
        self,
        ticks: Mapping[str, Source],
        bars: Mapping[str, Source],
        accounts: Sequence[Mapping[str, Any]],
        scenario: Mapping[str, Any],
    ) -> Market:
        market = Market(self._folder)
        market.add("ticks", ticks)
        market.add("bars", bars)
        document = {
            "version": 1,
            "name": "environment",
            "market": market.entries,
            "accounts": list(accounts) or [{"currency": "USD", "balance": "10000"}],
            **scenario,
        }
        (self._folder / _SCENARIO).write_text(json.dumps(document, default=str), encoding="utf-8")
        return market

    def _make(self, *, market: Market, disguises: Sequence[Mapping[str, Any] | None], **setup: Any) -> Any:
        allowed = {"allowPath": sorted(market.folders)}
        options = [
            allowed if disguise is None else {**allowed, "disguise": dict(disguise)}
            for disguise in disguises or [None]
        ]
        path = str(self._folder / _SCENARIO)
        return self._engine.do("lanes-make", {"scenario": path, "options": options, **setup})


def _close(engine: Engine, folder: Path) -> None:
    if engine.pid != os.getpid():
        # A forked process ends: engine and folder are its parent's.
        return
    engine.close()
    shutil.rmtree(folder, ignore_errors=True)
