"""Models of other providers, through pydantic_ai: Anthropic's, from a strict server in its own process."""

from collections.abc import AsyncIterator, Iterator
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio

from chatsite.assistants import choose
from chatsite.assistants.manner import Manner
from chatsite.assistants.pydantic import PydanticModel
from interrupts.ports import (
    ArgumentsDelta,
    Attachment,
    Finished,
    ModelFailed,
    ModelMessage,
    ReasoningDelta,
    ReplyEvent,
    Text,
    ToolResult,
    ToolSpec,
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
from tests.model_ways import ANTHROPIC, Way
from tests.scripted_anthropic import scripted_anthropic
from tests.scripted_openai import Scripted

KEY = "sk-ant-very-secret"
THINKING = {"type": "thinking", "thinking": "Let me see what there is."}
LIST = {"type": "tool_use", "id": "a", "name": "list_tables", "input": {}}
DROP = {"type": "tool_use", "id": "b", "name": "drop_table", "input": {"table": "orders"}}


@pytest.fixture(scope="module")
def anthropic() -> Iterator[Scripted]:
    """One scripted server for all tests of this file."""
    with scripted_anthropic([]) as running:
        yield running


@pytest_asyncio.fixture
async def model(anthropic: Scripted, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PydanticModel]:
    chosen = chosen_at(anthropic, monkeypatch)
    yield chosen
    await chosen.close()


def chosen_at(server: Scripted, monkeypatch: pytest.MonkeyPatch, manner: Manner | None = None, **options: Any) -> Any:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    return choose("anthropic:claude-sonnet-4-5", manner=manner, **options)


@pytest.mark.parametrize("way", ANTHROPIC.values(), ids=ANTHROPIC)
async def test_each_way_to_break_is_told_by_its_kind_after_what_came_before(
    anthropic: Scripted, monkeypatch: pytest.MonkeyPatch, way: Way
) -> None:
    anthropic.play([way.reply])
    model = chosen_at(anthropic, monkeypatch, read_timeout=way.read_timeout)

    came, told = await until_failure(model)
    await model.close()

    assert (told.kind, told.retryable, told.retry_after) == (way.kind, way.retryable, way.retry_after)
    assert text_of(came) == way.text
    assert KEY not in str(told) and told.__cause__ is None
    # Trying again is the engine's matter, which shows that it waits.
    assert len(anthropic.requests()) == 1


async def test_a_server_that_is_not_there_is_a_lost_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    model = chosen_at(Scripted("http://127.0.0.1:9"), monkeypatch)

    _, told = await until_failure(model)
    await model.close()

    assert (told.kind, told.retryable) == ("connection", True)


async def reply_to(server: Scripted, model: PydanticModel, *replies: Any) -> list[ReplyEvent]:
    server.play(list(replies))
    return await all_events(model, asking(user("go"), system="Be brief."))


async def test_reasoning_text_and_arguments_come_apart(anthropic: Scripted, model: PydanticModel) -> None:
    text = {"type": "text", "text": "I look at both."}
    events = await reply_to(anthropic, model, {"blocks": [THINKING, text, LIST, DROP]})

    thought = "".join(event.text for event in events if isinstance(event, ReasoningDelta))
    growing = [event for event in events if isinstance(event, ArgumentsDelta)]
    assert (thought, text_of(events)) == (THINKING["thinking"], text["text"])
    assert "".join(event.text for event in growing if event.index == 1) == '{"table": "orders"}'
    assert [(use.id, use.name, use.arguments) for use in uses_of(events)] == [
        ("a", "database__list_tables", "{}"),
        ("b", "database__drop_table", '{"table": "orders"}'),
    ]


async def test_signed_thinking_goes_back_with_each_call_and_its_result(
    anthropic: Scripted, model: PydanticModel
) -> None:
    events = await reply_to(anthropic, model, {"blocks": [THINKING, LIST, DROP]}, "Done.")
    end, uses = events[-1], uses_of(events)
    assert isinstance(end, Finished)
    said = ModelMessage("assistant", tuple(uses), end.blob)
    came = results(
        ToolResult("a", uses[0].name, "orders"), ToolResult("b", uses[1].name, "No such table.", is_error=True)
    )

    await all_events(model, asking(user("go"), said, came))

    _, assistant, answers = anthropic.requests()[1]["body"]["messages"]
    assert [block["type"] for block in assistant["content"]] == ["thinking", "tool_use", "tool_use"]
    assert assistant["content"][0]["signature"] == THINKING["thinking"][::-1]
    told = [(block["tool_use_id"], block["is_error"]) for block in answers["content"]]
    assert told == [("a", False), ("b", True)]


async def test_what_another_provider_thought_is_left_out(anthropic: Scripted, model: PydanticModel) -> None:
    events = await reply_to(anthropic, model, {"blocks": [THINKING, LIST]}, "Done.")
    end, uses = events[-1], uses_of(events)
    assert isinstance(end, Finished) and end.blob is not None
    foreign = end.blob.data.replace('"provider_name":"anthropic"', '"provider_name":"google"')
    said = ModelMessage("assistant", tuple(uses), type(end.blob)(end.blob.format, end.blob.version, foreign))

    await all_events(model, asking(user("go"), said, results(ToolResult("a", uses[0].name, "orders"))))

    blocks = anthropic.requests()[1]["body"]["messages"][1]["content"]
    assert [block["type"] for block in blocks] == ["tool_use"]


async def test_tokens_and_cost_are_told(anthropic: Scripted, model: PydanticModel) -> None:
    usage = {"input_tokens": 10, "cache_read_input_tokens": 5, "output_tokens": 30}
    end = (await reply_to(anthropic, model, {"blocks": [LIST], "usage": usage}))[-1]

    assert isinstance(end, Finished)
    assert (end.tokens_in, end.tokens_cached, end.tokens_out) == (15, 5, 30)
    assert end.cost is not None and Decimal(0) < end.cost < Decimal("0.01")


@pytest.mark.parametrize(
    ("reason", "truncated", "refused"),
    [("max_tokens", True, False), ("refusal", False, True), ("end_turn", False, False)],
)
async def test_how_a_reply_ended_is_passed_on(
    anthropic: Scripted, model: PydanticModel, reason: str, truncated: bool, refused: bool
) -> None:
    end = (await reply_to(anthropic, model, {"blocks": [{"type": "text", "text": "I"}], "stop_reason": reason}))[-1]

    assert isinstance(end, Finished)
    assert (end.truncated, end.refused) == (truncated, refused)


async def test_an_empty_reply_ends_like_any_other(anthropic: Scripted, model: PydanticModel) -> None:
    assert [type(event) for event in await reply_to(anthropic, model, {"blocks": []})] == [Finished]


async def test_arguments_that_are_no_json_come_as_they_were_written(anthropic: Scripted, model: PydanticModel) -> None:
    events = await reply_to(anthropic, model, {"blocks": [{**DROP, "input": '{"table": "or'}]})

    assert [use.arguments for use in uses_of(events)] == ['{"table": "or']


async def test_a_tool_the_model_made_up_is_passed_on(anthropic: Scripted, model: PydanticModel) -> None:
    events = await reply_to(anthropic, model, {"blocks": [{**LIST, "name": "invented"}]})

    assert [use.name for use in uses_of(events)] == ["invented"]


async def test_names_a_provider_refuses_are_mapped_and_come_back(anthropic: Scripted, model: PydanticModel) -> None:
    # two servers with a tool of one name, dots and slashes, other letters, too long, differing in case alone
    names = ("a.b/c d", "a_b_c_d", "ü" * 99, "x" * 70, "x" * 71, "Bank__pay", "bank__pay")
    odd = [ToolSpec(name, "t", "s", "", {}) for name in names]
    anthropic.play(["ok"])
    await all_events(model, asking(user("go"), tools=odd))
    wire = [tool["name"] for tool in anthropic.requests()[0]["body"]["tools"]]
    assert len({name.lower() for name in wire}) == len(wire)
    assert all(len(name) <= 64 and name.isascii() for name in wire)

    blocks = [{"type": "tool_use", "id": f"c{n}", "name": name, "input": {}} for n, name in enumerate(wire)]
    anthropic.play([{"blocks": blocks}])
    events = await all_events(model, asking(user("go"), tools=odd))

    assert [use.name for use in uses_of(events)] == list(names)


async def test_prompt_tools_and_thread_are_cached_by_the_provider(anthropic: Scripted, model: PydanticModel) -> None:
    await reply_to(anthropic, model, "ok")

    body = anthropic.requests()[0]["body"]
    assert body["system"][-1]["text"] == "Be brief."
    assert all("cache_control" in place for place in (body, body["system"][-1], body["tools"][-1]))


async def test_the_manner_of_the_site_is_kept(anthropic: Scripted, monkeypatch: pytest.MonkeyPatch) -> None:
    manner = Manner(max_tokens=3000, reasoning="low", extra_body={"metadata": {"user_id": "site"}})
    model = chosen_at(anthropic, monkeypatch, manner)
    await reply_to(anthropic, model, "ok")
    await model.close()

    body = anthropic.requests()[0]["body"]
    assert (body["max_tokens"], body["metadata"]) == (3000, {"user_id": "site"})
    assert body["thinking"]["type"] == "enabled"


async def test_pictures_and_documents_are_handed_over(anthropic: Scripted, model: PydanticModel) -> None:
    files = (
        Attachment("cat.png", "image/png", b"\x89PNG"),
        Attachment("a.pdf", "application/pdf", b"%PDF-1.7"),
        Attachment("n.txt", "text/plain", b"hello"),
    )
    anthropic.play(["ok"])
    await all_events(model, asking(ModelMessage("user", (Text("Look."), *files))))

    blocks = anthropic.requests()[0]["body"]["messages"][0]["content"]
    assert [block["type"] for block in blocks] == ["text", "image", "document", "text"]
    assert "hello" in blocks[3]["text"]


async def test_pictures_of_a_result_are_in_it(anthropic: Scripted, model: PydanticModel) -> None:
    cat = Attachment("cat.png", "image/png", b"\x89PNG")
    called = assistant("", ToolUse("c1", "draw", "{}"))
    given = results(ToolResult("c1", "draw", "an image", attachments=(cat,)))
    anthropic.play(["ok"])
    await all_events(model, asking(user("Draw."), called, given))

    (result,) = anthropic.requests()[0]["body"]["messages"][-1]["content"]
    assert result["type"] == "tool_result"
    assert [block["type"] for block in result["content"]] == ["text", "image"]


async def test_closing_early_ends_the_request(anthropic: Scripted, model: PydanticModel) -> None:
    anthropic.play([{"blocks": [{"type": "text", "text": "one"}], "stall_after": 3}])
    events = model.reply(asking(user("go")))
    first = await anext(events)
    await events.aclose()

    assert text_of([first]) == "one"
    assert anthropic.ended(0) == "client_closed"


async def test_a_key_is_never_shown(anthropic: Scripted, model: PydanticModel) -> None:
    anthropic.play([{"status": 400, "error": f"bad key {KEY}"}])
    with pytest.raises(ModelFailed) as failed:
        await all_events(model, asking(user("go")))

    assert KEY not in str(failed.value) + repr(model)
