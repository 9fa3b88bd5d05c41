"""The process's connections to the front: what was sent and received on each, and in which order it last sent.

For TLS the bytes are those of the plain text, for both ends count those alike whatever is still under way. A connection
is known by its descriptor from the start of its connect, which for a non-blocking socket is before it is made.
"""

from __future__ import annotations

import os
import select
import socket
import stat
import struct
from typing import Any, Collection, Dict, List, Optional, Set

from ..hosts import Names
from .family import Family

_poll = getattr(select, "poll", None)
# Real time that the front may take for its part of a handshake: milliseconds.
HANDSHAKE = 1000
# What SO_PEERCRED gives: process, user and group (unix(7)).
CREDENTIALS = struct.Struct("3i")


class Connection:
    """One connection to the front, by its local port."""

    __slots__ = ("port", "sent", "received", "is_tls", "is_shaking_hands", "is_reported", "_is_made", "_inode")

    def __init__(self, sock: socket.socket, inode: int) -> None:
        self.port: int = sock.getsockname()[1]
        self.sent = 0
        self.received = 0
        self.is_tls = False
        self.is_shaking_hands = False
        # Whether the sandbox has been told of it.
        self.is_reported = False
        self._is_made = False
        self._inode = inode

    def is_at(self, file: int) -> bool:
        """Whether the descriptor is still this connection's: the program may have closed and used it again."""
        return _inode(file) == self._inode

    def begin_tls(self) -> None:
        """Counts from here on the plain text. What went before was for a proxy's CONNECT."""
        self.is_tls = True
        self.sent = self.received = 0

    def is_opening(self, file: int) -> bool:
        """Whether the connection is not made yet, or TLS shakes hands on it."""
        if not self._is_made:
            self._is_made = _has_result(file)
        return self.is_shaking_hands or not self._is_made


def _inode(file: int) -> int:
    """What a descriptor stands for; 0 if it is closed."""
    try:
        return os.fstat(file).st_ino
    except OSError:
        return 0


def _has_result(file: int) -> bool:
    """Whether a connect has ended, well or badly."""
    poll = _poll()
    poll.register(file, select.POLLOUT)
    return bool(poll.poll(0))


class Connections:
    """The open connections to the front by descriptor, in the order in which the program last sent on them."""

    def __init__(self, names: Names, family: Family) -> None:
        self._names = names
        self._family = family
        self._by_file: Dict[int, Connection] = {}
        # Those of the parent, in a forked process that has not used them.
        self._inherited: Dict[int, Connection] = {}
        # Descriptors of Unix sockets that lead to a process of the run or to a service, with its number.
        self._peers: Dict[int, int] = {}
        # Descriptors of connections to other services of this machine, with their inodes.
        self._outside: Dict[int, int] = {}
        # Where the program itself listens.
        self._own: Set[Any] = set()
        # How often something was sent to the front, or a connection to it begun.
        self.sendings = 0

    def opened(self, sock: socket.socket, address: Any) -> None:
        """Called after a connect, finished or not."""
        file = sock.fileno()
        if file < 0:
            return
        inode = _inode(file)
        if self._names.is_front(address):
            self._by_file[file] = Connection(sock, inode)
            self.sendings += 1
        elif _place(address) not in self._own:
            peer = _peer(sock) if self._family.is_related else 0
            if peer:
                self._peers[file] = peer
            else:
                self._outside[file] = inode

    def listens(self, sock: socket.socket) -> None:
        """Called when the program listens: connections to there are answered by the program itself."""
        self._own.add(_place(sock.getsockname()))

    def closed(self, file: int) -> None:
        """Called when the program closes a descriptor."""
        for files in (self._by_file, self._inherited, self._outside, self._peers):
            files.pop(file, None)

    def begin_again(self) -> None:
        """Called in a forked process. The connections stay its parent's until it uses one."""
        self._inherited.update(self._by_file)
        self._by_file.clear()

    def at(self, file: int) -> Optional[Connection]:
        """The connection to the front at a descriptor, if it is one."""
        return self._by_file.get(file) or self._inherited.get(file)

    def leads_to_process(self, file: int) -> bool:
        """Whether a descriptor is that of a socket over which processes of the run may speak."""
        if not self._family.is_related or self.at(file) is not None or self.is_outside(file):
            return False
        try:
            return stat.S_ISSOCK(os.fstat(file).st_mode)
        except OSError:
            return False

    def peers_at(self, file: int) -> List[int]:
        """The process that listens where the socket at a descriptor leads, if that is known."""
        return [self._peers[file]] if file in self._peers else []

    def is_outside(self, file: int) -> bool:
        """Whether a descriptor leads to another service of this machine, whose answers take real time."""
        return file in self._outside and self._outside[file] == _inode(file)

    def put_last(self, file: int) -> None:
        """Notes that the program has just sent on this connection: it is the last in order now.

        What is sent as soon as one is open counts from its opening: handshakes end in the order of the machine.
        """
        inherited = self._inherited.pop(file, None)
        if inherited or self._by_file[file].is_reported:
            self._by_file[file] = inherited or self._by_file.pop(file)
        self.sendings += 1

    def are_opening(self) -> bool:
        """Whether a connection is being made or shakes hands, which ends without an event of the sandbox."""
        stale = [file for file, connection in self._by_file.items() if not connection.is_at(file)]
        for file in stale:
            del self._by_file[file]
        return any(connection.is_opening(file) for file, connection in self._by_file.items())

    def wait_for_openings(self) -> bool:
        """Waits, in real time, until all that are being opened have the next bytes of their handshakes, if many are.

        Which one has them first is a matter of chance. Returns whether it has waited.
        """
        opening = [(file, one) for file, one in self._by_file.items() if one.is_opening(file)]
        for file, one in opening if len(opening) > 1 else ():
            poll = _poll()
            poll.register(file, select.POLLIN if one.is_shaking_hands else select.POLLOUT)
            poll.poll(HANDSHAKE)
        return len(opening) > 1

    def rows(self) -> List[List[int]]:
        """For each connection its local port, the bytes sent and the bytes received."""
        for one in self._by_file.values():
            one.is_reported = True
        return [[one.port, one.sent, one.received] for one in self._by_file.values()]

    def kept(self) -> List[int]:
        """The local ports of connections that this process has from its parent and does not use."""
        return [one.port for file, one in self._inherited.items() if one.is_at(file)]

    def unread(self, reading: Collection[int]) -> List[int]:
        """The local ports of the connections that are not at these descriptors: no thread waits to read them."""
        return [one.port for file, one in self._by_file.items() if file not in reading]


def _peer(sock: socket.socket) -> int:
    """The process that listens at the other end of a Unix socket; 0 where that is not known."""
    if sock.family != getattr(socket, "AF_UNIX", None) or not hasattr(socket, "SO_PEERCRED"):
        return 0
    try:
        return CREDENTIALS.unpack(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size))[0]
    except OSError:
        return 0


def _place(address: Any) -> Any:
    """Where a listener is: the port of an IP address, or the path of a unix socket."""
    return address[1] if isinstance(address, tuple) else address
