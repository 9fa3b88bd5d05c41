"""Strategies in this process: the engine calls their hooks."""

import linecache
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from orrery_fx import InputError, Strategy, StrategyError, parameter, run
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
