"""Tables of results, the report, the plot, the progress, and readers."""

import gc
import io
import json
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

import orrery_fx._engine as engines
from orrery_fx import (
    EngineError,
    InputError,
    Strategy,
    read_candles,
    read_ledger,
    read_ticks,
    read_transactions,
    run,
)
from orrery_fx._progress import Progress
from orrery_fx.command import engine_command
from orrery_fx.tables import RowTable
from strategies.sma_cross import SmaCross

DATA = Path(__file__).parents[2] / "data"
DAY = DATA / "EUR_USD_2024-03-04.csv.gz"
ACCOUNTS = [{"currency": "USD", "balance": "10000"}]
TABLES = ("transactions", "orders", "trades", "positions", "equity", "curve", "trade_groups", "candles")


class Nothing(Strategy):
    """Does nothing."""


@pytest.fixture(scope="module")
def result():
    return run(SmaCross, ticks={"EUR_USD": DAY}, accounts=ACCOUNTS)


def test_rows_are_those_of_v20(result):
    fill = next(each for each in result.transactions if each["type"] == "ORDER_FILL")
    trade = result.trades[0]
    assert trade["id"] == fill["tradeOpened"]["tradeID"]
    assert trade["price"] == fill["price"]
    order = result.orders[0]
    assert (order["id"], order["fillingTransactionID"]) == (fill["orderID"], fill["id"])
    assert (order["instrument"], order["state"]) == ("EUR_USD", "FILLED")
    assert result.positions[0]["instrument"] == "EUR_USD"
    assert result.equity[-1]["NAV"] == result.accounts[0]["NAV"]
    assert [len(each) for each in (result.transactions, result.orders, result.trades)] == [
        result.document["ledger"]["transactions"],
        result.document["metrics"]["trades"],
        result.document["metrics"]["trades"],
    ]
    assert result.trades[-2:] == list(result.trades)[-2:]
    with pytest.raises(IndexError):
        result.trades[len(result.trades)]


def test_tables_are_the_same_for_every_library(result):
    pd = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    for name in TABLES:
        table = getattr(result, name)
        frame, other, arrow = table.to_pandas(), table.to_polars(), table.to_arrow()
        names = [column.name for column in table.columns]
        assert list(frame.columns) == other.columns == arrow.schema.names == names
        assert len(table) == len(frame) == len(other) == len(arrow) > 0
        for column in table.columns:
            kinds = (
                frame[column.name].dtype,
                other[column.name].dtype,
                str(arrow.schema.field(column.name).type),
            )
            if column.kind == "time":
                assert str(kinds[0]) == "datetime64[us, UTC]"
                assert kinds[1:] == (polars.Datetime("us", "UTC"), "timestamp[us, tz=UTC]")
            if column.kind == "decimal":
                assert kinds == (np.dtype("float64"), polars.Float64, "double")
            if column.kind == "text":
                assert kinds[1:] == (polars.String, "string")
    trades = result.trades.to_pandas()
    assert trades.openTime[0] == pd.Timestamp(result.trades[0]["openTime"])
    assert pd.isna(trades.closeTime.iloc[-1])
    assert trades.price[0] == float(result.trades[0]["price"])


def test_exact_columns_have_every_digit(result):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    texts = [Decimal(each["price"]) for each in result.trades]
    assert list(result.trades.to_pandas(exact=True).price) == texts
    assert result.trades.to_polars(exact=True)["price"].to_list() == texts
    assert result.trades.to_arrow(exact=True)["price"].to_pylist() == texts
    assert sum(texts) != 0


def test_columns_do_not_depend_on_there_being_rows():
    pd = pytest.importorskip("pandas")
    empty = run(Nothing, ticks={"EUR_USD": DAY}, accounts=ACCOUNTS)
    frame = empty.trades.to_pandas()
    assert len(frame) == 0
    assert frame.price.dtype == np.float64
    assert isinstance(frame.openTime.dtype, pd.DatetimeTZDtype)


def test_kinds_of_columns_follow_the_names_of_v20():
    rows = [
        {"id": "7", "units": "10", "tag": "1", "at": "2024-03-04T00:00:00.000000001Z", "ok": True, "n": 1},
        {"id": "8", "list": ["9"], "clientExtensions": {"id": "5"}, "takeProfit": {"price": "1.1"}},
    ]
    kinds = {each.name: each.kind for each in RowTable("rows", lambda: rows).columns}
    assert kinds == {
        "id": "text",
        "units": "decimal",
        "tag": "text",
        "at": "time",
        "ok": "flag",
        "n": "whole",
        "list": "json",
        "clientExtensions.id": "text",
        "takeProfit.price": "decimal",
    }


def test_tables_show_themselves(result):
    assert repr(result.trades).startswith(f"<{len(result.trades)} trades: id, accountID, instrument, ")
    page = result.transactions._repr_html_()
    assert page.count("<tr>") == 11
    assert f"{len(result.transactions) - 10} more transactions" in page
    assert "sma-cross" in repr(result)
    assert "netProfit" in result._repr_html_()
    hostile = RowTable("rows", lambda: [{"tag": "<script>"}])
    assert "<script>" not in hostile._repr_html_()


def test_the_report_is_shown_in_a_frame_and_written(result, tmp_path):
    report = result.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report.html
    assert "</html>" in report.html
    frame = report._repr_html_()
    assert frame.startswith("<iframe ")
    assert len(frame) < len(report.html) / 2


