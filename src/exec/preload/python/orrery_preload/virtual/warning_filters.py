"""Warnings of libraries about the clock: true of simulated time, and said once.

urllib3 warns at each new connection that the system's time is wrong, if it lies before the release of urllib3.
"""

from __future__ import annotations

import sys
import warnings
from types import ModuleType

from ..loading import when_loaded


def install() -> None:
    """Changes the filters of warnings when the program loads urllib3, which asks to show each of its own."""
    when_loaded("urllib3", _show_once)


def _show_once(module: ModuleType) -> None:
    # The way to treat warnings that a user has set by -W or PYTHONWARNINGS stays.
    if not sys.warnoptions:
        warnings.simplefilter("once", module.exceptions.SystemTimeWarning)
