"""The dates of the module datetime: `now` and `utcnow` of the type itself, so that all code with the type sees them.

The type is C code and cannot be assigned to, but its dictionary can be reached: pandas and others that took the type
before keep it, and `isinstance` holds. `today` asks the module time already. Source: gc.get_referents of the CPython
library reference.
"""

from __future__ import annotations

import datetime
import gc
import sys
from typing import Any, Dict

from ..control import Report
from .scheduler import Scheduler
from .waits import MICROSECONDS


def install(scheduler: Scheduler, report: Report) -> None:
    """Replaces the two methods. An interpreter on which that has no effect is reported."""

    def now(cls: type, tz: Any = None) -> datetime.datetime:
        return cls.fromtimestamp(scheduler.date / MICROSECONDS, tz)

    def utcnow(cls: type) -> datetime.datetime:
        utc = datetime.timezone.utc
        return cls.fromtimestamp(scheduler.date / MICROSECONDS, utc).replace(tzinfo=None)

    methods = _dictionary(datetime.datetime)
    for function in (now, utcnow):
        methods[function.__name__] = classmethod(function)
    # Methods that have been looked up before are remembered by the interpreter.
    sys._clear_type_cache()
    utc = datetime.timezone.utc
    if datetime.datetime.now(utc) != datetime.datetime.fromtimestamp(scheduler.date / MICROSECONDS, utc):
        report.unsupported("this Python's datetime", "its clock cannot be replaced")


def _dictionary(kind: type) -> Dict[str, Any]:
    """The dictionary behind the read-only view of a type."""
    return next(part for part in gc.get_referents(kind.__dict__) if isinstance(part, dict))
