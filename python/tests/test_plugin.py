"""The fixtures in a suite of somebody else."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from orrery_fx import Server, StartError
from orrery_fx.command import orrery_command as found_command

SCENARIO = Path(__file__).resolve().parents[2] / "scenarios" / "quickstart.yaml"

SUITE = """
import pytest

@pytest.fixture(scope="session")
def prepared_simulation(orrery_server):
    with orrery_server.main.fork() as warm:
        warm.advance("1h")
        yield warm

@pytest.mark.parametrize("again", [1, 2])
def test_fork(simulation, golden_ledger, again):
    assert simulation.now.startswith("2024-03-04T01:00:00")
    simulation.account.market_order("EUR_USD", 5)
    golden_ledger(simulation, "fork.ledger.ndjson")
"""


def test_a_suite_prepares_a_market_and_keeps_a_golden(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    pytester.makeini(f"[pytest]\norrery_scenario = {SCENARIO}\n")
    pytester.makepyfile(SUITE)
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=2)
    golden = pytester.path / "fork.ledger.ndjson"
    golden.write_text(golden.read_text(encoding="utf-8").replace('"5"', '"6"'), encoding="utf-8")
    result = pytester.runpytest("-k", "1")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*Transaction 4 differs*", "*units 6 -> 5*"])
    pytester.runpytest("--orrery-update").assert_outcomes(passed=2)


BARE = """
def test_it(simulation, run_bot):
    simulation.clock.until("tick")
    assert simulation.account.price("EUR_USD")["tradeable"]
    assert run_bot(["true"]).exit_code == 0
"""


def test_a_suite_without_an_ini_file_has_the_quickstart(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(BARE)
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


DICT = """
import csv
import pytest

WINDOW = {"from": "2024-03-08T20:00:00Z", "to": "2024-03-08T21:00:00Z"}
EUR = [["2024-03-08T20:00:00Z", "1.08400", "1.08410"]]

@pytest.fixture(scope="session")
def orrery_scenario(tmp_path_factory):
    with open("ticks.csv", "w", newline="") as file:
        csv.writer(file).writerows([["time", "bid", "ask"], [EUR[0][0], "150.100", "150.110"]])
    market = {"EUR_USD": {"ticks": EUR}, "USD_JPY": {"ticks": "ticks.csv"}, "GBP_USD": {"ticks": []}}
    return {"window": WINDOW, "market": market, "accounts": [{"balance": "5000"}]}

def test_it(simulation, run_bot):
    simulation.clock.ticks(2)
    bids = [simulation.account.price(name)["bids"][0]["price"] for name in ("EUR_USD", "USD_JPY")]
    assert bids == ["1.08400", "150.100"]
    run = run_bot(["true"])
    assert run.document["scenario"] == "test"
    assert run.transactions(type="TRANSFER_FUNDS", amount="5000")
"""


def test_a_scenario_may_be_a_dict(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(DICT)
    pytester.runpytest("-p", "no:cacheprovider").assert_outcomes(passed=1)


def test_a_machine_without_node_is_told(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(pytester.path))
    monkeypatch.delenv("ORRERY_COMMAND")
    pytester.makepyfile("def test_it(simulation): pass")
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["Orrery needs Node 20.19 or newer*"])


def test_the_command_is_found_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found_command("node 'a b.js'")[1:] == ["a b.js"]
    monkeypatch.setenv("ORRERY_COMMAND", "from-environment --flag")
    assert found_command() == ["from-environment", "--flag"]
    monkeypatch.delenv("ORRERY_COMMAND")
    # A wheel has the engine, and so has a clone that was built.
    monkeypatch.setattr("orrery_fx.command._packaged_program", lambda: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("node", "npx", "orrery"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
    for name in ("node", "npx"):
        (tmp_path / name).chmod(0o755)
    assert found_command() == [shutil.which("npx"), "--yes", "orrery-fx"]
    (tmp_path / "orrery").chmod(0o755)
    assert found_command() == [str(tmp_path / "orrery")]


def test_a_server_is_stopped_and_says_why_it_cannot_start(orrery_command: list[str]) -> None:
    with Server(SCENARIO, command=orrery_command) as server:
        pid = server.pid
        assert server.main.url == server.url
    server.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(StartError, match=r"(?s)The server ended with 2: .*nowhere"):
        Server("nowhere.yaml", command=orrery_command)
    with pytest.raises(StartError, match="cannot be started"):
        Server(command=["/nowhere/orrery"])
