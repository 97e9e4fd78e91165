"""The official conformance suite: which scenarios there are, and running them against our client and our server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import yaml

from tests.node import node, npm_install

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VERSION: str = json.loads((HERE / "package.json").read_text())["dependencies"]["@modelcontextprotocol/conformance"]
REVISIONS = ("2026-07-28", "2025-11-25")
PATIENCE = 90
"""Seconds one scenario may take on a busy machine."""
FEW = 6
"""Scenarios that are run one by one, each with an end of its own."""

type Side = Literal["client", "server"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of one side at one revision; ``unscored`` says why a revision does not require it."""

    revision: str
    side: Side
    name: str
    unscored: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it: ``why`` names the checks that failed or warned, and what the client said on stderr."""

    scenario: Scenario
    passed: bool
    why: str = ""


def package() -> Path:
    """Return where the suite is installed; the first time it comes from npm."""
    return npm_install(HERE) / "@modelcontextprotocol" / "conformance"


def scenarios(revision: str, side: Side) -> list[Scenario]:
    """What the suite's own list names for a revision: what it requires, then the rest."""
    lists: dict[str, Any] = yaml.safe_load((package() / "requirements" / f"{revision}.yaml").read_text())
    required = [Scenario(revision, side, name) for name in lists[side]]
    rest = [each for each in lists["not_scored"] if each["leg"] == side]
    return [*required, *(Scenario(revision, side, each["scenario"], each["reason"]) for each in rest)]


def run_client(revision: str, wanted: list[Scenario], *, turns: int) -> list[Result]:
    """Run what a revision asks of a client against ours, ``turns`` scenarios at a time.

    One that failed in company runs once more, alone: a busy machine is no reason to fail.
    """
    if len(wanted) <= FEW:
        return [_run_alone(each) for each in wanted]
    left_out = [each.name for each in scenarios(revision, "client") if each not in wanted]
    options = ["client", "--command", _command("queued"), "--requirements", revision]
    with TemporaryDirectory() as queue:
        results = _run(
            [*options, "--timeout", str(2 * PATIENCE * 1000)],
            wanted,
            CONFORMANCE_QUEUE=queue,
            CONFORMANCE_TURNS=str(turns),
            CONFORMANCE_LEFT_OUT=",".join(left_out),
        )
    return [result if result.passed else _run_alone(result.scenario) for result in results]


def _run_alone(scenario: Scenario) -> Result:
    options = ["client", "--command", _command("client"), "--scenario", scenario.name]
    options += ["--spec-version", scenario.revision, "--timeout", str(PATIENCE * 1000)]
    return _run(options, [scenario])[0]


def _command(module: str) -> str:
    return f"{sys.executable} -m tests.conformance.{module}"


def run_server(revision: str, wanted: list[Scenario]) -> list[Result]:
    """Run what a revision asks of a server against ours, one scenario after the other."""
    with our_server() as url:
        return _run(["server", "--url", url, "--requirements", revision], wanted)


def _run(options: list[str], wanted: list[Scenario], **variables: str) -> list[Result]:
    with TemporaryDirectory() as folder:
        command = [node(), str(package() / "dist" / "index.js"), *options, "-o", folder]
        ended = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True, timeout=3 * PATIENCE
        )
        return [_read(each, Path(folder), ended) for each in wanted]


def _read(scenario: Scenario, folder: Path, ended: subprocess.CompletedProcess[str]) -> Result:
    """What the suite wrote down about one scenario."""
    found = [file for file in folder.rglob("checks.json") if _is_of(scenario, file.parent.relative_to(folder))]
    if not found:
        return Result(scenario, False, f"It was not run.\n{ended.stderr[-2000:]}")
    checks = json.loads(found[0].read_text())
    bad = [f"{each['id']}: {each.get('errorMessage') or each['status']}" for each in checks if _is_bad(each)]
    passed = bool(checks) and not bad
    stderr = found[0].with_name("stderr.txt")
    said = stderr.read_text() if stderr.exists() else ""
    return Result(scenario, passed, "" if passed else "\n".join([*bad, said[-3000:]]).strip())


def _is_of(scenario: Scenario, folder: Path) -> bool:
    name = folder.as_posix().removeprefix("server-")
    return re.fullmatch(re.escape(scenario.name) + r"-\d{4}-\d\d-\d\dT[\d-]+Z", name) is not None


def _is_bad(check: dict[str, Any]) -> bool:
    return check["status"] in ("FAILURE", "WARNING")


@contextmanager
def our_server() -> Iterator[str]:
    """Start the server of ``tests.conformance.server`` and give its address."""
    command = [sys.executable, "-m", "tests.conformance.server"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        word, _, url = process.stdout.readline().strip().partition(" ")
        if word != "READY":
            raise RuntimeError("The server of the conformance suite did not start.")
        try:
            yield url
        finally:
            process.kill()
