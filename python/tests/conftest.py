"""The checkout's own ``orrery`` is under test, not one that is installed."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ.setdefault("ORRERY_COMMAND", shlex.join(["node", str(ROOT / "dist/bundle/main.js")]))
# What tests see of a market are no looks at it.
os.environ.setdefault("ORRERY_LOOKS", "off")
pytest_plugins = ["pytester"]
