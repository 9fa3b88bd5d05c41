"""A scenario as the command line takes it: a file, or a dict that is written to a folder."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

#: A file, or the fields of a scenario file as a dict. In a dict, ticks may be rows of time, bid and
#: ask, and paths start at the current folder.
Scenario = str | Path | Mapping[str, Any]

_DEFAULTS = {"version": 1, "name": "test"}
#: The keys of a scenario that name files.
_FILES = ("ticks", "bars", "history", "calendar", "use")


def scenario_path(scenario: Scenario, folder: Path) -> str:
    """The path of a scenario; a dict and its rows of ticks are written to ``folder``."""
    if not isinstance(scenario, Mapping):
        # The program that runs in it may run in another folder.
        return str(Path(scenario).resolve()) if Path(scenario).exists() else str(scenario)
    market = {
        name: _with_tick_file(name, fields, folder)
        for name, fields in dict(scenario.get("market", {})).items()
    }
    document = _with_whole_paths({**_DEFAULTS, **scenario, "market": market})
    path = folder / "scenario.json"
    path.write_text(json.dumps(document, default=str), encoding="utf-8")
    return str(path)


def folder_flags(scenario: Scenario) -> list[str]:
    """The flags by which a scenario that was a dict may name files of the current folder."""
    return ["--allow-path", str(Path.cwd())] if isinstance(scenario, Mapping) else []


def _with_tick_file(name: str, fields: Any, folder: Path) -> Any:
    """The fields of an instrument, whose rows of ticks now stand in a file."""
    if not isinstance(fields, Mapping) or not isinstance(fields.get("ticks"), (list, tuple)):
        return fields
    others = {key: value for key, value in fields.items() if key != "ticks"}
    if not fields["ticks"]:
        return others
    path = folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["time", "bid", "ask"])
        rows.writerows(fields["ticks"])
    return {**others, "ticks": str(path)}


def _with_whole_paths(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {
            key: str(Path(each).absolute())
            if key in _FILES and isinstance(each, str) and Path(each).is_file()
            else _with_whole_paths(each)
            for key, each in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_with_whole_paths(each) for each in value]
    return value
