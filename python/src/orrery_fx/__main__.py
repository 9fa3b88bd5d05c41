"""The command line ``orrery``, with the engine of this package: ``python -m orrery_fx run s.yaml``."""

from __future__ import annotations

import os
import subprocess
import sys

from .command import engine_command
from .errors import StartError


def main() -> int:
    """Runs the engine with the words of this process; gives its exit code."""
    try:
        words = [*engine_command(), *sys.argv[1:]]
    except StartError as error:
        print(error, file=sys.stderr)
        return 2
    # Strategies in Python run in this Python, unless the user names another one.
    os.environ.setdefault("ORRERY_PYTHON", sys.executable)
    if os.name != "nt":
        os.execvp(words[0], words)
    return subprocess.call(words)


if __name__ == "__main__":
    sys.exit(main())
