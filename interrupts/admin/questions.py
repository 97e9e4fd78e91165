"""Questions: what waits first, then the oldest; each with all that is known about it."""

from typing import Any

from django.contrib import admin
from django.db.models import Case, Q, QuerySet, Value, When
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, ReadOnlyAdmin, is_list
from interrupts.admin.deciding import DecidingAdmin
from interrupts.admin.showing import first_words, named_values, readable, secret_names
from interrupts.forms.text import visible
from interrupts.models import Delivery, Event, Interrupt


class ConnectionFilter(admin.SimpleListFilter):
    """Finds the questions that live with an open connection, and those whose connection was lost."""

    title = gettext_lazy("connection")
    parameter_name = "connection"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("held", _("held open")), ("lost", _("lost"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Interrupt]) -> QuerySet[Interrupt]:
        match self.value():
            case "held":
                return queryset.filter(status="pending", stranded_at__isnull=True).exclude(held_by="")
            case "lost":
                return queryset.filter(stranded_at__isnull=False)
        return queryset


@admin.register(Interrupt)
class QuestionAdmin(DecidingAdmin, ReadOnlyAdmin):
    actions = DecidingAdmin.actions
    list_display = ("shown_message", "status", "age", "owner", "server", "tool", "kind", "connection")
    list_filter = (
        "status",
        "kind",
        ConnectionFilter,
        ("tool_call__server", admin.RelatedOnlyFieldListFilter),
        ("asked_of", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("thread__owner", "asked_of", "tool_call")
    list_defer = (
        "request",
        "schema",
        "prefill",
        "content",
        "tool_call__arguments",
        "tool_call__arguments_proposed",
        "tool_call__result",
        "tool_call__outcome",
    )
    search_fields = (
        "message",
        f"thread__owner__{PERSON_NAME}",
        f"asked_of__{PERSON_NAME}",
        "tool_call__tool_name",
        "tool_call__server_name",
        "id",
    )
    date_hierarchy = "created_at"
    ordering = (Case(When(status="pending", then=Value(0)), default=Value(1)), "created_at")
    fieldsets = (
        (None, {"fields": ("status", "kind", "server", "tool", "arguments", "server_words", "server_explanation")}),
        (gettext_lazy("Answer"), {"fields": ("action", "shown_content", "note", "answered_by", "answered_at", "door")}),
        (gettext_lazy("As it came"), {"fields": ("shown_schema", "shown_request", "shown_prefill")}),
        (
            gettext_lazy("Where it belongs"),
            {
                "fields": (
                    "asked_of",
                    "thread",
                    "run",
                    "tool_call",
                    "round",
                    "held_by",
                    "stranded_at",
                    "handler",
                    "shown_delivery",
                )
            },
        ),
        (
            "More",
            {
                "fields": (
                    "id",
                    "created",
                    "reason",
                    "intent",
                    "allowed_actions",
                    "fingerprint",
                    "shown_address",
                    "program_id",
                )
            },
        ),
        (gettext_lazy("History"), {"fields": ("history",)}),
    )
    readonly_fields = (
        "server",
        "tool",
        "arguments",
        "server_words",
        "server_explanation",
        "shown_content",
        "shown_schema",
        "shown_request",
        "shown_prefill",
        "created",
        "shown_address",
        "program_id",
        "shown_delivery",
        "history",
    )

    @admin.display(description=gettext_lazy("message"))
    def shown_message(self, question: Interrupt) -> str:
        return first_words(question.message or question.explanation) or _("(no words)")

    @admin.display(description=gettext_lazy("thread owner"), ordering=f"thread__owner__{PERSON_NAME}")
    def owner(self, question: Interrupt) -> str:
        return str(question.thread.owner) if question.thread else ""

    @admin.display(description=gettext_lazy("server"), ordering="tool_call__server_name")
    def server(self, question: Interrupt) -> str:
        return visible(question.tool_call.server_name) if question.tool_call else ""

    @admin.display(description=gettext_lazy("tool"), ordering="tool_call__tool_name")
    def tool(self, question: Interrupt) -> str:
        return visible(question.tool_call.tool_name or question.tool_call.name) if question.tool_call else ""

    @admin.display(description=gettext_lazy("asked"), ordering="created_at")
    def age(self, question: Interrupt) -> str:
        return cells.age(question.created_at)

    @admin.display(description=gettext_lazy("asked"))
    def created(self, question: Interrupt) -> str:
        return cells.age(question.created_at)

    @admin.display(description=gettext_lazy("connection"))
    def connection(self, question: Interrupt) -> str:
        if question.stranded_at:
            return "lost"
        return _("held open") if question.held_by and question.status == "pending" else ""

    @admin.display(description=gettext_lazy("would be called with"))
    def arguments(self, question: Interrupt) -> str:
        call = question.tool_call
        return cells.pairs(named_values(call.arguments, raw=call.arguments_proposed)) if call else ""

    @admin.display(description=gettext_lazy("in the words of who asks"))
    def server_words(self, question: Interrupt) -> str:
        return cells.quoted(question.message)

    @admin.display(description=gettext_lazy("explanation"))
    def server_explanation(self, question: Interrupt) -> str:
        return cells.quoted(question.explanation)

    @admin.display(description=gettext_lazy("content"))
    def shown_content(self, question: Interrupt) -> str:
        return cells.folded(_("What was answered"), readable(question.content, secret=_secret(question)))

    @admin.display(description=gettext_lazy("proposed content"))
    def shown_prefill(self, question: Interrupt) -> str:
        return cells.folded(_("What was proposed"), readable(question.prefill, secret=_secret(question)))

    @admin.display(description=gettext_lazy("schema"))
    def shown_schema(self, question: Interrupt) -> str:
        return cells.folded(_("The fields it asks for"), readable(question.schema, schema=True))

    @admin.display(description=gettext_lazy("request"))
    def shown_request(self, question: Interrupt) -> str:
        return cells.folded(_("The request"), readable(question.request, secret=_secret(question)))

    @admin.display(description=gettext_lazy("server's address then"))
    def shown_address(self, question: Interrupt) -> str:
        return cells.address(question.server_url)

    @admin.display(description=gettext_lazy("for programs"))
    def program_id(self, question: Interrupt) -> str:
        return question.program_id

    @admin.display(description=gettext_lazy("delivery of the answer"))
    def shown_delivery(self, question: Interrupt) -> str:
        found = Delivery.objects.filter(interrupt=question).first()
        return cells.link(cells.to(found, found.state)) if found else cells.NOTHING

    @admin.display(description=gettext_lazy("what happened to it"))
    def history(self, question: Interrupt) -> str:
        subjects = Q(subject=f"question {question.pk}")
        if question.tool_call_id:
            subjects |= Q(subject=f"call {question.tool_call_id}")
        return cells.moves(Event.objects.filter(subjects, thread_id=question.thread_id or question.pk))

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        # The page of one question shows its parents too; the list names its own joins.
        return rows if is_list(request) else rows.select_related(*_PARENTS)


_PARENTS = ("thread__owner", "asked_of", "answered_by", "run", "tool_call", "round")


def _secret(question: Interrupt) -> frozenset[str]:
    return secret_names([question.schema])
