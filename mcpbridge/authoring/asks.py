"""What a tool says to ask: return the questions, or await each answer. Both work in every era of the protocol.

An await that has no answer yet unwinds the tool: ``finally`` runs, the call ends with the question, and with the answer
the tool runs again from the start. What must not be done twice goes into ``once`` or behind the last question.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, overload

from mcp.server.mcpserver import Context
from mcp_types import InputRequiredResult
from pydantic import BaseModel

from mcpbridge.authoring.answers import Accepted, Answer, Cancelled, Declined, Missing, answer_of_round
from mcpbridge.authoring.current import is_hosted, replay_of
from mcpbridge.authoring.errors import NotAnswered, Superseded
from mcpbridge.authoring.requests import Question, form, sampling, url
from mcpbridge.authoring.typed import as_model
from mcpbridge.reasons import DEFAULT_REASON

_TEXT = "text"


def input_required(
    requests: Iterable[Question],
    *,
    state: Any = None,
    message: str | None = None,
    reason: str = DEFAULT_REASON,
) -> InputRequiredResult:
    """Return what a tool returns to ask ``requests``, made by ``form``, ``url`` and ``sampling``, all at once.

    ``state`` (JSON) comes back in ``stored_state`` and can be read by nobody else; None leaves what was stored.
    ``message`` explains to the person what it is about. The tool runs again with the answers.

    Raises:
        NotAnswered: the very same question was just declined or closed: that ended the matter.
        RuntimeError: the tool is not run by an ``AskingServer``.
    """
    replay = replay_of()
    if state is not None:
        replay.memory.stored = state
    return replay.result(requests, explanation=message, reason=reason)


def accepted_content(ctx: Context[Any, Any], id: str) -> Answer:
    """Return the answer to the question ``id``, in whichever round it came, or ``Missing``.

    Of an ``AskingServer`` the content was held against the schema. Elsewhere it is what came with this round, checked
    by nobody.
    """
    return replay_of(ctx).answer(id) if is_hosted(ctx) else answer_of_round(ctx, id)


def stored_state(ctx: Context[Any, Any]) -> Any:
    """Return the ``state`` that was given to ``input_required``, untouched, or None."""
    return replay_of(ctx).memory.stored


async def request_input(
    ctx: Context[Any, Any],
    message: str,
    *,
    id: str = "",
    title: str = "Your answer",
    value: str | None = None,
    explanation: str | None = None,
) -> str:
    """Return the text that the person sends; ``value`` is proposed.

    Raises:
        NotAnswered: the person said no or closed the question; uncaught it ends the call as a tool error.
    """
    schema = {"type": "object", "properties": {_TEXT: {"type": "string", "title": title}}, "required": [_TEXT]}
    proposed = None if value is None else {_TEXT: value}
    answer = await elicit(ctx, message, schema, id=id, value=proposed, explanation=explanation)
    return str(_content(answer)[_TEXT])


async def confirm(
    ctx: Context[Any, Any], message: str, *, id: str = "", intent: str | None = None, explanation: str | None = None
) -> bool:
    """Return whether the person said yes; everything else, closing the question too, is no."""
    return isinstance(await elicit(ctx, message, id=id, intent=intent, explanation=explanation), Accepted)


@overload
async def elicit[M: BaseModel](
    ctx: Context[Any, Any],
    message: str,
    schema: type[M],
    *,
    id: str = ...,
    value: M | Mapping[str, Any] | None = ...,
    allowed_actions: Iterable[str] | None = ...,
    intent: str | None = ...,
    explanation: str | None = ...,
) -> Accepted[M] | Declined | Cancelled: ...


@overload
async def elicit(
    ctx: Context[Any, Any],
    message: str,
    schema: Mapping[str, Any] | None = ...,
    *,
    id: str = ...,
    value: Any = ...,
    allowed_actions: Iterable[str] | None = ...,
    intent: str | None = ...,
    explanation: str | None = ...,
) -> Accepted[Any] | Declined | Cancelled: ...


async def elicit(
    ctx: Context[Any, Any],
    message: str,
    schema: type[BaseModel] | Mapping[str, Any] | None = None,
    *,
    id: str = "",
    value: Any = None,
    allowed_actions: Iterable[str] | None = None,
    intent: str | None = None,
    explanation: str | None = None,
) -> Accepted[Any] | Declined | Cancelled:
    """Return the answer to a form, checked and, where ``schema`` is a model, as that model; see ``form``.

    Raises:
        Superseded: the question was taken back.
        MCPError: -32602 with reason ``question_changed``: the answer that came was given to another question.
    """
    replay = replay_of(ctx)
    question = replay.named(form(id, message, schema, value=value, allowed_actions=allowed_actions, intent=intent))
    await _said(ctx, question, explanation)
    answer = replay.answer(question.id)
    if isinstance(answer, Accepted) and isinstance(schema, type):
        content, why = as_model(schema, answer.content)
        if why is not None:
            await replay.ask_again(question, why, explanation=explanation)
        return Accepted(content, answer.age, answer.question_age)
    assert not isinstance(answer, Missing)
    return answer


async def visit(
    ctx: Context[Any, Any], message: str, address: str, *, id: str = "", explanation: str | None = None
) -> Accepted[Any] | Declined | Cancelled:
    """Ask the person to visit ``address``; accepted means that they agreed to, not that it is done."""
    question = replay_of(ctx).named(url(id, message, address))
    await _said(ctx, question, explanation)
    answer = replay_of(ctx).answer(question.id)
    assert not isinstance(answer, Missing)
    return answer


async def sample(
    ctx: Context[Any, Any],
    messages: str | Sequence[Mapping[str, Any]],
    *,
    max_tokens: int,
    system_prompt: str | None = None,
    id: str = "",
) -> Mapping[str, Any]:
    """Return the message that the client's model, or a person in its place, gave."""
    question = replay_of(ctx).named(sampling(id, messages, max_tokens=max_tokens, system_prompt=system_prompt))
    await _said(ctx, question, None)
    content: Mapping[str, Any] = _content(replay_of(ctx).answer(question.id))
    return content


async def _said(ctx: Context[Any, Any], question: Question, explanation: str | None) -> None:
    said = await replay_of(ctx).ask(question, explanation=explanation)
    if said.action == "superseded":
        raise Superseded


def _content(answer: Answer) -> Any:
    match answer:
        case Accepted(content):
            return content
        case Declined():
            raise NotAnswered("decline")
        case _:
            raise NotAnswered("cancel")
