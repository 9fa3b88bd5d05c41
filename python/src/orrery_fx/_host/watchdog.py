"""Ends a process whose hook does not return: the run ends with the line where it stood."""

from __future__ import annotations

import faulthandler
import json
import os
import struct
import sys
import threading
import time
from typing import Final

from .lane import Lane
from .trace import stack_of

_LOOK_SECONDS: Final = 1.0
#: Seconds after the limit at which code that lets no other thread run is ended.
_GRACE_SECONDS: Final = 5.0
_ENDED: Final = 70


def watch(lane: Lane, write_fd: int) -> None:
    """Watches the hooks of the calling thread from another one."""
    main = threading.get_ident()
    threading.Thread(
        target=_watch, args=(lane, write_fd, main), name="orrery-watchdog", daemon=True
    ).start()


def _watch(lane: Lane, write_fd: int, main: int) -> None:
    while True:
        time.sleep(_LOOK_SECONDS)
        # Code of C may hold the interpreter, and this thread with it; then this ends the process.
        limit = lane.limit + _GRACE_SECONDS
        faulthandler.dump_traceback_later(limit, exit=True, file=2)
        since = lane.since
        if since and time.monotonic() - since > lane.limit:
            _end(lane, write_fd, main)


def _end(lane: Lane, write_fd: int, main: int) -> None:
    seconds = f"{lane.limit:g} s"
    words = f"did not return within {seconds}, and was ended; hook_seconds of its class allows more"
    error = {"words": words, "calls": stack_of(sys._current_frames().get(main))}
    body = json.dumps(error).encode()
    os.write(write_fd, struct.pack("<I", 1 + len(body)) + b"X" + body)
    os._exit(_ENDED)
