"""Runs a strategy in a market of its own."""

from __future__ import annotations

import numbers
import os
import shutil
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from ._engine import Engine, OnProgress, engine
from ._progress import Told
from ._scenario_file import check_strategy, source_module, write_scenario
from .errors import InputError, RunWarning
from .market_data import Market, Source
from .messages import plain_message
from .result import Result
from .strategy import Strategy, StrategyError, Value
from .values import plain_params, window_texts


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
    allow_path: Sequence[str | os.PathLike[str]] = (),
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
    allow_path
        Folders outside the project of a scenario that it may read.
    **scenario
        Further keys of a scenario, such as ``execution``, ``financing`` or ``disguise``.

    Raises
    ------
    InputError
        For bad input; the message names the place and the rule.
    StrategyError
        When the strategy fails; its cause is what the hook raised, and ``result`` the run until then.

    Warns
    -----
    RunWarning
        When orders were refused, or the strategy never began.
    """
    options = _options(window, params, seed)
    running = engine()
    told = Told(progress, on_progress, "ticks")
    if not isinstance(strategy, type):
        if not isinstance(strategy, (str, os.PathLike)):
            raise InputError(
                "strategy: must be a class that derives from orrery_fx.Strategy, or the path of a scenario, "
                f"was {_kind_of(strategy)}"
            )
        if ticks or bars or accounts or scenario:
            raise InputError("a scenario has market and accounts of its own: give a class instead")
        path = os.path.abspath(os.fspath(strategy))
        options["allowPath"] = [os.path.abspath(os.fspath(each)) for each in allow_path]
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
        others = (os.path.abspath(os.fspath(each)) for each in allow_path)
        allowed = sorted({*market.folders, str(module.parent), *others})
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
        for warning in answer["warnings"]:
            warnings.warn(warning, RunWarning, stacklevel=3)
        return result
    error = StrategyError(plain_message(failed))
    error.result = result
    raise error from running.hook_error


def _options(
    window: tuple[str | datetime, str | datetime] | None,
    params: Mapping[str, Value] | None,
    seed: int | None,
) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if window is not None:
        options["from"], options["to"] = window_texts(window)
    if params is not None:
        options["params"] = plain_params(params)
    if seed is not None:
        if isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or seed < 0:
            raise InputError(f"seed: must be a whole number of at least 0, was {seed!r}")
        options["seed"] = int(seed)
    return options


def _kind_of(given: object) -> str:
    """An object in words; one of a strategy is told apart from its class."""
    name = type(given).__name__
    return f"an object of {name}: give the class itself" if isinstance(given, Strategy) else repr(given)
