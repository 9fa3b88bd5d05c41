"""Searches: a program chooses the runs of a study one by one."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest.importorskip("numpy")

import numpy as np

from orrery_fx import InputError, Search, Strategy, StrategyError, parameter, run, study
from strategies.sma_cross import SmaCross

ROOT = Path(__file__).parents[2]
TICKS = ROOT / "data" / "EUR_USD_2024-03-04.csv.gz"
MARKET = {
    "ticks": {"EUR_USD": TICKS},
    "accounts": [{"currency": "USD", "balance": "10000"}],
    "window": ("2024-03-04T00:00:00Z", "2024-03-04T12:00:00Z"),
    "rank": "netProfit",
}
GRID = {"fast": [5, 10, 15], "slow": [40, 60]}


def test_asks_and_tells_as_the_study_of_the_same_grid_searches():
    model = {"runs": 5, "initial": 2, "batch": 2}
    with Search(SmaCross, grid=GRID, model=model, **MARKET) as search:
        while (values := search.ask()) is not None:
            search.tell(values, search.evaluate(values))
        asked = search.result()
    whole = study(SmaCross, grid=GRID, model=model, **MARKET)
    changing = ("timing", "scenario", "strategy", "digest")
    kept = [{k: v for k, v in each.document.items() if k not in changing} for each in (asked, whole)]
    assert json.dumps(kept[0]) == json.dumps(kept[1])


def test_evaluates_any_values_as_runs_of_their_own():
    with Search(SmaCross, params={"units": 2000}, **MARKET) as search:
        figures = search.evaluate({"fast": np.int64(7), "slow": 45})
        assert search.evaluate({"slow": 45, "fast": 7}) == figures
        many = search.evaluate_many([{"fast": 7, "slow": 45}, {"fast": 8}, {"fast": 9}], workers=2)
        assert many[0] == figures
        result = search.result()
    window, ticks, accounts = (MARKET[key] for key in ("window", "ticks", "accounts"))
    params = {"fast": 7, "slow": 45, "units": 2000}
    alone = run(SmaCross, ticks=ticks, accounts=accounts, window=window, params=params)
    assert figures["netProfit"] == float(alone.metrics["netProfit"])
    columns = [name for name in result.rows[0] if name.startswith("param.")]
    assert columns == ["param.fast", "param.slow"]
    assert [row["param.fast"] for row in result.rows] == [7, 8, 9]


def test_raises_what_a_run_raised_and_goes_on():
    class Fails(Strategy):
        units = parameter(100)

        def on_start(self, context):
            if self.units > 100:
                raise RuntimeError("too many")
            context.buy("EUR_USD", self.units)

    with Search(Fails, **MARKET) as search:
        with pytest.raises(StrategyError, match="too many"):
            search.evaluate({"units": 200})
        assert search.evaluate({"units": 50})["closedTrades"] == 0
        rows = search.result().rows
        assert "too many" in rows[0]["error"]
        assert rows[1]["error"] is None


def test_runs_in_this_process_what_cannot_be_taken_to_another(monkeypatch):
    class Fails(Strategy):
        units = parameter(100)

        def on_start(self, context):
            if self.units > 100:
                raise RuntimeError("too many")

    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with Search(Fails, **MARKET) as search:
        with pytest.raises(StrategyError, match="too many") as raised:
            search.evaluate({"units": 200})
        assert isinstance(raised.value.__cause__, RuntimeError)
        assert search.evaluate({"units": 50})["closedTrades"] == 0
        with pytest.raises(InputError, match=r"orrery-fx\[notebook\]"):
            search.evaluate_many([{"units": 1}, {"units": 2}])
        assert search.evaluate_many([{"units": 1}, {"units": 2}], workers=1)[1]["closedTrades"] == 0


def test_refuses_what_is_not_asked_or_not_there():
    with Search(SmaCross, grid=GRID, model=3, **MARKET) as search:
        with pytest.raises(InputError, match="nothing was evaluated"):
            search.result()
        with pytest.raises(InputError, match=r"slwo.*unknown parameter.*slow"):
            search.evaluate({"fast": 5, "slow": 40, "slwo": 3})
        with pytest.raises(InputError, match="evaluate: needs a value of slow"):
            search.evaluate({"fast": 5})
        with pytest.raises(InputError, match="did not ask for"):
            search.tell({"fast": 5, "slow": 40}, 1.0)
        first = [search.ask() for _ in range(3)]
        assert None not in first
        assert search.ask() is None
    with pytest.raises(InputError, match="is closed"):
        search.evaluate({"fast": 5, "slow": 40})
    with Search(SmaCross, **MARKET) as search, pytest.raises(InputError, match="needs a grid"):
        search.ask()


def test_asks_a_model_only_when_it_knows_all_figures():
    model = {"runs": 4, "initial": 2, "batch": 2}
    with Search(SmaCross, grid=GRID, model=model, **MARKET) as search:
        first = [search.ask(), search.ask()]
        search.tell(first[0], 3.0)
        with pytest.raises(InputError, match="tell the figures of 1 combinations first"):
            search.ask()
        search.tell(first[1], None)
        assert search.ask() is not None


def test_counts_looks_once_also_when_a_search_is_only_dropped(tmp_path):
    program = textwrap.dedent(f"""
        import sys
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from orrery_fx import Search
        from strategies.sma_cross import SmaCross

        market = {{"ticks": {{"EUR_USD": {str(TICKS)!r}}}, "accounts": [{{"currency": "USD"}}]}}
        search = Search(SmaCross, rank="netProfit", **market)
        for fast in (5, 10):
            search.evaluate({{"fast": fast}})
        if "result" in sys.argv:
            print(search.result().document["looked"]["looks"])
        """)
    looks = tmp_path / "looks"
    (tmp_path / "main.py").write_text(program)

    def start(*words):
        environment = {**os.environ, "ORRERY_LOOKS": str(looks)}
        command = [sys.executable, str(tmp_path / "main.py"), *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    start()
    kept = [line for file in looks.glob("*") for line in file.read_text().splitlines()]
    assert sum('"by":"sweep"' in line for line in kept) == 1
    assert start("result") == "2"


def test_a_search_that_is_dropped_during_a_run_is_closed_after_it():
    dropped = [Search(SmaCross, **MARKET)]
    dropped[0].evaluate({"fast": 5})

    class Drops(Strategy):
        def on_start(self, context):
            dropped.clear()
            gc.collect()

    folder = Path(dropped[0]._folder.name)
    run(Drops, ticks=MARKET["ticks"], accounts=MARKET["accounts"])
    assert not dropped
    assert folder.exists()
    Search(SmaCross, **MARKET).close()
    assert not folder.exists()


def test_is_driven_by_optuna():
    optuna = pytest.importorskip("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)

    with Search(SmaCross, **MARKET) as search:

        def objective(trial):
            fast = trial.suggest_int("fast", 5, 30)
            return search.evaluate({"fast": fast, "slow": trial.suggest_int("slow", 40, 160)})["netProfit"]

        trials = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
        trials.optimize(objective, n_trials=6)
        result = search.result()
    assert result.best is not None
    assert result.best.params == trials.best_params
    assert result.best.row["netProfit"] == trials.best_value
