"""Locks whose waits are turns: Lock and RLock of the modules threading and _thread.

Events, conditions, semaphores, barriers and timers of threading are Python code on these locks.
"""

from __future__ import annotations

import _thread
import functools
import threading
from collections import deque
from typing import Any, Deque, Optional

from .scheduler import Scheduler
from .waits import GRANTED, Wait


def install(scheduler: Scheduler) -> None:
    """Replaces the locks. Locks made before stay as they are; waits for those are short."""
    Lock.scheduler = scheduler
    _thread.allocate_lock = _thread.allocate = Lock
    threading.Lock = threading._allocate_lock = Lock
    # Without the C type, threading.RLock makes the one in Python.
    threading._CRLock = None
    # trio asks where a lock comes from that signals may interrupt.
    threading._PyRLock.__module__ = "_thread"
    if hasattr(functools, "RLock"):
        functools.RLock = threading.RLock


class Lock:
    """As threading.Lock. Threads get it in the order in which they asked."""

    __slots__ = ("_is_locked", "_waits", "__weakref__")
    # The one scheduler of the process, given by `install`.
    scheduler: Scheduler

    def __init__(self) -> None:
        self._is_locked = False
        self._waits: Optional[Deque[Wait]] = None

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """As Lock.acquire; `timeout` is in seconds of simulated time."""
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        if not self._is_locked:
            self._is_locked = True
            return True
        if not blocking or timeout == 0:
            return False
        return self._wait(None if timeout < 0 else self.scheduler.deadline(timeout))

    def _wait(self, deadline: Optional[int]) -> bool:
        if self._waits is None:
            self._waits = deque()
        wait = Wait()
        self._waits.append(wait)
        try:
            return self.scheduler.wait(wait, deadline) is GRANTED
        except BaseException:
            if wait.outcome is GRANTED:
                self.release()
            raise

    def release(self) -> None:
        """As Lock.release. The lock goes straight to the thread that has waited for longest."""
        if not self._is_locked:
            raise RuntimeError("release unlocked lock")
        while self._waits:
            if self.scheduler.end(self._waits.popleft(), GRANTED):
                return
        self._is_locked = False

    def locked(self) -> bool:
        """As Lock.locked."""
        return self._is_locked

    def _at_fork_reinit(self) -> None:
        self.__init__()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: Any) -> None:
        self.release()

    acquire_lock = acquire
    release_lock = release
    locked_lock = locked
