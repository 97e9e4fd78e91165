"""A site's own tools in its chat: the same rows, rounds and questions as for any server, and no network."""

import asyncio
import socket
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from mcp.server.mcpserver import Context

from interrupts import wire
from interrupts.engine import Engine
from interrupts.kinds import CAPABILITIES
from interrupts.models import INSIDE, Interrupt, Round, Server, Tool
from interrupts.tools import current_person, declaring, inside, tool
from mcpbridge.authoring import confirm
from mcpbridge.client import Address, call_tool, list_tools, new_request_id
from tests.support import ScriptedModel, calls, drive, questions, say, status

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("shelf")]


def asked_for(person: User, tool: str, **arguments: Any) -> Any:
    """A run in which the model has wished for one of the tools."""
    run = say(person)
    drive(ScriptedModel([(f"site_{tool}", arguments)]))
    return run


def text_of(run: Any) -> str:
    (call,) = calls(run)
    return "".join(block["text"] for block in wire.load(call.result)["content"])


def answer(client: Client, question: Interrupt, person: User, **values: Any) -> int:
    client.force_login(person)
    return client.post(f"/interrupts/{question.pk}/answer/", values).status_code


def test_the_tools_of_a_site_are_offered_as_those_of_a_trusted_server(ana: User) -> None:
    say(ana)

    model = drive(ScriptedModel("Hello."))

    row = Server.objects.get(url=INSIDE)
    assert (row.name, row.trusted) == ("site", True)
    assert {spec.name for spec in model.requests[0].tools} >= {"site_who_am_i", "site_rename_me", "site_shout"}


def test_a_tool_knows_whose_conversation_it_is(ana: User, ben: User) -> None:
    assert text_of(asked_for(ana, "who_am_i")) == "You are ana."
    assert text_of(asked_for(ben, "who_am_i")) == "You are ben."


def test_an_async_tool_reads_the_database(ana: User, ben: User) -> None:
    assert text_of(asked_for(ana, "count_people")) == "2 people."


def test_no_connection_is_opened_for_a_tool_of_the_site(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(asyncio.BaseEventLoop, "create_connection", refuse)

    run = asked_for(ana, "who_am_i")

    assert status(run) == "completed"


@pytest.mark.parametrize("way", ["rename_me", "rename_slowly"])
def test_a_question_waits_in_the_database_and_its_answer_resumes_the_call_once(
    ana: User, client: Client, way: str
) -> None:
    run = asked_for(ana, way, name="Anna")
    (question,) = questions(run)
    assert (status(run), question.message) == ("interrupted", "Rename ana to Anna?")

    assert answer(client, question, ana, action="accept") == 302
    drive()
    assert answer(client, question, ana, action="accept") == 409
    drive()

    ana.refresh_from_db()
    assert (status(run), ana.first_name) == ("completed", "Ana Anna")
    assert list(Round.objects.filter(call__run=run).values_list("ended", flat=True)) == ["asked", "completed"]


def test_a_declined_tool_does_nothing(ana: User, client: Client) -> None:
    run = asked_for(ana, "rename_me", name="Anna")

    answer(client, questions(run)[0], ana, action="decline")
    drive()

    ana.refresh_from_db()
    assert (ana.first_name, text_of(run)) == ("Ana", "Nothing was changed.")


def test_the_answer_to_one_person_s_question_does_not_count_in_a_call_of_another(ana: User, ben: User) -> None:
    acted: list[str] = []

    async def act(ctx: Context) -> str:
        """Act, after a question that is the same for everybody."""
        if await confirm(ctx, "Sure?"):
            acted.append(current_person(ctx).get_username())
        return "done"

    tool(asks=True)(act)

    async def go() -> list[Any]:
        there = Address(INSIDE)
        this = next(each for each in (await list_tools(there, http=inside.client_for())).tools if each.name == "act")

        async def as_person(person: User, **more: Any) -> Any:
            what = {"arguments": {}, "request_id": new_request_id(), "http": inside.client_for(person.pk)}
            return await call_tool(there, tool=this, capabilities=CAPABILITIES, **what, **more)

        asked = await as_person(ana)
        yes = {asked.requests[0].key: {"action": "accept", "content": {}}}
        try:
            again = {"input_responses": yes, "request_state": asked.request_state}
            return [await as_person(ben, **again), await as_person(ana, **again), await as_person(ana, **again)]
        finally:
            await inside.stop()

    foreign, own, second = asyncio.run(go())

    assert (foreign.why, own.is_error, second.why, acted) == ("state_refused", False, "state_used", ["ana"])


def test_what_a_tool_reports_is_heard_while_it_works(ana: User) -> None:
    heard = asyncio.Event()

    async def slow(ctx: Context) -> str:
        """Report, and wait until that was heard."""
        await ctx.report_progress(1, 2, "half")
        await heard.wait()
        return "finished"

    tool(read_only=True)(slow)

    async def go() -> Any:
        there = Address(INSIDE)
        tools = (await list_tools(there, http=inside.client_for())).tools
        this = next(each for each in tools if each.name == "slow")
        what = {"arguments": {}, "request_id": new_request_id(), "http": inside.client_for(ana.pk)}
        try:
            return await call_tool(there, tool=this, timeout=20, on_progress=lambda _: heard.set(), **what)
        finally:
            await inside.stop()

    assert asyncio.run(go()).result["content"][0]["text"] == "finished"


def test_a_call_that_is_given_up_has_its_tool_cancelled(ana: User) -> None:
    began, told = asyncio.Event(), []

    async def endless() -> str:
        """Never end by itself."""
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            told.append("cancelled")
        return "never"

    tool()(endless)

    async def go() -> None:
        there = Address(INSIDE)
        tools = (await list_tools(there, http=inside.client_for())).tools
        this = next(each for each in tools if each.name == "endless")
        what = {"arguments": {}, "request_id": new_request_id(), "http": inside.client_for(ana.pk)}
        call = asyncio.create_task(call_tool(there, tool=this, **what))
        await began.wait()
        call.cancel()
        await asyncio.wait({call})
        assert call.cancelled() and told == ["cancelled"]
        await inside.stop()

    asyncio.run(go())


def test_a_tool_that_does_not_ask_by_itself_is_approved_first(ana: User, client: Client) -> None:
    run = asked_for(ana, "shout", text="go")
    (question,) = questions(run)
    assert question.kind == "approval"

    answer(client, question, ana, action="accept")
    drive()

    assert text_of(run) == "GO"


def test_what_goes_wrong_inside_a_tool_is_told_without_its_secrets(ana: User, client: Client) -> None:
    run = asked_for(ana, "stumble")
    answer(client, questions(run)[0], ana, action="accept")
    drive()

    assert text_of(run) == "Error executing tool stumble"


def test_a_tool_that_was_switched_off_is_offered_no_more(ana: User) -> None:
    asked_for(ana, "who_am_i")
    Tool.objects.filter(name="who_am_i").update(enabled=False)

    say(ana, "again")
    model = drive(ScriptedModel("Hello."))

    assert "site_who_am_i" not in {spec.name for spec in model.requests[0].tools}


def test_a_site_without_tools_has_no_row_for_them(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declaring, "_declared", {})

    asked_for(ana, "who_am_i")

    assert not Server.objects.filter(url=INSIDE).exists()


def test_two_tools_of_one_name_are_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match="two tools named who_am_i"):
        tool("who_am_i")(lambda: "x")


