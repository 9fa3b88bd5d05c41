"""The plot of a run. It needs matplotlib."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter
from matplotlib.figure import Figure
from PIL import Image

from .tables import Column, Table

if TYPE_CHECKING:
    from .result import Result

_BUY: Final = "#0a7d55"
_SELL: Final = "#c2412d"
_LINE: Final = "#2b5fad"
_PRICE: Final = "#8a8f98"
_COLORS: Final = 128


class RunFigure(Figure):
    """A figure that a notebook shows without pyplot and its backends."""

    def _repr_png_(self) -> bytes:
        drawn, packed = io.BytesIO(), io.BytesIO()
        self.savefig(drawn, format="png")
        # A notebook keeps its pictures: with a palette they take a quarter.
        Image.open(drawn).convert("RGB").quantize(_COLORS, dither=Image.Dither.NONE).save(packed, "PNG")
        return packed.getvalue()


def run_figure(result: Result, account: str, figsize: tuple[float, float]) -> Figure:
    """Equity, drawdown, and the closes of each instrument that was traded, with its trades."""
    curve = _columns_of(result.curve, "account", account)
    trades = _columns_of(result.trades, "accountID", account)
    candles = _columns(result.candles)
    names = np.array(candles["instrument"].values)
    traded = set(trades["instrument"].values)
    shown = [name for name in dict.fromkeys(names.tolist()) if name in traded]
    shown = shown or list(dict.fromkeys(names.tolist()))
    ratios = [2, 1, *(2 for _ in shown)]
    figure = RunFigure(figsize=figsize, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(ratios), 1, sharex=True, gridspec_kw={"height_ratios": ratios})
    time = curve["time"].numbers()
    axes[0].plot(time, curve["NAV"].numbers(), color=_LINE, linewidth=1.2)
    axes[0].set_ylabel("NAV")
    axes[0].set_title(f"{result.document['scenario']}, account {account}", loc="left")
    fall = -100 * np.abs(curve["drawdown"].numbers())
    axes[1].fill_between(time, fall, 0, color=_SELL, alpha=0.35, linewidth=0)
    axes[1].set_ylabel("drawdown, %")
    for axis, name in zip(axes[2:], shown, strict=True):
        here = names == name
        close = candles["close"].numbers()[here]
        axis.plot(candles["time"].numbers()[here], close, color=_PRICE, linewidth=0.9)
        axis.set_ylabel(name)
        _draw_trades(axis, trades, np.array(trades["instrument"].values) == name)
    for axis in axes:
        axis.grid(alpha=0.25)
        axis.margins(x=0.01)
        axis.ticklabel_format(axis="y", useOffset=False)
    # matplotlib leaves these two without types.
    dates = AutoDateLocator()  # type: ignore[no-untyped-call]
    axes[-1].xaxis.set_major_locator(dates)
    form = ConciseDateFormatter(dates)  # type: ignore[no-untyped-call]
    axes[-1].xaxis.set_major_formatter(form)
    return figure


def _draw_trades(axis: Any, trades: dict[str, Column], here: Any) -> None:
    units = trades["initialUnits"].numbers()
    opened, closed = trades["openTime"].numbers(), trades["closeTime"].numbers()
    entry, leave = trades["price"].numbers(), trades["averageClosePrice"].numbers()
    for is_long, color, marker, label in (
        (True, _BUY, "^", "long"),
        (False, _SELL, "v", "short"),
    ):
        mine = here & ((units > 0) == is_long)
        if not mine.any():
            continue
        done = mine & ~np.isnat(closed)
        axis.plot(
            np.array([opened[done], closed[done]]),
            np.array([entry[done], leave[done]]),
            color=color,
            linewidth=0.8,
            alpha=0.6,
        )
        axis.scatter(opened[mine], entry[mine], marker=marker, color=color, s=14, label=label, zorder=3)
    if here.any():
        axis.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, fontsize="small", frameon=False)


def _columns(table: Table) -> dict[str, Column]:
    return {column.name: column for column in table.columns}


def _columns_of(table: Table, key: str, account: str) -> dict[str, Column]:
    """The columns of the rows of one account."""
    found = _columns(table)
    mine = [at for at, value in enumerate(found[key].values) if value == account]
    return {
        name: Column(name, column.kind, [column.values[at] for at in mine]) for name, column in found.items()
    }
