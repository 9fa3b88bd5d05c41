"""TLS of the module ssl: its waits are turns, and the plain text to and from the front is counted.

Two kinds: an SSLSocket reads its own descriptor; an SSLObject works on memory, and a program (asyncio, anyio) carries
its bytes to a socket. Which connection an SSLObject belongs to shows when its first bytes are sent.
"""

from __future__ import annotations

import select
import socket
from types import ModuleType
from typing import Any, Callable, List, Optional
from weakref import WeakKeyDictionary

from ..loading import when_loaded
from .connections import Connection, Connections
from .sockets import Waiting

Method = Callable[..., Any]
# Bytes of a first TLS record by which an object is known: they hold its 32 random bytes.
MARK = 64


def install(waiting: Waiting, connections: Connections) -> None:
    """Changes the module ssl when the program loads it."""
    bonds = _Bonds(connections)
    # A library may take the method before it loads ssl, as trio does.
    socket.socket.send = bonds.bonding_sender(socket.socket.send)

    def change(ssl: ModuleType) -> None:
        _change_sockets(ssl, waiting, connections)
        _change_objects(ssl, bonds)

    when_loaded("ssl", change)


# Sockets


def _change_sockets(ssl: ModuleType, waiting: Waiting, connections: Connections) -> None:
    kind = ssl.SSLSocket
    by_turns = _ByTurns(ssl, waiting)
    real_read, real_handshake = kind.read, kind.do_handshake

    def read(sock: Any, *args: Any, **kwargs: Any) -> Any:
        """As SSLSocket.read."""
        result = by_turns.call(sock, lambda: real_read(sock, *args, **kwargs))
        connection = connections.at(sock.fileno())
        if connection is not None:
            connection.received += result if isinstance(result, int) else len(result)
        return result

    def do_handshake(sock: Any, block: bool = False) -> None:
        """As SSLSocket.do_handshake."""
        connection = connections.at(sock.fileno())
        if connection is not None and not connection.is_tls:
            connection.begin_tls()
        with _Handshake(ssl, connection):
            by_turns.call(sock, lambda: real_handshake(sock), may_block=block)

    kind.read, kind.do_handshake = read, do_handshake
    for name in ("send", "write"):
        setattr(kind, name, _sender(getattr(kind, name), by_turns, connections))


def _sender(real: Method, by_turns: _ByTurns, connections: Connections) -> Method:
    """Returns `send` or `write` with turns. Neither calls the other."""

    def send(sock: Any, data: Any, *flags: int) -> int:
        if sock._sslobj is None:
            return real(sock, data, *flags)
        file = sock.fileno()
        if connections.at(file) is not None:
            connections.put_last(file)
        count = by_turns.call(sock, lambda: real(sock, data, *flags))
        connection = connections.at(file)
        if connection is not None:
            connection.sent += count
        return count

    return send


class _ByTurns:
    """Calls methods of SSLSockets so that they wait by turns and not in C code."""

    def __init__(self, ssl: ModuleType, waiting: Waiting) -> None:
        self._wants = {ssl.SSLWantReadError: select.POLLIN, ssl.SSLWantWriteError: select.POLLOUT}
        self._waiting = waiting

    def call(self, sock: Any, method: Callable[[], Any], may_block: bool = False) -> Any:
        """Calls a method until it has what it wants. A socket that does not block raises as ever."""
        timeout = sock.gettimeout()
        if timeout == 0 and not may_block:
            return method()
        while True:
            sock.settimeout(0)
            try:
                return method()
            except tuple(self._wants) as wants:
                event = self._wants[type(wants)]
            finally:
                sock.settimeout(timeout)
            self._waiting.wait(sock, event, None if may_block else timeout)


class _Handshake:
    """Marks a connection while TLS shakes hands on it or says good-bye. One that wants more bytes goes on doing so."""

    def __init__(self, ssl: ModuleType, connection: Optional[Connection]) -> None:
        self._wants = (ssl.SSLWantReadError, ssl.SSLWantWriteError)
        self._connection = connection

    def __enter__(self) -> None:
        if self._connection is not None:
            self._connection.is_shaking_hands = True

    def __exit__(self, kind: Any, *_: Any) -> None:
        if self._connection is not None and not (kind is not None and issubclass(kind, self._wants)):
            self._connection.is_shaking_hands = False


