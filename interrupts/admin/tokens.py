"""Access tokens: made here and shown once; to delete one is to revoke it."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, LookedAfterAdmin
from interrupts.admin.once import shown_once
from interrupts.models import AccessToken
from interrupts.tokens import make_token


class TokenForm(forms.ModelForm):
    class Meta:
        model = AccessToken
        fields = ("person", "name", "expires_at")
        help_texts = {"person": gettext_lazy("In whose name calls are made.")}

    def clean_expires_at(self) -> Any:
        expires_at = self.cleaned_data["expires_at"]
        if expires_at is not None and expires_at <= timezone.now():
            raise ValidationError(_("That time has passed."))
        return expires_at


@admin.register(AccessToken)
class AccessTokenAdmin(LookedAfterAdmin):
    form = TokenForm
    fields = ("person", "name", "expires_at")
    list_display = ("name", "person", "created", "used", "expires_at")
    list_filter = (("person", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("person",)
    search_fields = ("name", f"person__{PERSON_NAME}")
    raw_id_fields = ("person",)

    @admin.display(description=gettext_lazy("made"), ordering="created_at")
    def created(self, token: AccessToken) -> str:
        return cells.age(token.created_at)

    @admin.display(description=gettext_lazy("last used"), ordering="used_at")
    def used(self, token: AccessToken) -> str:
        return cells.age(token.used_at) if token.used_at else "never"

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Who is no superuser makes tokens for themselves alone, or they could act as somebody who may do more."""
        people = get_user_model()._default_manager
        if db_field.name == "person" and not request.user.is_superuser:
            kwargs["queryset"] = people.filter(pk__in=[request.user.pk])
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: AccessToken | None = None) -> bool:
        """A token that was given away is not made into another."""
        return False

    def save_model(self, request: Any, obj: AccessToken, form: Any, change: bool) -> None:
        row, request.new_token = make_token(
            person=obj.person, name=obj.name, expires_at=obj.expires_at, at=timezone.now()
        )
        # The admin goes on with its own copy of the row.
        obj.pk, obj.digest, obj.created_at = row.pk, row.digest, row.created_at

    def response_add(self, request: Any, obj: AccessToken, post_url_continue: Any = None) -> HttpResponse:
        return shown_once(
            self,
            request,
            title=_("The token “{name}”").format(name=obj.name),
            secret=request.new_token,
            explanation=_(
                "The program sends it in the header Authorization, after the word Bearer. Keep it like a "
                "password. To revoke it, delete it in the list."
            ),
        )
