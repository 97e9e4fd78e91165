"""The kinds of question that servers may ask: what is declared to them, and what each is answered with."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.addresses import Address, read_address
from interrupts.arguments import EDITED, edited_arguments, editor_of, what_was_edited, why_denied
from interrupts.fixed_query import FixedQuery
from interrupts.forms import WHOLE_FORM, Accepted, Form, Invalid, Line, parse_text, read, shown_lines, visible
from interrupts.models import Interrupt, Writing
from interrupts.sampling import REPLY_FORM, Prompt, read_prompt
from mcpbridge.client import InputRequest

SERVER_KINDS = ("form", "url", "sampling")
"""Kinds of input request the page can show; any other ends the call with an error that names it."""
CAPABILITIES: Mapping[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {}}
"""The same, in the words of the protocol."""


def kind_of(request: InputRequest) -> str:
    """Return the kind of an input request; a reply that may use tools is one of its own, since we declare none."""
    return "sampling with tools" if request.kind == "sampling" and request.params.get("tools") else request.kind


def form_of(question: Interrupt) -> Form | None:
    """Return the fields to fill; None where there is nothing but the decision."""
    match question.kind:
        case "approval":
            editor = editor_of(question)
            return editor.form if editor else None
        case "url":
            return Form(unanswerable=address_of(question).refusal or None)
        case "sampling":
            return REPLY_FORM
    return parse_text(question.schema)


def prefill_of(question: Interrupt) -> Any:
    """Return what the fields hold at first."""
    editor = editor_of(question)
    return editor.prefill if editor else wire.load(question.prefill)


def read_answer(
    question: Interrupt, posted: Mapping[str, Sequence[str]], *, zone: tzinfo, now: datetime
) -> Accepted | Invalid | None:
    """Return the content of an answer that accepts, or what is wrong with it; None where there is nothing to fill."""
    form, editor = form_of(question), editor_of(question)
    if form is None or (editor is not None and EDITED not in posted):
        return None
    if editor is None:
        filled = read(form, posted, zone=zone)
        if question.kind == "sampling" and isinstance(filled, Accepted):
            return Accepted(_signed(question, filled.content["text"]))
        return filled
    result = editor.read(posted, zone=zone)
    if isinstance(result, Invalid):
        return result
    if wire.dump(result.content) == wire.dump(editor.proposed):
        return Accepted({})
    denied = why_denied(question, result.content, now=now)
    return Invalid({WHOLE_FORM: denied}, posted) if denied else Accepted({"arguments": result.content})


def _signed(question: Interrupt, text: str) -> dict[str, Any]:
    """Return a reply with the name of who wrote it: a server must not take a person's words for a model's."""
    written = Writing.objects.filter(interrupt=question, status="done").first()
    if written is None:
        return {"text": text, "model": "a person"}
    if text != written.text.replace("\r\n", "\n").replace("\r", "\n"):
        return {"text": text, "model": f"{written.model}, edited by a person"}
    return {"text": text, "model": written.model, "truncated": written.truncated}


def answered_with(question: Interrupt) -> tuple[Line, ...]:
    """Return what was sent, or changed of what was proposed, in lines to read."""
    content, form = wire.load(question.content), form_of(question)
    edited = edited_arguments(question)
    if edited is not None:
        edits = what_was_edited(question, edited)
        gone = tuple(Line(name, _("(left out)")) for name in edits["left_out"])
        return shown_lines(parse_text(question.schema), edits["changed"]) + gone
    if question.kind == "sampling" and content:
        return (*shown_lines(REPLY_FORM, {"text": content["text"]}), Line(_("Written by"), content["model"]))
    return shown_lines(form, content) if form is not None and content else ()


def address_of(question: Interrupt) -> Address:
    """Return where a question of kind url leads."""
    return read_address(_url(question.request))


def prompt_of(question: Interrupt) -> Prompt:
    """Return what a server wants a reply to."""
    return read_prompt((wire.load(question.request) or {}).get("params", {}))


def _url(request: str) -> Any:
    return (wire.load(request) or {}).get("params", {}).get("url")


_ASKED = FixedQuery(
    lambda call, number: (
        Interrupt.objects.filter(tool_call=call, kind__in=("form", "url"), round__number__lte=number)
        .order_by("-round__number")
        .values_list("round__number", "kind", "request")
    )
)


def times_in_a_row(question: Interrupt) -> int:
    """Say how often in a row, this time included, the call has sent the person to this very address."""
    if question.kind != "url" or question.round is None:
        return 0
    here, rounds = _url(question.request), dict[int, bool]()
    for number, kind, request in _ASKED.all(question.tool_call_id, question.round.number):
        rounds[number] = rounds.get(number, False) or (kind == "url" and _url(request) == here)
    in_a_row = 0
    for leads_here in rounds.values():
        if not leads_here:
            break
        in_a_row += 1
    return in_a_row


def asked_to_connect(question: Interrupt) -> dict[str, Any]:
    """Return what a connect question is about: ``issuer``, ``scope`` and ``challenge``, each perhaps empty."""
    return wire.load(question.request) or {}


class SignInWords:
    """What the card of a connect question shows: where one signs in, and what is asked for there."""

    def __init__(self, question: Interrupt) -> None:
        asked = asked_to_connect(question)
        self.where = read_address(asked["issuer"]) if asked.get("issuer") else None
        self.scopes = [visible(scope)[:100] for scope in str(asked.get("scope", "")).split()[:40]]
        server = question.tool_call.server_id if question.tool_call else None
        self.link = f"{reverse('connect', args=[server])}?question={question.pk}" if server else ""


class ServerWords:
    """What the card of a question shows of a server's words, by its kind."""

    question: Interrupt

    @property
    def server_asks(self) -> bool:
        """The words of the question are a server's, not ours."""
        return self.question.kind in SERVER_KINDS

    @cached_property
    def address(self) -> Address | None:
        """Where the server sends the person, if it does."""
        return address_of(self.question) if self.question.kind == "url" else None

    @cached_property
    def sign_in(self) -> SignInWords | None:
        """Where the person is to sign in, if that is what is asked."""
        return SignInWords(self.question) if self.question.kind == "connect" else None

    @cached_property
    def prompt(self) -> Prompt | None:
        """What the server wants a reply to, if it does."""
        return prompt_of(self.question) if self.question.kind == "sampling" else None

    @cached_property
    def writing(self) -> Writing | None:
        """The reply that the model was asked to write, if it was."""
        return Writing.objects.filter(interrupt=self.question).first() if self.prompt else None

    @cached_property
    def times_in_a_row(self) -> int:
        """How often in a row the call has sent the person to this very address."""
        return times_in_a_row(self.question)
