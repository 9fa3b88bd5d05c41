"""Ticks and bars of a run: files by their paths, or tables, which cross as Arrow files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ._frames import Kind, frame_of, is_frame
from ._table_cache import table_file
from .errors import InputError

#: A file, a table of pandas, polars or pyarrow, or a mapping of ``market:`` with one of them.
Source: TypeAlias = str | os.PathLike[str] | Mapping[str, Any] | Any

_KINDS: tuple[Kind, Kind] = ("ticks", "bars")


class Market:
    """Collects the market of a scenario, and the folders that its files lie in."""

    def __init__(self, folder: Path) -> None:
        self.entries: dict[str, dict[str, Any]] = {}
        self.folders: set[str] = set()
        self._folder = folder

    def add(self, kind: Kind, given: Mapping[str, Source]) -> None:
        """Adds instruments. Raises InputError for what is no source."""
        if not isinstance(given, Mapping):
            raise InputError(
                f'{kind}: must name the instrument, as in {{"EUR_USD": "EUR_USD.csv"}}, '
                f"was a {type(given).__name__}"
            )
        for instrument, source in given.items():
            if instrument in self.entries:
                raise InputError(f"{instrument}: has ticks and bars: give one of them")
            entry = dict(source) if isinstance(source, Mapping) else {kind: source}
            if kind not in entry:
                raise InputError(f"{instrument}: the mapping under {kind} needs a key {kind!r}")
            history = entry.get("history")
            if isinstance(history, Mapping):
                entry["history"] = self._with_path(instrument, dict(history))
            elif history is not None and history != "none":
                entry["history"] = self._source("ticks", instrument, history, {})["ticks"]
            self.entries[instrument] = self._with_path(instrument, entry)

    def _with_path(self, instrument: str, entry: dict[str, Any]) -> dict[str, Any]:
        """The entry with a path where it has a table."""
        for kind in _KINDS:
            if kind in entry:
                source = entry.pop(kind)
                entry |= self._source(kind, instrument, source, entry)
        return entry

    def _source(self, kind: Kind, instrument: str, source: Any, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The keys of a source; those of a table may have its granularity."""
        if isinstance(source, (str, os.PathLike)):
            path = Path(source).resolve()
            self.folders.add(str(path.parent))
            return {kind: str(path)}
        if not is_frame(source):
            raise InputError(
                f"{instrument}: must be a path or a table of pandas, polars or pyarrow, was a "
                f"{type(source).__name__}{_way_out(source)}"
            )
        frame = frame_of(kind, instrument, source, entry)
        path = table_file(instrument, frame.table, self._folder)
        self.folders.add(str(path.parent))
        made: dict[str, Any] = {kind: str(path)}
        if frame.granularity is not None:
            made["granularity"] = frame.granularity
        return made


def _way_out(source: object) -> str:
    name = type(source).__name__
    if name == "LazyFrame":
        return ": call .collect()"
    return ": give a frame with the columns time, bid and ask" if name == "Series" else ""
