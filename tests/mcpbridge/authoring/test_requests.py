"""How a question looks on the wire."""

from typing import Any

import pytest
from mcp.client import Client
from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult

from mcpbridge.authoring import EXPLANATION_KEY, Form, MemoryNonces, Seal
from mcpbridge.authoring.requests import forms_result
from tests.mcpbridge.authoring.support import KEY, Clock, connected

PLACE = {"type": "string", "title": "Place", "x-ui": {"widget": "textarea"}}


@pytest.fixture
def server() -> MCPServer:
    seal = Seal(nonces=MemoryNonces(), clock=Clock())
    server = MCPServer("asks", request_state_security=seal.security([KEY]))

    def ask(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Ask two things at once."""
        with seal.open(ctx) as this_round:
            forms = {"place": Form("Where?", {"place": PLACE}, ("place",)), "sure": Form("Sure?")}
            return this_round.ask(forms, keep={}, explanation="It will be built there.")

    server.add_tool(ask, structured_output=False)
    return server


async def test_every_form_and_the_explanation_reach_the_client_as_written(server: MCPServer) -> None:
    async with connected(server) as peer:
        result = await peer.call("ask")

    assert result["inputRequests"]["place"] == {
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": "Where?",
            "requestedSchema": {"type": "object", "properties": {"place": PLACE}, "required": ["place"]},
        },
    }
    assert result["inputRequests"]["sure"]["params"]["requestedSchema"] == {"type": "object", "properties": {}}
    assert result["_meta"][EXPLANATION_KEY] == "It will be built there."


def test_without_an_explanation_nothing_is_said_about_it() -> None:
    result = forms_result({"sure": Form("Sure?")}, state="state")

    assert result.meta is None
    assert result.request_state == "state"


@pytest.mark.parametrize("capabilities", [{"elicitation": {}}, {"elicitation": {"form": {}, "url": {}}}])
async def test_a_client_that_shows_forms_is_asked(server: MCPServer, capabilities: dict[str, Any]) -> None:
    async with connected(server) as peer:
        assert (await peer.call("ask", capabilities=capabilities))["resultType"] == "input_required"


@pytest.mark.parametrize("capabilities", [{}, {"sampling": {}}, {"elicitation": {"url": {}}}])
async def test_a_client_that_does_not_show_forms_is_told_so(server: MCPServer, capabilities: dict[str, Any]) -> None:
    async with connected(server) as peer:
        reply = await peer.rpc("ask", capabilities=capabilities)

    assert reply["error"]["code"] == -32021
    assert reply["error"]["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}


async def test_a_connection_of_an_older_protocol_gets_a_sentence_for_the_model(server: MCPServer) -> None:
    async with Client(server, mode="legacy") as client:
        result = await client.call_tool("ask", {})

    assert result.is_error
    assert "2026-07-28 is needed. Nothing was changed." in result.content[0].model_dump()["text"]
