"""The clocks and the sleep of the module time."""

from __future__ import annotations

import importlib
import sys
import time
from types import BuiltinFunctionType
from typing import Any, Dict, Optional

from .scheduler import Scheduler
from .waits import MICROSECONDS

NAMES = (
    *("time", "time_ns", "monotonic", "monotonic_ns", "clock_gettime", "clock_gettime_ns"),
    *("sleep", "localtime", "gmtime", "ctime", "asctime", "strftime"),
)
PRELOAD = __name__.partition(".")[0]
# Where the monotonic clocks stand at the start: seconds. Programs subtract time-outs from them.
MONOTONIC_START = 1000


def install(scheduler: Scheduler) -> None:
    """Replaces what the module time reads from the operating system, but for the time of the processor.

    The replacements are bound methods: a class may hold one as an attribute without binding it anew.
    """
    clocks = _Clocks(scheduler)
    replaced = {"perf_counter": clocks.monotonic, "perf_counter_ns": clocks.monotonic_ns}
    for name in NAMES:
        if hasattr(time, name):
            replaced[name] = getattr(clocks, name)
    by_real = {getattr(time, name): new for name, new in replaced.items()}
    for name, new in replaced.items():
        setattr(time, name, new)
    _replace_copies(by_real)


def _replace_copies(by_real: Dict[Any, Any]) -> None:
    """Replaces the functions in modules that took them before, as `from time import sleep` does."""
    modules = [module for name, module in sys.modules.items() if not name.startswith(PRELOAD)]
    for module in modules:
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if isinstance(value, BuiltinFunctionType) and value in by_real:
                setattr(module, name, by_real[value])


class _Clocks:
    """The functions of the module time, from the scheduler's time."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._real = {name: getattr(time, name) for name in ("localtime", "gmtime", "ctime", "asctime", "strftime")}
        self._clock_gettime_ns = getattr(time, "clock_gettime_ns", None)
        names = ("CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW", "CLOCK_BOOTTIME", "CLOCK_UPTIME_RAW")
        self._monotonic_ids = {getattr(time, name) for name in names if hasattr(time, name)}
        self._real_ids = {getattr(time, name) for name in ("CLOCK_REALTIME", "CLOCK_TAI") if hasattr(time, name)}

    def __reduce__(self) -> Any:
        # A method of this, such as time.sleep, may be sent to another process, which has its own.
        return importlib.import_module, ("time",)

    def time(self) -> float:
        """Seconds since 1970."""
        return self._scheduler.date / MICROSECONDS

    def time_ns(self) -> int:
        """Nanoseconds since 1970."""
        return self._scheduler.date * 1000

    def monotonic(self) -> float:
        """Seconds since shortly before the start."""
        return (self._scheduler.now - self._scheduler.start) / MICROSECONDS + MONOTONIC_START

    def monotonic_ns(self) -> int:
        """Nanoseconds since shortly before the start."""
        return (self._scheduler.now - self._scheduler.start + MONOTONIC_START * MICROSECONDS) * 1000

    def clock_gettime(self, clock: int) -> float:
        """As time.clock_gettime. Clocks of the processor's time stay real."""
        return self.clock_gettime_ns(clock) / 1e9

    def clock_gettime_ns(self, clock: int) -> int:
        """As time.clock_gettime_ns."""
        if clock in self._real_ids:
            return self.time_ns()
        return self.monotonic_ns() if clock in self._monotonic_ids else self._clock_gettime_ns(clock)

    def sleep(self, seconds: float) -> None:
        """As time.sleep."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self._scheduler.sleep(seconds)

    def localtime(self, seconds: Optional[float] = None) -> time.struct_time:
        """As time.localtime."""
        return self._real["localtime"](self.time() if seconds is None else seconds)

    def gmtime(self, seconds: Optional[float] = None) -> time.struct_time:
        """As time.gmtime."""
        return self._real["gmtime"](self.time() if seconds is None else seconds)

    def ctime(self, seconds: Optional[float] = None) -> str:
        """As time.ctime."""
        return self._real["ctime"](self.time() if seconds is None else seconds)

    def asctime(self, parts: Any = None) -> str:
        """As time.asctime."""
        return self._real["asctime"](self.localtime() if parts is None else parts)

    def strftime(self, form: str, parts: Any = None) -> str:
        """As time.strftime."""
        return self._real["strftime"](form, self.localtime() if parts is None else parts)
