"""Acts when the program loads a module, so that what it never loads costs nothing."""

from __future__ import annotations

import importlib.abc
import sys
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional

Action = Callable[[ModuleType], None]


def when_loaded(name: str, action: Action) -> None:
    """Calls `action(module)` once the module `name` has run, at once if it has already."""
    module = sys.modules.get(name)
    if module is not None:
        action(module)
    else:
        _finder().actions.setdefault(name, []).append(action)


def before_loading(name: str, action: Callable[[], None]) -> None:
    """Calls `action()` when the program first asks for the module `name`. It may raise ImportError."""
    _finder().early.setdefault(name, []).append(action)


class _Finder(importlib.abc.MetaPathFinder):
    """Stands before the other finders and lets them find."""

    def __init__(self) -> None:
        self.actions: Dict[str, List[Action]] = {}
        self.early: Dict[str, List[Callable[[], None]]] = {}

    def find_spec(self, name: str, path: Any, target: Optional[ModuleType] = None) -> Any:
        if name not in self.actions and name not in self.early:
            return None
        spec = self._spec_of_others(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        for early in self.early.get(name, ()):
            early()
        actions = self.actions.pop(name, [])
        if actions:
            spec.loader.exec_module = _then(spec.loader.exec_module, actions)
        return spec

    def _spec_of_others(self, name: str, path: Any, target: Optional[ModuleType]) -> Any:
        for finder in sys.meta_path:
            find_spec = getattr(finder, "find_spec", None)
            spec = find_spec(name, path, target) if find_spec and finder is not self else None
            if spec is not None:
                return spec
        return None


def _then(run: Callable[[ModuleType], None], actions: List[Action]) -> Callable[[ModuleType], None]:
    """Runs a module, then the actions."""

    def run_then_act(module: ModuleType) -> None:
        run(module)
        for action in actions:
            action(module)

    return run_then_act


def _finder() -> _Finder:
    """The one finder of this process, put first when it is first needed."""
    for finder in sys.meta_path:
        if isinstance(finder, _Finder):
            return finder
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    return finder
