"""Audits: planted look-ahead is found by whichever way a strategy has its prices, and clean ones pass."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

import numpy as np

from orrery_fx import InputError, Strategy, StrategyError, audit
from orrery_fx._engine import engine
from orrery_fx._host.other_future import alike, other_columns

ROOT = Path(__file__).parents[2]
TICKS = ROOT / "data" / "EUR_USD_2024-03-04.csv.gz"
ACCOUNTS = [{"currency": "USD", "balance": "10000"}]
PEEKS = Path(__file__).parent / "strategies" / "peeks.py"
HOURS = ("2024-03-04T00:00:00Z", "2024-03-04T12:00:00Z")


@pytest.fixture
def peeking(tmp_path, monkeypatch):
    """Gives the scenario of a strategy that peeks into a file of the market by a reader."""

    def make(reader, name="EUR_USD.csv.gz", write=None):
        ticks = tmp_path / name
        shutil.copy(TICKS, ticks) if write is None else write(ticks)
        shutil.copy(PEEKS, tmp_path)
        scenario = {
            "version": 1,
            "name": "peeks",
            "market": {"EUR_USD": {"ticks": name}},
            "window": {"from": HOURS[0], "to": HOURS[1]},
            "accounts": ACCOUNTS,
            "strategy": {"use": "peeks.py"},
        }
        (tmp_path / "scenario.json").write_text(json.dumps(scenario))
        # Children have the environment of the engine: that of this test.
        engine().close()
        monkeypatch.setenv("PEEK", reader)
        monkeypatch.setenv("PEEK_FILE", str(ticks))
        return tmp_path / "scenario.json"

    yield make
    engine().close()


def _needs(reader):
    for package in ("pandas", "polars", "pyarrow"):
        if package in reader or (reader == "by_parquet" and package != "polars"):
            pytest.importorskip(package)


@pytest.mark.parametrize(
    "reader", ["by_open", "by_pandas", "by_polars", "by_pyarrow", "by_numpy", "by_a_link"]
)
def test_finds_look_ahead_by_a_file_of_the_market(peeking, reader):
    _needs(reader)
    report = audit(peeking(reader), instants=2)
    assert report.looks_ahead
    assert report.opened == ["EUR_USD.csv.gz"]
    assert report.unseen == []
    assert report.finding.time <= report.finding.instant
    assert "CreateOrder" in report.finding.was
    assert "looks ahead" in str(report)


def _written(method):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.read_csv(TICKS, parse_dates=["time"])
    return lambda path: getattr(frame, method)(path)


def test_finds_look_ahead_by_a_table_in_a_file(peeking):
    pytest.importorskip("polars")
    report = audit(peeking("by_arrow", "EUR_USD.arrow", _written("to_feather")), instants=2)
    assert report.looks_ahead
    assert report.opened == ["EUR_USD.arrow"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who opens a file")
@pytest.mark.parametrize("reader", ["by_file_io", "by_pyarrow_fs", "by_a_program"])
def test_refuses_what_it_cannot_show_other_prices_to(peeking, reader):
    _needs(reader)
    with pytest.raises(InputError, match=r"cannot show other prices to what reads EUR_USD\.csv\.gz"):
        audit(peeking(reader), instants=2)


def test_refuses_files_that_are_not_named_one_by_one(peeking):
    pytest.importorskip("polars")
    with pytest.raises(InputError, match=r"polars\.read_csv reads .*only files that are named one by one"):
        audit(peeking("by_a_pattern"), instants=1)


@pytest.fixture(scope="module")
def months(tmp_path_factory):
    """Copies of ticks: an audit stops when another process opens its files, as other tests do in ``data``."""
    folder = tmp_path_factory.mktemp("data")
    pairs = ("EUR_USD", "GBP_USD", "USD_JPY")
    return {pair: Path(shutil.copy(ROOT / "data" / f"{pair}_2024-03.csv.gz", folder)) for pair in pairs}


CLEAN = ["breakout", "carry", "mean_reversion", "rsi_reversion", "sma_cross"]


@pytest.mark.parametrize("name", CLEAN)
def test_passes_clean_strategies(name, months, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "scenarios" / "strategies" / "python")
    module = importlib.import_module(name)
    (strategy,) = (
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Strategy) and each.__module__ == name
    )
    days = ("2024-03-04T00:00:00Z", "2024-03-06T00:00:00Z")
    report = audit(strategy, ticks=months, accounts=ACCOUNTS, window=days, instants=2)
    assert report.finding is None
    assert report.opened == report.unseen == []
    assert report.commands > 0
    monkeypatch.delitem(sys.modules, name)


def _frame():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pytest.importorskip("cloudpickle")
    return pandas.read_csv(TICKS, parse_dates=["time"])


def _peeking_class(prices, times):
    """A strategy that knows prices by another name, and times in microseconds."""

    class Knows(Strategy):
        candles = [("EUR_USD", "M15")]

        def on_candle(self, context, candle):
            later = np.searchsorted(times, np.datetime64(context.time[:19]) + np.timedelta64(1, "h"))
            if later < len(prices):
                side = context.buy if prices[int(later)] > candle.bid.close else context.sell
                side("EUR_USD", 100)

    return Knows


def _audited(strategy, table, **more):
    return audit(strategy, ticks={"EUR_USD": table}, accounts=ACCOUNTS, window=HOURS, instants=2, **more)


def test_finds_look_ahead_by_a_frame_of_the_notebook():
    frame = _frame()
    times = frame["time"].dt.tz_convert(None).to_numpy()

    class Knows(Strategy):
        candles = [("EUR_USD", "M15")]

        def on_candle(self, context, candle):
            later = np.searchsorted(times, np.datetime64(context.time[:19]) + np.timedelta64(1, "h"))
            if later < len(frame):
                side = context.buy if frame["bid"].iloc[later] > candle.bid.close else context.sell
                side("EUR_USD", 100)

    report = _audited(Knows, frame)
    assert report.looks_ahead
    assert report.unseen == []


@pytest.mark.parametrize(
    "part",
    [
        lambda frame: frame["bid"],
        lambda frame: frame["bid"].to_numpy()[::-1][::-1],
        lambda frame: frame.copy(deep=False)["bid"],
    ],
    ids=["column", "view", "other name"],
)
def test_finds_look_ahead_by_a_part_of_the_frame(part):
    frame = _frame()
    times = frame["time"].dt.tz_convert(None).to_numpy()
    report = _audited(_peeking_class(part(frame), times), frame)
    assert report.looks_ahead
    assert report.unseen == []


def test_finds_look_ahead_by_an_attribute_and_by_a_default():
    frame = _frame()
    times = frame["time"].dt.tz_convert(None).to_numpy()
    column = frame["bid"].to_numpy()

    class Keeps(Strategy):
        candles = [("EUR_USD", "M15")]
        prices = frame["ask"]

        def on_candle(self, context, candle, bids=column):
            later = np.searchsorted(times, np.datetime64(context.time[:19]) + np.timedelta64(1, "h"))
            if later < len(bids):
                side = context.buy if self.prices[later] + bids[later] > 2 * candle.close else context.sell
                side("EUR_USD", 100)

    report = _audited(Keeps, frame)
    assert report.looks_ahead
    assert report.unseen == []


def test_finds_look_ahead_by_a_frame_of_bars():
    frame = _frame().set_index("time")
    bars = frame["bid"].resample("15min").ohlc().dropna().assign(spread=0.0001)
    times = bars.index.tz_convert(None).to_numpy()
    closes = bars["close"]
    market = {"EUR_USD": {"bars": bars, "price": "bid"}}
    strategy = _peeking_class(closes.to_numpy(), times)
    report = audit(strategy, bars=market, accounts=ACCOUNTS, window=HOURS, instants=4)
    assert report.looks_ahead
    assert report.unseen == []


@pytest.mark.parametrize("kind", ["polars", "pyarrow"])
def test_finds_look_ahead_by_tables_of_other_libraries(kind):
    frame = _frame()
    times = frame["time"].dt.tz_convert(None).to_numpy()
    if kind == "polars":
        table = pytest.importorskip("polars").from_pandas(frame)
        prices = table["bid"]
    else:
        table = pytest.importorskip("pyarrow").Table.from_pandas(frame)
        prices = table["bid"].chunk(0).to_numpy()
    report = _audited(_peeking_class(prices, times), table)
    assert report.looks_ahead
    assert report.unseen == []


def test_names_what_it_did_not_look_at():
    frame = _frame()
    signals = frame["bid"].rolling(20).mean()
    levels = [float(price) for price in frame["bid"].head(200)]
    extra = frame.assign(later=frame["bid"].shift(-60).fillna(0.0))

    class Uses(Strategy):
        candles = [("EUR_USD", "H1")]

        def on_candle(self, context, candle):
            if signals.iloc[0] != levels[0] and len(extra) > 0:
                context.buy("EUR_USD", 100)

    report = _audited(Uses, extra)
    assert report.finding is None
    assert report.unseen == [
        "whether the column later of the table of EUR_USD has later prices",
        f"levels, a list of {len(levels)} numbers",
        f"signals, an array of {len(signals)} float64",
    ]
    assert f"not checked: levels, a list of {len(levels)} numbers" in str(report)


def test_names_other_files_that_a_strategy_reads(tmp_path, monkeypatch):
    features = tmp_path / "features.csv"
    features.write_text("1\n2\n")
    (tmp_path / "reads_features.py").write_text(
        "from orrery_fx import Strategy\n\n\n"
        "class Reads(Strategy):\n"
        "    def on_start(self, context):\n"
        f"        with open({str(features)!r}) as file:\n"
        "            context.buy('EUR_USD', int(file.readline()))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("reads_features")
    ticks = {"EUR_USD": Path(shutil.copy(TICKS, tmp_path))}
    report = audit(module.Reads, ticks=ticks, accounts=ACCOUNTS, window=HOURS, instants=1)
    assert report.finding is None
    assert report.unseen == [f"the file {os.fspath(features)}"]


def test_the_other_future_keeps_the_past_and_the_spread():
    random = np.random.default_rng(3)
    bid = 1.08 + np.cumsum(random.normal(0, 1e-4, 500))
    columns = {"bid": bid, "ask": bid + 1e-4, "volume": random.integers(1, 90, 500), "gaps": bid.copy()}
    columns["gaps"][400] = np.nan
    other = other_columns(columns, 200, seed=7)
    for name, values in columns.items():
        assert (other[name][:200] == values[:200]).all()
        assert other[name].dtype == values.dtype
        assert (other[name][201:390] != values[201:390]).mean() > 0.5
    assert np.allclose(other["ask"] - other["bid"], 1e-4)
    assert np.isnan(other["gaps"]).sum() == 1
    assert (other["bid"] == other_columns(columns, 200, seed=7)["bid"]).all()
    assert (other["bid"] != other_columns(columns, 200, seed=8)["bid"]).any()


@pytest.mark.parametrize("name", ["ticks.parquet", "ticks.arrow"])
def test_writes_tables_in_files_in_their_own_form(tmp_path, name):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.read_csv(TICKS, parse_dates=["time"]).head(1000).assign(venue="x")
    write, read = (
        (frame.to_parquet, pandas.read_parquet)
        if name.endswith("parquet")
        else (frame.to_feather, pandas.read_feather)
    )
    write(tmp_path / name)
    at = int(frame["time"].iloc[499].timestamp() * 1_000_000)
    other = read(alike(str(tmp_path / name), str(tmp_path / "other"), at, seed=1))
    assert (other.dtypes == frame.dtypes).all()
    assert other.iloc[:500].equals(frame.iloc[:500])
    assert (other["time"] == frame["time"]).all()
    assert (other["bid"].iloc[500:] != frame["bid"].iloc[500:]).mean() > 0.5


def test_refuses_to_write_a_text_file_in_another_form(tmp_path):
    own, theirs = tmp_path / "own.csv", tmp_path / "theirs.csv"
    own.write_text("time,bid,ask\n")
    theirs.write_text("DateTime;Bid;Ask\n")
    with pytest.raises(StrategyError, match="writes its other prices as time,bid,ask"):
        alike(str(theirs), str(own), 0, seed=1)


def test_says_how_a_strategy_ended_its_process():
    pytest.importorskip("cloudpickle")

    class Ends(Strategy):
        def on_start(self, context):
            os._exit(3)

    with pytest.raises(InputError, match=r"on_start at .*the Python process ended with exit code 3"):
        audit(Ends, ticks={"EUR_USD": TICKS}, accounts=ACCOUNTS, window=HOURS, instants=1)


def test_refuses_what_is_no_audit():
    with pytest.raises(InputError, match=r"instants: must be from 1 to 10000, was 0"):
        audit(_peeking_class([], []), ticks={"EUR_USD": TICKS}, instants=0)
    with pytest.raises(InputError, match="give a class instead"):
        audit("scenario.yaml", ticks={"EUR_USD": TICKS})
