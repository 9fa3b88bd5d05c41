"""Orrery for Python: strategies, runs and tables on the engine, and servers and bots for tests.

The pytest fixtures are in ``orrery_fx.plugin``, which pytest loads by itself. What needs numpy is imported
when it is first used, so that the fixtures start without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .account import Account
from .bot import BotRun, run_bot
from .clock import Clock
from .control import Control
from .errors import EngineError, InputError, OrreryError, StartError
from .faults import Faults
from .ledger import assert_ledger, assert_ledger_hash, ledger_difference, matching, read_ledger
from .server import Server
from .simulation import Simulation
from .strategy import Strategy, StrategyError, parameter

if TYPE_CHECKING:
    from .backtest import run
    from .candles import Candle, Candles, Tick
    from .context import Context
    from .result import Result
    from .searches import Search
    from .studies import study, sweep
    from .study_result import StudyResult

#: The module of each name that is imported when it is first used.
_LATER = {
    "Candle": "candles",
    "Candles": "candles",
    "Context": "context",
    "Result": "result",
    "Tick": "candles",
    "Search": "searches",
    "StudyResult": "study_result",
    "run": "backtest",
    "study": "studies",
    "sweep": "studies",
}

__all__ = [
    "Account",
    "BotRun",
    "Candle",
    "Candles",
    "Clock",
    "Context",
    "Control",
    "EngineError",
    "Faults",
    "InputError",
    "OrreryError",
    "Result",
    "Search",
    "Server",
    "Simulation",
    "StartError",
    "Strategy",
    "StrategyError",
    "StudyResult",
    "Tick",
    "assert_ledger",
    "assert_ledger_hash",
    "ledger_difference",
    "matching",
    "parameter",
    "read_ledger",
    "run",
    "run_bot",
    "study",
    "sweep",
]


def __getattr__(name: str) -> Any:
    module = _LATER.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value
