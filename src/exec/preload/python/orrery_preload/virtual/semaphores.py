"""Semaphores that processes share: the locks of multiprocessing, whose waits are turns.

Its events, conditions, queues and pools are Python code on these. The semaphore is that of the system; a process that
waits for one says so, and is told when another process has given it back.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Callable, Optional

from ..loading import when_loaded
from .scheduler import Scheduler
from .waits import TIMED_OUT, Wait


def install(scheduler: Scheduler, draw: Callable[[int], bytes]) -> None:
    """Replaces the semaphores once the program loads multiprocessing. `draw` gives bytes of chance of the machine.

    Names of what processes share are drawn anew in each run, for two runs of one program may go on at once.
    """
    when_loaded("multiprocessing.process", lambda _: _replace(scheduler))
    when_loaded("multiprocessing.synchronize", lambda module: _name_by_chance(module, draw))
    when_loaded("multiprocessing.shared_memory", lambda module: _name_memory_by_chance(module, draw))


def _replace(scheduler: Scheduler) -> None:
    import _multiprocessing

    Semaphore.scheduler, Semaphore.kind_of_system = scheduler, _multiprocessing.SemLock
    Semaphore.SEM_VALUE_MAX = _multiprocessing.SemLock.SEM_VALUE_MAX
    _multiprocessing.SemLock = Semaphore


def _name_by_chance(module: ModuleType, draw: Callable[[int], bytes]) -> None:
    module.SemLock._make_name = staticmethod(lambda: f"/mp-{draw(8).hex()}")


def _name_memory_by_chance(module: ModuleType, draw: Callable[[int], bytes]) -> None:
    module._make_filename = lambda: f"{module._SHM_NAME_PREFIX}{draw(4).hex()}"


class Semaphore:
    """As _multiprocessing.SemLock."""

    # Given when it is installed.
    scheduler: Scheduler
    kind_of_system: Any
    SEM_VALUE_MAX = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._real = self.kind_of_system(*args, **kwargs)

    @classmethod
    def _rebuild(cls, *state: Any) -> Semaphore:
        item = cls.__new__(cls)
        item._real = cls.kind_of_system._rebuild(*state)
        return item

    def acquire(self, block: bool = True, timeout: Optional[float] = None) -> bool:
        """As SemLock.acquire; `timeout` is in seconds of simulated time."""
        if self._real.acquire(False):
            return True
        if not block or (timeout is not None and timeout <= 0):
            return False
        deadline = None if timeout is None else self.scheduler.deadline(timeout)
        while True:
            wait = Wait()
            wait.semaphore = self
            outcome = self.scheduler.wait(wait, deadline)
            if self._real.acquire(False):
                return True
            if outcome is TIMED_OUT:
                return False

    @property
    def shared_name(self) -> str:
        """The same in each process: one that only forked processes have is without a name, and at one address."""
        return self._real.name or str(self._real.handle)

    def is_zero(self) -> bool:
        """Whether it cannot be had now."""
        return self._real._is_zero()

    def release(self) -> None:
        """As SemLock.release."""
        self._real.release()
        self.scheduler.released(self.shared_name)

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: Any) -> None:
        self.release()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
