"""Studies: many runs of a strategy with other parameters, ranked and judged."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from ._carried import carried_module
from ._engine import OnProgress, engine
from ._host.wire_values import plain
from ._progress import Told
from ._scenario_file import check_strategy, plain_name, write_scenario
from .errors import InputError
from .market_data import Market, Source
from .strategy import Strategy, StrategyError, Value
from .study_result import StudyResult, dropped
from .values import plain_params, present, window_texts

#: The values of a parameter, or a range with its end: ``{"from": 5, "to": 35, "step": 10}``.
Axis = Sequence[Value] | range | Mapping[str, float]
Instant = str | datetime

_STUDY: Final = "study.json"


def study(
    strategy: type[Strategy] | str | os.PathLike[str],
    *,
    grid: Mapping[str, Axis],
    random: int | None = None,
    model: int | Mapping[str, int] | None = None,
    constraints: Sequence[str] | None = None,
    windows: Sequence[tuple[Instant, Instant]] | None = None,
    walk_forward: tuple[str, str] | None = None,
    monte_carlo: int | Mapping[str, Any] | None = None,
    figures: Sequence[str] | None = None,
    rank: str | None = None,
    goals: Sequence[str] | None = None,
    ticks: Mapping[str, Source] | None = None,
    bars: Mapping[str, Source] | None = None,
    accounts: Sequence[Mapping[str, Any]] = (),
    window: tuple[Instant, Instant] | None = None,
    params: Mapping[str, Value] | None = None,
    seed: int | None = None,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    time_limit: float | None = None,
    reports: int | None = None,
    progress: bool | None = None,
    on_progress: OnProgress | None = None,
    **scenario: Any,
) -> StudyResult:
    """Runs a strategy with every combination of the grid, or with some, on all cores.

    The table is that of ``orrery sweep``, and the same for any number of workers.

    Parameters
    ----------
    strategy
        A class, or the path of a scenario, which has market, accounts and strategy of its own.
        Workers load a class of a module from its file; a class of a notebook or of ``__main__``
        needs the package cloudpickle (``pip install 'orrery-fx[notebook]'``).
    grid
        Values by parameter: a list, a ``range``, or from, to (included) and step.
    random
        Runs as many combinations, drawn at random.
    model
        Has a random forest choose as many combinations, fitted to the runs so far; or a mapping of
        ``runs``, ``initial`` and ``batch``.
    constraints
        What every combination keeps, such as ``"fast < slow"``.
    windows
        Runs every combination in each window, from and to; ``to`` is exclusive.
    walk_forward
        The lengths in sample and out of sample, such as ``("10d", "5d")`` in trading days.
    monte_carlo
        Samples of the trades of the best run, or a mapping of ``samples``, ``noise`` and
        ``bootstrap``.
    figures
        Figures in addition to those of every study.
    rank, goals
        The figure that ranks the runs, by default ``sharpe``; or several figures.
    ticks, bars, accounts, window, params
        As ``run`` has them. ``params`` are values that do not vary.
    seed
        Of all random choices: those of the study, and the draws of the engine in each run.
    out
        A folder for tables, page and reports of the best runs. The same study continues in it.
    workers
        The largest number of processes of Python; default: one for each core.
    time_limit
        Wall seconds after which a run is ended, and counts as failed; default: 600.
    reports
        The number of best runs that get a report of their own in ``out``; default: 3.
    progress
        Whether to show how far it is, as ``run`` has it.
    on_progress
        Is told how many runs are done, and how many there are.
    **scenario
        Further keys of a scenario, such as ``execution`` or ``financing``.

    Raises
    ------
    InputError
        For bad input, for a class that cannot be taken to other processes, and for a strategy
        that gives another result when a run is repeated. A run that fails is a row with an
        ``error``.
    """
    keys = present(
        constraints=None if constraints is None else list(constraints),
        search=search_of(random, model),
        windows=None if windows is None else [window_of(each) for each in windows],
        walkForward=_walk(walk_forward),
        monteCarlo={"samples": monte_carlo} if isinstance(monte_carlo, int) else monte_carlo,
        figures=None if figures is None else list(figures),
        rank=rank,
        goals=None if goals is None else list(goals),
        seed=seed,
    )
    with tempfile.TemporaryDirectory(prefix="orrery-") as name:
        folder = Path(name).resolve()
        if isinstance(strategy, type):
            check_strategy(strategy)
            more = present(seed=seed, window=None if window is None else window_of(window))
            path, allowed = scenario_of(
                strategy,
                carried_module(strategy, folder),
                folder,
                ticks=ticks,
                bars=bars,
                accounts=accounts,
                params=params,
                keys={**scenario, **more},
            )
            called = strategy.__name__
        else:
            if ticks or bars or accounts or window or params or scenario:
                raise InputError(
                    "a scenario has market, accounts and strategy of its own: give a class instead"
                )
            file = Path(strategy).resolve()
            path, allowed, called = str(file), [str(file.parent)], file.stem
        written = write_study(folder, called, path, grid, keys)
        options = present(
            allowPath=allowed,
            out=None if out is None else os.path.abspath(os.fspath(out)),
            workers=workers,
            timeLimit=time_limit,
            reports=reports,
        )
        return _swept(written, options, Told(progress, on_progress, "runs"))


def sweep(
    path: str | os.PathLike[str],
    *,
    out: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    time_limit: float | None = None,
    reports: int | None = None,
    allow_path: Sequence[str | os.PathLike[str]] = (),
    progress: bool | None = None,
    on_progress: OnProgress | None = None,
) -> StudyResult:
    """Runs the study of a file, as ``orrery sweep`` does.

    Parameters
    ----------
    path
        The study file, whose scenario may have a strategy in Python or TypeScript.
    allow_path
        Folders outside the project of the file that may be read.
    out, workers, time_limit, reports, progress, on_progress
        As ``study`` has them.

    Raises
    ------
    InputError
        For bad input; the message names file, line and rule.
    """
    options = present(
        allowPath=[os.path.abspath(os.fspath(folder)) for folder in allow_path],
        out=None if out is None else os.path.abspath(os.fspath(out)),
        workers=workers,
        timeLimit=time_limit,
        reports=reports,
    )
    told = Told(progress, on_progress, "runs")
    return _swept(os.path.abspath(os.fspath(path)), options, told)


def scenario_of(
    strategy: type[Strategy],
    module: Path,
    folder: Path,
    *,
    ticks: Mapping[str, Source] | None,
    bars: Mapping[str, Source] | None,
    accounts: Sequence[Mapping[str, Any]],
    params: Mapping[str, Value] | None,
    keys: Mapping[str, Any],
) -> tuple[str, list[str]]:
    """Writes the scenario of a class that ``module`` has.

    Gives its name, and the folders that it reads.
    """
    market = Market(folder)
    market.add("ticks", ticks or {})
    market.add("bars", bars or {})
    use = present(use=str(module), params=None if params is None else plain_params(params))
    path = write_scenario(folder, strategy, use, market=market, accounts=accounts, keys=keys)
    return path.name, sorted({*market.folders, str(module.parent)})


def write_study(
    folder: Path, name: str, scenario: str, grid: Mapping[str, Axis], keys: Mapping[str, Any]
) -> str:
    """Writes a study file; its path. Raises InputError for a grid that is none."""
    document = {
        "version": 1,
        "name": plain_name(name),
        "scenario": scenario,
        "axes": {axis: axis_of(axis, values) for axis, values in grid.items()},
        **keys,
    }
    path = folder / _STUDY
    path.write_text(json.dumps(document, default=str), encoding="utf-8")
    return str(path)


def axis_of(name: str, values: Axis) -> Any:
    """An axis as a study file has it. Raises InputError."""
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise InputError(f"grid.{name}: must be a list, was {values!r}")
    try:
        if isinstance(values, Mapping):
            return {key: plain(value) for key, value in values.items()}
        return [plain(value) for value in values]
    except StrategyError as error:
        raise InputError(f"grid.{name}: {error}") from None


def _swept(path: str, options: Mapping[str, Any], told: Told) -> StudyResult:
    running = engine()
    given = {
        "study": path,
        "options": options,
        "progress": told.is_needed,
        "dropped": dropped(running),
    }
    with told:
        return StudyResult(running, running.do("sweep", given, on_progress=told))


def search_of(random: int | None, model: int | Mapping[str, int] | None) -> dict[str, Any] | None:
    """How combinations are chosen, as a study file has it. Raises InputError for two ways."""
    if random is not None and model is not None:
        raise InputError("random and model are two searches: give one of them")
    if random is not None:
        return {"random": random}
    if model is None:
        return None
    return {"model": dict(model) if isinstance(model, Mapping) else {"runs": model}}


def window_of(window: tuple[Instant, Instant]) -> dict[str, str]:
    """A window as files have it."""
    start, end = window_texts(window)
    return {"from": start, "to": end}


def _walk(lengths: tuple[str, str] | None) -> dict[str, str] | None:
    if lengths is None:
        return None
    if isinstance(lengths, str) or len(lengths) != 2:
        raise InputError('walk_forward: must be two lengths such as ("10d", "5d")')
    return {"inSample": lengths[0], "outOfSample": lengths[1]}
