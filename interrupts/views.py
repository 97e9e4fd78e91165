"""The pages of questions: what waits for me, one question, and the post that answers it."""

import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import tzinfo
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from interrupts.answers import AlreadyClosed, NotAllowed, answer_interrupt
from interrupts.authority import visible_interrupt
from interrupts.cards import QuestionView
from interrupts.drafts import DraftTooLong, save_draft
from interrupts.forms import Invalid, bind, read
from interrupts.kinds import read_answer
from interrupts.models import Interrupt
from interrupts.page import question_item, views_of, waiting_for
from interrupts.posted import BadMessage
from interrupts.preferences import preferences_of
from interrupts.rendering import thread_context
from interrupts.replies import may_reply, reply_instead
from interrupts.writing import stop_writing, want_reply
from interrupts.zones import ZONE_COOKIE, keep_zone, zone_by, zone_form

INBOX_LENGTH = 100
CONNECTION_LOST = gettext_lazy(
    "The connection was lost while you wrote. Send it again if the tool is to be called again."
)
WRITING = ("write", "write_myself")
"""What the buttons of a wanted reply say besides an answer."""


def zone_of(request: HttpRequest) -> tzinfo:
    """The person's zone."""
    kept = getattr(request, "preferences", None) or preferences_of(request.user)
    return zone_by(kept, request.COOKIES.get(ZONE_COOKIE))


def seen_by(request: HttpRequest) -> int:
    """The newest change the posting page says it has; 0 when it does not say."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


@login_required
@require_GET
def inbox(request: HttpRequest) -> HttpResponse:
    """What waits for this person, over all threads, oldest first."""
    zone = zone_of(request)
    rows = waiting_for(request.user).with_card()[: INBOX_LENGTH + 1]
    views = views_of(rows, request.user, zone)
    context = thread_context(request.user, None, zone)
    context |= {"questions": views[:INBOX_LENGTH], "more": len(views) > INBOX_LENGTH}
    with timezone.override(zone):
        return render(request, "interrupts/inbox.html", context)


@login_required
@require_GET
def question(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """One question on a page of its own: where links from elsewhere lead."""
    zone = zone_of(request)
    return _question_page(request, views_of([_visible(request, pk)], request.user, zone)[0], zone)


@login_required
@require_POST
def answer(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Answer a question. 422: the form as it was typed, with errors. 409: somebody was first, and the card says who."""
    row, zone = _visible(request, pk), zone_of(request)
    action = request.POST.get("action", "")
    content: dict[str, Any] | None = None
    if action in WRITING:
        return _writing(request, row, zone)
    if action == "accept" and row.status == "pending":
        checked = read_answer(row, dict(request.POST.lists()), zone=zone, now=timezone.now())
        if isinstance(checked, Invalid):
            _keep_what_does_not_fit(request, row, zone, checked)
            view = QuestionView(row, request.user, zone, posted=checked.posted, errors=checked.errors)
            return _card(request, view, zone, status=422)
        if row.stranded_at and "call_again" not in request.POST:
            view = QuestionView(
                row, request.user, zone, posted=dict(request.POST.lists()), problem=str(CONNECTION_LOST)
            )
            return _card(request, view, zone, status=422)
        content = checked.content if checked else None
    decide = partial(answer_interrupt, row, person=request.user, action=action, content=content, at=timezone.now())
    return _after(request, row, zone, decide)


def _writing(request: HttpRequest, row: Interrupt, zone: tzinfo) -> HttpResponse:
    """Have the model write a reply into the form, or write no more. Nothing is answered by this."""
    begin = partial(want_reply, row, person=request.user, typed=request.POST.get("f0", ""), at=timezone.now())
    stop = partial(stop_writing, row, person=request.user, at=timezone.now())
    return _after(request, row, zone, begin if request.POST["action"] == "write" else stop)


def _after(request: HttpRequest, row: Interrupt, zone: tzinfo, act: Callable[[], None]) -> HttpResponse:
    """Do what was asked of a question and show its card as it then is, or why it was refused (403, 409)."""
    try:
        act()
    except AlreadyClosed as closed:
        view = QuestionView(_visible(request, row.pk), request.user, zone, problem=_who_was_first(closed.question))
        return _card(request, view, zone, status=409)
    except NotAllowed as refused:
        return _card(request, QuestionView(row, request.user, zone, problem=str(refused)), zone, status=403)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(back_to(row))
    return _card(request, views_of([_visible(request, row.pk)], request.user, zone)[0], zone)


