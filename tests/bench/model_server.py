"""``python -m tests.bench.model_server``: a model that calls the one tool it is offered, then replies in 200 tokens.

To "recite 500" it says so many tokens, to "recite 500 slowly" thirty of them a second.
"""

import json
from collections.abc import Iterator

from tests.bench.http1 import Paced, Reply, serve

TOKENS = [f" word{number}" for number in range(199)] + [" end."]
GREETING = "hello"
"""A message that only opens a thread: it is answered with one token."""


def _event(delta: dict[str, object], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    document = {"id": "c", "object": "chat.completion.chunk", "model": "bench", "choices": [choice]}
    return b"data: " + json.dumps(document).encode() + b"\n\n"


RECITED = (" The", " **orders**", " of", " May", " are", " `done`", ".\n\n-", " one", "\n-", " two", "\n\n")
_PACE = 1 / 30


_DONE = b"data: [DONE]\n\n"
_REPLY = [*(_event({"content": token}) for token in TOKENS), _event({}, "stop"), _DONE]
_SHORT = [_event({"content": "Hello."}), _event({}, "stop"), _DONE]


def _call(name: str) -> Iterator[bytes]:
    start = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": ""}}
    yield _event({"tool_calls": [start]})
    for piece in ('{"table"', ': "ord', 'ers"}'):
        yield _event({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
    yield _event({}, "tool_calls")
    yield _DONE


def _recited(count: int) -> Iterator[bytes]:
    for number in range(count):
        yield _event({"content": RECITED[number % len(RECITED)]})
    yield _event({}, "stop")
    yield _DONE


def reply(body: bytes) -> Reply:
    """Decide by the last message, as a model would."""
    asked = json.loads(body)
    last = asked["messages"][-1]
    if last["role"] == "tool":
        return _REPLY
    if last["content"] == GREETING:
        return _SHORT
    word, *how = last["content"].split()
    if word == "recite":
        return Paced(_recited(int(how[0])), _PACE if "slowly" in how else 0)
    return list(_call(asked["tools"][0]["function"]["name"]))


if __name__ == "__main__":
    serve(reply)
