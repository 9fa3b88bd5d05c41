"""Actions: whether they are in their space, and the targets in units that they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .market import Numbers

#: How far rounding to 32 bits may carry an action out of its space; it is clipped.
_ROUNDING: Final = 1e-6
#: v20 reads units of at most 15 digits.
_UNITS_MOST: Final = 1e15


class Actions:
    """What an agent may do in a lane: name one of some targets, or a share of ``units`` from -1 to 1."""

    def __init__(self, instruments: Sequence[str], targets: Sequence[float] | None, units: float) -> None:
        """Raises InputError for targets that are no list of units, and for units that are not above 0."""
        self._instruments = instruments
        self._targets = None if targets is None else _targets(targets)
        self._units = _units(units)

    def space(self) -> gym.Space[Any]:
        """The space of the actions of one lane."""
        count = len(self._instruments)
        if self._targets is None:
            return gym.spaces.Box(-1.0, 1.0, (count,), np.float32)
        if count == 1:
            return gym.spaces.Discrete(len(self._targets))
        return gym.spaces.MultiDiscrete([len(self._targets)] * count)

    def targets(self, actions: NDArray[Any]) -> Numbers:
        """Targets in units, one row a lane; NaN leaves a position as it is.

        Raises InputError for an action that is not in the space.
        """
        rows = actions.reshape(len(actions), len(self._instruments))
        if rows.dtype.kind not in "iuf":
            self._refuse(rows, ~np.vectorize(_is_number, otypes=[bool])(rows), "must be a number")
        if self._targets is None:
            shares = rows.astype(np.float64)
            self._refuse(
                rows, np.abs(shares) > 1 + _ROUNDING, "must be from -1 to 1, or NaN to leave the position"
            )
            targets: Numbers = np.round(np.clip(shares, -1.0, 1.0) * self._units)
            return targets
        last = len(self._targets) - 1
        # NaN is in no range.
        is_one = (rows >= 0) & (rows <= last) & (rows % 1 == 0)
        self._refuse(rows, ~is_one, f"must be a whole number from 0 to {last}")
        return self._targets[rows.astype(np.int64)]

    def _refuse(self, rows: NDArray[Any], is_wrong: NDArray[np.bool_], rule: str) -> None:
        """Raises InputError, which names the first wrong action, if there is one."""
        if not is_wrong.any():
            return
        lane, index = np.argwhere(is_wrong)[0]
        place = f"lane {lane}" if len(self._instruments) == 1 else f"lane {lane}, {self._instruments[index]}"
        value = rows[lane, index]
        was = value.item() if isinstance(value, np.generic) else value
        raise InputError(f"action: {place}: {rule}, was {was!r:.60}")


def shaped(given: Any, shape: tuple[int, ...], rows: str = "") -> NDArray[Any]:
    """Actions as an array. Raises InputError for another shape; ``rows`` says what its rows are."""
    try:
        array = np.asarray(given)
    except ValueError:
        had = "rows of different lengths"
    else:
        if array.shape == shape:
            return array
        had = str(array.shape)
    raise InputError(f"action: must have the shape {shape}{rows}, had {had}")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.complexfloating))


def _targets(given: Sequence[float]) -> Numbers:
    targets = np.asarray(given, dtype=np.float64)
    if targets.ndim != 1 or len(targets) < 2 or not (np.abs(targets) < _UNITS_MOST).all():
        raise InputError(f"actions: must be a list of at least two units, each below 1e15, was {given}")
    return targets


def _units(given: float) -> float:
    units = float(given)
    if not 0 < units < _UNITS_MOST:
        raise InputError(f"units: must be above 0 and below 1e15, was {given}")
    return units
