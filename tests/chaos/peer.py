"""An MCP server (2026-07-28) in its own process whose tool asks and then acts, writing down each act before it acts.

``python -m tests.chaos.peer --port N --effects FILE [--slow SECONDS]`` prints ``READY <address>``. Its tool ``act``
takes ``what`` (a name for the call) and ``rounds`` (how often it asks). The state it gives away carries the identity of
the question, so it remembers nothing itself: it can be killed and started again at any moment. An accepted answer to
the last question is one line in FILE, fsynced before the reply leaves: ``{"question": …, "what": …}``.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import uuid
from pathlib import Path
from typing import Any

from tests.mcp_script import Answer, Request, Script
from tests.scripted_mcp_server import ScriptedServer

TOOL = {
    "name": "act",
    "description": "Does something that cannot be undone, once the person said so.",
    "inputSchema": {
        "type": "object",
        "properties": {"what": {"type": "string"}, "rounds": {"type": "integer"}},
        "required": ["what"],
    },
    "annotations": {"destructiveHint": True},
}
_FORM = {"type": "object", "properties": {"sure": {"type": "boolean", "title": "Sure?"}}, "required": ["sure"]}


class Acting(Script):
    """Asks as often as told, then acts if the person accepted."""

    def __init__(self, effects: Path) -> None:
        super().__init__({"server": {"name": "peer", "version": "1"}, "tools": [TOOL], "ttl_ms": 1000})
        self._effects = effects

    def answer(self, request: Request) -> Answer:
        if request.message.get("method") != "tools/call":
            return super().answer(request)
        arguments = request.params.get("arguments") or {}
        if request.state is None:
            return self._ask(request, arguments, 1)
        asked: dict[str, Any] = json.loads(request.state)
        given = (request.params.get("inputResponses") or {}).get("sure") or {}
        if given.get("action") != "accept" or given.get("content", {}).get("sure") is not True:
            return self._say(request, f"Nothing was done about {asked['what']}.")
        if asked["round"] < arguments.get("rounds", 1):
            return self._ask(request, arguments, asked["round"] + 1)
        self._act({"question": asked["question"], "what": asked["what"], "at": request.message.get("id")})
        return self._say(request, f"{asked['what']} is done.")

    def _ask(self, request: Request, arguments: dict[str, Any], number: int) -> Answer:
        identity = {"question": uuid.uuid4().hex, "what": arguments.get("what"), "round": number}
        ask = {"sure": {"message": f"Do {arguments.get('what')}? ({number})", "requestedSchema": _FORM}}
        return self._play({"ask": ask, "state": json.dumps(identity)}, request, 0, 0)

    def _say(self, request: Request, text: str) -> Answer:
        return self._play({"text": text}, request, 0, 0)

    def _act(self, line: dict[str, Any]) -> None:
        """One write to a file opened for appending: a kill leaves a whole line or none."""
        opened = os.open(self._effects, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(opened, (json.dumps(line) + "\n").encode())
            os.fsync(opened)
        finally:
            os.close(opened)


class Peer(ScriptedServer):
    """Takes a random while before and after it acts, so that kills fall on both sides."""

    def __init__(self, effects: Path, slow: float) -> None:
        super().__init__({}, None)
        self._script = Acting(effects)
        self._slow = slow

    async def _take(self, request: Any) -> Answer:
        await asyncio.sleep(random.uniform(0, self._slow))
        answer = await super()._take(request)
        await asyncio.sleep(random.uniform(0, self._slow))
        return answer


def main() -> None:
    parser = argparse.ArgumentParser(description="An MCP server that asks, acts, and writes down each act first.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--effects", type=Path, required=True)
    parser.add_argument("--slow", type=float, default=0.0, help="longest wait before and after acting, in seconds")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(Peer(options.effects, options.slow).serve(options.port))


if __name__ == "__main__":
    main()
