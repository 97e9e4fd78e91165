"""A host's word about who acts: read in both eras where it is in order, refused where it is not."""

import base64
import json
from typing import Any

import jwt
import pytest
from mcp.client import Client
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, InputRequiredResult

from mcpbridge.authoring import AskingServer, MemoryNonces, Seal, confirm
from mcpbridge.authoring.who import acting_person, person_principal
from mcpbridge.who import LIFE_SECONDS, WHO_KEY, sign_who
from tests.mcpbridge.authoring.support import KEY, Clock

HERE = "https://deployer.example/mcp"
OLD_KEY = b"o" * 32
ERAS = pytest.mark.parametrize("era", ["2026-07-28", "legacy"])


def word(key: bytes = KEY, **changes: Any) -> dict[str, Any]:
    """What a host sends along; ``changes`` are what is wrong with it."""
    says: dict[str, Any] = {"person": "7", "name": "ana", "audience": HERE, "tool": "who", "request": "12-1"}
    return {WHO_KEY: sign_who(key, **says | {"now": Clock().now} | changes)}


def server() -> MCPServer:
    made = MCPServer("deployer")

    @made.tool()
    def who(ctx: Context) -> str:
        found = acting_person(ctx, [KEY, OLD_KEY], audience=HERE, now=Clock().now)
        return "nobody" if found is None else f"{found.person} {found.name} {found.request}"

    return made


async def said_by(meta: dict[str, Any] | None, era: str = "2026-07-28") -> str:
    async with Client(server(), mode=era) as client:
        try:
            result = await client.call_tool("who", {}, meta=meta)
        except MCPError as refused:
            return f"refused: {refused.error.data}"
        return "".join(block.text for block in result.content)


@ERAS
async def test_a_tool_learns_who_acts_and_in_which_call_and_round(era: str) -> None:
    assert await said_by(word(), era) == "7 ana 12-1"


@ERAS
async def test_without_a_word_nobody_is_known(era: str) -> None:
    assert await said_by(None, era) == "nobody"


async def test_a_key_can_be_changed_while_both_are_known() -> None:
    assert await said_by(word(OLD_KEY)) == "7 ana 12-1"


def _unsigned() -> dict[str, Any]:
    _, body, _ = word()[WHO_KEY].split(".")
    none = base64.urlsafe_b64encode(json.dumps({"alg": "none"}).encode()).decode().rstrip("=")
    return {WHO_KEY: f"{none}.{body}."}


def _without(claim: str) -> dict[str, Any]:
    claims = jwt.decode(word()[WHO_KEY], options={"verify_signature": False})
    del claims[claim]
    return {WHO_KEY: jwt.encode(claims, KEY)}


WRONG = {
    "forged": word(b"x" * 32),
    "expired": word(now=Clock().now - LIFE_SECONDS),
    "of tomorrow": word(now=Clock().now + 3600),
    "for another server": word(audience="https://other.example/mcp"),
    "for another tool": word(tool="drop_table"),
    "unsigned": _unsigned(),
    **{f"without {claim}": _without(claim) for claim in ("exp", "iat", "aud", "sub", "jti", "tool")},
    "no token": {WHO_KEY: "nonsense"},
    "a number": {WHO_KEY: 7},
    "an object": {WHO_KEY: {}},
}


@ERAS
@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
async def test_a_word_that_is_not_in_order_is_refused(wrong: dict[str, Any], era: str) -> None:
    assert await said_by(wrong, era) == "refused: {'reason': 'who_refused'}"


async def test_the_state_of_a_question_counts_for_the_person_who_was_asked_alone() -> None:
    clock = Clock()
    principal = person_principal([KEY], audience=HERE, clock=clock)
    asking = AskingServer("deployer", seal=Seal(MemoryNonces(), clock), keys=[KEY], principal=principal)

    @asking.tool()
    async def who(ctx: Context) -> str:
        return "done" if await confirm(ctx, "Sure?", id="sure") else "kept"

    async def never(*_: Any) -> Any:
        raise AssertionError

    async with Client(asking, mode="2026-07-28", elicitation_callback=never) as client:

        async def go(person: str, first: Any = None) -> Any:
            answers: Any = {"sure": ElicitResult(action="accept", content={})}
            more = {"input_responses": answers, "request_state": first.request_state} if first else {}
            return await client.session.call_tool(
                "who", {}, meta=word(person=person), allow_input_required=True, **more
            )

        asked = await go("7")
        assert isinstance(asked, InputRequiredResult)
        with pytest.raises(MCPError, match="requestState"):
            await go("8", asked)

        assert (await go("7", asked)).content[0].text == "done"
