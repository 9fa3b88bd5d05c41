"""Files that a module finds replaced while ``orrery audit`` runs it.

What opens a file of Python, and the readers of pandas, numpy, pyarrow and polars, open the replacement of
a path, by whichever name they reach it. What else reads one of the files is noticed: opening by code of
Python everywhere, anything at all on Linux, which tells who opened a file.
"""

from __future__ import annotations

import builtins
import ctypes
import fnmatch
import functools
import io
import os
import struct
import sys
import sysconfig
from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..strategy import StrategyError
from .other_future import alike

#: Functions that open paths by code of their own, by module; of a class, its ``__init__``.
_READERS: Final[Mapping[str, tuple[str, ...]]] = {
    "pyarrow": ("memory_map", "input_stream", "OSFile"),
    "pyarrow.csv": ("read_csv", "open_csv"),
    "pyarrow.dataset": ("dataset", "parquet_dataset"),
    "pyarrow.feather": ("read_table", "read_feather"),
    "pyarrow.ipc": ("open_file", "open_stream", "RecordBatchFileReader", "RecordBatchStreamReader"),
    "pyarrow.json": ("read_json", "open_json"),
    "pyarrow.orc": ("read_table", "ORCFile"),
    "pyarrow.parquet.core": (
        "read_table",
        "read_pandas",
        "read_metadata",
        "read_schema",
        "ParquetFile",
        "ParquetDataset",
    ),
    "polars": (
        "read_avro",
        "read_csv",
        "read_csv_batched",
        "read_excel",
        "read_ipc",
        "read_ipc_schema",
        "read_ipc_stream",
        "read_json",
        "read_lines",
        "read_ndjson",
        "read_parquet",
        "read_parquet_metadata",
        "read_parquet_schema",
        "scan_csv",
        "scan_ipc",
        "scan_lines",
        "scan_ndjson",
        "scan_parquet",
    ),
}
#: Arguments of readers that name files.
_SOURCES: Final = ("source", "path", "paths", "path_or_paths", "input_file", "where", "metadata_path", "file")
#: Modules that read files by code that is not Python's, and whose readers are not among these.
_OTHERS: Final = ("duckdb", "tables", "h5py", "datatable", "vaex", "cudf", "dask", "connectorx", "numexpr")
#: Endings of files that are loaded as code or with it.
_CODE: Final = (".py", ".pyc", ".so", ".pyd", ".dll", ".dylib", ".pth", "/strategy.pickle", ".zip")
_GLOB: Final = "*?["
#: Of inotify(7): not to block, not to be inherited, and the event of an opening.
_NONBLOCK, _CLOEXEC, _OPENED = 0o4000, 0o2000000, 0x20
_EVENT: Final = struct.Struct("iIII")
_ROOM: Final = 65_536
#: What starts another program, with the argument that names it.
_PROGRAMS: Final = {
    "subprocess.Popen": 1,
    "os.exec": 0,
    "os.posix_spawn": 0,
    "os.spawn": 1,
    "os.system": 0,
    "os.startfile": 0,
}

_Key = tuple[int, int]


