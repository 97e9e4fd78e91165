"""The chat's pages. A view reads the request, makes one domain call, and turns what came of it into a response."""

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from interrupts.authority import visible_threads
from interrupts.models import Thread
from interrupts.rendering import thread_context
from interrupts.runs import BadMessage, ThreadBusy, post_message, stop_run
from interrupts.views import seen_by, zone_of


@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What to try first, and the composer of a new thread."""
    return _page(request, None)


@login_required
@require_POST
def start_thread(request: HttpRequest) -> HttpResponse:
    """Post the first message of a new thread and go there."""
    text = request.POST.get("text", "")
    try:
        run = post_message(person=request.user, thread=None, text=text, at=timezone.now())
    except BadMessage as refused:
        return _page(request, None, status=422, text=text, problem=str(refused))
    return redirect("thread", run.thread_id)


@login_required
@require_GET
def thread(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """One conversation."""
    return _page(request, _visible(request, pk))


@login_required
@require_POST
def write(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Post a message. 409: the thread is busy, with the way out; 422: the message cannot be posted; the text is kept."""
    row, text = _visible(request, pk), request.POST.get("text", "")
    try:
        post_message(person=request.user, thread=row, text=text, at=timezone.now(), replace="replace" in request.POST)
    except BadMessage as refused:
        return _respond(request, row, status=422, text=text, problem=str(refused))
    except ThreadBusy as busy:
        return _respond(request, row, status=409, text=text, busy=busy)
    return _respond(request, row)


@login_required
@require_POST
def stop(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Stop what the thread is doing; when nothing is, nothing happens."""
    row = _visible(request, pk)
    stop_run(person=request.user, thread=row, at=timezone.now())
    return _respond(request, row)


def _visible(request: HttpRequest, pk: uuid.UUID) -> Thread:
    return get_object_or_404(visible_threads(request.user), pk=pk)


def _respond(request: HttpRequest, row: Thread, *, status: int = 200, **composer: Any) -> HttpResponse:
    """What changed, for htmx; without JavaScript the thread again, by redirect when all went well."""
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("thread", row.pk) if status == 200 else _page(request, row, status=status, **composer)
    zone = zone_of(request)
    context = thread_context(request.user, row.pk, zone, after=seen_by(request))
    with timezone.override(zone):
        return render(request, "chat/after_post.html", context | {"thread": row, **composer}, status=status)


def _page(request: HttpRequest, row: Thread | None, *, status: int = 200, **composer: Any) -> HttpResponse:
    zone = zone_of(request)
    # Read before the rows: a page that says it has seen number n must hold everything up to n.
    seen = row.seq if row else 0
    context = thread_context(request.user, row.pk if row else None, zone)
    template = "chat/thread.html" if row else "chat/home.html"
    with timezone.override(zone):
        return render(request, template, context | {"thread": row, "seen": seen, **composer}, status=status)
