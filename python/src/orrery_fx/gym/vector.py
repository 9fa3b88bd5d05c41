"""Many lanes as one ``gymnasium.vector.VectorEnv``: one crossing of the process a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..errors import InputError
from .actions import Actions, shaped
from .episodes import Episodes
from .lanes import LaneError, Lanes
from .market import MarketView, Numbers

#: Makes observations of a view, one row a lane.
Observe = Callable[[MarketView], NDArray[Any]]
#: Makes rewards of a view, one a lane.
Reward = Callable[[MarketView], Numbers]
Info = dict[str, Any]
#: Of all lanes, or one a lane; None goes on with the draws that were.
Seed = int | Sequence[int | None] | None


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
        actions: Actions,
        instruments: int,
        observe: Observe,
        observation_space: gym.Space[Any] | None,
        reward: Reward,
        autoreset: AutoresetMode,
    ) -> None:
        """``instruments`` is their number."""
        self.num_envs = lanes.count
        self.render_mode = None
        self.metadata = {**self.metadata, "autoreset_mode": autoreset}
        self._autoreset = autoreset
        self._lanes = lanes
        self._episodes = episodes
        self._actions = actions
        self._instruments = instruments
        self._observe = observe
        self._reward = reward
        #: What draws the starts of each lane.
        self._random = [np.random.default_rng()] * lanes.count
        self._has_begun = False
        self._all = np.arange(lanes.count)
        self.single_action_space = actions.space()
        self.action_space = batch_space(self.single_action_space, lanes.count)
        self.single_observation_space = observation_space or self._usual_space()
        self.observation_space = batch_space(self.single_observation_space, lanes.count)

    @property
    def view(self) -> MarketView:
        """The present of all lanes."""
        return self._lanes.view

    def reset(
        self, *, seed: Seed = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[Any], Info]:
        """Begins an episode in every lane; a seed chooses their starts, or a list of one a lane.

        ``options={"reset_mask": mask}`` begins those lanes only, and a seed is theirs.
        """
        self._lanes.check("reset")
        lanes = self._masked(options)
        if not self._has_begun and len(lanes) < self.num_envs:
            raise LaneError("reset: the first reset begins every lane")
        self._seed(lanes, seed)
        self._begin(lanes)
        self._has_begun = True
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], Numbers, NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Orders up to the targets of the actions, and goes on to the next candle of each lane.

        Raises InputError for an action that is not in the space, and nothing is done.
        """
        self._check("step")
        targets = self._targets(actions)
        renewed = np.flatnonzero(self.view.is_over | self.view.is_closed_out)
        if len(renewed) > 0:
            if self._autoreset is AutoresetMode.DISABLED:
                lanes = ", ".join(str(lane) for lane in renewed)
                raise LaneError(f"step: the episodes of lanes {lanes} are over: reset them by reset_mask")
            self._begin(renewed)
            going = np.setdiff1d(self._all, renewed)
        else:
            going = self._all
        if len(going) > 0:
            self._lanes.step(going, targets[going])
        terminated = self.view.is_closed_out.copy()
        truncated = self.view.is_over & ~terminated
        ended = terminated | truncated
        reward = self._rewarded(renewed)
        info = self._info()
        if self._autoreset is AutoresetMode.SAME_STEP and ended.any():
            info["final_obs"] = self._observation()
            info["final_info"] = self._info()
            info["_final_obs"] = info["_final_info"] = ended
            self._begin(np.flatnonzero(ended))
        return self._observation(), reward, terminated, truncated, info

    def create_order(self, order: Mapping[str, Any], *, lane: int = 0) -> None:
        """Sends a v20 order to a lane; it is carried out with the next step.

        Raises InputError for what is no order of an instrument of the market.
        """
        self._send("create_order", {"type": "CreateOrder", "order": order}, lane)

    def submit(self, command: Mapping[str, Any], *, lane: int = 0) -> None:
        """Sends any command to a lane, such as ``{"type": "CancelOrder", "orderSpecifier": "12"}``."""
        self._send("submit", command, lane)

    def ledger_hash(self, lane: int = 0) -> str:
        """The hash of the ledger of a lane's episode so far, ``sha256:<hex>``."""
        return self._lanes.ledger_hash(self._lane("ledger_hash", lane))

    def ledger(self, lane: int = 0) -> list[dict[str, Any]]:
        """The transactions of a lane's episode so far."""
        return self._lanes.ledger(self._lane("ledger", lane))

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the engine."""
        self._lanes.close()

    def __reduce__(self) -> NoReturn:
        refuse_copy(self)

    def _check(self, name: str) -> None:
        self._lanes.check(name)
        if not self._has_begun:
            raise LaneError(f"{name}: call reset first")

    def _lane(self, name: str, lane: int) -> int:
        """The number of a lane that the call of that name may ask for."""
        if isinstance(lane, bool) or not isinstance(lane, (int, np.integer)) or not 0 <= lane < self.num_envs:
            raise InputError(
                f"{name}: lane: must be a whole number from 0 to {self.num_envs - 1}, was {lane!r}"
            )
        self._check(name)
        return int(lane)

    def _send(self, name: str, command: Mapping[str, Any], lane: int) -> None:
        self._lanes.send(self._lane(name, lane), command)

    def _begin(self, lanes: NDArray[np.int64]) -> None:
        self._lanes.reset([self._episodes.start(int(lane), self._random[lane]) for lane in lanes])

    def _masked(self, options: Mapping[str, Any] | None) -> NDArray[np.int64]:
        given = None if options is None else options.get("reset_mask")
        if given is None:
            return self._all
        mask = np.asarray(given)
        if mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise InputError(f"reset_mask: must be {self.num_envs} booleans, one a lane, was {given!r:.60}")
        return np.flatnonzero(mask)

    def _seed(self, lanes: NDArray[np.int64], seed: Seed) -> None:
        """Gives lanes that begin what draws their starts."""
        if seed is None:
            return
        if _is_seed(seed):
            seeded = dict.fromkeys(lanes.tolist(), np.random.default_rng(int(seed)))  # type: ignore[arg-type]
        else:
            each = list(seed) if isinstance(seed, (Sequence, np.ndarray)) else []
            if len(each) != self.num_envs or not all(one is None or _is_seed(one) for one in each):
                raise InputError(
                    f"seed: must be a whole number from 0, or a list of {self.num_envs}, one a lane, "
                    f"was {seed!r:.60}"
                )
            seeded = {
                lane: np.random.default_rng(each[lane]) for lane in lanes.tolist() if each[lane] is not None
            }
        for lane, random in seeded.items():
            self._random[lane] = random
            self._episodes.restart(lane)

    def _targets(self, actions: NDArray[Any]) -> Numbers:
        shape = self.action_space.shape or ()
        return self._actions.targets(shaped(actions, shape, ", one row a lane"))

    def _rewarded(self, renewed: NDArray[np.int64]) -> Numbers:
        """The rewards of the step; lanes that have begun again get 0."""
        given = np.asarray(self._reward(self.view))
        if given.shape != (self.num_envs,) or given.dtype.kind not in "biuf":
            raise InputError(
                f"reward: must be numbers of the shape ({self.num_envs},), one a lane, "
                f"was {given.dtype} of the shape {given.shape}"
            )
        reward: Numbers = given.astype(np.float64)
        reward[renewed] = 0.0
        if not np.isfinite(reward).all():
            lane = np.flatnonzero(~np.isfinite(reward))[0]
            raise InputError(f"reward: must be finite, was {reward[lane]} in lane {lane}")
        return reward

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


def refuse_copy(environment: object) -> NoReturn:
    """Raises TypeError: pickle and copy cannot take an engine that runs."""
    raise TypeError(
        f"a {type(environment).__name__} cannot be pickled or copied: it has a process of its own; "
        "make one where you need it"
    )


def _is_seed(given: Any) -> bool:
    return isinstance(given, (int, np.integer)) and not isinstance(given, bool) and bool(given >= 0)
