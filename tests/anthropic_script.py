"""What the scripted Anthropic server says and what it refuses, apart from HTTP. See ``scripted_anthropic``."""

import json
from collections.abc import Iterator
from typing import Any

from tests.openai_script import Unacceptable, listed_name


class Script:
    """Written replies, one after the other."""

    def __init__(self, script: list[Any] | dict[str, Any]) -> None:
        given = {"replies": script} if isinstance(script, list) else script
        self._key: str | None = given.get("api_key")
        self._replies = iter(given.get("replies", []))

    def reply_to(self, body: dict[str, Any], key: str) -> dict[str, Any]:
        """Give the reply to a request. Raises: Unacceptable."""
        if self._key and key != self._key:
            raise Unacceptable("invalid x-api-key", 401)
        check_request(body)
        try:
            reply = next(self._replies)
        except StopIteration:
            raise Unacceptable("the script has no more replies") from None
        if isinstance(reply, str):
            return {"blocks": [{"type": "text", "text": reply}]}
        listed = [tool["name"] for tool in body.get("tools", [])]
        blocks = [
            {**block, "name": listed_name(block["name"], listed)} if block["type"] == "tool_use" else block
            for block in reply.get("blocks", [])
        ]
        return {**reply, "blocks": blocks}


def check_request(body: dict[str, Any]) -> None:
    """Refuse what Anthropic refuses. Raises: Unacceptable."""
    if not isinstance(body.get("max_tokens"), int):
        raise Unacceptable("max_tokens: Field required")
    messages = body.get("messages")
    if not messages or messages[0]["role"] != "user":
        raise Unacceptable("messages: first message must use the user role")
    owed: list[str] = []
    for message in messages:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if message["role"] == "assistant":
            owed = [block["id"] for block in blocks if block["type"] == "tool_use"]
            _check_thinking(blocks)
            continue
        answered = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        if sorted(answered) != sorted(owed):
            raise Unacceptable(f"tool_use ids {owed} were answered by {answered}")
        owed = []


def _check_thinking(blocks: list[dict[str, Any]]) -> None:
    for block in blocks:
        # The signature of the script's own thinking: what was thought, read backwards.
        if block["type"] == "thinking" and block.get("signature") != block["thinking"][::-1]:
            raise Unacceptable("messages: Invalid `signature` in `thinking` block")


def events_of(reply: dict[str, Any], model: str) -> Iterator[dict[str, Any]]:
    """Give the reply as the events of a stream."""
    usage = {"input_tokens": 10, "output_tokens": 1, **reply.get("usage", {})}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": []}
    yield {
        "type": "message_start",
        "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage},
    }
    for index, block in enumerate(reply.get("blocks", [])):
        yield from _block(index, block)
    if error := reply.get("error_event"):
        yield {"type": "error", "error": error}
        return
    calls = any(block["type"] == "tool_use" for block in reply.get("blocks", []))
    reason = reply.get("stop_reason", "tool_use" if calls else "end_turn")
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": reason, "stop_sequence": None},
        "usage": {"output_tokens": usage["output_tokens"]},
    }
    yield {"type": "message_stop"}


def _block(index: int, block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match block["type"]:
        case "text":
            start, deltas = {"type": "text", "text": ""}, _pieces("text_delta", "text", block["text"])
        case "thinking":
            start = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [
                *_pieces("thinking_delta", "thinking", block["thinking"]),
                {"type": "signature_delta", "signature": block["thinking"][::-1]},
            ]
        case _:
            start = {"type": "tool_use", "id": block["id"], "name": block["name"], "input": {}}
            raw = block["input"] if isinstance(block["input"], str) else json.dumps(block["input"])
            deltas = _pieces("input_json_delta", "partial_json", raw)
    yield {"type": "content_block_start", "index": index, "content_block": start}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _pieces(kind: str, key: str, text: str, size: int = 12) -> list[dict[str, Any]]:
    return [{"type": kind, key: text[at : at + size]} for at in range(0, len(text), size)]
