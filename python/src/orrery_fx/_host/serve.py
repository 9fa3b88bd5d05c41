"""Answers the frames of the engine: classes are loaded, strategies made, hooks called."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any

from ..strategy import Strategy
from . import classes
from .channel import HEAD, Channel, ChannelClosedError
from .lane import Lane
from .trace import crossing

#: Finds the class that a question names.
ClassFinder = Callable[[Mapping[str, Any]], type[Strategy]]


class Host:
    """One process with strategies."""

    def __init__(
        self,
        channel: Channel,
        find: ClassFinder,
        on_limit: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """``on_limit`` is told how many seconds hooks may take from now on."""
        self.lane = Lane(channel)
        self._channel = channel
        self._find = find
        self._on_limit = on_limit

    def serve(self) -> None:
        """Answers until the engine closes its end."""
        try:
            while True:
                self.take(self._channel.receive())
        except ChannelClosedError:
            return

    def take(self, data: bytes) -> None:
        """Answers one frame."""
        if data[HEAD - 1] == _HOOK:
            self.lane.hook(data)
            return
        given = json.loads(data[HEAD:])
        self.lane.since = time.monotonic()
        try:
            answer = self._answer(given["what"], given)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.lane.error = error
            self._channel.send_json(b"X", crossing(error))
            return
        finally:
            self.lane.since = 0.0
        self._channel.send_json(b"R", answer)

    def _answer(self, what: str, given: Mapping[str, Any]) -> Any:
        if what == "load":
            return classes.describe(self._find(given))
        if what == "make":
            self.lane.drop(given["dropped"])
            found = self._find(given)
            self.lane.limit = found.hook_seconds
            self._on_limit(found.hook_seconds)
            strategy, wishes = classes.make(found, given["params"])
            self.lane.add(given["id"], strategy)
            return wishes
        if what == "openings":
            from .exchanged import running_exchange

            exchange = running_exchange()
            assert exchange is not None
            return exchange.openings()
        assert what == "begin"
        self.lane.begin(dict(given))
        return None


_HOOK = ord("H")