def test_saves_the_folder_of_a_run(result, tmp_path):
    folder = result.save(tmp_path / "run")
    assert read_ledger(folder / "ledger.ndjson") == list(result.transactions)
    assert list(read_transactions(folder)) == list(result.transactions)
    assert json.loads((folder / "manifest.json").read_text())["ledger"]["ledger"] == result.ledger_hash
    verify = [*engine_command(), "verify", str(folder), "--allow-path", str(DATA), str(Path(__file__).parent)]
    verified = subprocess.run(verify, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("")
    with pytest.raises(InputError, match="is not the folder of a run"):
        result.save(tmp_path / "other")


def test_the_plot_has_equity_drawdown_and_trades(result):
    pytest.importorskip("matplotlib")
    figure = result.plot()
    assert [axis.get_ylabel() for axis in figure.axes] == ["NAV", "drawdown, %", "EUR_USD"]
    assert figure._repr_png_().startswith(b"\x89PNG")


def test_a_missing_library_is_named(result, monkeypatch):
    for name, extra in (("pandas", "pandas"), ("polars", "polars"), ("pyarrow", "pandas")):
        monkeypatch.setitem(sys.modules, name, None)
        convert = getattr(result.trades, f"to_{name.removeprefix('py')}")
        with pytest.raises(ImportError, match=rf"pip install 'orrery-fx\[{extra}\]'"):
            convert()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"needs matplotlib: pip install 'orrery-fx\[notebook\]'"):
        result.plot()


def test_the_engine_drops_runs_whose_results_are_gone():
    kept = run(Nothing, ticks={"EUR_USD": DAY}, accounts=ACCOUNTS)
    number = kept._run
    folder = kept.document["scenario"]
    assert folder == "nothing"
    running = engines.engine()
    del kept
    gc.collect()
    with pytest.raises(InputError, match=f"run {number} is not kept any more"):
        running.do("rows", {"run": number, "name": "equity"})


def test_what_was_read_outlives_the_engine():
    kept = run(SmaCross, ticks={"EUR_USD": DAY}, accounts=ACCOUNTS)
    trades = len(kept.trades)
    engines.engine().close()
    assert len(kept.trades) == trades
    assert kept.metrics["netProfit"] == kept.document["metrics"]["accounts"][0]["figures"]["netProfit"]
    with pytest.raises(EngineError, match="the engine that made this result has ended"):
        len(kept.orders)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_a_terminal_after_a_moment(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("orrery_fx._progress.time.monotonic", lambda: now[0])
    screen = Terminal()
    bar = Progress(stream=screen)
    bar(10, 100)
    assert screen.getvalue() == ""
    now[0] = 2.0
    bar(50, 100)
    assert "█" * 15 + "·" * 15 + "  50%  25.0 ticks/s" in screen.getvalue()
    bar.close()
    assert screen.getvalue().endswith("\r")
    quiet = io.StringIO()
    other = Progress(stream=quiet)
    now[0] = 9.0
    other(1, 2)
    assert quiet.getvalue() == ""
    shown = Progress(always=True, stream=quiet, unit="runs")
    now[0] = 12.0
    shown(600, 1200)
    assert "50%  200 runs/s" in quiet.getvalue()


def test_progress_may_be_heard():
    heard = []
    run(
        SmaCross,
        ticks={"EUR_USD": DATA / "EUR_USD_2024-03.csv.gz"},
        accounts=ACCOUNTS,
        on_progress=lambda done, total: heard.append((done, total)),
    )
    assert heard == sorted(heard)
    assert heard[-1] == (337_580, 337_580)


def test_reads_ticks_as_columns_and_as_rows():
    ticks = read_ticks(DAY)
    lines = subprocess.run(["gzip", "-dc", DAY], capture_output=True, text=True, check=True).stdout.split()
    assert len(ticks) == len(lines) - 1
    first, last = ticks[0], ticks[-1]
    assert [first["time"][:23], first["bid"], first["ask"]] == [lines[1][:23], *lines[1].split(",")[1:3]]
    assert last["bid"] == lines[-1].split(",")[1]
    assert ticks.bid[0] == float(first["bid"])
    assert ticks.time.dtype == "datetime64[us]"
    assert (np.diff(ticks.time).astype(int) >= 0).all()
    with pytest.raises(AttributeError, match="no column mid"):
        _ = ticks.mid
    with pytest.raises(InputError, match="no such file"):
        read_ticks(DATA / "EUR_USD_none.csv")


def test_ticks_that_were_read_are_ticks_of_a_run(result, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    again = run(SmaCross, ticks={"EUR_USD": read_ticks(DAY)}, accounts=ACCOUNTS)
    assert again.ledger_hash == result.ledger_hash


def test_reads_candles_of_files_and_tables(tmp_path, monkeypatch):
    hours = read_candles(DAY, "H1", price="MBA")
    assert hours.name == "candles of EUR_USD"
    assert hours[3]["complete"] is True
    assert set(hours[0]) == {"time", "volume", "complete"} | {
        f"{side}_{at}" for side in ("bid", "mid", "ask") for at in "ohlc"
    }
    assert hours.volume.sum() == len(read_ticks(DAY))
    part = read_candles(DAY, "H1", start=datetime(2024, 3, 4, 3, tzinfo=UTC), count=2)
    assert [each["time"][:16] for each in part] == ["2024-03-04T03:00", "2024-03-04T04:00"]
    with pytest.raises(InputError, match=r"price.*letters M, B and A"):
        read_candles(DAY, "H1", price="X")
    pytest.importorskip("pyarrow")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    table = read_candles(read_ticks(DAY), "H1", price="MBA", instrument="EUR_USD")
    assert list(table) == list(hours)
    with pytest.raises(InputError, match="need its instrument"):
        read_candles(read_ticks(DAY), "H1")
