"""Environments for agents: many lanes of one market, stepped together from candle to candle.

Needs gymnasium: ``pip install 'orrery-fx[gym]'``. ``make`` gives a ``gymnasium.Env``, ``make_vec`` a
``gymnasium.vector.VectorEnv``, ``sb3_vec_env`` a ``VecEnv`` of Stable-Baselines3.
"""

from __future__ import annotations

from . import _gymnasium as _gymnasium
from .lanes import LaneError
from .making import make, make_vec
from .market import MarketView
from .sb3 import sb3_vec_env
from .single import MarketEnv
from .vector import MarketVectorEnv

__all__ = [
    "LaneError",
    "MarketEnv",
    "MarketVectorEnv",
    "MarketView",
    "make",
    "make_vec",
    "sb3_vec_env",
]
