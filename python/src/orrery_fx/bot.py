"""Runs a program as ``orrery exec`` does, and gives a test what came of it."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .command import end_process, orrery_command, said, start_process
from .errors import StartError
from .ledger import matching, read_ledger
from .scenario import Scenario, folder_flags, scenario_path
from .types import Transaction

Text = str | Path


@dataclass(frozen=True)
class BotRun:
    """What came of a run. The assertions take it as they take a simulation."""

    #: Of the program; 128 and the signal's number if a signal ended it.
    exit_code: int
    #: What ended it: ``program``, ``window``, ``guard`` or ``stall``.
    ending: str
    #: The program's stdout and stderr, with the sentences of ``orrery exec``, as they came.
    output: str
    #: ``sha256:<hex>``, as ``orrery run`` prints it.
    ledger_hash: str
    #: Requests by operation, refused hosts, and faults that fired: how often.
    requests: dict[str, int]
    refused: dict[str, int]
    faults: dict[str, int]
    #: Answers by operation and status; status ``"0"``: the connection was cut.
    answers: dict[str, dict[str, int]]
    #: What was refused, in the order of the first of each kind: ``kind``, ``what``, ``count``, ``first``
    #: (simulated), ``operation``, ``status`` and ``message``.
    refusals: list[dict[str, Any]]
    #: The document of ``orrery exec --json`` with accounts and figures.
    document: dict[str, Any] = field(repr=False)
    #: The transactions of all accounts, oldest first; ``ledger()`` gives a copy.
    _ledger: list[Transaction] = field(repr=False)

    def ledger(self) -> list[Transaction]:
        """The transactions of all accounts, oldest first."""
        return list(self._ledger)

    def transactions(self, **fields: Any) -> list[Transaction]:
        """The transactions with these fields: ``transactions(type="ORDER_FILL")``."""
        return matching(self._ledger, **fields)


def run_bot(
    program: Sequence[Text],
    *,
    scenario: Scenario | None = None,
    command: Sequence[str] | None = None,
    virtual_time: bool = False,
    clock: str | None = None,
    faults: Sequence[Mapping[str, Any]] = (),
    any_host: bool = False,
    stall_limit: float | None = None,
    flags: Sequence[str] = (),
    env: Mapping[str, str] | None = None,
    cwd: Text | None = None,
    timeout: float = 600.0,
) -> BotRun:
    """Runs ``["python", "bot.py"]`` unchanged against a sandbox of its own, until it ends.

    ``scenario`` is a file or a dict, by default the quickstart of the package. ``clock`` is
    ``on-poll`` by default, ``lockstep`` in virtual time; a bot that streams needs ``lockstep``.
    ``faults`` are rules. With ``any_host`` each of the broker's hosts serves both REST and streams. In
    virtual time, ``stall_limit`` is the wall seconds from the notice about a loop that never waits to
    the end of the run: by default 600, 0 for no limit. ``flags`` are more flags of ``orrery exec``,
    ``env`` is added to the program's environment, ``timeout`` is in wall seconds. Raises StartError for a bad
    scenario, rule or flag and for a program that cannot be started, TimeoutError when the time is over.
    """
    mode = clock or ("lockstep" if virtual_time else "on-poll")
    with tempfile.TemporaryDirectory(prefix="orrery-") as folder:
        out = Path(folder, "run")
        words = [*(command or orrery_command()), "exec", "--json", "--out", str(out)]
        words += ["--clock", mode]
        if scenario is not None:
            place = scenario_path(scenario, Path(folder))
            words += ["--scenario", place, *folder_flags(scenario)]
        words += ["--virtual-time"] if virtual_time else []
        words += ["--any-host"] if any_host else []
        words += [] if stall_limit is None else ["--stall-limit", f"{stall_limit:.9g}"]
        if faults:
            rules = Path(folder, "faults.json")
            rules.write_text(json.dumps([dict(rule) for rule in faults]), encoding="utf-8")
            words += ["--faults", str(rules)]
        words += [*flags, "--", *map(str, program)]
        stdout, output = _finished(words, {**os.environ, **(env or {})}, cwd, timeout)
        return _run(stdout, output, out)


def _finished(words: list[str], env: Mapping[str, str], cwd: Text | None, timeout: float) -> tuple[str, str]:
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as stdout,
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as stderr,
    ):
        process = start_process(words, stdout=stdout, stderr=stderr, env=env, cwd=cwd)
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise TimeoutError(_late(timeout, said(stderr))) from None
        finally:
            end_process(process)
        return said(stdout), said(stderr)


def _late(timeout: float, output: str) -> str:
    return f"The program did not end within {timeout:g} s of wall time:\n{output}"


def _run(stdout: str, output: str, out: Path) -> BotRun:
    try:
        document = json.loads(stdout)
        executed = document["exec"]
    except (ValueError, KeyError, TypeError):
        raise StartError(f"`orrery exec` did not run the program: {output.strip()}") from None
    return BotRun(
        exit_code=executed["exitCode"],
        ending=executed["ending"],
        output=output,
        ledger_hash=f"sha256:{document['ledger']['sha256']}",
        requests=executed["requests"],
        refused=executed["refused"],
        faults=executed["faults"],
        answers=executed["answers"],
        refusals=executed["refusals"],
        document=document,
        _ledger=read_ledger(out / "ledger.ndjson"),
    )
