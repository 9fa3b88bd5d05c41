"""Searches: runs of one strategy on a market that is loaded once, which a program chooses one by one."""

from __future__ import annotations

import atexit
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from ._carried import carried_module
from ._engine import Engine, engine
from ._host.classes import describe
from ._host.wire_values import plain
from ._scenario_file import check_strategy, source_module
from .errors import EngineError, InputError
from .market_data import Source
from .strategy import Strategy, StrategyError, Value
from .studies import Axis, Instant, scenario_of, search_of, window_of, write_study
from .study_result import StudyResult
from .values import present

#: The figures of a run by name; None where it has none.
Figures = Mapping[str, float | None]

_LIMIT_SECONDS: Final = 600.0
_RANK: Final = "sharpe"


class Search:
    """Runs a strategy with the values that a program chooses, without loading its ticks again.

    ``evaluate`` runs any values, ``evaluate_many`` several on all cores. ``ask`` gives the
    next combination of a grid, and ``tell`` takes its figures, which a model needs. ``result`` judges
    the runs as a study does. Every run counts as a look, once for the whole search: when ``result`` is
    read, or when the search is closed.

    Parameters
    ----------
    strategy
        A class, which is taken to processes of its own, as ``study`` does. Where it cannot be taken, as a
        class of a notebook without the package cloudpickle, its hooks run in this process, which
        takes twice as long, and ``evaluate_many`` refuses it.
    grid
        Values by parameter, for ``ask``. Without it, ``evaluate`` takes every parameter of the class, and
        there is nothing to ask for.
    random, model, constraints, figures, rank, goals, ticks, bars, accounts, window, params, seed
        As ``study`` has them.
    **scenario
        Further keys of a scenario.

    Raises
    ------
    InputError
        For bad input.

    Examples
    --------
    >>> with Search(Cross, ticks=ticks, accounts=accounts, rank="netProfit") as search:  # doctest: +SKIP
    ...     print(search.evaluate({"fast": 10})["netProfit"])
    """

    def __init__(
        self,
        strategy: type[Strategy],
        *,
        grid: Mapping[str, Axis] | None = None,
        random: int | None = None,
        model: int | Mapping[str, int] | None = None,
        constraints: Sequence[str] | None = None,
        figures: Sequence[str] | None = None,
        rank: str | None = None,
        goals: Sequence[str] | None = None,
        ticks: Mapping[str, Source] | None = None,
        bars: Mapping[str, Source] | None = None,
        accounts: Sequence[Mapping[str, Any]] = (),
        window: tuple[Instant, Instant] | None = None,
        params: Mapping[str, Value] | None = None,
        seed: int | None = None,
        **scenario: Any,
    ) -> None:
        _close_left()
        check_strategy(strategy)
        self._strategy = strategy
        self._folder = tempfile.TemporaryDirectory(prefix="orrery-")
        folder = Path(self._folder.name).resolve()
        self._refusal: InputError | None = None
        try:
            module = carried_module(strategy, folder)
        except InputError as refusal:
            # This process has the class; only others cannot get it.
            self._refusal = refusal
            module = source_module(strategy, folder)
        path, allowed = scenario_of(
            strategy,
            module,
            folder,
            ticks=ticks,
            bars=bars,
            accounts=accounts,
            params=params,
            keys={**scenario, **present(seed=seed, window=None if window is None else window_of(window))},
        )
        keys = present(
            constraints=None if constraints is None else list(constraints),
            search=search_of(random, model),
            figures=None if figures is None else list(figures),
            rank=rank,
            goals=None if goals is None else list(goals),
            seed=seed,
        )
        self._ranks = list(goals) if goals is not None else [rank or _RANK]
        axes = _every_parameter(strategy, params or {}) if grid is None else grid
        self._grid = None if grid is None else list(grid)
        study = write_study(folder, strategy.__name__, path, axes, keys)
        self._engine = engine()
        own = {} if self._refusal is None else {str(module): 0}
        given = {"study": study, "allowPath": allowed, "classes": own}
        self._number: int = self._engine.do("search-open", given, classes=(strategy,))
        self._looks = _Looks()
        self._end = weakref.finalize(
            self, _end, self._engine, self._number, self._strategy, self._looks, self._folder
        )

    def ask(self) -> dict[str, Value] | None:
        """The next combination of the grid, or that the model chooses; None when there is no more.

        Raises InputError when the model has to know figures that were not told.
        """
        if self._grid is None:
            raise InputError("ask needs a grid: Search(..., grid={...})")
        answer: dict[str, Value] | None = self._do("search-ask")
        return answer

    def tell(self, values: Mapping[str, Value], figures: Figures | float | None) -> None:
        """Takes what came of a combination that was asked for.

        ``figures`` are those of ``evaluate``, or the ranking figure alone; None for a run that failed.
        Raises InputError for a combination that was not asked for.
        """
        if not isinstance(figures, Mapping):
            if len(self._ranks) > 1:
                raise InputError(f"tell: needs the figures of all goals, {', '.join(self._ranks)}")
            figures = {self._ranks[0]: figures}
        self._do("search-tell", values=_values(values), figures=_values(figures))

    def evaluate(self, values: Mapping[str, Value]) -> Figures:
        """Runs the strategy with these values and, for others, those of ``params`` or the defaults.

        With a grid, its parameters and no others are given. The same values run once; later calls
        give the same figures. Raises StrategyError when the run fails, and InputError for values
        that are no parameters of the search.
        """
        (outcome,) = self._run([values], workers=1)
        if isinstance(outcome, StrategyError):
            raise outcome from self._engine.hook_error
        return outcome

    def evaluate_many(
        self,
        sets: Sequence[Mapping[str, Value]],
        *,
        workers: int | None = None,
        time_limit: float = _LIMIT_SECONDS,
    ) -> list[Figures | StrategyError]:
        """Runs several combinations, on all cores or on as many processes as ``workers``.

        A run that fails has its error in place of figures. Raises InputError when the class cannot be
        taken to other processes.
        """
        if workers != 1 and self._refusal is not None:
            raise self._refusal
        return self._run(sets, workers=workers, time_limit=time_limit)

    def result(self) -> StudyResult:
        """The runs so far as a study. Raises InputError when there was none, or when one differs repeated."""
        answer = self._do("search-result")
        self._looks.left = False
        return StudyResult(self._engine, answer)

    def close(self) -> None:
        """Counts looks that are not counted yet, and ends the processes of the search."""
        self._end()

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(
        self,
        sets: Sequence[Mapping[str, Value]],
        *,
        workers: int | None,
        time_limit: float = _LIMIT_SECONDS,
    ) -> list[Figures | StrategyError]:
        for values in sets:
            missing = [name for name in self._grid or () if name not in values]
            if missing:
                raise InputError(f"evaluate: needs a value of {', '.join(missing)}, as the grid has")
        given = {"sets": [_values(each) for each in sets], "secondsMax": time_limit}
        outcomes = self._do("search-run", **given, **present(workers=workers))
        self._looks.left = True
        return [StrategyError(each["error"]) if "error" in each else each["figures"] for each in outcomes]

    def _do(self, verb: str, **given: Any) -> Any:
        if not self._end.alive:
            raise InputError("the search is closed")
        if not self._engine.is_open:
            raise EngineError("the engine of this search has ended: make another Search")
        return self._engine.do(verb, {"search": self._number, **given}, classes=(self._strategy,))