class Exchange:
    """Files by their identity, which links and other names share, with their replacements.

    Owns what was opened and missed. It is installed once in a process, before the module is loaded.
    """

    def __init__(self, replacements: Mapping[str, str], at: int | None, seed: int) -> None:
        """``at`` is the instant in microseconds after which prices are others; None when none are."""
        self.at = at
        self.seed = seed
        #: What the module has and no exchange reaches, in words.
        self.unseen: list[str] = []
        self.opened: set[str] = set()
        self._missed: set[str] = set()
        self._classes: dict[type[Any], type[Any]] = {}
        self._files: dict[_Key, tuple[str, str]] = {}
        for original, replacement in replacements.items():
            key = _key_of(original)
            if key is None:
                continue
            if at is not None and replacement != original:
                replacement = alike(original, replacement, at, seed)
            self._files[key] = (original, replacement)
        self._watch, self._watched = (-1, {}) if at is None else _watch(replacements)

    def install(self) -> None:
        """Has readers open replacements from now on."""
        for owner, name in ((builtins, "open"), (os, "open")):
            opener = getattr(owner, name)
            _put(opener, self._opening(opener), sys.modules.values())
        assert io.open is builtins.open
        for name in _READERS:
            if name in sys.modules:
                self._patch(sys.modules[name])
        sys.meta_path.insert(0, _Patching(self._patch))
        sys.addaudithook(self._hear)

    def path_of(self, given: Any) -> Any:
        """What to open in place of ``given``: the replacement when it names one of the files."""
        if not isinstance(given, (str, bytes, os.PathLike)):
            return given
        file = self._files.get(_key_of(given) or (0, 0))
        if file is None:
            return given
        original, replacement = file
        self.opened.add(original)
        return replacement

    def openings(self) -> dict[str, Any]:
        """What was opened so far, as the engine takes it."""
        missed = sorted(self._missed.union(self._noticed()))
        readers = [name for name in _OTHERS if name in sys.modules]
        return {
            "opened": sorted(self.opened),
            "missed": missed,
            "readers": readers,
            "unseen": list(dict.fromkeys(self.unseen)),
        }

    def _opening(self, opener: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(opener)
        def opening(file: Any, *rest: Any, **named: Any) -> Any:
            return opener(self.path_of(file), *rest, **named)

        return opening

    def _patch(self, module: ModuleType) -> None:
        for name in _READERS[module.__name__]:
            reader = getattr(module, name, None)
            if reader is None:
                continue
            package = module.__name__.partition(".")[0]
            own = [each for key, each in list(sys.modules.items()) if key.partition(".")[0] == package]
            if isinstance(reader, type):
                _put(reader, self._class(reader), own)
            else:
                _put(reader, self._reading(reader), own)

    def _reading(self, reader: Callable[..., Any]) -> Callable[..., Any]:
        name = f"{reader.__module__.partition('.')[0]}.{reader.__name__}"

        @functools.wraps(reader)
        def reading(*given: Any, **named: Any) -> Any:
            return reader(*self._first(name, given), **self._named(name, named))

        return reading

    def _class(self, reader: type[Any]) -> type[Any]:
        """A class like ``reader`` that opens replacements; instances of ``reader`` are its instances."""
        name = f"{reader.__module__.partition('.')[0]}.{reader.__name__}"
        exchange = self

        class Kind(type(reader)):  # type: ignore[misc]
            def __call__(cls, *given: Any, **named: Any) -> Any:
                if cls is not exchange._classes.get(reader):
                    return super().__call__(*given, **named)
                return reader(*exchange._first(name, given), **exchange._named(name, named))

            def __instancecheck__(cls, value: Any) -> bool:
                return isinstance(value, reader)

        self._classes[reader] = Kind(reader.__name__, (reader,), {"__doc__": reader.__doc__})
        return self._classes[reader]

    def _first(self, reader: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Arguments of which the first one may name files, as it does for every reader."""
        return (self._source(reader, given[0]), *given[1:]) if given else given

    def _named(self, reader: str, named: dict[str, Any]) -> dict[str, Any]:
        return {key: self._source(reader, each) if key in _SOURCES else each for key, each in named.items()}

    def _source(self, reader: str, given: Any) -> Any:
        """An argument of a reader. Raises StrategyError for several files that are not named."""
        if isinstance(given, list):
            return [self._source(reader, each) for each in given]
        if not isinstance(given, (str, os.PathLike)):
            return given
        self._check(reader, os.fspath(given))
        if _key_of(given) not in self._files:
            self._note(os.fspath(given), os.O_RDONLY)
        return self.path_of(given)

    def _check(self, reader: str, path: Any) -> None:
        if not isinstance(path, str) or not path:
            return
        whole = os.path.realpath(_plain(path))
        is_folder = Path(whole).is_dir()
        if not is_folder and not any(mark in path for mark in _GLOB):
            return
        for original, _ in self._files.values():
            inside = original.startswith(whole + os.sep) if is_folder else fnmatch.fnmatch(original, whole)
            if inside:
                raise StrategyError(
                    f"{reader} reads {original} by {path}, and an audit can exchange only files that are "
                    "named one by one"
                )

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Takes note of openings that found no replacement, of other files, and of other programs."""
        if event == "open" and isinstance(given[0], (str, bytes)):
            file = self._files.get(_key_of(given[0]) or (0, 0))
            if file is None:
                self._note(given[0], given[2])
            elif self.at is not None and file[0] != file[1]:
                self._missed.add(file[0])
        elif event in _PROGRAMS and self._watch < 0 and sys.platform != "linux":
            self.unseen.append(f"what the program {_program(given[_PROGRAMS[event]])} reads")

    def _note(self, path: str | bytes, flags: int) -> None:
        """Takes note of a file that may have later prices and is none of the scenario's."""
        name = os.fsdecode(path)
        if flags & (os.O_WRONLY | os.O_RDWR) or name.endswith(_CODE):
            return
        whole = os.path.realpath(name)
        if Path(whole).is_file() and not whole.startswith(_own_folders()):
            self.unseen.append(f"the file {name}")

    def _noticed(self) -> list[str]:
        """The files that were opened in spite of their replacement, where the system tells it."""
        try:
            data = os.read(self._watch, _ROOM) if self._watch >= 0 else b""
        except BlockingIOError:
            return []
        found = []
        at = 0
        while at < len(data):
            number, _, _, length = _EVENT.unpack_from(data, at)
            found.append(self._watched[number])
            at += _EVENT.size + length
        return found


#: That of this process, once it is installed.
_installed: Exchange | None = None


def install(given: Mapping[str, Any]) -> None:
    """Installs the exchange that the engine asks for."""
    global _installed
    _installed = Exchange(given["replacements"], given.get("at"), given["seed"])
    _installed.install()


def running_exchange() -> Exchange | None:
    """The exchange of this process; None outside of audits."""
    return _installed


class _Patching:
    """Patches the modules of readers once they are loaded."""

    def __init__(self, patch: Callable[[ModuleType], None]) -> None:
        self._patch = patch

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The spec of a module with readers, which patches them; None for other modules."""
        if name not in _READERS:
            return None
        for finder in sys.meta_path:
            if finder is self:
                continue
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                self._wrap(spec)
                return spec
        return None

    def _wrap(self, spec: ModuleSpec) -> None:
        loader: Any = spec.loader
        run = loader.exec_module

        def exec_module(module: ModuleType) -> None:
            run(module)
            self._patch(module)

        loader.exec_module = exec_module


def _put(old: Any, new: Any, modules: Any) -> None:
    """Has every name of a value in these modules mean another one."""
    for module in list(modules):
        names = getattr(module, "__dict__", None)
        if not isinstance(names, dict):
            continue
        for name, value in list(names.items()):
            if value is old:
                names[name] = new


def _key_of(path: Any) -> _Key | None:
    """What names of one file share."""
    try:
        found = Path(_plain(os.fsdecode(path))).stat()
    except (OSError, ValueError, TypeError):
        return None
    return (found.st_dev, found.st_ino)


def _plain(path: str) -> str:
    """A path as readers take it: a home folder may be named by ``~``, and a file by its address."""
    plain = path.removeprefix("file://")
    return str(Path(plain).expanduser()) if plain.startswith("~") else plain


def _watch(paths: Mapping[str, str]) -> tuple[int, dict[int, str]]:
    """A descriptor that shows openings of the files, and their numbers there; -1 where there is none."""
    numbers: dict[int, str] = {}
    if sys.platform != "linux":
        return -1, numbers
    try:
        system = ctypes.CDLL(None, use_errno=True)
        descriptor: int = system.inotify_init1(_NONBLOCK | _CLOEXEC)
        for path in paths:
            numbers[system.inotify_add_watch(descriptor, os.fsencode(path), _OPENED)] = path
    except (OSError, AttributeError):
        return -1, numbers
    return descriptor, numbers


def _program(given: Any) -> str:
    """The program of a command, as its words or one text."""
    first = given[0] if isinstance(given, (list, tuple)) and given else given
    words = os.fsdecode(first).split() if isinstance(first, (str, bytes, os.PathLike)) else []
    return words[0] if words else str(first)


@functools.cache
def _own_folders() -> tuple[str, ...]:
    """Folders whose files are part of Python, its packages or the system."""
    places = {*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, os.path.dirname(__file__)}
    system = ("/proc", "/sys", "/dev", "/etc", "/usr/share", "/usr/lib")
    return tuple(os.path.realpath(place) + os.sep for place in (*places, *system))
