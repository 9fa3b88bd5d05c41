"""Golden ledgers, and the first difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from orrery_fx import assert_ledger, assert_ledger_hash, ledger_difference, matching, read_ledger
from orrery_fx.types import Transaction

FILL = {"id": "4", "requestID": "7", "time": "T1", "type": "ORDER_FILL", "price": "1.10"}
CREATE = {"id": "1", "requestID": "1", "time": "T0", "type": "CREATE"}


class Held:
    """A ledger with a hash that a test gives it."""

    def __init__(self, ledger: list[Transaction], ledger_hash: str = "sha256:b") -> None:
        self.ledger_hash = ledger_hash
        self._ledger = ledger

    def ledger(self) -> list[Transaction]:
        return self._ledger


def test_the_first_transaction_that_differs_is_told() -> None:
    changed = {**FILL, "price": "1.11", "units": {"a": ["1", "2"]}}
    difference = ledger_difference([CREATE, FILL], [CREATE, changed, FILL]) or ""
    assert difference.splitlines() == [
        "Transaction 2 differs (2 expected, 3 there):",
        "  - 4 T1 ORDER_FILL 1.10",
        "  + 4 T1 ORDER_FILL {'a': ['1', '2']} 1.11",
        "    price 1.10 -> 1.11",
        '    units (absent) -> {"a": ["1", "2"]}',
    ]
    assert "(no transaction)" in (ledger_difference([CREATE], []) or "")
    assert ledger_difference([FILL], [{**FILL, "requestID": "8"}]) is None


def test_a_golden_is_written_once_and_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    golden = tmp_path / "goldens" / "entry.ledger.ndjson"
    monkeypatch.delenv("ORRERY_UPDATE", raising=False)
    monkeypatch.setenv("CI", "1")
    with pytest.raises(AssertionError, match="There is no ledger"):
        assert_ledger(Held([CREATE]), golden)
    monkeypatch.delenv("CI")
    assert_ledger(Held([CREATE]), golden)
    assert read_ledger(golden) == [CREATE]
    with pytest.raises(AssertionError, match="Transaction 2 differs"):
        assert_ledger(Held([CREATE, FILL]), golden)
    assert_ledger(Held([CREATE, FILL]), golden, update=True)
    assert read_ledger(golden) == [CREATE, FILL]


def test_a_hash_that_differs_is_told_with_the_transaction(tmp_path: Path) -> None:
    assert_ledger_hash(Held([], "sha256:a"), "sha256:a")
    golden = tmp_path / "a.ledger.ndjson"
    assert_ledger(Held([CREATE]), golden, update=True)
    with pytest.raises(AssertionError, match=r"(?s)is sha256:b, not sha256:a.*\+ 4 T1 ORDER_FILL"):
        assert_ledger_hash(Held([CREATE, FILL]), "sha256:a", golden=golden)
    with pytest.raises(AssertionError, match=r"(?s)last transactions.*4 T1 ORDER_FILL 1.10"):
        assert_ledger_hash(Held([FILL]), "sha256:a")


def test_numbers_are_compared_as_numbers() -> None:
    assert matching([FILL, CREATE], type="ORDER_FILL", price="1.1") == [FILL]
    assert matching([FILL], price=1.1) == [FILL]
    assert matching([FILL], price="high") == []
    assert matching([FILL], units=None) == []


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.ndjson"
    path.write_text('{"id":"1"}\n{', encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.ndjson:2 is not a transaction"):
        read_ledger(path)
