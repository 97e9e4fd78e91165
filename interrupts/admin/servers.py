"""Servers: what they are called, where they are, how far they are trusted; each change tries the server at once."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters

from interrupts.admin import cells
from interrupts.admin.base import LookedAfterAdmin
from interrupts.admin.once import shown_once
from interrupts.admin.server_form import ServerForm
from interrupts.admin.showing import first_words
from interrupts.forms.text import visible
from interrupts.models import Rule, Server, Tool, ToolCall
from interrupts.states import CLOSED_CALL
from interrupts.trying import NotFound, broken_tools, try_server, what_it_offers, who_it_is

MOST_AT_ONCE = 10
"""Servers tried by one request, since each may take seconds."""


@admin.register(Server)
class ServerAdmin(LookedAfterAdmin):
    form = ServerForm
    actions = ("try_now",)
    list_display = ("name", "shown_address", "trusted", "enabled", "tool_count", "checked", "shown_problem")
    list_filter = ("enabled", "trusted", "sample")
    list_defer = ("headers_sealed", "client_sealed", "registration_sealed", "who_key_sealed", "instructions")
    search_fields = ("name", "url")
    readonly_fields = (
        "shown_address",
        "stored_headers",
        "stored_client",
        "sample",
        "era",
        "checked",
        "shown_problem",
        "shown_instructions",
        "links",
    )

    @admin.display(description=gettext_lazy("address"), ordering="url")
    def shown_address(self, server: Server) -> str:
        return cells.address(server.url)

    @admin.display(description=gettext_lazy("tools"))
    def tool_count(self, server: Any) -> str:
        return str(server.tool_count)

    @admin.display(description=gettext_lazy("last tried"), ordering="checked_at")
    def checked(self, server: Server) -> str:
        return cells.age(server.checked_at) if server.checked_at else "never"

    @admin.display(description=gettext_lazy("what is wrong"))
    def shown_problem(self, server: Server) -> str:
        return first_words(server.problem, 300)

    @admin.display(description=gettext_lazy("stored headers"))
    def stored_headers(self, server: Server) -> str:
        return _("There are some. They are not shown.") if server.headers_sealed else _("There are none.")

    @admin.display(description=gettext_lazy("stored client id"))
    def stored_client(self, server: Server) -> str:
        return _("There is one. It is not shown.") if server.client_sealed else _("There is none.")

    @admin.display(description=gettext_lazy("the server says"))
    def shown_instructions(self, server: Server) -> str:
        return cells.quoted(server.instructions)

    @admin.display(description=gettext_lazy("belongs to it"))
    def links(self, server: Server) -> str:
        heads = (_("Tools"), _("Tool calls"), _("Rules"))
        links = (
            cells.to_list(Tool, _("Tools ({count})").format(count=server.tools.count()), server__id__exact=server.pk),
            cells.to_list(ToolCall, _("Tool calls"), server__id__exact=server.pk),
            cells.to_list(Rule, _("Rules"), server__id__exact=server.pk),
        )
        return cells.table(heads, [links])

    def get_queryset(self, request: HttpRequest) -> Any:
        listed = Count("tools", filter=Q(tools__listed=True))
        return super().get_queryset(request).annotate(tool_count=listed).order_by("name")

    def get_fieldsets(self, request: HttpRequest, obj: Server | None = None) -> Any:
        limits = (_("Limits"), {"fields": ("call_timeout", "time_budget", "hold_limit", "max_parallel")})
        found = (_("What was found"), {"fields": ("checked", "shown_problem", "era", "shown_instructions", "links")})
        may, who = ("trusted", "enabled", "may_know_who"), ("auth", "connection")
        if obj is None:
            signing = (_("Signing in"), {"fields": (*who, "client_id", "client_secret")})
            return [(None, {"fields": ("name", "url", "headers", *may)}), signing, limits]
        if not self.has_change_permission(request, obj):
            return [
                (None, {"fields": ("name", "shown_address", "sample", *may, "stored_headers", *who)}),
                limits,
                found,
            ]
        # The site starts its samples anew with addresses of its own choosing, and knows them by their names.
        where: tuple[str, ...] = ("name", "url")
        if obj.sample or obj.is_inside or obj.command:
            where = ("name", "shown_address", *(["sample"] if obj.sample else []))
        if obj.is_inside:
            return [(None, {"fields": (*where, "trusted", "enabled")}), limits, found]
        key = () if obj.sample or not obj.who_key_sealed else ("renew_who_key",)
        if obj.command:
            return [(None, {"fields": (*where, *may, *key)}), limits, found]
        headers = (gettext_lazy("Headers"), {"fields": ("stored_headers", "headers", "forget_headers")})
        return [(None, {"fields": (*where, *may, *key)}), headers, _SIGNING_IN, limits, found]

    def get_readonly_fields(self, request: HttpRequest, obj: Server | None = None) -> Any:
        return (*self.readonly_fields, "name") if obj is not None and obj.sample else self.readonly_fields

    def changed_columns(self, form: Any) -> list[str]:
        return [*super().changed_columns(form), *form.unnamed_columns]

    def save_model(self, request: Any, obj: Server, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        request.servers_to_try = [obj.pk]
        request.new_who_key = form.new_who_key

    def response_add(self, request: Any, obj: Server, post_url_continue: Any = None) -> HttpResponse:
        return self._with_key(request, obj) or super().response_add(request, obj, post_url_continue)

    def response_change(self, request: Any, obj: Server) -> HttpResponse:
        return self._with_key(request, obj) or super().response_change(request, obj)

    def _with_key(self, request: Any, server: Server) -> HttpResponse | None:
        """Show the key that was made for a server that may know who acts."""
        if not request.new_who_key:
            return None
        explanation = _(
            "Give it to {name}. With it the server verifies who acts, in every call that comes from here."
        ).format(name=server.name)
        title = _("The key of {name} for who acts").format(name=server.name)
        return shown_once(self, request, title=title, secret=request.new_who_key, explanation=explanation)

    @admin.action(permissions=["change"], description=gettext_lazy("Try now"))
    def try_now(self, request: Any, queryset: QuerySet[Server]) -> None:
        request.servers_to_try = list(queryset.values_list("pk", flat=True)[:MOST_AT_ONCE])
        if queryset.count() > MOST_AT_ONCE:
            messages.warning(request, _("Only the first {most} are tried at once.").format(most=MOST_AT_ONCE))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        response = super().changelist_view(request, extra_context)
        _try_all(request)
        return response

    @method_decorator(sensitive_post_parameters("headers", "client_secret"))
    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Saves inside a transaction, as ever; the server is contacted when that is over."""
        response = super().changeform_view(request, *args, **kwargs)
        _try_all(request)
        return response

    def get_deleted_objects(self, objs: Iterable[Server], request: HttpRequest) -> Any:
        """A server goes with its tools and rules, but not while work is going on with it."""
        objs = list(objs)
        deleted, counts, lacking, protected = super().get_deleted_objects(objs, request)
        busy = ToolCall.objects.filter(server__in=objs).exclude(status__in=CLOSED_CALL).select_related("server")
        for server in objs:
            calls = [call for call in busy if call.server_id == server.pk]
            if calls:
                messages.error(request, _why_not_deletable(server, calls))
                protected = [*protected, *(str(call) for call in calls)]
        return deleted, counts, lacking - {Tool._meta.verbose_name}, protected


