"""The sockets of the module socket: their waits are turns, and the bytes to and from the front are counted.

A blocking call becomes a wait for the descriptor, then the call itself, which then has no reason to wait. The time-out
of a socket is one of simulated time.
"""

from __future__ import annotations

import select
import socket
from typing import Any, Callable, Optional

from .connections import Connections
from .scheduler import Scheduler
from .waits import TIMED_OUT, Wait

Method = Callable[..., Any]

# Calls that take bytes, and how the number of bytes is read off their result.
READS = {
    "recv": len,
    "recv_into": int,
    "recvfrom": lambda result: len(result[0]),
    "recvfrom_into": lambda result: result[0],
    "recvmsg": lambda result: len(result[0]),
    "recvmsg_into": lambda result: result[0],
}
WRITES = ("send", "sendto", "sendmsg")
# Where the flags of a call stand among its arguments, and the flags that make it look only, or not wait.
FLAGS_AT = {"recv": 1, "recv_into": 2, "recvfrom": 1, "recvfrom_into": 2, "recvmsg": 2, "recvmsg_into": 2}
PEEK = getattr(socket, "MSG_PEEK", 0)
DONT_WAIT = getattr(socket, "MSG_DONTWAIT", 0)


class Waiting:
    """Makes the methods of sockets that wait by turns."""

    def __init__(self, scheduler: Scheduler, connections: Connections) -> None:
        self._scheduler = scheduler
        self._connections = connections

    def wait_as_told(self, sock: socket.socket, event: int) -> None:
        """Waits as `wait` for the socket's own time-out; not at all if the socket never blocks."""
        timeout = sock.gettimeout()
        if timeout != 0:
            self.wait(sock, event, timeout)

    def wait(self, sock: socket.socket, event: int, timeout: Optional[float]) -> None:
        """Waits until a socket is ready for an event of poll. Raises socket.timeout, as the socket itself would."""
        file = sock.fileno()
        reading = (file,) if event & select.POLLIN else ()
        wait = Wait({file: event}, reading, lambda: self._connections.is_outside(file))
        deadline = None if timeout is None else self._scheduler.deadline(timeout)
        if self._scheduler.wait(wait, deadline) is TIMED_OUT:
            raise socket.timeout("timed out")

    def reader(self, name: str) -> Method:
        """A method that receives."""
        real, length, flags_at = getattr(socket.socket, name), READS[name], FLAGS_AT[name]

        def read(sock: socket.socket, *args: Any, **kwargs: Any) -> Any:
            flags = args[flags_at] if len(args) > flags_at else kwargs.get("flags", 0)
            if not flags & DONT_WAIT:
                self.wait_as_told(sock, select.POLLIN)
            result = real(sock, *args, **kwargs)
            connection = self._connections.at(sock.fileno())
            if connection is not None and not connection.is_tls and not flags & PEEK:
                connection.received += length(result)
            return result

        return read

    def writer(self, name: str) -> Method:
        """A method that sends. The front counts what it has been sent, so the order of sending is noted here."""
        real = getattr(socket.socket, name)

        def write(sock: socket.socket, *args: Any) -> Any:
            self.wait_as_told(sock, select.POLLOUT)
            count = real(sock, *args)
            file = sock.fileno()
            connection = self._connections.at(file)
            if connection is not None:
                self._connections.put_last(file)
                if not connection.is_tls:
                    connection.sent += count
            return count

        return write

    def accepter(self) -> Method:
        """The method accept."""
        real = socket.socket.accept

        def accept(sock: socket.socket) -> Any:
            self.wait_as_told(sock, select.POLLIN)
            return real(sock)

        return accept

    def connecter(self, name: str) -> Method:
        """The methods connect and connect_ex. A connect on this machine takes no time, so it does not wait by turns.

        One that does not block raises, and makes its connection all the same.
        """
        real = getattr(socket.socket, name)

        def connect(sock: socket.socket, address: Any) -> Any:
            try:
                return real(sock, address)
            finally:
                self._connections.opened(sock, address)

        return connect

    def listener(self) -> Method:
        """The method listen."""
        real = socket.socket.listen

        def listen(sock: socket.socket, *backlog: int) -> None:
            real(sock, *backlog)
            self._connections.listens(sock)

        return listen

    def closer(self, name: str) -> Method:
        """The methods that close a socket's descriptor."""
        real = getattr(socket.socket, name)

        def close(sock: socket.socket, *args: Any) -> Any:
            self._connections.closed(sock.fileno())
            return real(sock, *args)

        return close


def send_all(sock: socket.socket, data: Any, flags: int = 0) -> None:
    """As socket.sendall."""
    rest = memoryview(data).cast("B")
    while rest:
        rest = rest[sock.send(rest, flags) :]


def install(scheduler: Scheduler, connections: Connections) -> Waiting:
    """Replaces the methods of socket.socket that wait, send, receive, connect or close."""
    waiting = Waiting(scheduler, connections)
    kind = socket.socket
    for name in READS:
        if hasattr(kind, name):
            setattr(kind, name, waiting.reader(name))
    for name in WRITES:
        if hasattr(kind, name):
            setattr(kind, name, waiting.writer(name))
    kind.sendall = send_all
    kind.accept = waiting.accepter()
    kind.listen = waiting.listener()
    for name in ("connect", "connect_ex"):
        setattr(kind, name, waiting.connecter(name))
    kind._real_close = waiting.closer("_real_close")
    return waiting
