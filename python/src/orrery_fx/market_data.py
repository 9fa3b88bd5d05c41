"""Ticks and bars of a run: files by their paths, or tables, which cross as Arrow files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Union

from .errors import InputError

#: A file, a table of pandas, polars or pyarrow, or a mapping of ``market:`` with one of them.
Source = Union[str, os.PathLike[str], Mapping[str, Any], Any]
Kind = Literal["ticks", "bars"]


class Market:
    """Collects the market of a scenario, and the folders that its files lie in."""

    def __init__(self, folder: Path) -> None:
        self.entries: dict[str, dict[str, Any]] = {}
        self.folders: set[str] = set()
        self._folder = folder

    def add(self, kind: Kind, given: Mapping[str, Source]) -> None:
        """Adds instruments. Raises InputError for what is no source."""
        for instrument, source in given.items():
            if isinstance(source, Mapping):
                entry = dict(source)
                entry[kind] = self._path(instrument, entry.get(kind))
            else:
                entry = {kind: self._path(instrument, source)}
            self.entries[instrument] = entry

    def _path(self, instrument: str, source: Any) -> str:
        if isinstance(source, (str, os.PathLike)):
            path = Path(source).resolve()
            self.folders.add(str(path.parent))
            return str(path)
        raise InputError(f"{instrument}: must be a path or a table, was a {type(source).__name__}")
