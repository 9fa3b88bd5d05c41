"""The processes that this one has started, in the order of their starts, and its own place among all of the run.

The order in which processes get their turn, and the chance that each of them draws, follow from these places, and not
from the numbers that the system gives.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import Any, Iterator, Mapping, Optional

from ..settings import PLACE


class Family:
    """Owns this process's place, such as `2.1` for the first child of the second child; the first process has none."""

    def __init__(self, place: str) -> None:
        self.place = place
        # Whether this process shares pipes, sockets or locks with others of simulated time.
        self.is_related = place != ""
        self._starts = 0
        self._next = ""

    def next_place(self) -> str:
        """The place of a process about to start."""
        self._starts += 1
        return f"{self.place}.{self._starts}" if self.place else str(self._starts)

    def before_fork(self) -> None:
        """Called in the parent."""
        self.is_related = True
        self._next = self.next_place()

    def begin_again(self) -> None:
        """Called in a forked process."""
        self.place, self._starts = self._next, 0

    @contextmanager
    def starting(self) -> Iterator[None]:
        """A program that starts in it with the environment of this process gets its place."""
        before = os.environ.get(PLACE)
        os.environ[PLACE] = self.next_place()
        try:
            yield
        finally:
            if before is None:
                del os.environ[PLACE]
            else:
                os.environ[PLACE] = before

    def with_place(self, environment: Optional[Mapping[Any, Any]]) -> Optional[Mapping[Any, Any]]:
        """The environment of a program about to start, if it is given one of its own, with its place."""
        return None if environment is None else {**environment, PLACE: os.environ[PLACE]}
