"""Lanes as a ``VecEnv`` of Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError
from .making import make_vec

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv


def sb3_vec_env(instruments: str | Sequence[str], **options: Any) -> VecEnv:
    """Lanes for an agent of Stable-Baselines3; the options are those of ``make_vec``.

    Needs stable-baselines3. Its agents want a new episode in the step in which the old one ends, so
    ``autoreset`` is ``same_step``.
    """
    if "autoreset" in options:
        raise InputError("autoreset: is same_step for Stable-Baselines3")
    try:
        from stable_baselines3.common.vec_env import VecEnv
    except ImportError as error:
        raise ImportError(
            "sb3_vec_env needs stable-baselines3: pip install stable-baselines3", name="stable_baselines3"
        ) from error

    class LanesOfSB3(VecEnv):  # type: ignore[misc] # without the library it has no type
        """One crossing of the process a step."""

        def __init__(self) -> None:
            self.lanes = make_vec(instruments, autoreset="same_step", **options)
            self._seed_given: int | None = None
            self._targets: Any = None
            super().__init__(
                self.lanes.num_envs,
                self.lanes.single_observation_space,
                self.lanes.single_action_space,
            )

        def reset(self) -> Any:
            observation, _ = self.lanes.reset(seed=self._seed_given)
            self._seed_given = None
            return observation

        def seed(self, seed: int | None = None) -> list[int | None]:
            self._seed_given = seed
            return [seed] * self.num_envs

        def step_async(self, actions: Any) -> None:
            self._targets = actions

        def step_wait(self) -> Any:
            observation, reward, terminated, truncated, info = self.lanes.step(self._targets)
            done = terminated | truncated
            infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
            for lane in np.flatnonzero(done):
                infos[lane]["terminal_observation"] = info["final_obs"][lane]
                infos[lane]["TimeLimit.truncated"] = bool(truncated[lane])
            return observation, reward.astype(np.float32), done, infos

        def close(self) -> None:
            self.lanes.close()

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [getattr(self.lanes, attr_name, None)] * len(self._lanes_of(indices))

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
            setattr(self.lanes, attr_name, value)

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
            method = getattr(self.lanes, method_name)
            return [method(*args, **{**kwargs, "lane": lane}) for lane in self._lanes_of(indices)]

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * len(self._lanes_of(indices))

        def _lanes_of(self, indices: Any) -> list[int]:
            if indices is None:
                return list(range(self.num_envs))
            return [indices] if isinstance(indices, int) else list(indices)

    return LanesOfSB3()
