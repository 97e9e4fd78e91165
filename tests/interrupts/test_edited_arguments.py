"""Whoever approves a call may change its arguments: checked before it, sent as shown, told to the model, on record."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import wire
from interrupts.answers import answer_interrupt
from interrupts.marking import unmarked
from interrupts.models import Event, Interrupt, Rule
from tests.interrupts.forms.browser import Page, _Reader
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

SCHEMA = {
    "type": "object",
    "properties": {
        "table": {"type": "string", "title": "Table", "x-mcp-header": "Table"},
        "rows": {"type": "integer", "maximum": 10},
        "password": {"type": "string"},
        "hard": {"type": "boolean", "default": True},
    },
    "required": ["table"],
}
SCRIPT = {
    "tools": [{"name": "drop_table", "inputSchema": SCHEMA}, {"name": "anything", "inputSchema": {"type": "object"}}],
    "calls": {"drop_table": [{"text": "dropped {{arguments.table}}"}], "anything": [{"text": "done"}]},
}


@pytest.fixture
def server() -> Iterator[Scripted]:
    with scripted_mcp(SCRIPT) as running:
        connect(running, trusted=False)
        yield running


@pytest.fixture
def proposed(ana: Any, client: Client, server: Scripted) -> Any:
    """A function that has the model propose a call; gives the run that waits for Ana's approval."""
    client.force_login(ana)

    def propose(arguments: dict[str, Any] | str, tool: str = "drop_table") -> Any:
        run = say(ana)
        drive(ScriptedModel([(f"bank_{tool}", arguments)]))
        return run

    return propose


def card(client: Client, question: Interrupt) -> Page:
    """The question's page with its controls, as a browser has them."""
    html = client.get(f"/interrupts/{question.pk}/").content.decode()
    reader = _Reader()
    reader.feed(html[html.index('class="question') :])
    return Page(html, reader.controls)


def approve(client: Client, question: Interrupt, **typed: Any) -> Any:
    """Change these fields, if any, and press the button."""
    shown = card(client, question)
    for name, value in typed.items():
        shown.fill(name, value)
    post = {name: values for name, values in shown.post().items() if name != "action"}
    return client.post(f"/interrupts/{question.pk}/answer/", {**post, "action": "accept"})


def sent(server: Scripted) -> Any:
    return server.calls()[0]["params"]["arguments"]


def test_the_arguments_are_a_form_filled_in_as_proposed(proposed: Any, client: Client) -> None:
    shown = card(client, questions(proposed({"table": "orders", "rows": 3}))[0])

    assert (shown.of("f0")[0].value, shown.of("f1")[0].value) == ("orders", "3")
    assert "Left out by the assistant: 2" in shown.html


@pytest.mark.parametrize(
    "raw",
    [
        '{"rows": 3, "table": "orders"}',
        '{"password": " or\\u0000ders\\r\\n\\ud800 ", "table": "x", "rows": 3.0}',
        '{"table": 7, "rows": "many", "more": [1, 1.0, null]}',
        '{"table": null}',
        '{"table": "", "hard": false}',
    ],
)
def test_arguments_left_alone_go_out_byte_for_byte(proposed: Any, client: Client, server: Scripted, raw: str) -> None:
    run = proposed(raw)

    approve(client, questions(run)[0])
    drive()

    assert json.dumps(sent(server)) == json.dumps(json.loads(raw or "{}"))
    assert calls(run)[0].edits == "" and calls(run)[0].status == "completed"


def test_an_approval_by_itself_means_the_arguments_as_proposed(proposed: Any, client: Client, server: Scripted) -> None:
    run = proposed({"table": "orders"})

    client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "accept"})
    drive()

    assert sent(server) == {"table": "orders"}


def test_changed_arguments_are_what_is_sent_also_as_a_header(proposed: Any, client: Client, server: Scripted) -> None:
    run = proposed({"rows": 3, "table": "orders"})

    approve(client, questions(run)[0], f0="customers", f3="No")
    drive()

    assert json.dumps(sent(server)) == '{"rows": 3, "table": "customers", "hard": false}'
    assert server.calls()[0]["headers"]["mcp-param-table"] == "customers"
    assert status(run) == "completed"


