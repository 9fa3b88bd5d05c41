"""Keeps this process and the thread of the engine on one core, where the system can.

They take turns, so the other core would only have to be woken: that takes longer than a hook. A library
that computes in threads of its own would be kept there too, so the core is given up when one is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

#: Libraries that start threads when they are first used, which then run where this thread may.
_THREADED: Final = frozenset(
    [
        "torch",
        "tensorflow",
        "jax",
        "sklearn",
        "xgboost",
        "lightgbm",
        "catboost",
        "numba",
        "onnxruntime",
        "polars",
        "joblib",
    ]
)


def share_core(engine_thread: int | None, lane: int) -> SharedCore | None:
    """Puts both on one core; different lanes on different ones.

    Does nothing where the system has no such call, on one core, with ORRERY_PIN=off, and when a library
    with threads of its own is loaded already.
    """
    if sys.platform != "linux" or engine_thread is None or os.environ.get("ORRERY_PIN") == "off":
        return None
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2 or not _THREADED.isdisjoint(sys.modules):
        return None
    core = {cores[lane % len(cores)]}
    if not _move(engine_thread, core):
        return None
    _move(0, core)
    return SharedCore(engine_thread, cores)


def _move(thread: int, cores: set[int] | list[int]) -> bool:
    try:
        os.sched_setaffinity(thread, cores)
    except OSError:
        return False
    return True


class SharedCore(MetaPathFinder):
    """A core that is shared. It sees imports, finds nothing, and is given up at that of such a library."""

    def __init__(self, engine_thread: int, cores: list[int]) -> None:
        """``cores`` are those that both had before."""
        self._engine_thread = engine_thread
        self._cores = cores
        self._is_held = True
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Sees an import before it is made."""
        if name in _THREADED:
            # It stays in the list: the import that is under way would miss the finder after it.
            self._free()
        return None

    def give_up(self) -> None:
        """Gives both all cores again. A second call does nothing."""
        self._free()
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def _free(self) -> None:
        if self._is_held:
            self._is_held = False
            _move(self._engine_thread, self._cores)
            _move(0, self._cores)
