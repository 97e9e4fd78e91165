"""While an update rolls out, old and new code work on the same rows: the last commit's worker beside today's web."""

import io
import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.chaos.product import free_port, installation
from tests.chatsite.started import ROOT
from tests.durability.machines import Machines
from tests.durability.websocket import page_socket

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"),
    reason="Processes of two versions share a PostgreSQL database and a Redis; set DATABASE_URL to test them.",
)


def git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True)


def code_of_the_last_commit(folder: Path) -> Path:
    """Unpack the code that is replaced: the commit before this one, or this one while there are changes to it."""
    changed = git("status", "--porcelain", "--untracked-files=no").stdout
    commit = "HEAD" if changed or git("rev-parse", "--verify", "HEAD~1").returncode else "HEAD~1"
    packed = git("archive", commit)
    if packed.returncode:
        pytest.skip(f"there is no code of before: {packed.stderr.decode()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Tables and web of today, one worker of before and one of today; the workers are not started yet."""
    folder = tmp_path_factory.mktemp("update")
    old = code_of_the_last_commit(folder / "old")
    with ExitStack() as stack:
        place, _, _ = stack.enter_context(installation(folder, call_timeout=20, slow=0.0, own_redis=True))
        port = free_port()
        web = place.web("web", port, engine=False)
        workers = {"old": place.worker("old", code=old), "new": place.worker("new")}
        for life in (web, *workers.values()):
            stack.callback(life.kill)
        web.start()
        web.wait_until_up()
        yield Machines(place, (port, port), workers)


def ask(machines: Machines, what: str) -> tuple[str, str]:
    """Have a worker ask; returns the thread and the question."""
    thread = machines.post(0, "/threads/", text=f"/act what={what}")
    with page_socket(machines.ports[0], machines.page(0, thread), machines.place.sessions[0]) as page:
        page.read_until(r'data-status="pending"')
    return thread, machines.rows.pending()[0]["id"]


def answer(machines: Machines, thread: str, question: str, said: str) -> None:
    with page_socket(machines.ports[0], machines.page(0, thread), machines.place.sessions[0]) as page:
        machines.post(0, f"/interrupts/{question}/answer/", action="accept", f0="true")
        page.read_until(said)


def test_what_the_old_worker_asks_is_answered_on_the_new_page_and_resumed_by_either(machines: Machines) -> None:
    old, new = machines.workers["old"], machines.workers["new"]
    old.start()
    old.wait_until_up()

    answer(machines, *ask(machines, "by-the-old"), "by-the-old is done")
    left_open = ask(machines, "left-by-the-old")
    old.kill()
    new.start()
    new.wait_until_up()
    answer(machines, *left_open, "left-by-the-old is done")

    assert (machines.effects("by-the-old"), machines.effects("left-by-the-old")) == (1, 1)


def test_what_the_new_worker_asked_is_resumed_by_the_old_one_when_the_update_is_taken_back(machines: Machines) -> None:
    old, new = machines.workers["old"], machines.workers["new"]
    for worker in (old, new):
        worker.kill()
    new.start()
    new.wait_until_up()
    left_open = ask(machines, "left-by-the-new")
    new.kill()
    old.start()
    old.wait_until_up()

    answer(machines, *left_open, "left-by-the-new is done")

    assert machines.effects("left-by-the-new") == 1
