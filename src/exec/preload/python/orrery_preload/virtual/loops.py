"""The event loops of asyncio: their waits are those of the module selectors.

A loop with work to do asks for files without waiting, and what it finds depends on how fast bytes come. It therefore
looks at files only once it has nothing else to do.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ..loading import when_loaded


def install() -> None:
    """Changes the loops when the program loads asyncio."""
    when_loaded("asyncio.selector_events", _change)


def _change(module: ModuleType) -> None:
    kind = module.BaseSelectorEventLoop
    begin = kind.__init__

    def begin_patiently(loop: Any, *args: Any, **kwargs: Any) -> None:
        begin(loop, *args, **kwargs)
        epoll = getattr(loop._selector, "_selector", None)
        if hasattr(epoll, "looks_at_once"):
            epoll.looks_at_once = False

    kind.__init__ = begin_patiently
