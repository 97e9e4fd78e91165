"""Declining and withdrawing in the admin: with a reason, through the domain, by those who may."""

import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.utils import timezone

from interrupts.admin.deciding import MOST_AT_ONCE
from interrupts.answers import answer_interrupt
from interrupts.models import Event, Interrupt, Run
from tests.interrupts.admin import rows

pytestmark = pytest.mark.django_db

LIST = "/admin/interrupts/interrupt/"


def choose(client: Client, decision: str, *questions: Interrupt, address: str = LIST) -> Any:
    return client.post(address, {"action": f"{decision}_questions", "_selected_action": [str(q.pk) for q in questions]})


def decide(client: Client, decision: str, *questions: Interrupt, reason: str = "nobody knows") -> Any:
    chosen = {"question": [str(question.pk) for question in questions], "reason": reason}
    return client.post(f"{LIST}decide/{decision}/", chosen, follow=True)


def told(reply: Any) -> list[str]:
    return [str(message) for message in reply.context["messages"]]


def test_choosing_an_action_asks_for_a_reason_and_changes_nothing(office: Client, ana: Any) -> None:
    question = rows.question(ana)

    page = choose(office, "decline", question).content.decode()

    assert "Decline 1 question?" in page and "Drop orders?" in page
    assert 'name="reason"' in page and f'name="question" value="{question.pk}"' in page
    question.refresh_from_db()
    assert question.status == "pending"


def test_declining_is_an_answer_with_reason_person_and_door(office: Client, root: Any, ana: Any) -> None:
    question = rows.question(ana)

    reply = decide(office, "decline", question, reason="she left")

    question.refresh_from_db()
    assert (question.status, question.action, question.note, question.door) == (
        "resolved",
        "decline",
        "she left",
        "admin",
    )
    assert question.answered_by == root
    assert told(reply) == ["“Drop orders?” is declined."]


def test_declining_makes_the_run_go_on_and_is_in_the_audit(office: Client, ana: Any) -> None:
    question = rows.question(ana)

    decide(office, "decline", question)

    assert Run.objects.get(pk=question.run_id).status == "queued"
    assert Event.objects.get(kind="answer.decline").actor == "root"


def test_withdrawing_takes_the_question_back(office: Client, ana: Any) -> None:
    question = rows.question(ana)

    reply = decide(office, "withdraw", question, reason="wrong table")

    question.refresh_from_db()
    assert (question.status, question.action, question.note) == ("withdrawn", "", "wrong table")
    assert told(reply) == ["“Drop orders?” is withdrawn."]


@pytest.mark.parametrize("decision", ["decline", "withdraw"])
@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_without_a_usable_reason_nothing_happens(office: Client, ana: Any, decision: str, reason: str) -> None:
    question = rows.question(ana)

    page = decide(office, decision, question, reason=reason).content.decode()

    assert "errorlist" in page and f'value="{question.pk}"' in page
    question.refresh_from_db()
    assert question.status == "pending"


def test_who_was_first_is_told_and_stays_first(office: Client, ana: Any) -> None:
    question = rows.question(ana)
    answer_interrupt(question, person=ana, action="accept", content={"sure": True}, at=timezone.now())

    reply = decide(office, "decline", question)

    question.refresh_from_db()
    assert question.action == "accept"
    assert re.search(r"somebody was first, it was accepted by ana, 0\xa0minutes ago", told(reply)[0])


def test_each_question_is_decided_for_itself(office: Client, ana: Any) -> None:
    closed, only_accept, free = rows.question(ana, asks="closed"), rows.question(ana, asks="fixed"), rows.question(ana)
    Interrupt.objects.filter(pk=closed.pk).update(status="withdrawn", answered_at=timezone.now())
    Interrupt.objects.filter(pk=only_accept.pk).update(allowed_actions="accept")

    reply = decide(office, "decline", closed, only_accept, free)

    lines = told(reply)
    assert [line.split("”")[0] for line in lines] == ["“closed", "“fixed", "“Drop orders?"]
    assert "it was withdrawn" in lines[0] and "cannot be answered" in lines[1] and "is declined" in lines[2]


def test_those_who_may_only_look_are_offered_and_allowed_no_decision(client: Client, ana: Any, ben: Any) -> None:
    question = rows.question(ana)
    client.force_login(rows.may(ben, "view_interrupt"))

    page = client.get(LIST).content
    choose(client, "withdraw", question)
    replies = [decide(client, "decline", question), decide(client, "withdraw", question)]

    assert b"decline_questions" not in page
    assert [reply.status_code for reply in replies] == [403, 403]
    question.refresh_from_db()
    assert question.status == "pending"


def test_those_who_may_change_questions_decide_without_being_superusers(client: Client, ana: Any, ben: Any) -> None:
    question = rows.question(ana)
    client.force_login(rows.may(ben, "change_interrupt"))

    decide(client, "decline", question)

    question.refresh_from_db()
    assert question.action == "decline"


def test_a_post_without_its_token_is_refused(root: Any, ana: Any) -> None:
    question = rows.question(ana)
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(root)

    assert decide(strict, "decline", question).status_code == 403
    question.refresh_from_db()
    assert question.status == "pending"


def test_a_get_decides_nothing(office: Client, ana: Any) -> None:
    question = rows.question(ana)

    reply = office.get(f"{LIST}decide/decline/", {"question": str(question.pk), "reason": "x"})

    assert reply.status_code == 405
    question.refresh_from_db()
    assert question.status == "pending"


def test_the_actions_are_on_the_page_of_a_question_too(office: Client, ana: Any) -> None:
    question = rows.question(ana)
    address = f"{LIST}{question.pk}/change/"
    field = re.search(r'<select name="([^"]+)"[^>]*>', office.get(address).content.decode())
    assert field is not None

    reply = office.post(address, {field[1]: "withdraw_questions", "_selected_action": str(question.pk)})

    assert b"Withdraw 1 question?" in reply.content


def test_one_returns_to_the_filtered_list(office: Client, ana: Any) -> None:
    question = rows.question(ana)
    page = choose(office, "decline", question, address=f"{LIST}?status__exact=pending&q=orders").content.decode()
    form = re.search(r'<form method="post" action="(/admin/interrupts/interrupt/decide/[^"]+)"', page)
    assert form is not None

    reply = office.post(form[1].replace("&amp;", "&"), {"question": str(question.pk), "reason": "x"})

    assert reply.headers["Location"] == f"{LIST}?status__exact=pending&q=orders"


def test_nonsense_is_not_found_or_passed_over(office: Client, ana: Any) -> None:
    rows.question(ana)

    assert office.post(f"{LIST}decide/accept/", {"reason": "x"}).status_code == 404
    assert office.post(f"{LIST}decide/decline/", {"question": "7", "reason": "x"}).status_code == 302


def test_too_many_at_once_are_refused_with_a_sentence(office: Client, ana: Any) -> None:
    for number in range(MOST_AT_ONCE + 1):
        Interrupt.objects.create(kind="ask", asked_of=ana, message=str(number), created_at=timezone.now())
    chosen = {"action": "withdraw_questions", "select_across": "1", "_selected_action": "x"}

    reply = office.post(LIST, chosen, follow=True)

    assert told(reply) == [f"Choose at most {MOST_AT_ONCE} questions at once."]


def test_the_admin_history_says_that_it_was_decided_here(office: Client, ana: Any) -> None:
    question = rows.question(ana)

    decide(office, "decline", question, reason="a private matter")

    entry = LogEntry.objects.get(object_id=str(question.pk))
    assert entry.get_change_message() == "Declined with a reason."
