"""How far the process may go by itself: the sandbox says until when nothing but its own deadlines can come to it."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .connections import Connections

# Deadlines in a row that are gone to without a word, so that a program of many waits is heard of.
STEPS = 1000
Rows = List[List[int]]


class Lead:
    """Owns until when that is, and the latest time that the sandbox knows of; microseconds since 1970."""

    def __init__(self, connections: Connections, now: int) -> None:
        self._connections = connections
        self._until = self._steps = 0
        # How often the process had sent when it was told so; or, if it is to read an answer first, how its
        # connections must stand then.
        self._sendings = 0
        self._at: Optional[Rows] = None
        # The time of the last word that the sandbox and the process have in common, and how its connections stood then.
        self._told = now
        self._said_at: Rows = []

    def hear(self, line: Dict[str, Any], now: int) -> None:
        """A line has come; the time is `now`, or what the line tells."""
        if "now" in line:
            self._until, self._sendings, self._at = line.get("free", 0), self._connections.sendings, None
            self._told = max(now, line["now"])
        elif sorted(line["at"]) != self._said_at:
            self._until, self._at = line["free"], sorted(line["at"])
        else:
            # It has said already that its connections stand so, and the sandbox moves time.
            return
        self._steps = 0

    def may_go(self, until: int) -> bool:
        """Whether the process may set its clock to this deadline without a word. Counts the step."""
        if until > self._until or self._steps >= STEPS or not self._is_as_told():
            return False
        self._steps += 1
        return True

    def said(self, now: int, rows: Rows) -> None:
        """The process has said that it waits."""
        self._told = now
        self._said_at = sorted(rows)

    def is_ahead(self, now: int) -> bool:
        """Whether the process has gone on since the sandbox heard of it."""
        return self._told < now <= self._until

    def _is_as_told(self) -> bool:
        if self._at is None:
            return self._connections.sendings == self._sendings
        return self._at == sorted(self._connections.rows())
