"""The helper for tests of tools: it fails where the script and the tool do not agree."""

import pytest
from mcp.server.mcpserver import Context

from mcpbridge.authoring import confirm, elicit
from mcpbridge.authoring.testing import ERAS, Era, accept, call_tool, decline
from tests.mcpbridge.authoring.asking import asking_server

every_era = pytest.mark.parametrize("era", ERAS)


async def twice(ctx: Context) -> str:
    """Ask two things."""
    return f"{await confirm(ctx, 'One?')} {await confirm(ctx, 'Two?')}"


@every_era
async def test_a_question_without_an_answer_fails_the_test_and_is_named(era: Era) -> None:
    with pytest.raises(AssertionError, match=r"no answer for this question: .*Two"):
        await call_tool(asking_server(twice), "twice", answers=[accept()], era=era)


@every_era
async def test_an_answer_without_a_question_fails_the_test(era: Era) -> None:
    with pytest.raises(AssertionError, match="1 of the answers were not asked for"):
        await call_tool(asking_server(twice), "twice", answers=[accept(), decline(), True], era=era)


@every_era
async def test_a_bare_value_needs_a_form_of_one_field(era: Era) -> None:
    async def form_of_two(ctx: Context) -> str:
        fields = {"a": {"type": "string"}, "b": {"type": "string"}}
        return str(await elicit(ctx, "Both?", {"type": "object", "properties": fields}))

    with pytest.raises(AssertionError, match="A single value answers a form of one field"):
        await call_tool(asking_server(form_of_two), "form_of_two", answers=["x"], era=era)
