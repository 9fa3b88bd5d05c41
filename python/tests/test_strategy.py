"""Strategies in this process: the engine calls their hooks."""

import linecache
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from orrery_fx import InputError, RunWarning, Strategy, StrategyError, parameter, run
from orrery_fx._scenario_file import source_module
from strategies.sma_cross import SmaCross

DATA = Path(__file__).parents[2] / "data"
TICKS = {"EUR_USD": DATA / "EUR_USD_2024-03.csv.gz"}
DAY = {"EUR_USD": DATA / "EUR_USD_2024-03-04.csv.gz"}
ACCOUNTS = [{"currency": "USD", "balance": "10000"}]
#: That of scenarios/sma-cross.yaml.
GOLDEN = "sha256:32f3668ee555f92f0c13523406fbb7e35791dd19c15c16c5989a940cefe9c0d7"


def test_gives_the_ledger_of_its_twin_in_typescript():
    result = run(SmaCross, ticks=TICKS, accounts=ACCOUNTS)
    assert result.ledger_hash == GOLDEN
    assert result.metrics["netProfit"] == "-49.4422"
    assert len(result.transactions) == 616


def test_takes_parameters_and_refuses_unknown_ones():
    slow = run(SmaCross, ticks=DAY, accounts=ACCOUNTS, params={"fast": 5, "slow": 400})
    assert slow.ledger_hash != run(SmaCross, ticks=DAY, accounts=ACCOUNTS).ledger_hash
    with pytest.raises(InputError, match=r"unknown parameter.*slow"):
        run(SmaCross, ticks=DAY, accounts=ACCOUNTS, params={"slwo": 3})
    with pytest.raises(StrategyError, match="fast must be below slow, was 50 / 50"):
        run(SmaCross, ticks=DAY, accounts=ACCOUNTS, params={"fast": 50})


def test_raises_what_a_hook_raised_with_the_run_until_then():
    class Fails(Strategy):
        candles = [("EUR_USD", "H1")]

        def on_candle(self, context, candle):
            if context.time >= "2024-03-04T03":
                raise RuntimeError("enough")
            context.buy("EUR_USD", 100)

    with pytest.raises(StrategyError, match=r"on_?[cC]andle at 2024-03-04T03:00.*enough") as raised:
        run(Fails, ticks=DAY, accounts=ACCOUNTS)
    assert isinstance(raised.value.__cause__, RuntimeError)
    filled = [each for each in raised.value.result.transactions if each["type"] == "ORDER_FILL"]
    assert len(filled) == 4


def test_candles_end_at_the_present_and_cannot_be_written():
    seen = []

    class Looks(Strategy):
        candles = [("EUR_USD", "M1")]
        warm_up = {"M1": 50}

        def on_candle(self, context, candle):
            closes = context.candles("EUR_USD", "M1", 50)
            assert len(closes) == 50
            assert closes.close[-1] == candle.close
            assert closes.close_text[-1] == candle.mid.close_text
            with pytest.raises(ValueError, match="read-only"):
                closes.close[0] = 1
            seen.append(closes)

    run(Looks, ticks=DAY, accounts=ACCOUNTS)
    first, second = seen[0], seen[1]
    assert (first.close[1:] == second.close[:-1]).all()
    assert (second.time[1:] - second.time[:-1]).astype(int).min() == 60_000_000


def test_refuses_a_call_that_the_engine_does_not_wait_for():
    kept = []

    class Keeps(Strategy):
        amount = parameter(1)
        candles = [("EUR_USD", "H1")]

        def on_candle(self, context, candle):
            kept.append(context)

    run(Keeps, ticks=DAY, accounts=ACCOUNTS)
    with pytest.raises(StrategyError, match="outside of its hooks"):
        kept[0].account.units_of("EUR_USD")


def test_runs_a_class_of_a_cell_of_a_notebook(tmp_path, monkeypatch):
    cell = (
        "class Cell(Strategy):\n"
        "    candles = [('EUR_USD', 'H1')]\n\n"
        "    def on_candle(self, context, candle):\n"
        "        context.buy('EUR_USD', 1)\n\n\n"
        "print('of the same cell')\n"
    )
    # As IPython does it: the text of a cell is known by a name that is no file.
    monkeypatch.setitem(linecache.cache, "<cell 3>", (len(cell), None, cell.splitlines(True), "<cell 3>"))
    monkeypatch.delattr(sys.modules["__main__"], "__file__", raising=False)
    names = {"__name__": "__main__", "Strategy": Strategy}
    exec(compile(cell, "<cell 3>", "exec"), names)
    result = run(names["Cell"], ticks=DAY, accounts=ACCOUNTS)
    assert [each["type"] for each in result.transactions].count("ORDER_FILL") == 49
    assert source_module(names["Cell"], tmp_path).read_text() == cell.partition("\n\n\n")[0] + "\n"
    exec(compile("class Plain(Strategy): pass", "<cell 4>", "exec"), names)
    assert source_module(names["Plain"], tmp_path).read_text() == "# Plain\n"


class Trades(Strategy):
    fast = parameter(20)
    candles = [("EUR_USD", "H1")]

    def on_candle(self, context, candle):
        context.buy("EUR_USD", self.fast)


