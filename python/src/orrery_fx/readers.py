"""Readers of ticks, candles and ledgers, as tables."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ._engine import engine
from .errors import InputError
from .ledger import read_ledger
from .market_data import Market, Source
from .result import _TRANSACTIONS
from .tables import Column, ColumnTable, Kind, RowTable, Table
from .values import instant_text, present

_LEDGER: Final = "ledger.ndjson"
_KINDS: Final[dict[str, Kind]] = {
    "time": "time",
    "volume": "whole",
    "complete": "flag",
    "bid_volume": "whole",
    "ask_volume": "whole",
}


def read_ticks(
    path: str | os.PathLike[str],
    *,
    instrument: str | None = None,
    layout: str | None = None,
    time_zone: str | None = None,
    volumes: str | None = None,
    on_bad_row: str | None = None,
) -> ColumnTable:
    """The ticks of a file or folder of any layout that Orrery reads.

    Parameters
    ----------
    path
        CSV, Parquet, Feather, Dukascopy and others, also packed.
    instrument
        In any spelling; from the name of the file when absent.
    layout
        Name of a layout; found by the content when absent.
    time_zone
        Of times without an offset.
    volumes
        ``"units"`` or ``"millions"``.
    on_bad_row
        ``"skip"`` leaves bad rows out.

    Returns
    -------
    ColumnTable
        ``time``, ``bid``, ``ask``, and where the file has them ``bid_volume``, ``ask_volume``; each
        is an array of numpy too (``ticks.bid``).

    Raises
    ------
    InputError
        With file, line and rule.
    """
    options = present(
        instrument=instrument,
        layout=layout,
        timeZone=time_zone,
        volumes=volumes,
        onBadRow=on_bad_row,
    )
    return _table("ticks", "ticks", {"path": _path(path), "options": options})


def read_candles(
    ticks: Source,
    granularity: str = "S5",
    *,
    price: str = "M",
    instrument: str | None = None,
    start: str | datetime | None = None,
    end: str | datetime | None = None,
    count: int | None = None,
    smooth: bool | None = None,
    daily_alignment: int | None = None,
    alignment_timezone: str | None = None,
    weekly_alignment: str | None = None,
) -> ColumnTable:
    """Candles of ticks, as v20's endpoint makes them.

    Parameters
    ----------
    ticks
        The path of a file of ticks, or a table of them, which needs ``instrument``.
    granularity
        ``"S5"`` to ``"M"``.
    price
        One or more of the letters M, B and A.
    instrument
        In any spelling; from the name of the file when absent.
    start, end
        RFC 3339 or aware datetimes; ``end`` is exclusive.
    count
        The most candles, from ``start`` on, or up to ``end`` without it; all when absent.
    smooth
        Whether a candle opens at the close of the one before.
    daily_alignment, alignment_timezone, weekly_alignment
        As v20 has them.

    Returns
    -------
    ColumnTable
        ``time``, ``volume``, ``complete``, and for each price ``mid_o``, ``mid_h``, ``mid_l``,
        ``mid_c`` (``bid_``, ``ask_``).
    """
    request = present(
        granularity=granularity,
        price=price,
        count=count,
        smooth=smooth,
        dailyAlignment=daily_alignment,
        alignmentTimezone=alignment_timezone,
        weeklyAlignment=weekly_alignment,
        **{"from": None if start is None else instant_text(start)},
        to=None if end is None else instant_text(end),
    )
    options = present(instrument=instrument)
    if isinstance(ticks, (str, os.PathLike)):
        job = {"path": _path(ticks), "options": options, "request": request}
        return _table("candles", "candles", job)
    if instrument is None:
        raise InputError("candles of a table need its instrument: instrument='EUR_USD'")
    folder = Path(tempfile.mkdtemp(prefix="orrery-"))
    try:
        market = Market(folder)
        market.add("ticks", {instrument: ticks})
        path = market.entries[instrument]["ticks"]
        return _table("candles", "candles", {"path": path, "options": options, "request": request})
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def read_transactions(path: str | os.PathLike[str]) -> Table:
    """The ledger of a run as a table.

    Parameters
    ----------
    path
        ``ledger.ndjson``, or the folder of a run that has one.

    Raises
    ------
    ValueError
        With the line that is no transaction.
    """
    given = Path(path)
    rows = read_ledger(given / _LEDGER if given.is_dir() else given)
    return RowTable("transactions", lambda: rows, _TRANSACTIONS)


class _Receiver:
    """Puts columns together that come in pieces."""

    def __init__(self) -> None:
        self.columns: dict[str, NDArray[Any]] = {}
        self._names: list[str] = []
        self._filled: list[int] = []
        self._next = 0

    def __call__(self, data: memoryview) -> None:
        if not self._names:
            head: Mapping[str, Any] = json.loads(bytes(data))
            rows = head["rows"]
            self.columns = {name: np.empty(rows, kind) for name, kind in head["columns"].items()}
            self._names = list(self.columns)
            self._filled = [0 for _ in self._names]
            return
        at = self._next
        column = self.columns[self._names[at]]
        piece = np.frombuffer(data, column.dtype)
        start = self._filled[at]
        column[start : start + len(piece)] = piece
        self._filled[at] += len(piece)
        self._next = (at + 1) % len(self._names)


def _table(name: str, verb: str, job: Mapping[str, Any]) -> ColumnTable:
    receiver = _Receiver()
    facts = engine().do(verb, job, on_data=receiver)
    precision: int = facts["precision"]
    columns = []
    for each, values in receiver.columns.items():
        kind = _KINDS.get(each, "decimal")
        if kind == "time":
            columns.append(Column(each, kind, values.astype(np.int64).view("datetime64[us]")))
        elif kind == "decimal":
            columns.append(Column(each, kind, values, precision))
        else:
            columns.append(Column(each, kind, values.astype(bool) if kind == "flag" else values))
    return ColumnTable(f"{name} of {facts['instrument']}", columns)


def _path(path: str | os.PathLike[str]) -> str:
    return str(Path(path).resolve())
