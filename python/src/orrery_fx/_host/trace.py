"""Errors as they cross: their words, and the calls of their traceback that are the user's own."""

from __future__ import annotations

import os
import sysconfig
import traceback
from collections.abc import Iterable
from types import CodeType, FrameType, TracebackType
from typing import Any

from ..strategy import StrategyError

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_STANDARD = os.path.realpath(sysconfig.get_paths()["stdlib"]) + os.sep
_PACKAGES = ("site-packages", "dist-packages")


def words_of(error: BaseException) -> str:
    """The type and the message, as a traceback ends; the message alone of a StrategyError."""
    if isinstance(error, StrategyError):
        return str(error)
    if isinstance(error, SystemExit):
        return f"called sys.exit({'' if error.code is None else error.code!r})"
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def crossing(error: BaseException) -> dict[str, Any]:
    """The error as the engine takes it."""
    calls = calls_of(_frames(error.__traceback__))
    if isinstance(error, SyntaxError) and error.filename and not calls:
        column = error.offset or 1
        place = {"file": error.filename, "line": error.lineno or 1, "column": column}
        return {"words": f"{type(error).__name__}: {error.msg}", "calls": [{"name": "", **place}]}
    return {"words": words_of(error), "calls": calls}


def stack_of(frame: FrameType | None) -> list[dict[str, Any]]:
    """The calls of a running frame."""
    frames = []
    while frame is not None:
        frames.append((frame.f_code, frame.f_lasti, frame.f_lineno))
        frame = frame.f_back
    return calls_of(reversed(frames))


def calls_of(frames: Iterable[tuple[CodeType, int, int]]) -> list[dict[str, Any]]:
    """The user's own calls, innermost first."""
    own = [
        {"name": code.co_qualname, "file": _path(code), "line": line, "column": _column(code, at)}
        for code, at, line in frames
        if _is_own(code.co_filename)
    ]
    return own[::-1]


def _frames(trace: TracebackType | None) -> Iterable[tuple[CodeType, int, int]]:
    while trace is not None:
        yield trace.tb_frame.f_code, trace.tb_lasti, trace.tb_lineno
        trace = trace.tb_next


def _is_own(file: str) -> bool:
    if file.startswith("<frozen"):
        return False
    path = os.path.realpath(file)
    is_packaged = any(folder in path for folder in _PACKAGES)
    return not (path.startswith((_PACKAGE, _STANDARD)) or is_packaged)


def _path(code: CodeType) -> str:
    """An absolute path; a cell of a notebook has a name of its own."""
    file = code.co_filename
    return file if file.startswith("<") else os.path.abspath(file)


def _column(code: CodeType, at: int) -> int:
    positions = list(code.co_positions())
    column = positions[at // 2][2] if 0 <= at // 2 < len(positions) else None
    return 1 if column is None else column + 1
