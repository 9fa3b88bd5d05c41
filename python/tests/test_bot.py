"""Programs under ``orrery exec``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from orrery_fx import BotRun, StartError

BOT = [sys.executable, str(Path(__file__).with_name("bot.py"))]
Runner = Callable[..., BotRun]


def test_a_bot_is_the_same_twice_in_virtual_time(run_bot: Runner, tmp_path: Path) -> None:
    run = run_bot(BOT, virtual_time=True, cwd=tmp_path)
    assert (run.exit_code, run.ending) == (3, "program")
    assert "filled at 1." in run.output
    assert run.requests == {"createOrder": 1}
    assert (run.answers, run.refusals) == ({"createOrder": {"201": 1}}, [])
    (fill,) = run.transactions(type="ORDER_FILL", units=100)
    assert fill["time"].startswith("2024-03-04T01:00:00")
    assert run_bot(BOT, virtual_time=True).ledger_hash == run.ledger_hash


def test_a_bot_gets_faults_and_an_environment(run_bot: Runner) -> None:
    rule = {"operation": "createOrder", "error": {"status": 503}}
    run = run_bot(BOT, faults=[rule], env={"WAIT": "0"}, flags=["--seed", "3"])
    assert run.exit_code == 1 and "503" in run.output
    assert sum(run.faults.values()) == 1
    assert run.transactions(type="ORDER_FILL") == []


def test_a_bot_that_keeps_time_still_is_ended(run_bot: Runner) -> None:
    endless = [sys.executable, "-c", "import time\nwhile time.time() < 4e9: pass"]
    spins = {"ORRERY_SPIN_SECONDS": "0.1"}
    run = run_bot(endless, virtual_time=True, stall_limit=0.1, env=spins)
    assert run.ending == "stall"
    assert "--stall-limit ends the run in 0.1 s" in run.output


def test_a_bot_gets_streams_of_any_host(run_bot: Runner) -> None:
    path = "/v3/accounts/{ORRERY_ACCOUNT}/transactions/stream"
    asks = f"""
import os, urllib.error, urllib.request
url = "https://api-fxpractice.oanda.com" + "{path}".format(**os.environ)
headers = {{"Authorization": "Bearer " + os.environ["ORRERY_TOKEN"]}}
try:
    print(urllib.request.urlopen(urllib.request.Request(url, headers=headers)).status)
except urllib.error.HTTPError as error:
    print(error.code)
"""
    bot = [sys.executable, "-c", asks]
    assert run_bot(bot).answers == {"streamTransactions": {"404": 1}}
    assert "200" in run_bot(bot, any_host=True).output


def test_a_bot_that_does_not_end_is_ended(run_bot: Runner) -> None:
    endless = [sys.executable, "-c", "while True: pass"]
    with pytest.raises(TimeoutError, match=r"did not end within 0.5 s of wall time"):
        run_bot(endless, timeout=0.5)


def test_a_bad_scenario_is_told(run_bot: Runner) -> None:
    with pytest.raises(StartError, match=r"did not run the program.*nowhere"):
        run_bot(BOT, scenario="nowhere.yaml")