_SIGNING_IN: Any = (
    gettext_lazy("Signing in"),
    {"fields": ("auth", "connection", "stored_client", "client_id", "client_secret", "forget_client")},
)


def _why_not_deletable(server: Server, calls: list[ToolCall]) -> str:
    return ngettext(
        "{name} cannot be deleted now. One tool call is not over yet: answer or withdraw what waits, or stop the runs. "
        "To have it used no more at once, untick “enabled”.",
        "{name} cannot be deleted now. {n} tool calls are not over yet: answer or withdraw what waits, or stop the "
        "runs. To have it used no more at once, untick “enabled”.",
        len(calls),
    ).format(name=server.name, n=len(calls))


def _try_all(request: HttpRequest) -> None:
    for server in Server.objects.filter(pk__in=getattr(request, "servers_to_try", [])):
        try:
            found = try_server(server, at=timezone.now())
        except NotFound as problem:
            messages.warning(
                request,
                _("{name} is stored and could not be used: {problem}").format(name=server.name, problem=problem),
            )
            continue
        told = _("{name} answered: {who}, {offers}.").format(
            name=server.name, who=who_it_is(found), offers=what_it_offers(found)
        )
        messages.success(request, f"{told} {_names(found.tools.tools)}")
        for line in broken_tools(found)[:20]:
            messages.warning(
                request, _("{name} has a tool that cannot be used. {line}.").format(name=server.name, line=line)
            )


def _names(tools: Iterable[Any]) -> str:
    names = [f"{visible(tool.name)[:64]}{_(' (read-only)') if tool.read_only else ''}" for tool in tools]
    more = _(" and {n} more").format(n=len(names) - 30) if len(names) > 30 else ""
    return ", ".join(names[:30]) + more
