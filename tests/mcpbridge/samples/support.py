"""Starting a sample in a process of its own, and speaking to it as a bare 2026-07-28 client does."""

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

PROTOCOL = "2026-07-28"
FORMS: dict[str, Any] = {"elicitation": {"form": {}}}


@dataclass
class Sample:
    """A running sample server."""

    process: subprocess.Popen[str]
    url: str
    data: Path

    def post(self, method: str, params: dict[str, Any], **headers: str) -> httpx.Response:
        """Send one JSON-RPC request and return the bare HTTP response."""
        name = {"Mcp-Name": params["name"]} if "name" in params else {}
        body = {"jsonrpc": "2.0", "id": str(uuid.uuid4()), "method": method, "params": params}
        return httpx.post(
            self.url,
            content=json.dumps(body),
            headers={
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": PROTOCOL,
                "Mcp-Method": method,
                **name,
                **headers,
            },
            timeout=20,
        )

    def rpc(self, method: str, *, capabilities: dict[str, Any] = FORMS, **params: Any) -> dict[str, Any]:
        """Send one request and return its JSON-RPC reply."""
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": PROTOCOL,
            "io.modelcontextprotocol/clientCapabilities": capabilities,
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
        }
        response = self.post(method, params)
        text = response.text
        if response.headers["content-type"].startswith("text/event-stream"):
            text = [line[5:] for line in text.splitlines() if line.startswith("data:")][-1]
        reply: dict[str, Any] = json.loads(text)
        return reply

    def call(self, tool: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
        """One round of a tool call; the reply must be a result."""
        reply = self.rpc("tools/call", name=tool, arguments=arguments, **more)
        assert "result" in reply, reply
        result: dict[str, Any] = reply["result"]
        return result

    def refused(self, tool: str, arguments: dict[str, Any], **more: Any) -> dict[str, Any]:
        """One round of a tool call; the reply must be a JSON-RPC error."""
        reply = self.rpc("tools/call", name=tool, arguments=arguments, **more)
        assert "error" in reply, reply
        error: dict[str, Any] = reply["error"]
        return error


def question(result: dict[str, Any]) -> dict[str, Any]:
    """The parameters of the one question in a result."""
    assert result["resultType"] == "input_required", result
    (request,) = result["inputRequests"].values()
    assert request["method"] == "elicitation/create"
    params: dict[str, Any] = request["params"]
    return params


def answered(result: dict[str, Any], action: str, content: dict[str, Any] | None = None) -> dict[str, Any]:
    """What goes along with the next round when the one question of ``result`` is answered so."""
    assert result["resultType"] == "input_required", result
    (key,) = result["inputRequests"]
    answer = {"action": action} if content is None else {"action": action, "content": content}
    return {"inputResponses": {key: answer}, "requestState": result["requestState"]}


def text_of(result: dict[str, Any]) -> str:
    """The words of a finished call."""
    assert result["resultType"] == "complete", result
    return "\n".join(block["text"] for block in result["content"])


def deeds(data: Path, deed: str) -> list[dict[str, Any]]:
    """The lines of the log that tell of ``deed``."""
    log = data / "log.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return [line for line in lines if line["deed"] == deed]


def command(name: str, data: Path, *more: str) -> list[str]:
    """The command line of a sample."""
    return [sys.executable, "-m", f"mcpbridge.samples.{name}", "--data", str(data), *more]


@contextmanager
def running(name: str, data: Path) -> Iterator[Sample]:
    """A sample on a free port, stopped at the end."""
    process = subprocess.Popen(
        command(name, data, "--port", "0", "--stop-with-stdin"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(f"ready: {name} http://127.0.0.1:"), line
        yield Sample(process, line.split()[-1], data)
    finally:
        process.terminate()
        process.communicate(timeout=10)
