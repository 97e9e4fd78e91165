"""The gallery's pages, for staff; for anybody else there are none."""

import json
from datetime import tzinfo
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from interrupts.gallery.examples import EXAMPLES, GROUPS
from interrupts.gallery.showing import Shown, answered, show
from interrupts.page import question_item
from interrupts.rendering import thread_context
from interrupts.views import zone_of


@require_GET
def gallery(request: HttpRequest) -> HttpResponse:
    """Every example."""
    zone, at = _for_staff(request), timezone.now()
    groups = [
        (title, [_card(show(example, request.user, zone, at)) for example in examples]) for title, examples in GROUPS
    ]
    return _page(request, zone, groups)


@require_http_methods(["GET", "POST"])
def gallery_example(request: HttpRequest, slug: str) -> HttpResponse:
    """One example; after a post what would be sent, and nothing is. 422: the answer does not fit, as it would be."""
    zone, at = _for_staff(request), timezone.now()
    example = EXAMPLES.get(slug)
    if example is None:
        raise Http404
    if request.method != "POST":
        return _page(request, zone, [("", [_card(show(example, request.user, zone, at))])])
    action, posted = request.POST.get("action", ""), dict(request.POST.lists())
    shown, sent = answered(example, request.user, zone, at, action=action, posted=posted)
    status = 422 if shown.errors else 403 if shown.problem else 200
    card = _card(shown, sent)
    if request.htmx:  # type: ignore[attr-defined]
        with timezone.override(zone):
            return render(request, "interrupts/gallery_card.html", {"card": card}, status=status)
    return _page(request, zone, [("", [card])], status=status)


def _for_staff(request: HttpRequest) -> tzinfo:
    if not (request.user.is_active and request.user.is_staff):  # type: ignore[union-attr]
        raise Http404
    return zone_of(request)


def _card(shown: Shown, sent: str | None = None) -> dict[str, Any]:
    return {
        "example": shown.example,
        "item": question_item(shown),
        "sent": "" if sent is None else json.dumps(json.loads(sent), indent=2, ensure_ascii=False),
    }


def _page(request: HttpRequest, zone: tzinfo, groups: list[Any], *, status: int = 200) -> HttpResponse:
    context = thread_context(request.user, None, zone) | {"groups": groups}
    with timezone.override(zone):
        return render(request, "interrupts/gallery.html", context, status=status)
