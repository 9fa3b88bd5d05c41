"""The preload of `orrery exec` for Python: leads the broker's hosts to the sandbox and refuses every other host.

Under virtual time it also owns every wait of the program (the package `virtual`). It changes the standard library in
the running process only; the program's files stay as they are.
"""

from __future__ import annotations

import os

from . import guard, hosts, processes, trust, unsupported, watch
from .control import Control, Report
from .settings import read_settings


def start() -> None:
    """Installs everything that the environment asks for. Called once, before the program's first line."""
    settings = read_settings(os.environ)
    control = Control(settings)
    report = Report(control, settings.is_virtual)
    answer = control.hello()
    if settings.is_virtual:
        unsupported.check_interpreter(report)
    names = hosts.install(settings)
    guard.install(settings, report, names)
    trust.install(settings)
    processes.install()
    unsupported.watch_modules(report, settings.is_virtual)
    if settings.is_virtual:
        from . import virtual

        unsupported.watch_processes(report)
        virtual.install(virtual.Parts(settings, control, report, names), answer)
    else:
        watch.watch_run(control)
        _follow_forks(control)


def _follow_forks(control: Control) -> None:
    """A forked process says hello by a line of its own."""

    def begin_again() -> None:
        control.reopen()
        watch.watch_run(control)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=begin_again)
