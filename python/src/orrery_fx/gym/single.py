"""One lane as a ``gymnasium.Env``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from .actions import shaped
from .lanes import LaneError
from .market import MarketView
from .vector import MarketVectorEnv, refuse_copy

Info = dict[str, Any]


class MarketEnv(gym.Env[NDArray[Any], Any]):
    """One market that an agent steps from candle to candle. Make it with ``make``."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - gymnasium declares it so

    def __init__(self, lanes: MarketVectorEnv) -> None:
        """``lanes`` has one lane, which is not begun again by itself."""
        self._lanes = lanes
        self.action_space = lanes.single_action_space
        self.observation_space = lanes.single_observation_space

    @property
    def view(self) -> MarketView:
        """The present: arrays with one row."""
        return self._lanes.view

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], Info]:
        """Begins an episode; a seed chooses its start."""
        super().reset(seed=seed)
        observation, info = self._lanes.reset(seed=seed)
        return observation[0], _own(info)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, Info]:
        """Orders up to the target of the action, and goes on to the next candle.

        Raises InputError for an action that is not in the space, and nothing is done.
        """
        given = shaped(action, self.action_space.shape or ())
        if self.view.is_over[0] or self.view.is_closed_out[0]:
            raise LaneError("step: the episode is over: call reset")
        observation, reward, terminated, truncated, info = self._lanes.step(given[np.newaxis])
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), _own(info)

    def create_order(self, order: Mapping[str, Any]) -> None:
        """Sends a v20 order; it is carried out with the next step. Raises InputError for what is none."""
        self._lanes.create_order(order)

    def submit(self, command: Mapping[str, Any]) -> None:
        """Sends any command, such as ``{"type": "CancelOrder", "orderSpecifier": "12"}``."""
        self._lanes.submit(command)

    def ledger_hash(self) -> str:
        """The hash of the ledger of the episode so far, ``sha256:<hex>``."""
        return self._lanes.ledger_hash()

    def ledger(self) -> list[dict[str, Any]]:
        """The transactions of the episode so far."""
        return self._lanes.ledger()

    def close(self) -> None:
        """Ends the engine."""
        self._lanes.close()

    def __reduce__(self) -> NoReturn:
        refuse_copy(self)


def _own(info: Info) -> Info:
    return {name: value[0] for name, value in info.items() if not name.startswith("_")}
