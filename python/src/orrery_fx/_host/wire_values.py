"""Values of a strategy as JSON has them: numbers of numpy, Decimals and floats become plain.

v20 writes prices and units as texts, so a number in an order becomes the text that it reads as.
"""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from typing import Any

from ..strategy import StrategyError


def plain(value: Any) -> Any:
    """The value as JSON: numbers of a mapping as v20's texts, others as they are."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, dict) or hasattr(value, "keys"):
        return {str(key): _field(value[key]) for key in value}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, (numbers.Real, Decimal)):
        return _finite(value)
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return plain(value.item())
    raise StrategyError(f"a {type(value).__name__} is no value of an order or a command")


def number_like(value: Any) -> Any:
    """A number or its text, as the tools of the context take them."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        raise StrategyError(f"must be a number, was {value}")
    return _text(value)


def _field(value: Any) -> Any:
    """The value of a field: v20 has texts for numbers."""
    if isinstance(value, bool) or not _is_number(value):
        return plain(value)
    return _text(value)


def _is_number(value: Any) -> bool:
    if isinstance(value, (numbers.Real, Decimal)):
        return True
    return not isinstance(value, str) and hasattr(value, "dtype") and getattr(value, "ndim", 1) == 0


def _text(value: Any) -> str:
    """The shortest text that reads as the number, without an exponent."""
    if hasattr(value, "item") and getattr(value, "ndim", 1) == 0:
        value = value.item()
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if not isinstance(value, (numbers.Real, Decimal)):
        raise StrategyError(f"must be a number, was a {type(value).__name__}")
    exact = value if isinstance(value, Decimal) else Decimal(repr(_finite(value)))
    if not exact.is_finite():
        raise StrategyError(f"must be a number, was {exact}")
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise StrategyError(f"must be a number, was {number}")
    return number
