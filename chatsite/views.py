"""The chat's pages. A view reads the request, makes one domain call, and turns what came of it into a response."""

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from chatsite.attaching import what_may_be_attached
from chatsite.configured import model_name, offers
from chatsite.setting_up import setup
from chatsite.suggestions import suggestions
from interrupts.authority import visible_threads
from interrupts.ledger import ThreadGone
from interrupts.models import Thread
from interrupts.posted import BadMessage, ThreadBusy
from interrupts.rendering import news_of, thread_context
from interrupts.runs import post_message, stop_run
from interrupts.views import seen_by, zone_of
from interrupts.window import END, end_for


@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What to try first, and the composer of a new thread."""
    return thread_page(request, None)


@login_required
@require_POST
def start_thread(request: HttpRequest) -> HttpResponse:
    """Post the first message of a new thread and go there."""
    text = request.POST.get("text", "")
    try:
        run = post_message(
            person=request.user,
            thread=None,
            text=text,
            at=timezone.now(),
            files=_files(request),
            model=_chosen(request),
        )
    except BadMessage as refused:
        return respond(request, None, status=422, text=text, problem=str(refused))
    return _go_to(request, run.thread_id)


@login_required
@require_GET
def thread(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """One conversation: its newest part, with ``?before=`` the part before a place, with ``?at=`` one that shows it."""
    row, at = visible_thread(request, pk), _place(request.GET.get("at", ""))
    before = _place(request.GET.get("before", "")) if at == END else end_for(row.pk, at)
    if not request.htmx or before == END:  # type: ignore[attr-defined]
        return thread_page(request, row, before=before)
    zone = zone_of(request)
    with timezone.override(zone):
        context = thread_context(request.user, row.pk, zone, before=before) | {"thread": row}
        return render(request, "chat/earlier_items.html", context)


def _place(text: str) -> int:
    """The place in a thread that an address names, behind everything when it names none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else END


@login_required
@require_POST
def write(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Post a message. 409: the thread is busy, with the way out; 422: it cannot be posted; the text is kept."""
    row, text = visible_thread(request, pk), request.POST.get("text", "")
    try:
        replace = "replace" in request.POST
        post_message(
            person=request.user,
            thread=row,
            text=text,
            at=timezone.now(),
            replace=replace,
            files=_files(request),
            model=_chosen(request),
        )
        row.refresh_from_db(fields=["model"])
    except BadMessage as refused:
        return respond(request, row, status=422, text=text, problem=str(refused))
    except ThreadBusy as busy:
        return respond(request, row, status=409, text=text, busy=busy)
    except ThreadGone as gone:
        raise Http404 from gone
    return respond(request, row)


@login_required
@require_POST
def stop(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Stop what the thread is doing; when nothing is, nothing happens."""
    row = visible_thread(request, pk)
    stop_run(person=request.user, thread=row, at=timezone.now())
    return respond(request, row)


def _files(request: HttpRequest) -> list[Any]:
    return request.FILES.getlist("files")


def _chosen(request: HttpRequest) -> str | None:
    """The model that was chosen in the composer, None where there was no choice. Raises: BadMessage."""
    chosen, listed = request.POST.get("model"), [offer.spec for offer in offers()]
    if chosen is None or not listed:
        return None
    if chosen not in listed:
        raise BadMessage(_("This model is not offered any more. Choose another and send again."))
    return chosen


def _menu(request: HttpRequest, row: Thread | None) -> dict[str, Any]:
    """What the page calls the model, which others there are, and what it can be given.

    After a refusal the choice stays as it was made.
    """
    stored = row.model if row else ""
    return {
        "model": model_name(stored),
        "offers": offers(),
        "chosen": request.POST.get("model", stored),
        "attach": what_may_be_attached(stored),
    }


def visible_thread(request: HttpRequest, pk: uuid.UUID) -> Thread:
    """A thread of this person's. Raises: Http404."""
    return get_object_or_404(visible_threads(request.user), pk=pk)


def _go_to(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Have the browser open a thread: htmx would follow a redirect by itself and put the page into the page."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(reverse("thread", args=[pk]))
    return redirect("thread", pk)


def respond(request: HttpRequest, row: Thread | None, *, status: int = 200, **composer: Any) -> HttpResponse:
    """What changed, for htmx; without JavaScript the thread again, by redirect when all went well."""
    if not request.htmx:  # type: ignore[attr-defined]
        if row is not None and status == 200:
            return redirect("thread", row.pk)
        return thread_page(request, row, status=status, **composer)
    zone = zone_of(request)
    # The frame comes over the socket: it would cost more than all the rest, and who posts waits.
    context = (news_of(request.user, row.pk, zone, after=seen_by(request)) if row else None) or {}
    with timezone.override(zone):
        context |= {"thread": row, **_menu(request, row), **composer}
        return render(request, "chat/after_post.html", context, status=status)


def thread_page(
    request: HttpRequest, row: Thread | None, *, status: int = 200, before: int = END, **composer: Any
) -> HttpResponse:
    """A whole page: a part of the thread, or where a new one begins."""
    zone = zone_of(request)
    context = thread_context(request.user, row.pk if row else None, zone, before=before)
    context |= {
        "thread": row,
        **_menu(request, row),
        "refresh": status == 200 and before == END and _must_be_reloaded(context),
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
