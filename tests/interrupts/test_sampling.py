"""A server wants a model's reply: a person writes it, or lets the model write and sends what they make of it."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from interrupts import writing
from interrupts.engine import Engine
from interrupts.leases import LEASE
from interrupts.models import Draft, Event, Writing
from interrupts.ports import Finished, ModelFailed, ModelRequest, ReplyEvent, Text, TextDelta
from interrupts.sampling import read_prompt
from interrupts.writing import LostWriting, WritingLease
from tests.interrupts.forms.strategies import json_values
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

TOOLS = [{"name": "summarise", "inputSchema": {"type": "object"}}]
PROMPT = {
    "messages": [
        {"role": "user", "content": {"type": "text", "text": "Sum up <b>this</b>."}},
        {"role": "assistant", "content": [{"type": "text", "text": "Which part?"}]},
        {"role": "user", "content": {"type": "text", "text": "All of it."}},
    ],
    "systemPrompt": "Be short.",
    "maxTokens": 200,
}
FORM = {"method": "elicitation/create", "params": {"message": "Sure?"}}


def wants(params: dict[str, Any] = PROMPT, **more: Any) -> dict[str, Any]:
    asked = {"r": {"method": "sampling/createMessage", "params": params}, **more}
    return {"result": {"resultType": "input_required", "inputRequests": asked, "requestState": "s1"}}


@pytest.fixture
def server() -> Iterator[Scripted]:
    with scripted_mcp({"tools": TOOLS}) as running:
        yield running


@pytest.fixture
def wanted(ana: Any, client: Client, server: Scripted) -> Any:
    """A function that has the server want a reply; gives the run that waits for Ana."""

    def play(first: dict[str, Any] | None = None) -> Any:
        steps = [first or wants(), {"text": "thanks"}]
        server.replace({"tools": TOOLS, "calls": {"summarise": steps}})
        client.force_login(ana)
        connect(server)
        run = say(ana)
        drive(ScriptedModel([("bank_summarise", {})]))
        return run

    return play


def post(client: Client, run: Any, action: str, **values: Any) -> Any:
    return client.post(f"/interrupts/{questions(run)[0].pk}/answer/", {"action": action, **values})


def card(client: Client, run: Any) -> str:
    return client.get(f"/interrupts/{questions(run)[0].pk}/").content.decode()


def let_it_write(client: Client, run: Any, model: Any, **values: Any) -> Any:
    post(client, run, "write", **values)
    return drive(model)


def claimed(run: Any) -> WritingLease:
    [lease] = writing.claim("one", now=timezone.now(), limit=5)
    return lease


def sent(server: Scripted) -> Any:
    return server.calls()[1]["params"]["inputResponses"]["r"]


def test_the_card_shows_what_the_server_wants_a_reply_to(wanted: Any, client: Client) -> None:
    html = card(client, wanted())

    for part in ("Be short.", "Sum up &lt;b&gt;this&lt;/b&gt;.", "Which part?", "All of it.", "at most 200 tokens"):
        assert part in html
    assert "wants a reply from a model" in html and '<textarea id="q-' in html


def test_a_person_may_write_it_and_is_not_taken_for_a_model(wanted: Any, client: Client, server: Scripted) -> None:
    run = wanted()

    post(client, run, "accept", f0="All is well.\r\nReally.")
    drive()

    assert sent(server) == {
        "role": "assistant",
        "content": {"type": "text", "text": "All is well.\nReally."},
        "model": "a person",
        "stopReason": "endTurn",
    }
    assert server.calls()[1]["params"]["requestState"] == "s1" and status(run) == "completed"


def test_an_empty_reply_is_not_sent(wanted: Any, client: Client) -> None:
    run = wanted()

    assert post(client, run, "accept", f0="").status_code == 422
    assert questions(run)[0].status == "pending"


def test_the_model_is_asked_just_that_while_the_run_waits(wanted: Any, client: Client, server: Scripted) -> None:
    run = wanted()

    model = let_it_write(client, run, ScriptedModel("It is short."))

    [asked] = model.requests
    assert (asked.system, asked.tools, asked.max_tokens) == ("Be short.", (), 200)
    assert [(message.role, message.parts) for message in asked.messages] == [
        ("user", (Text("Sum up <b>this</b>."),)),
        ("assistant", (Text("Which part?"),)),
        ("user", (Text("All of it."),)),
    ]
    assert status(run) == "interrupted" and len(server.calls()) == 1


def test_what_the_model_wrote_stands_in_the_form_to_be_changed(wanted: Any, client: Client) -> None:
    run = wanted()

    let_it_write(client, run, ScriptedModel("It is <i>short</i>."))

    html = card(client, run)
    assert "It is &lt;i&gt;short&lt;/i&gt;. </textarea>" in html and "Let the model write again" in html
    assert questions(run)[0].status == "pending"


@pytest.mark.parametrize(
    ("text", "model"), [("It is short. ", "scripted"), ("It is long.", "scripted, edited by a person")]
)
def test_the_server_is_told_who_wrote_it(wanted: Any, client: Client, server: Scripted, text: str, model: str) -> None:
    run = wanted()
    let_it_write(client, run, ScriptedModel("It is short."))

    post(client, run, "accept", f0=text)
    drive()

    assert (sent(server)["content"]["text"], sent(server)["model"]) == (text, model)
    assert f"Written by: {model}" in " ".join(unescape(card(client, run)).split())


class Cut(ScriptedModel):
    """Stops at its limit."""

    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        yield TextDelta("It is")
        yield Finished(truncated=True)


def test_a_reply_that_was_cut_short_says_so(wanted: Any, client: Client, server: Scripted) -> None:
    run = wanted()
    let_it_write(client, run, Cut())

    post(client, run, "accept", f0="It is")
    drive()

    assert sent(server)["stopReason"] == "maxTokens"


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_refusing_ends_the_call_and_the_model_is_told(
    wanted: Any, client: Client, server: Scripted, action: str
) -> None:
    run = wanted()

    post(client, run, action)
    model = drive()

    assert len(server.calls()) == 1 and calls(run)[0].status == "failed"
    assert "the person refused" in model.requests[0].messages[-1].parts[0].text
    assert status(run) == "completed"


def test_refusing_takes_the_other_questions_of_the_same_reply_back(
    wanted: Any, client: Client, server: Scripted
) -> None:
    run = wanted(wants(f=FORM))

    post(client, run, "decline")
    drive()

    assert [question.status for question in questions(run)] == ["resolved", "withdrawn"]
    assert (calls(run)[0].status, status(run), len(server.calls())) == ("failed", "completed", 1)


def test_a_reply_and_another_question_go_back_together(wanted: Any, client: Client, server: Scripted) -> None:
    run = wanted(wants(f=FORM))

    post(client, run, "accept", f0="Fine.")
    client.post(f"/interrupts/{questions(run)[1].pk}/answer/", {"action": "decline"})
    drive()

    answers = server.calls()[1]["params"]["inputResponses"]
    assert (answers["r"]["content"]["text"], answers["f"]) == ("Fine.", {"action": "decline"})


def test_while_it_is_written_the_text_grows_and_there_is_nothing_to_fill_in(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write")
    lease = claimed(run)

    before = questions(run)[0].seq
    writing._save(lease, "It is", now=timezone.now())

    html = card(client, run)
    assert "data-written>It is</div>" in html and "<textarea id" not in html and 'value="accept"' not in html
    assert questions(run)[0].seq > before


def test_who_writes_it_themselves_gets_back_what_they_had_typed(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write", f0="My own beginning")
    lease = claimed(run)

    post(client, run, "write_myself")

    assert "My own beginning</textarea>" in card(client, run)
    with pytest.raises(LostWriting):
        writing._save(lease, "too late", now=timezone.now())


def test_a_wish_made_twice_is_written_once(wanted: Any, client: Client) -> None:
    run = wanted()
    model = ScriptedModel("One.", "Two.")

    post(client, run, "write")
    post(client, run, "write")
    drive(model)

    assert len(model.requests) == 1


def test_it_can_be_written_again(wanted: Any, client: Client) -> None:
    run = wanted()
    let_it_write(client, run, ScriptedModel("One."))

    let_it_write(client, run, ScriptedModel("Two."))

    assert "Two. </textarea>" in card(client, run)


class Failing(ScriptedModel):
    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        yield TextDelta("half")
        raise ModelFailed("The model is overloaded.")


class Broken(ScriptedModel):
    async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
        raise RuntimeError("of our own")
        yield


class OnlyChats(ScriptedModel):
    writes = False


@pytest.mark.parametrize(
    ("model", "told"),
    [
        (Failing(), "The model is overloaded."),
        (Broken(), "Something is wrong on this site&#x27;s side"),
        (OnlyChats(), "scripted cannot write this"),
        (ScriptedModel("  "), "The model sent an empty reply."),
    ],
)
def test_a_model_that_cannot_write_says_why_and_the_form_is_as_it_was(
    wanted: Any, client: Client, model: Any, told: str
) -> None:
    run = wanted()

    let_it_write(client, run, model, f0="My own beginning")

    html = card(client, run)
    assert told in html and "My own beginning</textarea>" in html


def test_an_engine_that_died_over_it_is_followed_by_another_and_can_write_no_more(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write")
    dead, now = claimed(run), timezone.now()
    assert writing.claim("two", now=now, limit=5) == []

    [alive] = writing.claim("two", now=now + LEASE * 2, limit=5)

    with pytest.raises(LostWriting):
        writing._save(dead, "from the grave", now=now)
    writing._save(alive, "again", now=now)
    assert Writing.objects.get().text == "again"


def test_a_lease_that_is_kept_is_not_taken_away(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write")
    lease = claimed(run)
    later = timezone.now() + LEASE * 2

    writing.keep([lease], now=later)

    assert writing.claim("two", now=later + timedelta(seconds=1), limit=5) == []


def test_a_writing_that_engines_die_over_again_and_again_is_given_up(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write")
    now = timezone.now()
    for round_ in range(writing.ATTEMPTS):
        writing.claim("one", now=now + LEASE * 2 * round_, limit=5)

    model = drive(clock=lambda: now + LEASE * 20)

    assert model.requests == [] and "never finished" in Writing.objects.get().problem
    assert "Let the model write" in card(client, run)


def test_a_question_answered_meanwhile_is_not_written_to(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write")
    lease = claimed(run)

    post(client, run, "decline")

    with pytest.raises(LostWriting):
        writing._save(lease, "too late", now=timezone.now())
    assert writing.claim("two", now=timezone.now() + LEASE * 2, limit=5) == []
    assert Draft.objects.count() == 0


def test_an_engine_that_stops_leaves_the_wish_to_another(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "write")

    class Slow(ScriptedModel):
        async def reply(self, request: ModelRequest) -> AsyncGenerator[ReplyEvent]:
            asked.set()
            await asyncio.Event().wait()
            yield Finished()

    async def work() -> None:
        engine = Engine(model=Slow())
        running = asyncio.create_task(engine.run())
        await asyncio.wait_for(asked.wait(), 20)
        await engine.stop()
        await asyncio.gather(running, return_exceptions=True)

    asked = asyncio.Event()
    asyncio.run(work())

    assert Writing.objects.get().status == "wanted"
    assert "One. </textarea>" in (drive(ScriptedModel("One.")) and card(client, run))


def test_what_is_more_than_words_is_named_and_left_to_the_person(wanted: Any, client: Client) -> None:
    image = {"role": "user", "content": {"type": "image", "data": "AAAA", "mimeType": "image/png"}}

    html = card(client, wanted(wants({"messages": [image], "maxTokens": 5})))

    assert "[image]" in html and 'value="write"' not in html and 'value="accept"' in html


def test_a_reply_that_may_use_tools_was_not_offered_and_ends_the_call(wanted: Any) -> None:
    run = wanted(wants({**PROMPT, "tools": [{"name": "x"}]}))

    assert calls(run)[0].status == "failed" and "sampling with tools" in calls(run)[0].outcome


def test_only_who_was_asked_may_have_it_written(wanted: Any, ben: Any, client: Client) -> None:
    run = wanted()
    client.force_login(ben)

    assert post(client, run, "write").status_code == 404
    assert not Writing.objects.exists()


def test_a_closed_question_is_not_written_for(wanted: Any, client: Client) -> None:
    run = wanted()
    post(client, run, "accept", f0="Mine.")

    assert post(client, run, "write").status_code == 409
    assert not Writing.objects.exists()


def test_no_other_question_can_be_written_for(wanted: Any, client: Client) -> None:
    run = wanted(wants(f=FORM))

    reply = client.post(f"/interrupts/{questions(run)[1].pk}/answer/", {"action": "write"})

    assert reply.status_code == 403 and not Writing.objects.exists()


def test_the_audit_says_who_had_it_written(wanted: Any, client: Client) -> None:
    run = wanted()

    let_it_write(client, run, ScriptedModel("One."))

    lines = Event.objects.filter(thread_id=run.thread_id, kind__startswith="reply.").order_by("number")
    assert [(line.kind, line.actor) for line in lines] == [("reply.wanted", "ana"), ("reply.done", "")]


@given(st.dictionaries(st.sampled_from(["messages", "systemPrompt", "maxTokens", "x"]), json_values))
def test_no_prompt_a_server_can_send_makes_anything_raise(params: dict[str, Any]) -> None:
    prompt = read_prompt(params)

    assert isinstance(prompt.request(), ModelRequest)
    assert prompt.max_tokens is None or prompt.max_tokens > 0


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "9", None, 10**9])
def test_a_limit_that_is_none_is_no_limit(limit: Any) -> None:
    assert read_prompt({"maxTokens": limit}).max_tokens is None
