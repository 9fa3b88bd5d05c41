"""The hooks of the strategies of one process: called by frames of the engine, one at a time."""

from __future__ import annotations

import json
import os
import struct
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ..candles import Candle, Tick
from ..context import Context, Event, Timer
from ..strategy import HOOKS, Strategy, StrategyError
from .channel import HEAD, Channel
from .trace import crossing

#: Wall seconds that a module may take to load: large libraries take long on a slow disk.
LOAD_SECONDS: Final = 120.0
_HOOK: Final = struct.Struct("<BxHId")
_PUSH: Final = struct.Struct("<HHI")
_UNITS: Final = struct.Struct("<d")
_QUOTE: Final = struct.Struct("<3d")
_CANDLE: Final = struct.Struct("<15d")
_CANDLES, _HELD, _QUOTED = 1, 2, 3
_ROW: Final = 6
_ROW_BYTES: Final = 48


class Run:
    """A strategy with its context, which it has from its first hook on."""

    __slots__ = ("context", "hooks", "kinds", "strategy")

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.hooks: list[Callable[..., Any]] = [getattr(strategy, name) for name in HOOKS]
        self.kinds: list[tuple[str, str]] = []
        self.context: Context | None = None


class Lane:
    """Calls hooks of strategies, and sends what they ask for to the engine."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._runs: dict[int, Run] = {}
        self._thread = threading.get_ident()
        self._is_fork = False
        #: The context of the running hook.
        self._running: Context | None = None
        #: When the running hook began by the machine's clock, 0 while none runs; and its limit in seconds.
        self.since = 0.0
        self.limit = LOAD_SECONDS
        #: The error of a hook that raised, for a caller in the same process.
        self.error: BaseException | None = None
        #: The error of a call from another thread during the hook.
        self._refused: StrategyError | None = None
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forked)

    def add(self, run_id: int, strategy: Strategy) -> None:
        """Takes a strategy that was made."""
        self._runs[run_id] = Run(strategy)

    def drop(self, run_ids: list[int]) -> None:
        """Forgets strategies that the engine has dropped."""
        for run_id in run_ids:
            self._runs.pop(run_id, None)

    def begin(self, given: dict[str, Any]) -> None:
        """Gives a strategy its context, before its first hook."""
        run = self._runs[given["id"]]
        run.context = Context(self, given)
        run.kinds = [(instrument, granularity) for instrument, granularity in run.strategy.candles]

    def hook(self, data: bytes) -> None:
        """Calls the hook of a frame, and says how it ended. KeyboardInterrupt passes."""
        index, pushes, run_id, now = _HOOK.unpack_from(data, HEAD)
        run = self._runs[run_id]
        context = run.context
        assert context is not None
        context._now = now
        at = HEAD + _HOOK.size
        for _ in range(pushes):
            at = self._push(context, data, at)
        self.limit = run.strategy.hook_seconds
        # Runs may be started in different threads, one after another.
        self._thread = threading.get_ident()
        self._refused = None
        self._running = context
        self.since = time.monotonic()
        try:
            returned = self._told(run, index, data, at)
            if self._refused is not None:
                refused, self._refused = self._refused, None
                raise refused
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.error = error
            self._channel.send_json(b"X", crossing(error))
            return
        finally:
            self.since = 0.0
            self._running = None
        if returned is not None:
            words = f"must return nothing, returned {returned!r:.60}"
            self._channel.send_json(b"X", {"words": words, "calls": []})
            return
        self._channel.send(b"D")

    def call(self, name: str, given: tuple[Any, ...]) -> Any:
        """Asks the engine during a hook. Raises StrategyError as the engine does."""
        self._channel.send_json(b"C", [name, *given])
        data = self._channel.receive()
        kind = data[HEAD - 1 : HEAD]
        if kind == b"T":
            columns = np.frombuffer(data, "<f8", offset=HEAD)
            return columns.reshape(_ROW, -1)
        answer = json.loads(data[HEAD:])
        if kind == b"E":
            raise StrategyError(answer.replace("warmUp", "warm_up"))
        return answer

    def check(self, context: Context) -> None:
        """Refuses a call that the engine does not wait for. Raises StrategyError."""
        if self._running is context and threading.get_ident() == self._thread and not self._is_fork:
            return
        if self._is_fork:
            rule = "was called in a forked process: the context belongs to the process of the hook"
        elif threading.get_ident() != self._thread:
            name = threading.current_thread().name
            rule = f"was called in the thread {name}: the context belongs to the thread of the hook"
            self._refused = StrategyError(f"the context {rule}")
        else:
            rule = "was called outside of its hooks: read what you need while a hook runs"
        raise StrategyError(f"the context {rule}")

    def _push(self, context: Context, data: bytes, at: int) -> int:
        kind, place, rows = _PUSH.unpack_from(data, at)
        at += _PUSH.size
        if kind == _CANDLES:
            numbers = np.frombuffer(data, "<f8", rows * _ROW, at)
            context._book_places[place].append(numbers.reshape(rows, _ROW))
            return at + int(rows) * _ROW_BYTES
        if kind == _HELD:
            (context._units[context._unit_places[place]],) = _UNITS.unpack_from(data, at)
            return at + _UNITS.size
        assert kind == _QUOTED
        micros, bid, ask = _QUOTE.unpack_from(data, at)
        name = context._quote_places[place]
        precision = context._by_name[name].display_precision
        context._quotes[name] = Tick(name, precision, micros, bid, ask)
        return at + _QUOTE.size

    def _told(self, run: Run, index: int, data: bytes, at: int) -> Any:
        """Calls the hook with what the strategy is told."""
        hook, context = run.hooks[index], run.context
        assert context is not None
        name = HOOKS[index]
        if name == "on_candle":
            return hook(context, self._candle(run, data, at))
        if name == "on_tick":
            place, bid, ask = _QUOTE.unpack_from(data, at)
            instrument = context.instruments[int(place)]
            precision = instrument.display_precision
            return hook(context, Tick(instrument.name, precision, context._now, bid, ask))
        if name == "on_candles":
            starts = range(at, len(data), _CANDLE.size)
            return hook(context, [self._candle(run, data, start) for start in starts])
        if name in ("on_start", "on_stop"):
            return hook(context)
        given = json.loads(data[at:])
        if name == "on_timer":
            return hook(context, Timer(given["name"], given["time"]))
        if name == "on_event":
            event = Event(given["time"], given["currency"], given["impact"], given["name"])
            return hook(context, event)
        return hook(context, given)

    def _candle(self, run: Run, data: bytes, at: int) -> Candle:
        place, *numbers = _CANDLE.unpack_from(data, at)
        instrument, granularity = run.kinds[int(place)]
        assert run.context is not None
        precision = run.context._by_name[instrument].display_precision
        return Candle(instrument, granularity, precision, tuple(numbers))

    def _forked(self) -> None:
        self._is_fork = True
