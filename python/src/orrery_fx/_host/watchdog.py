"""Ends a process whose hook does not return: the run ends with the line where it stood."""

from __future__ import annotations

import ctypes
import faulthandler
import json
import os
import signal
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
_PR_SET_PDEATHSIG: Final = 1


def watch(lane: Lane, write_fd: int) -> None:
    """Watches the hooks of the calling thread from another one."""
    main = threading.get_ident()
    limit_code_of_c(lane.limit)
    threading.Thread(target=_watch, args=(lane, write_fd, main), name="orrery-watchdog", daemon=True).start()


def end_with_parent() -> None:
    """Has the system end this process with the one that started it, where it can.

    A process whose code of C lets nothing else run would not see that its pipe is closed.
    """
    if sys.platform != "linux":
        return
    try:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):
        return


def _watch(lane: Lane, write_fd: int, main: int) -> None:
    while True:
        time.sleep(_LOOK_SECONDS)
        limit_code_of_c(lane.limit)
        since = lane.since
        if since and time.monotonic() - since > lane.limit:
            _end(lane, write_fd, main)


def limit_code_of_c(seconds: float) -> None:
    """Ends this process when no other thread can run for so long."""
    faulthandler.dump_traceback_later(seconds + _GRACE_SECONDS, exit=True, file=2)


def _end(lane: Lane, write_fd: int, main: int) -> None:
    words = f"did not return within {lane.limit:g} s, and was ended; hook_seconds of its class allows more"
    error = {"words": words, "calls": stack_of(sys._current_frames().get(main))}
    body = json.dumps(error).encode()
    os.write(write_fd, struct.pack("<I", 1 + len(body)) + b"X" + body)
    os._exit(_ENDED)
