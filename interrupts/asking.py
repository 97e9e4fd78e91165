"""Questions from code of the project itself: no server, no model, no thread."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from interrupts import handlers, ledger, push, wire
from interrupts.models import Interrupt

ACTIONS = ("accept", "decline", "cancel")
PERMISSION = "tool_permission"
INTENTS = ("", PERMISSION)


def ask(
    message: str,
    *,
    asked_of: Any,
    handler: str,
    schema: dict[str, Any] | bool | None = None,
    value: dict[str, Any] | None = None,
    allowed_actions: Iterable[str] = ACTIONS,
    intent: str = "",
) -> Interrupt:
    """Put a question to a person; its answer goes to the handler of that name. Returns the stored question.

    ``asked_of`` is the person who answers: in the inbox, or on the question's own page. ``schema`` is a JSON Schema of
    an object, whose properties become fields; without one there are only buttons. ``value`` fills fields in beforehand;
    what has no field is ignored. ``allowed_actions`` may leave out decline. The intent ``"tool_permission"`` names the
    buttons Approve (accept) and Deny (decline).

    What is promised: the question is stored in the transaction of the caller, so it is there exactly if that commits,
    and waits without a limit of time, over restarts. It is answered once: accept, decline and cancel all go to the
    handler (see ``handler``), content that does not fit the schema does not. A question that is taken back
    (``interrupts.answers.withdraw_interrupt``) has no answer, so no handler is called.

    Raises: ValueError with a sentence for what cannot be asked. A schema is not judged: one that no answer fits
    can still be declined or cancelled.
    """
    if not isinstance(message, str) or not message.strip():
        raise ValueError("The message of a question is a text with words in it.")
    if not isinstance(asked_of, get_user_model()) or asked_of.pk is None:
        raise ValueError(f"A question is asked of a stored user, not of {asked_of!r}.")
    if not asked_of.is_active:
        raise ValueError(f"{asked_of} is not active and cannot sign in, so nobody would answer.")
    _check_handler(handler)
    if intent not in INTENTS:
        raise ValueError(f"There is no intent {intent!r}; there is {PERMISSION!r}, or none.")
    question = Interrupt(
        kind="ask",
        asked_of=asked_of,
        handler=handler,
        message=wire.storable(message),
        schema=_schema_text(schema),
        prefill=_value_text(value, schema),
        allowed_actions=",".join(_actions(allowed_actions, intent)),
        intent=intent,
        reason="ask",
        position=1,
        seq=1,
        created_at=timezone.now(),
    )
    with transaction.atomic():
        question.save(force_insert=True)
        ledger.record_alone(question, "question.asked", at=question.created_at, handler=handler, of=str(asked_of))
        push.announce_person(asked_of.pk)
    return question


def _check_handler(name: str) -> None:
    try:
        handlers.find(name)
    except handlers.NoHandler as unknown:
        raise ValueError(str(unknown)) from None


def _actions(wanted: Iterable[str], intent: str) -> list[str]:
    if isinstance(wanted, str):
        raise ValueError(f"The allowed actions are a list of words, not the text {wanted!r}.")
    chosen = list(wanted)
    if unknown := [each for each in chosen if each not in ACTIONS]:
        raise ValueError(f"There is no action {unknown[0]!r}; there is: {', '.join(ACTIONS)}.")
    if "cancel" not in chosen or "accept" not in chosen:
        raise ValueError("Only decline may be left out of the allowed actions: nobody is trapped by a question.")
    if intent == PERMISSION and "decline" not in chosen:
        raise ValueError("A permission can always be denied, so decline cannot be left out.")
    return [each for each in ACTIONS if each in chosen]


def _schema_text(schema: Any) -> str:
    if schema is None:
        return ""
    if not isinstance(schema, dict | bool):
        raise ValueError(f"A schema is a JSON Schema as a dict, not {type(schema).__name__}.")
    return _json("schema", schema)


def _value_text(value: Any, schema: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, dict):
        raise ValueError(f"The value is a dict from names of properties to what they hold, not {type(value).__name__}.")
    if schema is None:
        raise ValueError("Without a schema there is no field that a value could fill in.")
    return _json("value", value)


def _json(name: str, value: Any) -> str:
    try:
        return wire.dump(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"The {name} cannot be written as JSON: {error}.") from error
