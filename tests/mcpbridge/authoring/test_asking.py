"""A tool asks, and is written once: the same on a client of 2026-07-28 and on one of 2025."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from pydantic import BaseModel, field_validator

from mcpbridge.authoring import (
    Accepted,
    Cancelled,
    Declined,
    Missing,
    NotAnswered,
    accepted_content,
    confirm,
    elicit,
    form,
    input_required,
    request_input,
    sample,
    sampling,
    stored_state,
    url,
    visit,
)
from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool, cancel, decline
from tests.mcpbridge.authoring.asking import asking_server
from tests.mcpbridge.authoring.support import Clock

BOOLEAN = {"type": "boolean"}

type Asking = str | InputRequiredResult

every_era = pytest.mark.parametrize("era", ERAS)


async def delete_file(path: str, ctx: Context) -> str:
    """Delete a file when the word yes is typed."""
    text = await request_input(ctx, f"Delete {path}? Type yes to continue.")
    return f"Deleted {path}" if text == "yes" else f"Kept {path}"


def drop_table(table: str, ctx: Context) -> Asking:
    """Drop a table after a yes."""
    match accepted_content(ctx, "sure"):
        case Missing():
            asked = form("sure", f"Drop {table}?", BOOLEAN)
            return input_required([asked], state={"rows": 7}, message="There is no undo.")
        case Accepted(True):
            return f"Dropped {table} with {stored_state(ctx)['rows']} rows"
        case other:
            return f"Kept {table}: {other}"


# --- B: awaiting a text ----------------------------------------------------------------------------------------------


@every_era
@pytest.mark.parametrize(("typed", "said"), [("yes", "Deleted a.txt"), ("no", "Kept a.txt"), ("", "Kept a.txt")])
async def test_the_awaited_text_is_what_the_person_typed(era: Era, typed: str, said: str) -> None:
    finished = await call_tool(asking_server(delete_file), "delete_file", {"path": "a.txt"}, answers=[typed], era=era)

    assert (finished.text, finished.is_error) == (said, False)
    assert [asked.message for asked in finished.asked] == ["Delete a.txt? Type yes to continue."]


@every_era
@pytest.mark.parametrize(
    ("reply", "words"), [(decline(), "The person said no."), (cancel(), "The person closed the question")]
)
async def test_declining_and_closing_end_the_call_as_a_tool_error(era: Era, reply: Any, words: str) -> None:
    finished = await call_tool(asking_server(delete_file), "delete_file", {"path": "a"}, answers=[reply], era=era)

    assert finished.is_error
    assert words in finished.text


# --- A: returning questions ------------------------------------------------------------------------------------------


@every_era
@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (True, "Dropped orders with 7 rows"),
        (False, "Kept orders: Accepted(content=False"),
        (decline(), "Kept orders: Declined()"),
        (cancel(), "Kept orders: Cancelled()"),
    ],
)
async def test_yes_no_declined_and_closed_are_four_answers_and_each_is_asked_for_once(
    era: Era, reply: Any, said: str
) -> None:
    finished = await call_tool(asking_server(drop_table), "drop_table", {"table": "orders"}, answers=[reply], era=era)

    assert finished.text.startswith(said)
    assert len(finished.asked) == 1


@every_era
async def test_a_root_that_is_no_object_is_asked_as_a_form_of_one_field(era: Era) -> None:
    finished = await call_tool(asking_server(drop_table), "drop_table", {"table": "t"}, answers=[False], era=era)

    (asked,) = finished.asked
    assert asked.schema == {"type": "object", "properties": {"value": {"type": "boolean"}}, "required": ["value"]}


async def test_a_client_of_2025_reads_the_explanation_below_the_message() -> None:
    finished = await call_tool(asking_server(drop_table), "drop_table", {"table": "t"}, answers=[False], era="2025")

    assert finished.asked[0].message == "Drop t?\n\nThere is no undo."


@every_era
async def test_questions_of_every_kind_are_asked_at_once_and_answered_by_id(era: Era) -> None:
    def mixed(ctx: Context) -> Asking:
        if isinstance(accepted_content(ctx, "form"), Missing):
            name, page = form("form", "Name?", {"type": "string"}), url("url", "Sign in", "https://a.example/")
            return input_required([name, page, sampling("model", "Say hello", max_tokens=9)])
        return "|".join(str(accepted_content(ctx, id).content) for id in ("form", "url", "model"))  # type: ignore[union-attr]

    finished = await call_tool(asking_server(mixed), "mixed", answers=["Ana", accept(), "hello"], era=era)

    assert [asked.kind for asked in finished.asked] == ["form", "url", "sampling"]
    name, page, message = finished.text.split("|")
    assert (name, page) == ("Ana", "{}")
    assert "'text': 'hello'" in message


@every_era
async def test_asking_the_very_same_thing_again_after_a_decline_ends_the_call(era: Era) -> None:
    def stubborn(ctx: Context) -> Asking:
        if accepted_content(ctx, "sure") != Accepted({}):
            return input_required([form("sure", "Sure?")])
        return "done"

    finished = await call_tool(asking_server(stubborn), "stubborn", answers=[decline()], era=era)

    assert finished.is_error
    assert "The person said no." in finished.text


async def test_a_tool_that_builds_the_result_itself_works_on_a_client_of_2025_too() -> None:
    def by_hand(ctx: Context) -> Asking:
        answer = (ctx.input_responses or {}).get("q")
        if not isinstance(answer, ElicitResult):
            params = ElicitRequestFormParams(message="Sure?", requested_schema={"type": "object", "properties": {}})
            return InputRequiredResult(input_requests={"q": ElicitRequest(params=params)}, request_state="mine")
        return f"{answer.action} {ctx.request_state}"

    finished = await call_tool(asking_server(by_hand), "by_hand", answers=[decline()], era="2025")

    assert finished.text == "decline mine"


async def test_a_tool_that_never_stops_asking_is_ended_in_a_session() -> None:
    def endless(ctx: Context) -> Asking:
        return input_required([form("more", "More?")])

    finished = await call_tool(asking_server(endless), "endless", answers=[accept()] * 31, era="2025")

    assert finished.is_error
    assert "asked in 32 rounds" in finished.text


# --- C: typed input --------------------------------------------------------------------------------------------------


class Plan(BaseModel):
    environment: str
    copies: int = 1

    @field_validator("copies")
    @classmethod
    def _few(cls, copies: int) -> int:
        if copies > 5:
            raise ValueError("at most five copies")
        return copies


async def deploy(ctx: Context) -> str:
    """Deploy as planned."""
    answer = await elicit(ctx, "Where to?", Plan, value={"environment": "staging"}, intent="tool_permission")
    match answer:
        case Accepted(plan):
            return f"Deployed to {plan.environment}, {plan.copies + 0} copies"
        case Declined():
            return "Declined"
        case Cancelled():
            return "Cancelled"


@every_era
async def test_a_form_made_from_a_model_is_answered_with_that_model(era: Era) -> None:
    server = asking_server(deploy)

    finished = await call_tool(server, "deploy", answers=[{"environment": "live", "copies": 2}], era=era)

    assert finished.text == "Deployed to live, 2 copies"
    schema = finished.asked[0].schema or {}
    assert schema["properties"]["environment"]["default"] == "staging"
    assert schema["required"] == ["environment"]
    assert (await call_tool(server, "deploy", answers=[decline()], era=era)).text == "Declined"
    assert (await call_tool(server, "deploy", answers=[cancel()], era=era)).text == "Cancelled"


@every_era
@pytest.mark.parametrize(
    ("amiss", "why"),
    [
        ({"environment": "live", "copies": 9}, "copies: Value error, at most five copies"),
        ({"copies": 2}, "'environment' is a required property"),
        ({"environment": "live", "copies": "two"}, "copies: 'two' is not of type 'integer'"),
    ],
)
async def test_an_answer_that_does_not_fit_is_asked_again_with_the_reason(
    era: Era, amiss: dict[str, Any], why: str
) -> None:
    finished = await call_tool(asking_server(deploy), "deploy", answers=[amiss, {"environment": "live"}], era=era)

    assert finished.text == "Deployed to live, 1 copies"
    again = finished.asked[1]
    assert again.message == f"Where to?\n\nThe last answer could not be used: {why}"
    kept = {name: field.get("default") for name, field in (again.schema or {})["properties"].items()}
    assert kept["environment"] == amiss.get("environment", "staging")


@every_era
async def test_after_three_answers_of_no_use_the_call_ends(era: Era) -> None:
    finished = await call_tool(asking_server(deploy), "deploy", answers=[{}, {"copies": 99}, {"copies": "x"}], era=era)

    assert finished.is_error
    assert "No answer that could be used came in 3 tries" in finished.text


@every_era
async def test_a_bare_confirm_is_a_form_without_fields_and_anything_but_yes_is_no(era: Era) -> None:
    async def sure(ctx: Context) -> str:
        return str(await confirm(ctx, "Sure?"))

    server = asking_server(sure)

    yes = await call_tool(server, "sure", answers=[accept()], era=era)

    assert yes.text == "True"
    assert (yes.asked[0].schema or {})["properties"] == {}
    for reply in (decline(), cancel()):
        assert (await call_tool(server, "sure", answers=[reply], era=era)).text == "False"


@every_era
async def test_a_model_is_asked(era: Era) -> None:
    async def greet(ctx: Context) -> str:
        return str((await sample(ctx, "Say hello", max_tokens=9))["content"]["text"])

    assert (await call_tool(asking_server(greet), "greet", answers=["hello"], era=era)).text == "hello"


async def test_a_refused_sampling_ends_the_call_in_a_session() -> None:
    async def greet(ctx: Context) -> str:
        return str(await sample(ctx, "Say hello", max_tokens=9))

    finished = await call_tool(asking_server(greet), "greet", answers=[decline()], era="2025")

    assert finished.is_error
    assert "The client refused what the tool asked of it" in finished.text


@every_era
async def test_agreeing_to_an_address_is_told_from_declining_it(era: Era) -> None:
    async def pay(ctx: Context) -> str:
        return type(await visit(ctx, "Pay here", "https://pay.example/")).__name__

    server = asking_server(pay)

    assert (await call_tool(server, "pay", answers=[accept()], era=era)).text == "Accepted"
    assert (await call_tool(server, "pay", answers=[decline()], era=era)).text == "Declined"


@every_era
async def test_the_tool_can_tell_how_old_an_answer_is(era: Era) -> None:
    clock = Clock()
    ages: list[tuple[timedelta, timedelta]] = []

    async def patient(ctx: Context) -> str:
        first = await elicit(ctx, "One?")
        clock.now += 60
        await elicit(ctx, "Two?")
        assert isinstance(first, Accepted)
        ages.append((first.age, first.question_age))
        return "done"

    await call_tool(asking_server(patient, clock=clock), "patient", answers=[accept(), accept()], era=era)

    # The clock moves on in the second and in the third round, after each look at it in the second.
    assert ages == [(timedelta(seconds=60), timedelta(seconds=60))]


# --- Several questions -----------------------------------------------------------------------------------------------


@every_era
async def test_three_questions_in_order_are_asked_once_each_and_the_work_after_them_is_done_once(era: Era) -> None:
    done: list[str] = []

    async def three(ctx: Context) -> str:
        first = await request_input(ctx, "A?")
        second = await request_input(ctx, f"B about {first}?")
        third = await request_input(ctx, f"C about {second}?")
        done.append(third)
        return third

    finished = await call_tool(asking_server(three), "three", answers=["1", "2", "3"], era=era)

    assert [asked.message for asked in finished.asked] == ["A?", "B about 1?", "C about 2?"]
    assert done == ["3"]


@every_era
async def test_questions_with_ids_are_asked_at_the_same_time_and_a_late_one_in_the_next_round(era: Era) -> None:
    entered: list[str] = []
    never = asyncio.Event()

    async def late(ctx: Context) -> bool:
        if len(entered) == 1:
            await never.wait()
        return await confirm(ctx, "Late?", id="late")

    async def some_steps_later(ctx: Context) -> str:
        for _ in range(5):
            await asyncio.sleep(0)
        return await request_input(ctx, "Right?", id="right")

    async def together(ctx: Context) -> str:
        entered.append("round")
        return str(await asyncio.gather(confirm(ctx, "Left?", id="left"), late(ctx), some_steps_later(ctx)))

    finished = await call_tool(asking_server(together), "together", answers=[accept(), "r", decline()], era=era)

    assert [asked.message for asked in finished.asked] == ["Left?", "Right?", "Late?"]
    assert finished.text == "[True, False, 'r']"
    assert len(entered) == 3


@pytest.mark.parametrize("ids", [("", ""), ("same", "same")])
async def test_questions_that_cannot_be_told_apart_are_a_fault_of_the_tool(ids: tuple[str, str]) -> None:
    acted: list[Any] = []

    async def crossed(ctx: Context) -> str:
        acted.append(await asyncio.gather(*(confirm(ctx, f"{place}?", id=id) for place, id in enumerate(ids))))
        return "done"

    finished = await call_tool(asking_server(crossed), "crossed")

    assert finished.is_error
    assert acted == []


# --- Pausing ---------------------------------------------------------------------------------------------------------


@every_era
async def test_a_pause_unwinds_the_tool_so_its_finally_runs_in_every_round(era: Era) -> None:
    order: list[str] = []

    async def careful(ctx: Context) -> str:
        order.append("open")
        try:
            return await request_input(ctx, "Go on?")
        finally:
            await asyncio.sleep(0)
            order.append("closed")

    await call_tool(asking_server(careful), "careful", answers=["yes"], era=era)

    assert order == ["open", "closed", "open", "closed"]


@every_era
async def test_what_catches_exceptions_does_not_catch_a_pause(era: Era) -> None:
    async def wary(ctx: Context) -> str:
        try:
            return await request_input(ctx, "Go on?")
        except Exception:
            return "went on without an answer"

    assert (await call_tool(asking_server(wary), "wary", answers=["yes"], era=era)).text == "yes"


@every_era
async def test_a_tool_that_catches_its_pause_all_the_same_fails(era: Era) -> None:
    async def greedy(ctx: Context) -> str:
        try:
            return await request_input(ctx, "Go on?")
        except BaseException:
            return "went on without an answer"

    finished = await call_tool(asking_server(greedy), "greedy", era=era)

    assert finished.is_error
    assert finished.text == "The tool caught the pause of its call and went on without an answer."


@every_era
async def test_a_tool_may_go_on_after_a_no(era: Era) -> None:
    async def gentle(ctx: Context) -> str:
        try:
            return await request_input(ctx, "Name?")
        except NotAnswered as refused:
            return f"no name: {refused.action}"

    assert (await call_tool(asking_server(gentle), "gentle", answers=[cancel()], era=era)).text == "no name: cancel"


async def test_a_call_that_is_cancelled_takes_its_tool_along() -> None:
    entered, left = asyncio.Event(), asyncio.Event()

    async def slow(ctx: Context) -> str:
        entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            left.set()
        return "never"

    calling = asyncio.create_task(asking_server(slow).call_tool("slow", {}))
    await entered.wait()
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling

    assert left.is_set()


async def test_the_helpers_say_so_when_the_server_is_no_asking_one() -> None:
    with pytest.raises(RuntimeError, match="AskingServer"):
        await request_input(Context(), "Name?")


# --- Clients that cannot show it -------------------------------------------------------------------------------------


async def test_a_client_of_2026_that_shows_no_forms_gets_an_error_that_names_what_is_missing() -> None:
    with pytest.raises(MCPError) as refused:
        await call_tool(asking_server(delete_file), "delete_file", {"path": "a"}, can_show=False)

    assert refused.value.error.code == -32021
    assert refused.value.error.data == {"requiredCapabilities": {"elicitation": {"form": {}}}}


async def test_a_client_of_2025_that_shows_no_forms_gets_a_tool_error_for_the_model() -> None:
    finished = await call_tool(asking_server(delete_file), "delete_file", {"path": "a"}, can_show=False, era="2025")

    assert finished.is_error
    assert "did not declare that it can: show a form. Nothing was changed." in finished.text
