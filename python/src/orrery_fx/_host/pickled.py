"""Loads a class that another process has pickled beside a module (``orrery_fx._carried``)."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

from ..strategy import StrategyError


def load_pickled(module: str) -> Any:
    """The class beside a module. Raises StrategyError when another version of Python pickled it."""
    with Path(module).with_suffix(".pickle").open("rb") as file:
        prepare(pickle.load(file))
        return pickle.load(file)


def prepare(head: dict[str, Any]) -> None:
    """Has modules found where the other process found them."""
    theirs, own = tuple(head["python"]), sys.version_info[:2]
    if theirs != own:
        raise StrategyError(
            f"was pickled by Python {_text(theirs)}, and {sys.executable} is {_text(own)}: "
            "ORRERY_PYTHON must name the Python that runs orrery_fx"
        )
    sys.path.extend(path for path in head["paths"] if path not in sys.path)


def _text(version: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in version)
