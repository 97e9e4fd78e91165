"""The last message written anew: another version of the thread, the old one kept, and what was done there told."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from interrupts.branches import NoSuchVersion, NotTheLast, last_message, show_version, write_anew
from interrupts.conversation import history
from interrupts.models import Event, Interrupt, Message, Run, Thread
from interrupts.posted import ThreadBusy
from interrupts.searching import messages_with, terms_of
from interrupts.window import SHOWN
from tests.interrupts.test_runs import ASK, WISH, script
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)


def anew(run: Run, text: str | None = None) -> Run:
    """Have the thread's owner write the message of a run anew."""
    return write_anew(
        person=run.thread.owner, thread=run.thread, message_id=run.message_id, text=text, at=timezone.now()
    )


def show(run: Run) -> None:
    show_version(person=run.thread.owner, thread=run.thread, message_id=run.message_id, at=timezone.now())


def said(model: ScriptedModel) -> list[str]:
    """What the model was last told that the person and itself had said."""
    return [part.text.strip() for turn in model.requests[-1].messages for part in turn.parts if turn.role != "tool"]


def page(client: Client, run: Run) -> str:
    return client.get(f"/threads/{run.thread_id}/").content.decode()


def texts(html: str) -> list[str]:
    return [strip_tags(part.split(">", 1)[1].split("</div>")[0]).strip() for part in html.split("data-text")[1:]]


def test_a_message_written_anew_starts_another_version_and_the_old_one_stays(ana: Any, client: Client) -> None:
    client.force_login(ana)
    first = say(ana, "one")
    drive(ScriptedModel("First."))
    second = say(ana, "two", thread=first.thread)
    drive(ScriptedModel("Second."))

    third = anew(second, "three")
    model = drive(ScriptedModel("Third."))

    assert said(model) == ["one", "First.", "three"]
    assert texts(page(client, first)) == ["one", "First.", "three", "Third."]
    show(second)
    assert texts(page(client, first)) == ["one", "First.", "two", "Second."]
    assert "1 of 2" in page(client, first)
    fourth = say(ana, "four", thread=first.thread)
    model = drive(ScriptedModel("Fourth."))
    assert said(model) == ["one", "First.", "two", "Second.", "four"]
    show(third)
    show(second)
    assert texts(page(client, first))[-2:] == ["four", "Fourth."]
    kinds = Event.objects.filter(thread_id=fourth.thread_id, kind__in=["message.rewritten", "thread.version_shown"])
    assert [(event.kind, event.actor) for event in kinds] == [
        ("message.rewritten", "ana"), *[("thread.version_shown", "ana")] * 3,
    ]  # fmt: skip


def test_the_first_message_can_be_written_anew_again_and_again(ana: Any, client: Client) -> None:
    client.force_login(ana)
    first = say(ana, "one")
    drive()

    second = anew(first, "two")
    third = anew(second, "three")
    model = drive()

    assert said(model) == ["three"]
    assert status(second) == "cancelled"
    assert "3 of 3" in page(client, first) and "one" not in texts(page(client, first))
    after = say(ana, "and on", thread=third.thread)
    assert said(drive()) == ["three", "Done.", "and on"]
    assert last_message(Thread.objects.get(pk=first.thread_id)) == after.message


def test_a_reply_asked_for_anew_repeats_the_words(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana, "one")
    drive(ScriptedModel("First."))
    address = f"/threads/{run.thread_id}/again/"

    reply = client.post(address, {"run": run.pk})
    model = drive(ScriptedModel("Better."))

    assert reply.status_code == 302
    assert said(model) == ["one"]
    assert texts(page(client, run)) == ["one", "Better."]
    assert client.post(address, {"run": run.pk}).status_code == 409
    assert client.post(address, {"run": "x"}).status_code == 409


def test_what_the_old_version_asks_is_taken_back_and_what_works_there_is_stopped(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script(ASK)) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH))

        anew(run, "rather not")
        drive()

    assert [question.status for question in questions(run)] == ["withdrawn"]
    assert status(run) == "cancelled"
    assert "data-interrupt" not in page(client, run) and "data-tool-call" not in page(client, run)
    assert not Interrupt.objects.filter(status="pending").exists()


def test_what_was_done_in_another_version_is_said_to_the_person_and_to_the_model(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script({"text": "paid"})) as server:
        connect(server)
        run = say(ana, "pay x")
        drive(ScriptedModel(WISH, "Paid."))
        anew(run, "pay nobody")
        model = drive()
        html = page(client, run)

    assert "In another version <b>pay (x)</b> was run; that stays done." in html
    told = said(model)
    assert told[0] == "pay nobody"
    assert told[1].startswith("[Added by the site") and "bank: pay (x)" in told[1]
    show(run)
    assert "was run; that stays done" not in page(client, run)


def test_a_call_that_only_reads_is_no_effect(ana: Any, client: Client) -> None:
    client.force_login(ana)
    with scripted_mcp(script({"text": "5 rows"}, annotations={"readOnlyHint": True})) as server:
        connect(server)
        run = say(ana)
        drive(ScriptedModel(WISH, "Five."))
        anew(run, "look again")

    assert "stays done" not in page(client, run)
    assert said(drive()) == ["look again"]


