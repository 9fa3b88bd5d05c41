"""The threads of the program: they start ready, take turns, and are joined in virtual time."""

from __future__ import annotations

import _thread
import threading
from typing import Any, Callable, Mapping, Optional, Tuple

from .scheduler import Scheduler

# The attribute of a thread that holds the event of its end.
ENDED = "_orrery_ended"
_bootstrap_inner = threading.Thread._bootstrap_inner
_start = threading.Thread.start
_join = threading.Thread.join
_is_alive = threading.Thread.is_alive
_shutdown = threading._shutdown


def install(scheduler: Scheduler) -> None:
    """Replaces the ways to start a thread and to wait for its end."""
    start_new_thread = _starter(scheduler, _thread.start_new_thread)
    _thread.start_new_thread = _thread.start_new = start_new_thread
    if hasattr(_thread, "start_joinable_thread"):  # from 3.13 on
        joinable = _joinable_starter(scheduler, _thread.start_joinable_thread)
        _thread.start_joinable_thread = threading._start_joinable_thread = joinable
    else:
        threading._start_new_thread = start_new_thread
    _give_ended(threading.main_thread())
    threading.Thread.start = start
    threading.Thread._bootstrap_inner = run_to_end
    threading.Thread.join = join
    threading.Thread.is_alive = is_alive
    threading._shutdown = shutdown


def _starter(scheduler: Scheduler, real_start: Callable[..., int]) -> Callable[..., int]:
    """Returns start_new_thread with turns."""

    def start_new_thread(function: Callable[..., Any], args: Tuple, kwargs: Optional[Mapping] = None) -> int:
        def run() -> None:
            function(*args, **(kwargs or {}))

        return _start_in_turn(scheduler, run, lambda body: real_start(body, ()))

    return start_new_thread


def _joinable_starter(scheduler: Scheduler, real_start: Callable[..., Any]) -> Callable[..., Any]:
    """Returns start_joinable_thread with turns."""

    def start_joinable_thread(function: Callable[[], Any], handle: Any = None, daemon: bool = True) -> Any:
        return _start_in_turn(scheduler, function, lambda body: real_start(body, handle=handle, daemon=daemon))

    return start_joinable_thread


def _start_in_turn(scheduler: Scheduler, run: Callable[[], Any], real_start: Callable[[Any], Any]) -> Any:
    """Starts a thread that is ready at once and runs when its turn comes."""
    turn = scheduler.expect_thread()

    def body() -> None:
        scheduler.begin_thread(turn)
        try:
            run()
        finally:
            scheduler.end_thread(turn)

    try:
        return real_start(body)
    except BaseException:
        scheduler.forget_thread(turn)
        raise


def _give_ended(thread: threading.Thread) -> threading.Event:
    ended = threading.Event()
    thread.__dict__[ENDED] = ended
    return ended


def start(thread: threading.Thread) -> None:
    """As Thread.start."""
    if ENDED not in thread.__dict__:
        _give_ended(thread)
    _start(thread)


def run_to_end(thread: threading.Thread) -> None:
    """As Thread._bootstrap_inner; then says that the thread has ended, while it still has the turn."""
    try:
        _bootstrap_inner(thread)
    finally:
        thread.__dict__[ENDED].set()


def join(thread: threading.Thread, timeout: Optional[float] = None) -> None:
    """As Thread.join; `timeout` is in seconds of simulated time."""
    ended = thread.__dict__.get(ENDED)
    if ended is None or thread is threading.current_thread() or not _is_alive(thread):
        _join(thread)
    elif ended.wait(None if timeout is None else max(timeout, 0)) and thread is not threading.main_thread():
        # What remains is a moment of the interpreter's own, without a turn.
        _join(thread)


def is_alive(thread: threading.Thread) -> bool:
    """As Thread.is_alive."""
    ended = thread.__dict__.get(ENDED)
    return _is_alive(thread) and not (ended is not None and ended.is_set())


def shutdown() -> None:
    """As threading._shutdown, which the interpreter calls at its end: waits for the threads by turns first."""
    threading._SHUTTING_DOWN = True
    while threading._threading_atexits:
        threading._threading_atexits.pop()()
    threading.main_thread().__dict__[ENDED].set()
    remaining = _threads_to_join()
    while remaining:
        for thread in remaining:
            thread.join()
        remaining = _threads_to_join()
    _shutdown()


def _threads_to_join() -> list:
    others = (thread for thread in threading.enumerate() if thread is not threading.current_thread())
    return [thread for thread in others if not thread.daemon and thread.is_alive()]
