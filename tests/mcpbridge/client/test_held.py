"""Held calls, and what servers of the 2025 era do that the official SDK's never does."""

import asyncio

import pytest

from mcpbridge.client import (
    Address,
    CallRejected,
    Failed,
    HoldLost,
    LogLine,
    OutcomeUnknown,
    Progress,
    QuestionWithdrawn,
    ReplyTooLarge,
    ServerUnreachable,
    SessionGone,
    WrongEra,
    list_tools,
)
from mcpbridge.client.questions import MAX_OPEN, Questions
from tests.mcpbridge.client.conftest import PlaySession
from tests.mcpbridge.client.held_calls import YES, asked, form, held
from tests.mcpbridge.client.rounds import text_of

ASK = [{"send": form(7)}, {"await": 7}, {"text": "{{7}}"}]


async def test_a_session_begins_with_a_handshake_and_ends_with_a_farewell(play_session: PlaySession) -> None:
    server = play_session({})

    async with held(server) as call:
        await call.next()

    seen = [entry["method"] or entry["verb"] for entry in server.requests()]
    assert seen == ["initialize", "notifications/initialized", "GET", "tools/call", "DELETE"]
    assert "mcp-protocol-version" not in server.requests("initialize")[0]["headers"]
    assert {entry["headers"]["mcp-protocol-version"] for entry in server.requests()[1:]} == {"2025-11-25"}
    assert len({entry["headers"]["mcp-session-id"] for entry in server.requests()[1:]}) == 1


async def test_the_revision_the_server_chose_is_spoken_from_then_on(play_session: PlaySession) -> None:
    server = play_session({"version": "2025-03-26"})

    async with held(server) as call:
        await call.next()

    assert server.calls()[0]["headers"]["mcp-protocol-version"] == "2025-03-26"


@pytest.mark.parametrize("get", [404, 405])
async def test_a_server_without_sessions_and_without_a_stream_of_its_own_works(
    play_session: PlaySession, get: int
) -> None:
    server = play_session({"sessions": False, "get": get, "call": ASK})

    async with held(server) as call:
        await asked(call)
        await call.answer({"q1": YES})
        done = await call.next()

    assert "accept" in text_of(done)
    assert server.verbs("DELETE") == []


async def test_an_answer_goes_out_with_the_credentials_of_its_own_time(play_session: PlaySession) -> None:
    server = play_session({"call": ASK})
    before, now = (Address(server.url, {"Authorization": f"Bearer {when}"}) for when in ("before", "now"))
    elsewhere = Address(f"{server.url}/elsewhere", {"Authorization": "Bearer elsewhere"})

    async with held(before) as call:
        await asked(call)
        await call.answer({}, place=elsewhere)
        await call.answer({"q1": YES}, place=now)
        await call.next()

    assert server.calls()[0]["headers"]["authorization"] == "Bearer before"
    sent = [entry["headers"] for entry in server.verbs("POST") if entry["method"] is None]
    assert [headers["authorization"] for headers in sent] == ["Bearer now"]


async def test_a_question_on_the_stream_for_what_comes_unasked_is_answered(play_session: PlaySession) -> None:
    server = play_session({"call": [{"send": form(7), "on": "get"}, *ASK[1:]]})

    async with held(server) as call:
        question = await asked(call)
        await call.answer({"q1": YES})

        assert question.requests[0].params["message"] == "Sure?"
        assert "accept" in text_of(await call.next())


async def test_two_questions_at_once_come_together_and_each_gets_its_own_answer(play_session: PlaySession) -> None:
    questions = {"together": [form(7, "This?"), form("7", "And that?")]}
    server = play_session({"call": [questions, {"await": 7}, {"await": "7"}, {"text": "done"}]})

    async with held(server) as call:
        both = await asked(call)
        await call.answer({"q1": YES, "q2": {"action": "decline"}})
        await call.next()

    assert [(each.key, each.params["message"]) for each in both.requests] == [("q1", "This?"), ("q2", "And that?")]
    assert [(said["id"], said["result"]["action"]) for said in server.answers()] == [(7, "accept"), ("7", "decline")]


async def test_a_second_question_may_follow_the_first_answer(play_session: PlaySession) -> None:
    server = play_session({"call": [*ASK[:2], {"send": form(8, "Really?")}, {"await": 8}, {"text": "{{8}}"}]})

    async with held(server) as call:
        await asked(call)
        await call.answer({"q1": YES})
        second = await asked(call)
        await call.answer({"q2": {"action": "cancel"}})

        assert second.requests[0].key == "q2"
        assert "cancel" in text_of(await call.next())


