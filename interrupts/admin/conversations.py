"""Threads: who talks, what was said, what came of it, and whether the audit of it is whole."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, Subquery
from django.http import HttpRequest

from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, ReadOnlyAdmin
from interrupts.admin.showing import first_words
from interrupts.forms.text import visible
from interrupts.ledger import broken_links
from interrupts.models import Event, Interrupt, Run, Thread, ToolCall
from interrupts.states import RunStatus

NEWEST = 200
"""Messages shown on a thread's page."""
FACTS = ("shown_title", "owner", "id", "started", "changed", "pinned", "archived", "deleted_at", "audit", "links")


@admin.register(Thread)
class ThreadAdmin(ReadOnlyAdmin):
    list_display = ("shown_title", "owner", "last_run", "waiting", "started", "changed")
    list_filter = (
        "updated_at",
        ("deleted_at", admin.EmptyFieldListFilter),
        ("owner", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("owner",)
    search_fields = ("title", f"owner__{PERSON_NAME}", "id")
    date_hierarchy = "created_at"
    ordering = ("-updated_at",)
    readonly_fields = ("shown_title", "started", "changed", "audit", "links", "messages")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        said = [("Messages", {"fields": ("messages",)})] if request.user.has_perm("interrupts.view_message") else []
        return [(None, {"fields": FACTS}), *said]

    def get_queryset(self, request: HttpRequest) -> Any:
        last_run = Run.objects.filter(thread=OuterRef("pk")).order_by("-position").values("status")[:1]
        open_ones = Interrupt.objects.filter(thread=OuterRef("pk"), status="pending").order_by().values("thread")
        return (
            super()
            .get_queryset(request)
            .annotate(
                run_status=Subquery(last_run), open_questions=Subquery(open_ones.annotate(n=Count("pk")).values("n"))
            )
        )

    @admin.display(description="title", ordering="title")
    def shown_title(self, thread: Thread) -> str:
        return first_words(str(thread), 120)

    @admin.display(description="last run")
    def last_run(self, thread: Any) -> str:
        return str(RunStatus(thread.run_status).label) if thread.run_status else ""

    @admin.display(description="questions waiting", ordering="open_questions")
    def waiting(self, thread: Any) -> str:
        return str(thread.open_questions or "")

    @admin.display(description="started", ordering="created_at")
    def started(self, thread: Thread) -> str:
        return cells.age(thread.created_at)

    @admin.display(description="last change", ordering="updated_at")
    def changed(self, thread: Thread) -> str:
        return cells.age(thread.updated_at)

    @admin.display(description="audit")
    def audit(self, thread: Thread) -> str:
        broken = broken_links(thread.pk)
        if broken:
            return f"Broken at line {', '.join(map(str, broken[:20]))}: something was changed or removed there."
        return f"Whole: {Event.objects.filter(thread_id=thread.pk).count()} lines, each follows from the one before it."

    @admin.display(description="belongs to it")
    def links(self, thread: Thread) -> str:
        return cells.table(
            ("Questions", "Runs", "Tool calls", "Events"),
            [
                (
                    cells.to_list(Interrupt, f"Questions ({thread.interrupts.count()})", thread__id__exact=thread.pk),
                    cells.to_list(Run, f"Runs ({thread.runs.count()})", thread__id__exact=thread.pk),
                    cells.to_list(ToolCall, f"Tool calls ({thread.calls.count()})", thread__id__exact=thread.pk),
                    cells.to_list(Event, "Events", thread_id__exact=thread.pk),
                )
            ],
        )

    @admin.display(description="newest last")
    def messages(self, thread: Thread) -> str:
        newest = thread.messages.select_related("run").order_by("-position")[:NEWEST]
        return cells.table(
            ("When", "Who", "What", "Run"),
            [
                (
                    cells.Cell(cells.exact(each.created_at)),
                    each.get_role_display(),
                    visible(each.text),
                    cells.to(each.run) if each.run else "",
                )
                for each in reversed(newest)
            ],
        )
