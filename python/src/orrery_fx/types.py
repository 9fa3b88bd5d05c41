"""Shapes of answers, by the names of the API. ``/docs`` of a server describes every field."""

from __future__ import annotations

from typing import Any, TypedDict

#: A transaction of a ledger, with the fields of its type.
Transaction = dict[str, Any]


class AccountKey(TypedDict):
    """An account with the token of its user."""

    id: str
    token: str


class ClockState(TypedDict, total=False):
    """Where a clock stands. Instants are RFC 3339 with nine fraction digits."""

    mode: str
    #: ``playing``, ``paused`` or ``ended``.
    state: str
    now: str
    #: Simulated seconds a second, or ``max``.
    speed: float | str
    #: The end of the window.
    to: str
    #: Ticks taken, and ticks not taken yet.
    ticks: int
    ticksLeft: int
    #: Transactions in the ledger, of all accounts.
    transactions: int
    #: Accepted commands that have not taken effect yet.
    waiting: int


class StepResult(TypedDict):
    """What a request of v20 in place of the command is answered."""

    #: The HTTP status; 202: the command is on its way, and the body is empty.
    status: int
    body: dict[str, Any]


class Step(TypedDict):
    """The world after a step, and what has changed in it."""

    clock: ClockState
    #: One for each command, in their order.
    results: list[StepResult]
    #: The latest price of each instrument.
    prices: list[dict[str, Any]]
    #: ``accountID``, ``changes`` (with ``transactions``), ``state`` and ``lastTransactionID`` of each.
    accounts: list[dict[str, Any]]
    #: ``instrument``, ``granularity`` and the completed ``candles`` of each series.
    candles: list[dict[str, Any]]


class SimulationSummary(TypedDict, total=False):
    """A simulation in a list."""

    id: str
    name: str
    #: The simulation that it was forked from, and the instant of the fork.
    parent: str
    forkedAt: str
    scenario: str
    now: str
    state: str
    accounts: list[dict[str, str]]


class FiredFault(TypedDict):
    """A fault that fired."""

    #: The id of its rule.
    rule: str
    #: Simulated time, RFC 3339.
    time: str
    operation: str
    requestID: str
    #: What became of the request.
    did: str


class FaultState(TypedDict):
    """The rules of faults, how often each was seen and fired, and the last faults."""

    rules: list[dict[str, Any]]
    counts: list[dict[str, Any]]
    fired: list[FiredFault]
