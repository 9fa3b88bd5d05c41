"""The result of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ._engine import Engine
from .types import Transaction


class Result:
    """What a run did. Tables and the report are made when they are read."""

    def __init__(self, engine: Engine, answer: Mapping[str, Any]) -> None:
        self._engine = engine
        self._run: int = answer["run"]
        self._document: Mapping[str, Any] = answer["document"]
        self.notices: list[str] = list(answer["notices"])

    @property
    def ledger_hash(self) -> str:
        """The hash of the ledger, ``sha256:<hex>``."""
        return f"sha256:{self._document['ledger']['sha256']}"

    @property
    def document(self) -> Mapping[str, Any]:
        """The document of ``orrery run --json``."""
        return self._document

    @property
    def metrics(self) -> Mapping[str, Any]:
        """The figures of the strategy's account by name; money is text, ratios are numbers."""
        figures: Mapping[str, Any] = self._document["metrics"]["accounts"][0]["figures"]
        return figures

    @cached_property
    def transactions(self) -> list[Transaction]:
        """Every transaction of every account, in order."""
        text = self._engine.do("ledger", {"run": self._run})
        return [json.loads(line) for line in text.splitlines()]
