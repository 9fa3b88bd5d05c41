"""Virtual time: every clock shows the sandbox's time, and every wait of the program is one of that time.

The program's threads take turns, one at a time. When all of them wait, the process says so with its next deadline, and
the sandbox answers with one event: an answer, a line of a stream, or a later time.
"""

from __future__ import annotations

import os
from typing import Callable, NamedTuple

from .. import watch
from ..control import Control, Report
from ..hosts import Names
from ..settings import Settings
from . import (
    children,
    clocks,
    dates,
    entropy,
    kept_connections,
    locks,
    loops,
    pipes,
    queues,
    selecting,
    semaphores,
    signals,
    sockets,
    threads,
    tls,
    warning_filters,
)
from .connections import Connections
from .family import Family
from .scheduler import Scheduler, Times


class Parts(NamedTuple):
    """What the preload has made before virtual time begins."""

    settings: Settings
    control: Control
    report: Report
    names: Names


def install(parts: Parts, times: Times) -> None:
    """Puts the process under virtual time. `times` is the answer to hello."""
    family = Family(parts.settings.place)
    os.register_at_fork(before=family.before_fork, after_in_child=family.begin_again)
    connections = Connections(parts.names, family)
    scheduler = Scheduler(parts.control, connections, parts.report, times)
    scheduler.jump = parts.settings.clock_jump
    clocks.install(scheduler)
    dates.install(scheduler, parts.report)
    locks.install(scheduler)
    threads.install(scheduler)
    queues.install()
    selecting.install(scheduler)
    waiting = sockets.install(scheduler, connections)
    tls.install(waiting, connections)
    loops.install()
    kept_connections.install()
    signals.install(scheduler)
    pipes.install(scheduler, children.install(scheduler, scheduler.ends, family))
    semaphores.install(scheduler, os.urandom)
    entropy.install(parts.settings.seed, family)
    warning_filters.install()

    def begin_again() -> None:
        connections.begin_again()
        scheduler.begin_again(parts.control.reopen(family.place))

    _watch(parts, scheduler, begin_again)
    # A process that another one has started waits for its turn.
    if parts.settings.place:
        scheduler.ask_turn()


def _watch(parts: Parts, scheduler: Scheduler, begin: Callable[[], None]) -> None:
    """Watches this process, and each one that it forks, which has one thread and a control line of its own."""

    def begin_again() -> None:
        begin()
        watch.watch_turns(parts.control, scheduler, parts.settings.spin_seconds)

    os.register_at_fork(after_in_child=begin_again)
    watch.watch_turns(parts.control, scheduler, parts.settings.spin_seconds)
