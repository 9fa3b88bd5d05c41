"""Lanes of the engine: markets that are begun and stepped together."""

from __future__ import annotations

import json
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine import Engine
from .._host.wire_values import plain
from ..errors import InputError
from ..market_data import Market, Source
from .market import CANDLE_COLUMNS, INSTRUMENT_NUMBERS, LANE_NUMBERS, MarketView

_SCENARIO = "scenario.json"


class LaneError(RuntimeError):
    """An environment was used in a way that it cannot be: before its reset, or after its end."""


class Lanes:
    """Markets in a process of the engine of their own, so that a run of a strategy goes on beside."""

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
        self._folder = tempfile.TemporaryDirectory(prefix="orrery-")
        self._engine = Engine()
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
        numbers = self._engine.step(np.concatenate((head, lanes, targets.ravel())))
        self.view.take(lanes, numbers.reshape(len(lanes), self._width))

    def send(self, lane: int, commands: Sequence[Mapping[str, Any]]) -> None:
        """Gives v20 commands to a lane; they are carried out with its next step."""
        given = [{**plain(command), "type": command["type"]} for command in commands]
        self._job("lanes-take", lane=lane, commands=given)

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
        """Ends the engine. A second call does nothing."""
        self._close()

    def _job(self, verb: str, **given: Any) -> Any:
        return self._engine.do(verb, {"id": int(self._id), **given})

    def _written(
        self,
        ticks: Mapping[str, Source],
        bars: Mapping[str, Source],
        accounts: Sequence[Mapping[str, Any]],
        scenario: Mapping[str, Any],
    ) -> Market:
        folder = Path(self._folder.name).resolve()
        market = Market(folder)
        market.add("ticks", ticks)
        market.add("bars", bars)
        document = {
            "version": 1,
            "name": "environment",
            "market": market.entries,
            "accounts": list(accounts) or [{"currency": "USD", "balance": "10000"}],
            **scenario,
        }
        (folder / _SCENARIO).write_text(json.dumps(document, default=str), encoding="utf-8")
        return market

    def _make(self, *, market: Market, disguises: Sequence[Mapping[str, Any] | None], **setup: Any) -> Any:
        allowed = {"allowPath": sorted(market.folders)}
        options = [
            allowed if disguise is None else {**allowed, "disguise": dict(disguise)}
            for disguise in disguises or [None]
        ]
        path = str(Path(self._folder.name).resolve() / _SCENARIO)
        return self._engine.do("lanes-make", {"scenario": path, "options": options, **setup})


def _close(engine: Engine, folder: tempfile.TemporaryDirectory[str]) -> None:
    engine.close()
    folder.cleanup()


def units_of(value: Any, name: str) -> float:
    """A number of units above 0. Raises InputError for another one."""
    units = float(value)
    if not (np.isfinite(units) and units > 0):
        raise InputError(f"{name}: must be above 0, was {value}")
    return units
