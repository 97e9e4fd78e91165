"""What can be done with one message: have its text as it was written, and say what one thinks of it."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from chatsite.views import visible_thread
from interrupts.feedback import NoSuchReply, rate_reply
from interrupts.rendering import news_of
from interrupts.views import seen_by, zone_of


@login_required
@require_GET
def message_text(request: HttpRequest, pk: uuid.UUID, message: int) -> HttpResponse:
    """The words of a message as they were written, Markdown and all."""
    row = get_object_or_404(visible_thread(request, pk).messages, pk=message)
    return HttpResponse(row.text, content_type="text/plain; charset=utf-8", headers={"Cache-Control": "no-store"})


@login_required
@require_POST
def rate(request: HttpRequest, pk: uuid.UUID, message: int) -> HttpResponse:
    """Say that a reply is good or bad, or take that back."""
    thread, now = visible_thread(request, pk), timezone.now()
    try:
        rate_reply(thread, message, person=request.user, value=request.POST.get("value", ""), at=now)
    except NoSuchReply:
        raise Http404 from None
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(f"{reverse('thread', args=[pk])}#message-{message}")
    zone = zone_of(request)
    with timezone.override(zone):
        context = news_of(request.user, pk, zone, after=seen_by(request))
        return render(request, "interrupts/live.html", context)
