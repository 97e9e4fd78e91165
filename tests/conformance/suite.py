"""The official conformance suite, one scenario at a time or all that a revision asks of a server."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tests.node import node, npm_install

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VERSION: str = json.loads((HERE / "package.json").read_text())["dependencies"]["@modelcontextprotocol/conformance"]
REVISIONS = ("2026-07-28", "2025-11-25")
CLIENT = f"{sys.executable} -m tests.conformance.client"
PATIENCE = 60
"""Seconds one scenario may take on a busy machine."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of one side at one revision; ``unscored`` says why a revision does not require it."""

    revision: str
    side: str
    name: str
    unscored: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it: ``why`` names the checks that failed or warned, and what the other side said."""

    scenario: Scenario
    passed: bool
    why: str = ""


def package() -> Path:
    """Return where the suite is installed; the first time it comes from npm."""
    return npm_install(HERE) / "@modelcontextprotocol" / "conformance"


def scenarios() -> Iterator[Scenario]:
    """Every scenario that the suite's own lists name for the two revisions, required or not."""
    for revision in REVISIONS:
        lists: dict[str, Any] = yaml.safe_load((package() / "requirements" / f"{revision}.yaml").read_text())
        for side in ("client", "server"):
            yield from (Scenario(revision, side, name) for name in lists[side])
        for entry in lists["not_scored"]:
            yield Scenario(revision, entry["leg"], entry["scenario"], entry["reason"])


def run(wanted: list[Scenario], *, server: str, workers: int) -> list[Result]:
    """Run scenarios, several at once; ``server`` is the address of ours. The order stays."""
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda each: _run(each, server), wanted))


def _run(scenario: Scenario, server: str) -> Result:
    which = ["--command", CLIENT] if scenario.side == "client" else ["--url", server]
    with TemporaryDirectory() as folder:
        command = [node(), str(package() / "dist" / "index.js"), scenario.side, *which, "-o", folder]
        command += ["--scenario", scenario.name, "--spec-version", scenario.revision, "--force"]
        command += ["--timeout", str(PATIENCE * 1000)]
        try:
            ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=2 * PATIENCE)
        except subprocess.TimeoutExpired:
            return Result(scenario, False, "it did not end in time")
        found = [json.loads(file.read_text()) for file in Path(folder).rglob("checks.json")]
        said = "\n".join(file.read_text() for file in Path(folder).rglob("stderr.txt")).strip()
    checks = [check for each in found for check in each]
    bad = [f"{check['id']}: {check.get('errorMessage') or check['status']}" for check in checks if _is_bad(check)]
    passed = ended.returncode == 0 and bool(checks) and not bad
    return Result(scenario, passed, "" if passed else "\n".join([*bad, said or ended.stderr[-2000:]]))


def _is_bad(check: dict[str, Any]) -> bool:
    return check["status"] in ("FAILURE", "WARNING")
