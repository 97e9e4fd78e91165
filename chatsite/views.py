"""The chat's pages. A view reads the request, makes one domain call, and turns what came of it into a response."""

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from chatsite.configured import model_name
from chatsite.setting_up import setup
from chatsite.suggestions import suggestions
from interrupts.authority import visible_threads
from interrupts.models import Thread
from interrupts.rendering import news_of, thread_context
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
        return _respond(request, None, status=422, text=text, problem=str(refused))
    return _go_to(request, run.thread_id)


@login_required
@require_GET
def thread(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """One conversation."""
    return _page(request, _visible(request, pk))


@login_required
@require_POST
def write(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Post a message. 409: the thread is busy, with the way out; 422: it cannot be posted; the text is kept."""
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


def _go_to(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Have the browser open a thread: htmx would follow a redirect by itself and put the page into the page."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(reverse("thread", args=[pk]))
    return redirect("thread", pk)


def _respond(request: HttpRequest, row: Thread | None, *, status: int = 200, **composer: Any) -> HttpResponse:
    """What changed, for htmx; without JavaScript the thread again, by redirect when all went well."""
    if not request.htmx:  # type: ignore[attr-defined]
        if row is not None and status == 200:
            return redirect("thread", row.pk)
        return _page(request, row, status=status, **composer)
    zone = zone_of(request)
    # The frame comes over the socket: it would cost more than all the rest, and who posts waits.
    context = (news_of(request.user, row.pk, zone, after=seen_by(request)) if row else None) or {}
    with timezone.override(zone):
        return render(request, "chat/after_post.html", context | {"thread": row, **composer}, status=status)


def _page(request: HttpRequest, row: Thread | None, *, status: int = 200, **composer: Any) -> HttpResponse:
    zone = zone_of(request)
    context = thread_context(request.user, row.pk if row else None, zone)
    context |= {
        "thread": row,
        "model": model_name(),
        "refresh": status == 200 and _must_be_reloaded(context),
        **composer,
    }
    if row is None:
        context["suggestions"] = suggestions()
        context["setup"] = setup() if request.user.is_staff else None
    with timezone.override(zone):
        return render(request, "chat/thread.html" if row else "chat/home.html", context, status=status)


def _must_be_reloaded(context: dict[str, Any]) -> bool:
    """Whether a browser without JavaScript should load the page again by itself: something works, no form is open."""
    run = context["run"]
    works = run is not None and run.status in ("queued", "running")
    return works and not any(getattr(item.shown, "pending", False) for item in context["items"])
