"""Child processes under virtual time: waiting for their end, or asking for it, is a wait by turns.

The sandbox knows which children it holds. While a thread waits for one that nothing holds, simulated time stands still;
waiting for any other is a wait like any other (`ends`). A question without waiting is a wait of a microsecond.
"""

from __future__ import annotations

import atexit
import os
import select
import sys
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Callable, Iterator, List, Optional, Tuple

from ..loading import when_loaded
from .ends import Ends
from .family import Family
from .scheduler import Scheduler
from .waits import GRANTED, Wait

Function = Callable[..., Any]
_read, _write, _exit = os.read, os.write, os._exit
# Audit events of what starts a process, or puts another program in its place.
STARTS = frozenset(
    ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen")
)


class Children:
    """The children of this process."""

    def __init__(self, scheduler: Scheduler, ends: Ends, family: Family) -> None:
        self._scheduler = scheduler
        self.family = family
        self._known = ends.children
        self._fork = os.fork
        # Whether the code that runs is that of the library, whose questions are not the program's.
        self.is_inner = False

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Lets what runs in it use the calls of the system as they are. The thread keeps the turn."""
        before, self.is_inner = self.is_inner, True
        try:
            yield
        finally:
            self.is_inner = before

    # Beginning

    def fork(self) -> int:
        """As os.fork. Returns in the parent only once the child has said hello, so that no time passes before."""
        reader, writer = os.pipe()
        child = self._fork()
        if child == 0:
            os.close(reader)
            self._known.clear()
            _write(writer, b"!")
            os.close(writer)
            self._scheduler.ask_turn()
            return 0
        os.close(writer)
        _read(reader, 1)
        os.close(reader)
        self._known[child] = None
        return child

    def noting(self, start: Callable[..., int]) -> Callable[..., int]:
        """Returns a function that starts a process, so that the process is known and has its place."""

        def start_noted(*args: Any, **kwargs: Any) -> int:
            with self.family.starting():
                child = start(*args, **kwargs)
            self._known[child] = None
            return child

        return start_noted

    def system(self, command: Any) -> int:
        """As os.system, which waits in C code."""
        import subprocess

        process = subprocess.Popen(command, shell=True, close_fds=False)
        status = os.waitpid(process.pid, 0)[1]
        process.returncode = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)
        return status

    # Ending

    def start_process(self, start: Callable[..., int]) -> Callable[..., int]:
        """Returns spawnv_passfds of multiprocessing, whose process shares pipes and locks with this one."""
        start_noted = self.noting(start)

        def start_related(*args: Any) -> int:
            self._scheduler.settle()
            self.family.is_related = True
            return start_noted(*args)

        return start_related

    def wait_for_end(self, child: int, seconds: Optional[float] = None) -> bool:
        """Waits by turns until a child has ended. Returns False when the simulated time is over first."""
        deadline = None if seconds is None else self._scheduler.deadline(seconds)
        return self._wait([child], deadline, is_question=False)

    def waiter(self, real: Function, options_at: int) -> Function:
        """Returns os.waitpid or os.wait4, by turns. `options_at` is the place of the options."""

        def wait_by_turns(child: int, options: int) -> Any:
            if not self.is_inner and options & ~os.WNOHANG == 0:
                self._wait_as_asked([child] if child > 0 else list(self._known), child > 0, options)
                # A child that Python did not start may be meant by -1: then the call itself waits.
                options |= os.WNOHANG if self._known else 0
            return self._seen(real(child, options))

        return wait_by_turns

    def wait_for_any(self, real: Function) -> Function:
        """Returns os.wait or os.wait3, by turns."""

        def wait_by_turns(*options: int) -> Any:
            if not self.is_inner:
                self._wait_as_asked(list(self._known), False, *(options or (0,)))
            return self._seen(real(*options))

        return wait_by_turns

    def wait_by_id(self, real: Function) -> Function:
        """Returns os.waitid, by turns for a process or for any."""

        def waitid(kind: int, child: int, options: int) -> Any:
            waited = options & ~(os.WNOHANG | os.WNOWAIT) == os.WEXITED
            if waited and not self.is_inner and kind in (os.P_PID, os.P_ALL):
                is_named = kind == os.P_PID
                self._wait_as_asked([child] if is_named else list(self._known), is_named, options)
            result = real(kind, child, options)
            if result is not None and not options & os.WNOWAIT:
                self._known.pop(result.si_pid, None)
            return result

        return waitid

    def _wait_as_asked(self, children: List[int], is_named: bool, options: int) -> None:
        """Waits for the end of one of `children`, or asks for it. Asking for any, unnamed, holds nothing up."""
        if options & os.WNOHANG and not is_named:
            return
        is_question = bool(options & os.WNOHANG)
        self._wait(children, self._scheduler.deadline(0) if is_question else None, is_question)

    def _wait(self, children: List[int], deadline: Optional[int], is_question: bool) -> bool:
        ended = {}
        try:
            for child in children:
                ended[os.pidfd_open(child)] = select.POLLIN
            if not ended:
                return True
            wait = Wait(ended)
            wait.pids, wait.is_question = children, is_question
            return self._scheduler.wait(wait, deadline) is GRANTED
        except ProcessLookupError:
            return True  # It is no child any more, and the call itself says so.
        finally:
            for file in ended:
                os.close(file)

    def _seen(self, result: Tuple) -> Tuple:
        self._known.pop(result[0], None)
        return result


def install(scheduler: Scheduler, ends: Ends, family: Family) -> Children:
    """Replaces what starts processes and waits for them in os, and in subprocess and multiprocessing when loaded."""
    children = Children(scheduler, ends, family)
    _settle_before(scheduler)
    os.fork = children.fork
    for name in ("posix_spawn", "posix_spawnp"):
        if hasattr(os, name):
            setattr(os, name, children.noting(getattr(os, name)))
    if hasattr(os, "pidfd_open"):
        os.waitpid, os.wait4 = children.waiter(os.waitpid, 1), children.waiter(os.wait4, 1)
        os.wait, os.wait3 = children.wait_for_any(os.wait), children.wait_for_any(os.wait3)
        os.waitid = children.wait_by_id(os.waitid)
        os.system = children.system
    when_loaded("subprocess", lambda module: _change(module, children))
    when_loaded("multiprocessing.util", lambda module: _change_multiprocessing(module, children))
    return children


def _change_multiprocessing(module: ModuleType, children: Children) -> None:
    module.spawnv_passfds = children.start_process(module.spawnv_passfds)


def _settle_before(scheduler: Scheduler) -> None:
    """Has the sandbox know the present when a process starts, and when this one ends."""

    def audit(event: str, _: Any) -> None:
        if event in STARTS:
            scheduler.settle()

    def leave(code: int) -> None:
        scheduler.settle()
        _exit(code)

    sys.addaudithook(audit)
    atexit.register(scheduler.settle)
    os._exit = leave


def _change(module: ModuleType, children: Children) -> None:
    """Lets the library start, signal and tidy up processes as it does, and wait for their end by turns."""
    kind = module.Popen
    start, send_signal, poll, wait = kind.__init__, kind.send_signal, kind._internal_poll, kind._wait

    def start_noted(process: Any, *args: Any, **kwargs: Any) -> None:
        def start_inner() -> int:
            if "env" in kwargs:
                kwargs["env"] = children.family.with_place(kwargs["env"])
            with children.inner():
                start(process, *args, **kwargs)
            return process.pid

        children.noting(start_inner)()

    def send_signal_at_once(process: Any, number: int) -> None:
        with children.inner():
            send_signal(process, number)

    def poll_by_turns(process: Any, _deadstate: Optional[int] = None, *rest: Any, **more: Any) -> Optional[int]:
        if _deadstate is None:
            return poll(process, _deadstate, *rest, **more)
        with children.inner():
            return poll(process, _deadstate, *rest, **more)

    def wait_by_turns(process: Any, timeout: Optional[float]) -> int:
        is_over = process.returncode is not None or timeout is None
        if not is_over and not children.wait_for_end(process.pid, timeout):
            raise module.TimeoutExpired(process.args, timeout)
        return wait(process, None)

    kind.__init__, kind.send_signal, kind._internal_poll, kind._wait = (
        *(start_noted, send_signal_at_once, poll_by_turns),
        wait_by_turns,
    )
