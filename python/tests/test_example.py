"""The example of the guide runs as it stands."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "python-tables.md"


NOTEBOOK = ROOT / "docs" / "examples" / "python" / "first-strategy.ipynb"


def test_the_notebook_has_what_its_cells_give(tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(NOTEBOOK.parent)
    cells = [each for each in json.loads(NOTEBOOK.read_text())["cells"] if each["cell_type"] == "code"]
    names = {"__name__": "notebook"}
    for at, cell in enumerate(cells):
        exec(compile("".join(cell["source"]), f"<cell {at}>", "exec"), names)
        texts = [part for each in cell["outputs"] for part in each.get("text", [])]
        assert capsys.readouterr().out == "".join(texts)
    assert names["result"].ledger_hash in NOTEBOOK.read_text()
    assert NOTEBOOK.stat().st_size < 300_000


def test_the_example_runs_on_a_file_of_ticks(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text = GUIDE.read_text(encoding="utf-8")
    (program,) = re.findall(r"```python [^\n]*\n(import pandas as pd\n.*?)```", text, re.DOTALL)
    packed = ROOT / "data" / "EUR_USD_2024-03-04.csv.gz"
    (tmp_path / "EUR_USD.csv").write_bytes(gzip.decompress(packed.read_bytes()))
    (tmp_path / "cross.py").write_text(program, encoding="utf-8")
    done = subprocess.run([sys.executable, "cross.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stderr == ""
    assert re.fullmatch(r"sha256:[0-9a-f]{64} -?\d+\.\d+ \d+\n", done.stdout), done.stdout
