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
from .channel import Channel, ChannelClosedError

_NEEDED = (3, 11)


def main() -> None:
    """Serves the engine until it closes its end."""
    read_fd, write_fd = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    # Ctrl-C ends the engine, which then closes its end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = Channel(read_fd, write_fd)
    missing = _missing()
    try:
        if missing is None:
            _serve(channel, write_fd)
        else:
            channel.receive()
            channel.send_json(b"X", {"words": missing, "calls": []})
    except ChannelClosedError:
        pass
    # Threads of libraries must not keep a process that nothing waits for.
    sys.stderr.flush()
    os._exit(0)


def _missing() -> str | None:
    """What this Python lacks, in words."""
    way_out = f"{sys.executable} runs strategies; ORRERY_PYTHON names another one"
    if sys.version_info < _NEEDED:
        return f"needs Python 3.11 or newer, and is run by {sys.version.split()[0]}: {way_out}"
    try:
        import numpy  # noqa: F401
    except ImportError:
        return f"needs numpy: `{sys.executable} -m pip install numpy`; {way_out}"
    return None


def _serve(channel: Channel, write_fd: int) -> None:
    from .classes import load_class
    from .one_core import share_core
    from .serve import Host
    from .watchdog import end_with_parent, limit_code_of_c, watch

    end_with_parent()
    loaded: list[type[Strategy]] = []

    def find(given: Mapping[str, Any]) -> type[Strategy]:
        if given["what"] == "load":
            if "exchanged" in given:
                from .exchanged import install

                install(given["exchanged"])
            loaded[:] = [load_class(given["path"])]
            share_core(given.get("thread"), given.get("lane", 0))
        if not loaded:
            raise StrategyError("no module is loaded")
        return loaded[0]

    host = Host(channel, find, on_limit=limit_code_of_c)
    watch(host.lane, write_fd)
    host.serve()


if __name__ == "__main__":
    main()
