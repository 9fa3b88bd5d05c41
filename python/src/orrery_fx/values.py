"""Durations, instants and fields, as requests write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

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
