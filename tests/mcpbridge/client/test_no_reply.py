"""Without a usable reply the error says whether anything was sent."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from mcpbridge.client import (
    MAX_REPLY_BYTES,
    Address,
    CallRejected,
    Completed,
    OutcomeUnknown,
    ReplyTooLarge,
    ServerUnreachable,
    call_tool,
    close_pool,
)
from mcpbridge.errors import BridgeError
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import bytes_of, call, one_result, one_step, text_of, tool
from tests.scripted_mcp import scripted_mcp


async def call_at(url: str, within: float = 30.0, http: httpx.AsyncClient | None = None) -> Any:
    return await call_tool(Address(url), tool=tool(), arguments={}, request_id="1", timeout=within, http=http)


@pytest.mark.parametrize("host", ["does-not-exist.invalid", "x" * 64 + ".invalid"])
async def test_a_name_that_leads_nowhere_is_unreachable_or_rejected(host: str) -> None:
    with pytest.raises((ServerUnreachable, CallRejected)):
        await call_at(f"http://{host}/mcp")


async def test_a_refused_connection_is_unreachable_and_the_same_round_works_once_the_server_is_back() -> None:
    with scripted_mcp(one_step({"text": "here"})) as server:
        server.stop()
        with pytest.raises(ServerUnreachable, match="Nothing was sent"):
            await call(server)

        server.start()

        assert text_of(await call(server)) == "here"
        assert len(server.calls()) == 1


async def test_a_connection_kept_from_before_a_restart_does_no_harm() -> None:
    with scripted_mcp(one_step({"text": "here"})) as server:
        await call(server)
        server.stop()
        server.start()

        assert text_of(await call(server)) == "here"


async def test_a_server_that_never_accepts_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        address = listener.getsockname()
        # The queue of the listener is full, so the kernel leaves the next handshake unanswered.
        waiting = [socket.socket() for _ in range(3)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(address)

        with pytest.raises(ServerUnreachable):
            await call_at(f"http://127.0.0.1:{address[1]}/mcp", within=0.2)

        for each in waiting:
            each.close()


@asynccontextmanager
async def server_that_says(words: bytes) -> AsyncIterator[str]:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(words)
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_failed_tls_handshake_is_unreachable() -> None:
    async with server_that_says(b"I speak no TLS\r\n") as host:
        with pytest.raises(ServerUnreachable):
            await call_at(f"https://{host}/mcp")


async def test_a_tls_handshake_that_never_ends_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(ServerUnreachable):
        await call_at(f"https://127.0.0.1:{listener.getsockname()[1]}/mcp", within=0.2)


@pytest.mark.parametrize("behaviour", ["drop_before_effect", "drop_connection_before_reply", "drop_mid_reply"])
async def test_a_lost_connection_leaves_the_outcome_unknown(play: Play, behaviour: str) -> None:
    server = play(one_step({"behaviour": behaviour}))

    with pytest.raises(OutcomeUnknown, match="unknown"):
        await call(server)

    assert len(server.calls()) == 1


async def test_a_reply_that_never_comes_leaves_the_outcome_unknown(play: Play) -> None:
    server = play(one_step({"behaviour": "hang"}))

    with pytest.raises(OutcomeUnknown, match=r"no reply came within 0\.2 seconds") as unknown:
        await call(server, within=0.2)

    assert unknown.value.raw is None
    assert len(server.effects()) == 1


async def test_the_time_allowed_counts_for_the_whole_reply_not_for_each_piece(play: Play) -> None:
    endless = one_step(
        {"raw": ": ping\n\n" * 10, "content_type": "text/event-stream", "headers": {"content-length": "99999"}}
    )

    with pytest.raises(OutcomeUnknown):
        await call(play(endless), within=0.2)


async def test_a_server_that_dies_in_the_middle_leaves_the_outcome_unknown() -> None:
    with scripted_mcp(one_step({"behaviour": "hang"})) as server:
        running = asyncio.create_task(call(server))
        await asyncio.to_thread(server.wait_for_calls, 1)

        server.stop()

        with pytest.raises(OutcomeUnknown):
            await running


async def test_cancelling_passes_through_and_closes_the_connection(play: Play) -> None:
    server = play(one_step({"behaviour": "hang"}))
    running = asyncio.create_task(call(server))
    await asyncio.to_thread(server.wait_for_calls, 1)

    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    await asyncio.to_thread(server.wait_until_left)


UNREADABLE = [
    "",
    "<html>Bad gateway</html>",
    bytes_of({"result": {"content": []}})[:-1],
    bytes_of({"result": {"n": float("nan")}}),
    bytes_of({"result": {"n": float("-inf")}}),
    '{"jsonrpc":"2.0","id":"{{id}}","result":{"n":1e999}}',
    '{"jsonrpc":"2.0","id":"{{id}}","result":{"n":' + "9" * 5000 + "}}",
    '{"jsonrpc":"2.0","id":"{{id}}","result":{"n":' + "[" * 100_000 + "]" * 100_000 + "}}",
    '{"jsonrpc":"2.0","id":"{{id}}","result":{"n":' + "[" * 500 + "]" * 500 + "}}",
    "[" * 1_000_000,
    '{"jsonrpc":"2.0","id":"someone else","result":{"content":[]}}',
    '{"jsonrpc":"2.0","id":"someone else","error":{"code":1,"message":"no"}}',
    '{"jsonrpc":"2.0","id":null,"result":{"content":[]}}',
    '{"jsonrpc":"2.0","id":"{{id}}"}',
    '{"jsonrpc":"2.0","id":"{{id}}","method":"elicitation/create","result":{}}',
    bytes_of({"result": {}, "error": {"code": 1, "message": "both"}}),
    "[" + bytes_of({"result": {}}) + "]",
    "true",
]


@pytest.mark.parametrize("raw", UNREADABLE, ids=range(len(UNREADABLE)))
async def test_an_unreadable_reply_leaves_the_outcome_unknown_and_is_kept(play: Play, raw: str) -> None:
    server = play(one_step({"raw": raw}))

    with pytest.raises(OutcomeUnknown) as unknown:
        await call(server)

    assert unknown.value.raw == raw.replace("{{id}}", server.calls()[0]["id"])


async def test_a_reply_that_is_not_text_leaves_the_outcome_unknown(play: Play) -> None:
    with pytest.raises(OutcomeUnknown, match="UTF-8"):
        await call(play(one_step({"raw_base64": "/////w=="})))


async def test_a_reply_that_claims_to_be_packed_and_is_not_leaves_the_outcome_unknown(play: Play) -> None:
    with pytest.raises(OutcomeUnknown, match="unpacked"):
        await call(play(one_step({"headers": {"content-encoding": "gzip"}})))


async def test_a_reply_that_is_no_http_leaves_the_outcome_unknown() -> None:
    async with server_that_says(b"hello there\r\n\r\n") as host:
        with pytest.raises(OutcomeUnknown):
            await call_at(f"http://{host}/mcp")


@pytest.mark.parametrize("how", [{}, {"as": "sse"}])
async def test_a_reply_beyond_the_limit_is_named(play: Play, how: dict[str, Any]) -> None:
    server = play(one_step({"behaviour": "huge", "bytes": MAX_REPLY_BYTES, **how}))

    with pytest.raises(ReplyTooLarge, match="larger than 10000000 bytes"):
        await call(server)


async def test_a_reply_just_under_the_limit_is_read(play: Play) -> None:
    done = await call(play(one_step({"behaviour": "huge", "bytes": MAX_REPLY_BYTES - 1000})))

    assert len(text_of(done)) == MAX_REPLY_BYTES - 1000


class LosesTheConnection(httpx.AsyncBaseTransport):
    """Gets as far as these steps and then loses the connection."""

    def __init__(self, *steps: str) -> None:
        self._steps = steps

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        for step in self._steps:
            await request.extensions["trace"](f"http11.{step}", {})
        raise httpx.ReadError("gone")


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        ((), OutcomeUnknown),
        (("send_request_headers.started", "send_request_headers.failed"), ServerUnreachable),
        (("send_request_headers.started", "send_request_body.started", "send_request_body.failed"), OutcomeUnknown),
    ],
    ids=["nothing is known", "while sending the headers", "while sending the body"],
)
async def test_only_a_body_that_never_began_proves_that_nothing_was_sent(
    steps: tuple[str, ...], error: type[BridgeError]
) -> None:
    async with httpx.AsyncClient(transport=LosesTheConnection(*steps)) as http:
        with pytest.raises(error) as raised:
            await call_at("http://example.org/mcp", http=http)

    assert type(raised.value) is error


async def test_every_error_is_of_one_family_and_speaks_in_sentences(play: Play) -> None:
    steps = [{"behaviour": "drop_mid_reply"}, {"status": 401}, {"status": 500}, {"behaviour": "huge"}]
    server = play({"calls": {"drop_table": steps}})

    for _ in steps:
        with pytest.raises(BridgeError) as error:
            await call(server)

        assert str(error.value).endswith(".")
        assert "Error(" not in str(error.value)


async def test_a_nearly_too_deep_reply_is_read(play: Play) -> None:
    value: Any = "bottom"
    for _ in range(150):
        value = [value]

    assert isinstance(await call(play(one_result({"structuredContent": value}))), Completed)


async def test_close_pool_lets_the_next_call_connect_anew(play: Play) -> None:
    server = play(one_step({"text": "ok"}))
    await call(server)

    await close_pool()

    assert text_of(await call(server)) == "ok"
