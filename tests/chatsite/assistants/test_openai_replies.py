"""Replies of OpenAI-compatible servers, from a real server in its own process."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from chatsite.assistants import choose
from interrupts.ports import Finished, ModelFailed, ReplyEvent, ToolSpec, ToolUse
from tests.chatsite.assistants.support import SAMPLES, all_events, asking, ends_once, text_of, user, uses_of
from tests.scripted_openai import Scripted

pytestmark = pytest.mark.usefixtures("pool")


async def reply_to(server: Scripted, script: Any, *, tools: Sequence[ToolSpec] = SAMPLES) -> list[ReplyEvent]:
    server.play([script])
    return await all_events(choose("openai:m", base_url=server.url), asking(user("go"), tools=tools))


def raw(*lines: str, end: str = "\n") -> dict[str, Any]:
    return {"raw": "".join(line + end for line in lines)}


def delta(text: Any) -> str:
    return json.dumps({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})


STOP = '{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}'


def call_piece(inner: str) -> str:
    return f'data: {{"choices": [{{"delta": {{"tool_calls": [{inner}]}}}}]}}\n'


async def test_text_comes_in_the_pieces_the_server_sent(server: Scripted) -> None:
    events = await reply_to(server, {"text": ["Grüß ", "Gott, ", "Vera 🙂"]})

    assert text_of(events) == "Grüß Gott, Vera 🙂"
    assert len(events) == 4
    assert ends_once(events)


async def test_tool_calls_come_whole_with_the_raw_arguments(server: Scripted) -> None:
    events = await reply_to(
        server,
        {
            "text": "Two of them.",
            "tool_calls": [
                {"id": "a", "name": "database__drop_table", "arguments": '{"table":  "orders"}'},
                {"id": "b", "name": "files__delete_file", "arguments": "no json {"},
            ],
            "pieces": 3,
        },
    )

    assert uses_of(events) == [
        ToolUse("a", "database__drop_table", '{"table":  "orders"}'),
        ToolUse("b", "files__delete_file", "no json {"),
    ]


async def test_token_counts_come_from_the_usage_chunk(server: Scripted) -> None:
    events = await reply_to(server, {"text": "Hi.", "usage": {"prompt_tokens": 12, "completion_tokens": 3}})

    assert events[-1] == Finished(tokens_in=12, tokens_out=3)


async def test_the_output_limit_is_passed_on(server: Scripted) -> None:
    events = await reply_to(server, {"text": "It goes on and", "finish_reason": "length"})

    assert events[-1] == Finished(truncated=True)


async def test_a_call_whose_arguments_were_cut_off_is_not_passed_on(server: Scripted) -> None:
    events = await reply_to(
        server,
        {
            "tool_calls": [
                {"id": "a", "name": "files__read_file", "arguments": '{"path": "a"}'},
                {"id": "b", "name": "files__delete_file", "arguments": '{"path": "no'},
            ],
            "finish_reason": "length",
        },
    )

    assert [use.id for use in uses_of(events)] == ["a"]


async def test_a_server_that_ignores_the_wish_for_a_stream_is_understood(server: Scripted) -> None:
    call = {"id": "a", "name": "files__list_files", "arguments": {}}
    events = await reply_to(server, {"text": "Here.", "tool_calls": [call], "plain": True})

    assert text_of(events) == "Here."
    assert uses_of(events) == [ToolUse("a", "files__list_files", "{}")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
async def test_lines_may_end_in_any_way(server: Scripted, end: str) -> None:
    script = raw(f"data: {delta('a')}", "", f"data: {delta('b')}", "", f"data: {STOP}", "", "data: [DONE]", "", end=end)

    assert text_of(await reply_to(server, script)) == "ab"


@pytest.mark.parametrize(
    "script",
    [
        raw(": hello", "", f"data: {delta('ok')}", "", ": ping", f"data: {STOP}", "", "data: [DONE]", ""),
        raw(f"data: {delta('ok')}", f"data: {STOP}", "data: [DONE]"),
        raw(f"data:{delta('ok')}", "", f"data:{STOP}", ""),
        raw(f"data: {delta('ok')}", "", "data: [DONE]", ""),
        raw("event: message", "id: 1", f"data: {delta('ok')}", "", f"data: {STOP}"),
        raw('data: {"choices":', f"data: {delta('ok')[11:]}", "", f"data: {STOP}", ""),
        raw('data: {"choices": [], "usage": null}', "", f"data: {delta('ok')}", "", f"data: {STOP}", ""),
        {**raw(f"data: {delta('ok')}", "", f"data: {STOP}", ""), "content_type": "text/plain"},
        raw(f"data: {delta([{'type': 'text', 'text': 'ok'}])}", f"data: {STOP}", ""),
        {
            **raw("{", '"choices": [', '{"message": {"content": "ok"}}', "]}"),
            "content_type": "application/json",
        },
    ],
    ids=["comments", "no blank lines", "no DONE", "only DONE", "event fields", "split data", "usage first",
         "plain type", "parts", "json"],
)  # fmt: skip
async def test_streams_are_read_as_they_are_sent_in_the_wild(server: Scripted, script: dict[str, Any]) -> None:
    events = await reply_to(server, script)

    assert text_of(events) == "ok"
    assert ends_once(events)


@pytest.mark.parametrize(
    "pieces",
    [
        ('{"index": 0, "id": "a", "function": {"name": "files__", "arguments": ""}}',
         '{"index": 0, "function": {"name": "list_files"}}', '{"index": 0, "function": {"arguments": "{}"}}'),
        ('{"index": 0, "id": "a", "function": {"name": "files__list_files", "arguments": "{"}}',
         '{"index": 0, "id": "a", "function": {"name": "files__list_files", "arguments": "}"}}'),
        ('{"id": "a", "function": {"name": "files__list_files", "arguments": "{"}}',
         '{"function": {"arguments": "}"}}'),
        ('{"index": 0, "id": "a", "function": {"name": "files__list_files", "arguments": {}}}',),
    ],
    ids=["name in pieces", "name repeated", "no index", "arguments as an object"],
)  # fmt: skip
async def test_tool_calls_are_put_together_from_crooked_pieces(server: Scripted, pieces: tuple[str, ...]) -> None:
    events = await reply_to(server, {"raw": "\n".join([*map(call_piece, pieces), f"data: {STOP}", ""])})

    assert uses_of(events) == [ToolUse("a", "files__list_files", "{}")]


@pytest.mark.parametrize("index", ['"index": 0, ', ""])
async def test_several_calls_under_one_index_stay_apart(server: Scripted, index: str) -> None:
    pieces = [
        call_piece(f'{{{index}"id": "{id_}", "function": {{"name": "files__list_files", "arguments": "{{}}"}}}}')
        for id_ in "ab"
    ]
    events = await reply_to(server, {"raw": "\n".join([*pieces, f"data: {STOP}", ""])})

    assert [use.id for use in uses_of(events)] == ["a", "b"]


async def test_calls_without_ids_get_ids_of_their_own(server: Scripted) -> None:
    piece = call_piece('{"function": {"name": "files__list_files", "arguments": "{}"}}')
    events = await reply_to(server, {"raw": "\n".join([piece, piece, f"data: {STOP}", ""])})

    ids = [use.id for use in uses_of(events)]
    assert len(set(ids)) == 2
    assert all(ids)


async def test_tool_names_are_made_acceptable_and_come_back_as_ours(server: Scripted) -> None:
    odd = [
        ToolSpec(name, "t", "s", "", {}) for name in ("my server/drop table", "my_server/drop_table", "ok", "ü" * 99)
    ]
    server.play({"mode": "rules", "rules": []})
    await all_events(choose("openai:m", base_url=server.url), asking(user("go"), tools=odd))
    wire = [each["function"]["name"] for each in server.requests()[0]["body"]["tools"]]

    events = await reply_to(server, {"tool_calls": [{"id": n, "name": n, "arguments": {}} for n in wire]}, tools=odd)

    assert [use.name for use in uses_of(events)] == [spec.name for spec in odd]


async def test_a_name_the_model_made_up_is_passed_on(server: Scripted) -> None:
    events = await reply_to(server, {"tool_calls": [{"id": "a", "name": "invented", "arguments": {}}]})

    assert [use.name for use in uses_of(events)] == ["invented"]


async def test_closing_early_ends_the_request(server: Scripted) -> None:
    server.play([{"text": ["one", "two"], "stall_after": 2}])
    events = choose("openai:m", base_url=server.url).reply(asking(user("go")))
    first = await anext(events)
    await events.aclose()  # type: ignore[attr-defined]

    assert text_of([first]) == "one"
    assert server.ended(0) == "client_closed"


async def test_a_connection_serves_one_reply_after_the_other(server: Scripted) -> None:
    server.play(["one", "two"])
    model = choose("openai:m", base_url=server.url)
    for _ in range(2):
        await all_events(model, asking(user("go")))

    assert len({each["port"] for each in server.requests()}) == 1


async def test_a_server_that_does_not_know_stream_options_is_asked_without(server: Scripted) -> None:
    refusal = {"status": 400, "error": "Unrecognized request argument supplied: stream_options"}
    server.play([refusal, "Hello."])
    events = await all_events(choose("openai:m", base_url=server.url), asking(user("go")))

    assert text_of(events) == "Hello."


async def test_a_reply_without_end_is_broken_off(server: Scripted) -> None:
    with pytest.raises(ModelFailed, match="larger than any reply"):
        await reply_to(server, {"raw": "data: " + "x" * (17 * 1024 * 1024)})
