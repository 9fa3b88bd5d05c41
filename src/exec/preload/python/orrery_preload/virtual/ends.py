"""What this process waits for of other processes: the end of its children, pipes, and Unix sockets.

Only the sandbox can tell whether the other process lives in simulated time, so it is told of all.
"""

from __future__ import annotations

import os
import select
import stat
from typing import Any, Dict, Iterable, List, Optional

from .connections import Connections
from .waits import Wait

READS = select.POLLIN | getattr(select, "POLLPRI", 0)


class Ends:
    """The children of this process, and what its waits mean for the sandbox."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        # Children whose end the program has not seen, in the order of their start.
        self.children: Dict[int, None] = {}

    def of(self, waits: Iterable[Wait]) -> Optional[Dict[str, Any]]:
        """What these waits wait for of other processes; None if there are neither pipes, children nor sockets."""
        kinds = ("pids", "asked", "reads", "inputs", "writes", "peers")
        found: Dict[str, Dict[Any, None]] = {kind: {} for kind in kinds}
        has_sockets = False
        for wait in waits:
            found["asked" if wait.is_question else "pids"].update(dict.fromkeys(wait.pids))
            for file, event in wait.watched.items():
                pipe = pipe_at(file)
                if pipe is not None and event & READS:
                    found["inputs" if wait.is_input else "reads"][pipe] = None
                if pipe is not None and event & select.POLLOUT:
                    found["writes"][pipe] = None
                if pipe is None and self.children:
                    found["pids"].update(dict.fromkeys(_child_at(file)))
                if pipe is None and self._connections.leads_to_process(file):
                    has_sockets = True
                    found["peers"].update(dict.fromkeys(self._connections.peers_at(file)))
        found["children"] = self.children
        is_any = has_sockets or any(found.values())
        return {kind: list(names) for kind, names in found.items()} if is_any else None

    def leads_to_others(self, file: int) -> bool:
        """Whether a descriptor is that of a pipe, or of a socket over which processes of the run may speak."""
        return is_pipe(file) or self._connections.leads_to_process(file)


def pipe_at(file: int) -> Optional[str]:
    """The name that Linux has for the pipe at a descriptor; None if there is no pipe, or the system tells no names."""
    try:
        return os.readlink(f"/proc/self/fd/{file}") if is_pipe(file) else None
    except OSError:
        return None


def _child_at(file: int) -> List[int]:
    """The process for whose end a descriptor stands (pidfd_open(2)), if it is one of those."""
    try:
        if "pidfd" not in os.readlink(f"/proc/self/fd/{file}"):
            return []
        with open(f"/proc/self/fdinfo/{file}") as facts:
            return [int(line.split()[1]) for line in facts if line.startswith("Pid:")]
    except OSError:
        return []


def is_pipe(file: int) -> bool:
    """Whether a descriptor is that of a pipe."""
    try:
        return stat.S_ISFIFO(os.fstat(file).st_mode)
    except OSError:
        return False
