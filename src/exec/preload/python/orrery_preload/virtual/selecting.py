"""Waiting for many files: select, poll and epoll of the module select, on which the module selectors stands.

Each becomes a wait for the files, then the call itself without waiting.
"""

from __future__ import annotations

import select
import selectors
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

from .scheduler import Scheduler
from .waits import Wait

READABLE = select.POLLIN | getattr(select, "POLLPRI", 0)
# A program that asks this often, finds nothing and never waits in between, waits for a microsecond.
SPINS = 1000
MILLISECONDS = 1000


def install(scheduler: Scheduler) -> None:
    """Replaces the three ways, and the ones that the module selectors took before."""
    waiting = _Waiting(scheduler)
    real_poll, real_epoll = select.poll, getattr(select, "epoll", None)
    select.select = _selecting(select.select, waiting)
    selectors.SelectSelector._select = staticmethod(select.select)

    def poll() -> Poll:
        return Poll(real_poll(), waiting)

    select.poll = poll
    selectors.PollSelector._selector_cls = staticmethod(poll)
    if real_epoll is None:
        selectors.DefaultSelector = selectors.PollSelector
        return

    def epoll(*sizes: int, **options: int) -> Epoll:
        return Epoll(real_epoll(*sizes, **options), waiting)

    epoll.fromfd = lambda file: Epoll(real_epoll.fromfd(file), waiting)
    select.epoll = epoll
    selectors.EpollSelector._selector_cls = staticmethod(epoll)


class _Waiting:
    """Waits for files by turns."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler

    def patience(self) -> _Patience:
        """A new count of questions."""
        return _Patience(self._scheduler)

    def wait(self, files: Mapping[int, int], watched: Mapping[int, int], seconds: Optional[float]) -> None:
        """Waits until a file is ready or the time has passed. `seconds` None waits for as long as it takes.

        `watched` are the files that `files` stand for.
        """
        deadline = None if seconds is None else self._scheduler.deadline(seconds)
        wait = Wait(files, frozenset(file for file, event in watched.items() if event & READABLE))
        wait.watched = watched
        self._scheduler.wait(wait, deadline)


class _Patience:
    """Counts questions without waiting that found nothing, so that a spinning program lets time go on.

    A wait of any kind begins the count anew: how many questions there are in all depends on how fast bytes come.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._pauses = 0
        self._count = 0

    def is_over(self, found: Any) -> bool:
        """Whether the program has asked too often in a row."""
        has_waited = self._scheduler.pauses != self._pauses
        self._pauses = self._scheduler.pauses
        self._count = 0 if found or has_waited else self._count + 1
        if self._count < SPINS:
            return False
        self._count = 0
        return True


def _selecting(real: Any, waiting: _Waiting) -> Any:
    """Returns select.select with turns."""
    patience = waiting.patience()

    def select_by_turns(readers: Any, writers: Any, others: Any, timeout: Optional[float] = None) -> Any:
        found = real(readers, writers, others, 0)
        if any(found) or (timeout is not None and timeout <= 0 and not patience.is_over(any(found))):
            return found
        files: Dict[int, int] = {}
        for group, event in ((readers, select.POLLIN), (writers, select.POLLOUT), (others, READABLE)):
            for item in group:
                file = item if isinstance(item, int) else item.fileno()
                files[file] = files.get(file, 0) | event
        waiting.wait(files, files, timeout)
        return real(readers, writers, others, 0)

    return select_by_turns


class Poll:
    """As select.poll."""

    def __init__(self, real: Any, waiting: _Waiting) -> None:
        self._real = real
        self._waiting = waiting
        self._files: Dict[int, int] = {}
        self._patience = waiting.patience()

    def register(self, file: Any, events: int = select.POLLIN | READABLE | select.POLLOUT) -> None:
        """As poll.register."""
        self._real.register(file, events)
        self._files[_number(file)] = events

    def modify(self, file: Any, events: int) -> None:
        """As poll.modify."""
        self._real.modify(file, events)
        self._files[_number(file)] = events

    def unregister(self, file: Any) -> None:
        """As poll.unregister."""
        self._real.unregister(file)
        self._files.pop(_number(file), None)

    def poll(self, timeout: Optional[float] = None) -> List[Tuple[int, int]]:
        """As poll.poll; `timeout` is in milliseconds, and a negative one is none."""
        found = self._real.poll(0)
        if found or (timeout == 0 and not self._patience.is_over(found)):
            return found
        endless = timeout is None or timeout < 0
        self._waiting.wait(self._files, self._files, None if endless else timeout / MILLISECONDS)
        return self._real.poll(0)


class Epoll:
    """As select.epoll. It is waited for by its own descriptor, so that edges count as the kernel counts them."""

    def __init__(self, real: Any, waiting: _Waiting) -> None:
        self._real = real
        self._waiting = waiting
        # Registered descriptors with the number of their registration, and their events.
        self._numbers: Dict[int, int] = {}
        self._events: Dict[int, int] = {}
        self._patience = waiting.patience()
        # Whether a question without waiting looks at files at all. An event loop looks once it has nothing else to do.
        self.looks_at_once = True

    def register(self, file: Any, events: int = select.POLLIN | READABLE | select.POLLOUT) -> None:
        """As epoll.register."""
        self._real.register(file, events)
        self._numbers[_number(file)] = len(self._numbers)
        self._events[_number(file)] = events

    def modify(self, file: Any, events: int) -> None:
        """As epoll.modify."""
        self._real.modify(file, events)
        self._events[_number(file)] = events

    def unregister(self, file: Any) -> None:
        """As epoll.unregister."""
        self._numbers.pop(_number(file), None)
        self._events.pop(_number(file), None)
        self._real.unregister(file)

    def poll(self, timeout: Optional[float] = None, maxevents: int = -1) -> List[Tuple[int, int]]:
        """As epoll.poll; `timeout` is in seconds, and a negative one is none."""
        at_once = timeout == 0
        if at_once and not self.looks_at_once and not self._patience.is_over(()):
            return []
        found = self._found(maxevents)
        if found or (at_once and self.looks_at_once and not self._patience.is_over(found)):
            return found
        endless = timeout is None or timeout < 0
        self._waiting.wait({self._real.fileno(): select.POLLIN}, self._events, None if endless else timeout)
        return self._found(maxevents)

    def _found(self, maxevents: int) -> List[Tuple[int, int]]:
        """What is ready, in the order of registration: the kernel's order depends on what came first."""
        return sorted(self._real.poll(0, maxevents), key=lambda found: self._numbers.get(found[0], 0))

    def close(self) -> None:
        """As epoll.close."""
        self._real.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __enter__(self) -> Epoll:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def _number(file: Any) -> int:
    return file if isinstance(file, int) else file.fileno()
