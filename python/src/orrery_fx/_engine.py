"""The engine: one process of Node for this process of Python, which does one job at a time."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from ._host.channel import HEAD, Channel, ChannelClosedError
from ._host.one_core import SharedCore, share_core
from ._host.serve import Host
from ._table_cache import told
from .command import engine_command
from .errors import EngineError, InputError, StartError
from .messages import plain_message
from .strategy import Strategy, StrategyError

_IS_WINDOWS: Final = os.name == "nt"
_ENDING_SECONDS: Final = 5.0

#: Is told how far a job is: ticks that are done, and all of them.
OnProgress = Callable[[int, int], None]
#: Is given the parts of an answer that is too long for one frame.
OnData = Callable[[memoryview], None]


class Engine:
    """A running engine. A KeyboardInterrupt during a job ends it; the next job starts another."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """Starts it. Raises StartError when there is no Node, or no engine."""
        words = [*(command or engine_command()), "python"]
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
                # Ctrl-C is for this process, which then ends the engine.
                start_new_session=not _IS_WINDOWS,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise StartError(f"`{words[0]}` cannot be started: {error}") from error
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._said: list[str] = []
        threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True).start()
        self._channel = Channel(self._process.stdout.fileno(), self._process.stdin.fileno())
        self._classes: list[type[Strategy]] = []
        self._host = Host(self._channel, self._find)
        #: The core that this thread and that of the engine share during a run.
        self._core: SharedCore | None = None
        self._is_busy = False
        #: Held while a job is under way, by the thread of that id.
        self._turn = threading.Lock()
        self._owner: int | None = None
        self._dropped: list[int] = []
        self.pid = os.getpid()
        self.version: str = self.do("hello", {})["version"]

    @property
    def is_open(self) -> bool:
        """Whether it can take a job."""
        return self._process.poll() is None and self.pid == os.getpid()

    @property
    def is_busy(self) -> bool:
        """Whether a job is under way."""
        return self._is_busy

    def close(self) -> None:
        """Ends the engine, and waits for it."""
        if self.pid != os.getpid():
            return
        self._process.kill()
        self._process.wait(_ENDING_SECONDS)

    def do(
        self,
        verb: str,
        given: Mapping[str, Any],
        *,
        classes: Sequence[type[Strategy]] = (),
        on_progress: OnProgress | None = None,
        on_data: OnData | None = None,
    ) -> Any:
        """Does a job, and calls hooks of the classes meanwhile. Jobs of other threads wait for their turn.

        Raises InputError for bad input, StrategyError for a strategy that failed before its run began.
        """
        if self._owner == threading.get_ident():
            raise EngineError(
                "a run of the engine is under way in this thread: a hook cannot start another one"
            )
        with self._turn:
            self._owner = threading.get_ident()
            try:
                return self._do(verb, given, classes, on_progress, on_data)
            finally:
                self._owner = None

    def _do(
        self,
        verb: str,
        given: Mapping[str, Any],
        classes: Sequence[type[Strategy]],
        on_progress: OnProgress | None,
        on_data: OnData | None,
    ) -> Any:
        self._is_busy = True
        self._classes = list(classes)
        self._host.lane.error = None
        try:
            self._send(verb, given)
            return self._answer(on_progress, on_data)
        except ChannelClosedError:
            self._process.wait(_ENDING_SECONDS)
            raise EngineError(self._last_words()) from None
        except BaseException:
            if self._is_busy:
                # The engine waits for an answer that never comes, as after Ctrl-C in a hook.
                self.close()
            raise
        finally:
            self._is_busy = False
            if self._core is not None:
                self._core.give_up()
                self._core = None

    def _find(self, given: Mapping[str, Any]) -> type[Strategy]:
        if given["what"] == "load" and self._core is None:
            self._core = share_core(given.get("thread"), os.getpid())
        number: int = given["class"]
        return self._classes[number]

    def numbers(self, verb: str, given: Mapping[str, Any]) -> NDArray[np.float64]:
        """Does a job whose answer is numbers."""
        self._send(verb, given)
        return self._numbers()

    def forget(self, run: int) -> None:
        """Lets the engine drop a run. It is told so with the next job: this may be called at any time."""
        self._dropped.append(run)

    def _send(self, verb: str, given: Mapping[str, Any]) -> None:
        dropped, self._dropped = self._dropped, []
        self._channel.send_json(b"J", {"verb": verb, "given": given, "dropped": dropped})

    def step(self, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """Steps lanes of an environment; see ``lane-jobs.ts``."""
        self._channel.send(b"A", numbers.tobytes())
        return self._numbers()

    def _numbers(self) -> NDArray[np.float64]:
        try:
            data = self._channel.receive()
        except ChannelClosedError:
            self._process.wait(_ENDING_SECONDS)
            raise EngineError(self._last_words()) from None
        except BaseException:
            # Its answer would be taken for that of the next job.
            self.close()
            raise
        if data[HEAD - 1 : HEAD] == b"G":
            self._refuse(json.loads(data[HEAD:]))
        return np.frombuffer(data, "<f8", offset=HEAD)

    @property
    def hook_error(self) -> BaseException | None:
        """What a hook of the last job raised."""
        return self._host.lane.error

    def _answer(self, on_progress: OnProgress | None, on_data: OnData | None) -> Any:
        while True:
            data = self._channel.receive()
            kind = data[HEAD - 1 : HEAD]
            if kind == b"F":
                return json.loads(data[HEAD:])
            if kind == b"D":
                if on_data is not None:
                    on_data(memoryview(data)[HEAD:])
                continue
            if kind == b"P":
                if on_progress is not None:
                    on_progress(*json.loads(data[HEAD:]))
                continue
            if kind == b"G":
                self._is_busy = False
                self._refuse(json.loads(data[HEAD:]))
            self._host.take(data)

    def _refuse(self, refusal: Mapping[str, str]) -> None:
        message = plain_message(told(refusal["message"]))
        if refusal["kind"] == "bug":
            raise EngineError(message)
        error = self.hook_error
        if error is not None and not isinstance(error, StrategyError):
            raise StrategyError(message) from error
        raise InputError(message)

    def _listen(self, stderr: IO[bytes]) -> None:
        for line in stderr:
            text = line.decode("utf-8", "replace")
            self._said = [*self._said[-49:], text]
            sys.stderr.write(text)

    def _last_words(self) -> str:
        said = "".join(self._said).strip()
        return f"the engine ended with {self._process.returncode}{': ' if said else ''}{said}"


def _environment() -> dict[str, str]:
    """That of this process; strategies run in the same Python unless the user names another one."""
    own = {"ORRERY_PYTHON": sys.executable} if sys.executable else {}
    return {**own, **os.environ}


_shared: Engine | None = None


def engine() -> Engine:
    """The engine of this process; it is started when it is first needed."""
    global _shared
    if _shared is None or not _shared.is_open:
        _shared = Engine()
    return _shared


@atexit.register
def _end() -> None:
    if _shared is not None and _shared.is_open:
        _shared.close()
