"""Deleting a thread: it is hidden at once, its questions are taken back, its rows go when nothing is in the air."""

import asyncio
import threading
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import push
from interrupts.consumers import NOT_FOUND
from interrupts.database import in_database
from interrupts.ledger import ThreadGone, broken_links
from interrupts.models import Event, Interrupt, Message, Round, Run, Thread
from interrupts.threads import archive_thread, delete_thread
from tests.interrupts.test_runs import ASK, WISH, script
from tests.interrupts.test_sockets import closing_code, socket
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)


def delete(run: Run, person: Any) -> None:
    delete_thread(person=person, thread=run.thread, at=timezone.now())


def kinds(run: Run) -> list[str]:
    return list(Event.objects.filter(thread_id=run.thread_id).order_by("number").values_list("kind", flat=True))


def test_a_deleted_thread_takes_its_questions_back_and_its_audit_outlives_its_rows(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script(ASK)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))
        question = questions(run)[0]

        delete(run, ana)

        question.refresh_from_db()
        assert (question.status, status(run)) == ("withdrawn", "cancelled")
        assert client.get(f"/threads/{run.thread_id}/").status_code == 404
        assert client.get(f"/interrupts/{question.pk}/").status_code == 404
        assert str(run.thread_id) not in client.get("/inbox/").content.decode()
        drive()
        assert len(server.calls()) == 1
    assert not Thread.objects.exists() and not Message.objects.exists() and not Interrupt.objects.exists()
    assert [kind for kind in kinds(run) if kind.startswith(("thread.", "question."))] == [
        "question.asked",
        "thread.deleted",
        "question.withdrawn",
        "thread.taken_away",
    ]
    assert broken_links(run.thread_id) == []


def test_rows_stay_until_the_reply_of_a_request_in_the_air_is_recorded(ana: Any) -> None:
    with scripted_mcp(script({"text": "paid", "hold": "gate"})) as server:
        connect(server)
        run = say(ana)
        worker = threading.Thread(target=drive, args=(ScriptedModel(WISH),))
        worker.start()
        server.wait_for_calls(1)

        delete(run, ana)
        drive()
        waits = Thread.objects.filter(pk=run.thread_id).exists()
        server.release("gate")
        worker.join(30)
        recorded = Round.objects.get().ended
        drive()

    assert (waits, recorded) == (True, "completed")
    assert not Thread.objects.exists()
    assert "call.completed" in kinds(run)


def test_a_reply_to_rows_that_are_gone_is_no_error(ana: Any, caplog: pytest.LogCaptureFixture) -> None:
    with scripted_mcp(script({"text": "paid", "hold": "gate"})) as server:
        connect(server)
        run = say(ana)
        worker = threading.Thread(target=drive, args=(ScriptedModel(WISH),))
        worker.start()
        server.wait_for_calls(1)

        Thread.objects.filter(pk=run.thread_id).delete()
        server.release("gate")
        worker.join(30)

    assert not worker.is_alive()
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_nothing_is_written_into_a_deleted_thread_any_more(ana: Any) -> None:
    run = say(ana)
    delete(run, ana)

    with pytest.raises(ThreadGone):
        say(ana, "and then?", thread=run.thread)
    with pytest.raises(ThreadGone):
        archive_thread(person=ana, thread=run.thread, archived=True, at=timezone.now())
    assert Run.objects.count() == 1


def test_a_deletion_that_a_crash_left_half_done_is_finished(ana: Any) -> None:
    run = say(ana)
    Thread.objects.filter(pk=run.thread_id).update(deleted_at=timezone.now())

    drive()

    assert not Thread.objects.exists()
    assert "run.cancelled" in kinds(run) or "run.completed" in kinds(run)


async def test_open_pages_of_a_deleted_thread_are_told_that_it_is_gone(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    push.bind(asyncio.get_running_loop())
    run = await in_database(say, ana)
    opened = socket(client, thread=run.thread_id)
    await opened.connect()
    await opened.receive_from(timeout=5)

    await in_database(delete, run, ana)

    assert await closing_code(opened) == NOT_FOUND
