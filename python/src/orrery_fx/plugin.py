"""The pytest plugin: fixtures for a server, a simulation a test, bots and golden ledgers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from .bot import BotRun
from .bot import run_bot as run_program
from .command import orrery_command as found_command
from .errors import StartError
from .ledger import HasLedger, assert_ledger
from .scenario import Scenario
from .server import Server
from .simulation import Simulation

MARKER = "orrery_scenario"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    parser.addini("orrery_scenario", "scenario file, from the root folder", default="")
    parser.addini("orrery_command", "command that starts orrery", default="")
    parser.getgroup("orrery").addoption(
        "--orrery-update", action="store_true", help="write golden ledgers anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Names the marker."""
    config.addinivalue_line(
        "markers",
        f"{MARKER}(scenario): a file of the server's folder of scenarios, or a scenario as a dict, "
        "for the fixture `simulation`",
    )


@pytest.fixture(scope="session")
def orrery_command(pytestconfig: pytest.Config) -> list[str]:
    """The words that start ``orrery``; override it to start another one."""
    try:
        return found_command(pytestconfig.getini("orrery_command"))
    except StartError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def orrery_scenario(pytestconfig: pytest.Config) -> Scenario | None:
    """The scenario of the server and of bots; None is the quickstart of the package.

    Override it to give another file, or a dict.
    """
    configured = pytestconfig.getini("orrery_scenario")
    return str(pytestconfig.rootpath / configured) if configured else None


@pytest.fixture(scope="session")
def orrery_server(orrery_command: list[str], orrery_scenario: Scenario | None) -> Iterator[Server]:
    """One server for all tests, with a manual clock."""
    try:
        server = Server(orrery_scenario, command=orrery_command)
    except StartError as error:
        pytest.fail(str(error), pytrace=False)
    with server:
        yield server


@pytest.fixture(scope="session")
def prepared_simulation(orrery_server: Server) -> Simulation:
    """What each test gets a fork of; override it to fork a simulation that is warmed up."""
    return orrery_server.main


@pytest.fixture
def simulation(request: pytest.FixtureRequest, prepared_simulation: Simulation) -> Iterator[Simulation]:
    """A simulation of the test's own, deleted afterwards.

    It is a fork of ``prepared_simulation``, or made of the scenario that the marker
    ``orrery_scenario`` gives.
    """
    marker = request.node.get_closest_marker(MARKER)
    if marker is None:
        made = prepared_simulation.fork(name=request.node.name[:80])
    else:
        made = prepared_simulation.create(*marker.args, **marker.kwargs)
    with made:
        yield made


@pytest.fixture
def run_bot(orrery_command: list[str], orrery_scenario: Scenario | None) -> Callable[..., BotRun]:
    """``orrery_fx.run_bot`` with the command and the scenario of the tests."""
    return partial(run_program, command=orrery_command, scenario=orrery_scenario)


@pytest.fixture
def golden_ledger(request: pytest.FixtureRequest) -> Callable[[HasLedger, str | Path], None]:
    """``golden_ledger(simulation, "entry.ledger.ndjson")``: the file lies beside the test."""
    folder = request.path.parent
    update: Any = request.config.getoption("--orrery-update")

    def check(subject: HasLedger, file: str | Path) -> None:
        assert_ledger(subject, folder / file, update=update)

    return check
