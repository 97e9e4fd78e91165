"""What the scripted MCP server replies: a pure reading of the vocabulary that ``tests/scripted_mcp.py`` describes."""

import base64
import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_TEMPLATE = re.compile(r"\{\{([^{}]+)\}\}")
_DEFAULT_HUGE = 10_500_000


@dataclass(slots=True)
class Answer:
    """What goes back on the wire. ``ending``: whole, drop (nothing is sent), cut (half is sent), hang."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    piece: int | None = None
    ending: str = "whole"
    hold: str | None = None
    effect: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One JSON-RPC request as the script sees it."""

    message: Mapping[str, Any]
    headers: Mapping[str, str]

    @property
    def params(self) -> Mapping[str, Any]:
        return self.message.get("params") or {}

    @property
    def state(self) -> str | None:
        return self.params.get("requestState")

    def values(self, number: int, new_state: str) -> dict[str, Any]:
        """What templates may name."""
        return {
            "id": self.message.get("id"),
            "name": self.params.get("name"),
            "arguments": self.params.get("arguments"),
            "input_responses": self.params.get("inputResponses"),
            "request_state": self.state,
            "new_state": new_state,
            "number": number,
            "cursor": self.params.get("cursor"),
            "headers": self.headers,
        }


class Script:
    """Decides answers one by one and remembers how far each sequence has come."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        self._script = script
        self._asked: dict[str, int] = {}
        self._literal_states: dict[str, int] = {}
        self._used_states: set[str] = set()

    def answer(self, request: Request) -> Answer:
        method = str(request.message.get("method"))
        if steps := self._script.get("answers", {}).get(method):
            return self._next(method, steps, request)
        match method:
            case "tools/call":
                return self._call(request)
            case "tools/list":
                return self._play({"result": self._page(request.params.get("cursor"))}, request, 0, 0)
            case "server/discover":
                return self._play({"result": self._introduction()}, request, 0, 0)
            case _:
                return self._play(
                    {"error": {"code": -32601, "message": "Method not found"}, "status": 404}, request, 0, 0
                )

    def _call(self, request: Request) -> Answer:
        name = str(request.params.get("name"))
        plan = self._script.get("calls", {}).get(name)
        if plan is None and name not in [tool.get("name") for tool in self._script.get("tools", []) if tool]:
            return self._refuse(request, f"Unknown tool: {name}", None)
        plan = {"steps": plan or [{"text": "ok"}]} if not isinstance(plan, dict) else plan
        if plan.get("by") == "state":
            return self._next_by_state(name, plan, request)
        where = _look_up(request.values(0, ""), plan["by"]) if "by" in plan else None
        return self._next(f"{name} {json.dumps(where, sort_keys=True)}", plan["steps"], request)

    def _next(self, sequence: str, steps: list[Any], request: Request) -> Answer:
        number = self._asked[sequence] = self._asked.get(sequence, 0) + 1
        return self._play(steps[min(number, len(steps)) - 1], request, number, number)

    def _next_by_state(self, name: str, plan: Mapping[str, Any], request: Request) -> Answer:
        number = self._asked[name] = self._asked.get(name, 0) + 1
        state, index = request.state, 0
        if state is not None:
            known = self._index_of(state)
            if known is None:
                return self._refuse(request, "Invalid request state", "invalid_request_state")
            if plan.get("single_use") and state in self._used_states:
                return self._refuse(request, "This state was used", "state_used")
            self._used_states.add(state)
            index = known
        steps = plan["steps"]
        return self._play(steps[min(index, len(steps) - 1)], request, number, index + 1)

    def _index_of(self, state: str) -> int | None:
        """A fresh state says by itself where it stands, so it outlives this process."""
        if state in self._literal_states:
            return self._literal_states[state]
        match = re.fullmatch(r"at:(\d+):[0-9a-f]{32}", state)
        return int(match[1]) if match else None

    def _play(self, step: Mapping[str, Any], request: Request, number: int, next_index: int) -> Answer:
        values = request.values(number, f"at:{next_index}:{uuid.uuid4().hex}")
        while "choose" in step:
            case = _as_word(_look_up(values, step["choose"]))
            cases: Mapping[str, Any] = step["cases"]
            step = cases[case] if case in cases else step["otherwise"]
        if isinstance(step.get("state"), str):
            self._literal_states[step["state"]] = next_index
        return _Stage(step, values).answer()

    def _refuse(self, request: Request, message: str, reason: str | None) -> Answer:
        error = {"code": -32602, "message": message} | ({"data": {"reason": reason}} if reason else {})
        return self._play({"error": error, "status": 400}, request, 0, 0)

    def _page(self, cursor: str | None) -> dict[str, Any]:
        tools = self._script.get("tools", [])
        start, size = int(cursor or 0), self._script.get("page_size") or len(tools) or 1
        more = {"nextCursor": str(start + size)} if start + size < len(tools) else {}
        ttl = {"ttlMs": self._script["ttl_ms"]} if "ttl_ms" in self._script else {}
        return {"resultType": "complete", "tools": tools[start : start + size], **more, **ttl}

    def _introduction(self) -> dict[str, Any]:
        info = self._script.get("server", {"name": "scripted", "version": "1"})
        return {
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "instructions": self._script.get("instructions", ""),
            "_meta": {"io.modelcontextprotocol/serverInfo": info},
        }


class _Stage:
    """One step with its templates filled in."""

    def __init__(self, step: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        self._step = step
        self._values = values

    def answer(self) -> Answer:
        step, behaviour = self._step, self._step.get("behaviour")
        message = self._message()
        answer = Answer(
            status=step.get("status", 200),
            headers=step.get("headers", {}),
            piece=step.get("piece"),
            hold=self._fill(step.get("hold")),
            ending=_ENDINGS.get(str(behaviour), "whole"),
            effect=step.get("effect", behaviour != "drop_before_effect" and _is_effect(message)),
        )
        answer.body, answer.content_type = self._body(message)
        return answer

    def _message(self) -> dict[str, Any]:
        step, envelope = self._step, {"jsonrpc": "2.0", "id": self._values["id"]}
        if "error" in step:
            return {**envelope, "error": self._fill(step["error"])}
        if "result" in step:
            return {**envelope, "result": self._fill(step["result"])}
        if "ask" in step or ("state" in step and "text" not in step):
            return {**envelope, "result": self._question()}
        if step.get("behaviour") == "huge":
            return {**envelope, "result": _text_result("x" * step.get("bytes", _DEFAULT_HUGE))}
        result = _text_result(_as_word(self._fill(step.get("text", "ok"))))
        return {**envelope, "result": result | ({"isError": True} if step.get("is_error") else {})}

    def _question(self) -> dict[str, Any]:
        step = self._step
        asked = {
            key: {"method": "elicitation/create", "params": {"mode": "form", **self._fill(params)}}
            for key, params in step.get("ask", {}).items()
        }
        result: dict[str, Any] = {"resultType": "input_required"}
        if asked:
            result["inputRequests"] = asked
        if step.get("state", True) is not False:
            result["requestState"] = step["state"] if isinstance(step.get("state"), str) else self._values["new_state"]
        if "explanation" in step:
            result["_meta"] = {"sayso/explanation": self._fill(step["explanation"])}
        return result

    def _body(self, message: dict[str, Any]) -> tuple[bytes, str]:
        step = self._step
        if "raw" in step:
            return self._fill_text(step["raw"]).encode("utf-8"), step.get("content_type", "application/json")
        if "raw_base64" in step:
            return base64.b64decode(step["raw_base64"]), step.get("content_type", "application/json")
        if step.get("as") == "sse":
            return _as_events(message).encode("utf-8"), "text/event-stream"
        if "status" in step and not {"error", "result", "text", "ask"} & step.keys():
            return b"", step.get("content_type", "text/plain")
        return json.dumps(message).encode("ascii"), step.get("content_type", "application/json")

    def _fill(self, value: Any) -> Any:
        match value:
            case str() if whole := _TEMPLATE.fullmatch(value):
                return _look_up(self._values, whole[1])
            case str():
                return self._fill_text(value)
            case list():
                return [self._fill(entry) for entry in value]
            case dict():
                return {key: self._fill(entry) for key, entry in value.items()}
            case _:
                return value

    def _fill_text(self, text: str) -> str:
        def word(match: re.Match[str]) -> str:
            return _as_word(_look_up(self._values, match[1]))

        return _TEMPLATE.sub(word, text)


_ENDINGS = {
    "drop_before_effect": "drop",
    "drop_connection_before_reply": "drop",
    "drop_mid_reply": "cut",
    "hang": "hang",
}


def _is_effect(message: Mapping[str, Any]) -> bool:
    result = message.get("result")
    if not isinstance(result, dict) or "content" not in result:
        return False
    return result.get("resultType", "complete") == "complete" and not result.get("isError")


def _text_result(text: str) -> dict[str, Any]:
    return {"resultType": "complete", "content": [{"type": "text", "text": text}]}


def _as_events(message: Mapping[str, Any]) -> str:
    progress = {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}
    foreign = {"jsonrpc": "2.0", "id": "of somebody else", "result": _text_result("not yours")}
    events = [f"event: message\r\ndata: {json.dumps(each)}\r\n\r\n" for each in (progress, foreign, message)]
    return ": ping\r\n\r\nid: 1\r\ndata:\r\n\r\n" + "".join(events)


def _as_word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _look_up(values: Any, path: str) -> Any:
    for name in path.strip().split("."):
        values = values.get(name) if isinstance(values, Mapping) else None
    return values
