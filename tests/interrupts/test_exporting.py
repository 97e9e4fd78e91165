"""A thread as a file: everything is in it, in order, and no secret."""

import json
from typing import Any

import pytest
from django.test import Client

from interrupts.models import Message, Thread
from tests.interrupts.admin import rows
from tests.interrupts.test_question_path import post
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, connect, drive, questions, say

pytestmark = pytest.mark.django_db(transaction=True)

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "password": {"type": "string"}}}
LOGS_IN = {
    "tools": [{"name": "log_in", "inputSchema": {"type": "object"}}],
    "calls": {
        "log_in": [{"ask": {"who": {"message": "Who\nare you?", "requestedSchema": SCHEMA}}}, {"text": "```\nhi"}]
    },
}


@pytest.fixture
def thread(ana: Any, client: Client) -> Thread:
    """A thread in which a tool asked for a password and got it."""
    client.force_login(ana)
    with scripted_mcp(LOGS_IN) as server:
        connect(server)
        run = say(ana, "log in")
        drive(ScriptedModel([("bank_log_in", {"host": "x", "api_key": "sesame"})]))
        post(client, questions(run)[0], action="accept", f0="Ana", f1="sesame")
        drive(ScriptedModel("All **done**."))
    return run.thread


def test_json_has_messages_calls_and_questions_in_their_order(thread: Thread, client: Client) -> None:
    reply = client.get(f"/threads/{thread.pk}/export.json")

    told = json.loads(reply.content)
    said, call, question, answer = told["items"]
    assert (told["format"], told["version"], told["thread"]["title"]) == ("sayso-thread", 1, "log in")
    assert [item["kind"] for item in told["items"]] == ["message", "call", "question", "message"]
    assert (said["role"], said["text"], answer["text"].strip()) == ("user", "log in", "All **done**.")
    assert (call["server"], call["tool"], call["status"], call["result"]) == ("bank", "log_in", "completed", "```\nhi")
    assert [each["ended"] for each in call["requests"]] == ["asked", "completed"]
    assert (question["message"], question["action"], question["answered_by"]) == ("Who\nare you?", "accept", "ana")
    assert told["runs"][0]["status"] == "completed"
    assert told["runs"][0]["message"] == said["id"]


def test_secrets_stay_masked(thread: Thread, client: Client) -> None:
    for ending in ("json", "md"):
        text = client.get(f"/threads/{thread.pk}/export.{ending}").content.decode()

        assert "sesame" not in text
        assert "••••••" in text
        assert "Ana" in text


def test_markdown_reads_as_the_page_and_no_text_breaks_out_of_its_box(thread: Thread, client: Client) -> None:
    text = client.get(f"/threads/{thread.pk}/export.md").content.decode()

    assert text.startswith("# log in\n")
    assert "## You, " in text and "\n\nAll **done**.\n" in text
    assert "### Tool `bank log_in`: completed, " in text
    assert "````\n```\nhi\n````" in text
    assert "> Who\n> are you?" in text
    assert "**accepted** (ana, " in text


@pytest.mark.parametrize(("ending", "kind"), [("json", "application/json"), ("md", "text/markdown; charset=utf-8")])
def test_it_is_a_download_that_runs_nothing_and_is_kept_nowhere(
    thread: Thread, client: Client, ending: str, kind: str
) -> None:
    reply = client.get(f"/threads/{thread.pk}/export.{ending}")

    assert reply["Content-Type"] == kind
    assert reply["Content-Disposition"] == f'attachment; filename="thread-{thread.pk.hex[:8]}.{ending}"'
    assert reply["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert reply["Cache-Control"] == "private, no-store"


def test_every_kind_of_question_and_odd_text_can_be_exported(ana: Any, client: Client) -> None:
    client.force_login(ana)
    question = rows.question(ana)
    Message.objects.filter(thread=question.thread_id).update(text="\u202e## x")
    question.tool_call.arguments, question.tool_call.arguments_proposed = "", '{"a":'
    question.tool_call.save(update_fields=["arguments", "arguments_proposed"])

    for ending in ("json", "md"):
        assert client.get(f"/threads/{question.thread_id}/export.{ending}").status_code == 200
