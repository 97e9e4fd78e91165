"""Answers are tagged: yes, no, closed and nothing yet are four things, and a falsy yes is a yes."""

from typing import Any

import pytest
from mcp.server.mcpserver import Context
from mcp_types import CallToolRequestParams

from mcpbridge.authoring import Accepted, Answer, Cancelled, Declined, Missing, accepted_content


def context(responses: dict[str, Any] | None) -> Context[Any, Any]:
    params: dict[str, Any] = {"name": "tool", "inputResponses": responses}
    return Context(input_params=CallToolRequestParams.model_validate(params))


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ({"action": "accept", "content": {"sure": False}}, Accepted({"sure": False})),
        ({"action": "accept", "content": {"text": "", "number": 0}}, Accepted({"text": "", "number": 0})),
        ({"action": "accept", "content": {}}, Accepted({})),
        ({"action": "accept"}, Accepted({})),
        ({"action": "decline"}, Declined()),
        ({"action": "cancel"}, Cancelled()),
        ({"action": "decline", "content": {"sure": True}}, Declined()),
        ({"roots": []}, Missing()),
    ],
)
def test_each_response_has_its_own_tag(response: dict[str, Any], answer: Answer) -> None:
    assert accepted_content(context({"q": response}), "q") == answer


@pytest.mark.parametrize("responses", [None, {}, {"other": {"action": "decline"}}])
def test_what_did_not_come_is_missing(responses: dict[str, Any] | None) -> None:
    assert accepted_content(context(responses), "q") == Missing()


def test_a_boolean_stays_a_boolean_and_a_number_a_number() -> None:
    answer = accepted_content(
        context({"q": {"action": "accept", "content": {"yes": True, "one": 1, "text": "1"}}}), "q"
    )

    assert isinstance(answer, Accepted)
    assert [type(value) for value in answer.content.values()] == [bool, int, str]
