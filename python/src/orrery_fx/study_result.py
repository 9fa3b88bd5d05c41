"""The result of a study: its table, its best run, what luck explains, and its page."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._engine import Engine
from .report import Report
from .strategy import Value

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: A row of the table by column: ``param.NAME``, figures, ``error``.
Row = Mapping[str, Any]

_PARAM = "param."
_dropped: weakref.WeakKeyDictionary[Engine, list[int]] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class BestRun:
    """The run that is ranked first.

    Attributes
    ----------
    number
        Of its row, from 1.
    params
        The values of the parameters that vary, for ``run(..., params=...)``.
    row
        Everything that the table has of it.
    """

    number: int
    params: Mapping[str, Value]
    row: Row


class StudyResult:
    """What a study came to. Its page is made when it is asked for."""

    def __init__(self, engine: Engine, answer: Mapping[str, Any]) -> None:
        self._engine = engine
        self._study: int = answer["study"]
        self._document: Mapping[str, Any] = answer["document"]
        weakref.finalize(self, _drop, weakref.ref(engine), self._study)

    @property
    def document(self) -> Mapping[str, Any]:
        """The document of ``orrery sweep --json``."""
        return self._document

    @property
    def rows(self) -> Sequence[Row]:
        """One row a run, in the order of the combinations."""
        rows: Sequence[Row] = self._document["runs"]
        return rows

    @property
    def best(self) -> BestRun | None:
        """The run that is ranked first; None when no run has the figure."""
        number: int | None = self._document["best"]
        if number is None:
            return None
        row = self.rows[number - 1]
        return BestRun(number, params_of(row), row)

    @property
    def walk_forward(self) -> Sequence[Row] | None:
        """One row a fold; None for a study that does not walk forward."""
        rows: Sequence[Row] | None = self._document.get("walkForward")
        return rows

    @property
    def verdict(self) -> str:
        """What luck explains of the best run, in a sentence."""
        answer: str = self._document["verdict"]["answer"]
        return answer

    def to_pandas(self) -> pandas.DataFrame:
        """The table for pandas. Raises ImportError without it."""
        import pandas

        return pandas.DataFrame(list(self.rows))

    def to_polars(self) -> polars.DataFrame:
        """The table for polars. Raises ImportError without it."""
        import polars

        return polars.DataFrame(list(self.rows), infer_schema_length=None)

    def to_arrow(self) -> pyarrow.Table:
        """The table for pyarrow. Raises ImportError without it."""
        import pyarrow

        return pyarrow.Table.from_pylist(list(self.rows))

    def report(self) -> Report:
        """The page of the study, which a notebook shows."""
        page = self._engine.do("studyPage", {"study": self._study})
        return Report(page, str(self._document["study"]))

    def __repr__(self) -> str:
        best = self.best
        if best is None:
            return f"<StudyResult {len(self.rows)} runs, none has {self._document['rank']}>"
        return f"<StudyResult {len(self.rows)} runs, best {dict(best.params)}>"


def params_of(row: Row) -> dict[str, Value]:
    """The values of the parameters of a row."""
    return {name.removeprefix(_PARAM): value for name, value in row.items() if name.startswith(_PARAM)}


def dropped(engine: Engine) -> list[int]:
    """The studies that nothing refers to any more, once; the engine forgets them."""
    return _dropped.pop(engine, [])


def _drop(reference: weakref.ref[Engine], study: int) -> None:
    engine = reference()
    if engine is not None:
        _dropped.setdefault(engine, []).append(study)
