"""A simulation of a server, as a test uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .account import Account
from .clock import Clock
from .control import MAIN, Control
from .errors import OrreryError
from .faults import Faults
from .ledger import matching
from .types import AccountKey, ClockState, Step, Transaction
from .values import Duration, Instant


class Simulation:
    """A simulation with its control and its accounts. As a context manager it deletes itself."""

    def __init__(self, control: Control, accounts: Sequence[AccountKey]) -> None:
        self.control = control
        self.accounts = [Account(control.url, key["id"], key["token"]) for key in accounts]

    @property
    def id(self) -> str:
        """Its id on the server."""
        return self.control.simulation_id

    @property
    def url(self) -> str:
        """The server's address, for a client of v20."""
        return self.control.url

    @property
    def account(self) -> Account:
        """The first account of the scenario."""
        return self.accounts[0]

    @property
    def clock(self) -> Clock:
        """Its clock."""
        return self.control.clock

    @property
    def faults(self) -> Faults:
        """Its faults."""
        return self.control.faults

    @property
    def now(self) -> str:
        """The simulated instant, RFC 3339 with nine fraction digits."""
        return self.clock.now

    @property
    def env(self) -> dict[str, str]:
        """``ORRERY_URL``, ``ORRERY_TOKEN`` and ``ORRERY_ACCOUNT`` for a bot as a process."""
        return {
            "ORRERY_URL": self.url,
            "ORRERY_TOKEN": self.account.token,
            "ORRERY_ACCOUNT": self.account.id,
        }

    @property
    def ledger_hash(self) -> str:
        """The hash of the ledger, ``sha256:<hex>``."""
        return self.control.ledger_hash()

    def advance(self, by: Duration | None = None, *, to: Instant | None = None) -> ClockState:
        """Advances by a duration, or to an instant; exactly one is given (ValueError)."""
        if by is not None and to is None:
            return self.clock.advance(by)
        if to is not None and by is None:
            return self.clock.advance_to(to)
        raise ValueError("advance takes a duration or to=, one of them")

    def step(self, *commands: Mapping[str, Any], **fields: Any) -> Step:
        """Carries commands out, moves time, and gives what has changed; see ``Control.step``."""
        return self.control.step(commands, **fields)

    def ledger(self) -> list[Transaction]:
        """The transactions of all accounts, oldest first."""
        return self.control.ledger()

    def transactions(self, **fields: Any) -> list[Transaction]:
        """The transactions with these fields: ``transactions(type="ORDER_FILL", units=-1000)``."""
        return matching(self.ledger(), **fields)

    def tick(self, instrument: str, bid: str, ask: str, time: Instant | None = None) -> None:
        """Adds a tick after the last one of its instrument; default: at the present instant."""
        self.control.tick(instrument, bid, ask, time)

    def rewind(self, to: Instant) -> None:
        """Goes back to an instant that has passed; what came later is undone, streams end."""
        self.control.rewind(to=to)

    def fork(self, *, at: Instant | None = None, name: str | None = None) -> Simulation:
        """A copy of the simulation with tokens of its own, now or at an instant of its past."""
        return self._made(self.control.fork(at=at, name=name, clock="manual"))

    def create(self, scenario: Any, **fields: Any) -> Simulation:
        """Another simulation of the server, with a manual clock; see ``Control.create``."""
        return self._made(self.control.create(scenario, **{"clock": "manual", **fields}))

    def open_account(self, **fields: Any) -> Account:
        """Opens an account with the fields of ``accounts:`` in a scenario."""
        key = self.control.open_account(**fields)
        account = Account(self.url, key["id"], key["token"])
        self.accounts.append(account)
        return account

    def close(self) -> None:
        """Deletes the simulation, if it is still there; the server's first one stays."""
        if self.id == MAIN:
            return
        try:
            self.control.delete()
        except OrreryError as error:
            if error.status != 404:
                raise

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _made(self, made: dict[str, Any]) -> Simulation:
        return Simulation(self.control.of(made["id"]), made["accounts"])
