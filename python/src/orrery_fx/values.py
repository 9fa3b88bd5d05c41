"""Durations, instants and fields, as requests write them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from .errors import InputError

#: ``"1h30m"`` (units ``us``, ``ms``, ``s``, ``m``, ``h``, ``d``, ``w``), or a timedelta.
Duration = str | timedelta
#: An RFC 3339 instant, or an aware datetime.
Instant = str | datetime


def duration_text(duration: Duration) -> str:
    """A duration as the server reads it. Raises ValueError for one that is not positive."""
    if isinstance(duration, str):
        return duration
    if duration <= timedelta(0):
        raise ValueError(f"A duration is longer than nothing, not {duration}")
    return f"{duration.days}d{duration.seconds}s{duration.microseconds}us"


def instant_text(instant: Instant) -> str:
    """An instant as RFC 3339 in UTC. Raises ValueError for a datetime without a time zone."""
    if isinstance(instant, str):
        return instant
    if instant.tzinfo is None:
        raise ValueError(f"The datetime {instant} has no time zone")
    utc = instant.astimezone(UTC).replace(tzinfo=None)
    return f"{utc.isoformat(timespec='microseconds')}Z"


def present(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def window_texts(window: Any) -> tuple[str, str]:
    """From and to of a window as RFC 3339. Raises InputError for what is no pair of instants with a zone."""
    if not isinstance(window, (tuple, list)) or len(window) != 2:
        raise InputError(f"window: must be a pair (from, to), was {window!r}")
    start, end = (_instant(each) for each in window)
    return start, end


def _instant(given: Any) -> str:
    if not isinstance(given, (str, datetime)):
        raise InputError(
            "window: must have texts such as 2024-03-04T00:00:00Z or datetimes with a zone, "
            f"one was {given!r}"
        )
    try:
        return instant_text(given)
    except ValueError as error:
        raise InputError(f"window: {error}") from None


def plain_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the engine takes them: numbers of numpy become plain. Raises InputError for NaN."""
    return {str(name): _plain_param(str(name), value) for name, value in params.items()}


def _plain_param(name: str, value: Any) -> Any:
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        raise InputError(f"params: {name}: must be a number, was {value}")
    if isinstance(value, (bool, int, float, str)):
        return value
    raise InputError(f"params: {name}: must be a number, a text, True or False, was {value!r}")
