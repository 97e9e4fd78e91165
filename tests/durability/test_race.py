"""Many answer at once, from several processes: one wins, the others are told who and when, no run sleeps for ever."""

import json
import threading
import uuid
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from interrupts.models import Draft, Interrupt, Round, Run, ToolCall
from tests.durability.together import together
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db(transaction=True)

QUESTIONS = 200
PROCESSES, THREADS = 4, 3
PAIRS = 60


def test_of_twelve_writers_in_four_processes_exactly_one_wins_each_of_200_questions(ana: Any) -> None:
    keys = [rows.question(ana).pk for _ in range(QUESTIONS)]

    told = race(ana, [keys] * PROCESSES, threads=THREADS)

    won = Counter(each["question"] for each in told if each["won"])
    assert won == {str(key): 1 for key in keys}
    assert len(told) == QUESTIONS * PROCESSES * THREADS
    when = {str(row.pk): str(row.answered_at) for row in Interrupt.objects.all()}
    assert all((each["who"], each["when"]) == ("ana", when[each["question"]]) for each in told if not each["won"])
    assert all(each["at"] == when[each["question"]] for each in told if each["won"])


def test_two_last_answers_at_once_never_leave_a_run_asleep(ana: Any) -> None:
    first = [rows.question(ana) for _ in range(PAIRS)]
    second = [sibling_of(question) for question in first]

    told = race(ana, [[row.pk for row in first], [row.pk for row in second]], threads=1)

    assert [each["won"] for each in told] == [True] * 2 * PAIRS
    assert set(Run.objects.values_list("status", flat=True)) == {"queued"}


def test_who_answers_second_in_the_browser_gets_409_and_reads_who_was_first(ana: Any) -> None:
    keys = [rows.question(ana).pk for _ in range(10)]
    barrier, replies = threading.Barrier(4, timeout=30), []

    def answer_all() -> None:
        browser = Client()
        browser.force_login(ana)
        for key in keys:
            barrier.wait()
            replies.append(browser.post(f"/interrupts/{key}/answer/", {"action": "decline"}))
        connection.close()

    _together([threading.Thread(target=answer_all) for _ in range(4)])

    assert Counter(reply.status_code for reply in replies) == {302: 10, 409: 30}
    assert all("already answered by ana" in reply.text for reply in replies if reply.status_code == 409)


def test_a_draft_that_arrives_with_the_answer_is_not_left_behind(ana: Any) -> None:
    keys = [rows.question(ana).pk for _ in range(30)]
    Interrupt.objects.update(schema='{"properties": {"name": {"type": "string"}}}')
    barrier, replies = threading.Barrier(4, timeout=30), []

    def post_all(door: str, **values: str) -> None:
        browser = Client()
        browser.force_login(ana)
        for key in keys:
            barrier.wait()
            replies.append(browser.post(f"/interrupts/{key}/{door}/", values).status_code)
        connection.close()

    drafting = [threading.Thread(target=post_all, args=("draft",), kwargs={"f0": "typed"}) for _ in range(3)]
    _together([threading.Thread(target=post_all, args=("answer",), kwargs={"action": "decline"}), *drafting])

    assert set(replies) <= {204, 302, 409} and replies.count(302) == 30
    assert not Draft.objects.exists()


def race(person: Any, questions: Sequence[Sequence[uuid.UUID]], *, threads: int) -> list[dict[str, Any]]:
    """Let one process per list answer it, all starting at the same moment; returns what each answer was told."""
    tell = ["".join(f"{key}\n" for key in keys) + "\n" for keys in questions]
    ended = together("tests.durability.racers", str(threads), str(person.pk), tell=tell)
    return [each for _, printed in ended for each in json.loads(printed)]


def sibling_of(question: Interrupt) -> Interrupt:
    """A question of another call of the same run."""
    call = ToolCall.objects.get(pk=question.tool_call_id)
    call.pk, call.index = None, 1
    call.save(force_insert=True)
    asked = Round.objects.get(pk=question.round_id)
    asked.pk, asked.call, asked.rpc_id = None, call, uuid.uuid4().hex
    asked.save(force_insert=True)
    row = Interrupt.objects.get(pk=question.pk)
    row.pk, row.tool_call, row.round = uuid.uuid4(), call, asked
    row.save(force_insert=True)
    return row


def _together(threads: Iterable[threading.Thread]) -> None:
    threads = list(threads)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