def test_a_question_outlives_a_change_of_keys(ana: User, client: Client, settings: Any) -> None:
    run = asked_for(ana, "rename_me", name="Anna")
    old, new = settings.INTERRUPTS["KEYS"][0], "n" * 60

    settings.INTERRUPTS = {**settings.INTERRUPTS, "KEYS": [new, old]}
    answer(client, questions(run)[0], ana, action="accept")
    drive()

    ana.refresh_from_db()
    assert (ana.first_name, len(questions(run))) == ("Ana Anna", 1)


def test_a_key_that_is_gone_lets_nothing_run_twice(ana: User, client: Client, settings: Any) -> None:
    run = asked_for(ana, "rename_me", name="Anna")

    settings.INTERRUPTS = {**settings.INTERRUPTS, "KEYS": ["n" * 60]}
    answer(client, questions(run)[0], ana, action="accept")
    drive()

    # The call was started afresh, and the same question took the fresh answer.
    ana.refresh_from_db()
    assert (status(run), ana.first_name) == ("completed", "Ana Anna")


def test_an_engine_that_stops_lets_a_tool_at_work_finish(ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    began, gate = threading.Event(), threading.Event()

    def slow() -> str:
        """Take long."""
        began.set()
        gate.wait(20)
        return "finished"

    tool(read_only=True)(slow)
    run = say(ana)
    drive(ScriptedModel("Hello."))
    run = say(ana, "again")

    async def work_and_stop() -> None:
        engine = Engine(model=ScriptedModel([("site_slow", {})]))
        working = asyncio.create_task(engine.run())
        await asyncio.to_thread(began.wait, 20)
        stopping = asyncio.create_task(engine.stop(20))
        asyncio.get_running_loop().call_soon(gate.set)
        await asyncio.gather(stopping, working, return_exceptions=True)

    asyncio.run(work_and_stop())
    (call,) = calls(run)
    assert (call.status, text_of(run)) == ("completed", "finished")


def test_a_name_that_a_server_has_already_leaves_that_server_alone(ana: User) -> None:
    other = Server.objects.create(name="site", url="http://127.0.0.1:1/mcp", enabled=False)

    say(ana)
    drive(ScriptedModel("Hello."))

    assert list(Server.objects.values_list("pk", "url")) == [(other.pk, "http://127.0.0.1:1/mcp")]


def test_the_admin_tries_the_tools_of_the_site_as_any_server(ana: User, client: Client) -> None:
    say(ana)
    drive(ScriptedModel("Hello."))
    client.force_login(User.objects.create_superuser("root"))
    row = Server.objects.get(url=INSIDE)

    page = client.get(f"/admin/interrupts/server/{row.pk}/change/").content.decode()
    assert "this site itself" in page and "this-site.invalid" not in page
    tried = client.post("/admin/interrupts/server/", {"action": "try_now", "_selected_action": [row.pk]}, follow=True)

    assert 'name="url"' not in page and 'name="may_know_who"' not in page
    assert "site answered" in " ".join(map(str, tried.context["messages"]))