def test_changes_that_do_not_fit_are_refused_with_what_was_typed(
    proposed: Any, client: Client, server: Scripted
) -> None:
    run = proposed({"table": "orders", "rows": 3})

    reply = approve(client, questions(run)[0], f0="customers", f1="11")
    drive()

    assert reply.status_code == 422 and 'value="customers"' in reply.content.decode()
    assert questions(run)[0].status == "pending" and server.calls() == []


def test_the_model_keeps_its_own_words_and_is_told_what_was_changed(
    proposed: Any, client: Client, server: Scripted
) -> None:
    run = proposed({"table": "orders", "rows": 3})

    approve(client, questions(run)[0], f0="customers", f1="")
    model = drive()

    wish, result = (message.parts[-1] for message in model.requests[0].messages[-2:])
    assert json.loads(wish.arguments) == {"table": "orders", "rows": 3}
    assert unmarked(result.text) == (
        'A person changed the arguments before the call. It was called with {"table":"customers"} instead. '
        'Left out: "rows".\n\ndropped customers'
    )


def test_the_change_is_in_the_audit_with_who_made_it_and_without_secrets(proposed: Any, client: Client) -> None:
    run = proposed({"table": "orders"})

    approve(client, questions(run)[0], f0="cust\u202eomers", f2="hunter2")
    model = drive()

    event = Event.objects.get(thread_id=run.thread_id, kind="call.edited")
    assert event.actor == "ana"
    assert json.loads(event.data["edits"])["changed"] == {"table": "cust\u202eomers", "password": "••••••"}
    assert "hunter2" not in model.requests[0].messages[-1].parts[0].text


def test_the_page_says_what_was_proposed_and_what_was_changed(proposed: Any, client: Client) -> None:
    run = proposed({"table": "orders"})

    approve(client, questions(run)[0], f0="customers", f2="hunter2")
    drive()

    html = card(client, questions(run)[0]).html
    assert "approved with changes" in html and "Changed before the call" in html
    assert "orders" in html and "customers" in html and "hunter2" not in html
    assert "Changed by a person before the call: table" in client.get(f"/threads/{run.thread_id}/").content.decode()


def test_what_no_form_would_show_whole_is_edited_as_json(proposed: Any, client: Client, server: Scripted) -> None:
    run = proposed({"a": [1, {"b": None}]}, "anything")
    assert json.loads(card(client, questions(run)[0]).of("f0")[0].value) == {"a": [1, {"b": None}]}

    refused = approve(client, questions(run)[0], f0="[1]")
    approve(client, questions(run)[0], f0='{"a": []}')
    drive()

    assert refused.status_code == 422 and sent(server) == {"a": []}


def test_a_rule_that_denies_the_new_arguments_is_said_at_once(proposed: Any, client: Client, server: Scripted) -> None:
    run = proposed({"table": "orders"})
    tool = calls(run)[0].tool
    Rule.objects.create(effect="deny", tool=tool, arguments={"table": "customers"}, reason="Never customers.")

    reply = approve(client, questions(run)[0], f0="customers")

    assert reply.status_code == 422 and "Never customers." in reply.content.decode()
    assert questions(run)[0].status == "pending"


def test_a_rule_made_after_the_answer_is_obeyed_when_the_answer_is_used(
    ana: Any, proposed: Any, server: Scripted
) -> None:
    run = proposed({"table": "orders"})
    content = {"arguments": {"table": "customers"}}
    answer_interrupt(questions(run)[0], person=ana, action="accept", content=content, at=timezone.now())
    Rule.objects.create(
        effect="deny", tool=calls(run)[0].tool, arguments={"table": "customers"}, reason="Never customers."
    )

    drive()

    assert server.calls() == [] and calls(run)[0].status == "refused"
    assert "Never customers." in calls(run)[0].outcome


def test_all_arguments_taken_away_is_an_edit_too(proposed: Any, client: Client, server: Scripted) -> None:
    run = proposed({"a": 1}, "anything")

    approve(client, questions(run)[0], f0="{}")
    drive()

    assert sent(server) == {} and wire.load(calls(run)[0].edits) == {"changed": {}, "left_out": ["a"]}


def test_a_declined_call_forgets_what_was_typed(proposed: Any, client: Client, server: Scripted) -> None:
    run = proposed({"table": "orders"})

    client.post(
        f"/interrupts/{questions(run)[0].pk}/answer/", {"action": "decline", "edited": "yes", "f0": "customers"}
    )
    drive()

    assert server.calls() == [] and questions(run)[0].content == ""
