"""The faults of a simulation."""

from __future__ import annotations

from typing import Any

from .types import FaultState, FiredFault
from .wire import Wire

#: A rule with the fields of docs/reference/faults.md.
FaultRule = dict[str, Any]


class Faults:
    """Rules of faults of one simulation. Every method raises OrreryError, 400 for a bad rule."""

    def __init__(self, wire: Wire, root: str) -> None:
        self._wire = wire
        self._path = f"{root}/faults"

    @property
    def state(self) -> FaultState:
        """The rules, their counts, and the last 1,000 faults."""
        answer: FaultState = self._wire.json("GET", self._path)
        return answer

    @property
    def fired(self) -> list[FiredFault]:
        """The last 1,000 faults that fired, oldest first."""
        return self.state["fired"]

    def add(self, rule: FaultRule) -> str:
        """Adds a rule, such as ``{"operation": "createOrder", "reset": True}``. Gives its id."""
        answer: str = self._wire.json("POST", self._path, rule)["id"]
        return answer

    def replace(self, rules: list[FaultRule]) -> FaultState:
        """Replaces all rules."""
        answer: FaultState = self._wire.json("PUT", self._path, {"rules": rules})
        return answer

    def clear(self) -> FaultState:
        """Removes all rules."""
        answer: FaultState = self._wire.json("DELETE", self._path)
        return answer
