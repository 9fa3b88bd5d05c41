"""Tables of users as files that the engine reads, named by their content.

The engine keeps what it has read beside a file. So a table that was used before is neither written nor
read again, in another process too.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from ._extras import extra
from ._frames import BATCH_ROWS
from .errors import InputError

#: Bytes that the folder may take before files of other days are removed.
_MOST_BYTES: Final = 8_000_000_000
#: The largest file of a table that the engine reads.
_LARGEST: Final = 1_073_741_824
_DAY_SECONDS: Final = 86_400
_STORES: Final = ".orrery-cache"
_NAME_DIGITS: Final = 24
#: The instruments of tables that this process has given, by the paths of their files.
_given: dict[str, str] = {}


def cache_folder() -> Path:
    """The folder of tables: below XDG_CACHE_HOME, LOCALAPPDATA or ~/.cache."""
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(named) if named else Path.home() / ".cache") / "orrery" / "tables"


def table_file(instrument: str, table: Any, spare: Path) -> Path:
    """The file of a table of pyarrow, which is written where it is not there yet.

    Parameters
    ----------
    instrument
        Begins the name of the file.
    table
        Columns that are checked.
    spare
        The folder to take when that of the user cannot be written.
    """
    if table.nbytes > _LARGEST:
        raise InputError(
            f"{instrument}: the table has {table.nbytes} bytes, the most are {_LARGEST}: give a "
            "part of it, or the path of a CSV or Parquet file"
        )
    path = _written(f"{instrument}-{_digest(table)}.arrow", table, spare)
    _given[str(path)] = instrument
    return path


def told(message: str) -> str:
    """A message of the engine, with the instrument and the row of a table in place of its file."""
    for path, instrument in _given.items():
        if path not in message:
            continue
        for found in re.finditer(rf"{re.escape(path)}:(\d+)(?::\d+)?: ", message):
            message = message.replace(found[0], f"{instrument}: row {int(found[1]) - 1}: ")
        message = message.replace(path, f"the table of {instrument}")
        message = message.replace("round: true (--round)", "{'round': True} beside the table")
    return message


def _written(name: str, table: Any, spare: Path) -> Path:
    folder = cache_folder()
    path = folder / name
    if path.exists():
        return path
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(table, path)
    except OSError:
        path = spare / name
        _write(table, path)
        return path
    _tidy(folder, path)
    return path


def _digest(table: Any) -> str:
    """A digest of names, types and values; how the values are chunked does not matter."""
    names = table.schema.names
    with ThreadPoolExecutor(2) as pool:
        columns = list(pool.map(lambda name: _column_digest(table.column(name)), names))
    whole = hashlib.sha256()
    for field, digest in zip(table.schema, columns, strict=True):
        whole.update(f"{field.name} {field.type} ".encode())
        whole.update(digest)
    return whole.hexdigest()[:_NAME_DIGITS]


def _column_digest(column: Any) -> bytes:
    digest = hashlib.sha256()
    for chunk in column.chunks:
        for part in _parts(chunk):
            digest.update(part)
    return digest.digest()


def _parts(chunk: Any) -> Iterator[Any]:
    """The bytes of the values of a chunk."""
    validity, values = chunk.buffers()
    width = chunk.type.bit_width // 8
    if validity is not None and chunk.null_count > 0:
        yield chunk.is_null().to_numpy(zero_copy_only=False)
    yield values.slice(chunk.offset * width, len(chunk) * width)


def _write(table: Any, path: Path) -> None:
    arrow = extra("pyarrow", "a table")
    ipc = extra("pyarrow.ipc", "a table")
    handle, name = tempfile.mkstemp(prefix=".unfinished-", suffix=".arrow", dir=path.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        with arrow.OSFile(name, "wb") as sink, ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=BATCH_ROWS)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _tidy(folder: Path, kept: Path) -> None:
    """Removes the oldest tables of other days, with their stores, while all take too much."""
    files = sorted(folder.glob("*.arrow"), key=lambda path: path.stat().st_mtime)
    stores = folder / _STORES
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    for path in files:
        if size <= _MOST_BYTES:
            return
        info = path.stat()
        if path == kept or time.time() - info.st_mtime < _DAY_SECONDS:
            continue
        path.unlink(missing_ok=True)
        size -= info.st_size
        for store in stores.glob(f"{path.name}-*"):
            size -= sum(each.stat().st_size for each in store.iterdir())
            shutil.rmtree(store, ignore_errors=True)
