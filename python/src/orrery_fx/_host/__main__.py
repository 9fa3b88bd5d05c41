"""A process that hosts the strategies of one module; the engine starts it.

Its standard input and output are the pipes of the engine. What a strategy prints goes to stderr.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from typing import Any

from ..strategy import Strategy, StrategyError
from .channel import Channel
from .classes import load_class
from .serve import Host
from .watchdog import watch


def main() -> None:
    """Serves the engine until it closes its end."""
    read_fd, write_fd = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    # Ctrl-C ends the engine, which then closes its end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    loaded: list[type[Strategy]] = []

    def find(given: Mapping[str, Any]) -> type[Strategy]:
        if given["what"] == "load":
            loaded[:] = [load_class(given["path"])]
        if not loaded:
            raise StrategyError("no module is loaded")
        return loaded[0]

    host = Host(Channel(read_fd, write_fd), find)
    watch(host.lane, write_fd)
    host.serve()
    # Threads of libraries must not keep a process that nothing waits for.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
