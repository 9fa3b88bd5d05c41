"""Properties of a user for `orrery campaign --suite`: the public functions of a module, asked about each run.

Reads a run a line from standard input, and answers with the properties that it breaks; lines of JSON. What a
property prints goes to standard error.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
import traceback
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, TextIO

SAYS_NO = "it does not hold"


def main(path: str) -> None:
    """Serves until the input ends. A fault of the module, or of a property, is the last word."""
    answers, sys.stdout = sys.stdout, sys.stderr
    try:
        checks = _checks_in(_loaded(path))
        _say(answers, names=list(checks))
        for line in sys.stdin:
            run = SimpleNamespace(**json.loads(line))
            _say(answers, broken=_broken(checks, run))
    except Exception as error:  # A user's code may raise anything.
        _say(answers, error=_words_of(error, path))


def _broken(checks: dict[str, FunctionType], run: SimpleNamespace) -> dict[str, str]:
    """The properties that a run breaks, each with its words. A failed assertion is an answer."""
    broken = {}
    for name, check in checks.items():
        try:
            answer = check(run)
        except AssertionError as error:
            answer = str(error) or SAYS_NO
        if answer is False:
            answer = SAYS_NO
        if isinstance(answer, str):
            broken[name] = answer
    return broken


def _loaded(path: str) -> ModuleType:
    sys.path.insert(0, str(Path(path).parent))
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot be loaded: {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def _checks_in(module: ModuleType) -> dict[str, FunctionType]:
    """The functions that the module itself has, but for those with an underscore, in their order."""
    return {
        name: value
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }


def _words_of(error: Exception, path: str) -> str:
    """The error with the line of the module that raised it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    place = f"line {lines[-1]}: " if lines else ""
    return f"{place}{type(error).__name__}: {error}"


def _say(answers: TextIO, **words: Any) -> None:
    answers.write(json.dumps(words) + "\n")
    answers.flush()


if __name__ == "__main__":
    main(sys.argv[1])
