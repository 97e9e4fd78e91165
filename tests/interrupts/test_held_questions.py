"""Servers of the 2025 era ask in the middle of an open call: the connection is held, the question waits in the rows."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from interrupts import holds, leases, mcp
from interrupts.answers import answer_interrupt
from interrupts.database import in_database
from interrupts.engine import Engine
from interrupts.mcp import McpTools
from interrupts.metrics import HELD_CONNECTIONS
from interrupts.models import Interrupt, Round, Run, Server, Tool, ToolCall
from interrupts.runs import stop_run
from mcpbridge.client import HeldCall, OutcomeUnknown, ServerUnreachable
from tests.held_peer import HeldPeer, held_peer
from tests.scripted_mcp import scripted_mcp
from tests.support import ScriptedModel, calls, connect, questions, say, status

pytestmark = pytest.mark.django_db(transaction=True)

YES = {"sure": True}
WISH = [("peer_act", {"what": "x"})]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HeldPeer]:
    with held_peer(tmp_path_factory.mktemp("peer")) as peer:
        yield peer


@pytest.fixture
def peer(started: HeldPeer) -> HeldPeer:
    """The peer, alive and with nothing done yet."""
    started.begin_anew()
    return started


@pytest.fixture
def row(peer: HeldPeer) -> Server:
    """The peer as a server of this site, with the tools it lists."""
    return added(peer, name="peer")


def added(peer: HeldPeer, *, name: str) -> Server:
    made = Server.objects.create(name=name, url=peer.url, trusted=True)

    async def look() -> None:
        tools = McpTools()
        await tools.refresh(made.pk, max_age=0)
        await tools.close()

    asyncio.run(look())
    made.tools.update(asks_by_itself=True)
    made.refresh_from_db()
    return made


def live(*acts: Callable[[], Any], model: ScriptedModel | None = None, clock: Any = timezone.now) -> ScriptedModel:
    """One engine that lives through all of this: it works until idle, then the next act happens, and so on."""
    model = model or ScriptedModel(WISH)

    async def work() -> None:
        engine = Engine(model=model, clock=clock)
        for act in (*acts, lambda: None):
            await asyncio.create_task(engine.until_idle())
            await in_database(act)
        await engine.stop()

    asyncio.run(work())
    return model


def answer(run: Run, action: str = "accept", content: Any = YES) -> Callable[[], None]:
    """An act: answer the question of a run that is open."""

    def act() -> None:
        question = Interrupt.objects.get(run=run, status="pending")
        given = content if action == "accept" else None
        answer_interrupt(question, person=run.thread.owner, action=action, content=given, at=timezone.now())

    return act


def live_on(model: ScriptedModel, *steps: Callable[[], Any]) -> None:
    """One engine that goes on by itself. A step that says no is asked again until it does not; an act says nothing."""

    async def work() -> None:
        engine = Engine(model=model)
        running = asyncio.create_task(engine.run())
        async with asyncio.timeout(30):
            for step in steps:
                while await in_database(step) is False:  # noqa: ASYNC110 - rows give no notice
                    await asyncio.sleep(0.05)
        await engine.stop()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(work())


def see(look: Callable[[], Any], into: list[Any]) -> Callable[[], None]:
    return lambda: into.append(look())


def test_the_era_of_a_server_is_found_out_once_and_remembered(row: Server) -> None:
    assert row.era == "2025-11-25"
    assert set(row.tools.values_list("name", flat=True)) >= {"act", "slow", "visit"}


def test_the_answer_reaches_the_open_call_and_it_acts_once(ana: Any, peer: HeldPeer, row: Server) -> None:
    run, seen = say(ana), []

    def waiting() -> tuple[str, str, bool]:
        question = questions(run)[0]
        held_until = question.round.holder_until if question.round else None
        return status(run), question.message, held_until is not None

    model = live(see(waiting, seen), answer(run))

    assert seen == [("interrupted", "Do x?", True)]
    assert peer.effects == ["x"]
    assert (status(run), calls(run)[0].status) == ("completed", "completed")
    assert "x is done." in str(model.requests[-1].messages[-1])


def test_a_no_is_told_to_the_server_and_nothing_is_done(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)
    model = live(answer(run, "decline"))

    assert (peer.effects, status(run)) == ([], "completed")
    assert "Nothing was done about x (decline)." in str(model.requests[-1].messages[-1])


def test_two_questions_one_after_the_other_live_in_one_connection(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)
    live(answer(run), answer(run), model=ScriptedModel([("peer_act_twice", {"what": "y"})]))

    assert [question.message for question in questions(run)] == ["Begin y?", "Finish y?"]
    assert peer.effects == ["y"]


def test_while_it_waits_no_worker_is_busy_and_no_other_engine_takes_the_run(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run, seen = say(ana), []

    def another_looks() -> tuple[str, list[Any]]:
        answer(run)()
        return status(run), leases.claim("another", now=timezone.now(), limit=9)

    live(see(another_looks, seen))

    assert seen == [("queued", [])]
    assert (peer.effects, status(run)) == (["x"], "completed")


def test_an_engine_that_stops_strands_its_questions_and_the_card_says_what_an_answer_does(
    ana: Any, peer: HeldPeer, row: Server, client: Client
) -> None:
    run = say(ana)
    live()
    client.force_login(ana)
    question = questions(run)[0]

    page = client.get(f"/threads/{run.thread_id}/").text
    without_consent = client.post(f"/interrupts/{question.pk}/answer/", {"action": "accept", "f0": "true"})

    assert question.stranded_at is not None
    assert "is called again from the start" in page and "Call act again" in page
    assert without_consent.status_code == 422
    assert "The connection was lost while you wrote." in without_consent.text
    assert questions(run)[0].status == "pending"


def test_a_stranded_question_is_answered_and_its_tool_called_again_with_that_answer(
    ana: Any, peer: HeldPeer, row: Server, client: Client
) -> None:
    run = say(ana)
    live()
    client.force_login(ana)
    form = {"action": "accept", "f0": "true", "call_again": "yes"}

    answered = client.post(f"/interrupts/{questions(run)[0].pk}/answer/", form)
    live(model=ScriptedModel())

    assert answered.status_code == 302
    assert (peer.effects, status(run)) == (["x"], "completed")
    assert [question.door for question in questions(run)] == ["page", "carried over"]


def test_after_the_first_of_two_answers_a_lost_connection_costs_neither(
    ana: Any, peer: HeldPeer, row: Server, client: Client
) -> None:
    run = say(ana)
    live(answer(run), model=ScriptedModel([("peer_act_twice", {"what": "y"})]))
    client.force_login(ana)

    form = {"action": "accept", "f0": "true", "call_again": "yes"}
    client.post(f"/interrupts/{questions(run)[1].pk}/answer/", form)
    live(model=ScriptedModel())

    assert [(q.message, q.door) for q in questions(run)] == [
        ("Begin y?", "page"),
        ("Finish y?", "page"),
        ("Begin y?", "carried over"),
        ("Finish y?", "carried over"),
    ]
    assert peer.effects == ["y"]


def test_a_no_to_a_stranded_question_ends_the_matter_without_another_call(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run = say(ana)
    live()
    answer(run, "decline")()
    model = live(model=ScriptedModel())

    assert (peer.effects, calls(run)[0].status) == ([], "failed")
    assert "The person said no." in str(model.requests[-1].messages[-1])
    assert Round.objects.filter(call__run=run).count() == 1


def test_an_answer_given_before_anybody_knew_that_the_connection_is_lost_asks_for_consent(
    ana: Any, peer: HeldPeer, row: Server, client: Client
) -> None:
    run = say(ana)
    live()
    # As if its engine had died without a word, and the person answered before anybody noticed.
    Interrupt.objects.update(stranded_at=None)
    Run.objects.update(holder="dead", holder_until=timezone.now() - timedelta(seconds=1))
    answer(run)()
    live(model=ScriptedModel())
    client.force_login(ana)
    assert "outcome unknown" not in client.get(f"/threads/{run.thread_id}/").text
    asked = questions(run)[-1]
    before = peer.effects, asked.kind, asked.reason, status(run)

    answer_interrupt(asked, person=ana, action="accept", content=None, at=timezone.now())
    live(model=ScriptedModel())

    assert before == ([], "outcome", "stranded", "interrupted")
    assert (peer.effects, status(run)) == (["x"], "completed")


def test_who_will_not_have_it_called_again_ends_the_matter_and_the_assistant_hears_why(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run = say(ana)
    live()
    Interrupt.objects.update(stranded_at=None)
    Run.objects.update(holder="dead", holder_until=timezone.now() - timedelta(seconds=1))
    answer(run)()

    model = live(answer(run, "decline"), model=ScriptedModel())

    assert (peer.effects, status(run), calls(run)[0].status) == ([], "completed", "failed")
    assert "The person's answer did not reach peer" in str(model.requests[-1].messages[-1])


def test_an_engine_that_is_silent_for_too_long_has_its_questions_stranded(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run = say(ana)
    live()
    Interrupt.objects.update(stranded_at=None)
    Run.objects.update(holder="dead", holder_until=timezone.now() - timedelta(seconds=1))

    holds.strand_abandoned(now=timezone.now())

    assert questions(run)[0].stranded_at is not None


def test_a_server_that_dies_while_a_person_thinks_strands_the_question(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)

    live_on(
        ScriptedModel(WISH),
        lambda: status(run) == "interrupted",
        peer.kill,
        lambda: questions(run)[0].stranded_at is not None,
    )

    assert questions(run)[0].status == "pending"


def test_a_connection_is_not_held_for_longer_than_its_server_has(ana: Any, peer: HeldPeer, row: Server) -> None:
    Server.objects.update(hold_limit=0)
    run, seen = say(ana), []
    live(lambda: None, see(lambda: questions(run)[0].stranded_at is not None, seen))

    assert seen == [True]


def test_one_connection_too_many_is_let_go_and_its_question_stays(
    ana: Any, peer: HeldPeer, row: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interrupts.holding.MOST", 0)
    run, seen = say(ana), []
    live(lambda: None, see(lambda: (questions(run)[0].status, questions(run)[0].stranded_at is not None), seen))

    assert seen == [("pending", True)]


def test_a_server_that_goes_on_without_an_answer_has_its_question_taken_back_and_its_result_told(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run = say(ana)
    model = ScriptedModel([("peer_impatient", {})])
    live_on(model, lambda: status(run) == "completed")

    assert questions(run)[0].status == "withdrawn"
    assert "It went on by itself." in str(model.requests[-1].messages[-1])


def test_a_stop_takes_the_question_back_and_lets_the_connection_go(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)
    live(lambda: stop_run(person=ana, thread=run.thread, at=timezone.now()))

    assert (peer.effects, status(run), questions(run)[0].status) == ([], "cancelled", "withdrawn")


def test_a_stop_while_the_tool_works_tells_the_server(ana: Any, peer: HeldPeer, row: Server, tmp_path: Path) -> None:
    run = say(ana)
    never = str(tmp_path / "never")

    def stop() -> None:
        stop_run(person=ana, thread=run.thread, at=timezone.now())

    live_on(
        ScriptedModel([("peer_slow", {"gate": never})]),
        lambda: ToolCall.objects.filter(progress=3).exists(),
        stop,
        lambda: peer.effects == ["cancelled"],
    )

    assert status(run) == "cancelled"


def test_progress_and_log_lines_show_in_the_line_of_the_call(
    ana: Any, peer: HeldPeer, row: Server, client: Client
) -> None:
    run = say(ana)
    live(model=ScriptedModel([("peer_slow", {})]))
    client.force_login(ana)
    call = calls(run)[0]
    done = client.get(f"/threads/{run.thread_id}/").text
    ToolCall.objects.update(status="sent")
    running = client.get(f"/threads/{run.thread_id}/").text

    assert (call.progress, call.progress_total, call.progress_text) == (3, 4, "the third of four")
    assert "It has begun." in done and '<span class="progress"' not in done
    assert 'max="1" value="0.75"' in running and "the third of four" in running


def test_a_sampling_question_and_an_address_come_through_the_same_cards(ana: Any, peer: HeldPeer, row: Server) -> None:
    wishes = ScriptedModel([("peer_summarize", {})], [("peer_visit", {})])
    run = say(ana)
    reply = {"text": "Short.", "model": "a person"}
    model = live(answer(run, content=reply), answer(run, content=None), model=wishes)

    assert [question.kind for question in questions(run)] == ["sampling", "url"]
    assert "It wrote: Short." in str(model.requests[1].messages[-1])
    assert "The paper is signed." in str(model.requests[2].messages[-1])


def test_a_server_that_says_in_a_call_that_its_tools_changed_has_its_list_read_at_once(
    ana: Any, tmp_path: Path
) -> None:
    with held_peer(tmp_path) as peer:
        row = added(peer, name="peer")
        say(ana)
        known: list[bool] = []
        live_on(
            ScriptedModel([("peer_learn", {})]),
            lambda: row.tools.filter(name="learned").exists(),
            lambda: known.append(True),
        )

    assert known == [True]


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
def test_a_page_that_must_be_opened_first_is_asked_about_and_then_the_call_begins_anew(
    ana: Any, tmp_path: Path, era: str
) -> None:
    gate = tmp_path / "was there"
    address = {"mode": "url", "elicitationId": "m1", "url": "https://sign.example/in", "message": "Sign in"}
    refusal = {"error": {"code": -32042, "message": "Sign in first.", "data": {"elicitations": [address]}}}
    wish = [("bank_only_members", {"gate": str(gate)})]
    with ExitStack() as stack:
        if era == "2026-07-28":
            tools = [{"name": "only_members", "inputSchema": {"type": "object"}}]
            calls_of = {"only_members": [refusal, {"text": "You are in."}]}
            connect(stack.enter_context(scripted_mcp({"tools": tools, "calls": calls_of})))
        else:
            added(stack.enter_context(held_peer(tmp_path)), name="bank")
        run = say(ana)

        def go_there() -> None:
            gate.touch()
            answer(run, content=None)()

        model = live(go_there, model=ScriptedModel(wish))

    assert [(q.kind, q.message, q.held_by) for q in questions(run)] == [("url", "Sign in", "")]
    assert [each.ended for each in calls(run)[0].rounds.order_by("number")] == ["open_first", "completed"]
    assert "You are in." in str(model.requests[-1].messages[-1])


def test_who_will_not_open_the_page_ends_the_call(ana: Any, peer: HeldPeer, row: Server, tmp_path: Path) -> None:
    run = say(ana)
    model = live(answer(run, "decline"), model=ScriptedModel([("peer_only_members", {"gate": str(tmp_path / "no")})]))

    assert (calls(run)[0].status, calls(run)[0].rounds.count(), peer.effects) == ("failed", 1, [])
    assert "the person would not" in str(model.requests[-1].messages[-1])


def test_a_refused_sampling_request_ends_the_call_and_lets_the_connection_go(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run = say(ana)
    live(answer(run, "decline"), model=ScriptedModel([("peer_summarize", {})]))

    assert (calls(run)[0].status, status(run)) == ("failed", "completed")
    assert Run.objects.get(pk=run.pk).holder == ""


def test_a_connection_that_is_just_being_opened_is_not_taken_for_one_that_is_over(
    ana: Any, peer: HeldPeer, row: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = HeldCall.begin

    async def slowly(*args: Any, **terms: Any) -> HeldCall:
        # Meanwhile the engine looks after the other connections that it holds.
        await in_database(lambda: holds.keep(Run.objects.get().holder, set(), now=timezone.now()))
        return await begin(*args, **terms)

    monkeypatch.setattr(HeldCall, "begin", slowly)
    run = say(ana)
    live(lambda: None, answer(run))

    assert (peer.effects, status(run)) == (["x"], "completed")
    assert questions(run)[0].stranded_at is None


def test_an_answer_that_could_not_set_out_still_belongs_to_its_open_connection(
    ana: Any, peer: HeldPeer, row: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_signed_in, tries = mcp.call_signed_in, []

    async def renews_late(*args: Any) -> Any:
        tries.append(args)
        if len(tries) == 2:
            raise ServerUnreachable("peer", "its sign-in could not be renewed")
        return await call_signed_in(*args)

    monkeypatch.setattr(mcp, "call_signed_in", renews_late)
    run, later = say(ana), [timedelta()]
    live(
        answer(run), lambda: later.append(timedelta(seconds=5)), lambda: None, clock=lambda: timezone.now() + later[-1]
    )

    assert (peer.effects, status(run)) == (["x"], "completed")
    assert len(questions(run)) == 1


def test_whoever_was_not_told_that_the_connection_is_lost_agreed_to_no_fresh_call(
    ana: Any, peer: HeldPeer, row: Server
) -> None:
    run = say(ana)
    live()
    as_it_was_shown = questions(run)[0]
    as_it_was_shown.stranded_at = None

    answer_interrupt(as_it_was_shown, person=ana, action="accept", content=YES, at=timezone.now())
    live(model=ScriptedModel())

    assert (peer.effects, questions(run)[-1].reason, status(run)) == ([], "stranded", "interrupted")


def test_a_call_begun_anew_while_its_connection_is_open_lets_that_go(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)
    before = HELD_CONNECTIONS._value.get()

    def tool_changes() -> None:
        Tool.objects.filter(name="act").update(contract="other", fingerprint="other", raw='{"description": "Other."}')

    seen: list[Any] = []
    live(
        tool_changes,
        answer(run),
        answer(run, content=None),
        see(HELD_CONNECTIONS._value.get, seen),
        answer(run),
    )

    assert [question.kind for question in questions(run)] == ["form", "changed", "form"]
    assert seen == [before + 1]
    assert (peer.effects, status(run)) == (["x"], "completed")


def test_a_server_that_goes_on_does_not_take_back_what_this_site_asks(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)
    live(
        lambda: Tool.objects.filter(name="act").update(contract="other", fingerprint="other"),
        answer(run),
        lambda: holds.go_on_without_answer([calls(run)[0].pk], now=timezone.now()),
    )

    assert [(question.kind, question.status) for question in questions(run)] == [
        ("form", "resolved"),
        ("changed", "pending"),
    ]


def test_a_question_asked_in_place_of_another_takes_its_place(ana: Any, peer: HeldPeer, row: Server) -> None:
    run = say(ana)

    model = ScriptedModel([("peer_fickle", {})])
    live_on(
        model,
        lambda: [question.status for question in questions(run)] == ["withdrawn", "pending"],
        answer(run),
        lambda: status(run) == "completed",
    )

    assert [question.message for question in questions(run)] == ["This?", "Or that?"]
    assert "That was answered (accept)." in str(model.requests[-1].messages[-1])


def test_connections_that_are_slow_to_close_do_not_keep_the_engine_from_its_leases(
    ana: Any, peer: HeldPeer, row: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    Server.objects.update(hold_limit=0)
    run, close = say(ana), HeldCall.close

    async def work() -> None:
        gate = asyncio.Event()

        async def slowly(held: HeldCall) -> None:
            await gate.wait()
            await close(held)

        monkeypatch.setattr(HeldCall, "close", slowly)
        engine = Engine(model=ScriptedModel(WISH))
        async with asyncio.timeout(20):
            await asyncio.create_task(engine.until_idle())
            await asyncio.create_task(engine.until_idle())
        gate.set()
        await engine.stop()

    asyncio.run(work())

    assert questions(run)[0].stranded_at is not None


def test_a_call_that_may_be_repeated_begins_anew_when_its_connection_dies_with_the_answer(
    ana: Any, peer: HeldPeer, row: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(*_: Any, **__: Any) -> None:
        monkeypatch.undo()
        raise OutcomeUnknown("peer", "the connection broke")

    monkeypatch.setattr(HeldCall, "answer", breaks)
    run, later = say(ana), [timedelta()]
    model = live(
        answer(run),
        lambda: later.append(timedelta(seconds=5)),
        answer(run, "decline"),
        model=ScriptedModel([("peer_look", {})]),
        clock=lambda: timezone.now() + later[-1],
    )

    assert [(sent.answers == "", sent.ended) for sent in Round.objects.order_by("number")] == [
        (True, "asked"),
        (False, "lost"),
        (True, "asked"),
        (False, "completed"),
    ]
    assert "Looked (decline)." in str(model.requests[-1].messages[-1])
