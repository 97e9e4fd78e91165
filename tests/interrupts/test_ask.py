"""Questions from code of the project: put, shown, answered on the pages, delivered to the function that was named."""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from prometheus_client import generate_latest

import interrupts
from interrupts import handlers, ledger
from interrupts.answers import NotAllowed, withdraw_interrupt
from interrupts.database import in_database
from interrupts.engine import configured_model
from interrupts.metrics import REGISTRY
from interrupts.models import Delivery, Event, Interrupt, Thread
from interrupts.page import waiting_for
from tests.interrupts.test_sockets import socket
from tests.support import drive

pytestmark = pytest.mark.django_db(transaction=True)

CENTS = {"type": "object", "properties": {"cents": {"type": "integer", "maximum": 500}}, "required": ["cents"]}
answers: list[interrupts.Answer] = []
faults: list[Callable[[], None]] = []


@interrupts.handler("tests.decided")
def decided(answer: interrupts.Answer) -> None:
    """Writes a row, which stands for any effect in this database, then does what is wrong with it, once each."""
    answers.append(answer)
    Thread.objects.create(owner=answer.person, title="decided", created_at=answer.at, updated_at=answer.at)
    if faults:
        faults.pop(0)()


@pytest.fixture(autouse=True)
def _nothing_was_decided() -> None:
    answers.clear()
    faults.clear()


def ask(person: Any, message: str = "Refund Bob?", **values: Any) -> Interrupt:
    return interrupts.ask(message, asked_of=person, **{"handler": "tests.decided", **values})


def post(client: Client, question: Interrupt, **fields: str) -> Any:
    return client.post(f"/interrupts/{question.pk}/answer/", fields)


def page(client: Client, question: Interrupt) -> str:
    return client.get(f"/interrupts/{question.pk}/").text


def effects() -> int:
    return Thread.objects.filter(title="decided").count()


def later(**delta: float) -> Any:
    return lambda: timezone.now() + timedelta(**delta)


@pytest.fixture
def signed_in(ana: Any, client: Client) -> Client:
    client.force_login(ana)
    return client


# --- Shown and answered


def test_a_question_from_code_stands_in_the_inbox_and_on_a_page_of_its_own(ana: Any, signed_in: Client) -> None:
    question = ask(ana, schema=CENTS, value={"cents": 450})

    assert "Refund Bob?" in signed_in.get("/inbox/").text
    assert 'value="450"' in page(signed_in, question)
    assert [row.pk for row in waiting_for(ana)] == [question.pk]


def test_an_answer_reaches_its_handler_with_what_was_filled_in(ana: Any, signed_in: Client) -> None:
    question = ask(ana, schema=CENTS)

    reply = post(signed_in, question, action="accept", f0="250")
    drive()

    (answer,) = answers
    assert reply.status_code == 302
    assert (answer.key, answer.action, answer.content, answer.person) == (question.pk, "accept", {"cents": 250}, ana)
    assert Delivery.objects.get().done_at is not None


@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_every_action_is_delivered(ana: Any, signed_in: Client, action: str) -> None:
    post(signed_in, ask(ana), action=action)
    drive()

    assert [(answer.action, answer.content) for answer in answers] == [(action, {})]


def test_an_answer_that_does_not_fit_is_refused_and_nothing_is_delivered(ana: Any, signed_in: Client) -> None:
    question = ask(ana, schema=CENTS)

    reply = post(signed_in, question, action="accept", f0="501")
    drive()

    assert (reply.status_code, answers) == (422, [])
    assert Interrupt.objects.get().status == "pending"


def test_a_second_answer_is_refused_and_only_the_first_is_delivered(ana: Any, signed_in: Client) -> None:
    question = ask(ana)
    post(signed_in, question, action="decline")

    reply = post(signed_in, question, action="accept")
    drive()

    assert reply.status_code == 409
    assert [answer.action for answer in answers] == ["decline"]


def test_somebody_else_neither_sees_nor_answers_it(ana: Any, ben: Any, client: Client) -> None:
    question = ask(ana)
    client.force_login(ben)

    assert client.get(f"/interrupts/{question.pk}/").status_code == 404
    assert post(client, question, action="accept").status_code == 404


