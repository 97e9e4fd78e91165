"""Each way in which a model's server breaks, as a reply for the scripted server and what an adapter makes of it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Way:
    """A reply that breaks, and what is told of it. ``text`` is what comes before the failure."""

    reply: Any
    kind: str
    retryable: bool = False
    retry_after: float | None = None
    text: str = ""
    read_timeout: float = 10.0


def _error(status: int, message: str, *, headers: dict[str, str] | None = None, **codes: Any) -> dict[str, Any]:
    return {"status": status, "error": {"error": {"message": message, **codes}}, "headers": headers or {}}


def _in_stream(error: str) -> dict[str, Any]:
    return {"raw": f'data: {{"choices": [{{"delta": {{"content": "One "}}}}]}}\n\ndata: {{"error": {error}}}\n\n'}


OPENAI = {
    "key refused": Way(_error(401, "Incorrect API key", code="invalid_api_key"), "key"),
    "key without the right": Way(_error(403, "no access to model", code="unauthorized"), "key"),
    "quota of OpenAI": Way(_error(429, "You exceeded your current quota", code="insufficient_quota"), "quota"),
    "quota of OpenRouter": Way(_error(402, "Insufficient credits", code=402), "quota"),
    "too many requests": Way(_error(429, "slow down", headers={"Retry-After": "7"}), "overload", True, 7),
    "too many, in ms": Way(_error(429, "slow", headers={"retry-after-ms": "1500"}), "overload", True, 1.5),
    "too many, until a date": Way(
        _error(
            429,
            "slow",
            headers={"Date": "Tue, 01 Dec 2026 10:00:00 GMT", "Retry-After": "Tue, 01 Dec 2026 10:00:09 GMT"},
        ),
        "overload",
        True,
        9,
    ),
    "tokens used up": Way(
        _error(
            429,
            "tokens per min",
            headers={
                "x-ratelimit-remaining-requests": "50",
                "x-ratelimit-reset-requests": "59s",
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "1m2s",
            },
        ),
        "overload",
        True,
        62,
    ),
    "overloaded": Way(_error(529, "busy"), "overload", True),
    "error of its own": Way(_error(500, "oops"), "overload", True),
    "bad gateway in HTML": Way({"status": 502, "error": {"html": "<html>"}}, "overload", True),
    "hangs in the middle": Way(
        {"text": ["One ", "two"], "stall_after": 2}, "connection", True, text="One ", read_timeout=0.3
    ),
    "hangs at once": Way({"text": "never", "stall_after": 0}, "connection", True, read_timeout=0.3),
    "cut in the middle": Way({"text": ["One ", "two"], "cut_after": 2}, "connection", True, text="One "),
    "garbage": Way({"raw": "<html>Welcome</html>"}, "other"),
    "overload in the stream": Way(
        _in_stream('{"message": "Overloaded", "type": "overloaded_error"}'), "overload", True, text="One "
    ),
    "OpenRouter's error in the stream": Way(
        _in_stream('{"code": 429, "message": "Provider returned error"}'), "overload", True, text="One "
    ),
    "quota in the stream": Way(
        _in_stream('{"message": "no more", "code": "insufficient_quota"}'), "quota", text="One "
    ),
    "held back": Way({"text": ["One "], "finish_reason": "content_filter"}, "refusal", text="One "),
    "too long for OpenAI": Way(
        _error(
            400,
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens."
            " Please reduce the length of the messages.",
            type="invalid_request_error",
            code="context_length_exceeded",
        ),
        "context",
    ),
    "too long for vLLM": Way(
        {
            "status": 400,
            "error": {
                "object": "error",
                "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
                "type": "BadRequestError",
                "code": 400,
            },
        },
        "context",
    ),
    "too long for llama.cpp": Way(
        _error(
            400,
            "the request exceeds the available context size, try increasing it",
            type="exceed_context_size_error",
            code=400,
        ),
        "context",
    ),
    "too long for llama-cpp-python": Way(
        _error(400, "Requested tokens (5000) exceed context window of 2048", type="invalid_request_error"), "context"
    ),
    "too long for Ollama": Way(
        _error(400, "prompt too long; exceeded max context length by 12 tokens", type="api_error"), "context"
    ),
    "too long for OpenRouter": Way(
        _error(400, "This endpoint's maximum context length is 8192 tokens. You requested about 9000", code=400),
        "context",
    ),
    "too long for a proxy": Way(_error(413, "Request Entity Too Large"), "context"),
    "unknown model": Way(_error(404, "The model does not exist", code="model_not_found"), "other"),
}


def _refused(status: int, kind: str, message: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    return {"status": status, "error": {"type": kind, "message": message}, "headers": headers or {}}


_ONE = [{"type": "text", "text": "One "}]

ANTHROPIC = {
    "key refused": Way(_refused(401, "authentication_error", "invalid x-api-key"), "key"),
    "key without the right": Way(_refused(403, "permission_error", "no access"), "key"),
    "no credit": Way(_refused(400, "invalid_request_error", "Your credit balance is too low"), "quota"),
    "no credit, by its type": Way(_refused(402, "billing_error", "pay"), "quota"),
    "too many requests": Way(_refused(429, "rate_limit_error", "slow", {"Retry-After": "7"}), "overload", True, 7),
    "overloaded": Way(_refused(529, "overloaded_error", "Overloaded"), "overload", True),
    "error of its own": Way(_refused(500, "api_error", "oops"), "overload", True),
    "bad gateway": Way({"status": 502, "error": "<html>"}, "overload", True),
    "overloaded in the middle": Way(
        {"blocks": _ONE, "error_event": {"type": "overloaded_error", "message": "Overloaded"}},
        "overload",
        True,
        text="One ",
    ),
    "error in the middle": Way(
        {"blocks": _ONE, "error_event": {"type": "api_error", "message": "oops"}}, "overload", True, text="One "
    ),
    "hangs in the middle": Way({"blocks": _ONE, "stall_after": 3}, "connection", True, text="One ", read_timeout=0.5),
    "hangs at once": Way({"blocks": _ONE, "stall_after": 0}, "connection", True, read_timeout=0.5),
    "cut in the middle": Way({"blocks": _ONE, "cut_after": 3}, "connection", True, text="One "),
    "ends without its end": Way({"blocks": _ONE, "end_after": 3}, "connection", True, text="One "),
    "garbage": Way({"raw": "<html>Welcome</html>"}, "other"),
    "garbage in the stream": Way({"raw": "event: message_start\ndata: {not json\n\n"}, "other"),
    "too long": Way(
        _refused(400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"), "context"
    ),
    "too large": Way(_refused(413, "request_too_large", "Request exceeds the maximum size"), "context"),
    "unknown model": Way(_refused(404, "not_found_error", "model: nobody"), "other"),
    "refused as it stands": Way(_refused(400, "invalid_request_error", "tools.0: bad"), "other"),
}
