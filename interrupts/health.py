"""Is this site well? Numbers for machines: no names, no texts, so it needs no sign-in."""

from datetime import timedelta
from typing import Any

from django.db import DatabaseError
from django.db.models import Max, Min
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from interrupts.leases import LEASE
from interrupts.models import Interrupt, Run, Worker


@never_cache
@require_GET
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when database and engine are there, 503 otherwise; ages in seconds."""
    now = timezone.now()
    try:
        seen = Worker.objects.aggregate(at=Max("seen_at"))["at"]
        due = Run.objects.filter(status="queued", wake_at__isnull=True)
        oldest = due.aggregate(at=Min("queued_at"))["at"]
        pending = Interrupt.objects.filter(status="pending").count()
    except DatabaseError:
        return _answer({"status": "failing", "database": "unreachable"}, status=503)
    alive = seen is not None and now - seen < LEASE
    body = {
        "status": "ok" if alive else "failing",
        "database": "ok",
        "engine": "ok" if alive else "silent",
        "engine_seen_seconds": _age(now - seen) if seen else None,
        "oldest_queued_seconds": _age(now - oldest) if oldest else None,
        "pending_questions": pending,
    }
    return _answer(body, status=200 if alive else 503)


def _answer(body: dict[str, Any], *, status: int) -> JsonResponse:
    """Django logs each 5xx as an error of its own; this one is an answer, asked for every few seconds."""
    response = JsonResponse(body, status=status)
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _age(age: timedelta) -> float:
    return max(0.0, round(age.total_seconds(), 1))
