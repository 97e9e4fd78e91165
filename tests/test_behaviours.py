"""What this project was asked for, line by line: A tools that are called again, B tools that wait for a text, C typed
input in a chat, D a chat that pauses. The same tools are driven by our host and by the official client, in both eras.

(The official TypeScript client drives the samples in ``test_typescript_client``; a form in a real browser is filled in
``tests/browser``.)
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone
from mcp.client import Client
from mcp_types import CreateMessageResult, ElicitResult, TextContent

from interrupts import secrets
from interrupts.answers import AlreadyClosed, answer_interrupt
from interrupts.database import in_database
from interrupts.engine import Engine
from interrupts.marking import unmarked
from interrupts.mcp import McpTools
from interrupts.models import Interrupt, Run, Server, Writing
from interrupts.posted import ThreadBusy
from interrupts.runs import stop_run
from interrupts.writing import want_reply
from mcpbridge.client import (
    Address,
    Completed,
    InputRequired,
    Pause,
    call_tool,
    close_pool,
    list_tools,
    new_request_id,
)
from tests.behaviour_server import WHO_KEY
from tests.support import ScriptedModel, calls, drive, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[1]
MODERN, BEFORE = "2026-07-28", "2025-11-25"
both_eras = pytest.mark.parametrize("era", [MODERN, BEFORE])
NO, CLOSE = "decline", "cancel"

type Answer = dict[str, Any] | str
"""The content of an answer that accepts, or the action of one that does not."""
type Step = tuple[str, dict[str, Any], Sequence[Answer], str]
"""A tool, its arguments, the answers to what it asks, and what it comes to."""


@dataclass(frozen=True)
class Shop:
    """The server with the tools, and what they did."""

    url: str
    folder: Path

    @property
    def deeds(self) -> list[str]:
        return [line["deed"] for line in self.lines]

    @property
    def lines(self) -> list[dict[str, Any]]:
        log = self.folder / "deeds"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("behaviours")
    command = [sys.executable, "-m", "tests.behaviour_server", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            word, _, url = process.stdout.readline().strip().partition(" ")
            assert word == "READY"
            yield Shop(url, folder)
        finally:
            process.kill()


@pytest.fixture
def shop(started: Shop) -> Shop:
    (started.folder / "deeds").unlink(missing_ok=True)
    return started


@pytest.fixture
def connect(shop: Shop) -> Callable[[str], Server]:
    """Add the server to this site as one of an era; its tools ask by themselves."""

    def connected(era: str) -> Server:
        key = secrets.seal({"key": WHO_KEY.hex()})
        known = {"trusted": True, "era": era, "may_know_who": True, "who_key_sealed": key}
        row = Server.objects.create(name="shop", url=shop.url, **known)

        async def look() -> None:
            tools = McpTools()
            await tools.refresh(row.pk, max_age=0)
            await tools.close()

        asyncio.run(look())
        row.tools.update(asks_by_itself=True)
        return row

    return connected


@dataclass
class Told:
    """What a call came to: what the model reads, and what the person was asked on the way."""

    text: str
    asked: list[str]
    run: Run


def host(person: Any, tool: str, arguments: dict[str, Any], *answers: Answer) -> Told:
    """Our chat makes the call; one engine lives through it, as a held connection of the older era needs."""
    run = say(person)
    model = ScriptedModel([(f"shop_{tool}", arguments)])

    async def work() -> None:
        engine = Engine(model=model)
        await asyncio.create_task(engine.until_idle())
        for answer in answers:
            await in_database(give, run, answer)
            await asyncio.create_task(engine.until_idle())
        await engine.stop()

    asyncio.run(work())
    result = model.requests[-1].messages[-1].parts[0]
    return Told(unmarked(getattr(result, "text", "")), [question.message for question in questions(run)], run)


def paused(person: Any, tool: str, arguments: dict[str, Any]) -> Run:
    """Our chat makes the call, and its question waits."""
    run = say(person)
    drive(ScriptedModel([(f"shop_{tool}", arguments)]))
    return run


def give(run: Run, answer: Answer) -> None:
    """Answer the question that is open."""
    question = Interrupt.objects.get(run=run, status="pending")
    action, content = (answer, None) if isinstance(answer, str) else ("accept", answer)
    answer_interrupt(question, person=run.thread.owner, action=action, content=content, at=timezone.now())


def official(url: str, era: str, walk: Sequence[Step]) -> list[str]:
    """The official Python client makes these calls in one session; returns what each came to."""
    left: list[Answer] = []

    async def answer(*_: Any) -> ElicitResult:
        given = left.pop(0)
        if isinstance(given, str):
            return ElicitResult(action=given)  # type: ignore[arg-type]
        return ElicitResult(action="accept", content=given)

    async def write(*_: Any) -> CreateMessageResult:
        given = left.pop(0)
        assert isinstance(given, dict)
        content = TextContent(type="text", text=given["text"])
        return CreateMessageResult(role="assistant", content=content, model="m")

    async def work() -> list[str]:
        told = []
        mode = MODERN if era == MODERN else "legacy"
        async with Client(url, mode=mode, elicitation_callback=answer, sampling_callback=write) as client:
            for tool, arguments, answers, _ in walk:
                left[:] = answers
                result = await client.call_tool(tool, arguments)
                told.append(" ".join(block.text for block in result.content if isinstance(block, TextContent)))
        return told

    return asyncio.run(work())


DROP = ("drop_table", {"table": "orders"})
DELETE = ("delete_file", {"path": "a.txt"})
TYPED: list[Answer] = [{"text": "yes"}, {}]
WALK: list[Step] = [
    (*DROP, [{"value": True}], "Dropped orders"),
    (*DROP, [{"value": False}], "Kept orders: Accepted"),
    (*DROP, [NO], "Kept orders: Declined"),
    (*DROP, [CLOSE], "Kept orders: Cancelled"),
    (*DELETE, TYPED, "Deleted a.txt"),
    (*DELETE, [{"text": "no"}], "Kept a.txt"),
    (*DELETE, [{"text": "yes"}, NO], "Kept the last copy of a.txt"),
    ("deploy", {}, [{"environment": "production", "notes": "x"}], "Deployed to production (x)"),
    ("deploy", {}, [NO], "Not deployed: Declined"),
    ("show", {"kind": "form"}, [{"value": "blue"}], "Chosen: blue"),
    ("show", {"kind": "form"}, [CLOSE], "Nothing chosen"),
    ("fetch", {"fails": False}, [{}], "Fetched"),
    ("summarize", {}, [{"text": "Short", "model": "a person"}], "Summary: Short"),
]


@both_eras
def test_every_tool_comes_to_the_same_by_our_host_and_by_the_official_client(
    ana: Any, shop: Shop, connect: Callable[[str], Server], era: str
) -> None:
    connect(era)

    by_host = [host(ana, tool, arguments, *answers).text.strip() for tool, arguments, answers, _ in WALK]
    ours = shop.deeds
    by_client = official(shop.url, era, WALK)

    assert by_host == by_client == [text for *_, text in WALK]
    assert shop.deeds == ours + ours


# A. A tool asks and is called again


def test_a1_a3_a_tool_returns_early_and_gets_its_state_back_untouched(
    ana: Any, shop: Shop, connect: Callable[[str], Server]
) -> None:
    connect(MODERN)
    run = paused(ana, *DROP)
    asked = calls(run)[0].rounds.get()

    give(run, {"value": True})
    drive()

    again = calls(run)[0].rounds.order_by("number").last()
    assert again is not None and asked.ended == "asked"
    assert (again.state, again.rpc_id == asked.rpc_id) == (asked.next_state, False)
    assert "orders" not in (asked.next_state or ""), "it is sealed"
    assert shop.deeds == ["Dropped orders"]


@both_eras
def test_a4_what_was_done_is_written_down_with_the_name_of_the_person(
    ana: Any, shop: Shop, connect: Callable[[str], Server], era: str
) -> None:
    connect(era)
    host(ana, *DROP, {"value": True})

    assert shop.lines == [{"deed": "Dropped orders", "name": "ana"}]


@pytest.mark.parametrize("answer", [NO, CLOSE, {"value": False}])
def test_a4_anything_but_yes_ends_the_matter(
    ana: Any, shop: Shop, connect: Callable[[str], Server], answer: Answer
) -> None:
    connect(MODERN)
    told = host(ana, *DROP, answer)

    assert (len(told.asked), shop.deeds, status(told.run)) == (1, [], "completed")


def test_a5_the_explanation_is_shown_with_the_question(
    ana: Any, connect: Callable[[str], Server], client: Browser
) -> None:
    connect(MODERN)
    run = paused(ana, *DROP)
    client.force_login(ana)

    page = client.get(f"/threads/{run.thread_id}/").text
    assert "Drop orders?" in page and "There is no undo." in page


# B. A tool awaits an answer


@both_eras
@pytest.mark.parametrize("answer", [NO, CLOSE])
def test_b2_no_text_at_all_ends_the_call_as_an_error_of_the_tool(
    ana: Any, shop: Shop, connect: Callable[[str], Server], era: str, answer: Answer
) -> None:
    connect(era)
    told = host(ana, *DELETE, answer)

    assert calls(told.run)[0].status == "failed"
    assert "Deleted a.txt" not in shop.deeds


@both_eras
def test_b3_b4_work_marked_once_is_done_once_and_each_question_is_asked_once(
    ana: Any, shop: Shop, connect: Callable[[str], Server], era: str
) -> None:
    connect(era)
    told = host(ana, *DELETE, *TYPED)

    assert shop.deeds == ["Looked at a.txt", "Deleted a.txt"]
    assert told.asked == ["Delete a.txt? Type yes to continue.", "It is the last copy. Delete it all the same?"]


def test_b5_c5_c7_nothing_is_held_while_a_person_thinks_and_a_restart_loses_nothing(
    ana: Any, shop: Shop, connect: Callable[[str], Server]
) -> None:
    connect(MODERN)
    run = paused(ana, *DELETE)
    for answer in TYPED:
        give(run, answer)
        # A new engine each time, as after a restart, and days later.
        drive(clock=lambda: timezone.now() + timedelta(days=9))

    assert shop.deeds == ["Looked at a.txt", "Deleted a.txt"]


# C. Typed input in a chat


def test_c2_c3_the_form_is_made_from_the_schema_with_what_was_proposed(
    ana: Any, connect: Callable[[str], Server], client: Browser
) -> None:
    connect(MODERN)
    run = paused(ana, "deploy", {})
    client.force_login(ana)
    page = client.get(f"/threads/{run.thread_id}/").text

    assert page.index("Where to") < page.index("Notes"), "fields keep their order"
    assert "<textarea" in page and "Approve" in page and "Deny" in page
    assert questions(run)[0].intent == "tool_permission"


@both_eras
def test_c4_a_question_can_always_be_closed(ana: Any, connect: Callable[[str], Server], era: str) -> None:
    connect(era)
    run = paused(ana, "show", {"kind": "form"})

    assert questions(run)[0].actions == ["accept", "cancel"]


def test_c5_a_question_blocks_its_own_thread_only(ana: Any, connect: Callable[[str], Server]) -> None:
    connect(MODERN)
    run = paused(ana, *DROP)

    with pytest.raises(ThreadBusy):
        say(ana, "more", run.thread)
    other = say(ana, "elsewhere")
    drive()
    assert (status(run), status(other)) == ("interrupted", "completed")


def test_c6_a_turn_that_is_stopped_takes_its_question_back(
    ana: Any, shop: Shop, connect: Callable[[str], Server]
) -> None:
    connect(MODERN)
    run = paused(ana, *DROP)
    stop_run(person=ana, thread=run.thread, at=timezone.now())
    drive()

    assert (questions(run)[0].status, shop.deeds) == ("withdrawn", [])


@both_eras
def test_c6_what_cannot_be_shown_is_an_error_with_a_name_and_never_prose(
    ana: Any, connect: Callable[[str], Server], era: str
) -> None:
    connect(era)
    told = host(ana, "show", {"kind": "hologram"})

    assert "hologram" in told.text
    assert (told.asked, calls(told.run)[0].status) == ([], "failed")


def test_c8_the_person_sees_which_tool_of_which_server_with_what(
    ana: Any, connect: Callable[[str], Server], client: Browser
) -> None:
    connect(MODERN)
    run = paused(ana, *DROP)
    client.force_login(ana)
    card = client.get(f"/interrupts/{questions(run)[0].pk}/").text

    assert all(word in card for word in ("shop", "drop_table", "orders"))


# D. The chat pauses on a server's request


def test_d1_d2_a_pause_is_no_result_and_siblings_of_the_same_turn_are_done(
    ana: Any, shop: Shop, connect: Callable[[str], Server]
) -> None:
    connect(MODERN)
    run = say(ana)
    drive(ScriptedModel([("shop_drop_table", DROP[1]), ("shop_fetch", {"fails": True})]))

    paused, done = calls(run)
    assert (paused.status, paused.result, paused.outcome) == ("waiting", "", "")
    assert done.status == "failed" and "The disk is full." in done.result
    give(run, {"value": True})
    drive()
    assert (shop.deeds, status(run)) == (["Dropped orders"], "completed")


def test_d3_programs_can_read_what_a_question_is(ana: Any, connect: Callable[[str], Server]) -> None:
    connect(MODERN)
    run = paused(ana, "fetch", {"fails": False})
    question = questions(run)[0]
    call = calls(run)[0]

    assert question.program_id == f"mcp_input_{call.pk}_1_0"
    assert (question.reason, question.kind, question.message) == ("auth_required", "form", "Sign in first")
    assert json.loads(question.request)["method"] == "elicitation/create"


@both_eras
def test_d4_to_refuse_a_reply_ends_the_call_with_an_error(ana: Any, connect: Callable[[str], Server], era: str) -> None:
    connect(era)
    told = host(ana, "summarize", {}, NO)

    assert calls(told.run)[0].status == "failed"
    assert "the person refused" in told.text


@both_eras
def test_d5_an_ordinary_error_never_pauses(ana: Any, connect: Callable[[str], Server], era: str) -> None:
    connect(era)
    told = host(ana, "fetch", {"fails": True})

    assert (told.asked, "The disk is full." in told.text) == ([], True)


def test_d7_a_second_answer_to_the_same_question_is_refused_and_nothing_happens_twice(
    ana: Any, shop: Shop, connect: Callable[[str], Server]
) -> None:
    connect(MODERN)
    told = host(ana, *DROP, {"value": True})

    with pytest.raises(AlreadyClosed):
        answer_interrupt(
            questions(told.run)[0], person=ana, action="accept", content={"value": True}, at=timezone.now()
        )
    drive()
    assert shop.deeds == ["Dropped orders"]


def test_d4_the_model_writes_the_reply_and_the_person_sends_it(ana: Any, connect: Callable[[str], Server]) -> None:
    connect(MODERN)
    run = paused(ana, "summarize", {})
    question = questions(run)[0]

    want_reply(question, person=ana, typed="", at=timezone.now())
    drive(ScriptedModel("Brevity"))
    written = Writing.objects.get(interrupt=question)
    give(run, {"text": written.text.strip(), "model": written.model})
    model = drive()

    assert written.status == "done"
    assert "Summary: Brevity" in str(model.requests[-1].messages[-1])


def test_d6_a_server_of_before_that_asks_in_the_middle_of_a_call_works_too(
    ana: Any, shop: Shop, connect: Callable[[str], Server]
) -> None:
    connect(BEFORE)
    told = host(ana, *DROP, {"value": True})

    (asked,) = questions(told.run)
    assert asked.message.startswith("Drop orders?") and asked.held_by != ""
    assert shop.deeds == ["Dropped orders"]


def test_d8_outside_the_chat_the_pause_is_a_value_that_can_be_kept(shop: Shop) -> None:
    place = Address(shop.url)

    async def pause() -> str:
        tool = next(tool for tool in (await list_tools(place)).tools if tool.name == "drop_table")
        asked = await call_tool(place, tool=tool, arguments=DROP[1], request_id=new_request_id())
        assert isinstance(asked, InputRequired)
        await close_pool()
        return Pause(tool, DROP[1], asked).to_json()

    async def resume(kept: str) -> Any:
        paused = Pause.from_json(kept)
        assert (paused.kind, paused.request["message"]) == ("form", "Drop orders?")
        (asked,) = paused.requests
        outcome = await paused.resume(place, {asked.key: {"action": "accept", "content": {"value": True}}})
        await close_pool()
        return outcome

    outcome = asyncio.run(resume(asyncio.run(pause())))

    assert isinstance(outcome, Completed) and not outcome.is_error
    assert shop.deeds == ["Dropped orders"]
