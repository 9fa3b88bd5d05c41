"""What the environment says to the preload: the variables that start with ORRERY_."""

from __future__ import annotations

from typing import Mapping, NamedTuple, Optional, Tuple, Union

ControlAddress = Union[str, Tuple[str, int]]
# The variable that has the place of a process among those of the run.
PLACE = "ORRERY_PLACE"


class Settings(NamedTuple):
    """The preload's settings. `control` is a path (unix socket) or a host and port (TCP).

    `started` is the name under which a Node program started it, or what started it; time waits for a hello with that
    name. `place` is that of this process among those that programs have started; the first has none. `clock_jump` is
    from when on the clock of dates is wrong, and by how much: microseconds.
    """

    front_port: int
    hosts: frozenset
    authority: str
    control: ControlAddress
    token: Optional[str]
    is_virtual: bool
    seed: int
    spin_seconds: float
    started: Optional[str]
    clock_jump: Optional[Tuple[int, int]]
    place: str


def read_settings(environment: Mapping[str, str]) -> Settings:
    """Reads the settings. A variable that is missing is a KeyError that names it."""
    address, token = _control(environment["ORRERY_CONTROL"])
    return Settings(
        front_port=int(environment["ORRERY_FRONT_PORT"]),
        hosts=frozenset(environment["ORRERY_HOSTS"].lower().split(",")),
        authority=environment["ORRERY_CA"],
        control=address,
        token=token,
        is_virtual=environment.get("ORRERY_VIRTUAL_TIME") == "1",
        seed=int(environment.get("ORRERY_SEED", "0")),
        spin_seconds=float(environment.get("ORRERY_SPIN_SECONDS", "10")),
        started=environment.get("ORRERY_STARTED"),
        clock_jump=_jump(environment.get("ORRERY_CLOCK_JUMP")),
        place=environment.get(PLACE, ""),
    )


def _control(text: str) -> Tuple[ControlAddress, Optional[str]]:
    """Reads `unix:PATH` or `tcp:PORT:TOKEN`."""
    kind, _, rest = text.partition(":")
    if kind == "unix":
        return rest, None
    if kind == "tcp":
        port, _, token = rest.partition(":")
        return ("127.0.0.1", int(port)), token
    raise ValueError(f"ORRERY_CONTROL must be unix:PATH or tcp:PORT:TOKEN, was {text!r}")


def _jump(text: Optional[str]) -> Optional[Tuple[int, int]]:
    """Reads `AT:BY`."""
    if text is None:
        return None
    at, _, by = text.partition(":")
    return int(at), int(by)
