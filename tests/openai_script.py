"""What the scripted OpenAI-compatible server says and what it refuses, apart from HTTP. See ``scripted_openai``."""

import json
import re
from collections.abc import Iterator
from typing import Any

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z")


class Unacceptable(Exception):
    """The request is one that a strict provider refuses."""

    def __init__(self, why: str, status: int = 400) -> None:
        super().__init__(why)
        self.status = status


class Script:
    """Written replies: one after the other, or by rules."""

    def __init__(self, script: list[Any] | dict[str, Any]) -> None:
        given = {"replies": script} if isinstance(script, list) else script
        self.models: list[str] = given.get("models", [])
        self._api_key: str | None = given.get("api_key")
        self._replies = iter(given.get("replies", []))
        self._rules: list[dict[str, Any]] | None = given.get("rules")
        self._otherwise = given.get("otherwise", "I have no reply to that.")

    def reply_to(self, body: dict[str, Any], authorization: str) -> dict[str, Any]:
        """Give the reply to a request. Raises: Unacceptable."""
        if self._api_key and authorization != f"Bearer {self._api_key}":
            raise Unacceptable(f"Incorrect API key provided: {authorization.removeprefix('Bearer ')}", 401)
        if self.models and body.get("model") not in self.models:
            raise Unacceptable(f"The model {body.get('model')!r} does not exist", 404)
        check_request(body)
        reply = self._next(body["messages"])
        reply = {"text": reply} if isinstance(reply, str) else dict(reply)
        listed = [tool["function"]["name"] for tool in body.get("tools", [])]
        reply["tool_calls"] = [
            {"id": f"call_{len(body['messages'])}_{number}", **call, "name": listed_name(call["name"], listed)}
            for number, call in enumerate(reply.get("tool_calls", []))
        ]
        return reply

    def _next(self, messages: list[dict[str, Any]]) -> Any:
        if self._rules is None:
            try:
                return next(self._replies)
            except StopIteration:
                raise Unacceptable("the script has no more replies") from None
        results = _last_results(messages)
        said = [message["content"] for message in messages if message["role"] == "user"]
        for rule in self._rules:
            if "after_tool_results" in rule:
                if results:
                    return _filled(rule["after_tool_results"], {"results": "\n".join(results)})
            elif said and not results:
                pattern = rule.get("when_last_user_matches") or re.escape(rule["when_last_user_contains"])
                found = re.search(pattern, said[-1], re.IGNORECASE)
                if found:
                    return _filled(rule["reply"], {str(n + 1): text or "" for n, text in enumerate(found.groups())})
        return self._otherwise


def check_request(body: dict[str, Any]) -> None:
    """Refuse what strict providers refuse. Raises: Unacceptable."""
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Unacceptable("messages must be a list with something in it")
    names = [tool.get("function", {}).get("name") for tool in body.get("tools", [])]
    if "tools" in body and not names:
        raise Unacceptable("tools must not be empty")
    for name in names:
        if not isinstance(name, str) or not _NAME.match(name) or names.count(name) > 1:
            raise Unacceptable(f"tool name {name!r} is not allowed or not unique")
    for tool in body.get("tools", []):
        if tool["function"].get("parameters", {}).get("type") != "object":
            raise Unacceptable("the parameters of a tool must be an object schema")
    owed: list[str] = []
    for message in messages:
        owed = _owed_after(message, owed)
    if owed:
        raise Unacceptable(f"tool_call_ids without a tool message: {', '.join(owed)}")


