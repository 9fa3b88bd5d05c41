"""Pipes: reading and writing them are waits by turns, by descriptor and by file object.

So a program may wait for what a process of simulated time writes or reads. File objects of pipes are those of Python,
for the locks of those in C know no turns.
"""

from __future__ import annotations

import _pyio
import builtins
import io
import os
import select
import sys
import threading
from typing import Any, Callable, Optional

from .children import Children
from .ends import is_pipe
from .scheduler import Scheduler
from .waits import Wait

_open, _read, _write = io.open, os.read, os.write
_poll = getattr(select, "poll", None)
# What fits into a pipe that has room (pipe(7)).
PIECE = getattr(select, "PIPE_BUF", 512)
CHUNK = 65536
# The modes in which files are opened whose objects are made here, without those of text and bytes.
MODES = frozenset("rw")


class Pipes:
    """Reads and writes pipes by turns."""

    def __init__(self, scheduler: Scheduler, children: Children) -> None:
        self._scheduler = scheduler
        self._children = children

    def read(self, file: int, size: int) -> bytes:
        """As os.read."""
        self.wait_to_read(file)
        return _read(file, size)

    def write(self, file: int, data: Any) -> int:
        """As os.write: what is too much at once for a pipe or such a socket goes in pieces."""
        if not self._has_turns(file):
            return _write(file, data)
        rest = memoryview(data).cast("B")
        length = len(rest)
        while rest:
            if not _is_ready(file, select.POLLOUT):
                self._scheduler.wait(Wait({file: select.POLLOUT}))
            rest = rest[_write(file, rest[:PIECE]) :]
        return length

    def wait_to_read(self, file: int) -> None:
        """Waits until a pipe, or a socket to a process of the run, has bytes or has come to its end."""
        if self._has_turns(file):
            wait = Wait({file: select.POLLIN})
            wait.is_input = True
            self._scheduler.wait(wait)

    def _has_turns(self, file: int) -> bool:
        ends = self._scheduler.ends
        return not self._children.is_inner and ends.leads_to_others(file) and os.get_blocking(file)

    def open(self, file: Any, mode: str = "r", buffering: int = -1, *texts: Any, **more: Any) -> Any:
        """As open, with the same names of parameters."""
        kinds = mode.replace("b", "").replace("t", "")
        if not isinstance(file, int) or kinds not in MODES or more.get("opener") or not is_pipe(file):
            return _open(file, mode, buffering, *texts, **more)
        closefd = more.pop("closefd", texts[3] if len(texts) > 3 else True)
        raw = self._raw(file, kinds + "b", closefd)
        if buffering == 0 and "b" in mode:
            return raw
        buffered = _buffered(raw, buffering if buffering > 1 else io.DEFAULT_BUFFER_SIZE)
        if "b" in mode:
            return buffered
        more.pop("opener", None)
        text = io.TextIOWrapper(buffered, *texts[:3], line_buffering=buffering == 1, **more)
        text.mode = mode
        return text

    def replace_standard(self, name: str, file: int) -> None:
        """Replaces a standard stream that is a pipe."""
        old = getattr(sys, name)
        if not isinstance(old, io.TextIOWrapper) or not is_pipe(file):
            return
        mode = "r" if name == "stdin" else "w"
        raw = self._raw(file, mode + "b", False)
        raw.name = old.name
        is_direct = name != "stdin" and not hasattr(old.buffer, "raw")
        new = io.TextIOWrapper(
            raw if is_direct else _buffered(raw, io.DEFAULT_BUFFER_SIZE),
            encoding=old.encoding,
            errors=old.errors,
            line_buffering=old.line_buffering,
            write_through=getattr(old, "write_through", False),
        )
        new.mode = mode
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)

    def _raw(self, file: int, mode: str, closefd: bool) -> Pipe:
        raw = Pipe(file, mode, closefd)
        raw.pipes = self
        return raw


class Pipe(io.FileIO):
    """As io.FileIO, by turns."""

    pipes: Pipes

    def readinto(self, buffer: Any) -> Optional[int]:
        """As FileIO.readinto."""
        self.pipes.wait_to_read(self.fileno())
        return super().readinto(buffer)

    def read(self, size: Optional[int] = -1) -> Optional[bytes]:
        """As FileIO.read."""
        if size is None or size < 0:
            return self.readall()
        self.pipes.wait_to_read(self.fileno())
        return super().read(size)

    def readall(self) -> bytes:
        """As FileIO.readall."""
        if not os.get_blocking(self.fileno()):
            return super().readall()
        pieces = []
        while True:
            pieces.append(self.read(CHUNK))
            if not pieces[-1]:
                return b"".join(pieces)

    def write(self, data: Any) -> Optional[int]:
        """As FileIO.write."""
        self._checkWritable()
        return self.pipes.write(self.fileno(), data) if os.get_blocking(self.fileno()) else super().write(data)


class Reader(_pyio.BufferedReader):
    """A buffered reader that, as the one in C, reads no more to look ahead as long as it has something."""

    def _peek_unlocked(self, size: int = 0) -> bytes:
        ahead = self._read_buf[self._read_pos :]
        return ahead or super()._peek_unlocked(size)


def _buffered(raw: Pipe, size: int) -> Any:
    """A buffered file object. A signal's handler may use it while it is in use."""
    if raw.readable():
        reader = Reader(raw, size)
        reader._read_lock = threading.RLock()
        return reader
    writer = _pyio.BufferedWriter(raw, size)
    writer._write_lock = threading.RLock()
    return writer


def _is_ready(file: int, event: int) -> bool:
    poll = _poll()
    poll.register(file, event)
    return bool(poll.poll(0))


def install(scheduler: Scheduler, children: Children) -> None:
    """Replaces open, os.read and os.write for pipes, and the standard streams that are pipes."""
    pipes = Pipes(scheduler, children)
    builtins.open = io.open = pipes.open
    os.read, os.write = pipes.read, pipes.write
    for file, name in enumerate(("stdin", "stdout", "stderr")):
        pipes.replace_standard(name, file)
