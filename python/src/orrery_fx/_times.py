"""Times as texts: RFC 3339 with nine fraction digits, as the engine writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def instant_of(micros: float) -> datetime:
    """The instant so many microseconds after 1970, with UTC."""
    return _EPOCH + timedelta(microseconds=micros)


def rfc3339(micros: float) -> str:
    """The text of an instant in microseconds since 1970."""
    instant = instant_of(micros)
    return f"{instant:%Y-%m-%dT%H:%M:%S}.{instant.microsecond:06d}000Z"


def micros_of(text: str) -> float:
    """The microseconds since 1970 of a text of the engine."""
    seconds, fraction = text[:19], text[20:26]
    since = datetime.fromisoformat(f"{seconds}+00:00") - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + int(fraction)
