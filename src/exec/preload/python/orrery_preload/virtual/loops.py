"""The event loops of asyncio, trio and curio: their waits are those of the modules select and selectors.

A loop with work to do asks for files without waiting, and what it finds depends on how fast bytes come. It therefore
looks at files only once it has nothing else to do. Timers of one instant run in the order in which they were made: the
heap of asyncio leaves that open, and what became of others before, such as time-outs of handshakes, would decide it.
"""

from __future__ import annotations

import itertools
from types import ModuleType
from typing import Any, Callable

from ..loading import when_loaded


def install() -> None:
    """Changes the loops when the program loads them."""
    when_loaded("asyncio.events", _order_timers)
    when_loaded("trio._core._run", _order_tasks)
    _change("asyncio.selector_events", "BaseSelectorEventLoop", "__init__", lambda loop: _epoll_of(loop._selector))
    _change("trio._core._io_epoll", "EpollIOManager", "__attrs_post_init__", lambda manager: manager._epoll)
    _change("curio.kernel", "Kernel", "__init__", lambda kernel: _epoll_of(kernel._selector))


def _order_tasks(module: ModuleType) -> None:
    # trio has this for tests: what is ready at once is run in the order in which it was started.
    module._ALLOW_DETERMINISTIC_SCHEDULING = True
    # It turns the order round by chance in each of its turns, and how many there are in a handshake is chance.
    module._r.random = lambda: 1.0


def _order_timers(module: ModuleType) -> None:
    numbers = itertools.count()

    class TimerHandle(module.TimerHandle):
        """As asyncio.TimerHandle."""

        __slots__ = ("_number",)

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._number = next(numbers)

        def __lt__(self, other: Any) -> Any:
            if not isinstance(other, TimerHandle):
                return NotImplemented
            return (self._when, self._number) < (other._when, other._number)

    module.TimerHandle = TimerHandle


def _epoll_of(selector: Any) -> Any:
    return getattr(selector, "_selector", None)


def _change(name: str, kind: str, begin: str, epoll_of: Callable[[Any], Any]) -> None:
    """Has the loops of a class ask patiently. `begin` is the method in which one gets its epoll."""

    def change(module: ModuleType) -> None:
        loops = getattr(module, kind)
        real_begin = getattr(loops, begin)

        def begin_patiently(loop: Any, *args: Any, **kwargs: Any) -> None:
            real_begin(loop, *args, **kwargs)
            epoll = epoll_of(loop)
            if hasattr(epoll, "looks_at_once"):
                epoll.looks_at_once = False

        setattr(loops, begin, begin_patiently)

    when_loaded(name, change)
