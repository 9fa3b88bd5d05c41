"""Many lanes as one ``gymnasium.vector.VectorEnv``: one crossing of the process a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..errors import InputError
from .episodes import Episodes
from .lanes import LaneError, Lanes
from .market import MarketView, Numbers

#: Makes observations of a view, one row a lane.
Observe = Callable[[MarketView], NDArray[Any]]
#: Makes rewards of a view, one a lane.
Reward = Callable[[MarketView], Numbers]
Info = dict[str, Any]


def usual_observation(view: MarketView) -> NDArray[np.float32]:
    """What an agent sees by default, in basis points and shares.

    The differences of the logarithms of closes, times 10,000; the spread in basis points, the position
    as a share of the NAV, and the unrealized result in per cent of the balance.
    """
    close = view.close
    steps = np.diff(np.log(close), axis=2) * 1e4
    mid = (view.bid + view.ask) / 2
    spread = (view.ask - view.bid) / mid * 1e4
    share = view.units * mid / np.maximum(view.nav, 1e-9)[:, np.newaxis]
    result = (view.unrealized_pl / np.maximum(view.balance, 1e-9) * 100)[:, np.newaxis]
    lanes = len(view.nav)
    parts = (np.nan_to_num(steps).reshape(lanes, -1), np.nan_to_num(spread), share, result)
    return np.concatenate(parts, axis=1).astype(np.float32)


def usual_reward(view: MarketView) -> Numbers:
    """The change of the NAV by the last step, in home currency."""
    reward: Numbers = view.nav - view.before_nav
    return reward


class MarketVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Lanes of one market. Make it with ``make_vec``."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - gymnasium declares it so
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        lanes: Lanes,
        episodes: Episodes,
        *,
        actions: Numbers | None,
        units: float,
        instruments: int,
        observe: Observe,
        observation_space: gym.Space[Any] | None,
        reward: Reward,
        autoreset: AutoresetMode,
    ) -> None:
        """``actions`` are the targets of a discrete action; None: a share of ``units``, -1 to 1."""
        self.num_envs = lanes.count
        self.render_mode = None
        self.metadata = {**self.metadata, "autoreset_mode": autoreset}
        self._autoreset = autoreset
        self._lanes = lanes
        self._episodes = episodes
        self._actions = actions
        self._units = units
        self._instruments = instruments
        self._observe = observe
        self._reward = reward
        self._random = np.random.default_rng()
        self._has_begun = False
        self._ended = np.zeros(lanes.count, bool)
        self._all = np.arange(lanes.count)
        self.single_action_space = self._action_space()
        self.action_space = batch_space(self.single_action_space, lanes.count)
        self.single_observation_space = observation_space or self._usual_space()
        self.observation_space = batch_space(self.single_observation_space, lanes.count)

    @property
    def view(self) -> MarketView:
        """The present of all lanes."""
        return self._lanes.view

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], Info]:
        """Begins an episode in every lane; a seed chooses their starts.

        ``options={"reset_mask": mask}`` begins those lanes only.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
            self._episodes.restart()
        mask = None if options is None else options.get("reset_mask")
        lanes = self._all if mask is None else np.flatnonzero(mask)
        if not self._has_begun and len(lanes) < self.num_envs:
            raise LaneError("reset: the first reset begins every lane")
        self._begin(lanes)
        self._has_begun = True
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], Numbers, NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Orders up to the targets of the actions, and goes on to the next candle of each lane."""
        if not self._has_begun:
            raise LaneError("step: call reset first")
        targets = self._targets(actions)
        if self._autoreset is AutoresetMode.DISABLED and self._ended.any():
            lanes = ", ".join(str(lane) for lane in np.flatnonzero(self._ended))
            raise LaneError(f"step: the episodes of lanes {lanes} are over: reset them by reset_mask")
        renewed = np.flatnonzero(self._ended)
        if len(renewed) > 0:
            self._begin(renewed)
            going = np.setdiff1d(self._all, renewed)
        else:
            going = self._all
        if len(going) > 0:
            self._lanes.step(going, targets[going])
        reward = np.asarray(self._reward(self.view), dtype=np.float64)
        terminated = self.view.is_closed_out.copy()
        truncated = self.view.is_over & ~terminated
        if len(renewed) > 0:
            reward[renewed] = 0.0
        ended = terminated | truncated
        info = self._info()
        if self._autoreset is AutoresetMode.SAME_STEP and ended.any():
            info["final_obs"] = self._observation()
            info["final_info"] = self._info()
            info["_final_obs"] = info["_final_info"] = ended
            self._begin(np.flatnonzero(ended))
        else:
            self._ended = ended
        return self._observation(), reward, terminated, truncated, info

    def create_order(self, order: Mapping[str, Any], *, lane: int = 0) -> None:
        """Sends a v20 order to a lane; it is carried out with the next step."""
        self.submit({"type": "CreateOrder", "order": dict(order)}, lane=lane)

    def submit(self, command: Mapping[str, Any], *, lane: int = 0) -> None:
        """Sends any command to a lane, such as ``{"type": "CancelOrder", "orderSpecifier": "12"}``."""
        self._lanes.send(lane, [command])

    def ledger_hash(self, lane: int = 0) -> str:
        """The hash of the ledger of a lane's episode so far, ``sha256:<hex>``."""
        return self._lanes.ledger_hash(lane)

    def ledger(self, lane: int = 0) -> list[dict[str, Any]]:
        """The transactions of a lane's episode so far."""
        return self._lanes.ledger(lane)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the engine."""
        self._lanes.close()

    def _begin(self, lanes: NDArray[np.int64]) -> None:
        self._lanes.reset([self._episodes.start(int(lane), self._random) for lane in lanes])
        self._ended[lanes] = False

    def _targets(self, actions: NDArray[Any]) -> Numbers:
        given = np.asarray(actions)
        if self._actions is not None:
            targets = self._actions[given.astype(np.int64)]
        else:
            targets = np.round(given.astype(np.float64) * self._units)
        return targets.reshape(self.num_envs, self._instruments)

    def _observation(self) -> NDArray[Any]:
        observation = np.asarray(self._observe(self.view))
        if observation.shape != self.observation_space.shape:
            raise InputError(
                f"observation: must have the shape {self.observation_space.shape}, one row a lane, "
                f"had {observation.shape}"
            )
        return observation

    def _info(self) -> Info:
        view = self.view
        info: Info = {
            "time": view.time.copy(),
            "nav": view.nav.copy(),
            "balance": view.balance.copy(),
            "margin_used": view.margin_used.copy(),
            "margin_available": view.margin_available.copy(),
            "units": view.units.copy(),
            "bid": view.bid.copy(),
            "ask": view.ask.copy(),
            "closeout": view.is_closed_out.copy(),
            "fills": view.fills.copy(),
            "rejects": view.rejects.copy(),
        }
        if view.rejects.any():
            refused = np.flatnonzero(view.rejects)
            reasons = np.full(self.num_envs, None, dtype=object)
            for lane in refused:
                reasons[lane] = self._lanes.rejects(int(lane))
            info["reject_reasons"] = reasons
        info.update({f"_{name}": np.ones(self.num_envs, bool) for name in list(info)})
        return info

    def _action_space(self) -> gym.Space[Any]:
        if self._actions is None:
            return gym.spaces.Box(-1.0, 1.0, (self._instruments,), np.float32)
        if self._instruments == 1:
            return gym.spaces.Discrete(len(self._actions))
        return gym.spaces.MultiDiscrete([len(self._actions)] * self._instruments)

    def _usual_space(self) -> gym.Space[Any]:
        if self._observe is not usual_observation:
            raise InputError("observation_space: must be given with an observation of your own")
        shape = self.view.candles.shape
        size = self._instruments * (shape[3] - 1) + 2 * self._instruments + 1
        return gym.spaces.Box(-np.inf, np.inf, (size,), np.float32)


def autoreset_of(name: str) -> AutoresetMode:
    """The mode of that name. Raises InputError for another one."""
    modes = {
        "next_step": AutoresetMode.NEXT_STEP,
        "same_step": AutoresetMode.SAME_STEP,
        "disabled": AutoresetMode.DISABLED,
    }
    if name not in modes:
        raise InputError(f"autoreset: must be one of {', '.join(modes)}, was {name}")
    return modes[name]


def targets_of(actions: Sequence[float] | None) -> Numbers | None:
    """The targets of discrete actions. Raises InputError for what is no list of whole numbers."""
    if actions is None:
        return None
    targets = np.asarray(actions, dtype=np.float64)
    if targets.ndim != 1 or len(targets) < 2 or not np.isfinite(targets).all():
        raise InputError(f"actions: must be a list of at least two units, was {actions}")
    return targets
