"""What is written down beside the work: the audit, deliveries, workers. Drafts stay private and are not shown."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import deliveries, wire
from interrupts.admin import cells
from interrupts.admin.base import ReadOnlyAdmin
from interrupts.admin.showing import compact, first_words, readable
from interrupts.forms.text import visible
from interrupts.models import Delivery, Event, Thread, Worker


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("id", "when", "kind", "shown_actor", "subject", "more")
    list_filter = ("kind",)
    search_fields = ("=subject", "=actor", "=thread_id")
    date_hierarchy = "at"
    ordering = ("-id",)
    fields = ("number", "at", "kind", "shown_actor", "subject", "shown_thread", "shown_data", "previous", "digest")
    readonly_fields = ("shown_actor", "shown_thread", "shown_data")

    @admin.display(description=gettext_lazy("when"), ordering="at")
    def when(self, event: Event) -> str:
        return cells.age(event.at)

    @admin.display(description=gettext_lazy("who"), ordering="actor")
    def shown_actor(self, event: Event) -> str:
        return visible(event.actor) or _("the site")

    @admin.display(description=gettext_lazy("more"))
    def more(self, event: Event) -> str:
        return first_words(compact(event.data), 120)

    @admin.display(description=gettext_lazy("thread"))
    def shown_thread(self, event: Event) -> str:
        """The audit outlives threads, so this may lead nowhere."""
        thread = Thread.objects.filter(pk=event.thread_id).first() if event.thread_id else None
        return cells.link(cells.to(thread)) if thread else str(event.thread_id or "")

    @admin.display(description=gettext_lazy("data"))
    def shown_data(self, event: Event) -> str:
        return cells.folded("More", readable(wire.dump(event.data)))


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    actions = ("deliver_now",)
    list_display = ("question", "handler", "state", "last_line", "due_at", "done_at")
    list_filter = ("handler", ("done_at", admin.EmptyFieldListFilter))
    list_select_related = ("interrupt",)
    list_defer = ("interrupt__request", "interrupt__schema", "interrupt__prefill", "interrupt__content")
    search_fields = ("handler", "=interrupt__id")
    date_hierarchy = "due_at"
    ordering = ("-id",)
    fields = ("interrupt", "handler", "state", "due_at", "attempts", "done_at", "shown_problem")
    readonly_fields = ("state", "shown_problem")

    @admin.display(description=gettext_lazy("question"), ordering="interrupt__message")
    def question(self, delivery: Delivery) -> str:
        return first_words(delivery.interrupt.message) or str(delivery.interrupt)

    @admin.display(description=gettext_lazy("error"))
    def last_line(self, delivery: Delivery) -> str:
        return first_words(delivery.problem.strip().rpartition("\n")[2])

    @admin.display(description=gettext_lazy("error"))
    def shown_problem(self, delivery: Delivery) -> str:
        return cells.quoted(delivery.problem)

    def has_hurry_permission(self, request: HttpRequest) -> bool:
        """Nothing of the row is edited, whatever somebody's rights; it is only tried sooner."""
        return request.user.has_perm("interrupts.change_delivery")

    @admin.action(permissions=["hurry"], description=gettext_lazy("Deliver now, not after the pause"))
    def deliver_now(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        hurried = deliveries.hurry(queryset, at=timezone.now())
        messages.info(request, _("{hurried} of them had not been delivered and are tried now.").format(hurried=hurried))


@admin.register(Worker)
class WorkerAdmin(ReadOnlyAdmin):
    list_display = ("name", "version", "started", "seen")
    search_fields = ("name",)
    ordering = ("-seen_at",)
    fields = ("name", "version", "started_at", "seen_at")

    @admin.display(description=gettext_lazy("started"), ordering="started_at")
    def started(self, worker: Worker) -> str:
        return cells.age(worker.started_at)

    @admin.display(description=gettext_lazy("last seen"), ordering="seen_at")
    def seen(self, worker: Worker) -> str:
        return cells.age(worker.seen_at)
