"""Ledgers: their hash, what matches in them, and the first difference between two."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Protocol

from .types import Transaction


class HasLedger(Protocol):
    """A simulation, or the run of a bot."""

    @property
    def ledger_hash(self) -> str:
        """``sha256:<hex>``."""

    def ledger(self) -> list[Transaction]:
        """The transactions of all accounts, oldest first."""


#: Counts requests, also those that changed nothing.
_UNCOMPARED = "requestID"
_TOLD = ("instrument", "units", "price", "reason", "rejectReason")


def matching(ledger: Sequence[Transaction], **fields: Any) -> list[Transaction]:
    """The transactions that have all these fields. Decimals are compared as numbers."""
    return [
        each
        for each in ledger
        if all(name in each and _is_same(each[name], value) for name, value in fields.items())
    ]


def read_ledger(path: str | Path) -> list[Transaction]:
    """The transactions of a file in the form of ledger.ndjson. Raises ValueError with the line."""
    ledger = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        try:
            ledger.append(json.loads(line))
        except ValueError:
            raise ValueError(f"{path}:{number} is not a transaction: not JSON") from None
    return ledger


def ledger_difference(expected: Sequence[Transaction], actual: Sequence[Transaction]) -> str | None:
    """The first transaction that differs, with its fields; None for ledgers that are the same.

    Request ids are not compared.
    """
    for at in range(max(len(expected), len(actual))):
        was = expected[at] if at < len(expected) else None
        now = actual[at] if at < len(actual) else None
        changes = [] if was is None or now is None else list(_changes(was, now))
        if was is not None and now is not None and not changes:
            continue
        place = f"Transaction {at + 1} differs ({len(expected)} expected, {len(actual)} there):"
        sides = [f"  - {_told(was)}", f"  + {_told(now)}"]
        return "\n".join([place, *sides, *(f"    {each}" for each in changes)])
    return None


def assert_ledger(subject: HasLedger, golden: str | Path, *, update: bool = False) -> None:
    """The ledger is that of the file ``golden``; AssertionError names the first difference.

    ``update`` writes the file, as ORRERY_UPDATE=1 does. A file that is not there is written, except
    under CI.
    """
    path = Path(golden)
    ledger = subject.ledger()
    replaces = update or os.environ.get("ORRERY_UPDATE") == "1"
    if not path.exists() and not replaces and os.environ.get("CI"):
        raise AssertionError(f"There is no ledger {path}; run with --orrery-update to write it")
    if replaces or not path.exists():
        _write(path, ledger)
        return
    difference = ledger_difference(read_ledger(path), ledger)
    if difference is not None:
        raise AssertionError(
            f"The ledger differs from {path} (- expected, + there).\n{difference}\n"
            "If it is meant to differ, run with --orrery-update."
        )


def assert_ledger_hash(subject: HasLedger, expected: str, *, golden: str | Path | None = None) -> None:
    """The hash of the ledger is ``sha256:<hex>``, to the byte.

    With ``golden``, the ledger of that hash as a file, AssertionError names the first transaction
    that differs.
    """
    actual = subject.ledger_hash
    if actual == expected:
        return
    ledger = subject.ledger()
    if golden is None:
        why = "The last transactions are:\n" + "\n".join(f"  {_told(each)}" for each in ledger[-5:])
    else:
        difference = ledger_difference(read_ledger(golden), ledger)
        why = difference or f"But for request ids the ledger is that of {golden}."
    raise AssertionError(f"The hash of the ledger is {actual}, not {expected}.\n{why}")


def _write(path: Path, ledger: Sequence[Transaction]) -> None:
    """Writes the file as a whole, because another test may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n" for each in ledger)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    unfinished.write_bytes(text.encode())
    unfinished.replace(path)


def _changes(was: Any, now: Any, path: str = "") -> Iterator[str]:
    if isinstance(was, list) and isinstance(now, list):
        was, now = dict(enumerate(was)), dict(enumerate(now))
    if not (isinstance(was, dict) and isinstance(now, dict)):
        if was != now:
            yield f"{path} {_text(was)} -> {_text(now)}"
        return
    for name in {**was, **now}:
        if name != _UNCOMPARED:
            below = f"{path}.{name}" if path else str(name)
            yield from _changes(was.get(name), now.get(name), below)


def _text(value: Any) -> str:
    if value is None:
        return "(absent)"
    return value if isinstance(value, str) else json.dumps(value)


def _told(transaction: Transaction | None) -> str:
    """A transaction in one line: id, time, type and what matters of it."""
    if transaction is None:
        return "(no transaction)"
    names = ("id", "time", "type", *_TOLD)
    return " ".join(str(transaction[name]) for name in names if name in transaction)


def _is_same(actual: Any, expected: Any) -> bool:
    if actual == expected:
        return True
    if isinstance(actual, str) and isinstance(expected, (str, int, float, Decimal)):
        try:
            return Decimal(actual) == Decimal(str(expected))
        except InvalidOperation:
            return False
    return False
