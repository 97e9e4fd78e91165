"""Threads and results of tools as files, for those who may see them. Servers' bytes are hostile: hence the headers."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_GET

from interrupts import wire
from interrupts.authority import visible_threads
from interrupts.conversation import result_text
from interrupts.exporting import as_json, as_markdown
from interrupts.models import Thread, ToolCall
from interrupts.results import pieces
from interrupts.zones import ZONE_COOKIE, zone_for

SANDBOX = "default-src 'none'; sandbox"
"""Whatever a browser makes of the bytes, it runs nothing and loads nothing."""


@login_required
@require_GET
def result(request: HttpRequest, pk: uuid.UUID, call: int) -> HttpResponse:
    """All a tool said, as a text file."""
    row = _visible_call(request, pk, call)
    reply = HttpResponse(result_text(row), content_type="text/plain; charset=utf-8")
    return _safe(reply, f"result-{row.pk}.txt")


@login_required
@require_GET
def block(request: HttpRequest, pk: uuid.UUID, call: int, place: int) -> HttpResponse:
    """The bytes of one block: an image or a sound of a kind browsers show safely, anything else as a download."""
    found = pieces(wire.load(_visible_call(request, pk, call).result))
    piece = found[place] if place < len(found) else None
    if piece is None or not piece.shown_as:
        raise Http404
    if piece.shown_as == "file":
        return _safe(HttpResponse(piece.data, content_type="application/octet-stream"), f"result-{call}-{place}")
    return _safe(HttpResponse(piece.data, content_type=piece.media_type))


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
    reply = _safe(HttpResponse(text, content_type=content_type), file_name)
    reply["Cache-Control"] = "private, no-store"
    return reply


def _visible_thread(request: HttpRequest, pk: uuid.UUID) -> Thread:
    return get_object_or_404(visible_threads(request.user), pk=pk)


def _visible_call(request: HttpRequest, thread_id: uuid.UUID, call: int) -> ToolCall:
    row = ToolCall.objects.filter(pk=call, thread__in=visible_threads(request.user).filter(pk=thread_id)).first()
    if row is None:
        raise Http404
    return row


def _safe(reply: HttpResponse, file_name: str = "") -> HttpResponse:
    reply["Content-Security-Policy"] = SANDBOX
    reply["X-Content-Type-Options"] = "nosniff"
    reply["Cache-Control"] = "private, max-age=3600"
    if file_name:
        reply["Content-Disposition"] = f'attachment; filename="{file_name}"'
    return reply