async def test_a_question_that_comes_while_another_is_open_is_told_and_both_stay_open(
    play_session: PlaySession,
) -> None:
    steps = [{"send": form(7)}, {"hold": "more"}, {"send": form(8)}, {"await": 8}, {"await": 7}, {"text": "done"}]
    server = play_session({"call": steps})

    async with held(server) as call:
        await asked(call)
        await asyncio.to_thread(server.release, "more")
        second = await asked(call)

        assert [each.key for each in second.requests] == ["q2"]
        assert call.open_questions == {"q1", "q2"}


async def test_a_ping_is_answered_while_a_question_is_open(play_session: PlaySession) -> None:
    server = play_session({"call": [{"send": form(7)}, {"send": {"id": 9, "method": "ping"}}, {"await": 9}, *ASK[1:]]})

    async with held(server) as call:
        await asked(call)
        await call.answer({"q1": YES})
        await call.next()

    assert {"jsonrpc": "2.0", "id": 9, "result": {}} in server.answers()


@pytest.mark.parametrize("method", ["roots/list", "tasks/get"])
async def test_what_we_never_offered_is_refused_and_the_call_goes_on(play_session: PlaySession, method: str) -> None:
    server = play_session({"call": [{"send": {"id": 9, "method": method}}, {"await": 9}, {"text": "done"}]})

    async with held(server) as call:
        done = await call.next()

    assert text_of(done) == "done"
    assert server.answers()[0]["error"]["code"] == -32601


async def test_progress_of_another_call_and_crooked_progress_are_not_told(play_session: PlaySession) -> None:
    def progress(**params: object) -> dict[str, object]:
        return {"send": {"method": "notifications/progress", "params": params}}

    log = {"method": "notifications/message", "params": {"level": "warning", "logger": "db", "data": {"rows": 3}}}
    server = play_session(
        {
            "call": [
                progress(progressToken="another", progress=1),
                progress(progressToken="{{token}}", progress="much"),
                progress(progressToken="{{token}}", progress=True),
                progress(progressToken="{{token}}", progress=2, total=4, message="half"),
                {"send": log, "on": "get"},
                {"text": "done"},
            ]
        }
    )
    told: list[Progress] = []
    logged: asyncio.Future[LogLine] = asyncio.get_running_loop().create_future()

    async with held(server, on_progress=told.append, on_log=logged.set_result) as call:
        await call.next()
        line = await logged

    assert told == [Progress(2.0, 4.0, "half")]
    assert line == LogLine("warning", "db", '{"rows":3}')


async def test_a_batch_of_questions_and_the_answer_in_a_batch_are_read(play_session: PlaySession) -> None:
    answer = {"id": "ID", "result": {"content": [{"type": "text", "text": "done"}]}}
    batch = {"send": [form(7), {"id": 9, "method": "ping"}]}
    server = play_session({"version": "2025-03-26", "call": [batch, {"await": 7}, {"await": 9}, {"send": [answer]}]})

    async with held(server) as call:
        await asked(call)
        await call.answer({"q1": YES})

        assert text_of(await call.next()) == "done"


async def test_a_reply_that_is_one_json_value_is_read(play_session: PlaySession) -> None:
    answer = {"id": "ID", "result": {"content": [{"type": "text", "text": "plain"}]}}

    async with held(play_session({"call": [{"json": answer}]})) as call:
        assert text_of(await call.next()) == "plain"


@pytest.mark.parametrize("status", [404, 400])
async def test_a_session_that_was_forgotten_before_the_call_is_opened_anew_once(
    play_session: PlaySession, status: int
) -> None:
    server = play_session({"forgets": 1, "forget_status": status})

    async with held(server) as call:
        done = await call.next()

    first, second = server.calls()
    assert text_of(done) == "ok"
    assert first["headers"]["mcp-session-id"] != second["headers"]["mcp-session-id"]


async def test_a_server_that_forgets_every_session_is_given_up(play_session: PlaySession) -> None:
    server = play_session({"forgets": 9})

    with pytest.raises(SessionGone):
        async with held(server):
            pass

    assert len(server.calls()) == 2


