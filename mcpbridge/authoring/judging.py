"""Whether an answer is one: held against its question, and what is asked again where it is not."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mcp_types import CreateMessageResult, CreateMessageResultWithTools, ElicitResult, InputResponse

from mcpbridge.authoring.memory import Action, Asked
from mcpbridge.authoring.requests import Question
from mcpbridge.authoring.typed import problem_with, proposing

SUPERSEDED_KEY = "sayso/superseded"


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that counts."""

    action: Action
    content: Any = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an answer is of no use, and what it held."""

    why: str
    content: Mapping[str, Any] = field(default_factory=dict)


def judged(asked: Asked, response: InputResponse) -> Given | Problem:
    """Hold one response against the question it came for."""
    match asked.method, response:
        case "elicitation/create", ElicitResult(action="accept", content=content):
            schema = asked.params.get("requestedSchema")
            why = None if schema is None else problem_with(schema, content or {})
            return Given("accept", content or {}) if why is None else Problem(why, content or {})
        case "elicitation/create", ElicitResult(action=action, meta=meta):
            return Given("superseded" if meta and meta.get(SUPERSEDED_KEY) is True else action)
        case "sampling/createMessage", CreateMessageResult() | CreateMessageResultWithTools() as message:
            return Given("accept", message.model_dump(by_alias=True, mode="json", exclude_none=True))
        case _:
            return Problem("it was of another kind than the question")


def asked_again(question: Question, problem: Problem | None) -> Question:
    """The question with the reason why it is asked again, and with what could be kept of the answer."""
    if problem is None:
        return question
    params = dict(question.params)
    if "message" in params:
        params["message"] += f"\n\nThe last answer could not be used: {problem.why}"
    if schema := params.get("requestedSchema"):
        fields = schema["properties"]
        kept = {name: value for name, value in problem.content.items() if name in fields}
        useful = {name: value for name, value in kept.items() if problem_with(fields[name], value) is None}
        params["requestedSchema"] = proposing(schema, useful, wrapped=False)
    return replace(question, params=params)
