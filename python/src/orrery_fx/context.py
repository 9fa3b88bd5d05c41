"""What a strategy can read and request during a hook: the context of ``core/strategy`` in snake case.

Every rule stands in the engine: a method sends its arguments, and gives the engine's answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from ._host.wire_values import number_like, plain
from ._times import instant_of, micros_of, rfc3339
from .candles import CandleBook, Candles, Tick
from .strategy import StrategyError
from .values import duration_text

if TYPE_CHECKING:
    from ._host.lane import Lane

#: The component of a price.
Price = Literal["bid", "mid", "ask"]
#: A number as an argument: also of numpy, or a Decimal, or its text.
NumberLike = int | float | str | Any


@dataclass(frozen=True)
class Instrument:
    """An instrument that the account may trade.

    Attributes
    ----------
    name
        Such as ``EUR_USD``.
    display_precision
        Decimals of a price.
    pip_location
        One pip is 10 to this power.
    """

    name: str
    display_precision: int
    pip_location: int


@dataclass(frozen=True)
class Timer:
    """A timer that is due: its name, and the instant that it was set for (RFC 3339)."""

    name: str
    time: str


@dataclass(frozen=True)
class Event:
    """An event of the scenario's calendar. ``impact`` is none, low, medium or high."""

    time: str
    currency: str
    impact: str
    name: str


@dataclass(frozen=True)
class Session:
    """The session of a dealing centre at the present; times are RFC 3339."""

    is_open: bool
    #: When the open session began; None between sessions.
    opened_at: str | None
    opens_at: str
    closes_at: str


class Random:
    """Draws from the scenario's seed: the same in every run."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def next_unit(self) -> float:
        """A number in [0, 1)."""
        drawn: float = self._context._call("nextUnit")
        return drawn

    def next_int(self, minimum: int, maximum: int) -> int:
        """A uniform integer from ``minimum`` to ``maximum``, both included."""
        drawn: int = self._context._call("nextInt", plain(minimum), plain(maximum))
        return drawn


class StrategyAccount:
    """The account as it is now. Amounts are in its home currency.

    An amount is a float for computing; its ``_text`` twin is exact.
    """

    def __init__(self, context: Context, account_id: str, currency: str) -> None:
        self._context = context
        self.id = account_id
        self.currency = currency

    @property
    def balance_text(self) -> str:
        """The exact balance without open trades."""
        return self._amount("balance")

    @property
    def nav_text(self) -> str:
        """The exact net asset value at the current quotes."""
        return self._amount("NAV")

    @property
    def unrealized_pl_text(self) -> str:
        """The exact result of the open trades at the current quotes."""
        return self._amount("unrealizedPL")

    @property
    def margin_used_text(self) -> str:
        """The exact margin of the open trades at the current quotes."""
        return self._amount("marginUsed")

    @property
    def margin_available_text(self) -> str:
        """The exact margin for further trades at the current quotes."""
        return self._amount("marginAvailable")

    @property
    def balance(self) -> float:
        """The balance without open trades."""
        return float(self.balance_text)

    @property
    def nav(self) -> float:
        """The net asset value at the current quotes."""
        return float(self.nav_text)

    @property
    def unrealized_pl(self) -> float:
        """The result of the open trades at the current quotes."""
        return float(self.unrealized_pl_text)

    @property
    def margin_used(self) -> float:
        """The margin of the open trades at the current quotes."""
        return float(self.margin_used_text)

    @property
    def margin_available(self) -> float:
        """The margin for further trades at the current quotes."""
        return float(self.margin_available_text)

    def units_of(self, instrument: str) -> int | float:
        """Net signed units held; 0 when there is no position.

        Raises
        ------
        StrategyError
            For an instrument that the account may not trade.
        """
        context = self._context
        context._check()
        units = context._units.get(instrument)
        if units is None:
            units = float(context._call("units", instrument))
            context._units[instrument] = units
            context._unit_places.append(instrument)
        return int(units) if units.is_integer() else units

    def open_trades(self) -> list[dict[str, Any]]:
        """The open trades, oldest first: fields of v20's TradeSummary."""
        trades: list[dict[str, Any]] = self._context._call("openTrades")
        return trades

    def pending_orders(self) -> list[dict[str, Any]]:
        """The pending orders, oldest first: fields of v20's Order."""
        orders: list[dict[str, Any]] = self._context._call("pendingOrders")
        return orders

    def _amount(self, name: str) -> str:
        text: str = self._context._call(name)
        return text


