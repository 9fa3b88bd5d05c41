"""Studies of strategies in Python: tables, classes of a session, interruptions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import ClassVar

import pytest

pytest.importorskip("numpy")

import numpy as np

from orrery_fx import InputError, Strategy, parameter, run, study, sweep
from strategies.sma_cross import SmaCross
from strategies.two import Sells

ROOT = Path(__file__).parents[2]
TICKS = ROOT / "data" / "EUR_USD_2024-03-04.csv.gz"
ACCOUNTS = [{"currency": "USD", "balance": "10000"}]
MARKET = {"ticks": {"EUR_USD": TICKS}, "accounts": ACCOUNTS}
GRID = {"fast": [5, 20], "slow": range(40, 81, 40)}


def _table(result):
    """Everything but what differs from start to start."""
    changing = ("timing", "resumed", "scenario", "strategy", "digest", "study", "report")
    kept = {key: value for key, value in result.document.items() if key not in changing}
    return json.dumps(kept)


def test_gives_the_table_of_its_twin_in_typescript_with_any_number_of_workers(tmp_path):
    one = study(SmaCross, grid=GRID, rank="netProfit", workers=1, **MARKET)
    two = study(SmaCross, grid=GRID, rank="netProfit", workers=2, **MARKET)
    scenario = {
        "version": 1,
        "name": "sma-cross",
        "market": {"EUR_USD": {"ticks": str(TICKS)}},
        "accounts": ACCOUNTS,
        "strategy": {"use": str(ROOT / "scenarios" / "strategies" / "sma-cross.ts")},
    }
    axes = {name: list(values) for name, values in GRID.items()}
    twin = {"version": 1, "name": "sma-cross", "scenario": "s.json", "axes": axes}
    (tmp_path / "s.json").write_text(json.dumps(scenario))
    (tmp_path / "study.json").write_text(json.dumps({**twin, "rank": "netProfit"}))
    in_typescript = sweep(tmp_path / "study.json", allow_path=[ROOT])
    assert _table(one) == _table(two) == _table(in_typescript)
    assert one.best is not None
    assert one.best.params == {"fast": 5, "slow": 80}
    alone = run(SmaCross, params=one.best.params, **MARKET)
    assert float(alone.metrics["netProfit"]) == one.best.row["netProfit"]


def test_gives_tables_verdict_and_page():
    told = []
    result = study(
        SmaCross,
        grid={"fast": np.arange(5, 16, 5), "slow": {"from": 40, "to": 80, "step": 40}},
        random=3,
        constraints=["fast < slow"],
        figures=["pips"],
        goals=["netProfit", "maxDrawdown"],
        params={"units": 2000},
        window=("2024-03-04T00:00:00Z", "2024-03-04T12:00:00Z"),
        on_progress=lambda done, total: told.append((done, total)),
        **MARKET,
    )
    assert len(result.rows) == 3
    assert all("pips" in row for row in result.rows)
    assert result.document["goals"] == ["netProfit", "maxDrawdown"]
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)
    assert result.verdict
    page = result.report()
    assert page.html.startswith("<!doctype html>")
    assert "<iframe" in page._repr_html_()
    pandas = pytest.importorskip("pandas")
    assert isinstance(result.to_pandas(), pandas.DataFrame)
    assert list(result.to_pandas()["param.fast"]) == [row["param.fast"] for row in result.rows]


def test_walks_forward():
    ticks = {"EUR_USD": ROOT / "data" / "EUR_USD_2024-03.csv.gz"}
    result = study(
        SmaCross,
        grid={"fast": [20], "slow": [50]},
        walk_forward=("24h", "12h"),
        rank="netProfit",
        ticks=ticks,
        accounts=ACCOUNTS,
        window=("2024-03-04T00:00:00Z", "2024-03-06T00:00:00Z"),
        params={"granularity": "H1"},
    )
    assert result.walk_forward is not None
    assert len(result.walk_forward) == 2


STEP = 3


def half(value):
    return value // 2 + STEP - 3


def test_takes_a_class_of_a_session_with_what_it_uses():
    pytest.importorskip("cloudpickle")
    slowest = 160

    class Session(SmaCross):
        slow = parameter(slowest)

        def __init__(self):
            assert half(self.slow) == self.slow // 2
            super().__init__()

    result = study(Session, grid={"fast": [5, 20]}, rank="netProfit", workers=2, **MARKET)
    named = study(SmaCross, grid={"fast": [5, 20]}, params={"slow": 160}, rank="netProfit", **MARKET)
    assert [row["netProfit"] for row in result.rows] == [row["netProfit"] for row in named.rows]
    assert [row["error"] for row in result.rows] == [None, None]


def test_takes_one_of_several_classes_of_a_module():
    result = study(Sells, grid={"units": [100, 200]}, rank="netProfit", **MARKET)
    assert [row["error"] for row in result.rows] == [None, None]
    alone = run(Sells, params={"units": 200}, **MARKET)
    assert result.rows[1]["netProfit"] == float(alone.metrics["netProfit"])


def test_names_what_a_class_of_a_session_uses_that_cannot_be_taken():
    pytest.importorskip("cloudpickle")
    guard = threading.Lock()

    class Locks(SmaCross):
        def on_candle(self, context, candle):
            with guard:
                super().on_candle(context, candle)

    with pytest.raises(InputError, match=r"Locks cannot be taken.* guard \(TypeError.*on_start"):
        study(Locks, grid=GRID, **MARKET)


def test_says_the_way_out_where_cloudpickle_is_not_there(monkeypatch):
    class Session(SmaCross):
        pass

    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(InputError, match=r"orrery-fx\[notebook\].*put the class into a file"):
        study(Session, grid=GRID, **MARKET)


def test_continues_in_the_same_folder_also_with_a_class_of_another_process(tmp_path):
    pytest.importorskip("cloudpickle")
    program = textwrap.dedent(f"""
        from orrery_fx import Strategy, parameter, study

        class Buys(Strategy):
            units = parameter(100)

            def on_start(self, context):
                context.buy("EUR_USD", self.units)

        market = {{"ticks": {{"EUR_USD": {str(TICKS)!r}}}, "accounts": {ACCOUNTS!r}}}
        result = study(Buys, grid={{"units": [1, 2]}}, rank="netProfit", out="out", **market)
        print(result.document["resumed"])
        """)
    (tmp_path / "main.py").write_text(program)
    starts = [
        subprocess.run([sys.executable, "main.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
        for _ in range(2)
    ]
    assert [each.stdout.strip() for each in starts] == ["0", "2"], starts[1].stderr
    assert (tmp_path / "out" / "results.html").exists()


@pytest.mark.skipif(os.name == "nt", reason="counts processes by ps")
def test_leaves_nothing_running_after_an_interruption():
    from orrery_fx._engine import engine

    running = engine()
    children = []

    def interrupt(done, total):
        if done:
            children.extend(_children_of(running._process.pid))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(SmaCross, grid=GRID, on_progress=interrupt, **MARKET)
    assert children
    assert not running.is_open
    for child in children:
        assert _has_ended(child)


def _children_of(pid):
    words = ["ps", "-o", "pid=", "--ppid", str(pid)]
    listed = subprocess.run(words, capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def _has_ended(pid):
    """Waits until the process is gone, as it is once it finds its pipe closed."""
    for _ in range(1000):
        listed = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        if listed.stdout.strip()[:1] in ("", "Z"):
            return True
    return False


def test_goes_on_when_a_run_ends_its_process():
    pytest.importorskip("cloudpickle")

    class Ends(Strategy):
        units = parameter(1)

        def on_start(self, context):
            if self.units == 2:
                os._exit(3)
            context.buy("EUR_USD", self.units)

    result = study(Ends, grid={"units": [1, 2, 3, 4]}, rank="netProfit", workers=1, **MARKET)
    errors = [row["error"] for row in result.rows]
    assert errors[0] == errors[2] == errors[3] is None
    assert "the Python process ended with exit code 3" in errors[1]


def test_refuses_what_is_no_study():
    class Nothing:
        pass

    with pytest.raises(InputError, match="Nothing must derive from"):
        study(Nothing, grid=GRID, **MARKET)
    with pytest.raises(InputError, match=r"axes\.slwo: unknown parameter.*slow"):
        study(SmaCross, grid={"slwo": [3]}, **MARKET)
    with pytest.raises(InputError, match=r"grid\.fast: must be a list, was 5"):
        study(SmaCross, grid={"fast": 5}, **MARKET)
    with pytest.raises(InputError, match=r"grid\.fast: must be a number, was nan"):
        study(SmaCross, grid={"fast": [float("nan")]}, **MARKET)
    with pytest.raises(InputError, match="random and model"):
        study(SmaCross, grid=GRID, random=2, model=2, **MARKET)
    with pytest.raises(InputError, match=r"workers.*at least 1"):
        study(SmaCross, grid=GRID, workers=0, **MARKET)
    with pytest.raises(InputError, match="give a class instead"):
        study("scenario.yaml", grid=GRID, **MARKET)


def test_refuses_a_strategy_with_state_outside_of_its_instance():
    class Counts(Strategy):
        units = parameter(1)
        made: ClassVar[list[int]] = []

        def on_start(self, context):
            self.made.append(1)
            context.buy("EUR_USD", len(self.made) * 100)

    pytest.importorskip("cloudpickle")
    with pytest.raises(InputError, match="gave another result when it was repeated"):
        study(Counts, grid={"units": [1, 2]}, workers=1, **MARKET)
