"""A thin client of ``/_sim``: one simulation, and the list of all."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from .clock import Clock
from .faults import Faults
from .types import AccountKey, ClockState, SimulationSummary, Step, Transaction
from .values import Instant, duration_text, instant_text, present
from .wire import Wire

#: The simulation that a server was started with.
MAIN = "main"


def _same(value: Any) -> Any:
    return value


class Control:
    """Control of one simulation of a server. Every method raises OrreryError.

    ``url`` is the server's (``http://127.0.0.1:8020``), ``token`` the control token.
    """

    def __init__(self, url: str, token: str, simulation_id: str = MAIN) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.simulation_id = simulation_id
        self._wire = Wire(url, token)
        self._root = f"/_sim/simulations/{quote(simulation_id, safe='')}"
        self.clock = Clock(self._wire, self._root)
        self.faults = Faults(self._wire, self._root)

    def of(self, simulation_id: str) -> Control:
        """Control of another simulation of the server."""
        return Control(self.url, self.token, simulation_id)

    def request(self, method: str, path: str, body: object | None = None) -> Any:
        """Sends any verb below the simulation: ``control.request("GET", "timeline")``."""
        return self._wire.json(method, f"{self._root}/{path}", body)

    def simulations(self) -> list[SimulationSummary]:
        """All simulations of the server."""
        answer: list[SimulationSummary] = self._wire.json("GET", "/_sim/simulations")["simulations"]
        return answer

    def create(self, scenario: str | dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Makes a simulation of a file in the server's folder of scenarios, or of a scenario.

        ``fields``: ``name``, ``clock``, ``seed``, ``to`` and the others of the body. The answer has
        ``id``, ``accounts`` with their tokens, and ``clock``.
        """
        answer: dict[str, Any] = self._wire.json(
            "POST", "/_sim/simulations", {"scenario": scenario, **fields}
        )
        return answer

    def fork(
        self,
        *,
        at: Instant | None = None,
        account: str | None = None,
        name: str | None = None,
        clock: str | None = None,
    ) -> dict[str, Any]:
        """Forks the simulation now, or at an instant or a transaction id of its past.

        ``account`` is that of the transaction. The answer is as that of ``create``.
        """
        place = None if at is None else instant_text(at)
        body = present(at=place, account=account, name=name, clock=clock)
        answer: dict[str, Any] = self._wire.json("POST", f"{self._root}/fork", body)
        return answer

    def delete(self) -> None:
        """Deletes the simulation, its tokens and its streams; 409 for the server's first one."""
        self._wire.json("DELETE", self._root)

    def reset(self) -> ClockState:
        """Goes back to the start of the window."""
        answer: ClockState = self._wire.json("POST", f"{self._root}/reset")
        return answer

    def rewind(
        self,
        *,
        to: Instant | None = None,
        before: str | None = None,
        account: str | None = None,
    ) -> ClockState:
        """Goes back ``to`` an instant, or to ``before`` a transaction id of ``account``."""
        place = None if to is None else instant_text(to)
        answer: ClockState = self._wire.json(
            "POST", f"{self._root}/rewind", present(to=place, before=before, account=account)
        )
        return answer

    def step(
        self,
        commands: Sequence[Mapping[str, Any]] = (),
        *,
        advance: Mapping[str, Any] | None = None,
        instruments: Sequence[str] | None = None,
        accounts: Sequence[str | Mapping[str, Any]] | None = None,
        candles: Sequence[Mapping[str, Any]] = (),
    ) -> Step:
        """Carries commands out, moves time, and gives what has changed: the three in one request.

        A command is a write of v20: ``{"operation": "createOrder", "order": {...}}``. ``advance`` is
        ``{"by": "1m"}``, ``{"to": instant}``, ``{"candle": "M1"}`` or ``{"ticks": n}``, with ``until``;
        ``by`` may be a timedelta, ``to`` an aware datetime. Without it time stays. ``instruments`` and
        ``accounts`` (default: all) name what is answered, ``candles`` are ``{"instrument", "granularity",
        "price"}``.
        """
        body: dict[str, Any] = {"commands": list(commands), "candles": list(candles)}
        if advance is not None:
            texts: dict[str, Callable[[Any], Any]] = {"by": duration_text, "to": instant_text}
            body["advance"] = {name: texts.get(name, _same)(value) for name, value in advance.items()}
        if instruments is not None:
            body["instruments"] = list(instruments)
        if accounts is not None:
            body["accounts"] = [{"accountID": each} if isinstance(each, str) else each for each in accounts]
        answer: Step = self._wire.json("POST", f"{self._root}/step", body)
        return answer

    def ledger_hash(self) -> str:
        """The hash of the ledger, ``sha256:<hex>``, as ``orrery run`` prints it."""
        answer: str = self._wire.json("GET", f"{self._root}/ledger")["sha256"]
        return answer

    def ledger(self) -> list[Transaction]:
        """The transactions of all accounts, oldest first."""
        return [json.loads(line) for line in self.ledger_text().splitlines()]

    def ledger_text(self) -> str:
        """The ledger with the bytes of ledger.ndjson."""
        return self._wire.text("GET", f"{self._root}/ledger?format=ndjson")

    def explain(self, of: str | int, account: str | None = None) -> dict[str, Any]:
        """Why a transaction came about, or why an order has not filled; ``sentence`` says it."""
        query = "" if account is None else "?" + urlencode({"account": account})
        answer: dict[str, Any] = self._wire.json(
            "GET", f"{self._root}/explain/{quote(str(of), safe='')}{query}"
        )
        return answer

    def journal(self) -> list[dict[str, Any]]:
        """The inputs so far; times are microseconds since 1970."""
        answer: list[dict[str, Any]] = self._wire.json("GET", f"{self._root}/journal")["inputs"]
        return answer

    def record(self) -> str:
        """Writes the folder of a run and gives its path; 409 for a server without ``--out``."""
        answer: str = self._wire.json("POST", f"{self._root}/report")["folder"]
        return answer

    def report(self) -> str:
        """The report of the session so far, an HTML page."""
        return self._wire.text("GET", f"{self._root}/report")

    def scenario(self) -> str:
        """The session so far as a scenario file in YAML, which runs to the same ledger."""
        return self._wire.text("GET", f"{self._root}/scenario")

    def tick(self, instrument: str, bid: str, ask: str, time: Instant | None = None) -> dict[str, Any]:
        """Adds a tick after the last one of its instrument; default: at the present instant."""
        at = instant_text(self.clock.now if time is None else time)
        body = {"instrument": instrument, "bid": bid, "ask": ask, "time": at}
        answer: dict[str, Any] = self.request("POST", "ticks", body)
        return answer

    def open_account(self, **fields: Any) -> AccountKey:
        """Opens an account with the fields of ``accounts:`` in a scenario."""
        answer: AccountKey = self.request("POST", "accounts", fields)
        return answer

    def transfer(self, account: str, amount: str) -> dict[str, Any]:
        """Transfers money into an account, or out of it; in the account's currency."""
        path = f"accounts/{quote(account, safe='')}/transfer"
        answer: dict[str, Any] = self.request("POST", path, {"amount": amount})
        return answer
