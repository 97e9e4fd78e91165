"""``/metrics``: numbers for Prometheus. No names of people, no texts.

Two sources. What the site's rows say is read at each scrape: it is the same whichever process is asked. What only a
process can know (its sockets, the answers that came in through it) is counted in memory and is that process's own.
"""

import hmac
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from interrupts.changes import waiting_tools
from interrupts.leases import LEASE
from interrupts.models import Delivery, Event, Interrupt, Run, Worker
from interrupts.states import OPEN_RUN

AGES = {
    "under_1m": timedelta(minutes=1),
    "under_1h": timedelta(hours=1),
    "under_1d": timedelta(days=1),
    "under_1w": timedelta(weeks=1),
}
"""Upper ends of the ages pending questions are sorted into; what is older goes into ``older``."""
SETTLED = timedelta(seconds=10)
"""Audit lines younger than this are left for the next scrape: one with a lower id may still be uncommitted."""
CLOSED_RUN = ("completed", "failed", "cancelled")
COUNTED = ("call.unknown", *(f"run.{status}" for status in CLOSED_RUN))
"""Kinds of audit lines that become counters."""

REGISTRY = CollectorRegistry()
OPEN_SOCKETS = Gauge("sayso_open_sockets", "Sockets of open pages in this process", registry=REGISTRY)
HELD_CONNECTIONS = Gauge(
    "sayso_held_connections", "Open calls of this process to servers that ask in the middle of them", registry=REGISTRY
)
_SECOND_ANSWERS = Counter(
    "sayso_answers_refused_as_second", "Answers to a question that was closed already", registry=REGISTRY
)
_DECISION_SECONDS = Histogram(
    "sayso_decision_seconds",
    "From asking a question to its answer, of answers taken by this process",
    ["kind", "action"],
    buckets=(5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600, 3 * 24 * 3600, 7 * 24 * 3600),
    registry=REGISTRY,
)


def count_answer(question: Interrupt, action: str, *, won: bool, at: datetime) -> None:
    """Count an answer: how long the person took, or that somebody was first."""
    if won:
        took = max(0.0, (at - question.created_at).total_seconds())
        _DECISION_SECONDS.labels(question.kind, action).observe(took)
    else:
        _SECOND_ANSWERS.inc()


class RowsCollector(Collector):
    """Reads rows at each scrape: only open ones, by partial indexes, and audit lines added since the last scrape.

    A database that does not answer costs the numbers of the rows, not those of the process.
    """

    def __init__(self, clock: Callable[[], datetime] = timezone.now) -> None:
        self._clock = clock
        self._started = clock()
        self._lock = threading.Lock()
        self._read_up_to: int | None = None
        self._counts = dict.fromkeys(COUNTED, 0)
        self._tokens: dict[tuple[str, str], int] = defaultdict(int)

    def describe(self) -> Iterable[Metric]:
        """Nothing: otherwise registering would read the database."""
        return ()

    def collect(self) -> Iterator[Metric]:
        now = self._clock()
        try:
            found = [
                *_questions(now),
                *_deliveries(),
                *_changed_tools(),
                *_open_runs(),
                *_engine(now),
                *self._counters(now),
            ]
        except DatabaseError:
            found = []
        yield GaugeMetricFamily("sayso_database_up", "Whether the rows could be read", value=bool(found))
        yield from found
        info = GaugeMetricFamily("sayso_build_info", "The version of this process, as a label", labels=["version"])
        info.add_metric([settings.INTERRUPTS.get("VERSION", "")], 1)
        yield info

    def _counters(self, now: datetime) -> Iterator[Metric]:
        with self._lock:
            self._read_on(now)
            counts, tokens = dict(self._counts), dict(self._tokens)
        closed = CounterMetricFamily("sayso_runs_closed", "Runs that ended, by how", labels=["status"])
        for status in CLOSED_RUN:
            closed.add_metric([status], counts[f"run.{status}"])
        yield closed
        yield CounterMetricFamily(
            "sayso_unknown_outcomes",
            "Requests of which nobody could tell whether they had their effect",
            value=counts["call.unknown"],
        )

        used = CounterMetricFamily(
            "sayso_model_tokens", "Tokens that models read and wrote, as they say", labels=["model", "direction"]
        )
        for labels, count in sorted(tokens.items()):
            used.add_metric(labels, count)
        yield used

    def _read_on(self, now: datetime) -> None:
        """Count the audit lines since the last scrape: a range of primary keys, however long the audit is."""
        if self._read_up_to is None:
            self._read_up_to = _newest_event(self._started)
        newest = _newest_event(now - SETTLED)
        fresh = Event.objects.filter(pk__gt=self._read_up_to, pk__lte=newest, kind__in=COUNTED)
        for kind, count in fresh.order_by().values_list("kind").annotate(Count("pk")):
            self._counts[kind] += count
        replies = Event.objects.filter(pk__gt=self._read_up_to, pk__lte=newest, kind="model.replied")
        for data in replies.order_by().values_list("data", flat=True):
            for direction, column in (("read", "tokens_in"), ("written", "tokens_out")):
                if data.get(column):
                    self._tokens[data.get("model", ""), direction] += data[column]
        self._read_up_to = max(self._read_up_to, newest)


