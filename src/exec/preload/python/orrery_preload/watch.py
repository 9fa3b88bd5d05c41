"""A thread in real time, outside of the program's turns: it ends the program when the run is over.

Under virtual time it also names a thread that has kept the turn for long, for time stands still meanwhile.
"""

from __future__ import annotations

import _thread
import os
import select
import sys
import time
from types import FrameType
from typing import Any, Optional

from .control import Control, end_with_run

HERE = os.path.dirname(os.path.abspath(__file__))
STANDARD_LIBRARY = os.path.dirname(os.__file__)
# Seconds of real time between two looks.
PERIOD = 0.5
# The real ones: under virtual time the modules' own are replaced.
_start_new_thread = _thread.start_new_thread
_monotonic = time.monotonic
_poll = getattr(select, "poll", None)


def watch_run(control: Control) -> None:
    """Ends the program when the control line closes. For programs in real time, to which nothing else is said."""

    def read_to_the_end() -> None:
        while True:
            control.read()

    _start_new_thread(read_to_the_end, ())


def watch_turns(control: Control, scheduler: Any, spin_seconds: float) -> None:
    """As `watch_run` for virtual time, where the scheduler reads the line; names threads that keep the turn."""

    def look_again_and_again() -> None:
        watch = _TurnWatch(control, scheduler, spin_seconds)
        while True:
            watch.look()

    _start_new_thread(look_again_and_again, ())


class _TurnWatch:
    """Remembers since when the same thread has had the turn."""

    def __init__(self, control: Control, scheduler: Any, spin_seconds: float) -> None:
        self._control = control
        self._scheduler = scheduler
        self._spin_seconds = spin_seconds
        self._seen = -1
        self._since = _monotonic()
        self._is_said = False

    def look(self) -> None:
        """Waits one period, then looks once."""
        closing = _poll()
        closing.register(self._control.fileno(), getattr(select, "POLLRDHUP", 0))
        if closing.poll(PERIOD * 1000):
            end_with_run()
        pauses = self._scheduler.pauses
        if pauses != self._seen or self._scheduler.owner is None:
            self._seen, self._since, self._is_said = pauses, _monotonic(), False
        elif not self._is_said and _monotonic() - self._since >= self._spin_seconds:
            self._is_said = True
            self._say(self._scheduler.owner)

    def _say(self, turn: Any) -> None:
        place = _place(sys._current_frames().get(turn.ident))
        self._control.say("spin", thread=_name(turn.ident), where=place)


def _name(ident: int) -> str:
    """The name of a thread as the program sees it."""
    threading = sys.modules.get("threading")
    thread = threading._active.get(ident) if threading else None
    return thread.name if thread else "MainThread"


def _place(frame: Optional[FrameType]) -> str:
    """File and line of the innermost frame that is the program's own, or else of the innermost."""
    innermost = frame
    while frame is not None:
        path = frame.f_code.co_filename
        if not path.startswith((HERE, STANDARD_LIBRARY, "<frozen")):
            break
        frame = frame.f_back
    found = frame or innermost
    return f"{os.path.basename(found.f_code.co_filename)}:{found.f_lineno}" if found else "unknown"
