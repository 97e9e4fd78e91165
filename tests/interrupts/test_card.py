"""A question as a card: what stands in it, in which order, and what becomes of it."""

from datetime import UTC
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone

from interrupts import wire
from interrupts.answers import answer_interrupt, withdraw_interrupt
from interrupts.cards import QuestionView
from interrupts.ledger import change
from interrupts.models import Interrupt, Message, Round, Run, Server, Thread, Tool, ToolCall
from interrupts.page import question_item
from interrupts.questions import ask_approval, ask_outcome, ask_round
from mcpbridge.client import InputRequest, InputRequired, new_request_id
from mcpbridge.reasons import DEFAULT_REASON

pytestmark = pytest.mark.django_db

YES_NO = {"type": "object", "properties": {"drop": {"type": "boolean", "title": "Drop it"}}, "required": ["drop"]}


class Submits(HTMLParser):
    """The submit buttons of a card in the order of the document."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag in ("button", "input") and attributes.get("type") == "submit":
            self.found.append({"tag": tag, **attributes})

    @property
    def buttons(self) -> list[str | None]:
        return [each["value"] for each in self.found if each["tag"] == "button"]


@transaction.atomic
def ask(
    person: Any, kind: str = "form", *, schema: Any = YES_NO, message: str = "Really?", destructive: bool = False,
    arguments: dict[str, Any] | None = None, count: int = 1, besides: dict[str, Any] | None = None,
    reason: str = DEFAULT_REASON,
) -> Interrupt:  # fmt: skip
    now = timezone.now()
    thread = Thread.objects.create(owner=person, title="t", created_at=now, updated_at=now)
    server = Server.objects.create(name="database", url="http://127.0.0.1:9/mcp")
    tool = Tool.objects.create(
        server=server, name="drop_table", alias="drop_table", raw="{}", fingerprint="v1:0", seen_at=now,
        annotations=wire.dump({"destructiveHint": destructive}),
    )  # fmt: skip
    with change(thread.pk, at=now) as c:
        said = Message.objects.create(thread=thread, role="user", text="go", created_at=now, **c.place())
        run = Run.objects.create(
            thread=thread, message=said, status="interrupted", created_at=now, queued_at=now, **c.place()
        )
        call = ToolCall.objects.create(
            run=run, thread=thread, step=1, index=0, provider_id="c0", name="drop_table", tool=tool, server=server,
            server_name="database", tool_name="drop_table", arguments_proposed="{}", status="waiting", created_at=now,
            arguments=wire.dump({"table": "orders"} if arguments is None else arguments), **c.place(),
        )  # fmt: skip
        if kind == "approval":
            return _whole(ask_approval(c, call, "Calls to database are asked about."))
        sent = Round.objects.create(
            call=call, number=1, rpc_id=new_request_id(), sent_at=now, ended="asked", ended_at=now, asks_person=True
        )
        if kind == "outcome":
            return _whole(ask_outcome(c, call, sent, "The line broke."))
        body = {"message": message, "requestedSchema": schema}
        requests = tuple(
            InputRequest(f"k{number}", "elicitation/create", body, besides or {}) for number in range(count)
        )
        return _whole(ask_round(c, call, sent, InputRequired(requests, None, None, "", reason))[0])


def _whole(question: Interrupt) -> Interrupt:
    return Interrupt.objects.filter(pk=question.pk).with_card().get()


def card(question: Interrupt, person: Any, **values: Any) -> str:
    view = QuestionView(_whole(question), person, UTC, **values)
    return render_to_string("interrupts/items/question.html", {"shown": view, "item": question_item(view)})


def words(html: str) -> str:
    """The text of a card as it is read, without markup."""
    parts: list[str] = []

    class Reader(HTMLParser):
        def handle_data(self, data: str) -> None:
            parts.append(data)

    Reader().feed(html)
    return " ".join("".join(parts).split())


def test_what_we_know_stands_above_what_the_server_says_and_both_above_the_form(ana: Any) -> None:
    read = words(card(ask(ana), ana))

    places = [read.index(part) for part in ("database wants to run drop_table", "orders", "database says", "Drop it")]
    assert places == sorted(places)


def test_the_first_submit_button_accepts_so_that_enter_does(ana: Any) -> None:
    first = Submits(card(ask(ana), ana)).found[0]

    assert (first["name"], first["value"]) == ("action", "accept") and "disabled" not in first


def test_the_first_submit_button_is_dead_where_it_cannot_be_undone(ana: Any) -> None:
    first = Submits(card(ask(ana, destructive=True), ana)).found[0]

    assert "disabled" in first and "name" not in first


def test_the_buttons_stand_in_the_same_order_everywhere(ana: Any) -> None:
    assert Submits(card(ask(ana, destructive=True), ana)).buttons == ["decline", "cancel", "accept"]


def test_an_approval_has_no_fields_and_says_what_will_run(ana: Any) -> None:
    html = card(ask(ana, "approval"), ana)

    assert "The assistant wants to run drop_table on database" in words(html)
    assert "Run drop_table" in words(html) and "data-field" not in html


def test_a_permission_a_server_wants_says_which_server_and_for_what(ana: Any) -> None:
    question = ask(ana, besides={"sayso/intent": "tool_permission"})

    assert "May database run drop_table?" in words(card(question, ana))


def test_an_answer_given_once_more_does_not_read_like_a_second_one_of_the_person(ana: Any) -> None:
    question = ask(ana)
    Interrupt.objects.filter(pk=question.pk).update(
        status="resolved", action="accept", answered_by=ana, answered_at=timezone.now(), door="carried over"
    )

    closed = words(card(question, ana))

    assert "The answer was given once more for drop_table" in closed and "answered drop_table" not in closed
    assert "the call began afresh and asked the same" in closed


def test_an_unknown_outcome_can_be_told_sent_again_or_given_up(ana: Any) -> None:
    html = card(ask(ana, "outcome"), ana)

    assert Submits(html).buttons == ["decline", "accept"]
    assert all(choice in words(html) for choice in ("It ran", "Send it again", "Give up"))


def test_a_question_nobody_can_answer_says_why_and_offers_no_accept(ana: Any) -> None:
    html = card(ask(ana, schema={"type": "object", "required": ["ghost"]}), ana)

    assert Submits(html).buttons == ["decline", "cancel"]
    assert "ghost" in words(html)


def test_words_of_a_server_are_text_and_hide_nothing(ana: Any) -> None:
    html = card(ask(ana, message="<script>x</script>\u202egnp.exe"), ana)

    assert "<script>" not in html and "\u202e" not in html
    assert "<script>x</script>⟨U+202E⟩gnp.exe" in words(html)


def test_a_long_value_is_folded_and_whole(ana: Any) -> None:
    value = "word " * 100

    html = card(ask(ana, arguments={"body": value}), ana)

    assert "all 500 characters" in words(html) and value.strip() in words(html)


def test_several_questions_of_one_reply_say_how_many_are_answered(ana: Any) -> None:
    first = ask(ana, count=3)
    answer_interrupt(first, person=ana, action="decline", at=timezone.now(), content=None)
    second = Interrupt.objects.filter(status="pending").order_by("place")[0]

    assert "1 of 3 answered" in words(card(second, ana))


def test_an_answered_question_is_one_line_that_opens_to_what_was_sent(ana: Any) -> None:
    question = ask(ana)

    answer_interrupt(question, person=ana, action="accept", content={"drop": False}, at=timezone.now())

    html = card(question, ana)
    assert "You answered drop_table (orders) – Drop it: No" in words(html)
    assert "<details>" in html and "<form" not in html and 'data-status="resolved"' in html


def test_who_answered_is_named_to_others(ana: Any, ben: Any) -> None:
    question = ask(ana)

    answer_interrupt(question, person=ana, action="decline", content=None, at=timezone.now())

    assert "Ana declined drop_table" in words(card(question, ben))


def test_a_withdrawn_question_says_why(ana: Any) -> None:
    question = ask(ana)

    withdraw_interrupt(question, person=ana, note="No longer needed.", at=timezone.now())

    read = words(card(question, ana))
    assert "Withdrawn by you: drop_table (orders)" in read and "No longer needed." in read


def test_a_refused_answer_is_said_on_the_card(ana: Any) -> None:
    html = card(ask(ana), ana, problem="This was already answered by ben.")

    assert '<p class="problem" role="alert">' in html and "already answered by ben" in words(html)


def test_a_question_asked_of_somebody_else_has_no_form(ana: Any, ben: Any) -> None:
    assert "<form" not in card(ask(ana), ben)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("auth_required", "The server says that you have to sign in first."),
        ("four_eyes <b>", "The server gives a reason: four eyes <b>."),
    ],
)
def test_a_reason_of_the_server_stands_in_the_card_in_words(ana: Any, reason: str, sentence: str) -> None:
    question = ask(ana, reason=reason)

    assert question.reason == reason
    assert sentence in words(card(question, ana))


def test_the_ordinary_reason_is_not_worth_a_sentence(ana: Any) -> None:
    assert "reason" not in words(card(ask(ana), ana))


def test_a_permission_that_a_tool_asks_for_is_approved_or_denied(ana: Any) -> None:
    question = ask(ana, besides={"sayso/intent": "tool_permission", "sayso/allowedActions": ["accept", "cancel"]})

    read = words(card(question, ana))

    assert "Approve" in read and "Deny" in read
    assert Submits(card(question, ana)).buttons == ["decline", "cancel", "accept"]


def test_a_tool_may_leave_out_decline_and_nothing_else(ana: Any) -> None:
    without = ask(ana, besides={"sayso/allowedActions": ["accept"]})

    assert Submits(card(without, ana)).buttons == ["cancel", "accept"]


@pytest.mark.parametrize("besides", [{"sayso/intent": 7, "sayso/allowedActions": "none"}, {"sayso/intent": "x" * 99}])
def test_what_a_server_says_besides_in_a_wrong_shape_changes_nothing(ana: Any, besides: dict[str, Any]) -> None:
    question = ask(ana, besides=besides)

    assert (question.intent, question.actions) == ("", ["accept", "decline", "cancel"])
