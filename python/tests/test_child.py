"""Strategies in a process of their own, which ``orrery run`` starts: what goes wrong is said in words."""

import json
import os
import struct
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

from orrery_fx.command import engine_command

DATA = Path(__file__).parents[2] / "data"
HOOK = """
import os, sys, threading, time
import numpy as np
from orrery_fx import Strategy

class Bad(Strategy):
    candles = (("EUR_USD", "H1"),)
    hook_seconds = 2

    def on_candle(self, context, candle):
        {}
"""


@pytest.fixture
def orrery_run(tmp_path):
    """Runs a module in a market of one day; gives the exit code and what is said."""

    def run(source, name="bad.py", ticks=DATA / "EUR_USD_2024-03-04.csv.gz", **strategy):
        (tmp_path / name).write_text(source)
        scenario = {
            "version": 1,
            "name": "child",
            "market": {"EUR_USD": {"ticks": str(ticks)}},
            "accounts": [{"currency": "USD", "balance": "10000"}],
            "strategy": {"use": f"./{name}", **strategy},
        }
        (tmp_path / "child.json").write_text(json.dumps(scenario))
        words = [*engine_command(), "run", "child.json", "--json", "--allow-path", str(Path(ticks).parent)]
        env = {**os.environ, "ORRERY_PYTHON": sys.executable, "ORRERY_LOOKS": "off"}
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize(
    ("hook", "words"),
    [
        (
            "raise ValueError('boo')",
            "bad.py:11:9: onCandle at 2024-03-03T23:00:00.000000000Z: ValueError: boo",
        ),
        ("return 5", "must return nothing, returned 5"),
        ("sys.exit(3)", "called sys.exit(3)"),
        ("os._exit(3)", "the Python process ended with exit code 3"),
        ("os.kill(os.getpid(), 9)", "the Python process was ended by SIGKILL"),
        ("time.sleep(60)", "did not return within 2 s, and was ended; hook_seconds of its class allows more"),
        ("sum(range(10**12))", "the Python process ended with exit code 1"),
        ("context.buy('EUR_USD', float('nan'))", "must be a number, was nan"),
        ("context.buy('EUR_USD', np.array([1, 2]))", "must be a number, was a ndarray"),
        ("context.buy('GBP_USD', 1)", "unknown instrument GBP_USD: the market has EUR_USD"),
        ("context.create_order({'type': 'MARKET', 'unit': 1})", "sent an order with the unknown order.unit"),
        ("context.candles('EUR_USD', 'M5', 3)", "the strategy must name them, in candles or as in warm_up"),
        ("context.candles('EUR_USD', 'H1', 0)", "the count must be 1 to 5000, was 0"),
        (
            "x = threading.Thread(target=context.buy, args=('EUR_USD', 1), name='mine'); x.start(); x.join()",
            "the context was called in the thread mine",
        ),
    ],
)
def test_a_hook_that_goes_wrong_ends_the_run(orrery_run, hook, words):
    code, _, said = orrery_run(HOOK.format(hook))
    assert code == 2
    assert words in said


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("class B(:\n  pass", "bad.py:1:9: cannot be loaded: SyntaxError"),
        (
            "import not_there",
            "bad.py:1:1: cannot be loaded: ModuleNotFoundError: No module named 'not_there'",
        ),
        ("x = 1", "must have a class that derives from orrery_fx.Strategy"),
        (
            "from orrery_fx import Strategy\nclass A(Strategy):\n  def on_bar(self, c, k): pass",
            "did you mean on_candle?",
        ),
        (
            "from orrery_fx import Strategy\nclass A(Strategy):\n  def on_candle(self, c, k): pass",
            "names no candles",
        ),
        (
            "from orrery_fx import Strategy\nclass A(Strategy): pass\nclass B(Strategy): pass",
            "has several strategies, A, B",
        ),
        ("from orrery_fx import Strategy\nclass A(Strategy):\n  candles = ['EUR_USD']", "one was 'EUR_USD'"),
    ],
)
def test_a_module_that_is_wrong_is_named_with_its_place(orrery_run, source, words):
    code, _, said = orrery_run(source)
    assert code == 2
    assert words in said


