"""Child processes: each loads the preload too, even if the program gives it an environment of its own."""

from __future__ import annotations

import os
from types import ModuleType
from typing import Any, Dict, Mapping

from .loading import when_loaded
from .settings import PLACE

KEPT_PREFIX = "ORRERY_"
KEPT = ("PYTHONPATH", "PYTHONHASHSEED", "NODE_OPTIONS")


def install() -> None:
    """Changes the module subprocess when the program loads it."""
    names = [name for name in os.environ if name.startswith(KEPT_PREFIX) or name in KEPT]
    kept = {name: os.environ[name] for name in names if name != PLACE}
    when_loaded("subprocess", lambda module: _change(module, kept))


def _change(module: ModuleType, kept: Mapping[str, str]) -> None:
    start = module.Popen.__init__

    def start_with_preload(process: Any, *args: Any, **kwargs: Any) -> None:
        if kwargs.get("env") is not None:
            kwargs["env"] = _with(kept, kwargs["env"])
        start(process, *args, **kwargs)

    module.Popen.__init__ = start_with_preload


def _with(kept: Mapping[str, str], given: Mapping[Any, Any]) -> Dict[Any, Any]:
    """The given environment with the run's variables. Paths that the program adds stay behind the preload's."""
    names = {os.fsdecode(name) for name in given}
    environment = dict(given)
    for name, value in kept.items():
        if name not in names or name.startswith(KEPT_PREFIX):
            environment[name] = value
    if "PYTHONPATH" in names and "PYTHONPATH" in kept:
        folder = kept["PYTHONPATH"].partition(os.pathsep)[0]
        own = os.fsdecode(given.get("PYTHONPATH", given.get(b"PYTHONPATH", "")))
        if folder not in own.split(os.pathsep):
            environment["PYTHONPATH"] = folder + os.pathsep + own
    return environment
