"""A small MCP server that is spoken to through standard input and output: python -m tests.scripted_program WAY

It imports nothing heavy, so a test may start many. Every tool/call answers with the number of this process. WAY is
    old        speaks 2025-11-25 and knows nothing newer
    touchy     … and ends at a request it does not know
    new        speaks 2026-07-28 only
    breaks     shakes hands and ends at the first call
    asks       asks in the middle of a call
    dies       asks in the middle of a call and ends then
    lingers    never answers a call, and writes to its standard error when it is told that nobody waits
    noisy      writes to its standard error, and what is no message to its standard output
    environment  answers with the variable SECRET and the folder it runs in
"""

import json
import os
import sys
from typing import Any

WAY = sys.argv[1]
_UNKNOWN = {"code": -32601, "message": "Method not found"}


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if "method" in message and "id" in message:
            answer(message)
        elif message.get("method") == "notifications/cancelled":
            sys.stderr.write(f"told: {message['params']['reason']}\n")
        elif message.get("id") == 7:
            say({"id": ASKED[0], "result": text(json.dumps(message.get("result")))})


ASKED: list[Any] = []


def answer(request: dict[str, Any]) -> None:
    tool = {"name": "drop_table", "inputSchema": {"type": "object"}}
    match request["method"]:
        case _ if WAY == "old" and "io.modelcontextprotocol/protocolVersion" in request["params"].get("_meta", {}):
            say({"id": request["id"], "error": {"code": -32602, "message": "Invalid request parameters"}})
        case "initialize" if WAY != "new":
            info = {"name": WAY, "version": "1"}
            reply(request, {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info})
        case "server/discover" if WAY == "new":
            reply(request, {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}})
        case "tools/list":
            reply(request, {"tools": [tool]})
        case "tools/call":
            call(request)
        case _ if WAY == "touchy":
            sys.exit(1)
        case _:
            say({"id": request["id"], "error": _UNKNOWN})


def call(request: dict[str, Any]) -> None:
    match WAY:
        case "breaks":
            sys.exit(3)
        case "lingers":
            pass
        case "asks" | "dies":
            ASKED.append(request["id"])
            say({"id": 7, "method": "elicitation/create", "params": {"message": "Sure?"}})
            if WAY == "dies":
                sys.exit(3)
        case "noisy":
            sys.stderr.write("x" * 5000 + "\na plain line \x1b[31m\n")
            sys.stdout.write("this is no message\n")
            reply(request, text(str(os.getpid())))
        case "environment":
            reply(request, text(f"{os.environ.get('SECRET')} {os.environ.get('PARENT')} {os.getcwd()}"))
        case _:
            reply(request, text(str(os.getpid())))


def text(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}]}


def reply(request: dict[str, Any], result: dict[str, Any]) -> None:
    say({"id": request["id"], "result": result})


def say(message: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