# Objects


def _change_objects(ssl: ModuleType, bonds: _Bonds) -> None:
    ssl.MemoryBIO = _marking_memory(ssl.MemoryBIO)
    ssl.SSLContext.wrap_bio = _bonding(ssl.SSLContext.wrap_bio, bonds)
    kind = ssl.SSLObject
    real_read, real_write, real_handshake, real_unwrap = kind.read, kind.write, kind.do_handshake, kind.unwrap

    def read(item: Any, *args: Any, **kwargs: Any) -> Any:
        """As SSLObject.read."""
        result = real_read(item, *args, **kwargs)
        connection = bonds.connection_of(item)
        if connection is not None:
            connection.received += result if isinstance(result, int) else len(result)
        return result

    def write(item: Any, data: Any) -> int:
        """As SSLObject.write."""
        count = real_write(item, data)
        connection = bonds.connection_of(item)
        if connection is not None:
            connection.sent += count
        return count

    def do_handshake(item: Any) -> None:
        """As SSLObject.do_handshake."""
        with _Handshake(ssl, bonds.connection_of(item)):
            real_handshake(item)

    def unwrap(item: Any) -> None:
        """As SSLObject.unwrap, which waits for the other side's good-bye."""
        with _Handshake(ssl, bonds.connection_of(item)):
            real_unwrap(item)

    kind.read, kind.write, kind.do_handshake, kind.unwrap = read, write, do_handshake, unwrap


def _marking_memory(real: type) -> type:
    """Returns a class for ssl.MemoryBIO, whose own cannot have subclasses: it remembers its first bytes."""

    class MemoryBIO:
        """As ssl.MemoryBIO."""

        def __init__(self) -> None:
            self.real = real()
            self.mark = b""

        def read(self, size: int = -1) -> bytes:
            """As MemoryBIO.read. The first bytes are the mark."""
            data = self.real.read(size)
            if not self.mark:
                self.mark = data[:MARK]
            return data

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

    return MemoryBIO


def _bonding(wrap_bio: Method, bonds: _Bonds) -> Method:
    """Returns wrap_bio for the marking memory."""

    def wrap(context: Any, incoming: Any, outgoing: Any, *args: Any, **kwargs: Any) -> Any:
        item = wrap_bio(
            context, getattr(incoming, "real", incoming), getattr(outgoing, "real", outgoing), *args, **kwargs
        )
        bonds.await_first_bytes(item, outgoing)
        return item

    return wrap


class _Bonds:
    """Which SSLObject belongs to which connection."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._unbound: WeakKeyDictionary = WeakKeyDictionary()
        self._bound: WeakKeyDictionary = WeakKeyDictionary()

    def await_first_bytes(self, item: Any, outgoing: Any) -> None:
        """Notes an object whose first bytes have not been sent yet."""
        self._unbound[item] = outgoing

    def connection_of(self, item: Any) -> Optional[Connection]:
        """The connection to the front of an object, if it has one."""
        return self._bound.get(item)

    def bonding_sender(self, send: Method) -> Method:
        """Returns socket.send, which knows the first bytes of an object."""

        def bond_and_send(sock: socket.socket, data: Any, *flags: int) -> int:
            if self._unbound:
                self._bond(sock, bytes(memoryview(data)[:MARK]))
            return send(sock, data, *flags)

        return bond_and_send

    def _bond(self, sock: socket.socket, head: bytes) -> None:
        connection = self._connections.at(sock.fileno())
        owners: List[Any] = [item for item, outgoing in self._unbound.items() if outgoing.mark == head]
        if connection is not None and not connection.is_tls and owners:
            del self._unbound[owners[0]]
            self._bound[owners[0]] = connection
            connection.begin_tls()
            connection.is_shaking_hands = True
