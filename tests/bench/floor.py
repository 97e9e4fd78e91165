"""The floor: the same two model calls and two MCP calls, bare, over kept httpx connections. Nothing is remembered."""

import json
import time
from typing import Any

import httpx

from tests.bench.mcp_server import TOOL
from tests.bench.model_server import TOKENS
from tests.bench.timing import Timed

_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "floor", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}
_MCP_HEADERS = {
    "accept": "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "drop_table",
}
_OFFERED = {"name": TOOL["name"], "description": TOOL["description"], "parameters": TOOL["inputSchema"]}


class Floor:
    """What any host must do at least."""

    def __init__(self, model_url: str, mcp_url: str) -> None:
        self._http = httpx.AsyncClient(trust_env=False)
        self._model_url = f"{model_url}/chat/completions"
        self._mcp_url = mcp_url
        self._id = 0

    async def close(self) -> None:
        await self._http.aclose()

    async def round(self) -> Timed:
        """Do the calls of one round, timed where the product's round is timed."""
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": "You help a person."},
            {"role": "user", "content": "drop table orders"},
        ]
        start = time.perf_counter()
        wish = (await self._model(messages))["call"]
        asked = await self._call({"name": "drop_table", "arguments": json.loads(wish["arguments"])})
        question_there = time.perf_counter()
        answers = {key: {"action": "accept", "content": {"confirm": True}} for key in asked["inputRequests"]}
        resume = {"inputResponses": answers, "requestState": asked["requestState"]}
        done = await self._call({"name": "drop_table", "arguments": json.loads(wish["arguments"]), **resume})
        result_there = time.perf_counter()
        call = {"id": wish["id"], "type": "function", "function": {"name": "drop_table", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": wish["id"], "content": done["content"][0]["text"]})
        assert (await self._model(messages))["text"] == "".join(TOKENS)
        end = time.perf_counter()
        return Timed(ask=question_there - start, resume=result_there - question_there, whole=end - start)

    async def _model(self, messages: list[dict[str, Any]]) -> dict[str, Any]:
        body = {
            "model": "bench",
            "stream": True,
            "messages": messages,
            "tools": [{"type": "function", "function": _OFFERED}],
        }
        text, call = "", {"id": "", "arguments": ""}
        async with self._http.stream("POST", self._model_url, json=body) as response:
            async for line in response.aiter_lines():
                if not line.startswith("data: {"):
                    continue
                delta = json.loads(line[6:])["choices"][0]["delta"]
                text += delta.get("content") or ""
                for piece in delta.get("tool_calls", ()):
                    call["id"] = piece.get("id") or call["id"]
                    call["arguments"] += piece["function"]["arguments"]
        return {"text": text, "call": call}

    async def _call(self, params: dict[str, Any]) -> dict[str, Any]:
        self._id += 1
        body = {"jsonrpc": "2.0", "id": str(self._id), "method": "tools/call", "params": {**params, "_meta": _META}}
        response = await self._http.post(self._mcp_url, json=body, headers=_MCP_HEADERS)
        return response.json()["result"]