async def test_a_broken_stream_without_event_ids_loses_the_question_at_once(play_session: PlaySession) -> None:
    server = play_session({"call": [{"send": form(7)}, {"hold": "cut"}, {"break": True}]})

    async with held(server) as call:
        await asked(call)
        await asyncio.to_thread(server.release, "cut")
        await call.lost.wait()

        assert call.open_questions == frozenset()
        with pytest.raises(HoldLost):
            await call.answer({"q1": YES})
        with pytest.raises(OutcomeUnknown):
            await call.next()


async def test_a_broken_stream_with_event_ids_is_taken_up_where_it_broke(play_session: PlaySession) -> None:
    again = {"send": form(7), "event": "e2"}
    more = {"send": form(8), "event": "e3"}
    ending = [{"await": 7}, {"await": 8}, {"text": "done"}]
    server = play_session({"call": [{"id": "e1", "retry": 1}, again, {"break": True}, again, more, *ending]})

    async with held(server) as call:
        first, second = await asked(call), await asked(call)
        await call.answer({"q1": YES, "q2": YES})
        done = await call.next()

    assert [[each.key for each in asked.requests] for asked in (first, second)] == [["q1"], ["q2"]]
    assert text_of(done) == "done"
    assert [get["headers"].get("last-event-id") for get in server.verbs("GET")] == [None, "e2"]
    assert len(server.calls()) == 1


async def test_an_event_id_that_cannot_be_sent_back_does_not_make_the_call_one_that_never_left(
    play_session: PlaySession,
) -> None:
    steps = [{"id": "e\x0b", "retry": 1}, {"send": form(7), "event": "f\x0b"}, {"hold": "cut"}, {"break": True}]
    server = play_session({"call": steps})

    async with held(server) as call:
        await asked(call)
        await asyncio.to_thread(server.release, "cut")
        await call.lost.wait()

        with pytest.raises(OutcomeUnknown, match="could not be taken up"):
            await call.next()


async def test_a_stream_with_event_ids_that_cannot_be_taken_up_is_lost(play_session: PlaySession) -> None:
    steps = [{"id": "e1", "retry": 1}, {"send": form(7), "event": "e2"}, {"hold": "cut"}, {"break": True}]
    server = play_session({"resumes": False, "call": steps})

    async with held(server) as call:
        await asked(call)
        await asyncio.to_thread(server.release, "cut")
        await call.lost.wait()

        with pytest.raises(OutcomeUnknown, match="could not be taken up"):
            await call.next()


async def test_a_session_that_is_gone_while_a_person_thinks_is_noticed(play_session: PlaySession) -> None:
    server = play_session({"call": [{"send": form(7)}, {"hold": "end"}, {"forget": True}, {"hold": "never"}]})

    async with held(server, ping_seconds=0.001) as call:
        await asked(call)
        await asyncio.to_thread(server.release, "end")
        await call.lost.wait()

        with pytest.raises(HoldLost, match="no longer knows the session"):
            await call.answer({"q1": YES})


async def test_an_answer_the_server_has_no_session_for_surely_did_not_arrive(play_session: PlaySession) -> None:
    server = play_session({"call": [{"send": form(7)}, {"forget": True}, {"hold": "never"}]})

    async with held(server) as call:
        await asked(call)

        with pytest.raises(HoldLost, match="did not arrive"):
            await call.answer({"q1": YES})


async def test_an_answer_that_met_an_error_may_have_arrived_and_is_not_open(
    play_session: PlaySession,
) -> None:
    server = play_session({"refuses_answers": 500, "call": [{"send": form(7)}, {"hold": "never"}]})

    async with held(server) as call:
        await asked(call)

        with pytest.raises(OutcomeUnknown):
            await call.answer({"q1": YES})
        assert call.open_questions == frozenset()


async def test_answers_of_which_only_one_arrived_leave_the_outcome_unknown(play_session: PlaySession) -> None:
    steps = [{"together": [form(7), form(8)]}, {"await": 7}, {"forget": True}, {"hold": "never"}]

    async with held(play_session({"call": steps})) as call:
        await asked(call)

        with pytest.raises(OutcomeUnknown, match="only some of the answers"):
            await call.answer({"q1": YES, "q2": YES})


async def test_a_reply_that_is_too_large_is_not_taken_up_again(play_session: PlaySession) -> None:
    server = play_session({"call": [{"id": "e1", "retry": 1}, {"text": "x" * 10_500_000}]})

    async with held(server, seconds=10.0) as call:
        with pytest.raises(ReplyTooLarge):
            await call.next()


