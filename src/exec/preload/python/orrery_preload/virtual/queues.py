"""The queues of the module queue: they wait by its locks once these do, but for SimpleQueue, which is C code."""

from __future__ import annotations

import queue


def install() -> None:
    """Replaces SimpleQueue by the same class in Python."""
    queue.SimpleQueue = queue._PySimpleQueue
