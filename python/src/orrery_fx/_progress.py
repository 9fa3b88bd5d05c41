"""Progress of a job: a bar on a terminal, a line in a notebook, nothing elsewhere."""

from __future__ import annotations

import sys
import time
from typing import IO, Any, Final

from ._engine import OnProgress

#: A run that is over sooner shows nothing.
_QUIET_SECONDS: Final = 0.5
_PAUSE_SECONDS: Final = 0.1
_WIDTH: Final = 30
#: A rate below has a decimal.
_FEW: Final = 100
_NOTEBOOKS: Final = ("ZMQInteractiveShell",)


class Progress:
    """Shows how far a run is; ``close`` removes what it has shown."""

    def __init__(self, *, always: bool = False, stream: IO[str] | None = None, unit: str = "ticks") -> None:
        """``always`` shows it also where standard error is no terminal; ``unit`` names what is counted."""
        self._unit = unit
        self._stream = stream or sys.stderr
        self._display = _notebook_display()
        self.is_shown = always or self._display is not None or self._stream.isatty()
        self._handle: Any = None
        self._since = time.monotonic()
        self._next = self._since + _QUIET_SECONDS
        self._length = 0

    def __call__(self, done: int, total: int) -> None:
        """Is told how much is done, and how much there is."""
        now = time.monotonic()
        if not self.is_shown or now < self._next:
            return
        self._next = now + _PAUSE_SECONDS
        part = done / total if total else 1.0
        rate = done / (now - self._since)
        full = round(part * _WIDTH)
        digits = 0 if rate > _FEW else 1
        text = f"{'█' * full}{'·' * (_WIDTH - full)} {part:4.0%}  {rate:,.{digits}f} {self._unit}/s"
        if self._display is None:
            self._stream.write(f"\r{text.ljust(self._length)}")
            self._stream.flush()
            self._length = len(text)
        elif self._handle is None:
            self._handle = self._display({"text/plain": text}, raw=True, display_id=True)
        else:
            self._handle.update({"text/plain": text}, raw=True)

    def close(self) -> None:
        """Ends it."""
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)
        elif self._length > 0:
            self._stream.write(f"\r{' ' * self._length}\r")
            self._stream.flush()


class Told:
    """Tells the caller, and shows on the terminal or in the notebook, how far a job is."""

    def __init__(self, progress: bool | None, on_progress: OnProgress | None, unit: str) -> None:
        """``unit`` names what is counted."""
        self._shown: Progress | None = None
        if progress is not False and (progress is True or on_progress is None):
            made = Progress(always=progress is True, unit=unit)
            self._shown = made if made.is_shown else None
        self._on_progress = on_progress

    @property
    def is_needed(self) -> bool:
        """Whether anything is told or shown."""
        return self._shown is not None or self._on_progress is not None

    def __call__(self, done: int, total: int) -> None:
        """Is told how much is done, and how much there is."""
        if self._shown is not None:
            self._shown(done, total)
        if self._on_progress is not None:
            self._on_progress(done, total)

    def __enter__(self) -> Told:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown is not None:
            self._shown.close()


def _notebook_display() -> Any:
    """The function of IPython that displays, in a notebook only."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    if type(shell).__name__ not in _NOTEBOOKS:
        return None
    from IPython.display import display

    return display
