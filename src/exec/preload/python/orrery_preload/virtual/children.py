"""Child processes under virtual time: a parent knows which of its children keep virtual time themselves.

A child that says hello tells its parent so by a pipe, the greeting. Waiting for such a child is a wait like any other.
Waiting for any other child is waiting for the outside: simulated time stands still until it has ended.
"""

from __future__ import annotations

import os
import select
from types import ModuleType
from typing import Any, Callable, Dict, Optional, Set, Tuple

from ..loading import when_loaded
from .scheduler import Scheduler
from .waits import Wait

_select = select.select
# /proc/PID/stat: the field of flags, counted after the name, and the flag of a process that ends (proc_pid_stat(5)).
FLAGS_FIELD = 6
PF_EXITING = 0x4
# The variable that gives a child its end of the greeting.
GREETING = "ORRERY_GREETING"


def greet_parent() -> None:
    """Tells the parent, if it listens, that this process has said hello."""
    file = os.environ.pop(GREETING, None)
    if file is not None:
        _greet(int(file))


def _greet(file: int) -> None:
    try:
        os.write(file, b"!")
        os.close(file)
    except OSError:
        pass  # A process between the two has closed it: then the parent waits as for the outside.


def _is_ending(child: int) -> bool:
    """Whether the system is taking a process down. The sandbox may know before its parent can see that it has ended."""
    try:
        with open(f"/proc/{child}/stat", "rb") as file:
            after_name = file.read().rpartition(b")")[2].split()
        return bool(int(after_name[FLAGS_FIELD]) & PF_EXITING)
    except OSError:
        return True


class Children:
    """The children of this process, by process id."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._fork = os.fork
        self._waitpid = os.waitpid
        # The pipes of children that have not greeted, and the children that have.
        self._greetings: Dict[int, int] = {}
        self._greeted: Set[int] = set()

    def fork(self) -> int:
        """As os.fork. Returns in the parent only once the child has said hello, so that no time passes before."""
        reader, writer = os.pipe()
        child = self._fork()
        if child == 0:
            for pipe in (reader, *self._greetings.values()):
                os.close(pipe)
            self._greetings.clear()
            self._greeted.clear()
            _greet(writer)
            return 0
        os.close(writer)
        self._greetings[child] = reader
        self._read_greeting(child)
        return child

    def starting(self, start: Callable[..., None]) -> Callable[..., None]:
        """Returns Popen.__init__ so that the child can greet."""

        def start_with_greeting(process: Any, *args: Any, **kwargs: Any) -> None:
            reader, writer = os.pipe()
            kwargs["pass_fds"] = (*kwargs.get("pass_fds", ()), writer)
            given = kwargs.get("env")
            kwargs["env"] = {**(os.environ if given is None else given), GREETING: str(writer)}
            try:
                start(process, *args, **kwargs)
            except BaseException:
                os.close(reader)
                raise
            finally:
                os.close(writer)
            self._greetings[process.pid] = reader

        return start_with_greeting

    def waitpid(self, child: int, options: int) -> Tuple[int, int]:
        """As os.waitpid, by turns where the child is named."""
        if child <= 0 or options & os.WNOHANG:
            return self._waitpid(child, options)
        ended = os.pidfd_open(child)
        try:
            while True:
                result = self._waitpid(child, options | os.WNOHANG)
                if result != (0, 0):
                    self._forget(child)
                    return result
                self._wait_for_news(child, ended)
        finally:
            os.close(ended)

    def _wait_for_news(self, child: int, ended: int) -> None:
        """Waits until a child has ended or greets."""
        files = {ended: select.POLLIN}
        greeting = self._greetings.get(child)
        if greeting is not None:
            files[greeting] = select.POLLIN
        self._scheduler.wait(Wait(files, is_outside=lambda: self._is_outside(child)))
        if greeting is not None and _select([greeting], [], [], 0)[0]:
            self._read_greeting(child)

    def _is_outside(self, child: int) -> bool:
        return child not in self._greeted or _is_ending(child)

    def _read_greeting(self, child: int) -> None:
        """Reads a greeting, or the end of the pipe of a child that will not greet."""
        greeting = self._greetings.pop(child)
        if os.read(greeting, 1):
            self._greeted.add(child)
        os.close(greeting)

    def _forget(self, child: int) -> None:
        self._greeted.discard(child)
        greeting: Optional[int] = self._greetings.pop(child, None)
        if greeting is not None:
            os.close(greeting)


def install(scheduler: Scheduler) -> None:
    """Replaces os.fork and os.waitpid, and changes the module subprocess when the program loads it."""
    children = Children(scheduler)
    os.fork = children.fork
    if hasattr(os, "pidfd_open"):
        os.waitpid = children.waitpid

    def change(module: ModuleType) -> None:
        module.Popen.__init__ = children.starting(module.Popen.__init__)

    when_loaded("subprocess", change)
