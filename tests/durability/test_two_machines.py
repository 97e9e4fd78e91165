"""Two web processes and two workers on PostgreSQL and Redis, as on two machines: any of them will do."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.chaos.product import free_port, installation
from tests.durability.machines import Machines
from tests.durability.websocket import page_socket

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"),
    reason="Several machines share a PostgreSQL database and a Redis; set DATABASE_URL to test them.",
)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    folder = tmp_path_factory.mktemp("machines")
    with ExitStack() as stack:
        place, _, _ = stack.enter_context(installation(folder, call_timeout=20, slow=0.0, own_redis=True))
        ports = free_port(), free_port()
        webs = [place.web(f"web-{number}", port, engine=False) for number, port in enumerate(ports)]
        workers = {name: place.worker(name) for name in ("worker-0", "worker-1")}
        for life in (*webs, *workers.values()):
            stack.callback(life.kill)
            life.start()
        for life in (*webs, *workers.values()):
            life.wait_until_up()
        yield Machines(place, ports, workers)


def test_asked_through_one_machine_seen_and_answered_through_the_other(machines: Machines) -> None:
    thread = machines.post(0, "/threads/", text="/act what=across")
    with page_socket(machines.ports[1], machines.page(1, thread), machines.place.sessions[1]) as other:
        card = other.read_until(r'data-status="pending"')
        question = machines.rows.pending()[0]["id"]
        assert question in card

        machines.post(1, f"/interrupts/{question}/answer/", action="accept", f0="true")
        other.read_until("across is done")

    assert machines.effects("across") == 1


def test_what_one_machine_answers_shows_on_an_open_page_of_the_other(machines: Machines) -> None:
    thread = machines.post(1, "/threads/", text="/act what=shown")
    with page_socket(machines.ports[0], machines.page(0, thread), machines.place.sessions[0]) as page:
        page.read_until(r'data-status="pending"')

        machines.post(1, f"/interrupts/{machines.rows.pending()[0]['id']}/answer/", action="decline")

        page.read_until(r'data-kind="form"[^>]*data-status="resolved"|data-status="resolved"[^>]*data-kind="form"')
        page.read_until("Nothing was done about shown")
    assert machines.effects("shown") == 0


def test_when_a_worker_dies_with_a_run_in_its_hands_another_takes_it_over(machines: Machines) -> None:
    for worker in machines.workers.values():
        worker.kill()
    dies = machines.place.worker("dies", SAYSO_CRASH_AT="turn_begun")
    dies.start()
    dies.wait_until_up()

    thread = machines.post(0, "/threads/", text="/act what=survives")
    assert dies.died() == -signal.SIGKILL
    for worker in machines.workers.values():
        worker.start()
    with page_socket(machines.ports[1], machines.page(1, thread), machines.place.sessions[1]) as page:
        page.read_until(r'data-status="pending"')
        machines.post(1, f"/interrupts/{machines.rows.pending()[0]['id']}/answer/", action="accept", f0="true")
        page.read_until("survives is done")

    assert machines.effects("survives") == 1
