"""The examples of the documents that need nothing but the package."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples" / "python"


@pytest.mark.parametrize(
    ("name", "printed"),
    [("from_backtesting_py", "-31.0865 10\n"), ("from_vectorbt", "-78.2593 3\n")],
)
def test_a_ported_example_prints_what_it_did(monkeypatch, capsys, name, printed):
    ticks = ROOT / "data" / "EUR_USD_2024-03.csv.gz"
    monkeypatch.setattr(sys, "argv", [name, str(ticks)])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert capsys.readouterr().out == printed


def test_the_command_line_comes_with_the_package():
    words = [sys.executable, "-m", "orrery_fx", "--version"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.strip().count(".") == 2
