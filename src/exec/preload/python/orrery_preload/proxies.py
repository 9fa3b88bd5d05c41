"""Proxies on loopback: a program's own proxy setting must not lead out of the sandbox.

The guard leaves loopback open, and a proxy may listen there. What a client first says to a proxy differs from what it
says to a server, so the first bytes of each connection decide.
"""

from __future__ import annotations

import errno
import re
import socket
from typing import Any, Optional
from weakref import WeakSet

from .control import Report

# `CONNECT host:port` and `GET http://host/...`: the two forms of a request to an HTTP proxy (RFC 9112 3.2).
HTTP_PROXY = re.compile(rb"^(?:CONNECT ([^ ]+) HTTP/|[A-Z]+ (?:https?|wss?)://([^/ ]+)[^ ]* HTTP/)")

# Bytes that are looked at.
HEAD = 512


class Proxies:
    """Looks at the first bytes of connections to loopback ports other than the front."""

    def __init__(self, front_port: int, report: Report) -> None:
        self._front_port = front_port
        self._report = report
        self._seen: WeakSet = WeakSet()

    def check(self, sock: socket.socket, data: Any) -> None:
        """Raises PermissionError if `data` is the first on `sock` and asks a proxy to go elsewhere."""
        if sock in self._seen:
            return
        self._seen.add(sock)
        target = _target(bytes(memoryview(data)[:HEAD]))
        if target is None:
            return
        try:
            peer = sock.getpeername()
        except OSError:
            return
        if isinstance(peer, tuple) and peer[1] != self._front_port:
            sentence = self._report.refused(f"{target} through a proxy at {peer[0]}:{peer[1]}", "proxy")
            raise PermissionError(errno.EACCES, sentence)


def install(front_port: int, report: Report) -> None:
    """Puts the check before the sends of the module socket."""
    proxies = Proxies(front_port, report)
    for name in ("send", "sendall"):
        setattr(socket.socket, name, _checked(getattr(socket.socket, name), proxies))


def _checked(send: Any, proxies: Proxies) -> Any:
    """Returns `send` with the check."""

    def checked_send(sock: socket.socket, data: Any, flags: int = 0) -> Any:
        proxies.check(sock, data)
        return send(sock, data, flags)

    return checked_send


def _target(head: bytes) -> Optional[str]:
    """Where a proxy is asked to go, or None if these bytes ask no proxy."""
    asked = HTTP_PROXY.match(head)
    if asked:
        return (asked[1] or asked[2]).decode("ascii", "replace")
    # SOCKS 5: version, number of methods, methods (RFC 1928 3). SOCKS 4: version, CONNECT, ..., zero.
    is_socks5 = len(head) >= 3 and head[0] == 5 and len(head) == 2 + head[1]
    is_socks4 = len(head) >= 9 and head[:2] == b"\x04\x01" and head[-1] == 0
    return "a host" if is_socks5 or is_socks4 else None
