"""Classes of strategies: found in a module, described to the engine, and made."""

from __future__ import annotations

import difflib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from ..strategy import HOOKS, Parameter, Strategy, StrategyError

#: The names of the hooks on the side of the engine.
_ENGINE_HOOKS = {
    name: "".join(part.title() if index else part for index, part in enumerate(name.split("_")))
    for name in HOOKS
}

#: Names of hooks in other libraries.
_ELSEWHERE = {
    "on_bar": "on_candle",
    "on_bars": "on_candles",
    "on_data": "on_candle",
    "on_quote_tick": "on_tick",
    "on_fill": "on_transaction",
    "on_order": "on_transaction",
    "on_trade": "on_transaction",
    "on_init": "on_start",
}


def load_class(path: str) -> type[Strategy]:
    """The class of the module at a path: the one that is its own, or the one that ``strategy`` names.

    The folder of the module is searched first for what it imports.
    """
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = Path(path).stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise StrategyError(f"{path} is no module of Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return class_of(module)


def describe(made_of: type[Strategy]) -> dict[str, Any]:
    """The parameters of a class, as a module of TypeScript exports them."""
    _check_names(made_of)
    found = {
        name: value.fields
        for owner in reversed(made_of.__mro__)
        for name, value in vars(owner).items()
        if isinstance(value, Parameter)
    }
    return {"parameters": found}


def make(made_of: type[Strategy], params: Mapping[str, Any]) -> tuple[Strategy, dict[str, Any]]:
    """A strategy with these values, and what the engine must know of it."""
    strategy = made_of.__new__(made_of)
    strategy.params = dict(params)
    strategy.__init__()  # type: ignore[misc]
    strategy.candles = [_kind(each) for each in strategy.candles]
    hooks = [_ENGINE_HOOKS[name] for name in HOOKS if getattr(made_of, name) is not getattr(Strategy, name)]
    candles = [{"instrument": name, "granularity": size} for name, size in strategy.candles]
    told = [name for name in ("on_candle", "on_candles") if _ENGINE_HOOKS[name] in hooks]
    if told and not candles:
        raise StrategyError(f'has {told[0]}, but names no candles: add candles = [("EUR_USD", "M1")]')
    wishes: dict[str, Any] = {"hooks": hooks, "warmUp": strategy.warm_up}
    if candles:
        wishes["candles"] = candles
    return strategy, wishes


def class_of(module: ModuleType) -> type[Strategy]:
    named = getattr(module, "strategy", None)
    if isinstance(named, type) and issubclass(named, Strategy):
        return named
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Strategy) and value.__module__ == module.__name__
    ]
    if len(own) == 1:
        return own[0]
    if not own:
        raise StrategyError("must have a class that derives from orrery_fx.Strategy")
    names = ", ".join(each.__name__ for each in own)
    raise StrategyError(f"has several strategies, {names}: name one, as in strategy = {own[0].__name__}")


def _check_names(made_of: type[Strategy]) -> None:
    seconds = made_of.hook_seconds
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds > 0:
        raise StrategyError(f"hook_seconds must be a number above 0, was {seconds!r}")
    for name in dir(made_of):
        for hook, of_engine in _ENGINE_HOOKS.items():
            if name == of_engine:
                raise StrategyError(f"has no hook {name}: did you mean {hook}?")
        if not name.startswith("on_") or name in HOOKS:
            continue
        near = _ELSEWHERE.get(name) or next(iter(difflib.get_close_matches(name, HOOKS, 1)), None)
        hint = f": did you mean {near}?" if near else f": the hooks are {', '.join(HOOKS)}"
        raise StrategyError(f"has no hook {name}{hint}")


def _kind(given: Any) -> tuple[str, str]:
    if isinstance(given, Mapping):
        given = (given.get("instrument"), given.get("granularity"))
    if isinstance(given, (tuple, list)) and len(given) == 2 and all(isinstance(part, str) for part in given):
        return (given[0], given[1])
    raise StrategyError(f'candles must be a list of kinds such as ("EUR_USD", "M1"), one was {given!r}')
