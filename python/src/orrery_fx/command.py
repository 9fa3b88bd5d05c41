"""Where ``orrery`` is, and processes of it."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sysconfig
from pathlib import Path
from typing import IO, Any

from .errors import StartError
from .node import node_program

_PACKAGE = Path(__file__).resolve().parent
_IS_WINDOWS = os.name == "nt"
#: Wall seconds that a process has to end after it was asked to.
_ENDING_SECONDS = 15.0


def orrery_command(configured: str | None = None) -> list[str]:
    """The words that start ``orrery``.

    They are ``configured``, else ORRERY_COMMAND, else the engine of this package, else ``orrery`` on
    the path, else ``npx --yes orrery-fx``. Raises StartError when there is no Node.
    """
    written = configured or os.environ.get("ORRERY_COMMAND")
    if written:
        # On Windows a backslash is part of a path, and quotes are left around what they hold.
        words = [word.strip('"') for word in shlex.split(written, posix=not _IS_WINDOWS)]
        return [shutil.which(words[0]) or words[0], *words[1:]]
    program = _packaged_program()
    if program is not None:
        return [node_program(), str(program)]
    installed = shutil.which("orrery")
    if installed and Path(installed).parent != Path(sysconfig.get_path("scripts")):
        return [installed]
    npx = shutil.which("npx")
    if npx and shutil.which("node"):
        return [npx, "--yes", "orrery-fx"]
    raise StartError(
        "Orrery needs Node 20.19 or newer, and there is no `node` with `npx` on the path. Install "
        "Node, or name the command in ORRERY_COMMAND or in the ini option orrery_command."
    )


def engine_command() -> list[str]:
    """The words that start the engine of this package. Raises StartError when there is none."""
    if os.environ.get("ORRERY_COMMAND"):
        return orrery_command()
    program = _packaged_program()
    if program is None:
        raise StartError(
            "This installation of orrery-fx has no engine: install a wheel, or name the command of "
            "an Orrery of the same version in ORRERY_COMMAND."
        )
    return [node_program(), str(program)]


def _packaged_program() -> Path | None:
    """The program of the wheel, or of the checkout that this package lies in."""
    places = (_PACKAGE / "_engine", _PACKAGE.parents[2])
    programs = (place / "dist" / "bundle" / "main.js" for place in places)
    return next((program for program in programs if program.exists()), None)


def start_process(words: list[str], **options: Any) -> subprocess.Popen[str]:
    """Starts words in a process group of their own. Raises StartError when that fails."""
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=not _IS_WINDOWS,
            **options,
        )
    except OSError as error:
        raise StartError(f"`{words[0]}` cannot be started: {error}") from error


def end_process(process: subprocess.Popen[str]) -> None:
    """Ends a process that ``start_process`` started, with its children, and waits for it."""
    if process.poll() is None:
        _signal(process, kill=False)
        try:
            process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            _signal(process, kill=True)
    process.wait()


def _signal(process: subprocess.Popen[str], *, kill: bool) -> None:
    if _IS_WINDOWS:
        tree = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(tree, check=False, capture_output=True)
        return
    try:
        os.killpg(process.pid, signal.SIGKILL if kill else signal.SIGTERM)
    except ProcessLookupError:
        return


def said(file: IO[str]) -> str:
    """What a process has written to a file so far."""
    file.seek(0)
    return file.read()
