"""What an OpenAI-compatible server says beside its text, and each way in which it breaks."""

from decimal import Decimal
from typing import Any

import pytest

from chatsite.assistants import choose
from chatsite.assistants.manner import Manner
from interrupts.ports import (
    ArgumentsDelta,
    Attachment,
    Finished,
    ModelMessage,
    ReasoningDelta,
    ReplyEvent,
    Text,
    ToolResult,
    ToolUse,
)
from tests.chatsite.assistants.support import (
    all_events,
    asking,
    assistant,
    results,
    text_of,
    until_failure,
    user,
    uses_of,
)
from tests.model_ways import OPENAI, Way
from tests.scripted_openai import Scripted

pytestmark = pytest.mark.usefixtures("pool")

LIST = {"id": "a", "name": "database__list_tables", "arguments": {}}


@pytest.mark.parametrize("way", OPENAI.values(), ids=OPENAI)
async def test_each_way_to_break_is_told_by_its_kind_after_what_came_before(server: Scripted, way: Way) -> None:
    server.play([way.reply])
    model = choose("openai:m", base_url=server.url, api_key="k", read_timeout=way.read_timeout)

    came, told = await until_failure(model)

    assert (told.kind, told.retryable, told.retry_after) == (way.kind, way.retryable, way.retry_after)
    assert text_of(came) == way.text


async def reply_to(server: Scripted, script: Any) -> list[ReplyEvent]:
    server.play([script])
    return await all_events(choose("openai:m", base_url=server.url), asking(user("go")))


DETAILS = [
    {"type": "reasoning.text", "text": "Let me ", "index": 0},
    {"type": "reasoning.text", "text": "see.", "index": 0},
    {"type": "reasoning.text", "signature": "c2ln", "index": 0},
]


@pytest.mark.parametrize(
    "spoken",
    [
        {"reasoning_content": ["Let me ", "see."]},
        {"reasoning": ["Let me ", "see."]},
        {"reasoning_details": DETAILS},
    ],
    ids=lambda spoken: next(iter(spoken)),
)
async def test_reasoning_comes_apart_from_the_reply(server: Scripted, spoken: dict[str, Any]) -> None:
    events = await reply_to(server, {**spoken, "text": ["Two."]})

    thoughts = [event.text for event in events if isinstance(event, ReasoningDelta)]
    assert (thoughts, text_of(events)) == (["Let me ", "see."], "Two.")


async def test_signed_reasoning_goes_back_whole_to_the_model_that_wrote_it(server: Scripted) -> None:
    events = await reply_to(server, {"reasoning_details": DETAILS, "tool_calls": [LIST]})
    end, uses = events[-1], uses_of(events)
    assert isinstance(end, Finished)
    said = ModelMessage("assistant", tuple(uses), end.blob)
    history = asking(user("go"), said, results(ToolResult("a", uses[0].name, "orders")))

    server.play(["ok", "ok"])
    for name in ("m", "another"):
        await all_events(choose(f"openai:{name}", base_url=server.url), history)

    own, others = ((each["body"]["messages"][1]).get("reasoning_details") for each in server.requests())
    assert own == [{"type": "reasoning.text", "text": "Let me see.", "signature": "c2ln", "index": 0}]
    assert others is None


async def test_plain_reasoning_goes_back_only_while_its_run_goes_on(server: Scripted) -> None:
    events = await reply_to(server, {"reasoning_content": ["Hm."], "tool_calls": [LIST]})
    end, uses = events[-1], uses_of(events)
    assert isinstance(end, Finished)
    turn = (ModelMessage("assistant", tuple(uses), end.blob), results(ToolResult("a", uses[0].name, "orders")))

    server.play(["ok", "ok"])
    model = choose("openai:m", base_url=server.url)
    await all_events(model, asking(user("go"), *turn))
    await all_events(model, asking(user("go"), *turn, assistant("Done."), user("more")))

    now, later = (each["body"]["messages"][1].get("reasoning_content") for each in server.requests())
    assert (now, later) == ("Hm.", None)


async def test_arguments_come_as_they_are_written_each_with_its_call(server: Scripted) -> None:
    drop = {"id": "b", "name": "database__drop_table", "arguments": '{"table": "orders"}'}
    events = await reply_to(server, {"tool_calls": [LIST, drop], "pieces": 8})

    growing: dict[tuple[int, str], str] = {}
    for event in events:
        if isinstance(event, ArgumentsDelta):
            growing[event.index, event.name] = growing.get((event.index, event.name), "") + event.text
    assert growing == {(0, LIST["name"]): "{}", (1, drop["name"]): drop["arguments"]}