def _owed_after(message: dict[str, Any], owed: list[str]) -> list[str]:
    """The ids of tool calls that still need a result after this message."""
    role = message.get("role")
    if role == "tool":
        if message.get("tool_call_id") not in owed:
            raise Unacceptable(f"a tool message for {message.get('tool_call_id')!r}, which was not called just before")
        if not isinstance(message.get("content"), str):
            raise Unacceptable("a tool message needs text")
        return [call_id for call_id in owed if call_id != message["tool_call_id"]]
    if owed:
        raise Unacceptable(f"tool_call_ids without a tool message directly after: {', '.join(owed)}")
    if role in ("system", "user"):
        content = message.get("content")
        if not isinstance(content, str) and not (role == "user" and _are_parts(content)):
            raise Unacceptable(f"a {role} message needs text")
        return []
    if role != "assistant":
        raise Unacceptable(f"unknown role {role!r}")
    calls = message.get("tool_calls", [])
    if not calls and not message.get("content"):
        raise Unacceptable("an assistant message needs text or tool calls")
    for call in calls:
        _check_call(call)
    ids = [call["id"] for call in calls]
    if len(set(ids)) != len(ids):
        raise Unacceptable("two tool calls of one message have the same id")
    return ids


def _are_parts(content: Any) -> bool:
    """Whether a person's message is a list of parts, each with what its type promises."""
    if not isinstance(content, list) or not content:
        return False
    return all(isinstance(part, dict) and part.get(part.get("type", "")) for part in content)


def _check_call(call: dict[str, Any]) -> None:
    function = call.get("function", {})
    if call.get("type") != "function" or not call.get("id") or not _NAME.match(function.get("name", "")):
        raise Unacceptable("a tool call needs type, id and an allowed name")
    try:
        readable = isinstance(json.loads(function.get("arguments")), dict)
    except (ValueError, TypeError):
        readable = False
    if not readable:
        raise Unacceptable("the arguments of a tool call must be a JSON object as text")


def message_of(reply: dict[str, Any]) -> dict[str, Any]:
    """Give the reply as one whole chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": "".join(_text_chunks(reply)) or None}
    if reply["tool_calls"]:
        message["tool_calls"] = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": _raw(call["arguments"])},
            }
            for call in reply["tool_calls"]
        ]
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(reply)}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice], "usage": reply.get("usage")}


def chunks_of(reply: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the reply as the chunks of a stream."""
    yield _chunk({"role": "assistant", "content": ""})
    for key in ("reasoning_content", "reasoning", "reasoning_details", "refusal"):
        for piece in reply.get(key, []):
            yield _chunk({key: [piece] if key == "reasoning_details" else piece})
    for text in _text_chunks(reply):
        yield _chunk({"content": text})
    for index, call in enumerate(reply["tool_calls"]):
        start = {
            "index": index,
            "id": call["id"],
            "type": "function",
            "function": {"name": call["name"], "arguments": ""},
        }
        yield _chunk({"tool_calls": [start]})
        raw = _raw(call["arguments"])
        size = reply.get("pieces", 7)
        for at in range(0, len(raw), size):
            yield _chunk({"tool_calls": [{"index": index, "function": {"arguments": raw[at : at + size]}}]})
    yield _chunk({}, _finish_reason(reply))
    if reply.get("usage"):
        yield {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": reply["usage"]}


def _chunk(delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [choice]}


def _text_chunks(reply: dict[str, Any]) -> list[str]:
    text = reply.get("text", [])
    return [text[at : at + 12] for at in range(0, len(text), 12)] if isinstance(text, str) else text


def _finish_reason(reply: dict[str, Any]) -> str:
    return reply.get("finish_reason", "tool_calls" if reply["tool_calls"] else "stop")


def _raw(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def listed_name(name: str, listed: list[str]) -> str:
    """The listed tool that ends in ``name``: a script need not know how servers are put in front of a tool's name."""
    return name if name in listed else next((each for each in listed if each.endswith(name)), name)


def _last_results(messages: list[dict[str, Any]]) -> list[str]:
    results: list[str] = []
    for message in reversed(messages):
        if message["role"] != "tool":
            break
        results.insert(0, message["content"])
    return results


def _filled(reply: Any, words: dict[str, str]) -> Any:
    """The reply with ``{1}`` or ``{results}`` replaced, wherever a text stands in it."""
    if isinstance(reply, str):
        return re.sub(r"\{(\w+)\}", lambda found: words.get(found[1], found[0]), reply)
    if isinstance(reply, list):
        return [_filled(each, words) for each in reply]
    if isinstance(reply, dict):
        return {key: _filled(value, words) for key, value in reply.items()}
    return reply
