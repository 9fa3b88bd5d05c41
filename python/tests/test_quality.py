"""The package is typed and written in one style, by the tools and settings of pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]


def said(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", *words], cwd=PACKAGE, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def test_mypy_finds_nothing():
    pytest.importorskip("mypy")
    # The types of pandas are those of its stubs, of numpy its own.
    for needed in ("numpy", "pandas", "polars", "gymnasium", "pyarrow", "matplotlib"):
        pytest.importorskip(needed)
    assert said("mypy") == ""


@pytest.mark.parametrize("words", [("check",), ("format", "--check")])
def test_ruff_finds_nothing(words):
    pytest.importorskip("ruff")
    assert said("ruff", *words, "--no-cache") == ""
