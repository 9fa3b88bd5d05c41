"""Entropy: what a program takes for chance comes from the run's seed, so that each run draws the same.

The seed of hashes is the interpreter's own (PYTHONHASHSEED) and is set before it starts.
"""

from __future__ import annotations

import os
import random
from types import ModuleType
from typing import Any, Union

from ..loading import when_loaded
from .family import Family

# Bytes that seed a generator which the program gives no seed.
SEED_BYTES = 32


def install(seed: int, family: Family) -> None:
    """Replaces the sources of chance of the modules os, random, ssl and uuid. Each process has a chance of its own."""
    chance = random.Random(_seed(seed, family.place))

    def urandom(size: int) -> bytes:
        if size < 0:
            raise ValueError("negative argument not allowed")
        return chance.getrandbits(8 * size).to_bytes(size, "big") if size else b""

    os.urandom = random._urandom = urandom
    if hasattr(os, "getrandom"):
        os.getrandom = lambda size, flags=0: urandom(size)
    _seed_generators(urandom)

    def begin_again() -> None:
        chance.seed(_seed(seed, family.place))
        random.seed()

    os.register_at_fork(after_in_child=begin_again)
    when_loaded("ssl", lambda ssl: _change_ssl(ssl, urandom))
    when_loaded("uuid", _change_uuid)


def _seed(seed: int, place: str) -> Union[int, str]:
    return f"{seed}/{place}" if place else seed


def _seed_generators(urandom: Any) -> None:
    """Gives generators without a seed one of ours, those of the module random first."""
    seed_real = random.Random.seed

    def seed_by_run(generator: random.Random, a: Any = None, version: int = 2) -> None:
        seed_real(generator, urandom(SEED_BYTES) if a is None else a, version)

    random.Random.seed = seed_by_run
    random.seed = random._inst.seed
    random.seed()


def _change_ssl(ssl: ModuleType, urandom: Any) -> None:
    ssl.RAND_bytes = urandom


def _change_uuid(uuid: ModuleType) -> None:
    """Makes uuid1 take its time from the module time and not from C code."""
    uuid._generate_time_safe = None
    uuid._UuidCreate = None
