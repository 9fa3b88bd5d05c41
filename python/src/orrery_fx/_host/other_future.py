"""Other prices after an instant, for tables and for files that are tables: the audit's other future.

The rule is that of ``src/core/feed/scramble.ts``: the same times, and moves that are multiplied at
random. A second column of prices keeps its distance from the first one.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..strategy import StrategyError

#: What moves are multiplied by; 1 would leave a move as it was.
_FACTORS: Final = (-2, -1, 0, 2)
#: The least and the greatest price, in those of the last price that stays.
_LEAST, _GREATEST = 0.5, 2.0
_GZIP: Final = b"\x1f\x8b"
_PARQUET: Final = b"PAR1"
_ARROW: Final = b"ARROW1"
_NUMBERS: Final = "iuf"


def other_columns(columns: Mapping[str, NDArray[Any]], first: int, seed: int) -> dict[str, NDArray[Any]]:
    """The columns with other values from row ``first`` on, at least 1. All have the same length."""
    factors: NDArray[Any] | None = None
    found: dict[str, NDArray[Any]] = {}
    lead: tuple[NDArray[Any], NDArray[Any]] | None = None
    for name, values in columns.items():
        if not 0 < first < len(values):
            found[name] = values
            continue
        if factors is None:
            random = np.random.default_rng(seed)
            factors = random.choice(np.array(_FACTORS), len(values) - first)
        was = values.astype(np.float64)
        if lead is not None and _is_like(was, lead[0]):
            now = was + (lead[1] - lead[0])
        else:
            now = _moved(was, first, factors)
            lead = lead or (was, now)
        found[name] = now.astype(values.dtype)
    return found


def alike(original: str, replacement: str, at: int, seed: int) -> str:
    """A file with other prices in the form of the original; ``replacement`` is one in Orrery's own form.

    Raises StrategyError for a form that cannot be written.
    """
    with Path(original).open("rb") as file:
        start = file.read(len(_ARROW))
    if start.startswith((_PARQUET, _ARROW)):
        return _other_table(original, replacement, at, seed, is_parquet=start.startswith(_PARQUET))
    if _header(original) != _header(replacement):
        raise StrategyError(
            f"reads {original}, and an audit writes its other prices as {_header(replacement)}: "
            "read a file with these columns, a Parquet or an Arrow file"
        )
    return replacement


def _moved(was: NDArray[Any], first: int, factors: NDArray[Any]) -> NDArray[Any]:
    now = was.copy()
    moves = np.nan_to_num(np.diff(was[first - 1 :])) * factors
    base = was[first - 1] if np.isfinite(was[first - 1]) else 0.0
    least, greatest = sorted((float(base * _LEAST), float(base * _GREATEST)))
    now[first:] = np.clip(base + np.cumsum(moves), least, greatest)
    now[np.isnan(was)] = np.nan
    return now


def _is_like(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two columns are prices of one market."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = one / other
    return bool(np.all((ratios > _LEAST) & (ratios < _GREATEST) | np.isnan(ratios)))


def _other_table(original: str, replacement: str, at: int, seed: int, *, is_parquet: bool) -> str:
    try:
        import pyarrow
        from pyarrow import feather, parquet
    except ImportError:
        raise StrategyError(
            f"reads {original}, for which an audit needs pyarrow: pip install pyarrow"
        ) from None
    with Path(original).open("rb") as file:
        table = parquet.read_table(file) if is_parquet else feather.read_table(file)
    times = next((name for name in table.column_names if _is_time(table.schema.field(name).type)), None)
    if times is None:
        raise StrategyError(f"reads {original}, and an audit needs a column of timestamps in it")
    micros = table[times].cast(pyarrow.timestamp("us", table.schema.field(times).type.tz))
    first = int(np.searchsorted(np.asarray(micros.cast(pyarrow.int64())), at, "right"))
    numbers = {
        name: np.asarray(table[name])
        for name in table.column_names
        if table[name].null_count == 0 and _is_number(table.schema.field(name).type)
    }
    for name, values in other_columns(numbers, max(1, first), seed).items():
        place = table.column_names.index(name)
        table = table.set_column(place, table.schema.field(name), pyarrow.array(values))
    target = f"{replacement}.{os.getpid()}"
    if is_parquet:
        parquet.write_table(table, target)
    else:
        feather.write_feather(table, target, compression="uncompressed")
    return target


def _is_time(kind: Any) -> bool:
    return str(kind).startswith("timestamp")


def _is_number(kind: Any) -> bool:
    return str(kind).lstrip("u") in ("int8", "int16", "int32", "int64", "float", "double")


def _header(path: str) -> str:
    with Path(path).open("rb") as file:
        is_zipped = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        if not is_zipped:
            return file.readline().decode("utf-8", "replace").strip()
        with gzip.GzipFile(fileobj=file) as unzipped:
            return unzipped.readline().decode("utf-8", "replace").strip()
