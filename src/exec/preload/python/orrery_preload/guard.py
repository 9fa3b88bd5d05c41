"""The guard: refuses every address outside this machine, by name and by number, in every way the module socket has.

It listens to audit events, which the interpreter raises before it acts and which a program cannot switch off.
Loopback stays open: it is where the front, local databases and the program's own servers are. A proxy on loopback
could lead out, so the first bytes that the program sends to one are looked at (`proxies`).
"""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
from typing import Any, Callable, Dict

from . import proxies
from .control import Report
from .hosts import STAND_IN, Names
from .settings import Settings

LOCAL_NAMES = frozenset(("", "localhost", "localhost.localdomain", "ip6-localhost", STAND_IN))


def install(settings: Settings, report: Report, names: Names) -> None:
    """Starts the guard. It stays for the life of the process."""
    guard = _Guard(report, names)
    checks: Dict[str, Callable[[Any], None]] = {
        "socket.connect": lambda args: guard.address(args[1], "connect"),
        "socket.sendto": lambda args: guard.address(args[1], "udp"),
        "socket.sendmsg": lambda args: guard.address(args[1], "udp"),
        "socket.getaddrinfo": lambda args: guard.name(args[0], args[1], "getaddrinfo"),
        "socket.gethostbyname": lambda args: guard.name(args[0], None, "gethostbyname"),
        "socket.gethostbyaddr": lambda args: guard.name(args[0], None, "gethostbyaddr"),
        "socket.getnameinfo": lambda args: guard.name(args[0][0], None, "getnameinfo"),
    }

    def audit(event: str, args: Any) -> None:
        check = checks.get(event)
        if check is not None:
            check(args)

    sys.addaudithook(audit)
    _check_names_early(guard)
    proxies.install(settings.front_port, report)


def _check_names_early(guard: _Guard) -> None:
    """Checks the addresses of sockets before C code does, which asks a name server before it raises its event."""
    for method, how in (("connect", "connect"), ("connect_ex", "connect"), ("sendto", "udp"), ("sendmsg", "udp")):
        if hasattr(socket.socket, method):
            setattr(socket.socket, method, _checked(getattr(socket.socket, method), guard, how))


def _checked(real: Callable[..., Any], guard: _Guard, how: str) -> Callable[..., Any]:
    """Returns a method of sockets whose last argument, if it is an address, is checked first."""

    def checked(sock: socket.socket, *args: Any) -> Any:
        if args:
            guard.address(args[-1], how)
        return real(sock, *args)

    return checked


class _Guard:
    """Decides about one address or name. A refusal is the error that a network without a way out would give."""

    def __init__(self, report: Report, names: Names) -> None:
        self._report = report
        self._names = names

    def address(self, address: Any, how: str) -> None:
        """Checks the address of a connect or a datagram. Other families than IP stay on this machine."""
        is_ip = isinstance(address, tuple) and len(address) >= 2 and isinstance(address[0], (str, bytes))
        if is_ip and not _is_local(address[0]) and not self._names.is_front(address):
            sentence = self._report.refused(_shown(address[0], address[1]), how)
            raise PermissionError(errno.EACCES, sentence)

    def name(self, host: Any, port: Any, how: str) -> None:
        """Checks a name look-up, before it asks a name server."""
        if host is not None and not _is_local(host):
            sentence = self._report.refused(_shown(host, port), how)
            raise socket.gaierror(socket.EAI_FAIL, sentence)


def _is_local(host: Any) -> bool:
    """Whether a name or a number means this machine, without asking anybody."""
    text = _text(host).lower().rstrip(".")
    if text in LOCAL_NAMES:
        return True
    try:
        number = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(number, "ipv4_mapped", None)
    number = mapped or number
    return number.is_loopback or number.is_unspecified


def _shown(host: Any, port: Any) -> str:
    """An address as a person writes it."""
    return _text(host) if port in (None, 0, "") else f"{_text(host)}:{port}"


def _text(host: Any) -> str:
    return host.decode("ascii", "replace") if isinstance(host, (bytes, bytearray)) else str(host)
