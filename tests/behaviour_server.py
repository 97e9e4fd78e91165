"""The tools that ``test_behaviours`` walks, as a server of its own: ``python -m tests.behaviour_server FOLDER``.

It prints ``READY <address>`` once it listens, serves clients of every era, and writes what its tools did, and for whom,
to ``FOLDER/deeds``, a line of JSON each.
"""

import json
import socket
import sys
import time
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import InputRequiredResult
from pydantic import BaseModel, Field

from mcpbridge.authoring import (
    Accepted,
    AskingServer,
    Declined,
    InputRequiredError,
    Missing,
    Seal,
    SqliteNonces,
    accepted_content,
    confirm,
    elicit,
    form,
    input_required,
    once,
    render,
    request_input,
    sample,
    stored_state,
)
from mcpbridge.authoring.who import acting_person

WHO_KEY = b"what host and server both know, 32+"


class Plan(BaseModel):
    environment: str = Field(title="Where to", json_schema_extra={"enum": ["staging", "production"]})
    notes: str = Field("", title="Notes", json_schema_extra={"x-ui": {"widget": "textarea"}})


def build(folder: Path, audience: str) -> AskingServer:
    """The server with all its tools."""
    seal = Seal(nonces=SqliteNonces(folder / "nonces.sqlite3"), clock=time.time)
    server = AskingServer("behaviours", seal=seal, keys=[b"k" * 32], log_level="CRITICAL")

    def did(ctx: Context[Any, Any], deed: str) -> str:
        who = acting_person(ctx, (WHO_KEY,), audience=audience, now=time.time())
        with (folder / "deeds").open("a") as deeds:
            deeds.write(json.dumps({"deed": deed, "name": who.name if who else None}) + "\n")
        return deed

    @server.tool()
    async def drop_table(table: str, ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Drop a table after a yes (A)."""
        match accepted_content(ctx, "sure"):
            case Missing():
                question = form("sure", f"Drop {table}?", {"type": "boolean"})
                return input_required([question], state={"table": table}, message="There is no undo.")
            case Accepted(True):
                return did(ctx, f"Dropped {stored_state(ctx)['table']}")
            case other:
                return f"Kept {table}: {type(other).__name__}"

    @server.tool()
    async def delete_file(path: str, ctx: Context[Any, Any]) -> str:
        """Delete a file once yes is typed (B)."""
        await once(ctx, "look", lambda: did(ctx, f"Looked at {path}"))
        if await request_input(ctx, f"Delete {path}? Type yes to continue.") != "yes":
            return f"Kept {path}"
        if not await confirm(ctx, "It is the last copy. Delete it all the same?"):
            return f"Kept the last copy of {path}"
        return did(ctx, f"Deleted {path}")

    @server.tool()
    async def deploy(ctx: Context[Any, Any]) -> str:
        """Deploy by a form (C)."""
        proposed = {"environment": "staging", "notes": ""}
        answer = await elicit(ctx, "Where to?", Plan, value=proposed, intent="tool_permission")
        if not isinstance(answer, Accepted):
            return f"Not deployed: {type(answer).__name__}"
        return did(ctx, f"Deployed to {answer.content.environment} ({answer.content.notes})")

    @server.tool()
    async def show(kind: str, ctx: Context[Any, Any]) -> str:
        """Render one object (C)."""
        wanted = {"kind": kind, "message": "Which?", "dataSchema": {"type": "string", "enum": ["red", "blue"]}}
        answer = await render(ctx, wanted)
        return f"Chosen: {answer.content}" if isinstance(answer, Accepted) else "Nothing chosen"

    @server.tool()
    async def fetch(fails: bool, ctx: Context[Any, Any]) -> str:
        """Raise, to pause or to fail (D)."""
        if fails:
            raise ToolError("The disk is full.")
        if isinstance(accepted_content(ctx, "input"), Missing):
            raise InputRequiredError("form", {"message": "Sign in first"}, "auth_required")
        if isinstance(accepted_content(ctx, "input"), Declined):
            return "Nobody signed in"
        return "Fetched"

    @server.tool()
    async def summarize(ctx: Context[Any, Any]) -> str:
        """Have a model write (D)."""
        reply = await sample(ctx, "Say it in one word.", max_tokens=50)
        return f"Summary: {reply['content']['text']}"

    return server


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    app = build(Path(sys.argv[1]), address).streamable_http_app()
    print(f"READY {address}", flush=True)  # noqa: T201 - whoever started this waits for the line
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])


if __name__ == "__main__":
    main()
