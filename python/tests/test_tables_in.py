"""Tables of ticks and bars in place of files."""

import os
import re
import sys
from decimal import Decimal
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")

from orrery_fx import InputError, Strategy, run
from orrery_fx import _table_cache as cache
from strategies.sma_cross import SmaCross

DATA = Path(__file__).parents[2] / "data"
DAY = DATA / "EUR_USD_2024-03-04.csv.gz"
ACCOUNTS = [{"currency": "USD", "balance": "10000"}]
START = pd.Timestamp("2024-03-04T01:00", tz="UTC")


class Counts(Strategy):
    candles = [("EUR_USD", "M1")]

    def __init__(self):
        self.seen = []

    def on_candle(self, context, candle):
        self.seen.append(candle.close)
        context.buy("EUR_USD", 1)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "orrery" / "tables"


@pytest.fixture(scope="module")
def frame():
    return pd.read_csv(DAY, parse_dates=["time"])


@pytest.fixture(scope="module")
def expected():
    return run(SmaCross, ticks={"EUR_USD": DAY}, accounts=ACCOUNTS).ledger_hash


def hash_of(ticks):
    return run(SmaCross, ticks={"EUR_USD": ticks}, accounts=ACCOUNTS).ledger_hash


def small(**columns):
    times = pd.date_range(START, periods=4, freq="1s")
    return pd.DataFrame({"time": times, "bid": [1.1, 1.2, 1.3, 1.2], "ask": 1.4} | columns)


def fault_of(ticks, **more):
    with pytest.raises(InputError) as raised:
        run(Counts, ticks={"EUR_USD": ticks}, accounts=ACCOUNTS, **more)
    return str(raised.value)


def test_gives_the_ledger_of_the_file_from_every_library(frame, expected):
    polars = pytest.importorskip("polars")
    arrow = pa.Table.from_pandas(frame)
    halves = pa.concat_tables([arrow.slice(0, 9_000), arrow.slice(9_000)])
    texts = frame.assign(
        bid=[Decimal(f"{price:.5f}") for price in frame.bid],
        ask=pa.array(frame.ask).cast(pa.float32()).to_numpy(),
    )
    for ticks in (
        frame,
        frame.set_index("time"),
        frame.rename(columns={"time": "Timestamp", "bid": "Bid Price", "ask": "ASK"}),
        frame.assign(time=frame.time.dt.tz_convert("Asia/Tokyo").astype("datetime64[ns, Asia/Tokyo]")),
        frame.iloc[::-1].iloc[::-1],
        texts,
        polars.from_pandas(frame),
        halves,
        {"ticks": frame.assign(time=frame.time.dt.tz_localize(None)), "timeZone": "UTC"},
        {"ticks": frame.assign(time=frame.time.astype("int64")), "timeUnit": "us"},
        {"ticks": frame.sample(frac=1, random_state=1), "onDisorder": "sort"},
    ):
        assert hash_of(ticks) == expected


def test_a_frame_is_written_once_by_its_content(frame, own_cache):
    assert hash_of(frame) == hash_of(frame.copy())
    (path,) = own_cache.glob("*.arrow")
    assert path.name.startswith("EUR_USD-")
    written = path.stat().st_mtime_ns
    (store,) = (own_cache / ".orrery-cache").iterdir()
    made = store.stat().st_ino
    hash_of(pa.Table.from_pandas(frame, preserve_index=False))
    assert path.stat().st_mtime_ns == written
    assert [each.stat().st_ino for each in (own_cache / ".orrery-cache").iterdir()] == [made]
    changed = frame.copy()
    changed.loc[5, "bid"] -= 0.0001
    hash_of(changed)
    assert len(list(own_cache.glob("*.arrow"))) == 2


def test_old_tables_are_removed_with_their_stores(own_cache, monkeypatch):
    monkeypatch.setattr(cache, "_MOST_BYTES", 1)
    own_cache.mkdir(parents=True)
    old, new = own_cache / "EUR_USD-1.arrow", own_cache / "EUR_USD-2.arrow"
    store = own_cache / ".orrery-cache" / "EUR_USD-1.arrow-abc"
    store.mkdir(parents=True)
    for path in (old, new, store / "store.json"):
        path.write_text("x")
    os.utime(old, (0, 0))
    run(Counts, ticks={"EUR_USD": small()}, accounts=ACCOUNTS)
    assert not old.exists()
    assert not store.exists()
    assert new.exists()


