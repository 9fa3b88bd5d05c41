"""The clock of a simulation."""

from __future__ import annotations

import json
from typing import Any

from .types import ClockState, Transaction
from .values import Duration, Instant, duration_text, instant_text, present
from .wire import Wire


class Clock:
    """Reads and turns the clock of one simulation. Every method raises OrreryError.

    The methods that turn time need a clock that is not playing (409 otherwise), and give the clock
    as it stands afterwards.
    """

    def __init__(self, wire: Wire, root: str) -> None:
        self._wire = wire
        self._root = root

    @property
    def state(self) -> ClockState:
        """Where the clock stands."""
        answer: ClockState = self._wire.json("GET", f"{self._root}/clock")
        return answer

    @property
    def now(self) -> str:
        """The simulated instant, RFC 3339 with nine fraction digits."""
        return self.state["now"]

    def advance(self, by: Duration) -> ClockState:
        """Advances by a duration of simulated time: ``"1h30m"`` or a timedelta."""
        return self._turn(by=duration_text(by))

    def advance_to(self, to: Instant) -> ClockState:
        """Advances to an instant that is not in the past."""
        return self._turn(to=instant_text(to))

    def ticks(self, count: int = 1) -> ClockState:
        """Advances by so many ticks of the market."""
        return self._turn(ticks=count)

    def candle(self, granularity: str) -> ClockState:
        """Advances to the next close of a candle, such as ``"M1"``."""
        return self._turn(candle=granularity)

    def until(
        self, event: str, *, within: Duration | None = None, before: Instant | None = None
    ) -> list[Transaction]:
        """Advances until there is a ``"fill"``, a ``"transaction"`` or a ``"tick"``.

        ``within`` is a duration, ``before`` an instant; without both the end of the window ends the
        search. Gives the transactions that came, and raises TimeoutError when the event did not
        happen.
        """
        was = self.state
        if within is not None:
            limit = {"by": duration_text(within)}
        else:
            limit = {"to": instant_text(was["to"] if before is None else before)}
        now = self._turn(until=event, **limit)
        came = self._since(was["transactions"]) if now["transactions"] > was["transactions"] else []
        happened = {
            "tick": now["ticks"] > was["ticks"],
            "transaction": bool(came),
            "fill": any(each["type"] == "ORDER_FILL" for each in came),
        }
        if not happened[event]:
            raise TimeoutError(f"There was no {event} from {was['now']} to {now['now']}")
        return came

    def play(self, speed: float | str | None = None) -> ClockState:
        """Lets time run; ``speed`` in simulated seconds a second, or ``"max"``.

        A manual clock refuses it with 409.
        """
        answer: ClockState = self._wire.json("POST", f"{self._root}/clock/play", present(speed=speed))
        return answer

    def pause(self) -> ClockState:
        """Stops a clock that plays."""
        answer: ClockState = self._wire.json("POST", f"{self._root}/clock/pause")
        return answer

    def _turn(self, **turn: Any) -> ClockState:
        answer: ClockState = self._wire.json("POST", f"{self._root}/clock/advance", turn)
        return answer

    def _since(self, count: int) -> list[Transaction]:
        text = self._wire.text("GET", f"{self._root}/ledger?format=ndjson")
        return [json.loads(line) for line in text.splitlines()[count:]]
