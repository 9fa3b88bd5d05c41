"""Writes the scenario of a class of strategies, for the engine to read."""

from __future__ import annotations

import ast
import inspect
import json
import linecache
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
    except (OSError, TypeError):
        path = None
    if path is not None and path.endswith(".py") and Path(path).exists():
        return Path(path).resolve()
    own = folder / "strategy.py"
    own.write_text(_source_of(strategy), encoding="utf-8")
    return own


def _source_of(strategy: type[Strategy]) -> str:
    """The text of a class. Python does not find that of a class of a cell, but that of its methods."""
    try:
        return inspect.getsource(strategy)
    except (OSError, TypeError):
        methods = [each for each in vars(strategy).values() if inspect.isfunction(each)]
    text = "".join(linecache.getlines(methods[0].__code__.co_filename)) if methods else ""
    try:
        classes = [each for each in ast.parse(text).body if isinstance(each, ast.ClassDef)]
    except SyntaxError:
        # A cell may have commands of IPython.
        return text
    own = [ast.get_source_segment(text, each) for each in classes if each.name == strategy.__name__]
    return f"{own[-1]}\n" if own else f"# {strategy.__qualname__}\n"
