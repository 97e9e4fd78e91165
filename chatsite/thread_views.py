"""What one does with a whole thread: its options, its name; all threads in a list with those put away; the search."""

import uuid
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from chatsite.views import visible_thread
from interrupts.authority import visible_threads
from interrupts.frame import with_state
from interrupts.ledger import ThreadGone
from interrupts.models import Interrupt, Run, Thread
from interrupts.rendering import thread_context
from interrupts.searching import QUERY_LIMIT, messages_with, terms_of, threads_titled
from interrupts.states import OPEN_RUN
from interrupts.threads import BadTitle, archive_thread, delete_thread, pin_thread, rename_thread
from interrupts.views import zone_of

PAGE_LENGTH = 50
"""Threads on one page of the list."""
FOUND_LENGTH = 20
"""Messages on one page of what was found."""
LAST_PAGE = 50
TITLES_SHOWN = 5


@login_required
@require_GET
def all_threads(request: HttpRequest) -> HttpResponse:
    """Every thread of this person, or only those put away; with words, only those that have them in their title."""
    words, show = request.GET.get("q", "").strip()[:QUERY_LIMIT], request.GET.get("show", "")
    rows = with_state(visible_threads(request.user))
    if show == "archived":
        rows = rows.filter(archived=True)
    if words:
        rows = rows.filter(pk__in=threads_titled(request.user, terms_of(words)))
    page = Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page"))
    return _page(request, "chat/all_threads.html", page=page, words=words, show=show)


@login_required
@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """The messages and titles among this person's threads that have the words, newest first."""
    words, number = request.GET.get("q", "").strip()[:QUERY_LIMIT], request.GET.get("page", "")
    page = min(max(int(number), 1), LAST_PAGE) if number.isascii() and number.isdigit() and len(number) < 9 else 1
    terms = terms_of(words)
    found = messages_with(request.user, terms, start=(page - 1) * FOUND_LENGTH, limit=FOUND_LENGTH + 1)
    titled = threads_titled(request.user, terms)[:TITLES_SHOWN] if page == 1 else []
    return _page(
        request,
        "chat/search.html",
        words=words,
        threads=with_state(visible_threads(request.user).filter(pk__in=titled)) if titled else [],
        found=found[:FOUND_LENGTH],
        before=page - 1,
        after=page + 1 if len(found) > FOUND_LENGTH and page < LAST_PAGE else 0,
    )


@login_required
@require_GET
def thread_options(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """All that can be done with one thread, on a page of its own."""
    return _options(request, visible_thread(request, pk))


@login_required
@require_http_methods(["GET", "POST"])
def rename(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """The title as a field, in its place for htmx; and the post that keeps it. 422: it is empty."""
    row = visible_thread(request, pk)
    if request.method != "POST":
        return _title(request, row, editing=True) if request.htmx else _options(request, row)  # type: ignore[attr-defined]
    try:
        _do(rename_thread, request, row, title=request.POST.get("title", ""))
    except BadTitle as refused:
        show = partial(_title, editing=True) if request.htmx else _options  # type: ignore[attr-defined]
        return show(request, row, problem=str(refused), status=422)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("thread", pk)
    return _title(request, visible_thread(request, pk))


@login_required
@require_POST
def pin(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Have the thread stand first, or no longer."""
    return _after(request, pk, pin_thread, pinned=request.POST.get("on") == "1")


@login_required
@require_POST
def archive(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Put the thread away, or take it out again."""
    return _after(request, pk, archive_thread, archived=request.POST.get("on") == "1")


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """What deleting the thread would do; and the post that does it."""
    row = visible_thread(request, pk)
    if request.method == "POST":
        _do(delete_thread, request, row)
        return redirect("home")
    open_ones = Interrupt.objects.filter(thread=row, status="pending")
    return _page(
        request,
        "chat/delete_thread.html",
        row=row,
        questions=open_ones.count(),
        held=open_ones.exclude(held_by="").filter(stranded_at__isnull=True).exists(),
        works=Run.objects.filter(thread=row, status__in=OPEN_RUN).exists(),
    )


def _after(request: HttpRequest, pk: uuid.UUID, act: Callable[..., None], **how: Any) -> HttpResponse:
    """Do it and show the menu as it then is, for htmx; without JavaScript go to the thread."""
    _do(act, request, visible_thread(request, pk), **how)
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "chat/thread_menu.html", {"thread": visible_thread(request, pk)})
    return redirect("thread", pk)


def _do(act: Callable[..., None], request: HttpRequest, row: Thread, **how: Any) -> None:
    now: datetime = timezone.now()
    try:
        act(person=request.user, thread=row, at=now, **how)
    except ThreadGone as gone:
        raise Http404 from gone


def _title(request: HttpRequest, row: Thread, *, status: int = 200, **shown: Any) -> HttpResponse:
    return render(request, "chat/title.html", {"thread": row, **shown}, status=status)


def _options(request: HttpRequest, row: Thread, *, problem: str = "", status: int = 200) -> HttpResponse:
    return _page(request, "chat/thread_options.html", status=status, row=row, problem=problem)


def _page(request: HttpRequest, template: str, *, status: int = 200, **shown: Any) -> HttpResponse:
    zone = zone_of(request)
    context = thread_context(request.user, None, zone) | shown
    with timezone.override(zone):
        return render(request, template, context, status=status)
