"""Threads, results of tools, and what people attached, as files for those who may see them.

Bytes of strangers are hostile: hence the headers.
"""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from interrupts import storing
from interrupts.attaching import is_text
from interrupts.authority import visible_threads
from interrupts.exporting import as_json, as_markdown
from interrupts.kept import whole_pieces
from interrupts.models import File, Thread, ToolCall
from interrupts.results import words
from interrupts.storing import StorageFailed
from interrupts.zones import ZONE_COOKIE, zone_for

SANDBOX = "default-src 'none'; sandbox"
"""Whatever a browser makes of the bytes, it runs nothing and loads nothing."""
AWAY = gettext_lazy("The storage of files cannot be reached now. Try again later.")


@login_required
@require_GET
def result(request: HttpRequest, pk: uuid.UUID, call: int) -> HttpResponse:
    """All a tool said, as a text file. 503: the storage cannot be reached."""
    row = _visible_call(request, pk, call)
    try:
        text = row.outcome or (words(whole_pieces(row)) if row.result else "")
    except StorageFailed:
        return away()
    return safe(HttpResponse(text, content_type="text/plain; charset=utf-8"), f"result-{row.pk}.txt")


@login_required
@require_GET
def block(request: HttpRequest, pk: uuid.UUID, call: int, place: int) -> HttpResponse:
    """The bytes of one block: an image or a sound of a kind browsers show safely, anything else as a download."""
    row = _visible_call(request, pk, call)
    try:
        found = whole_pieces(row)
    except StorageFailed:
        return away()
    piece = found[place] if place < len(found) else None
    if piece is None or not piece.shown_as:
        raise Http404
    if piece.shown_as == "file":
        return safe(HttpResponse(piece.data, content_type="application/octet-stream"), f"result-{call}-{place}")
    return safe(HttpResponse(piece.data, content_type=piece.media_type))


@login_required
@require_GET
def attached_file(request: HttpRequest, pk: uuid.UUID, file: int) -> HttpResponse:
    """A file somebody attached: an image or a sound in its place, anything else as a download."""
    visible = visible_threads(request.user).filter(pk=pk)
    row = get_object_or_404(File.objects.select_related("stored"), pk=file, thread__in=visible)
    try:
        data = storing.read(row.stored.name)
    except StorageFailed:
        return away()
    inline = row.shown_as != "file"
    kind = "text/plain; charset=utf-8" if is_text(row.media_type) else row.media_type
    return safe(HttpResponse(data, content_type=kind), "" if inline else row.name)


@login_required
@require_GET
def thread_as_json(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """A thread with all that belongs to it, for programs."""
    row = _visible_thread(request, pk)
    return _export(as_json(row, at=timezone.now()), "application/json", f"thread-{row.pk.hex[:8]}.json")


@login_required
@require_GET
def thread_as_markdown(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """A thread to read, in the person's zone."""
    row = _visible_thread(request, pk)
    with timezone.override(zone_for(request.user, request.COOKIES.get(ZONE_COOKIE))):
        text = as_markdown(row, at=timezone.now())
    return _export(text, "text/markdown; charset=utf-8", f"thread-{row.pk.hex[:8]}.md")


def _export(text: str, content_type: str, file_name: str) -> HttpResponse:
    reply = safe(HttpResponse(text, content_type=content_type), file_name)
    reply["Cache-Control"] = "private, no-store"
    return reply


def _visible_thread(request: HttpRequest, pk: uuid.UUID) -> Thread:
    return get_object_or_404(visible_threads(request.user), pk=pk)


def _visible_call(request: HttpRequest, thread_id: uuid.UUID, call: int) -> ToolCall:
    visible = visible_threads(request.user).filter(pk=thread_id)
    row = ToolCall.objects.select_related("result_in").filter(pk=call, thread__in=visible).first()
    if row is None:
        raise Http404
    return row


def away() -> HttpResponse:
    """What is said instead of a file while the storage does not give it."""
    return safe(HttpResponse(AWAY, status=503, content_type="text/plain; charset=utf-8"), keep=False)


def safe(reply: HttpResponse, file_name: str = "", *, keep: bool = True) -> HttpResponse:
    """Give a reply that holds a stranger's bytes the headers under which they can do nothing."""
    reply["Content-Security-Policy"] = SANDBOX
    reply["X-Content-Type-Options"] = "nosniff"
    reply["Cache-Control"] = "private, max-age=3600" if keep else "no-store"
    if file_name:
        reply["Content-Disposition"] = content_disposition_header(True, file_name) or "attachment"
    return reply
