"""What an admin says of tools, and standing rules about calls."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import wire
from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, LookedAfterAdmin
from interrupts.admin.changed_tools import ApprovingAdmin, WaitingFilter
from interrupts.admin.showing import compact, readable
from interrupts.forms.text import visible
from interrupts.models import Event, Rule, Tool


@admin.register(Tool)
class ToolAdmin(ApprovingAdmin, LookedAfterAdmin):
    list_display = (
        "shown_name",
        "server",
        "enabled",
        "read_only",
        "asks_by_itself",
        "says_read_only",
        "listed",
        "approved",
        "seen",
    )
    list_filter = (WaitingFilter, "server", "enabled", "read_only", "asks_by_itself", "listed")
    list_select_related = ("server",)
    list_defer = (
        "description",
        "input_schema",
        "raw",
        "server__instructions",
        "server__headers_sealed",
        "server__problem",
    )
    search_fields = ("name", "title", "alias", "server__name")
    date_hierarchy = "seen_at"
    ordering = ("server__name", "name")
    fieldsets = (
        (None, {"fields": ("shown_name", "server", "shown_title", "shown_description")}),
        (gettext_lazy("What you say of it"), {"fields": ("enabled", "read_only", "asks_by_itself")}),
        (
            gettext_lazy("What its server says"),
            {"fields": ("says_read_only", "shown_schema", "shown_annotations", "shown_raw")},
        ),
        (gettext_lazy("More"), {"fields": ("alias", "listed", "seen_at", "fingerprint")}),
        (gettext_lazy("History"), {"fields": ("history",)}),
    )
    readonly_fields = (
        "shown_name",
        "server",
        "shown_title",
        "shown_description",
        "says_read_only",
        "shown_schema",
        "shown_annotations",
        "shown_raw",
        "alias",
        "listed",
        "seen_at",
        "fingerprint",
        "history",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Tools come from servers."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tool | None = None) -> bool:
        """A tool that was deleted would be back with the next list, without what an admin said of it."""
        return False

    @admin.display(description=gettext_lazy("tool"), ordering="name")
    def shown_name(self, tool: Tool) -> str:
        return visible(tool.name)

    @admin.display(description=gettext_lazy("approved"), boolean=True)
    def approved(self, tool: Tool) -> bool:
        return not tool.proposed

    @admin.display(description=gettext_lazy("what became of it"))
    def history(self, tool: Tool) -> str:
        return cells.moves(Event.objects.filter(subject=f"tool {tool.pk}"))

    @admin.display(description=gettext_lazy("last changed"), ordering="seen_at")
    def seen(self, tool: Tool) -> str:
        return cells.age(tool.seen_at)

    @admin.display(description=gettext_lazy("title"))
    def shown_title(self, tool: Tool) -> str:
        return visible(tool.title)

    @admin.display(description=gettext_lazy("the server says"))
    def shown_description(self, tool: Tool) -> str:
        return cells.quoted(tool.description)

    @admin.display(description=gettext_lazy("says it is read-only"), boolean=True)
    def says_read_only(self, tool: Tool) -> bool:
        return (wire.load(tool.annotations) or {}).get("readOnlyHint") is True

    @admin.display(description=gettext_lazy("arguments"))
    def shown_schema(self, tool: Tool) -> str:
        return cells.folded(_("The arguments it takes"), readable(tool.input_schema, schema=True))

    @admin.display(description=gettext_lazy("hints"))
    def shown_annotations(self, tool: Tool) -> str:
        return cells.folded(_("Its hints"), readable(tool.annotations))

    @admin.display(description=gettext_lazy("definition"))
    def shown_raw(self, tool: Tool) -> str:
        return cells.folded(_("The whole definition"), readable(tool.raw))


class ArgumentsField(forms.JSONField):
    """JSON that can be shown again also when half a character of it came in, as an escape."""

    def prepare_value(self, value: Any) -> Any:
        return wire.storable(super().prepare_value(value))


class RuleForm(forms.ModelForm):
    """A rule that means something and that any database can keep."""

    class Meta:
        model = Rule
        fields = ("effect", "person", "server", "tool", "arguments", "until", "reason")
        field_classes = {"arguments": ArgumentsField}
        help_texts = {
            "effect": gettext_lazy(
                "Allow: such calls run without a question of ours. Ask: a person is asked before each of them. "
                "Deny: they never run. Where several rules fit, deny wins over ask and ask over allow. "
                "A rule never answers a question that the tool itself asks."
            ),
            "person": gettext_lazy("Whose calls. Blank: everybody's."),
            "server": gettext_lazy("All tools of this server, unless a tool is named below."),
            "tool": gettext_lazy("This tool only. It need not be named together with its server."),
            "arguments": gettext_lazy(
                'Only calls with these very values, such as {"environment": "staging"}. Others may be there '
                "too. {} stands for any arguments."
            ),
            "until": gettext_lazy("When the rule ends by itself. Blank: never."),
            "reason": gettext_lazy("Shown to people where the rule decides, and told to the assistant when it denies."),
        }

    def clean_arguments(self) -> dict[str, Any]:
        value = self.cleaned_data["arguments"]
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise ValidationError(_('Write an object, such as {"environment": "staging"}.'))
        try:
            wire.dump(value)
        except ValueError:
            raise ValidationError(_("NaN and Infinity are no values of JSON.")) from None
        if any(wire.storable(text) != text for text in _texts(value)):
            raise ValidationError(_("There is a character in it that cannot be stored."))
        return value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        server, tool = cleaned.get("server"), cleaned.get("tool")
        if server is None and tool is None and not {"server", "tool"} & self.errors.keys():
            raise ValidationError(
                _("Name a server or a tool: a rule about nothing in particular would fit everything.")
            )
        if server is not None and tool is not None and tool.server_id != server.pk:
            self.add_error("tool", _("{tool} is no tool of {server}.").format(tool=tool.name, server=server.name))
        return cleaned


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, names included."""
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _texts(each)
        case dict():
            for name, each in value.items():
                yield name
                yield from _texts(each)


@admin.register(Rule)
class RuleAdmin(LookedAfterAdmin):
    form = RuleForm
    list_display = ("id", "effect", "who", "server", "shown_tool", "shown_arguments", "until", "reason")
    list_display_links = ("id", "effect")
    list_filter = ("effect", "server", ("person", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("person", "server", "tool__server")
    list_defer = (
        "tool__description",
        "tool__input_schema",
        "tool__raw",
        "server__instructions",
        "server__headers_sealed",
    )
    search_fields = ("reason", "server__name", "tool__name", f"person__{PERSON_NAME}")
    date_hierarchy = "until"
    ordering = ("-id",)
    raw_id_fields = ("person", "tool")

    @admin.display(description=gettext_lazy("for"), ordering=f"person__{PERSON_NAME}")
    def who(self, rule: Rule) -> str:
        return str(rule.person or "everyone")

    @admin.display(description=gettext_lazy("tool"), ordering="tool__name")
    def shown_tool(self, rule: Rule) -> str:
        return visible(rule.tool) if rule.tool else _("all of the server")

    @admin.display(description=gettext_lazy("with arguments"))
    def shown_arguments(self, rule: Rule) -> str:
        return compact(rule.arguments) or "any"
