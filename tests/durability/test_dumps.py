"""Today's code goes on with the rows of earlier versions: every open question of a dump is answered and ends."""

import os
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.chaos.product import LEASE, free_port, peer
from tests.chaos.rows import Rows
from tests.chaos.verdict import effects_in
from tests.chatsite.started import serving
from tests.visitor import PATIENCE, Visitor

DUMPS = Path(__file__).resolve().parents[1] / "data"
ACTED = ("form", "first-of-two", "second-of-two", "approval", "second-round", "changed", "answered", "posted")
"""What is said yes to. The calls named lost and sent are given up; the others were over before."""
ANSWERS = {
    "form": {"action": "accept", "f0": "true"},
    "approval": {"action": "accept"},
    "changed": {"action": "accept"},
    "ask": {"action": "accept"},
    "outcome": {"action": "decline"},
}


@dataclass
class Ended:
    """What there is when nothing is open any more, and what the pages of open questions said on the way."""

    rows: Rows
    effects: Counter[str]
    kinds: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)


def dumps() -> list[Path]:
    return sorted(DUMPS.glob("*.sql"))


def of_this_kind() -> list[Path]:
    kind = "postgresql" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
    return [path for path in dumps() if path.stem.endswith(kind)]


@pytest.fixture(params=of_this_kind(), ids=lambda path: path.stem)
def ended(request: pytest.FixtureRequest, tmp_path: Path, own_database: dict[str, str]) -> Iterator[Ended]:
    """Load a dump, start today's code on it, answer each open question through its page until no run is open."""
    dump: Path = request.param
    data = tmp_path / "data"
    data.mkdir()
    address = own_database.get("DATABASE_URL") or f"sqlite:///{data / 'sayso.sqlite3'}"
    load(dump, address)
    rows = Rows(address)
    with running_peer(tmp_path, rows):
        # Whoever held a run when the dump was made has been gone for long.
        rows.change("UPDATE interrupts_run SET lease_until = '2000-01-01 00:00:00+00:00' WHERE status = 'running'")
        variables = {"SAYSO_LEASE_SECONDS": str(LEASE), **own_database}
        with serving(data, "--no-samples", **variables) as sayso, closing(Visitor(sayso.address)) as person:
            person.sign_in(sayso.link)
            story = Ended(rows, Counter())
            answer_all(person, story)
        story.effects.update(effect["what"] for effect in effects_in(tmp_path / "effects.jsonl"))
        yield story


def load(dump: Path, address: str) -> None:
    if address.startswith("postgres"):
        command = ["psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--file={dump}", address]
        subprocess.run(command, check=True, capture_output=True)
        return
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as connection:
        connection.executescript(dump.read_text())


@contextmanager
def running_peer(folder: Path, rows: Rows) -> Iterator[None]:
    """The tool server at an address of today; its rows are marked as samples, whose address may change."""
    port, effects = free_port(), folder / "effects.jsonl"
    effects.touch()
    server = peer(effects, folder / "peer.log", port=port, slow=0)
    server.start()
    try:
        server.wait_until_up()
        rows.change("UPDATE interrupts_server SET url = ?", f"http://127.0.0.1:{port}/mcp")
        yield
    finally:
        server.kill()


def answer_all(person: Visitor, story: Ended) -> None:
    person.wait_for("/inbox/", r'id="waiting"')
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        pending = story.rows.pending()
        if not pending and not story.rows.open_runs():
            return
        for question in pending:
            person.get(f"/interrupts/{question['id']}/")
            story.shown.append(person.page.text)
            story.kinds[question["kind"]] += 1
            person.post(f"/interrupts/{question['id']}/answer/", **ANSWERS[question["kind"]])
            assert person.page.status_code == 200, person.page.text
        person.get("/inbox/")
    raise AssertionError(f"still open: {story.rows.open_runs()}")


def test_every_open_question_of_an_earlier_version_is_shown_answered_and_acted_on_once(ended: Ended) -> None:
    assert ended.effects == dict.fromkeys(ACTED, 1)
    assert set(ended.kinds) == set(ANSWERS)
    assert all('name="action"' in page for page in ended.shown)
    statuses = {run["status"] for run in ended.rows.all("SELECT status FROM interrupts_run")}
    assert statuses == {"completed", "cancelled"}


def test_there_is_a_dump_of_each_kind_of_database_and_none_is_large() -> None:
    kinds = {path.stem.rpartition("-")[2] for path in dumps()}

    assert kinds == {"sqlite", "postgresql"}
    assert all(path.stat().st_size < 300_000 for path in dumps())