def test_a_call_that_was_declined_is_no_effect(ana: Any, client: Client) -> None:
    client.force_login(ana)
    ask = {"ask": {"q": {"message": "Pay?", "requestedSchema": {"type": "object", "properties": {}}}}}
    with scripted_mcp(script(ask, {"text": "Nothing was paid."})) as server:
        connect(server)
        run = say(ana, "pay x")
        drive(ScriptedModel(WISH))
        client.post(f"/interrupts/{run.interrupts.get().pk}/answer/", {"action": "decline"})
        drive(ScriptedModel("All right."))
        anew(run, "look again")

    assert "stays done" not in page(client, run)
    assert said(drive()) == ["look again"]


def test_another_version_is_not_shown_while_one_works(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana)
    second = anew(run, "again")

    with pytest.raises(ThreadBusy):
        show(run)
    refused = client.post(f"/threads/{run.thread_id}/version/", {"message": run.message_id})

    assert refused.status_code == 409
    assert b"Stop what is at work first" in refused.content
    assert Thread.objects.get().tip == second.message


def test_only_the_last_message_can_be_written_anew(ana: Any, client: Client) -> None:
    client.force_login(ana)
    first = say(ana, "one")
    drive()
    second = say(ana, "two", thread=first.thread)

    with pytest.raises(NotTheLast):
        anew(first, "three")
    edit = f"/threads/{first.thread_id}/messages/{first.message_id}/edit/"
    assert client.get(edit).status_code == client.post(edit, {"text": "three"}).status_code == 409

    assert status(second) == "queued"
    assert Message.objects.count() == 3


def test_a_thread_of_one_version_has_no_other_to_show(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana)
    drive()

    with pytest.raises(NoSuchVersion):
        show(run)
    assert client.post(f"/threads/{run.thread_id}/version/", {"message": "9" * 30}).status_code == 404


def test_open_pages_get_what_came_and_are_told_what_went(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana, "one")
    drive(ScriptedModel("First."))
    seen = Thread.objects.get().seq
    edit = f"/threads/{run.thread_id}/messages/{run.message_id}/edit/"

    html = client.post(edit, {"text": "two", "seen": seen}, headers={"HX-Request": "true"}).content.decode()

    old = Message.objects.get(role="assistant")
    assert f'<i id="message-{run.message_id}" data-gone hidden>' in html
    assert f'<i id="message-{old.pk}" data-gone hidden>' in html
    assert texts(html) == ["two"]


def test_an_edit_that_cannot_be_sent_comes_back_as_it_was_typed(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana, "one <b>")
    edit = f"/threads/{run.thread_id}/messages/{run.message_id}/edit/"

    whole = client.get(edit).content.decode()
    alone = client.get(edit, headers={"HX-Request": "true"}).content.decode()
    refused = client.post(edit, {"text": " "}, headers={"HX-Request": "true"})

    assert "one &lt;b&gt;</textarea>" in whole and "one &lt;b&gt;</textarea>" in alone
    assert "<html" in whole and "<html" not in alone
    assert refused.status_code == 422 and b"Write something first." in refused.content
    assert status(run) == "queued"


def test_an_export_has_all_versions_and_the_search_says_which_is_not_shown(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana, "old words")
    drive()
    anew(run, "new words")

    items = json.loads(client.get(f"/threads/{run.thread_id}/export.json").content)["items"]
    markdown = client.get(f"/threads/{run.thread_id}/export.md").content.decode()

    assert [(item["text"], item["shown"]) for item in items if item["role"] == "user"] == [
        ("old words", False), ("new words", True),
    ]  # fmt: skip
    assert "\nnew words" in markdown and "\nold words" not in markdown and "Other versions" in markdown
    assert [each.is_shown for each in messages_with(ana, terms_of("words"))] == [True, False]


def test_a_message_of_code_that_knows_no_versions_follows_what_stood_last(ana: Any) -> None:
    first = say(ana, "one")
    drive()
    anew(first, "two")
    drive()
    late = say(ana, "three", thread=first.thread)
    Message.objects.filter(pk=late.message_id).update(follows=None)

    assert said(drive()) == ["two", "Done.", "three"]


def test_a_thread_of_one_version_is_not_asked_for_others(ana: Any, client: Client) -> None:
    client.force_login(ana)
    run = say(ana, "one")
    drive()

    with CaptureQueriesContext(connection) as captured:
        page(client, run)
        history(run.thread_id)
    of_one = asks_for_versions(captured)
    anew(run)
    with CaptureQueriesContext(connection) as captured:
        page(client, run)
        history(run.thread_id)

    assert (of_one, asks_for_versions(captured)) == (0, 5)


def asks_for_versions(captured: CaptureQueriesContext) -> int:
    last_column = r'"(follows_id|message_id)"( AS "\w+")? FROM "interrupts_(message|run)"'
    return sum(bool(re.search(last_column, query["sql"])) for query in captured)


def test_a_page_opens_with_the_version_that_is_shown_however_long_another_one_is(ana: Any, client: Client) -> None:
    client.force_login(ana)
    first = say(ana, "one")
    drive(ScriptedModel("First."))
    for number in range(SHOWN // 2 + 1):
        anew(Run.objects.latest("pk"), f"again {number}")
    drive(ScriptedModel("Last."))

    newest = page(client, first)
    show(first)
    oldest = page(client, first)

    assert texts(newest) == [f"again {SHOWN // 2}", "Last."]
    assert texts(oldest) == ["one", "First."]
    assert "?before=" not in newest + oldest
