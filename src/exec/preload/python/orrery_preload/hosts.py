"""Redirection: the broker's host names lead to the front of the sandbox, at one loopback address."""

from __future__ import annotations

import _socket
import socket
from typing import Any, Callable

from .settings import Settings

# Names resolve to this address, and `connect` knows by it what to lead to the front. Clients that compare the
# address asked for with the one connected to need one that no other service uses.
STAND_IN = "127.83.0.1"
LOOPBACK = "127.0.0.1"


def install(settings: Settings) -> Names:
    """Replaces the name look-ups and the connects of the module socket. Returns what knows the names."""
    names = Names(settings)
    socket.getaddrinfo = names.getaddrinfo
    socket.gethostbyname = names.gethostbyname
    socket.gethostbyname_ex = names.gethostbyname_ex
    socket.socket.connect = names.leading_to_front(_socket.socket.connect)
    socket.socket.connect_ex = names.leading_to_front(_socket.socket.connect_ex)
    return names


class Names:
    """The name look-ups, for the broker's hosts and for this machine's own name."""

    def __init__(self, settings: Settings) -> None:
        self._hosts = settings.hosts
        self._front = (LOOPBACK, settings.front_port)
        self._own = _socket.gethostname().lower()
        self._getaddrinfo = socket.getaddrinfo
        self._gethostbyname = socket.gethostbyname
        self._gethostbyname_ex = socket.gethostbyname_ex

    def _local(self, host: Any) -> Any:
        """Returns the address that a name leads to, or the name itself if it is not one of ours."""
        name = host.decode("ascii", "replace") if isinstance(host, (bytes, bytearray)) else host
        if not isinstance(name, str):
            return host
        name = name.lower().rstrip(".")
        if name in self._hosts:
            return STAND_IN
        # This machine's own name would ask a name server, which is outside.
        return LOOPBACK if name == self._own else host

    def getaddrinfo(self, host: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        """As socket.getaddrinfo, with the same names of parameters."""
        address = self._local(host)
        if address != STAND_IN:
            return self._getaddrinfo(address, port, family, type, proto, flags)
        if family == socket.AF_INET6:
            raise socket.gaierror(socket.EAI_NONAME, "the sandbox has no IPv6 address")
        kind = type or socket.SOCK_STREAM
        return self._getaddrinfo(address, port, socket.AF_INET, kind, proto, 0)

    def gethostbyname(self, host: Any) -> str:
        """As socket.gethostbyname."""
        return self._gethostbyname(self._local(host))

    def gethostbyname_ex(self, host: Any) -> Any:
        """As socket.gethostbyname_ex."""
        return self._gethostbyname_ex(self._local(host))

    def is_front(self, address: Any) -> bool:
        """Whether a connect to this address makes a connection to the front."""
        if not isinstance(address, tuple) or len(address) < 2:
            return False
        return self._local(address[0]) == STAND_IN or address[:2] == self._front

    def leading_to_front(self, connect: Callable[..., Any]) -> Callable[..., Any]:
        """Returns `connect` or `connect_ex` so that the broker's hosts are the front's port, whatever port is named.

        Small pieces leave at once there: urllib3 has them gathered towards a proxy, which costs 40 ms a request.
        """

        def connect_to_front(sock: socket.socket, address: Any) -> Any:
            if not self.is_front(address):
                return connect(sock, address)
            if sock.type == socket.SOCK_STREAM:
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connect(sock, self._front)

        return connect_to_front
