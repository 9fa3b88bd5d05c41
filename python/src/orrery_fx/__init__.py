"""Orrery for Python: a server, simulations and bots for tests, and a thin client.

The pytest fixtures are in ``orrery_fx.plugin``, which pytest loads by itself.
"""

from .account import Account
from .bot import BotRun, run_bot
from .clock import Clock
from .control import Control
from .errors import OrreryError, StartError
from .faults import Faults
from .ledger import assert_ledger, assert_ledger_hash, ledger_difference, matching, read_ledger
from .server import Server
from .simulation import Simulation

__all__ = [
    "Account",
    "BotRun",
    "Clock",
    "Control",
    "Faults",
    "OrreryError",
    "Server",
    "Simulation",
    "StartError",
    "assert_ledger",
    "assert_ledger_hash",
    "ledger_difference",
    "matching",
    "read_ledger",
    "run_bot",
]
