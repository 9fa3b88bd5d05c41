"""The result of a run."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import shutil
import weakref
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ._engine import Engine
from ._extras import extra
from .errors import EngineError
from .report import Report
from .tables import Kind, Row, RowTable, Table, rows_of_json

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DRAWINGS: Final = "drawings.json"
_REPORT: Final = "report.html"
#: Figures that are shown first.
_MAIN: Final = (
    *("netProfit", "totalReturn", "maxDrawdown", "sharpe", "profitFactor", "winRate", "closedTrades"),
    *("halfSpreadCost", "commission", "financing"),
)

_TRANSACTIONS: Final[dict[str, Kind]] = {
    "id": "text",
    "time": "time",
    "type": "text",
    "accountID": "text",
    "instrument": "text",
    "units": "decimal",
    "price": "decimal",
    "reason": "text",
    "pl": "decimal",
    "financing": "decimal",
    "accountBalance": "decimal",
}
_ORDERS: Final[dict[str, Kind]] = {
    "id": "text",
    "createTime": "time",
    "type": "text",
    "state": "text",
    "accountID": "text",
    "instrument": "text",
    "units": "decimal",
    "price": "decimal",
}
_TRADES: Final[dict[str, Kind]] = {
    "id": "text",
    "accountID": "text",
    "instrument": "text",
    "initialUnits": "decimal",
    "openTime": "time",
    "price": "decimal",
    "closeTime": "time",
    "averageClosePrice": "decimal",
    "result": "decimal",
    "realizedPL": "decimal",
    "financing": "decimal",
    "pips": "float",
    "adversePips": "float",
    "favourablePips": "float",
    "state": "text",
    "exitReason": "text",
    "tag": "text",
}
_POSITIONS: Final[dict[str, Kind]] = {
    "accountID": "text",
    "instrument": "text",
    "pl": "decimal",
    "unrealizedPL": "decimal",
    "long.units": "decimal",
    "short.units": "decimal",
}
_EQUITY: Final[dict[str, Kind]] = {
    "time": "time",
    "accountID": "text",
    "balance": "decimal",
    "NAV": "decimal",
    "unrealizedPL": "decimal",
    "marginUsed": "decimal",
}
_CURVE: Final[dict[str, Kind]] = {
    "time": "time",
    "account": "text",
    "NAV": "decimal",
    "drawdown": "float",
    "marginUsed": "decimal",
}
_GROUPS: Final[dict[str, Kind]] = {
    "account": "text",
    "by": "text",
    "group": "text",
    "trades": "whole",
    "result": "decimal",
    "winRate": "float",
    "adversePips": "float",
    "favourablePips": "float",
    "seconds": "float",
}
_CANDLES: Final[dict[str, Kind]] = {
    "instrument": "text",
    "granularity": "text",
    "time": "time",
    "volume": "whole",
    "open": "decimal",
    "high": "decimal",
    "low": "decimal",
    "close": "decimal",
}


class Result:
    """What a run did.

    Tables, the report and the plot are made when they are read for the first time. The engine keeps
    the run as long as this object lives.
    """

    def __init__(self, engine: Engine, answer: Mapping[str, Any], folder: Path | None = None) -> None:
        """``folder`` has files of the run, and is removed with this object."""
        self._engine = engine
        self._run: int = answer["run"]
        self._document: Mapping[str, Any] = answer["document"]
        #: What ``orrery run`` would say on stderr, and what was refused.
        self.notices: list[str] = [*answer["notices"], *answer["warnings"]]
        self._warnings: list[str] = list(answer["warnings"])
        weakref.finalize(self, engine.forget, self._run).atexit = False
        self._has_folder = folder is not None
        if folder is not None:
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)

    @property
    def ledger_hash(self) -> str:
        """The hash of the ledger, ``sha256:<hex>``."""
        return f"sha256:{self._document['ledger']['sha256']}"

    @property
    def document(self) -> Mapping[str, Any]:
        """The document of ``orrery run --json``."""
        return self._document

    @property
    def metrics(self) -> Mapping[str, Any]:
        """The figures of the strategy's account by name; money is text, ratios are numbers."""
        figures: Mapping[str, Any] = self._document["metrics"]["accounts"][0]["figures"]
        return figures

    @property
    def accounts(self) -> list[Row]:
        """The summary of each account at the end, as v20 has it."""
        return list(self._document["accounts"])

    @cached_property
    def transactions(self) -> Table:
        """Every transaction of every account, in order."""
        return self._rows("transactions", _TRANSACTIONS)

    @cached_property
    def orders(self) -> Table:
        """Every order, by account and id, in its state at the end."""
        return self._rows("orders", _ORDERS)

    @cached_property
    def trades(self) -> Table:
        """Every trade, by account and id: v20's fields, and what the report says of it.

        These are ``result`` (with financing and costs), ``pips``, ``adversePips`` and
        ``favourablePips`` (how far the price went against and for it), ``tag``, ``exitReason``.
        """
        return self._rows("trades", _TRADES)

    @cached_property
    def positions(self) -> Table:
        """The position of each account in each instrument that it ever traded, at the end."""
        return self._rows("positions", _POSITIONS)

    @cached_property
    def equity(self) -> Table:
        """The value of each account at each 17:00 New York, and at the end."""
        return self._rows("equity", _EQUITY)

    @cached_property
    def curve(self) -> Table:
        """The equity curve of each account with its drawdown as a part of the peak."""
        return self._csv("curve", _CURVE)

    @cached_property
    def trade_groups(self) -> Table:
        """Closed trades by side, instrument, reason of the exit, tag, weekday and hour."""
        return self._csv("trade-groups", _GROUPS)

    @cached_property
    def candles(self) -> Table:
        """The mid candles that the report draws: the finest that are at most 3,000."""
        return self._csv("candles", _CANDLES)

    @cached_property
    def drawings(self) -> Mapping[str, Any]:
        """What the strategy plotted and marked, as ``drawings.json`` has it; empty when nothing."""
        text = self._file(_DRAWINGS)
        drawn: Mapping[str, Any] = json.loads(text) if text else {}
        return drawn

    def report(self, path: str | os.PathLike[str] | None = None) -> Report:
        """The report: a page for a browser, which a notebook shows in the cell.

        Parameters
        ----------
        path
            A file that it is written to.
        """
        report = Report(self._file(_REPORT), self._name)
        if path is not None:
            report.save(path)
        return report

    def plot(self, *, account: str | None = None, figsize: tuple[float, float] = (10, 7)) -> Figure:
        """A figure of matplotlib: equity, drawdown, and closes with the trades.

        Parameters
        ----------
        account
            The id of the account; the first one when absent.
        figsize
            Width and height in inches.

        Raises
        ------
        ImportError
            Without matplotlib; the message says how to install it.
        """
        extra("matplotlib", "plot()")
        from .plots import run_figure

        return run_figure(self, account or self.accounts[0]["id"], figsize)

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Writes the folder that ``orrery run --out`` writes, with the report and the scenario.

        ``orrery verify folder --allow-path TICKS STRATEGY`` runs it again; it names the folders of both.

        Raises
        ------
        InputError
            When the folder has other content.
        """
        path = Path(folder).resolve()
        self._do("write", name=str(path), more={"isOwn": self._has_folder})
        return path

    def __repr__(self) -> str:
        seen = self._document
        warned = "".join(f"; {each}" for each in self._warnings[:1])
        return (
            f"<Result of {self._name}: {seen['from'][:16]} to {seen['to'][:16]}, "
            f"{seen['ticks']} ticks, {seen['metrics']['trades']} trades, "
            f"net profit {self.metrics.get('netProfit')}{warned}>"
        )

    def _repr_html_(self) -> str:
        seen = self._document
        figures = self.metrics
        rows = [
            *(("ticks", seen["ticks"]), ("transactions", seen["ledger"]["transactions"])),
            *((name, figures[name]) for name in _MAIN if figures.get(name) is not None),
        ]
        body = "".join(f"<tr><th>{name}</th><td>{_shown(value)}</td></tr>" for name, value in rows)
        title = html.escape(f"{self._name}: {seen['from'][:16]} to {seen['to'][:16]}")
        return f"<table><caption style='white-space:nowrap'>{title}</caption><tbody>{body}</tbody></table>"

    @property
    def _name(self) -> str:
        name: str = self._document["scenario"]
        return name

    def _rows(self, name: str, lead: Mapping[str, Kind]) -> Table:
        return RowTable(name, lambda: self._read(name), lead)

    def _read(self, name: str) -> list[Row]:
        parts: list[bytes] = []
        self._do("rows", name=name, on_data=lambda data: parts.append(bytes(data)))
        return rows_of_json(parts)

    def _csv(self, name: str, lead: Mapping[str, Kind]) -> Table:
        def read() -> list[Row]:
            return list(csv.DictReader(io.StringIO(self._file(f"{name}.csv"))))

        return RowTable(name.replace("-", " "), read, lead)

    def _file(self, name: str) -> str:
        text: str = self._do("file", name=name)
        return text

    def _do(self, verb: str, *, name: str, on_data: Any = None, more: Mapping[str, Any] | None = None) -> Any:
        if not self._engine.is_open:
            raise EngineError(
                "the engine that made this result has ended (as after Ctrl-C), or belongs to another "
                "process: run again; tables that were read before, metrics and document stay"
            )
        return self._engine.do(verb, {"run": self._run, "name": name, **(more or {})}, on_data=on_data)


def _shown(value: Any) -> str:
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return html.escape(text)