def test_a_permission_is_approved_or_denied(ana: Any, signed_in: Client) -> None:
    question = ask(ana, "Delete 3 invoices?", intent="tool_permission")

    shown = page(signed_in, question)
    post(signed_in, question, action="decline")

    assert all(f">{word}<" in shown for word in ("Approve", "Deny", "Cancel"))
    assert ">Decline<" not in shown
    assert "You denied" in page(signed_in, question)


def test_enter_alone_approves_nothing(ana: Any, signed_in: Client) -> None:
    shown = page(signed_in, ask(ana, intent="tool_permission", schema=CENTS))

    assert shown.index('<input type="submit" class="out-of-sight" value="" disabled') > 0


def test_what_is_not_allowed_has_no_button_and_is_refused(ana: Any, signed_in: Client) -> None:
    question = ask(ana, allowed_actions=["accept", "cancel"])

    assert 'value="decline"' not in page(signed_in, question)
    assert post(signed_in, question, action="decline").status_code == 403
    assert post(signed_in, question, action="cancel").status_code == 302


def test_a_form_that_nobody_can_fill_in_can_still_be_cancelled(ana: Any, signed_in: Client) -> None:
    ghost = {"type": "object", "properties": {}, "required": ["ghost"]}
    question = ask(ana, schema=ghost, allowed_actions=["accept", "cancel"])

    shown = page(signed_in, question)
    post(signed_in, question, action="cancel")
    drive()

    assert "You can still cancel." in shown
    assert [answer.action for answer in answers] == ["cancel"]


def test_words_of_the_question_are_text(ana: Any, signed_in: Client) -> None:
    shown = page(signed_in, ask(ana, "<script>alert(1)</script>\x00\ud800"))

    assert "&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd" in shown


# --- Open pages


