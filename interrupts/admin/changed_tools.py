"""A changed tool in the admin: what it was and what it wants to be, and the button that lets it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import wire
from interrupts.admin.showing import readable
from interrupts.authority import may_approve_tools
from interrupts.changes import MayNotApprove, NotAsShown, approve_definition, proposed_definition, waiting_tools
from interrupts.forms.text import visible
from interrupts.linediff import Line, compare
from interrupts.models import Tool


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a definition that is not what it was."""

    name: str
    lines: list[Line]


class WaitingFilter(admin.SimpleListFilter):
    """Finds the tools that changed and wait for an admin."""

    title = gettext_lazy("approval")
    parameter_name = "waits"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", _("waiting for approval"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Tool]) -> QuerySet[Tool]:
        return queryset.filter(pk__in=waiting_tools()) if self.value() == "yes" else queryset


class ApprovingAdmin(admin.ModelAdmin):
    """Shows on a tool's page what changed, and takes the approval of exactly that."""

    change_form_template = "admin/interrupts/tool/change_form.html"

    def get_urls(self) -> list[Any]:
        approve = self.admin_site.admin_view(self.approve_view)
        return [path("<int:pk>/approve/", approve, name="interrupts_tool_approve"), *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        tool = kwargs.get("obj")
        if tool is not None and tool.proposed:
            context["proposed"] = tool.proposed
            context["proposed_at"] = tool.proposed_at
            context["parts"] = parts(tool)
            context["whole"] = readable(wire.dump(proposed_definition(tool)))
            context["may_approve"] = may_approve_tools(request.user)
        return super().render_change_form(request, context, *args, **kwargs)

    def approve_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Approve the definition named in the post, which is the one the admin was shown."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            tool = approve_definition(
                pk, proposed=request.POST.get("proposed", ""), person=request.user, at=timezone.now()
            )
        except MayNotApprove as refusal:
            raise PermissionDenied(str(refusal)) from refusal
        except NotAsShown:
            messages.warning(request, _("It is no longer what you were shown, so nothing was approved. Look again."))
        else:
            self.log_change(request, tool, _("Approved its new definition."))
            messages.success(request, _("The tool {name} may be used as it is now.").format(name=visible(tool.name)))
        return HttpResponseRedirect(reverse("admin:interrupts_tool_change", args=[pk]))


def parts(tool: Tool) -> list[Part]:
    """Return what a waiting tool would change, part by part; texts of strangers made fit to be shown."""
    old, new = wire.load(tool.raw) or {}, proposed_definition(tool)
    texts = (
        ("Description", visible(old.get("description") or ""), visible(new.get("description") or "")),
        ("Arguments", _as_json(old.get("inputSchema")), _as_json(new.get("inputSchema"))),
        ("Hints", _as_json(old.get("annotations")), _as_json(new.get("annotations"))),
    )
    return [Part(name, lines) for name, was, now in texts if (lines := compare(was, now))]


def _as_json(value: Any) -> str:
    """Sorted by name, since the order of names changes nothing."""
    return readable(wire.canonical(value or {}), schema=True)
