"""``python -m tests.bench.mcp_server``: an MCP server (2026-07-28) whose one tool asks first and then finishes."""

import json
from typing import Any

from tests.bench.http1 import serve

STATE = "bench-state-" + "x" * 200
"""As long as a sealed state usually is; this one holds nothing."""
TOOL = {
    "name": "drop_table",
    "description": "Drop a table for good.",
    "inputSchema": {"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]},
}
QUESTION = {
    "method": "elicitation/create",
    "params": {
        "mode": "form",
        "message": "Really drop orders with its 12 rows?",
        "requestedSchema": {
            "type": "object",
            "properties": {"confirm": {"type": "boolean", "title": "Drop it"}},
            "required": ["confirm"],
        },
    },
}
ASKS = {"resultType": "input_required", "inputRequests": {"confirm": QUESTION}, "requestState": STATE}
DONE = {"resultType": "complete", "content": [{"type": "text", "text": "Dropped orders."}], "isError": False}
LIST = {"resultType": "complete", "tools": [TOOL], "ttlMs": 3_600_000, "cacheScope": "public"}
WHO = {
    "resultType": "complete",
    "supportedVersions": ["2026-07-28"],
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "bench", "version": "1"},
}


def _result(method: str, params: dict[str, Any]) -> dict[str, Any]:
    match method:
        case "tools/call":
            return DONE if "inputResponses" in params and params.get("requestState") == STATE else ASKS
        case "tools/list":
            return LIST
    return WHO


def reply(body: bytes) -> bytes:
    """Answer one JSON-RPC request."""
    message = json.loads(body)
    result = _result(message["method"], message.get("params", {}))
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()


if __name__ == "__main__":
    serve(reply)
