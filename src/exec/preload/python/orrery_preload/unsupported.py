"""What a run cannot hold: noticed when the program loads or uses it, and said, not guessed."""

from __future__ import annotations

import os
import select
import sys
from types import ModuleType

from .control import Report
from .loading import before_loading, when_loaded

OLDEST, NEWEST = (3, 9), (3, 13)

WALL = "without --virtual-time and with --as-of now"
# Modules that wait in real time, or past the module ssl: what virtual time cannot hold, with the reason.
HAVE_OWN_LOOPS = {
    "uvloop": f"its loop waits in real time; run the program on the loop of asyncio, or {WALL} --strict",
    "gevent": f"its loop waits in real time; replace gevent by threads or asyncio, or run the program {WALL}",
    "eventlet": f"its greenlets wait in real time; replace eventlet by threads or asyncio, or run the program {WALL}",
    "OpenSSL.SSL": "the bytes of pyOpenSSL cannot be counted; use the ssl module of Python",
}
# Modules that open sockets in C code, where neither the redirection nor the guard sees them.
HAVE_OWN_SOCKETS = {
    "uvloop": "libuv opens its sockets itself; run with --strict, or on the loop of asyncio",
    "pycurl": "libcurl opens its sockets itself; run with --strict, or use requests",
    "grpc": "gRPC opens its sockets itself; run with --strict",
}
# Modules that ask name servers from C code. A client falls back to the resolver of Python without them.
ASK_NAME_SERVERS = {"pycares": "it asks name servers itself; the resolver of Python serves in its place"}


def check_interpreter(report: Report) -> None:
    """Ends the program under virtual time if this interpreter is not one whose waits are known."""
    name, version = sys.implementation.name, "{}.{}.{}".format(*sys.version_info)
    if name != "cpython":
        report.unsupported(f"the interpreter {name}", "virtual time needs CPython")
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        supported = "{}.{} to {}.{}".format(*OLDEST, *NEWEST)
        report.unsupported(f"Python {version}", f"virtual time is known to hold for CPython {supported}")
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        report.unsupported(f"Python {version} without its lock", "its threads cannot take turns")
    if not hasattr(select, "poll"):
        report.unsupported(sys.platform, "virtual time needs poll of the operating system")
    if sys.flags.hash_randomization and not os.environ.get("PYTHONHASHSEED", "").isdigit():
        report.unsupported("a random hash seed", "sets would change order from run to run; set PYTHONHASHSEED=0")


def watch_modules(report: Report, is_virtual: bool) -> None:
    """Watches for modules that the run cannot hold."""
    cannot_hold = {**HAVE_OWN_SOCKETS, **(HAVE_OWN_LOOPS if is_virtual else {})}
    for name, why in cannot_hold.items():
        _say_when_loaded(report, name, why)
    for name, why in ASK_NAME_SERVERS.items():
        _hide(report, name, why)


def watch_processes(report: Report) -> None:
    """Watches for processes of multiprocessing, which are held where the system tells whether a process sleeps."""
    if not os.path.exists("/proc/self/stat"):
        when_loaded("multiprocessing.process", lambda module: _refuse_processes(module, report))


def _say_when_loaded(report: Report, name: str, why: str) -> None:
    before_loading(name, lambda: report.unsupported(name, why))


def _hide(report: Report, name: str, why: str) -> None:
    """Makes a module look as if it were not installed, which its users provide for."""

    def refuse() -> None:
        report.refused(f"the module {name}", "import")
        raise ImportError(f"orrery exec hides {name}: {why}")

    before_loading(name, refuse)


def _refuse_processes(module: ModuleType, report: Report) -> None:
    start = module.BaseProcess.start

    def noticed_start(process: object) -> None:
        report.unsupported("multiprocessing", "its processes are held on Linux only; run the program there")
        start(process)

    module.BaseProcess.start = noticed_start
