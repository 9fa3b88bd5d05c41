"""Answers the frames of the engine: classes are loaded, strategies made, hooks called."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..strategy import Strategy
from . import classes
from .channel import HEAD, Channel, Closed
from .lane import Lane
from .trace import crossing

#: Finds the class that a question names.
ClassFinder = Callable[[Mapping[str, Any]], type[Strategy]]


class Host:
    """One process with strategies."""

    def __init__(self, channel: Channel, find: ClassFinder) -> None:
        self.lane = Lane(channel)
        self._channel = channel
        self._find = find

    def serve(self) -> None:
        """Answers until the engine closes its end."""
        try:
            while True:
                self.take(self._channel.receive())
        except Closed:
            return

    def take(self, data: bytes) -> None:
        """Answers one frame."""
        if data[HEAD - 1] == _HOOK:
            self.lane.hook(data)
            return
        given = json.loads(data[HEAD:])
        try:
            answer = self._answer(given["what"], given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.lane.error = error
            self._channel.send_json(b"X", crossing(error))
            return
        self._channel.send_json(b"R", answer)

    def _answer(self, what: str, given: Mapping[str, Any]) -> Any:
        if what == "load":
            return classes.describe(self._find(given))
        if what == "make":
            self.lane.drop(given["dropped"])
            strategy, wishes = classes.make(self._find(given), given["params"])
            self.lane.add(given["id"], strategy)
            return wishes
        assert what == "begin"
        self.lane.begin(dict(given))
        return None


_HOOK = ord("H")
