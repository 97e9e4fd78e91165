"""The last message written anew, its reply asked for anew, and the ways between the versions of a thread."""

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from chatsite.views import respond, thread_page, visible_thread
from interrupts.branches import NoSuchVersion, NotTheLast, last_message, show_version, write_anew
from interrupts.ledger import ThreadGone
from interrupts.models import Thread
from interrupts.posted import BadMessage, ThreadBusy


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: uuid.UUID, message: int) -> HttpResponse:
    """The last message as a field, and the post that sends it anew. 409: it is not the last; 422: it cannot be sent."""
    row = visible_thread(request, pk)
    if request.method != "POST":
        last = last_message(row)
        return _form(request, row, message, last.text) if last and last.pk == message else _not_the_last(request, row)
    text = request.POST.get("text", "")
    try:
        write_anew(person=request.user, thread=row, message_id=message, text=text, at=timezone.now())
    except BadMessage as refused:
        return _form(request, row, message, text, problem=str(refused), status=422)
    except NotTheLast:
        return _not_the_last(request, row)
    except ThreadGone as gone:
        raise Http404 from gone
    return respond(request, row)


@login_required
@require_POST
def regenerate(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Have the last message answered anew. 409: the reply this was asked about is not the last any more."""
    row = visible_thread(request, pk)
    last = last_message(row)
    run = request.POST.get("run", "")
    if last is None or not run.isdecimal() or not last.started_runs.filter(pk=int(run[:18])).exists():
        return _not_the_last(request, row)
    try:
        write_anew(person=request.user, thread=row, message_id=last.pk, text=None, at=timezone.now())
    except NotTheLast:
        return _not_the_last(request, row)
    except ThreadGone as gone:
        raise Http404 from gone
    return respond(request, row)


@login_required
@require_POST
def version(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Show another version of the thread. 409: not while something is at work in this one."""
    row = visible_thread(request, pk)
    message = request.POST.get("message", "")
    try:
        wanted = int(message[:18]) if message.isdecimal() else 0
        show_version(person=request.user, thread=row, message_id=wanted, at=timezone.now())
    except NoSuchVersion as unknown:
        raise Http404 from unknown
    except ThreadBusy:
        problem = _("Stop what is at work first, or wait until it is done. Then look at the other version.")
        return _refused(request, row, problem)
    except ThreadGone as gone:
        raise Http404 from gone
    return respond(request, row)


def _not_the_last(request: HttpRequest, row: Thread) -> HttpResponse:
    problem = _("Only your last message can be changed, and this is not the last any more. Nothing was sent.")
    return _refused(request, row, problem)


def _refused(request: HttpRequest, row: Thread, problem: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "chat/refused.html", {"problem": problem, "status": 409}, status=409)
    return thread_page(request, row, status=409, problem=problem)


def _form(
    request: HttpRequest, row: Thread, message: int, text: str, *, problem: str = "", status: int = 200
) -> HttpResponse:
    shown: dict[str, Any] = {"thread": row, "message": message, "words": text, "edit_problem": problem}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "chat/edit_form.html", shown | {"in_place": True}, status=status)
    return thread_page(request, row, status=status, **shown, edits=True)