def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert run(Counts, ticks={"EUR_USD": small()}, accounts=ACCOUNTS).document["ticks"] == 4


@pytest.mark.parametrize(
    ("ticks", "rule"),
    [
        (small(time=pd.date_range("2024-03-04", periods=4, freq="1s")), "no zone.*tz_localize"),
        (small(time=["2024-03-04T00:00:00Z"] * 4), "of type .*string.*pd.to_datetime"),
        (small(time=[1, 2, 3, 4]), "unit is not said.*unit='ms'"),
        (small(time=[1.5, 2, 3, 4]), "unit is not said"),
        (small().drop(columns="time"), "no column time and no index of times; it has bid, ask"),
        (small().drop(columns="ask"), "needs columns bid and ask; it has time, bid"),
        (small(Bid=1.0), r"'bid' and 'Bid' have the same meaning"),
        (pd.concat([small(), small()[["bid"]]], axis=1), r"'bid' and 'bid' have the same meaning"),
        (small().iloc[:0], "the table has no row"),
        (small(bid=[1.1, np.nan, 1.3, 1.2]), r"row 1 has no bid \(NaN or None\).*dropna"),
        (small(bid=pd.array([1.1, 1.2, None, 1.2], "Float64")), "row 2 has no bid"),
        (small(bid=[1.1, 1.2, 1.3, np.inf]), "row 3: bid must be above 0 and finite, was inf"),
        (small(bid=[1.1, -1.2, 1.3, 1.2]), "row 1: bid must be above 0 and finite, was -1.2"),
        (small(bid=[1.1, 0, 1.3, 1.2]), "row 1: bid must be above 0 and finite, was 0.0"),
        (small(bid=[1.1, 1.2, 1.5, 1.2]), "row 2: bid must not be above ask, was 1.5 over 1.4"),
        (small(bid=["1.1", "x", "1.3", "1.2"]), r"'bid' is of type .*string.*astype"),
        (small(bid=[1.1, "1.2", 1.3, 1.2]), r"'bid' is of type .*string.*astype"),
        (small(bid=[True, False, True, True]), "'bid' is of type bool"),
        (small(bid=np.ones(4, complex)), r"'bid' is of type .*string.*astype"),
        (small(bid_volume=1.0), "only one"),
        (small().sort_values("bid"), r"row 3 goes back in time, from 2024-03-04T01:00:03\.0.*sort_values"),
        (small(time=[START, START, pd.NaT, START]), "row 2 has no time"),
        (small(time=pd.date_range("1960-01-01", periods=4, tz="UTC")), "row 0 is of the year 1960"),
        (small(bid=1.1000001), r"row 0: bid: has more than 5 decimals"),
        (small(open=1, high=1, low=1, close=1).drop(columns="bid"), r"has bars: give it as bars="),
        (pd.Series([1.1]), "was a Series: give a frame"),
        (7, "must be a path or a table of pandas, polars or pyarrow, was a int"),
        ({"bars": small()}, "needs a key 'ticks'"),
    ],
)
def test_a_bad_table_is_told_with_the_row_and_the_way_out(ticks, rule):
    message = fault_of(ticks)
    assert message.startswith("EUR_USD: ")
    assert re.search(rule, message), message


def test_a_message_for_polars_has_its_words():
    polars = pytest.importorskip("polars")
    given = polars.from_pandas(small())
    naive = given.with_columns(polars.col("time").dt.replace_time_zone(None))
    assert "pl.col('time').dt.replace_time_zone('UTC')" in fault_of(naive)
    assert "df.sort('time', maintain_order=True)" in fault_of(given.reverse())
    assert "df.drop_nulls()" in fault_of(given.with_columns(bid=polars.Series([1.1, None, 1.2, 1.2])))
    assert "pl.col('bid').cast(pl.Float64)" in fault_of(given.with_columns(bid=polars.lit("1.1")))
    assert "was a LazyFrame: call .collect()" in fault_of(given.lazy())


