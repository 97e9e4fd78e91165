"""From a JSON-RPC response to what it means for the call."""

from collections.abc import Mapping
from typing import Any

from mcpbridge.client.errors import CallRejected, OutcomeUnknown
from mcpbridge.client.outcomes import Completed, Failed, InputRequest, InputRequired, Refusal
from mcpbridge.client.reply import Reply
from mcpbridge.client.wording import clipped
from mcpbridge.meta import EXPLANATION_KEY, QUESTIONS_KEY
from mcpbridge.reasons import REASON_KEY, known_reason


def read_outcome(server: str, reply: Reply, *, carried_state: bool) -> Completed | InputRequired | Failed:
    """The outcome of a ``tools/call`` round.

    Raises: OutcomeUnknown for a reply that says nothing we know.
    """
    if reply.message.get("error") is not None:
        return _read_error(reply, carried_state=carried_state)
    result = _object_result(server, reply)
    match result.get("resultType", "complete"):
        case "complete":
            return Completed(result, reply.raw)
        case "input_required":
            return _read_input_required(server, result, reply.raw)
        case other:
            kind = clipped(other) if isinstance(other, str) else "that is no text"
            raise OutcomeUnknown(server, f"its reply is of a kind nobody asked for (resultType {kind})", reply.raw)


def read_result(server: str, reply: Reply) -> Mapping[str, Any]:
    """The result of a request that only reads.

    Raises: CallRejected for a JSON-RPC error, OutcomeUnknown for anything but a complete result
    """
    if reply.message.get("error") is not None:
        code, message, data = _error_parts(reply.message["error"])
        status = None if reply.status == 200 else reply.status
        raise CallRejected(server, clipped(message) or "no reason given", status=status, code=code, data=data)
    result = _object_result(server, reply)
    if result.get("resultType", "complete") != "complete":
        raise OutcomeUnknown(server, "its reply is of a kind that does not fit the request", reply.raw)
    return result


def _object_result(server: str, reply: Reply) -> Mapping[str, Any]:
    result = reply.message["result"]
    if not isinstance(result, dict):
        raise OutcomeUnknown(server, "the result in its reply is not an object", reply.raw)
    return result


def _read_input_required(server: str, result: Mapping[str, Any], raw: str) -> InputRequired:
    requests, state = result.get("inputRequests"), result.get("requestState")
    if requests is not None and not isinstance(requests, dict):
        raise OutcomeUnknown(server, "it asks for input in a form that cannot be read", raw)
    if state is not None and not isinstance(state, str):
        raise OutcomeUnknown(server, "its request state is not text and cannot be given back", raw)
    if not requests and state is None:
        raise OutcomeUnknown(server, "it asks for input without a question and without a state", raw)
    meta = _object(result.get("_meta"))
    besides = _object(meta.get(QUESTIONS_KEY))
    asked = tuple(_read_request(key, request, besides.get(key)) for key, request in (requests or {}).items())
    return InputRequired(asked, state, _explanation(result), raw, known_reason(meta.get(REASON_KEY)))


def _read_request(key: str, request: Any, besides: Any) -> InputRequest:
    """A request of a wrong shape has an empty method, so its kind is unknown and nobody is shown half a question."""
    entry = _object(request)
    method, params = entry.get("method"), _object(entry.get("params"))
    return InputRequest(key, method if isinstance(method, str) else "", params, _object(besides))


def _explanation(result: Mapping[str, Any]) -> str | None:
    candidates = [_object(result.get("_meta")).get(EXPLANATION_KEY), result.get("message")]
    return next((text for text in candidates if isinstance(text, str) and text.strip()), None)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _read_error(reply: Reply, *, carried_state: bool) -> Failed:
    code, message, data = _error_parts(reply.message["error"])
    return Failed(_why(code, data, carried_state=carried_state), code, message, data, reply.raw)


def _why(code: int, data: Any, *, carried_state: bool) -> Refusal:
    match code:
        case -32602 if carried_state:
            return "state_used" if isinstance(data, dict) and data.get("reason") == "state_used" else "state_refused"
        case -32020:
            return "tools_changed"
        case -32042:
            return "input_required_by_url"
        case _:
            return "call_refused"


def _error_parts(error: Any) -> tuple[int, str, Any]:
    """Code, message and data of an error, which some servers send as a bare text."""
    if not isinstance(error, dict):
        return 0, error if isinstance(error, str) else "", None
    code, message = error.get("code"), error.get("message")
    return code if isinstance(code, int) else 0, message if isinstance(message, str) else "", error.get("data")