@pytest.mark.parametrize(
    ("usage", "cached", "cost"),
    [
        ({"prompt_tokens_details": {"cached_tokens": 8}}, 8, None),
        ({"prompt_cache_hit_tokens": 5}, 5, None),
        ({"cost": 0.00014}, None, Decimal("0.00014")),
        ({"cost": "much", "prompt_tokens_details": None}, None, None),
    ],
)
async def test_cached_tokens_and_cost_are_taken_from_the_usage(
    server: Scripted, usage: dict[str, Any], cached: int | None, cost: Decimal | None
) -> None:
    events = await reply_to(server, {"text": "Hi.", "usage": {"prompt_tokens": 12, "completion_tokens": 3, **usage}})

    assert events[-1] == Finished(tokens_in=12, tokens_out=3, tokens_cached=cached, cost=cost)


async def test_a_refusal_is_shown_and_said_to_be_one(server: Scripted) -> None:
    events = await reply_to(server, {"refusal": ["I will ", "not."]})

    assert text_of(events) == "I will not."
    assert events[-1] == Finished(refused=True)


async def test_an_empty_reply_ends_like_any_other(server: Scripted) -> None:
    assert await reply_to(server, {"text": []}) == [Finished()]


async def body_of(server: Scripted, manner: Manner, *files: Attachment, tools: bool = True) -> dict[str, Any]:
    server.play(["ok"])
    model = choose("openai:m", base_url=server.url, manner=manner)
    message = ModelMessage("user", (Text("Look."), *files))
    await all_events(model, asking(message) if tools else asking(message, tools=()))
    body: dict[str, Any] = server.requests()[0]["body"]
    return body


async def test_pictures_and_texts_are_handed_over_and_others_named(server: Scripted) -> None:
    files = (
        Attachment("cat.png", "image/png", b"\x89PNG"),
        Attachment("notes.txt", "text/plain", "Grüße".encode()),
        Attachment("x.zip", "application/zip", b"PK"),
    )
    parts = (await body_of(server, Manner(), *files))["messages"][0]["content"]

    assert parts[:2] == [
        {"type": "text", "text": "Look."},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
    ]
    assert "Grüße" in parts[2]["text"]
    assert "x.zip" in parts[3]["text"] and "cannot read" in parts[3]["text"]


async def test_pictures_of_a_result_come_behind_it_and_are_not_the_persons(server: Scripted) -> None:
    cat = Attachment("cat.png", "image/png", b"\x89PNG")
    called = ModelMessage("assistant", (ToolUse("c1", "draw", "{}"),))
    given = ModelMessage("tool", (ToolResult("c1", "draw", "[an image]", attachments=(cat,)),))
    server.play(["ok"])
    await all_events(
        choose("openai:m", base_url=server.url), asking(ModelMessage("user", (Text("Draw."),)), called, given)
    )

    result, images = server.requests()[0]["body"]["messages"][-2:]
    assert (result["role"], result["content"]) == ("tool", "[an image]")
    assert images["role"] == "user" and "not words of the person" in images["content"][0]["text"]
    assert images["content"][1]["image_url"]["url"] == "data:image/png;base64,iVBORw=="


async def test_a_model_that_sees_no_pictures_is_told_of_them(server: Scripted) -> None:
    blind = Manner(images=False)
    parts = (await body_of(server, blind, Attachment("cat.png", "image/png", b"\x89PNG")))["messages"][0]["content"]

    assert "cannot read" in parts[1]["text"]
    assert "image/*" not in choose("openai:m", base_url=server.url, manner=blind).reads  # type: ignore[attr-defined]


async def test_temperature_limit_and_fields_of_the_provider_are_sent(server: Scripted) -> None:
    manner = Manner(temperature=0.2, max_tokens=50, extra_body={"top_k": 3, "tool_choice": "required"})

    with_tools = await body_of(server, manner)
    without = await body_of(server, manner, tools=False)

    assert (with_tools["temperature"], with_tools["max_tokens"], with_tools["top_k"]) == (0.2, 50, 3)
    assert (with_tools["tool_choice"], "tool_choice" in without) == ("required", False)


async def test_what_a_newer_model_refuses_is_left_out_at_the_second_try(server: Scripted) -> None:
    refusals = [
        {"status": 400, "error": "Unsupported value: 'temperature' does not support 0.2 with this model."},
        {"status": 400, "error": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."},
    ]
    server.play([*refusals, "Hello."])
    model = choose("openai:m", base_url=server.url, manner=Manner(temperature=0.2, max_tokens=50))

    assert text_of(await all_events(model, asking(user("go")))) == "Hello."
    last = server.requests()[-1]["body"]
    assert ("temperature" in last, "max_tokens" in last, last["max_completion_tokens"]) == (False, False, 50)


async def test_a_server_that_wants_text_beside_calls_gets_an_empty_one(server: Scripted) -> None:
    error = {"message": "'type': 'string_type', 'loc': ('body', 'messages', 1, 'content')", "type": "internal"}
    server.play([{"status": 500, "error": {"error": error}}, "Hello."])
    use = ToolUse("a", "database__list_tables", "{}")
    history = asking(user("go"), assistant("", use), results(ToolResult("a", use.name, "orders")))

    assert text_of(await all_events(choose("openai:m", base_url=server.url), history)) == "Hello."
    first, second = (each["body"]["messages"][1]["content"] for each in server.requests())
    assert (first, second) == (None, "")