class Context:
    """What a strategy can read and request; it belongs to the running hook and to its thread."""

    def __init__(self, lane: Lane, given: Mapping[str, Any]) -> None:
        self._lane = lane
        self._now = 0.0
        self._books: dict[tuple[str, str, str], CandleBook] = {}
        #: The books in the order in which they were asked for, as pushes name them.
        self._book_places: list[CandleBook] = []
        self._units: dict[str, float] = {}
        self._unit_places: list[str] = []
        self._quotes: dict[str, Tick | None] = {}
        self._quote_places: list[str] = []
        self.account_id: str = given["accountID"]
        #: The instruments that the account may trade.
        self.instruments = [
            Instrument(each["name"], each["displayPrecision"], each["pipLocation"])
            for each in given["instruments"]
        ]
        self._by_name = {each.name: each for each in self.instruments}
        self.account = StrategyAccount(self, self.account_id, given["currency"])
        #: Seeded draws: the only source of chance that a strategy may use.
        self.random = Random(self)

    @property
    def time(self) -> str:
        """The current simulated time, RFC 3339."""
        return rfc3339(self._now)

    @property
    def now(self) -> datetime:
        """The current simulated time, with UTC."""
        return instant_of(self._now)

    def instrument(self, name: str) -> Instrument:
        """The instrument of that name; StrategyError when there is none."""
        found = self._by_name.get(name)
        if found is None:
            known = ", ".join(self._by_name)
            raise StrategyError(f"unknown instrument {name}: the market has {known}")
        return found

    def quote(self, instrument: str) -> Tick | None:
        """The latest quote; None before the first tick."""
        self._check()
        if instrument in self._quotes:
            return self._quotes[instrument]
        answer = self._call("quote", instrument)
        tick = None if answer is None else self._tick(answer)
        self._quotes[instrument] = tick
        self._quote_places.append(instrument)
        return tick

    def candles(self, instrument: str, granularity: str, count: int, *, price: Price = "mid") -> Candles:
        """The last completed candles, at most ``count`` (1 to 5000), oldest first.

        History before the window counts. The columns are numpy views; see ``Candles``.

        Raises
        ------
        StrategyError
            For a kind that the strategy names neither in ``candles`` nor in ``warm_up``.
        """
        self._check()
        kind = (instrument, granularity, price)
        book = self._books.get(kind)
        if book is None or not book.has(count) or count < 1:
            book = self._read_candles(kind, count)
        return book.last(count)

    def create_order(self, order: Mapping[str, Any]) -> int:
        """Sends a v20 OrderRequest, whose ``tag`` may stand for its tags.

        Numbers may be ints, floats, Decimals or numbers of numpy. ``on_transaction`` receives the results.

        Returns
        -------
        int
            The ticket of its outcome.

        Raises
        ------
        StrategyError
            When it is not a v20 request, or for an unknown instrument.
        """
        ticket: int = self._call("createOrder", plain(order))
        return ticket

    def submit(self, command: Mapping[str, Any]) -> int:
        """Sends any other command, such as ``{"type": "CancelOrder", "orderSpecifier": "12"}``."""
        ticket: int = self._call("submit", plain(command))
        return ticket

    def buy(self, instrument: str, units: NumberLike, **extras: Any) -> int:
        """Sends an order that buys, at market unless ``extras`` say otherwise.

        Parameters
        ----------
        instrument
            What to buy.
        units
            Above 0.
        **extras
            Further fields of the order, by their v20 names: ``takeProfitOnFill``, ``tag``, or another
            ``type`` with its ``price``.
        """
        ticket: int = self._call("buy", instrument, number_like(units), plain(extras))
        return ticket

    def sell(self, instrument: str, units: NumberLike, **extras: Any) -> int:
        """Sends an order that sells, as ``buy`` does."""
        ticket: int = self._call("sell", instrument, number_like(units), plain(extras))
        return ticket

    def close(self, instrument: str) -> int | None:
        """Closes the position in an instrument; None, and nothing is sent, when no trade is open."""
        ticket: int | None = self._call("close", instrument)
        return ticket

    def flat(self) -> list[int]:
        """Closes every position, and gives the tickets."""
        tickets: list[int] = self._call("flat")
        return tickets

    def cancel_all(self, instrument: str | None = None) -> list[int]:
        """Cancels the pending orders that would open a trade; take profits and stops stay."""
        given = [] if instrument is None else [instrument]
        tickets: list[int] = self._call("cancelAll", *given)
        return tickets

    def close_after(self, instrument: str, duration: str | None = None) -> None:
        """Closes each trade in an instrument when it has been open so long, such as ``4h``.

        A later call replaces the duration; without one trades stay open.
        """
        given = [] if duration is None else [duration]
        self._call("closeAfter", instrument, *given)

    def set_timer(
        self,
        name: str,
        *,
        at: str | datetime | None = None,
        after: str | timedelta | None = None,
    ) -> None:
        """Sets a timer in simulated time, at an instant or after a duration such as ``90s``.

        It replaces a timer with the same name.
        """
        if at is not None and after is not None:
            raise StrategyError(f"timer {name}: must have at or after, had both")
        if isinstance(after, timedelta):
            if after <= timedelta(0):
                raise StrategyError(f"timer {name}: must be in the future, was {after}")
            after = duration_text(after)
        if isinstance(at, datetime):
            if at.tzinfo is None:
                raise StrategyError(f"timer {name}: the datetime {at} has no time zone")
            at = at.isoformat()
        given = {"at": at, "after": after}
        self._call("setTimer", name, {key: value for key, value in given.items() if value})

    def clear_timer(self, name: str) -> None:
        """Clears a timer; does nothing when none is set under the name."""
        self._call("clearTimer", name)

    def price(self, instrument: str, value: NumberLike) -> str:
        """A price or a distance as the broker takes it, rounded to the instrument's decimals."""
        text: str = self._call("price", instrument, number_like(value))
        return text

    def units_for(self, instrument: str, *, risk: NumberLike, stop_distance: NumberLike) -> str:
        """The units, unsigned, at which a stop at that distance costs the risk.

        Parameters
        ----------
        instrument
            What to trade.
        risk
            An amount in home currency, or a part of the balance such as ``"1%"``.
        stop_distance
            From the opening to the stop, in quote currency.
        """
        request = {
            "instrument": instrument,
            "risk": number_like(risk),
            "stopDistance": number_like(stop_distance),
        }
        units: str = self._call("unitsFor", request)
        return units

    def session(self, session: str | Mapping[str, str]) -> Session:
        """The session of a dealing centre: ``Sydney``, ``Tokyo``, ``London``, ``New York``.

        Own hours are ``{"zone": "Europe/Paris", "open": "09:00", "close": "17:30"}``.
        """
        found = self._call("session", plain(session))
        return Session(found["isOpen"], found.get("openedAt"), found["opensAt"], found["closesAt"])

    def oco(self, first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
        """Sends two orders of which a fill of one cancels the other.

        Returns
        -------
        list of str
            The orders as ``@`` and client id, as commands name them.
        """
        orders: list[str] = self._call("oco", plain(first), plain(second))
        return orders

    def plot(
        self,
        name: str,
        value: NumberLike | None,
        *,
        pane: str | None = None,
        style: str | None = None,
        instrument: str | None = None,
    ) -> None:
        """Draws a point of a line at the present; nothing for None and NaN."""
        number = None if value is None or value != value else number_like(value)
        if isinstance(number, str) and not _is_number(number):
            raise StrategyError(f"plot {name}: must be a number, was {value!r}")
        options = {"pane": pane, "style": style, "instrument": instrument}
        self._call("plot", name, number, {key: at for key, at in options.items() if at is not None})

    def mark(self, text: str, *, instrument: str | None = None) -> None:
        """Puts a mark with a text at the present."""
        self._call("mark", str(text), {} if instrument is None else {"instrument": instrument})

    def _call(self, name: str, *given: Any) -> Any:
        self._check()
        return self._lane.call(name, given)

    def _check(self) -> None:
        """Refuses calls from other threads, from forks, and outside of the hooks."""
        self._lane.check(self)

    def _read_candles(self, kind: tuple[str, str, str], count: int) -> CandleBook:
        instrument, granularity, price = kind
        columns = self._call("candles", instrument, granularity, price, plain(count))
        book = self._books.get(kind)
        if book is None:
            book = CandleBook(self.instrument(instrument).display_precision)
            self._books[kind] = book
            self._book_places.append(book)
        book.replace(columns, count)
        return book

    def _tick(self, answer: Mapping[str, str]) -> Tick:
        instrument = answer["instrument"]
        precision = self._by_name[instrument].display_precision
        micros = micros_of(answer["time"])
        return Tick(instrument, precision, micros, float(answer["bid"]), float(answer["ask"]))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
