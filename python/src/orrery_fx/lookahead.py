"""Audits: whether a strategy knows prices before their time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ._carried import carried_module, is_of_session, write_module
from ._engine import OnProgress, engine
from ._exchanged_tables import Columns, add_tables, pickled_apart
from ._progress import Told
from ._scenario_file import check_strategy
from .errors import InputError
from .market_data import Source
from .strategy import Strategy, Value
from .studies import Instant, scenario_of, window_of
from .values import present

_MOST_INSTANTS: Final = 10_000


@dataclass(frozen=True)
class Finding:
    """The first command, or else transaction, that changed with later prices.

    Attributes
    ----------
    instant
        The last instant before the other prices; None when two runs on the same prices differ.
    time
        When it happened, at or before ``instant``.
    was, now
        What happened, as JSON; None where nothing did.
    """

    time: str
    instant: str | None = None
    was: str | None = None
    now: str | None = None


@dataclass(frozen=True)
class AuditReport:
    """What an audit found; as text it is that of ``orrery audit``.

    Attributes
    ----------
    instants
        The instants after which prices were replaced.
    commands
        The number of commands of the run on the recorded prices.
    opened
        Files of ticks that the strategy opened by itself, by their names in the scenario.
    unseen
        What the strategy uses and the audit could not exchange, in words: it may hold later prices.
    finding
        None when nothing changed.
    """

    instants: Sequence[str]
    commands: int
    opened: Sequence[str]
    unseen: Sequence[str]
    finding: Finding | None
    text: str

    @property
    def looks_ahead(self) -> bool:
        """Whether the strategy acted on prices that were not there yet."""
        return self.finding is not None and self.finding.instant is not None

    def __str__(self) -> str:
        return self.text


def audit(
    strategy: type[Strategy] | str | os.PathLike[str],
    *,
    ticks: Mapping[str, Source] | None = None,
    bars: Mapping[str, Source] | None = None,
    accounts: Sequence[Mapping[str, Any]] = (),
    window: tuple[Instant, Instant] | None = None,
    params: Mapping[str, Value] | None = None,
    instants: int = 10,
    seed: int = 1,
    progress: bool | None = None,
    on_progress: OnProgress | None = None,
    **scenario: Any,
) -> AuditReport:
    """Finds out whether a strategy looks ahead, as ``orrery audit`` does.

    The strategy runs again, each time with other prices after an instant, and must act the same up to that
    instant. It runs in a process of its own, which finds the other prices also where the strategy has
    them from: in the files of the market, by whichever reader, and in the tables that are given
    here, under every name by which the class reaches them, with their columns, slices and views.

    Parameters
    ----------
    strategy
        A class, or the path of a scenario, which has market, accounts and strategy of its own. A class of
        a notebook needs the package cloudpickle.
    ticks, bars, accounts, window, params
        As ``run`` has them.
    instants
        The number of instants; each takes one run.
    seed
        Of the instants and the prices.
    progress
        Whether to show how far it is, as ``run`` has it.
    on_progress
        Is told how many runs are done, and how many there are.
    **scenario
        Further keys of a scenario.

    Raises
    ------
    InputError
        For bad input, and when something reads a file of the market in a way that the audit cannot exchange.
    """
    if not 1 <= instants <= _MOST_INSTANTS:
        raise InputError(f"instants: must be from 1 to {_MOST_INSTANTS}, was {instants}")
    told = Told(progress, on_progress, "runs")
    with tempfile.TemporaryDirectory(prefix="orrery-") as name:
        folder = Path(name).resolve()
        if isinstance(strategy, type):
            check_strategy(strategy)
            called = strategy.__qualname__
            module = _module(strategy, folder, ticks or {}, bars or {})
            path, allowed = scenario_of(
                strategy,
                module,
                folder,
                ticks=ticks,
                bars=bars,
                accounts=accounts,
                params=params,
                keys={**scenario, **present(window=None if window is None else window_of(window))},
            )
            file = str(folder / path)
        else:
            if ticks or bars or accounts or window or params or scenario:
                raise InputError(
                    "a scenario has market, accounts and strategy of its own: give a class instead"
                )
            called = os.fspath(strategy)
            file, allowed = os.path.abspath(called), []
        given = {
            "scenario": file,
            "name": called,
            "allowPath": allowed,
            "instants": instants,
            "seed": seed,
            "progress": told.is_needed,
        }
        with told:
            answer = engine().do("audit", given, on_progress=told)
    finding = answer.pop("finding", None)
    return AuditReport(finding=None if finding is None else Finding(**finding), **answer)


def _module(
    strategy: type[Strategy], folder: Path, ticks: Mapping[str, Source], bars: Mapping[str, Source]
) -> Path:
    """The module of a class; of a class of a session, without the columns of the tables of the market."""
    if not is_of_session(strategy):
        return carried_module(strategy, folder)
    columns = Columns()
    odd = [*add_tables(columns, "ticks", ticks), *add_tables(columns, "bars", bars)]
    pickled, unseen = pickled_apart(strategy, columns)
    return write_module(
        strategy, folder, pickled, columns=columns.columns, tables=columns.tables, unseen=[*odd, *unseen]
    )
