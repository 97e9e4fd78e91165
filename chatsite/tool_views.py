"""The page on which tools are switched on and off for one thread."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from chatsite.views import visible_thread
from interrupts.rendering import frame_of
from interrupts.thread_tools import switch_tools, switches


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def thread_tools(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    """Every tool with its switch; a post sets those that were shown."""
    thread = visible_thread(request, pk)
    if request.method == "POST":
        chosen = {"shown": request.POST.getlist("shown"), "on": request.POST.getlist("on")}
        switch_tools(thread, person=request.user, at=timezone.now(), **chosen)
        return redirect("thread", thread.pk)
    context = {"thread": thread, "servers": switches(thread)} | frame_of(request.user, thread.pk)
    return render(request, "chat/tools.html", context)
