"""A server with tools that ask, as a process of its own: ``python -m … DATA [stateless | stdio]``.

Over HTTP it prints ``READY <address>`` once it listens. What its tools did is in ``DATA/acted``.
"""

import socket
import sys
import time
from pathlib import Path

import uvicorn
from mcp.server.mcpserver import Context
from mcp_types import InputRequiredResult

from mcpbridge.authoring import (
    Accepted,
    AskingServer,
    InputRequiredError,
    Missing,
    Seal,
    SqliteNonces,
    accepted_content,
    confirm,
    form,
    input_required,
    request_input,
)

data = Path(sys.argv[1])
server = AskingServer(
    "asking",
    seal=Seal(nonces=SqliteNonces(data / "nonces.sqlite3"), clock=time.time),
    keys=[b"shared by the processes of a test"],
    log_level="CRITICAL",
)


def act(deed: str) -> str:
    with (data / "acted").open("a") as acted:
        acted.write(f"{deed}\n")
    return deed


@server.tool()
def drop_table(table: str, ctx: Context) -> str | InputRequiredResult:
    """Drop a table after a yes."""
    match accepted_content(ctx, "sure"):
        case Missing():
            return input_required([form("sure", f"Drop {table}?", {"type": "boolean"})], message="There is no undo.")
        case Accepted(True):
            return act(f"dropped {table}")
        case other:
            return f"kept {table}: {other}"


@server.tool()
async def delete_file(path: str, ctx: Context) -> str:
    """Delete a file when yes is typed."""
    if await request_input(ctx, f"Delete {path}? Type yes to continue.") != "yes":
        return f"kept {path}"
    await confirm(ctx, "Surely?")
    return act(f"deleted {path}")


@server.tool()
def fetch(ctx: Context) -> str:
    """Fetch what needs a person to sign in."""
    if isinstance(accepted_content(ctx, "input"), Missing):
        raise InputRequiredError("form", {"message": "Sign in?"}, "auth_required")
    return act("fetched")


def main() -> None:
    if sys.argv[2:] == ["stdio"]:
        server.run()
        return
    listener = socket.create_server(("127.0.0.1", 0))
    app = server.streamable_http_app(stateless_http=sys.argv[2:] == ["stateless"])
    config = uvicorn.Config(app, log_level="error")
    print(f"READY http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)  # noqa: T201 - whoever started this waits for the line
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