def test_what_is_printed_is_said_and_a_fork_is_refused(orrery_run):
    hook = """print('hello'); os.system('echo from a shell')
        if os.fork() == 0:
            try:
                context.buy('EUR_USD', 1)
            except Exception as error:
                print(error)
            os._exit(0)
        os.wait()"""
    code, out, said = orrery_run(HOOK.format(hook))
    assert code == 0
    assert json.loads(out)["ledger"]["transactions"] < 10
    assert "hello\n" in said
    assert "from a shell\n" in said
    assert "the context was called in a forked process" in said


def test_threads_of_libraries_and_numbers_of_numpy_are_allowed(orrery_run):
    hook = """found = []
        thread = threading.Thread(target=lambda: found.append(np.ones((9, 9)) @ np.ones((9, 9))))
        thread.start(); thread.join()
        context.buy('EUR_USD', np.int64(found[0][0, 0]))"""
    code, out, said = orrery_run(HOOK.format(hook))
    assert code == 0, said
    assert json.loads(out)["metrics"]["trades"] > 10


@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="needs two cores of Linux",
)
def test_a_core_is_shared_until_a_library_with_threads_is_imported(orrery_run, tmp_path):
    (tmp_path / "joblib.py").write_text("")
    hook = """print("CORES", len(os.sched_getaffinity(0)))
        if "T03" in context.time:
            import joblib"""
    code, _, said = orrery_run(HOOK.format(hook))
    assert code == 0, said
    cores = [int(line.split()[1]) for line in said.splitlines() if line.startswith("CORES")]
    assert set(cores[:4]) == {1}
    assert min(cores[-4:]) > 1


#: Looks at all memory of its process for the bits of a price, of which it knows both halves apart.
SPY = """
import re
import numpy as np
from numpy.lib.stride_tricks import as_strided
from orrery_fx import Strategy, parameter

class Spy(Strategy):
    low = parameter("0")
    high = parameter("0")
    candles = (("EUR_USD", "M1"),)

    def on_candle(self, context, candle):
        view = context.candles("EUR_USD", "M1", 20).close
        base = view.base
        while base.base is not None:
            base = base.base
        whole = as_strided(base, base.shape, base.strides)
        shown = self.found(whole) + self.found(np.asarray(view))
        print("SEEN", context.time, shown + self.in_memory())

    def found(self, numbers):
        halves = np.ascontiguousarray(numbers).view(np.uint32).reshape(-1, 2)
        is_low = halves[:, 0] == np.uint32(int(self.low))
        return int((is_low & (halves[:, 1] == np.uint32(int(self.high)))).sum())

    def in_memory(self):
        total = 0
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
            for line in maps:
                start, end, rights = re.match(r"(\\w+)-(\\w+) (\\S+)", line).groups()
                if not rights.startswith("rw") or "[v" in line:
                    continue
                try:
                    memory.seek(int(start, 16))
                    block = memory.read(int(end, 16) - int(start, 16))
                except (OSError, ValueError):
                    continue
                total += self.found(np.frombuffer(block[: len(block) // 8 * 8], np.uint64))
        return total
"""


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="the system shows no memory of a process")
def test_a_later_price_is_nowhere_in_the_process(orrery_run, tmp_path):
    ticks = tmp_path / "secret.csv"
    rows = [f"2024-03-04T10:{minute:02d}:30Z,1.08{minute:03d},1.08{minute + 10:03d}" for minute in range(5)]
    # Its mid price in the candle of 10:05 is 1.23457; no other number in the run is.
    rows += ["2024-03-04T10:05:30Z,1.23452,1.23462", "2024-03-04T10:06:30Z,1.08400,1.08410"]
    rows += ["2024-03-04T10:07:30Z,1.08400,1.08410"]
    ticks.write_text("\n".join(["time,bid,ask", *rows]))
    low, high = struct.unpack("<II", struct.pack("<d", 1.23457))
    params = {"low": str(low), "high": str(high)}
    code, _, said = orrery_run(SPY, "spy.py", ticks, params=params)
    assert code == 0, said
    seen = [line.split() for line in said.splitlines() if line.startswith("SEEN")]
    before = [int(count) for _, time, count in seen if time <= "2024-03-04T10:05:00.000000000Z"]
    after = [int(count) for _, time, count in seen if time > "2024-03-04T10:05:00.000000000Z"]
    assert before == [0] * 5
    assert min(after) > 0
