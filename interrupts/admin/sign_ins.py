"""Sign-ins to servers: who is connected where. Their tokens are nobody's business; to delete one is to revoke it."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, LookedAfterAdmin
from interrupts.forms.text import visible
from interrupts.models import Connection
from interrupts.signing_in import disconnect


@admin.register(Connection)
class ConnectionAdmin(LookedAfterAdmin):
    list_display = ("server", "whose", "shown_issuer", "connected", "is_in_force")
    list_filter = ("server", ("lapsed_at", admin.EmptyFieldListFilter))
    list_select_related = ("server", "person")
    list_defer = ("tokens_sealed", "grant_sealed")
    search_fields = ("server__name", f"person__{PERSON_NAME}", "issuer")
    fields = ("server", "whose", "shown_issuer", "scopes", "connected_at", "connected_by", "expires_at", "lapsed_at")
    readonly_fields = fields

    @admin.display(description=_("for"), ordering=f"person__{PERSON_NAME}")
    def whose(self, connection: Connection) -> str:
        return str(connection.person or _("everybody"))

    @admin.display(description=_("signed in at"), ordering="issuer")
    def shown_issuer(self, connection: Connection) -> str:
        return visible(connection.issuer)

    @admin.display(description=_("since"), ordering="connected_at")
    def connected(self, connection: Connection) -> str:
        return cells.age(connection.connected_at)

    @admin.display(description=_("in force"), boolean=True, ordering="lapsed_at")
    def is_in_force(self, connection: Connection) -> bool:
        return connection.lapsed_at is None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only the person concerned can sign in."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Connection) -> None:
        """The admin deletes in a transaction, and the other side is told over the network."""
        transaction.on_commit(partial(disconnect, obj))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Connection]) -> None:
        for row in queryset.select_related("server"):
            self.delete_model(request, row)
