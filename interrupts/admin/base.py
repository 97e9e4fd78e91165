"""What all admin pages of this package have in common."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth import get_user_model
from django.db.models import Model, QuerySet
from django.http import HttpRequest

PERSON_NAME = get_user_model().USERNAME_FIELD


class LeanChangeList(ChangeList):
    """A list that leaves the big texts of its rows in the database."""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        model_admin: Any = self.model_admin
        return super().get_queryset(request, exclude_parameters).defer(*model_admin.list_defer)


def is_list(request: HttpRequest) -> bool:
    """Say whether a request is for a list, not for the page of one row."""
    return request.resolver_match is not None and (request.resolver_match.url_name or "").endswith("_changelist")


class LookedAfterAdmin(admin.ModelAdmin):
    """Lists without big texts and without counting whole tables; saves only what its form changed."""

    list_defer: tuple[str, ...] = ()
    list_per_page = 50
    show_full_result_count = False
    view_on_site = False

    class Media:
        css = {"all": ["interrupts/admin.css"]}

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LeanChangeList

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """The engine writes to the same rows, so a change writes its own columns and no others."""
        if not change:
            obj.save()
        elif columns := self.changed_columns(form):
            obj.save(update_fields=columns)

    def changed_columns(self, form: Any) -> list[str]:
        known = {field.name for field in self.opts.concrete_fields}
        return [name for name in form.changed_data if name in known]


class ReadOnlyAdmin(LookedAfterAdmin):
    """Rows that only the domain writes: nobody adds, changes or deletes them here, whatever their rights."""

    actions: Any = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
