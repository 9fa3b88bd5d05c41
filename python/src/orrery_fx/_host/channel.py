"""Frames over two pipes: both sides take turns, but several frames of the engine may follow each other.

A frame is its length as a whole number of 32 bits (little-endian, without itself), one byte that names
its kind, and a body.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from typing import Any, Final

#: Bytes of a frame before its body.
HEAD: Final = 5
_LENGTH: Final = struct.Struct("<I")
_READ: Final = 65_536


class ChannelClosedError(Exception):
    """The other side has closed its end."""


class Channel:
    """Both directions of the engine."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        #: What came after the last frame.
        self._rest = b""
        if sys.platform == "win32":
            import msvcrt

            for fd in (read_fd, write_fd):
                msvcrt.setmode(fd, os.O_BINARY)

    def receive(self) -> bytes:
        """The next frame, with its head; waits for it. Raises ChannelClosedError."""
        data = self._rest or self._read(_READ)
        self._rest = b""
        while len(data) < HEAD:
            data += self._read(_READ)
        length = _LENGTH.unpack_from(data)[0] + _LENGTH.size
        missing = length - len(data)
        if missing <= 0:
            if missing < 0:
                self._rest = data[length:]
                return data[:length]
            return data
        parts = [data]
        while missing > 0:
            parts.append(self._read(min(missing, 1 << 20)))
            missing -= len(parts[-1])
        return b"".join(parts)

    def send(self, kind: bytes, body: bytes = b"") -> None:
        """Sends a frame. Raises ChannelClosedError."""
        frame = _LENGTH.pack(1 + len(body)) + kind + body
        try:
            sent = os.write(self._write_fd, frame)
            while sent < len(frame):
                sent += os.write(self._write_fd, frame[sent:])
        except OSError as error:
            raise ChannelClosedError from error

    def send_json(self, kind: bytes, value: Any) -> None:
        """Sends JSON. Raises ValueError for NaN and infinities."""
        self.send(kind, json.dumps(value, allow_nan=False, separators=(",", ":")).encode())

    def _read(self, count: int) -> bytes:
        try:
            data = os.read(self._read_fd, count)
        except OSError as error:
            raise ChannelClosedError from error
        if not data:
            raise ChannelClosedError
        return data