def test_rows_are_counted_over_all_parts_of_a_table(monkeypatch):
    monkeypatch.setattr("orrery_fx._frames.BATCH_ROWS", 2)
    assert "row 3 has no bid" in fault_of(small(bid=[1.1, 1.2, 1.3, np.nan]))
    assert "row 3: bid must not be above ask" in fault_of(small(bid=[1.1, 1.2, 1.3, 1.5]))
    seconds = pd.to_timedelta([0, 2, 1, 3], unit="s")
    assert "row 2 goes back in time" in fault_of(small(time=START + seconds))
    arrow = pa.Table.from_pandas(small(), preserve_index=False)
    parts = pa.concat_tables([arrow.slice(0, 0), arrow.slice(0, 3), arrow.slice(0, 0), arrow.slice(3)])
    assert run(Counts, ticks={"EUR_USD": parts}, accounts=ACCOUNTS).document["ticks"] == 4


def test_bad_rows_may_be_left_out_and_noise_rounded():
    noisy = small(bid=[1.1, 1.2 + 3e-10, 1.3, 1.2])
    assert "{'round': True} beside the table" in fault_of(small(bid=[1.1, 1.2 + 3e-10, 1.3, 1.2]))
    result = run(Counts, ticks={"EUR_USD": {"ticks": noisy, "round": True}}, accounts=ACCOUNTS)
    assert result.document["ticks"] == 4
    holes = {"ticks": small(bid=[1.1, np.nan, 1.3, 1.2]), "onBadRow": "skip"}
    assert run(Counts, ticks={"EUR_USD": holes}, accounts=ACCOUNTS).document["ticks"] == 3


def bars(**columns):
    times = pd.date_range(START, periods=30, freq="5min")
    close = 1.1 + np.arange(30) / 10_000
    return pd.DataFrame(
        {"open": close, "high": close + 0.0002, "low": close - 0.0002, "close": close, "volume": 40}
        | columns,
        index=times,
    ).round(5)


def test_takes_bars_with_the_granularity_that_they_have():
    given = {"bars": bars(), "price": "mid", "spread": "0.0001"}
    result = run(Counts, bars={"EUR_USD": given}, accounts=ACCOUNTS)
    assert result.document["ticks"] == 120
    assert "M5" in result.document["madeTicks"]["EUR_USD"]
    assert run(Counts, bars={"EUR_USD": {**given, "granularity": "M5"}}, accounts=ACCOUNTS).ledger_hash == (
        result.ledger_hash
    )
    sides = pd.concat(
        [
            bars()[["open", "high", "low", "close"]].add(by).add_prefix(side)
            for side, by in (("bid_", 0), ("ask_", 1e-4))
        ],
        axis=1,
    ).round(5)
    assert run(Counts, bars={"EUR_USD": sides}, accounts=ACCOUNTS).document["ticks"] == 120


def test_bad_bars_are_told():
    def fault(source):
        with pytest.raises(InputError) as raised:
            run(Counts, bars={"EUR_USD": source}, accounts=ACCOUNTS)
        return str(raised.value)

    assert "has ticks: give it as ticks=" in fault(small())
    assert "needs columns open, high, low and close" in fault(bars().drop(columns="low"))
    assert "granularity of the bars cannot be seen" in fault(bars().iloc[:1])
    odd = bars().set_index(pd.date_range(START, periods=30, freq="7min"))
    assert "most steps are of 420 s" in fault(odd)
    assert "spread" in fault({"bars": bars(), "price": "mid"})


def test_history_may_be_a_table_too():
    past = bars()
    past.index -= pd.Timedelta(days=1)
    given = {"ticks": small(), "history": {"bars": past, "price": "bid", "spread": "0.0001"}}
    seen = []

    class Looks(Strategy):
        warm_up = {"EUR_USD": {"M5": 20}}

        def on_tick(self, context, tick):
            seen.append(len(context.candles("EUR_USD", "M5", 20)))

    run(Looks, ticks={"EUR_USD": given}, accounts=ACCOUNTS)
    assert seen[0] == 20


def test_without_pyarrow_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'orrery-fx\[pandas\]'"):
        run(Counts, ticks={"EUR_USD": small()}, accounts=ACCOUNTS)
