"""A reply may come as an event stream, written in any way the format allows."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpbridge.client import Completed, Failed, OutcomeUnknown
from mcpbridge.client.sse import Cursor, EventReader
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import bytes_of, call, one_step, text_of

REPLY = bytes_of({"result": {"content": [{"type": "text", "text": "ok ✓"}]}})
NOTICE = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"working"}}'
QUESTION = '{"jsonrpc":"2.0","id":"{{id}}","method":"elicitation/create","params":{"message":"2025?"}}'
OTHER = '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"not yours"}]}}'
DRAFT = REPLY.replace("ok", "draft")
HALVES = REPLY.replace(', "result"', ',\ndata: "result"')

STREAMS = {
    "plain": f"data: {REPLY}\n\n",
    "without the space": f"data:{REPLY}\n\n",
    "carriage returns": f"event: message\r\ndata: {REPLY}\r\n\r\n",
    "old line ends": f"data: {REPLY}\r\r",
    "mark": f"\ufeffdata: {REPLY}\n\n",
    "comments": f": ping\n\n:\n\ndata: {REPLY}\n: more\n\n",
    "ids and retry": f"id: 1\nretry: 500\ndata:\n\nid: 2\ndata: {REPLY}\n\n",
    "several lines": f"data: {HALVES}\n\n",
    "notifications": f"data: {NOTICE}\n\ndata: {NOTICE}\n\ndata: {REPLY}\n\n",
    "somebody else": f"data: {OTHER}\n\ndata: {REPLY}\n\n",
    "an error of somebody else": f'data: {{"id": 7, "error": {{"code": 1}}}}\n\ndata: {REPLY}\n\n',
    "a question": f"data: {QUESTION}\n\ndata: {REPLY}\n\n",
    "nonsense": f"data: {{oops\n\ndata: NaN\n\ndata: []\n\nfoo\nbar: 1\n\ndata: {REPLY}\n\n",
    "other events": f"event: draft\ndata: {DRAFT}\n\nevent: message\ndata: {REPLY}\n\n",
    "no end": f"data: {REPLY}",
    "twice": f"data: {REPLY}\n\ndata: {OTHER}\n\ndata: {REPLY}\n\n",
}


@pytest.mark.parametrize("piece", [1, 7, None])
@pytest.mark.parametrize("name", STREAMS)
async def test_the_reply_is_found_in_the_stream(play: Play, name: str, piece: int | None) -> None:
    step = {"raw": STREAMS[name], "content_type": "text/event-stream; charset=utf-8", "piece": piece}

    assert text_of(await call(play(one_step(step)))) == "ok ✓"


async def test_the_kept_text_is_the_data_of_the_event(play: Play) -> None:
    server = play(one_step({"raw": f": ping\n\ndata: {REPLY}\n\n", "content_type": "text/event-stream"}))

    done = await call(server)

    assert isinstance(done, Completed)
    assert done.raw == REPLY.replace("{{id}}", server.calls()[0]["id"])


async def test_the_reply_counts_at_once_though_the_stream_stays_open(play: Play) -> None:
    step = {
        "raw": f"data: {REPLY}\n\n",
        "content_type": "text/event-stream",
        "headers": {"content-length": "1000000"},
    }

    assert text_of(await call(play(one_step(step)))) == "ok ✓"


async def test_an_error_may_come_in_the_stream_too(play: Play) -> None:
    refused = await call(play(one_step({"error": {"code": -32603, "message": "broke"}, "as": "sse"})))

    assert isinstance(refused, Failed)
    assert refused.message == "broke"


@pytest.mark.parametrize(
    ("stream", "raw"), [("", None), (": ping\n\n", None), (f"data: {OTHER}\n\n", OTHER), ("data: {oops\n\n", "{oops")]
)
async def test_a_stream_without_a_reply_leaves_the_outcome_unknown(play: Play, stream: str, raw: str | None) -> None:
    with pytest.raises(OutcomeUnknown, match="ended without a response") as unknown:
        await call(play(one_step({"raw": stream, "content_type": "text/event-stream"})))

    assert unknown.value.raw == raw


@given(
    st.lists(st.lists(st.text("ab: ü", max_size=4), min_size=1, max_size=3), max_size=4),
    st.sampled_from(["\n", "\r", "\r\n"]),
    st.lists(st.integers(1, 30)),
)
def test_where_the_stream_is_cut_into_pieces_makes_no_difference(
    messages: list[list[str]], end: str, cuts: list[int]
) -> None:
    text = "".join("".join(f"data: {line}{end}" for line in lines) + end for lines in messages).encode()
    reader = EventReader()
    found: list[str] = []
    for size in [*cuts, len(text)]:
        found += reader.feed(text[:size])
        text = text[size:]
    found += reader.finish()

    assert found == ["\n".join(lines) for lines in messages]


def test_a_large_event_in_many_small_pieces_is_read_in_linear_time() -> None:
    message = json.dumps("x" * 4_000_000)
    stream = f"data: {message}\n\n".encode()
    reader = EventReader()

    found = [data for start in range(0, len(stream), 100) for data in reader.feed(stream[start : start + 100])]

    assert found == [message]


def test_the_cursor_follows_whole_events_and_never_one_that_was_cut() -> None:
    cursor = Cursor()
    reader = EventReader(cursor)

    read = list(reader.feed(b"id: e1\nretry: 1500\ndata:\n\nid: e2\ndata: two\n\nid: e3\ndata: thr"))
    read += reader.finish()

    assert read == ["", "two", "thr"]
    assert cursor == Cursor("e2", 1.5)


def test_a_server_cannot_ask_for_a_pause_without_end() -> None:
    cursor = Cursor()

    list(EventReader(cursor).feed(b"retry: 99999999999999999999\n\n"))

    assert cursor.pause_seconds == 60.0
