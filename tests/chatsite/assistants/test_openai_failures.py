"""Every failure of a model's server is a sentence a person can act on, and shows no secret."""

import socket
from typing import Any

import pytest

from chatsite.assistants import choose
from interrupts.ports import ModelFailed
from tests.chatsite.assistants.support import all_events, asking, user
from tests.scripted_openai import Scripted

pytestmark = pytest.mark.usefixtures("pool")

KEY = "very-secret-key"


async def failure_of(
    server: Scripted, script: Any, *, key: str | None = KEY, read_timeout: float = 10.0
) -> ModelFailed:
    server.play(script)
    base_url = server.url.replace("http://", "http://vera:hidden@")
    model = choose("openai:gpt-x", base_url=base_url, api_key=key, read_timeout=read_timeout)
    with pytest.raises(ModelFailed) as failed:
        await all_events(model, asking(user("go")))
    for secret in (KEY, "very-secret", "hidden"):
        assert secret not in str(failed.value)
    assert failed.value.__cause__ is None
    return failed.value


@pytest.mark.parametrize(
    ("status", "said", "retryable"),
    [
        (401, "refused our key", False),
        (403, "Check OPENAI_API_KEY", False),
        (404, "does not know the model “gpt-x”", False),
        (402, "no credit left", False),
        (413, "too long", False),
        (429, "takes no more requests for now", True),
        (500, "has a problem of its own", True),
        (503, "HTTP 503", True),
        (302, "another address", False),
        (400, "refused the request", False),
    ],
)
async def test_each_refusal_says_what_to_do(server: Scripted, status: int, said: str, retryable: bool) -> None:
    failed = await failure_of(server, [{"status": status, "error": f"You sent {KEY}"}])

    assert said in str(failed)
    assert failed.retryable is retryable


async def test_the_server_s_own_words_are_quoted_without_the_key(server: Scripted) -> None:
    failed = await failure_of(server, [{"status": 400, "error": f"bad field in request of {KEY}"}])

    assert "It says: “bad field in request of …”" in str(failed)


async def test_keys_of_others_are_not_quoted_either(server: Scripted) -> None:
    failed = await failure_of(server, [{"status": 400, "error": "Your proxy sent sk-abc123*** to us"}])

    assert "“Your proxy sent … to us”" in str(failed)


async def test_a_used_up_account_is_not_worth_trying_again(server: Scripted) -> None:
    failed = await failure_of(
        server, [{"status": 429, "error": {"error": {"message": "Pay.", "code": "insufficient_quota"}}}]
    )

    assert "no credit left" in str(failed)
    assert not failed.retryable


async def test_a_wrong_key_is_told_without_showing_it(server: Scripted) -> None:
    failed = await failure_of(server, {"api_key": "sk-right", "replies": ["never"]})

    assert "OPENAI_API_KEY" in str(failed)


async def test_a_server_that_wants_a_key_says_so_when_there_is_none(server: Scripted) -> None:
    failed = await failure_of(server, {"api_key": "sk-right", "replies": ["never"]}, key=None)

    assert "OPENAI_API_KEY is not set" in str(failed)


async def test_openai_itself_is_not_asked_without_a_key() -> None:
    with pytest.raises(ModelFailed, match="Set OPENAI_API_KEY"):
        await all_events(choose("openai:gpt-5", api_key=" "), asking(user("go")))


async def test_a_server_that_is_not_there_is_named() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]

        model = choose("openai:m", base_url=f"http://vera:hidden@127.0.0.1:{port}/v1")
        with pytest.raises(ModelFailed) as failed:
            await all_events(model, asking(user("go")))

    assert f"http://127.0.0.1:{port}/v1 cannot be reached" in str(failed.value)
    assert "hidden" not in str(failed.value)
    assert failed.value.retryable


async def test_silence_in_the_middle_of_a_reply_is_a_failure(server: Scripted) -> None:
    failed = await failure_of(server, [{"text": ["one", "two"], "stall_after": 2}], read_timeout=0.2)

    assert "fell silent" in str(failed)
    assert failed.retryable


@pytest.mark.parametrize(
    "script",
    [
        {"text": ["one", "two", "three"], "cut_after": 2},
        {"text": "one", "cut_after": 0},
        {"raw": 'data: {"choices": [{"delta": {"content": "one"}}]}\n\n'},
        {"raw": 'data: {"choices": [{"delta": {"content": "one"}}]}\n\ndata: {"choi'},
        {"raw": ""},
    ],
    ids=["connection broken", "broken at once", "no end", "half a line", "nothing at all"],
)
async def test_a_reply_that_breaks_off_is_a_failure(server: Scripted, script: dict[str, Any]) -> None:
    failed = await failure_of(server, [script])

    assert "broke before the reply was complete" in str(failed)
    assert failed.retryable


@pytest.mark.parametrize(
    "body", ["<html>Welcome to nginx</html>", "data: not json\n\n", '{"ok": true}', "[]", "\x00\x01", "data: [[[[\n\n"]
)
async def test_a_reply_that_is_no_chat_completion_is_a_failure(server: Scripted, body: str) -> None:
    failed = await failure_of(server, [{"raw": body}])

    assert "cannot be read as a chat completion" in str(failed)
    assert not failed.retryable


async def test_an_error_inside_a_stream_is_a_failure(server: Scripted) -> None:
    failed = await failure_of(server, [{"raw": f'data: {{"error": {{"message": "overloaded {KEY}"}}}}\n\n'}])

    assert "It says: “overloaded …”" in str(failed)


async def test_a_held_back_reply_is_a_failure(server: Scripted) -> None:
    failed = await failure_of(server, [{"text": "I", "finish_reason": "content_filter"}])

    assert "content filter" in str(failed)
