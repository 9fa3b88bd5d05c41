"""Makes environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium as gym
import numpy as np

from ..errors import InputError
from ..market_data import Source
from .actions import Actions
from .episodes import Episodes, Window
from .lanes import Lanes
from .single import MarketEnv
from .vector import (
    MarketVectorEnv,
    Observe,
    Reward,
    autoreset_of,
    usual_observation,
    usual_reward,
)

#: Most candles that the engine keeps at hand, as v20 gives them; ``CANDLES_MAX``.
_HISTORY_MOST: Final = 5_000


def make_vec(
    instruments: str | Sequence[str],
    *,
    ticks: Source | Mapping[str, Source] | None = None,
    bars: Source | Mapping[str, Source] | None = None,
    num_envs: int = 1,
    granularity: str = "M1",
    history: int = 50,
    steps: int = 1_000,
    windows: Sequence[Window] | None = None,
    disguises: Sequence[Mapping[str, Any] | None] = (),
    actions: Sequence[float] | None = None,
    units: float = 10_000,
    observation: Observe | None = None,
    observation_space: gym.Space[Any] | None = None,
    reward: Reward | None = None,
    autoreset: str = "next_step",
    accounts: Sequence[Mapping[str, Any]] = (),
    seed: int = 1,
    **scenario: Any,
) -> MarketVectorEnv:
    """Lanes of one market, stepped together from candle to candle.

    A step orders up to a target of units in each lane, as market orders, and goes on to the end of the
    next bucket in which an instrument has a candle. An episode is truncated at the end of its window or
    after ``steps``, and terminated by a margin closeout.

    Parameters
    ----------
    instruments
        What is traded; an action has a target for each.
    ticks, bars
        As ``run`` takes them; of one instrument also without its name.
    num_envs
        Number of lanes.
    granularity
        The candles, such as ``M1``.
    history
        Candles that an observation looks back over, at most 5000.
    steps
        Most candles of an episode.
    windows
        From and to of episodes, taken in turn; default: starts drawn from the seed of ``reset``.
    disguises
        Disguises of the market, which lanes take in turn; None is the market as it is.
    actions
        Targets in units, of which an action names one; default: a share of ``units`` from -1 to 1.
    units
        The target of the action 1.
    observation, observation_space
        Makes observations of a ``MarketView``, one row a lane; the space is that of one lane.
    reward
        Makes rewards of a ``MarketView``, one a lane; default: the change of the NAV.
    autoreset
        ``next_step``, ``same_step`` or ``disabled``, as in gymnasium.
    accounts
        As scenarios have them; the first one trades. Default: 10,000 USD.
    seed
        Of the draws of the engine: slippage, latency, refusals.
    **scenario
        Further keys of a scenario, such as ``execution`` or ``financing``.

    Raises
    ------
    InputError
        For bad input.
    """
    names = [instruments] if isinstance(instruments, str) else list(instruments)
    num_envs = _whole(num_envs, "num_envs", least=1)
    history = _whole(history, "history", least=2, most=_HISTORY_MOST)
    steps = _whole(steps, "steps", least=1)
    seed = _whole(seed, "seed", least=0)
    agent = Actions(names, actions, units)
    lanes = Lanes(
        count=num_envs,
        instruments=names,
        granularity=granularity,
        history=history,
        steps_max=steps,
        ticks=_named(ticks, names),
        bars=_named(bars, names),
        accounts=accounts,
        disguises=disguises,
        scenario=scenario,
    )
    try:
        episodes = Episodes(lanes, history=history, steps=steps, windows=windows, engine_seed=seed)
        return MarketVectorEnv(
            lanes,
            episodes,
            actions=agent,
            instruments=len(names),
            observe=observation or usual_observation,
            observation_space=observation_space,
            reward=reward or usual_reward,
            autoreset=autoreset_of(autoreset),
        )
    except BaseException:
        lanes.close()
        raise


def make(instruments: str | Sequence[str], **options: Any) -> MarketEnv:
    """One market as a ``gymnasium.Env``; the options are those of ``make_vec``."""
    for name in ("num_envs", "autoreset"):
        if name in options:
            raise InputError(f"{name}: is an option of make_vec")
    return MarketEnv(make_vec(instruments, num_envs=1, autoreset="disabled", **options))


def _whole(given: Any, name: str, *, least: int, most: int | None = None) -> int:
    """A whole number within its bounds. Raises InputError for another one."""
    rule = f"must be at least {least}" if most is None else f"must be from {least} to {most}"
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)):
        raise InputError(f"{name}: must be a whole number, was {given!r}")
    if given < least or (most is not None and given > most):
        raise InputError(f"{name}: {rule}, was {given}")
    return int(given)


def _named(given: Any, names: Sequence[str]) -> Mapping[str, Source]:
    """Sources by instrument; one of a single instrument may come without its name."""
    if given is None:
        return {}
    if isinstance(given, Mapping) and not {"ticks", "bars"} & set(given):
        return given
    if len(names) == 1:
        return {names[0]: given}
    raise InputError(f"ticks, bars: must name their instruments, {', '.join(names)}")
