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
    Failed,
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


@pytest.mark.parametrize("status", [401, 403, 404, 405, 406, 413, 415, 421, 429])
async def test_a_status_that_proves_the_call_was_not_looked_at_rejects_it(play: Play, status: int) -> None:
    server = play(one_step({"status": status, "raw": "<p>no</p>", "content_type": "text/html"}))

    with pytest.raises(CallRejected, match=f"HTTP {status}") as rejected:
        await call(server)

    assert (rejected.value.status, rejected.value.code) == (status, None)


async def test_a_rejection_carries_the_words_of_the_server(play: Play) -> None:
    error = {"code": -32001, "message": "Session not found", "data": {"x": 1}}

    with pytest.raises(CallRejected, match="Session not found") as rejected:
        await call(play(one_step({"error": error, "status": 404})))

    assert (rejected.value.status, rejected.value.code, rejected.value.data) == (404, -32001, {"x": 1})


@pytest.mark.parametrize("error_id", [None, "server-error", "{{id}}"])
async def test_a_json_rpc_error_with_status_400_is_a_refusal_whatever_its_id(play: Play, error_id: str | None) -> None:
    raw = bytes_of({"id": error_id, "error": {"code": -32700, "message": "Parse error"}})

    refused = await call(play(one_step({"raw": raw, "status": 400})))

    assert isinstance(refused, Failed)
    assert refused.code == -32700


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_redirect_is_not_followed_and_its_secrets_are_not_told(play: Play, status: int) -> None:
    headers = {"location": "http://user:pass@elsewhere.example/mcp?token=secret"}
    server = play(one_step({"status": status, "headers": headers}))

    with pytest.raises(CallRejected, match=r"redirects to http://elsewhere\.example/mcp, and") as rejected:
        await call(server)

    assert "secret" not in str(rejected.value)
    assert len(server.calls()) == 1


@pytest.mark.parametrize("status", [202, 204, 303, 408, 409, 500, 502, 503, 504])
async def test_any_other_status_without_a_reply_leaves_the_outcome_unknown(play: Play, status: int) -> None:
    with pytest.raises(OutcomeUnknown):
        await call(play(one_step({"status": status})))


@pytest.mark.parametrize("status", [409, 500, 503])
async def test_a_json_rpc_error_to_this_very_call_counts_with_any_status(play: Play, status: int) -> None:
    refused = await call(play(one_step({"status": status, "error": {"code": -32603, "message": "broke"}})))

    assert isinstance(refused, Failed)
    assert refused.message == "broke"


async def test_a_json_rpc_error_of_somebody_else_proves_nothing(play: Play) -> None:
    raw = bytes_of({"id": None, "error": {"code": -32603, "message": "Internal error"}})

    with pytest.raises(OutcomeUnknown) as unknown:
        await call(play(one_step({"status": 500, "raw": raw})))

    assert unknown.value.raw == raw


async def test_a_transport_that_tells_nothing_proves_nothing() -> None:
    def lose(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadError("gone")

    async with httpx.AsyncClient(transport=httpx.MockTransport(lose)) as http:
        with pytest.raises(OutcomeUnknown):
            await call_at("http://example.org/mcp", http=http)


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
