"""Packages that are needed for some features only: each is imported when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def extra(package: str, what_for: str) -> Any:
    """A package that the user may not have.

    Parameters
    ----------
    package
        Its name, which an extra of this package has too; for pyarrow it is ``pandas``, for gymnasium ``gym``.
    what_for
        What it is needed for, as the beginning of a sentence.

    Raises
    ------
    ImportError
        When it is missing; the message says how to install it.
    """
    try:
        return import_module(package)
    except ImportError as error:
        top = package.partition(".")[0]
        name = {"pyarrow": "pandas", "matplotlib": "notebook", "gymnasium": "gym"}.get(top, top)
        raise ImportError(f"{what_for} needs {top}: pip install 'orrery-fx[{name}]'", name=top) from error