async def test_an_open_page_is_told_of_a_question_and_of_its_end(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    opened = socket(client)
    await opened.connect()
    await opened.receive_from(timeout=10)

    question = await in_database(ask, ana)
    assert 'data-waiting="1"' in await opened.receive_from(timeout=10)
    await in_database(post, client, question, action="cancel")

    assert 'data-waiting="0"' in await opened.receive_from(timeout=10)
    await opened.disconnect()


async def test_the_page_of_the_question_shows_that_it_was_answered_elsewhere(ana: Any, client: Client) -> None:
    await in_database(client.force_login, ana)
    question = await in_database(ask, ana)
    opened = socket(client, question=question.pk, seen=question.seq)
    await opened.connect()
    await opened.receive_from(timeout=10)

    await in_database(post, client, question, action="cancel")

    card = await opened.receive_from(timeout=10)
    assert f'data-interrupt="{question.pk}" data-status="resolved"' in card
    await opened.disconnect()


async def test_a_socket_for_somebody_elses_question_says_nothing_of_it(ana: Any, ben: Any, client: Client) -> None:
    await in_database(client.force_login, ben)
    question = await in_database(ask, ana)
    opened = socket(client, question=question.pk)
    await opened.connect()

    first = await opened.receive_from(timeout=10)

    assert str(question.pk) not in first
    await opened.disconnect()


# --- Stored with the caller's rows


def test_a_question_is_gone_when_its_caller_rolls_back(ana: Any) -> None:
    with transaction.atomic():
        ask(ana)
        transaction.set_rollback(True)

    assert not Interrupt.objects.exists()
    assert not Event.objects.exists()


def test_it_can_be_taken_back_and_then_nothing_is_delivered(ana: Any, signed_in: Client) -> None:
    question = ask(ana)

    withdraw_interrupt(question, person=None, note="no longer needed", at=timezone.now())
    drive()

    assert post(signed_in, question, action="accept").status_code == 409
    assert "no longer needed" in page(signed_in, question)
    assert not answers
    assert not Delivery.objects.exists()


def test_somebody_else_does_not_take_it_back(ana: Any, ben: Any) -> None:
    question = ask(ana)

    with pytest.raises(NotAllowed):
        withdraw_interrupt(question, person=ben, note="", at=timezone.now())

    assert Interrupt.objects.get().status == "pending"


def test_its_history_is_an_audit_of_its_own(ana: Any, signed_in: Client) -> None:
    question = ask(ana)
    post(signed_in, question, action="decline")
    drive()

    lines = Event.objects.filter(thread_id=question.pk).order_by("number")
    assert [line.kind for line in lines] == ["question.asked", "answer.decline", "answer.delivered"]
    assert ledger.broken_links(question.pk) == []


# --- Delivered once, and in the end


def fail() -> None:
    raise ValueError("the printer is on fire")


def break_the_transaction() -> None:
    """As code does that catches an error of the database and goes on."""
    try:
        Thread.objects.create(pk=Thread.objects.first().pk, title="twice")  # type: ignore[union-attr]
    except IntegrityError:
        return


def only_roll_back() -> None:
    transaction.set_rollback(True)


@pytest.mark.parametrize("fault", [fail, break_the_transaction, only_roll_back])
def test_a_handler_that_fails_leaves_nothing_and_is_called_again_until_it_succeeds(
    ana: Any, signed_in: Client, fault: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    faults.extend([fault, fault])
    post(signed_in, ask(ana), action="accept")
    drive()
    after_first = effects()
    drive(clock=later(seconds=11))
    drive(clock=later(seconds=90))

    assert (after_first, effects(), len(answers)) == (0, 1, 3)
    assert caplog.text.count("a handler failed") == 2
    assert (Delivery.objects.get().state, Delivery.objects.get().problem) == ("delivered", "")


def test_the_pauses_between_attempts_grow(ana: Any, signed_in: Client) -> None:
    faults.extend([fail] * 9)
    post(signed_in, ask(ana), action="accept")
    now, pauses = timezone.now(), []
    for _ in range(7):
        at = now
        drive(clock=lambda at=at: at)  # type: ignore[misc]
        now = Delivery.objects.get().due_at
        pauses.append(round((now - at).total_seconds()))

    assert pauses == [10, 60, 300, 900, 3600, 3600, 3600]


def test_the_metrics_tell_of_an_answer_whose_handler_fails(ana: Any, signed_in: Client) -> None:
    faults.append(fail)
    post(signed_in, ask(ana), action="accept")
    drive()
    post(signed_in, ask(ana), action="accept")

    told = generate_latest(REGISTRY).decode()

    assert 'sayso_undelivered_answers{failed="yes"} 1.0' in told
    assert 'sayso_undelivered_answers{failed="no"} 1.0' in told


def test_it_is_not_tried_again_before_its_pause_is_over(ana: Any, signed_in: Client) -> None:
    faults.append(fail)
    post(signed_in, ask(ana), action="accept")
    drive()
    drive(clock=later(seconds=5))

    assert len(answers) == 1


def test_one_that_fails_does_not_hold_up_the_others(ana: Any, signed_in: Client) -> None:
    faults.append(fail)
    post(signed_in, ask(ana), action="accept")
    post(signed_in, ask(ana), action="decline")

    drive()

    assert [answer.action for answer in answers] == ["accept", "decline"]
    assert effects() == 1


def test_an_answer_whose_handler_is_missing_waits_for_the_version_that_has_it(ana: Any, signed_in: Client) -> None:
    question = ask(ana)
    Interrupt.objects.filter(pk=question.pk).update(handler="tests.gone")
    post(signed_in, question, action="accept")
    drive()
    problem = Delivery.objects.get().problem
    Delivery.objects.update(handler="tests.decided")
    drive(clock=later(minutes=1))

    assert "There is no handler 'tests.gone'" in problem
    assert len(answers) == 1


def test_a_project_without_a_model_delivers_all_the_same(ana: Any, signed_in: Client, settings: Any) -> None:
    settings.INTERRUPTS = {key: value for key, value in settings.INTERRUPTS.items() if key != "MODEL"}
    post(signed_in, ask(ana), action="accept")

    drive(configured_model())  # type: ignore[arg-type]

    assert len(answers) == 1


# --- In the admin


def test_the_admin_shows_the_error_of_a_handler_and_delivers_sooner(ana: Any, admin_client: Client) -> None:
    faults.append(fail)
    client = Client()
    client.force_login(ana)
    question = ask(ana)
    post(client, question, action="accept")
    drive()
    delivery = Delivery.objects.get()

    listed = admin_client.get("/admin/interrupts/delivery/").text
    shown = admin_client.get(f"/admin/interrupts/delivery/{delivery.pk}/change/").text
    of_question = admin_client.get(f"/admin/interrupts/interrupt/{question.pk}/change/").text
    told = admin_client.post(
        "/admin/interrupts/delivery/", {"action": "deliver_now", "_selected_action": delivery.pk}, follow=True
    ).text
    drive()

    assert "the printer is on fire" in listed
    assert "Refund Bob?" in listed
    assert "Traceback" in shown
    assert "failed once" in of_question
    assert "1 of them had not been delivered" in told
    assert effects() == 1


def test_the_admin_shows_a_question_from_code_with_its_handler_and_history(ana: Any, admin_client: Client) -> None:
    question = ask(ana)

    shown = admin_client.get(f"/admin/interrupts/interrupt/{question.pk}/change/").text

    assert "tests.decided" in shown
    assert "question.asked" in shown


def test_a_decline_in_the_admin_reaches_the_handler_with_its_reason(ana: Any, admin_client: Client) -> None:
    question = ask(ana)

    admin_client.post("/admin/interrupts/interrupt/decide/decline/", {"question": question.pk, "reason": "she left"})
    drive()

    (answer,) = answers
    assert (answer.action, answer.person.username, answer.question.note) == ("decline", "admin", "she left")


def test_the_admin_withdraws_it_and_nothing_is_delivered(ana: Any, admin_client: Client) -> None:
    question = ask(ana)

    admin_client.post("/admin/interrupts/interrupt/decide/withdraw/", {"question": question.pk, "reason": "obsolete"})
    drive()

    assert (Interrupt.objects.get().status, answers) == ("withdrawn", [])


# --- What cannot be asked


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"message": "  "}, "text with words"),
        ({"message": None}, "text with words"),
        ({"asked_of": AnonymousUser()}, "stored user"),
        ({"handler": "nobody"}, "no handler 'nobody'"),
        ({"intent": "joke"}, "no intent 'joke'"),
        ({"allowed_actions": ["accept", "cancel", "postpone"]}, "no action 'postpone'"),
        ({"allowed_actions": ["accept", "decline"]}, "Only decline may be left out"),
        ({"allowed_actions": ["decline", "cancel"]}, "Only decline may be left out"),
        ({"allowed_actions": "accept,cancel"}, "a list of words"),
        ({"allowed_actions": ["accept", "cancel"], "intent": "tool_permission"}, "can always be denied"),
        ({"schema": ["name"]}, "JSON Schema as a dict"),
        ({"schema": {"default": float("nan")}}, "cannot be written as JSON"),
        ({"schema": {"default": object()}}, "cannot be written as JSON"),
        ({"schema": CENTS, "value": 450}, "The value is a dict"),
        ({"value": {"cents": 450}}, "Without a schema"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_once_with_a_sentence(
    ana: Any, values: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        interrupts.ask(**{"message": "Go on?", "asked_of": ana, "handler": "tests.decided", **values})

    assert not Interrupt.objects.exists()


def test_who_cannot_sign_in_is_not_asked(ana: Any) -> None:
    ana.is_active = False

    with pytest.raises(ValueError, match="ana is not active"):
        ask(ana)


def test_a_name_belongs_to_one_function() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        interrupts.handler("tests.decided")(lambda answer: None)


def test_a_module_that_is_loaded_anew_registers_its_handlers_anew() -> None:
    assert interrupts.handler("tests.decided")(decided) is handlers.find("tests.decided")


def test_a_handler_cannot_be_async() -> None:
    async def slow(answer: interrupts.Answer) -> None:
        """Never called."""

    with pytest.raises(ValueError, match="is async"):
        interrupts.handler("tests.slow")(slow)


@pytest.mark.parametrize("name", ["", "x" * 201, None])
def test_a_handler_needs_a_name_that_can_be_stored(name: Any) -> None:
    with pytest.raises(ValueError, match="1 to 200 characters"):
        interrupts.handler(name)


def test_importing_the_package_needs_no_settings() -> None:
    code = "import interrupts; interrupts.handler('x')(print)"

    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=30)