def test_runs_in_any_thread_one_after_another():
    hashes = [run(Trades, ticks=DAY, accounts=ACCOUNTS).ledger_hash]
    for _ in range(2):
        with ThreadPoolExecutor(2) as pool:
            runs = [pool.submit(run, Trades, ticks=DAY, accounts=ACCOUNTS) for _ in range(2)]
            hashes += [each.result().ledger_hash for each in runs]
        hashes.append(run(Trades, ticks=DAY, accounts=ACCOUNTS).ledger_hash)
    assert len(set(hashes)) == 1


def test_a_hook_cannot_start_a_run():
    class Nests(Strategy):
        candles = [("EUR_USD", "H1")]

        def on_candle(self, context, candle):
            run(Trades, ticks=DAY, accounts=ACCOUNTS)

    with pytest.raises(StrategyError, match="a hook cannot start another one"):
        run(Nests, ticks=DAY, accounts=ACCOUNTS)
    assert run(Trades, ticks=DAY, accounts=ACCOUNTS).ledger_hash


def test_warns_of_refused_orders_and_of_a_strategy_that_never_began():
    class Refused(Trades):
        def on_candle(self, context, candle):
            context.buy("EUR_USD", 10, takeProfitOnFill={"distance": "0.0010"})

    class Waits(Trades):
        warm_up = {"H1": 4000}

    with pytest.warns(RunWarning, match="every order was refused"):
        result = run(Refused, ticks=DAY, accounts=ACCOUNTS)
    assert "every order was refused" in repr(result)
    with pytest.warns(RunWarning, match="never began: it waits for 4000 EUR_USD H1"):
        run(Waits, ticks=DAY, accounts=ACCOUNTS)


def test_takes_numbers_of_numpy_as_parameters():
    plain = run(Trades, ticks=DAY, accounts=ACCOUNTS, params={"fast": 7})
    assert (
        run(Trades, ticks=DAY, accounts=ACCOUNTS, params={"fast": np.int64(7)}).ledger_hash
        == plain.ledger_hash
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"params": {"fast": float("nan")}}, "params: fast: must be a number, was nan"),
        ({"params": {"fast": 1.5}}, r"^strategy\.params\.fast: must be a whole number, was 1\.5"),
        ({"seed": "x"}, "seed: must be a whole number of at least 0, was 'x'"),
        ({"window": ("2024-03-04T00:00:00Z",)}, r"window: must be a pair \(from, to\)"),
        ({"window": (datetime(2024, 3, 4), datetime(2024, 3, 5))}, "window: .* has no time zone"),
        ({"window": (np.datetime64("2024-03-04"), "x")}, "window: must have texts"),
        ({"ticks": str(DAY["EUR_USD"])}, r'ticks: must name the instrument, as in {"EUR_USD"'),
        ({"accounts": [{"currency": "usd"}]}, "^accounts"),
    ],
)
def test_names_what_is_wrong_in_its_own_words(given, words):
    with pytest.raises(InputError, match=words):
        run(Trades, **{"ticks": DAY, "accounts": ACCOUNTS, **given})


@pytest.mark.parametrize("given", [Trades(), None, 5])
def test_refuses_what_is_neither_class_nor_path(given):
    with pytest.raises(InputError, match="must be a class that derives from orrery_fx"):
        run(given, ticks=DAY, accounts=ACCOUNTS)


def test_refuses_hooks_of_the_other_language_and_odd_limits():
    named = type("Named", (Trades,), {"onCandle": lambda self, context, candle: None})
    with pytest.raises(InputError, match="has no hook onCandle: did you mean on_candle"):
        run(named, ticks=DAY, accounts=ACCOUNTS)
    with pytest.raises(InputError, match="hook_seconds must be a number above 0, was 'x'"):
        run(type("Odd", (Trades,), {"hook_seconds": "x"}), ticks=DAY, accounts=ACCOUNTS)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda context: context.set_timer("x", at="2024-03-05T00:00:00Z", after="5m"), "had both"),
        (lambda context: context.set_timer("x", after=timedelta(0)), "must be in the future"),
        (lambda context: context.plot("s", "x"), "plot s: must be a number, was 'x'"),
    ],
)
def test_refuses_odd_arguments_of_the_context(call, words):
    class Calls(Trades):
        def on_candle(self, context, candle):
            call(context)

    with pytest.raises(StrategyError, match=f"on_candle at .*{words}"):
        run(Calls, ticks=DAY, accounts=ACCOUNTS)


def test_a_timer_may_be_set_by_a_timedelta():
    fired = []

    class Times(Strategy):
        def on_start(self, context):
            context.set_timer("x", after=timedelta(hours=1, minutes=30))

        def on_timer(self, context, timer):
            fired.append(timer.time)

    run(Times, ticks=DAY, accounts=ACCOUNTS)
    assert fired[0].startswith("2024-03-03T23:30:")


@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="needs two cores of Linux",
)
@pytest.mark.parametrize("fails", [False, True])
def test_a_core_is_shared_during_a_run_and_given_back(monkeypatch, fails):
    cores, finders = os.sched_getaffinity(0), list(sys.meta_path)
    for name in ("polars", "sklearn", "torch"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    seen = []

    class Looks(Strategy):
        candles = [("EUR_USD", "H1")]

        def on_candle(self, context, candle):
            seen.append(len(os.sched_getaffinity(0)))
            if fails:
                raise ValueError

    if fails:
        with pytest.raises(StrategyError):
            run(Looks, ticks=DAY, accounts=ACCOUNTS)
    else:
        run(Looks, ticks=DAY, accounts=ACCOUNTS)
    assert set(seen) == {1}
    assert os.sched_getaffinity(0) == cores
    assert sys.meta_path == finders