async def test_a_server_that_gives_up_waiting_ends_the_call_and_the_late_answer_is_not_swallowed(
    play_session: PlaySession,
) -> None:
    server = play_session({"call": [{"send": form(7)}, {"hold": "tired"}, {"text": "nobody answered"}]})

    async with held(server) as call:
        await asked(call)
        await asyncio.to_thread(server.release, "tired")

        assert text_of(await call.next()) == "nobody answered"
        with pytest.raises(HoldLost, match="the call is over"):
            await call.answer({"q1": YES})


async def test_a_question_the_server_takes_back_is_not_open_any_more(play_session: PlaySession) -> None:
    back = {"method": "notifications/cancelled", "params": {"requestId": 7}}
    server = play_session({"call": [{"together": [form(7), form("7"), back]}, {"hold": "on"}, {"text": "done"}]})

    async with held(server) as call:
        left = await asked(call)

        assert [each.key for each in left.requests] == ["q2"]
        with pytest.raises(QuestionWithdrawn):
            await call.answer({"q1": YES})


async def test_time_runs_out_while_no_question_is_open(play_session: PlaySession) -> None:
    server = play_session({"call": [{"hold": "never"}]})

    async with held(server, seconds=0.01) as call:
        with pytest.raises(OutcomeUnknown, match=r"within 0\.01 seconds"):
            await call.next()


async def test_a_server_without_sessions_that_never_gets_its_answer_is_named_as_one(play_session: PlaySession) -> None:
    server = play_session({"sessions": False, "call": [{"send": form(7)}, {"hold": "never"}]})

    async with held(server, seconds=0.3) as call:
        await asked(call)
        await call.answer({"q1": YES})

        with pytest.raises(OutcomeUnknown, match="keeps no sessions"):
            await call.next()


def test_the_time_in_which_a_question_is_open_does_not_count() -> None:
    now = 100.0
    questions = Questions(10.0, lambda: now)

    now = 104.0
    questions.take(7, "elicitation/create", {}, "")
    questions.take(8, "elicitation/create", {}, "")
    while_both_are_open = questions.deadline
    now = 9000.0
    questions.drop("q1")
    while_one_is_open = questions.deadline
    questions.drop("q2")

    assert (while_both_are_open, while_one_is_open, questions.deadline) == (None, None, 9006.0)


def test_more_questions_at_once_than_anybody_reads_are_refused() -> None:
    questions = Questions(10.0, lambda: 0.0)

    taken = [questions.take(number, "elicitation/create", {}, "") for number in range(MAX_OPEN + 1)]

    assert taken == [True] * MAX_OPEN + [False]
    assert questions.take(0, "elicitation/create", {}, "")  # one that is repeated is none more


async def test_a_stop_is_told_to_the_server(play_session: PlaySession) -> None:
    server = play_session({"call": [{"send": form(7)}, {"hold": "never"}]})

    async with held(server) as call:
        await asked(call)
        await call.cancel("The person stopped the run.")

    told = server.requests("notifications/cancelled")[0]["params"]
    assert told == {"requestId": server.calls()[0]["id"], "reason": "The person stopped the run."}


async def test_who_waits_for_a_call_that_is_let_go_is_told(play_session: PlaySession) -> None:
    server = play_session({"call": [{"hold": "never"}]})

    async with held(server) as call:
        waiting = asyncio.create_task(call.next())
        await asyncio.sleep(0)
        await call.close()

        with pytest.raises(OutcomeUnknown, match="let go"):
            await waiting


async def test_an_error_is_a_failed_call(play_session: PlaySession) -> None:
    async with held(play_session({"call": [{"error": {"code": -32603, "message": "broke"}}]})) as call:
        outcome = await call.next()

    assert isinstance(outcome, Failed)
    assert (outcome.why, outcome.message) == ("call_refused", "broke")


async def test_nothing_was_sent_to_a_server_that_is_not_there(unused_address: Address) -> None:
    with pytest.raises(ServerUnreachable):
        async with held(unused_address):
            pass


async def test_a_server_that_knows_no_handshake_is_of_another_era(play_session: PlaySession) -> None:
    server = play_session({"initialize": {"code": -32022, "message": "no", "data": {"supported": ["2026-07-28"]}}})

    with pytest.raises(WrongEra) as wrong:
        async with held(server):
            pass

    assert wrong.value.data == {"supported": ["2026-07-28"]}


async def test_a_revision_nobody_knows_is_refused(play_session: PlaySession) -> None:
    with pytest.raises(CallRejected, match="2019-01-01"):
        await list_tools(Address(play_session({"version": "2019-01-01"}).url), era="2025-11-25")
