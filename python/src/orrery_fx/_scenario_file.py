"""Writes the scenario of a class of strategies, for the engine to read."""

from __future__ import annotations

import inspect
import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from .errors import InputError
from .market_data import Market
from .strategy import Strategy

_SCENARIO: Final = "scenario.json"
#: Keys whose value is a path.
_PATHS: Final = ("ticks", "bars", "use")


def check_strategy(strategy: type[Any]) -> None:
    """Raises InputError for a class that is no strategy."""
    if not issubclass(strategy, Strategy):
        raise InputError(f"{strategy.__name__} must derive from orrery_fx.Strategy")


def write_scenario(
    folder: Path,
    strategy: type[Strategy],
    use: Mapping[str, Any],
    *,
    market: Market,
    accounts: Sequence[Mapping[str, Any]],
    keys: Mapping[str, Any],
) -> Path:
    """Writes a scenario. ``use`` is its ``strategy:``, ``keys`` are further keys of it.

    Files of the folder are named from there, so that the text is the same in any folder.
    """
    document: dict[str, Any] = {
        "version": 1,
        "name": plain_name(strategy.__name__),
        "market": {name: _named_from(folder, entry) for name, entry in market.entries.items()},
        **keys,
        "strategy": _named_from(folder, use),
    }
    if accounts:
        document["accounts"] = list(accounts)
    path = folder / _SCENARIO
    path.write_text(json.dumps(document, default=str), encoding="utf-8")
    return path


def _named_from(folder: Path, entry: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: os.path.relpath(value, folder) if key in _PATHS and Path(value).is_relative_to(folder) else value
        for key, value in entry.items()
    }


def plain_name(name: str) -> str:
    """A name as scenarios have them: ``GridTrader`` is ``grid-trader``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", "-", name).strip("-").lower()
    return re.sub(r"[^a-z0-9-]", "", words) or "strategy"


def source_module(strategy: type[Strategy], folder: Path) -> Path:
    """The file of a class that this process runs; of a class of a notebook, a file with its source."""
    try:
        path = inspect.getsourcefile(strategy)
    except TypeError:
        path = None
    if path is not None and path.endswith(".py") and Path(path).exists():
        return Path(path).resolve()
    own = folder / "strategy.py"
    try:
        own.write_text(inspect.getsource(strategy), encoding="utf-8")
    except (OSError, TypeError):
        own.write_text(f"# {strategy.__qualname__}\n", encoding="utf-8")
    return own
