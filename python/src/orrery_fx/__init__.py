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
from .errors import EngineError, InputError, OrreryError, RunWarning, StartError
from .faults import Faults
from .ledger import assert_ledger, assert_ledger_hash, ledger_difference, matching, read_ledger
from .server import Server
from .simulation import Simulation
from .strategy import Strategy, StrategyError, parameter

if TYPE_CHECKING:
    from .backtest import run
    from .candles import Candle, Candles, Tick
    from .context import Context
    from .lookahead import AuditReport, audit
    from .readers import read_candles, read_ticks, read_transactions
    from .report import Report
    from .result import Result
    from .searches import Search
    from .studies import study, sweep
    from .study_result import StudyResult
    from .tables import Table

#: The module of each name that is imported when it is first used.
_LATER = {
    "AuditReport": "lookahead",
    "Candle": "candles",
    "Candles": "candles",
    "Context": "context",
    "Report": "report",
    "Result": "result",
    "Table": "tables",
    "Tick": "candles",
    "Search": "searches",
    "StudyResult": "study_result",
    "audit": "lookahead",
    "read_candles": "readers",
    "read_ticks": "readers",
    "read_transactions": "readers",
    "run": "backtest",
    "study": "studies",
    "sweep": "studies",
}

__all__ = [
    "Account",
    "AuditReport",
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
    "Report",
    "Result",
    "RunWarning",
    "Search",
    "Server",
    "Simulation",
    "StartError",
    "Strategy",
    "StrategyError",
    "StudyResult",
    "Table",
    "Tick",
    "assert_ledger",
    "assert_ledger_hash",
    "audit",
    "ledger_difference",
    "matching",
    "parameter",
    "read_candles",
    "read_ledger",
    "read_ticks",
    "read_transactions",
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
