"""A wait of one thread: for a time, for a lock, or for files; and the thread's place in the order of turns."""

from __future__ import annotations

import _thread
import math
from typing import Any, Callable, Collection, Mapping, Optional

# Outcomes of a wait.
PENDING = "pending"
GRANTED = "granted"  # what was waited for is there
TIMED_OUT = "timed out"
GIVEN_UP = "given up"  # an exception, such as KeyboardInterrupt, ended it

MICROSECONDS = 1_000_000
# Floats of seconds carry rests far below this share of a microsecond, which must not count as a microsecond more.
NANOSECOND = 1e-3

_allocate_lock = _thread.allocate_lock


class Turn:
    """A thread's place in the order of turns. Its lock is open only while the thread may run."""

    __slots__ = ("lock", "ident")

    def __init__(self) -> None:
        self.lock = _allocate_lock()
        self.lock.acquire()
        self.ident = 0


def _is_inside() -> bool:
    return False


class Wait:
    """What one thread waits for. `files` maps descriptors to events of poll."""

    __slots__ = (
        *("turn", "outcome", "files", "reading", "is_outside", "watched", "is_input", "pids", "is_question"),
        "semaphore",
    )

    def __init__(
        self,
        files: Optional[Mapping[int, int]] = None,
        reading: Collection[int] = (),
        is_outside: Callable[[], bool] = _is_inside,
    ) -> None:
        self.turn: Optional[Turn] = None
        self.outcome = PENDING
        self.files = files or {}
        # Descriptors whose next bytes the thread would take at once.
        self.reading = reading
        # Tells whether a process that the sandbox does not know must act before the thread can go on.
        self.is_outside = is_outside
        # What `files` stand for, where that is more: the files of an epoll.
        self.watched: Mapping[int, int] = self.files
        # Whether the thread can do nothing but read: its call has no time-out.
        self.is_input = False
        # Children whose end it waits for, and whether it only asks whether they have ended.
        self.pids: Collection[int] = ()
        self.is_question = False
        # The semaphore that it waits for, which processes share.
        self.semaphore: Any = None


def microseconds(seconds: float) -> int:
    """Rounds a length of time up to whole microseconds, at least one: less would make a program spin."""
    return max(1, math.ceil(seconds * MICROSECONDS - NANOSECOND))
