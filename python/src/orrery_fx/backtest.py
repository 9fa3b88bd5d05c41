"""Runs a strategy in a market of its own."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ._engine import Engine, OnProgress, engine
from ._scenario_file import check_strategy, source_module, write_scenario
from .errors import InputError
from .market_data import Market, Source
from .result import Result
from .strategy import Strategy, StrategyError, Value
from .values import instant_text


def run(
    strategy: type[Strategy] | str | os.PathLike[str],
    *,
    ticks: Mapping[str, Source] | None = None,
    bars: Mapping[str, Source] | None = None,
    accounts: Sequence[Mapping[str, Any]] = (),
    window: tuple[str | datetime, str | datetime] | None = None,
    params: Mapping[str, Value] | None = None,
    seed: int | None = None,
    on_progress: OnProgress | None = None,
    **scenario: Any,
) -> Result:
    """Runs a strategy, as ``orrery run`` does.

    Parameters
    ----------
    strategy
        A class, or the path of a scenario, which has market, accounts and strategy of its own.
    ticks, bars
        By instrument: the path of a file, a table of pandas, polars or pyarrow, or a mapping of
        ``market:`` of a scenario with one of them.
    accounts
        Accounts as scenarios have them; the strategy trades on the first one.
    window
        From and to; ``to`` is exclusive.
    params
        Parameters of the strategy by name.
    seed
        Of the draws of the engine and of ``context.random``.
    on_progress
        Is told how many ticks are done, and how many there are.
    **scenario
        Further keys of a scenario, such as ``execution``, ``financing`` or ``disguise``.

    Raises
    ------
    InputError
        For bad input; the message names the place and the rule.
    StrategyError
        When the strategy fails; its cause is what the hook raised, and ``result`` the run until then.
    """
    options = _options(window, params, seed)
    running = engine()
    if not isinstance(strategy, type):
        if ticks or bars or accounts or scenario:
            raise InputError("a scenario has market and accounts of its own: give a class instead")
        path = os.path.abspath(os.fspath(strategy))
        return _done(running, {"scenario": path, "classes": {}, "options": options}, (), on_progress)
    check_strategy(strategy)
    with tempfile.TemporaryDirectory(prefix="orrery-") as name:
        folder = Path(name).resolve()
        market = Market(folder)
        market.add("ticks", ticks or {})
        market.add("bars", bars or {})
        module = source_module(strategy, folder)
        use = {"use": str(module)}
        file = write_scenario(folder, strategy, use, market=market, accounts=accounts, keys=scenario)
        allowed = sorted({*market.folders, str(module.parent)})
        given = {
            "scenario": str(file),
            "classes": {str(module): 0},
            "options": {**options, "allowPath": allowed},
        }
        return _done(running, given, (strategy,), on_progress)


def _done(
    running: Engine,
    given: dict[str, Any],
    classes: Sequence[type[Strategy]],
    on_progress: OnProgress | None,
) -> Result:
    given["progress"] = on_progress is not None
    answer = running.do("run", given, classes=classes, on_progress=on_progress)
    result = Result(running, answer)
    failed = answer.get("failed")
    if failed is None:
        return result
    error = StrategyError(failed)
    error.result = result
    raise error from running.hook_error


def _options(
    window: tuple[str | datetime, str | datetime] | None,
    params: Mapping[str, Value] | None,
    seed: int | None,
) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if window is not None:
        start, end = window
        options["from"] = instant_text(start)
        options["to"] = instant_text(end)
    if params is not None:
        options["params"] = dict(params)
    if seed is not None:
        options["seed"] = seed
    return options
