"""What an HTTP status other than 200 means for the call."""

import pytest

from mcpbridge.client import CallRejected, Failed, OutcomeUnknown
from tests.mcpbridge.client.conftest import Play
from tests.mcpbridge.client.rounds import bytes_of, call, one_step


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


async def test_a_401_carries_what_the_server_wants_to_be_shown(play: Play) -> None:
    asks = 'Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource", scope="tables"'

    with pytest.raises(CallRejected) as rejected:
        await call(play(one_step({"status": 401, "headers": {"www-authenticate": asks}})))

    assert rejected.value.challenge == asks


async def test_a_401_without_a_challenge_carries_none(play: Play) -> None:
    with pytest.raises(CallRejected) as rejected:
        await call(play(one_step({"status": 401})))

    assert rejected.value.challenge is None


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
