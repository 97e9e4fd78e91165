"""Threads: who talks, what was said, what came of it, and whether the audit of it is whole."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
    list_display = ("shown_title", "owner", "last_run", "waiting", "tokens", "cost", "started", "changed")
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
        said = (
            [(gettext_lazy("Messages"), {"fields": ("messages",)})]
            if request.user.has_perm("interrupts.view_message")
            else []
        )
        return [(None, {"fields": FACTS}), *said]

    def get_queryset(self, request: HttpRequest) -> Any:
        last_run = Run.objects.filter(thread=OuterRef("pk")).order_by("-position").values("status")[:1]
        open_ones = Interrupt.objects.filter(thread=OuterRef("pk"), status="pending").order_by().values("thread")
        runs = Run.objects.filter(thread=OuterRef("pk")).order_by().values("thread")
        used = Sum(Coalesce("tokens_in", 0) + Coalesce("tokens_out", 0))
        return (
            super()
            .get_queryset(request)
            .annotate(
                run_status=Subquery(last_run),
                open_questions=Subquery(open_ones.annotate(n=Count("pk")).values("n")),
                tokens_used=Subquery(runs.annotate(n=used).values("n")),
                paid=Subquery(runs.annotate(n=Sum("cost")).values("n")),
            )
        )

    @admin.display(description=gettext_lazy("title"), ordering="title")
    def shown_title(self, thread: Thread) -> str:
        return first_words(str(thread), 120)

    @admin.display(description=gettext_lazy("last run"))
    def last_run(self, thread: Any) -> str:
        return str(RunStatus(thread.run_status).label) if thread.run_status else ""

    @admin.display(description=gettext_lazy("questions waiting"), ordering="open_questions")
    def waiting(self, thread: Any) -> str:
        return str(thread.open_questions or "")

    @admin.display(description=gettext_lazy("tokens"), ordering="tokens_used")
    def tokens(self, thread: Any) -> str:
        return f"{thread.tokens_used:,}" if thread.tokens_used else ""

    @admin.display(description=gettext_lazy("cost in US dollars"), ordering="paid")
    def cost(self, thread: Any) -> str:
        return "" if thread.paid is None else f"{thread.paid:.2f}"

    @admin.display(description=gettext_lazy("started"), ordering="created_at")
    def started(self, thread: Thread) -> str:
        return cells.age(thread.created_at)

    @admin.display(description=gettext_lazy("last change"), ordering="updated_at")
    def changed(self, thread: Thread) -> str:
        return cells.age(thread.updated_at)

    @admin.display(description=gettext_lazy("audit"))
    def audit(self, thread: Thread) -> str:
        broken = broken_links(thread.pk)
        if broken:
            return _("Broken at line {lines}: something was changed or removed there.").format(
                lines=", ".join(map(str, broken[:20]))
            )
        return _("Whole: {count} lines, each follows from the one before it.").format(
            count=Event.objects.filter(thread_id=thread.pk).count()
        )

    @admin.display(description=gettext_lazy("belongs to it"))
    def links(self, thread: Thread) -> str:
        return cells.table(
            (_("Questions"), _("Runs"), _("Tool calls"), _("Events")),
            [
                (
                    cells.to_list(
                        Interrupt,
                        _("Questions ({count})").format(count=thread.interrupts.count()),
                        thread__id__exact=thread.pk,
                    ),
                    cells.to_list(
                        Run, _("Runs ({count})").format(count=thread.runs.count()), thread__id__exact=thread.pk
                    ),
                    cells.to_list(
                        ToolCall,
                        _("Tool calls ({count})").format(count=thread.calls.count()),
                        thread__id__exact=thread.pk,
                    ),
                    cells.to_list(Event, _("Events"), thread_id__exact=thread.pk),
                )
            ],
        )

    @admin.display(description=gettext_lazy("newest last"))
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
