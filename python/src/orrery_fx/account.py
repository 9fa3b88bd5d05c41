"""An account, through the v20 API."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from .types import Transaction
from .wire import Wire

Number = str | int


class Account:
    """An account with the token of its user.

    A path is below the server, ``{a}`` in it stands for the account id:
    ``account.get("/v3/accounts/{a}/pendingOrders")``. Every method raises OrreryError.
    """

    def __init__(self, url: str, account_id: str, token: str) -> None:
        self.id = account_id
        self.token = token
        self._wire = Wire(url, token)

    def request(self, method: str, path: str, body: object | None = None) -> Any:
        """Sends any request; gives the body of the answer."""
        return self._wire.json(method, path.replace("{a}", self.id), body)

    def get(self, path: str, **query: Any) -> Any:
        """Reads a path, with the fields of its query."""
        return self.request("GET", f"{path}?{urlencode(query)}" if query else path)

    def post(self, path: str, body: object) -> Any:
        """Posts a body."""
        return self.request("POST", path, body)

    def put(self, path: str, body: object | None = None) -> Any:
        """Puts a body, or nothing."""
        return self.request("PUT", path, body)

    def summary(self) -> dict[str, Any]:
        """The summary of the account; money is text in the account's currency."""
        answer: dict[str, Any] = self.get("/v3/accounts/{a}/summary")["account"]
        return answer

    def order(self, **fields: Any) -> dict[str, Any]:
        """Creates an order with the fields of v20. Raises OrreryError when it is rejected."""
        answer: dict[str, Any] = self.post("/v3/accounts/{a}/orders", {"order": fields})
        return answer

    def market_order(self, instrument: str, units: Number, **fields: Any) -> dict[str, Any]:
        """Creates a market order; units are positive to buy, negative to sell.

        The answer has ``orderFillTransaction``, or ``orderCancelTransaction`` with its reason.
        """
        return self.order(type="MARKET", instrument=instrument, units=str(units), **fields)

    def price(self, instrument: str) -> dict[str, Any]:
        """The current price of an instrument, with ``bids`` and ``asks``."""
        answer: dict[str, Any] = self.get("/v3/accounts/{a}/pricing", instruments=instrument)["prices"][0]
        return answer

    def units(self, instrument: str) -> str:
        """The net position in units, ``"0"`` where there is none."""
        for position in self.get("/v3/accounts/{a}/openPositions")["positions"]:
            if position["instrument"] == instrument:
                sides = (position["long"]["units"], position["short"]["units"])
                return format(Decimal(sides[0]) + Decimal(sides[1]), "f")
        return "0"

    def transactions(self) -> list[Transaction]:
        """Every transaction of the account, oldest first."""
        answer: list[Transaction] = self.get("/v3/accounts/{a}/transactions/sinceid", id=0)["transactions"]
        return answer

    def fills(self) -> list[Transaction]:
        """Every ORDER_FILL of the account, oldest first."""
        return [each for each in self.transactions() if each["type"] == "ORDER_FILL"]
