"""A tool that is no longer what it was: taken as it is from trusted servers, held back from others until approved."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import wire
from interrupts.changes import waiting_tools
from interrupts.diagnosis import look_at_changed_tools
from interrupts.engine import Engine
from interrupts.ledger import broken_links, chain_of_tool
from interrupts.linediff import LINE, compare
from interrupts.listening import Listening
from interrupts.mcp import McpTools, to_listen_to
from interrupts.models import Event, Server, Tool
from interrupts.rereading import Rereading
from interrupts.servers import store_tools
from mcpbridge.client import Address, ToolList, read_tool
from mcpbridge.client import Tool as OfferedTool
from tests.interrupts.admin import rows
from tests.scripted_mcp import Scripted, scripted_mcp
from tests.support import ScriptedModel, calls, connect, drive, questions, say

pytestmark = pytest.mark.django_db
driven = pytest.mark.django_db(transaction=True)

PAY = {"name": "pay", "description": "Pays.", "inputSchema": {"type": "object"}}
TWICE = PAY | {"description": "Pays twice.", "annotations": {"readOnlyHint": True}}
ASK = {"ask": {"sure": {"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}}}}}
WISH = [("bank_pay", {})]


@pytest.fixture
def root(django_user_model: Any) -> Any:
    return django_user_model.objects.create_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def office(root: Any) -> Client:
    client = Client()
    client.force_login(root)
    return client


@pytest.fixture(scope="module")
def process() -> Iterator[Scripted]:
    with scripted_mcp({}) as server:
        yield server


@pytest.fixture
def bank(process: Scripted) -> Scripted:
    process.begin_anew({"tools": [PAY], "calls": {"pay": [ASK, {"text": "paid"}]}})
    return process


def offer(server: Server, *entries: dict[str, Any]) -> None:
    """Have the rows know what a server lists now, as an engine does."""
    tools = [read for entry in entries if isinstance(read := read_tool(entry), OfferedTool)]
    store_tools(server.pk, ToolList(tuple(tools), (), None), at=timezone.now())


def changed(*, trusted: bool = False, into: dict[str, Any] = TWICE) -> Tool:
    server = Server.objects.create(name="bank", url="http://127.0.0.1:1/mcp", trusted=trusted)
    offer(server, PAY)
    offer(server, into)
    return Tool.objects.get()


def page(client: Client, tool: Tool) -> str:
    return client.get(f"/admin/interrupts/tool/{tool.pk}/change/").content.decode()


def approve(client: Client, tool: Tool, proposed: str | None = None) -> str:
    address = f"/admin/interrupts/tool/{tool.pk}/approve/"
    reply = client.post(address, {"proposed": tool.proposed if proposed is None else proposed}, follow=True)
    tool.refresh_from_db()
    return reply.content.decode()


def test_a_tool_seen_for_the_first_time_waits_for_nobody() -> None:
    offer(Server.objects.create(name="bank", url="http://127.0.0.1:1/mcp"), PAY)

    assert not waiting_tools().exists()


def test_what_a_trusted_server_changed_counts_at_once_and_is_noted() -> None:
    tool = changed(trusted=True)

    assert (tool.description, tool.proposed) == ("Pays twice.", "")
    assert Event.objects.get().kind == "tool.changed"


def test_what_another_server_changed_is_kept_apart_from_what_was_approved() -> None:
    tool = changed()

    assert (tool.description, tool.annotations) == ("Pays.", "{}")
    assert list(waiting_tools()) == [tool]
    assert Event.objects.get().kind == "tool.proposed"


def test_seeing_the_same_change_again_is_no_news() -> None:
    tool = changed()
    since = tool.proposed_at

    offer(tool.server, TWICE)

    tool.refresh_from_db()
    assert (tool.proposed_at, Event.objects.count()) == (since, 1)


def test_a_tool_that_is_again_what_it_was_needs_no_approval() -> None:
    tool = changed()

    offer(tool.server, PAY)

    assert not waiting_tools().exists()
    assert [event.kind for event in Event.objects.order_by("pk")] == ["tool.proposed", "tool.changed_back"]


def test_leaving_the_list_for_a_while_does_not_launder_a_change() -> None:
    tool = changed(into=PAY)
    offer(tool.server)

    offer(tool.server, TWICE)

    assert waiting_tools().get().description == "Pays."


@driven
def test_a_changed_tool_is_not_offered_to_the_assistant(ana: Any, bank: Scripted) -> None:
    connect(bank, trusted=False)
    bank.replace({"tools": [TWICE]})

    model = drive_after(ana, minutes=10)

    assert model.requests[0].tools == ()


def drive_after(person: Any, *, minutes: int, model: ScriptedModel | None = None) -> ScriptedModel:
    say(person)
    return drive(model, clock=lambda: timezone.now() + timedelta(minutes=minutes))


@driven
def test_a_call_of_a_changed_tool_is_not_made_and_the_assistant_is_told_why(ana: Any, bank: Scripted) -> None:
    connect(bank, trusted=False)
    bank.replace({"tools": [TWICE]})
    run = say(ana)

    drive(ScriptedModel(WISH))

    (call,) = calls(run)
    assert call.status == "failed" and "an admin has not approved that yet" in call.outcome
    assert bank.calls() == []


@pytest.fixture
def stopped(ana: Any, client: Client, bank: Scripted) -> Any:
    """A call whose question was answered, and whose tool changed before it could go on."""
    client.force_login(ana)
    connect(bank, trusted=False)
    run = say(ana)
    drive(ScriptedModel(WISH))
    answer(client, run)
    drive()
    answer(client, run)
    bank.replace({"tools": [TWICE], "calls": {"pay": [{"text": "paid twice"}]}})
    drive(clock=lambda: timezone.now() + timedelta(minutes=2))
    return run


def answer(client: Client, run: Any) -> None:
    client.post(f"/interrupts/{questions(run)[-1].pk}/answer/", {"action": "accept"})


@driven
def test_a_call_that_waited_while_its_tool_changed_asks_and_says_that_an_admin_must_agree(
    stopped: Any, bank: Scripted
) -> None:
    question = questions(stopped)[-1]

    assert (question.kind, question.status) == ("changed", "pending")
    assert wire.load(question.differs) == [
        "An admin has to approve what changed before the tool is called. Until then, going on ends this call.",
        "Its description is now: Pays twice.",
        "Its hint readOnlyHint was not given and is now true.",
    ]
    assert len(bank.calls()) == 1


@driven
def test_going_on_without_the_approval_ends_the_call(stopped: Any, client: Client, bank: Scripted) -> None:
    answer(client, stopped)
    drive()

    (call,) = calls(stopped)
    assert call.status == "failed" and "an admin has not approved that" in call.outcome
    assert len(bank.calls()) == 1


@driven
def test_going_on_after_the_approval_calls_the_tool_as_it_is_now(
    stopped: Any, client: Client, office: Client, bank: Scripted
) -> None:
    approve(office, Tool.objects.get())
    answer(client, stopped)
    drive()

    assert calls(stopped)[0].status == "completed"
    assert len(bank.calls()) == 2


def test_an_admin_sees_what_changed_and_approves_it(office: Client) -> None:
    tool = changed()
    shown = page(office, tool)

    said = approve(office, tool)

    assert "<del>- Pays.</del>" in shown and "<ins>+ Pays twice.</ins>" in shown
    assert "readOnlyHint" in shown and "Approve this definition" in shown
    assert "pay may be used as it is now." in said
    assert (tool.description, tool.proposed) == ("Pays twice.", "")
    event = Event.objects.get(kind="tool.approved")
    assert (event.actor, event.subject, event.data["is"]) == ("root", f"tool {tool.pk}", tool.fingerprint)
    assert broken_links(chain_of_tool(tool)) == []


def test_what_an_admin_said_of_a_tool_outlives_an_approval(office: Client) -> None:
    tool = changed()
    Tool.objects.update(read_only=True)

    approve(office, tool)

    assert tool.read_only


def test_only_what_was_shown_is_approved(office: Client) -> None:
    tool = changed()
    shown = tool.proposed
    offer(tool.server, TWICE | {"description": "Pays thrice."})

    said = approve(office, tool, shown)

    assert "nothing was approved" in said
    assert tool.description == "Pays." and tool.proposed


def test_approving_takes_a_post_and_the_right_to_change_tools(office: Client, client: Client, ben: Any) -> None:
    tool = changed()
    client.force_login(rows.may(ben, "view_tool"))
    address = f"/admin/interrupts/tool/{tool.pk}/approve/"

    assert "Approve this definition" not in page(client, tool)
    assert client.post(address, {"proposed": tool.proposed}).status_code == 403
    assert office.get(address).status_code == 405
    assert waiting_tools().exists()


def test_texts_of_a_changed_tool_stay_texts(office: Client) -> None:
    hostile = f"{rows.PAYLOAD}\u202e"

    shown = page(office, changed(into=PAY | {"description": hostile, "inputSchema": {"title": hostile}}))

    assert "<img src=x" not in shown and "&lt;img src=x" in shown
    assert "\u202e" not in shown and "⟨U+202E⟩" in shown


def test_a_change_of_megabytes_is_shown_in_bounds_and_still_to_be_approved(office: Client) -> None:
    properties = {f"{number}": {"description": "x" * 200} for number in range(20_000)}

    shown = page(office, changed(into=PAY | {"inputSchema": {"type": "object", "properties": properties}}))

    assert len(shown) < 1_500_000
    assert "lines are not shown" in shown and "cut here" in shown and "Approve this definition" in shown


def test_admins_are_told_where_they_look_first(office: Client) -> None:
    tool = changed()

    index, listed = office.get("/admin/").content.decode(), office.get("/admin/interrupts/tool/?waits=yes")

    assert "1 changed tool waits for approval" in index
    assert listed.context["cl"].result_count == 1
    (finding,) = look_at_changed_tools()
    assert (finding.state, finding.facts) == ("warning", {"waiting": ["bank.pay"]})
    approve(office, tool)
    assert "interrupts-changed-tools" not in office.get("/admin/").content.decode()
    assert office.get("/admin/interrupts/tool/?waits=yes").context["cl"].result_count == 0
    assert look_at_changed_tools() == []


def test_a_server_that_becomes_trusted_has_its_changes_taken() -> None:
    tool = changed()
    Server.objects.update(trusted=True)

    offer(tool.server, TWICE)

    tool.refresh_from_db()
    assert (tool.description, tool.proposed) == ("Pays twice.", "")


def test_a_difference_shows_what_changed_with_a_little_around_it() -> None:
    old = [str(number) for number in range(20)]
    new = [*old[:10], "ten", *old[11:]]

    lines = [(line.kind, line.text) for line in compare("\n".join(old), "\n".join(new))]

    assert lines == [
        ("left_out", "7 lines are not shown"),
        *(("same", str(number)) for number in (7, 8, 9)),
        ("gone", "10"),
        ("new", "ten"),
        *(("same", str(number)) for number in (11, 12, 13)),
        ("left_out", "6 lines are not shown"),
    ]


def test_a_change_far_out_in_a_long_line_is_seen() -> None:
    lines = compare("a" * 10_000, "a" * 10_000 + "b")

    assert [line.text[-1] for line in lines if line.kind == "new"] == ["b"]
    assert all(len(line.text) <= LINE for line in lines)


def test_equal_texts_have_no_difference() -> None:
    assert compare("a\nb", "a\nb") == []


# --- Hearing of it at once

HEARD = {"jsonrpc": "2.0", "params": {"_meta": {"io.modelcontextprotocol/subscriptionId": "{{id}}"}}}


def telling(*kinds: str) -> dict[str, Any]:
    """The script of a server that offers to tell of changes, and tells these."""
    raw = "".join(f"data: {wire.dump(HEARD | {'method': f'notifications/{kind}'})}\n\n" for kind in kinds)
    discovery = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {"listChanged": True}}}
    listen = [{"raw": raw, "content_type": "text/event-stream", "hold": "open"}]
    return {"answers": {"server/discover": [{"result": discovery}], "subscriptions/listen": listen}}


async def until_heard(server: Scripted) -> None:
    """Listen as a running engine does, until the first change was dealt with."""
    tools, dealt_with = McpTools(), asyncio.Event()

    async def changed(server_id: int) -> None:
        await tools.read_anew(server_id)
        dealt_with.set()

    async def as_it_is(server_id: int, address: Address) -> Address:
        return address

    rereading = Rereading(changed)
    listening = asyncio.create_task(Listening(to_listen_to, rereading.soon, as_it_is).run())
    await asyncio.to_thread(server.release, "open")
    await asyncio.wait_for(dealt_with.wait(), 30)
    listening.cancel()
    await asyncio.wait([listening])
    await rereading.close()
    await tools.close()


@driven
def test_a_server_that_tells_of_a_change_has_its_list_read_at_once(bank: Scripted) -> None:
    connect(bank, trusted=False)
    bank.replace({"tools": [TWICE], **telling("subscriptions/acknowledged", "tools/list_changed")})

    asyncio.run(until_heard(bank))

    assert waiting_tools().exists()


def test_changes_that_come_while_a_list_is_read_are_one_more_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interrupts.rereading.BREATH", 0)
    readings, over = [], asyncio.Event()

    async def read(server_id: int) -> None:
        readings.append(server_id)
        if len(readings) == 1:
            for _ in range(5):
                rereading.soon(server_id)
        else:
            over.set()

    async def hear() -> None:
        rereading.soon(7)
        await over.wait()
        await rereading.close()

    rereading = Rereading(read)
    asyncio.run(hear())

    assert readings == [7, 7]


@driven
def test_samples_disabled_servers_and_those_of_before_are_not_listened_to(bank: Scripted) -> None:
    connect(bank)
    Server.objects.create(name="sample", url="http://127.0.0.1:1/a", sample=True)
    Server.objects.create(name="off", url="http://127.0.0.1:1/b", enabled=False)
    Server.objects.create(name="old", url="http://127.0.0.1:1/c", era="2025-06-18")

    assert [address.url for address in to_listen_to().values()] == [bank.url]


@driven
def test_a_running_engine_listens_and_a_stopped_one_lets_go(bank: Scripted) -> None:
    connect(bank)
    bank.replace({"tools": [PAY], **telling("subscriptions/acknowledged")})

    async def run_and_stop() -> None:
        engine = Engine(model=ScriptedModel())
        running = asyncio.create_task(engine.run())
        await asyncio.to_thread(bank.wait_for_method, "subscriptions/listen", 1)
        await engine.stop()
        await asyncio.wait([running])

    asyncio.run(run_and_stop())

    bank.wait_until_left()
