"""A server in a process of its own."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .command import end_process, orrery_command, said, start_process
from .control import Control
from .errors import StartError
from .scenario import Scenario, folder_flags, scenario_path
from .simulation import Simulation

#: Wall seconds that a server has to become ready; ``npx`` may have to install it first.
READY_SECONDS = 300.0
_POLL_SECONDS = 0.02
_FLAGS = ("--clock", "manual", "--port", "0", "--idle-timeout", "none", "--json")


class Server:
    """``orrery serve`` with a manual clock on a free port of 127.0.0.1.

    ``main`` is the simulation that it was started with, ``pid`` its process. As a context manager
    it stops itself.
    """

    def __init__(
        self,
        scenario: Scenario | None = None,
        *,
        command: Sequence[str] | None = None,
        flags: Sequence[str] = (),
        ready_within: float = READY_SECONDS,
    ) -> None:
        """Starts it, and waits until it is ready.

        ``scenario`` is a file or a dict, by default the quickstart of the package; ``flags`` are
        added to those of ``serve``. Raises StartError with what the server said when it does not
        become ready.
        """
        with ExitStack() as stack:
            stdout = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8"))
            self._stderr = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8"))
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="orrery-")))
            words = [*(command or orrery_command()), "serve", *_placed(scenario, folder)]
            words += [*_FLAGS, *flags]
            self._process = start_process(words, stdout=stdout, stderr=self._stderr, env=_environment())
            stack.callback(end_process, self._process)
            ready = self._ready(stdout, ready_within)
            self.url: str = ready["url"]
            self.stream_url: str = ready["streamUrl"]
            self.control = Control(self.url, ready["controlToken"])
            self.main = Simulation(self.control, ready["accounts"])
            self._held = stack.pop_all()

    @property
    def pid(self) -> int:
        """The id of the process that was started."""
        return self._process.pid

    def stop(self) -> None:
        """Ends the process, and waits for it. A second call does nothing."""
        self._held.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _ready(self, stdout: Any, within: float) -> dict[str, Any]:
        end = time.monotonic() + within
        while True:
            has_ended = self._process.poll() is not None
            first, newline, _ = said(stdout).partition("\n")
            if newline:
                return _read_ready(first)
            if has_ended:
                why = said(self._stderr).strip()
                raise StartError(f"The server ended with {self._process.returncode}: {why}")
            if time.monotonic() > end:
                raise StartError(f"The server was not ready within {within:g} s")
            time.sleep(_POLL_SECONDS)


def _placed(scenario: Scenario | None, folder: Path) -> list[str]:
    """The scenario and where others are found; without one ``serve`` takes the quickstart."""
    if scenario is None:
        return []
    others = ["--scenarios", str(Path.cwd())] if isinstance(scenario, Mapping) else []
    return [scenario_path(scenario, folder), *others, *folder_flags(scenario)]


def _environment() -> dict[str, str]:
    """That of the test, without tokens: those of a real account must not open a sandbox."""
    tokens = ("ORRERY_TOKEN", "ORRERY_CONTROL_TOKEN")
    return {name: value for name, value in os.environ.items() if name not in tokens}


def _read_ready(line: str) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = json.loads(line)
        return answer
    except ValueError:
        raise StartError(f"The server's first line is no ready line: {line}") from None
