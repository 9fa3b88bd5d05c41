"""Messages of the engine in the words of Python: places of files that this package wrote mean nothing."""

from __future__ import annotations

import re
from typing import Final

#: A place in a file that this package wrote, or in what became a flag of the command line.
_WRITTEN: Final = re.compile(r"^\S*orrery-\w+[/\\](?:scenario|study)\.json(?::\d+)*: ", re.MULTILINE)
_FLAG: Final = re.compile(r"^--(from|to|param|seed)(?::\d+)*: ", re.MULTILINE)
_NAMES: Final = {"from": "window", "to": "window", "param": "params", "seed": "seed"}
_HOOK: Final = re.compile(r"\bon(Start|Tick|Candles|Candle|Transaction|Timer|Event|Stop) at (?=\d{4}-)")


def plain_message(message: str) -> str:
    """The message without such places, and with the names that hooks have in Python."""
    message = _FLAG.sub(lambda found: f"{_NAMES[found[1]]}: ", _WRITTEN.sub("", message))
    return _HOOK.sub(lambda found: f"on_{found[1].lower()} at ", message)
