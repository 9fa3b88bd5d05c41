"""Strategies: a class with hooks, which the engine calls in simulated order.

The hooks, the context and their words are those of TypeScript (``docs/guides/strategies.md``), in
snake case. A strategy never sees a future price.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .candles import Candle, Tick
    from .context import Context, Event, Timer
    from .result import Result

#: An instrument and a v20 granularity, such as ``("EUR_USD", "M1")``.
CandleKind = tuple[str, str]
#: The value of a parameter.
Value = int | float | str | bool

#: The names of the hooks, in the order of the engine's; ``hook-frame.ts`` counts on it.
HOOKS = (
    "on_start",
    "on_tick",
    "on_candle",
    "on_candles",
    "on_transaction",
    "on_timer",
    "on_event",
    "on_stop",
)


class StrategyError(Exception):
    """A strategy failed: it asked for what does not exist, sent what is no request, or raised.

    Attributes
    ----------
    result
        The run until then, when ``run`` raises it; None in a hook.
    """

    result: Result | None = None


class Parameter:
    """A parameter of a strategy, as ``parameter`` declares it."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = dict(fields)
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self.fields.setdefault("describe", name)

    def __get__(self, strategy: Strategy | None, owner: type) -> Any:
        if strategy is None:
            return self.fields["default"]
        return strategy.params.get(self._name, self.fields["default"])


def parameter(
    default: Value,
    *,
    min: float | None = None,
    max: float | None = None,
    choices: Sequence[Value] | None = None,
    describe: str | None = None,
) -> Any:
    """Declares a parameter as an attribute of a strategy's class.

    Parameters
    ----------
    default
        Its value when a scenario, a study or ``params`` gives none; its type is the parameter's.
    min, max
        The least and the greatest value of a number, both included.
    choices
        The values that are allowed.
    describe
        Its purpose, for people. Default: its name.

    Examples
    --------
    >>> class Cross(Strategy):
    ...     fast = parameter(20, min=1, describe="candles in the fast average")
    >>> Cross.fast
    20
    """
    kinds: dict[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}
    kind = kinds.get(type(default))
    if kind is None:
        raise TypeError(
            f"parameter: the default must be a bool, an int, a float or a str, was {type(default).__name__}"
        )
    allowed = None if choices is None else list(choices)
    given = {"min": min, "max": max, "choices": allowed, "describe": describe}
    present = {name: value for name, value in given.items() if value is not None}
    return Parameter({"type": kind, "default": default, **present})


class Strategy:
    """The base of strategies. Every hook is optional; a hook returns nothing.

    Attributes
    ----------
    candles
        The candles for ``on_candle`` and ``on_candles``; may be set in ``__init__``, where ``params`` and
        the parameters have their values.
    warm_up
        How many completed candles it waits for before it begins, such as ``{"M1": 50}``.
    hook_seconds
        Wall seconds that a hook may take in a process of its own; more for a hook that trains a model.
    params
        The values of its parameters by name.
    """

    candles: Sequence[CandleKind] = ()
    warm_up: Mapping[str, int | Mapping[str, int]] = {}
    hook_seconds: ClassVar[float] = 30.0
    params: Mapping[str, Value] = {}

    def on_start(self, context: Context) -> None:
        """Runs before the first tick, or when the candles of ``warm_up`` are there."""

    def on_tick(self, context: Context, tick: Tick) -> None:
        """Runs at every tradeable tick of every instrument; costs more than candles."""

    def on_candle(self, context: Context, candle: Candle) -> None:
        """Runs when a candle of ``candles`` is complete, at the instant at which its bucket ends."""

    def on_candles(self, context: Context, candles: Sequence[Candle]) -> None:
        """Runs after ``on_candle``, once an instant, with the candles of ``candles`` that end there.

        A bucket without a tick has no candle: it is absent, and no earlier one stands for it.
        """

    def on_transaction(self, context: Context, transaction: dict[str, Any]) -> None:
        """Runs at every transaction of the strategy's account, a v20 transaction."""

    def on_timer(self, context: Context, timer: Timer) -> None:
        """Runs when a timer is due, before the ticks of its instant."""

    def on_event(self, context: Context, event: Event) -> None:
        """Runs when an event of the scenario's calendar happens."""

    def on_stop(self, context: Context) -> None:
        """Runs after the last tick; orders are no longer accepted."""