class _Looks:
    """Whether there are runs whose looks are not counted yet."""

    left = False


def _every_parameter(strategy: type[Strategy], params: Mapping[str, Value]) -> dict[str, list[Value]]:
    """Each parameter of a class with one value."""
    declared = describe(strategy)["parameters"]
    if not declared:
        raise InputError(f"{strategy.__name__} declares no parameter: add one, as in fast = parameter(20)")
    return {name: [params.get(name, fields["default"])] for name, fields in declared.items()}


def _values(values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return {name: plain(value) for name, value in values.items()}
    except StrategyError as error:
        raise InputError(str(error)) from None


def _close(
    running: Engine,
    number: int,
    strategy: type[Strategy],
    looks: _Looks,
    folder: tempfile.TemporaryDirectory[str],
) -> None:
    try:
        if running.is_open:
            given = {"search": number}
            if looks.left:
                running.do("search-result", given, classes=(strategy,))
            running.do("search-close", given)
    finally:
        folder.cleanup()


def _end(*open_search: Any) -> None:
    """Ends a search that nothing refers to; later, when that is noticed during a run."""
    running = open_search[0]
    if running.is_busy:
        _left.append(open_search)
    else:
        _close(*open_search)


@atexit.register
def _close_left() -> None:
    while _left:
        _close(*_left.pop())


#: What is needed to close a search.
_Open = tuple[Engine, int, type[Strategy], _Looks, tempfile.TemporaryDirectory[str]]
_left: list[_Open] = []
