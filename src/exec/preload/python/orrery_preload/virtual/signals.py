"""Signals: a handler runs in the main thread wherever that is, so it takes the turn out of order."""

from __future__ import annotations

import signal
from typing import Any, Dict

from .scheduler import Scheduler


def install(scheduler: Scheduler) -> None:
    """Replaces signal.signal and signal.getsignal, which knows the program's own handlers."""
    real_signal, real_getsignal = signal.signal, signal.getsignal
    # The program's handler by the one that stands for it.
    own: Dict[Any, Any] = {}

    def with_turn(handler: Any) -> Any:
        def handle(number: int, frame: Any) -> Any:
            scheduler.is_told_to_end |= number == signal.SIGTERM
            return scheduler.run_out_of_order(lambda: handler(number, frame))

        own[handle] = handler
        return handle

    def set_handler(number: int, handler: Any) -> Any:
        is_function = callable(handler) and not isinstance(handler, (int, signal.Handlers))
        is_c = handler is signal.default_int_handler
        before = real_signal(number, with_turn(handler) if is_function and not is_c else handler)
        return own.get(before, before)

    def get_handler(number: int) -> Any:
        handler = real_getsignal(number)
        return own.get(handler, handler)

    signal.signal, signal.getsignal = set_handler, get_handler