def _newest_event(before: datetime) -> int:
    """The id of the newest audit line of that time, walking back from the end: there is no index on times."""
    return Event.objects.filter(at__lte=before).order_by("-pk").values_list("pk", flat=True).first() or 0


def _questions(now: datetime) -> Iterator[Metric]:
    younger = {age: Count("pk", filter=Q(created_at__gt=now - limit)) for age, limit in AGES.items()}
    pending = GaugeMetricFamily(
        "sayso_pending_questions", "Questions that wait for a person, each in one age", labels=["kind", "age"]
    )
    oldest: datetime | None = None
    rows = Interrupt.objects.filter(status="pending").order_by().values_list("kind")
    for kind, first, *counts in rows.annotate(Min("created_at"), **younger, older=Count("pk")):
        for age, upto, before in zip((*AGES, "older"), counts, (0, *counts), strict=False):
            pending.add_metric([kind, age], upto - before)
        oldest = min(oldest or first, first)
    yield pending
    yield GaugeMetricFamily(
        "sayso_oldest_pending_question_seconds",
        "Age of the oldest of them, 0 if none",
        value=_seconds(now - oldest) if oldest else 0.0,
    )


def _deliveries() -> Iterator[Metric]:
    undelivered = GaugeMetricFamily(
        "sayso_undelivered_answers", "Answers no handler has taken yet, by whether it failed so far", labels=["failed"]
    )
    rows = Delivery.objects.filter(done_at__isnull=True)
    found = rows.aggregate(all=Count("pk"), failed=Count("pk", filter=~Q(problem="")))
    undelivered.add_metric(["yes"], found["failed"])
    undelivered.add_metric(["no"], found["all"] - found["failed"])
    yield undelivered


def _changed_tools() -> Iterator[Metric]:
    yield GaugeMetricFamily(
        "sayso_tools_waiting_for_approval",
        "Tools that changed on a server that is not trusted and are not offered until an admin approves that",
        value=waiting_tools().count(),
    )


def _open_runs() -> Iterator[Metric]:
    runs = GaugeMetricFamily("sayso_open_runs", "Runs that are not over, by status", labels=["status"])
    found = Run.objects.filter(status__in=OPEN_RUN).order_by().values_list("status").annotate(Count("pk"))
    counts = dict.fromkeys(OPEN_RUN, 0) | dict(found)
    for status, count in counts.items():
        runs.add_metric([status], count)
    yield runs


def _engine(now: datetime) -> Iterator[Metric]:
    lag = GaugeMetricFamily(
        "sayso_engine_lag_seconds", "How long the run that is due longest has been waiting for an engine, 0 if none"
    )
    lag.add_metric([], engine_lag(now))
    yield lag
    seen = list(Worker.objects.values_list("version", "seen_at"))
    workers = GaugeMetricFamily("sayso_engines", "Engines that are alive, by version", labels=["version"])
    alive = [version for version, at in seen if now - at < LEASE]
    # Our own version also when there is none: a series that vanishes raises no alarm.
    for version in sorted({*alive, settings.INTERRUPTS.get("VERSION", "")}):
        workers.add_metric([version], alive.count(version))
    yield workers
    if seen:
        last = max(at for _, at in seen)
        yield GaugeMetricFamily(
            "sayso_engine_seen_seconds", "Since the last sign of life of any engine", value=_seconds(now - last)
        )


def engine_lag(now: datetime) -> float:
    """Seconds since the run that could be claimed for longest became due: queued, woken, or left by a dead worker."""
    due = (
        Run.objects.filter(status="queued", wake_at__isnull=True).aggregate(at=Min("queued_at")),
        Run.objects.filter(status__in=("queued", "interrupted"), wake_at__lte=now).aggregate(at=Min("wake_at")),
        Run.objects.filter(status="running", lease_until__lt=now).aggregate(at=Min("lease_until")),
    )
    since = min((found["at"] for found in due if found["at"] is not None), default=now)
    return _seconds(now - since)


def _seconds(age: timedelta) -> float:
    return max(0.0, age.total_seconds())


REGISTRY.register(RowsCollector())
ProcessCollector(registry=REGISTRY)


@never_cache
@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """The numbers, for whoever has the token, or is let in without one by this project; to anyone else not there."""
    if not (_has_token(request) or _needs_none(request)):
        raise Http404
    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encode(REGISTRY), content_type=content_type)


def _has_token(request: HttpRequest) -> bool:
    token = settings.INTERRUPTS.get("METRICS_TOKEN", "")
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    same = hmac.compare_digest(given.strip().encode("utf-8", "surrogatepass"), token.encode())
    return bool(token) and scheme.lower() == "bearer" and same


def _needs_none(request: HttpRequest) -> bool:
    """``INTERRUPTS["METRICS_OPEN_TO"]`` is a dotted path to a function of a request; without it the token is needed."""
    path: str = settings.INTERRUPTS.get("METRICS_OPEN_TO", "")
    return bool(path) and bool(import_string(path)(request))
