"""Runs a strategy in a market of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ._engine import Engine, OnProgress, engine
from ._progress import Told
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
    progress: bool | None = None,
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
    progress
        Whether to show how far the run is. When absent: a bar on a terminal and a line in a notebook,
        of a run that takes longer than half a second.
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
    told = Told(progress, on_progress, "ticks")
    if not isinstance(strategy, type):
        if ticks or bars or accounts or scenario:
            raise InputError("a scenario has market and accounts of its own: give a class instead")
        path = os.path.abspath(os.fspath(strategy))
        return _done(running, {"scenario": path, "classes": {}, "options": options}, (), told)
    check_strategy(strategy)
    # The report and the record read the scenario later: the folder goes with the result.
    folder = Path(tempfile.mkdtemp(prefix="orrery-")).resolve()
    try:
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
        return _done(running, given, (strategy,), told, folder)
    except BaseException as error:
        if getattr(error, "result", None) is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _done(
    running: Engine,
    given: dict[str, Any],
    classes: Sequence[type[Strategy]],
    told: Told,
    folder: Path | None = None,
) -> Result:
    given["progress"] = told.is_needed
    with told:
        answer = running.do("run", given, classes=classes, on_progress=told)
    result = Result(running, answer, folder)
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
