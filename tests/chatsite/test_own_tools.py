"""``/mcp/`` of a started site: its own tools for the official client, in both eras, behind each web server."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

from tests.chatsite.started import Started, manage, serving

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.chatsite.tools_settings"}
ERAS = ("2026-07-28", "legacy")


class Site:
    """A running site and a token of its administrator."""

    def __init__(self, started: Started, data: Path, token: str) -> None:
        self.started, self.data, self.token = started, data, token
        self.url = f"{started.address}/mcp/"

    def post(self, **headers: str) -> httpx.Response:
        """A bare request for the list of tools."""
        meta = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "tests", "version": "1"},
        }
        ours = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "tools/list",
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
        return httpx.post(self.url, json=body, headers=ours | headers, timeout=20)

    def as_owner(self, **headers: str) -> httpx.Response:
        return self.post(Authorization=f"Bearer {self.token}", **headers)

    def sql(self, statement: str, *values: Any) -> None:
        with closing(sqlite3.connect(self.data / "sayso.sqlite3", timeout=20)) as database, database:
            database.execute(statement, values)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("data")
    with serving(data, "--no-samples", "--no-engine", **SETTINGS) as started:
        made = manage(data, "mcptoken", "make", "admin", "tests", **SETTINGS)
        assert made.returncode == 0, made.stderr
        yield Site(started, data, made.stdout.strip())


def call(url: str, token: str, era: str, tool: str, answer: str = "accept", **arguments: Any) -> tuple[str, list[str]]:
    """What the official client gets of a tool, and the questions it was asked on the way."""
    asked: list[str] = []

    async def say(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action=answer, content={} if answer == "accept" else None)

    async def go() -> str:
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=20) as http,
            Client(streamable_http_client(url, http_client=http), mode=era, elicitation_callback=say) as client,
        ):
            result = await client.call_tool(tool, arguments)
            return "".join(block.text for block in result.content)

    return asyncio.run(go()), asked


@pytest.mark.parametrize("era", ERAS)
def test_the_official_client_calls_a_tool_in_the_name_of_the_token_s_owner(site: Site, era: str) -> None:
    assert call(site.url, site.token, era, "who_am_i") == ("You are admin.", [])