@login_required
@require_POST
def draft(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Keep what the person has typed so far. 204: kept; 403: not theirs; 409: closed; 413: too long to be kept."""
    row = _visible(request, pk)
    form = QuestionView(row, request.user, zone_of(request)).form
    try:
        save_draft(row, person=request.user, form=form, posted=dict(request.POST.lists()), at=timezone.now())
    except AlreadyClosed as closed:
        return _sentence(_who_was_first(closed.question), 409)
    except NotAllowed as refused:
        return _sentence(str(refused), 403)
    except DraftTooLong as refused:
        return _sentence(str(refused), 413)
    return HttpResponse(status=204)


@login_required
@require_http_methods(["GET", "POST"])
def reply(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Write a message in place of an answer. 422: not as it is; 409: the question is closed; the text is kept."""
    row = _visible(request, pk)
    if not may_reply(request.user, row):
        raise Http404
    if request.method != "POST":
        return _reply_page(request, row) if row.status == "pending" else redirect(back_to(row))
    try:
        reply_instead(row, person=request.user, text=request.POST.get("text", ""), at=timezone.now())
    except BadMessage as refused:
        return _reply_page(request, row, problem=str(refused), status=422)
    except AlreadyClosed as closed:
        problem = f"{_who_was_first(closed.question, is_message=True)} {_('Copy it if you still need it.')}"
        return _reply_page(request, _visible(request, pk), problem=problem, status=409)
    return redirect(back_to(row))


def _reply_page(request: HttpRequest, row: Interrupt, *, problem: str = "", status: int = 200) -> HttpResponse:
    zone = zone_of(request)
    context = thread_context(request.user, None, zone) | {
        "view": QuestionView(row, request.user, zone),
        "question": row,
        "withdrawn": Interrupt.objects.filter(run=row.run_id, status="pending").count(),
        "text": request.POST.get("text", ""),
        "problem": problem,
        "back": back_to(row),
    }
    with timezone.override(zone):
        return render(request, "interrupts/reply.html", context, status=status)


def _keep_what_does_not_fit(request: HttpRequest, row: Interrupt, zone: tzinfo, refused: Invalid) -> None:
    """Keep an answer that has to be corrected, so that leaving the page loses nothing without JavaScript either."""
    form = QuestionView(row, request.user, zone).form
    with suppress(AlreadyClosed, DraftTooLong, NotAllowed):
        save_draft(row, person=request.user, form=form, posted=refused.posted, at=timezone.now())


def _sentence(text: str, status: int) -> HttpResponse:
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


@login_required
@require_http_methods(["GET", "POST"])
def time_zone(request: HttpRequest) -> HttpResponse:
    """The person's time zone, to be seen and changed. 422: there is no such zone."""
    zone, form = zone_of(request), zone_form()
    errors: Mapping[str, str] = {}
    if request.method == "POST":
        checked = read(form, dict(request.POST.lists()), zone=zone)
        if not isinstance(checked, Invalid):
            keep_zone(request.user, checked.content["zone"])
            return redirect("time_zone")
        errors = checked.errors
    fields = bind(form, zone=zone, errors=errors, prefill={"zone": str(zone)}, prefix="zone-")
    context = thread_context(request.user, None, zone) | {"fields": fields, "errors": errors, "now": timezone.now()}
    with timezone.override(zone):
        return render(request, "interrupts/time_zone.html", context, status=422 if errors else 200)


def _visible(request: HttpRequest, pk: uuid.UUID) -> Interrupt:
    row = visible_interrupt(request.user, pk)
    if row is None:
        raise Http404
    return row


def back_to(row: Interrupt) -> str:
    """The place in the thread, where the project has a page named ``thread`` for it; else the question's own page."""
    if row.thread_id is None:
        return reverse("inbox")
    try:
        return f"{reverse('thread', args=[row.thread_id])}#question-{row.pk}"
    except NoReverseMatch:
        return reverse("question", args=[row.pk])


def _who_was_first(row: Interrupt, *, is_message: bool = False) -> str:
    unused = _("Your message was not used.") if is_message else _("Your answer was not used.")
    if row.status == "withdrawn":
        return f"{_('This question was withdrawn.')} {unused}"
    who = row.answered_by or _("somebody")
    return f"{_('This was already answered by {who}.').format(who=who)} {unused}"


def _card(request: HttpRequest, view: QuestionView, zone: tzinfo, *, status: int = 200) -> HttpResponse:
    """The card alone for htmx; the question's page without JavaScript."""
    if not request.htmx:  # type: ignore[attr-defined]
        return _question_page(request, view, zone, status=status)
    with timezone.override(zone):
        return render(
            request, "interrupts/live.html", {"items": [question_item(view)], "person": request.user}, status=status
        )


def _question_page(request: HttpRequest, view: QuestionView, zone: tzinfo, *, status: int = 200) -> HttpResponse:
    context = thread_context(request.user, None, zone)
    context |= {"item": question_item(view), "view": view, "question": view.question}
    with timezone.override(zone):
        return render(request, "interrupts/question.html", context, status=status)
