"""Takes a class of strategies to processes that run it: as the file it stands in, or as a pickle.

A class of a module is named by its file, which each process loads. A class of a notebook or of
``__main__`` has no file that can be loaded without running it: cloudpickle takes the class itself.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from ._host.classes import class_of
from .errors import InputError
from .strategy import Strategy, StrategyError

_MODULE: Final = "strategy.py"
_PICKLE: Final = "strategy.pickle"
_TEXT: Final = '''"""The strategy {name}, which orrery_fx pickled beside this file.

sha256 {digest}
"""

from orrery_fx._host.pickled import load_pickled

strategy = load_pickled(__file__)
'''
#: Names of files of cells have the number of the process.
_CELL: Final = re.compile(rb"ipykernel_\d+")
_INSTALL: Final = "`pip install 'orrery-fx[notebook]'`"


def carried_module(strategy: type[Strategy], folder: Path) -> Path:
    """The path of a module that gives the class to another process; made in ``folder`` if need be.

    Raises InputError when the class cannot be taken there.
    """
    module = _importable(strategy)
    if module is None:
        return write_module(strategy, folder, _by_value(strategy))
    path = Path(str(module.__file__)).resolve()
    if module.__name__ == path.stem and _is_found(module, strategy):
        return path
    # A class of a package, or one of several: its reference, and what its module says.
    sources = path.read_bytes()
    return write_module(strategy, folder, pickle.dumps(strategy), sources)


def write_module(
    strategy: type[Strategy], folder: Path, pickled: bytes, sources: bytes = b"", **parts: Any
) -> Path:
    """Writes a pickle and the module that loads it, whose digest covers ``sources`` too.

    ``parts`` are what the pickle leaves out: columns, tables, and what no exchange reaches.
    """
    head = {
        "python": sys.version_info[:2],
        "paths": [path for path in sys.path if path],
        "columns": [],
        "tables": [],
        "unseen": [],
        **parts,
    }
    with (folder / _PICKLE).open("wb") as file:
        pickle.dump(head, file)
        file.write(pickled)
    digest = hashlib.sha256(_lasting(pickled) + sources).hexdigest()
    module = folder / _MODULE
    module.write_text(_TEXT.format(name=strategy.__qualname__, digest=digest), encoding="utf-8")
    return module


def cloudpickle_for(strategy: type[Strategy]) -> Any:
    """The package cloudpickle. Raises InputError that says how to do without."""
    try:
        import cloudpickle
    except ImportError:
        raise InputError(
            f"{strategy.__qualname__} is a class of this session, which other processes cannot "
            f"import: {_INSTALL}, or put the class into a file and import it"
        ) from None
    return cloudpickle


def refusal(strategy: type[Strategy], error: BaseException) -> InputError:
    """What is said of a class that cannot be pickled: the names that it uses and that cannot be."""
    found = [
        f"{name} ({type(why).__name__}: {why})"
        for name, value in used_names(strategy).items()
        if (why := _fault_of(strategy, value)) is not None
    ]
    what = ", ".join(found) or f"{type(error).__name__}: {error}"
    return InputError(
        f"{strategy.__qualname__} cannot be taken to another process, because it uses what cannot "
        f"be pickled: {what}; make it in on_start, or put the class into a file and import it"
    )


def used_names(strategy: type[Strategy]) -> dict[str, Any]:
    """What the functions of a class find outside of it, by name, with what those functions find."""
    found: dict[str, Any] = {}
    for owner in strategy.__mro__:
        if owner not in (Strategy, object):
            _add_names(owner, found)
    return found


def _add_names(value: Any, found: dict[str, Any]) -> None:
    for function in _functions_of(value):
        code = function.__code__
        names: dict[str, Any] = {
            name: function.__globals__[name]
            for name in sorted(_names_of(code))
            if name in function.__globals__
        }
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=False):
            try:
                names[name] = cell.cell_contents
            except ValueError:
                continue
        for index, default in enumerate(function.__defaults__ or ()):
            names[f"default {index + 1} of {function.__name__}"] = default
        for name, used in names.items():
            if name in found:
                continue
            found[name] = used
            if is_of_session(used):
                _add_names(used, found)
    if isinstance(value, type):
        for name, attribute in vars(value).items():
            if not name.startswith("__") and not _functions_of(attribute):
                found.setdefault(f"{value.__name__}.{name}", attribute)


def _functions_of(value: Any) -> list[FunctionType]:
    if isinstance(value, FunctionType):
        return [value]
    if isinstance(value, (staticmethod, classmethod)):
        return _functions_of(value.__func__)
    if isinstance(value, property):
        return [each for each in (value.fget, value.fset) if isinstance(each, FunctionType)]
    if isinstance(value, type):
        inner = (each for each in vars(value).values() if not isinstance(each, type))
        return [function for each in inner for function in _functions_of(each)]
    return []


def _names_of(code: CodeType) -> set[str]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*(_names_of(each) for each in inner))


def is_of_session(value: Any) -> bool:
    """Whether a function or class is of this session, so that what it uses goes with it."""
    return isinstance(value, (FunctionType, type)) and _importable(value) is None


def _importable(value: Any) -> ModuleType | None:
    """The module from which a process can import a value; None for one of this session."""
    name = getattr(value, "__module__", None)
    module = sys.modules.get(name) if isinstance(name, str) else None
    if module is None or name == "__main__" or not getattr(module, "__file__", None):
        return None
    found: Any = module
    for part in value.__qualname__.split("."):
        found = getattr(found, part, None)
    return module if found is value else None


def _is_found(module: ModuleType, strategy: type[Strategy]) -> bool:
    """Whether loading the file of the module gives this class."""
    try:
        return class_of(module) is strategy
    except StrategyError:
        return False


def _by_value(strategy: type[Strategy]) -> bytes:
    cloudpickle = cloudpickle_for(strategy)
    try:
        pickled: bytes = cloudpickle.dumps(strategy)
    except Exception as error:
        raise refusal(strategy, error) from error
    return pickled


def _fault_of(strategy: type[Strategy], value: Any) -> BaseException | None:
    try:
        cloudpickle_for(strategy).dumps(value)
    except Exception as error:
        return error
    return None


def _lasting(pickled: bytes) -> bytes:
    """The bytes without what differs from process to process although the class is the same."""
    for name in _trackers():
        pickled = pickled.replace(name.encode(), b"")
    return _CELL.sub(b"ipykernel", pickled)


def _trackers() -> Iterable[str]:
    """The names that cloudpickle gives to classes of a session, drawn at random."""
    package = sys.modules.get("cloudpickle.cloudpickle")
    named: Mapping[Any, str] = getattr(package, "_DYNAMIC_CLASS_TRACKER_BY_CLASS", {})
    return list(named.values())
