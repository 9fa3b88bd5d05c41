"""The control line: JSON lines between the program and `orrery exec`, and what the program's user is told."""

from __future__ import annotations

import _socket
import json
import os
import sys
from functools import partial
from typing import Any, Dict, List, NoReturn, Optional, Set, Tuple

from .settings import Settings

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

RUN_OVER = 75  # EX_TEMPFAIL of sysexits.h: `orrery exec` has ended the run
UNAVAILABLE = 69  # EX_UNAVAILABLE of sysexits.h: the program uses what the run cannot hold
ANOTHER_USER = (
    "orrery exec: this program runs as another user than orrery exec and may not open its control socket, so it is not "
    "started; run orrery exec itself as that user"
)
PIECE = 65536
# Those of the system: others of a forked process wait by turns.
_exit, _read, _write = os._exit, os.read, os.write
LOWEST_FILE = 100


class Control:
    """One connection to `orrery exec`. It uses the C socket, which no patch of the preload changes."""

    def __init__(self, settings: Settings) -> None:
        self._address = settings.control
        self._own_fields = {"token": settings.token, "started": settings.started}
        self._turns = {"takesTurns": settings.is_virtual}
        self._place = settings.place
        self._rest = b""
        self._connect()

    def _connect(self) -> None:
        family = _socket.AF_UNIX if isinstance(self._address, str) else _socket.AF_INET
        sock = _socket.socket(family, _socket.SOCK_STREAM)
        try:
            sock.connect(self._address)
        except PermissionError:
            print(ANOTHER_USER, file=sys.stderr)
            leave(UNAVAILABLE)
        if fcntl is None:
            self._file, self._receive, self._send_some = sock.fileno(), sock.recv, sock.send
            return
        # A bare descriptor stays open until the process is gone, whatever the interpreter tears down before; and this
        # one is out of the way of programs that count on low numbers.
        self._file = fcntl.fcntl(sock.fileno(), fcntl.F_DUPFD_CLOEXEC, LOWEST_FILE)
        self._receive, self._send_some = partial(_read, self._file), partial(_write, self._file)

    def fileno(self) -> int:
        return self._file

    def say(self, kind: str, **fields: Any) -> None:
        """Sends one line. Its fields are JSON values. A closed control line ends the program."""
        self._send({"say": kind, **fields})

    def _send(self, message: Dict[str, Any]) -> None:
        rest = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            while rest:
                rest = rest[self._send_some(rest) :]
        except OSError:
            end_with_run()

    def hello(self) -> Dict[str, Any]:
        """Registers this process. Returns the answer (`now`, `last`), after which `orrery exec` holds it."""
        fields = {
            "pid": os.getpid(),
            "version": "{}.{}.{}".format(*sys.version_info),
            "program": _program(),
            "place": self._place,
            **self._turns,
            **{name: value for name, value in self._own_fields.items() if value is not None},
        }
        self._send({"say": "hello", "kind": "python", **fields})
        return self.read()[0]

    def read(self) -> List[Dict[str, Any]]:
        """Waits for at least one line and returns what has come. The end of the line ends the program."""
        lines: List[bytes] = []
        while not lines:
            try:
                piece = self._receive(PIECE)
            except OSError:
                piece = b""
            if not piece:
                end_with_run()
            *lines, self._rest = (self._rest + piece).split(b"\n")
        return [json.loads(line) for line in lines]

    def reopen(self, place: str = "") -> Dict[str, Any]:
        """Gives a forked process a line of its own, and its place. Its parent keeps the old one."""
        os.close(self._file)
        self._rest = b""
        self._place = place
        self._connect()
        return self.hello()


class Report:
    """What the preload tells: each thing once, by the control line and by a sentence on standard error."""

    def __init__(self, control: Control, is_virtual: bool) -> None:
        self._control = control
        self._is_virtual = is_virtual
        self._told: Set[Tuple[str, str]] = set()

    def refused(self, what: str, how: str) -> str:
        """Reports a host that the program asked for and does not get. Returns the sentence."""
        sentence = f"orrery exec refuses {what} ({how}): only the broker's hosts lead to the sandbox"
        if (what, how) not in self._told:
            self._told.add((what, how))
            self._control.say("refused", what=what, how=how)
            print(sentence, file=sys.stderr, flush=True)
        return sentence

    def unsupported(self, what: str, why: str) -> None:
        """Reports what the run cannot hold. Under virtual time the program ends with exit code 69."""
        if ("unsupported", what) not in self._told:
            self._told.add(("unsupported", what))
            self._control.say("unsupported", what=what, why=why)
            print(f"orrery exec does not support {what}: {why}", file=sys.stderr, flush=True)
        if self._is_virtual:
            leave(UNAVAILABLE)


def end_with_run() -> NoReturn:
    """Ends the program because the run is over."""
    leave(RUN_OVER)


def leave(code: int) -> NoReturn:
    """Ends the process at once, whichever thread asks, after writing out what the program has printed."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            pass
    _exit(code)


def _program() -> str:
    """Names the program. Before its first line `sys.argv` may be missing; `sys.orig_argv` is there from 3.10 on."""
    words = getattr(sys, "orig_argv", None) or _command_line() or getattr(sys, "argv", [])
    for word, following in zip(words[1:], words[2:] + [""]):
        if word in ("-m", "-c"):
            return following if word == "-m" else "-c"
        if not word.startswith("-"):
            return os.path.basename(word)
    return "python"


def _command_line() -> List[str]:
    """The words of the command as Linux keeps them; empty elsewhere."""
    try:
        with open("/proc/self/cmdline", "rb") as file:
            return [word.decode(errors="replace") for word in file.read().split(b"\0")[:-1]]
    except OSError:
        return []
