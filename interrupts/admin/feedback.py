"""Feedback: which replies people found good or bad."""

from django.contrib import admin
from django.http import HttpRequest

from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, ReadOnlyAdmin
from interrupts.admin.showing import first_words
from interrupts.models import Feedback


@admin.register(Feedback)
class FeedbackAdmin(ReadOnlyAdmin):
    list_display = ("value", "beginning", "person", "given")
    list_filter = ("value", "created_at")
    list_select_related = ("message", "person")
    search_fields = (f"person__{PERSON_NAME}",)
    date_hierarchy = "created_at"
    ordering = ("-created_at",)

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """What was said is for those who may read messages."""
        may_read = request.user.has_perm("interrupts.view_message")
        return tuple(name for name in self.list_display if may_read or name != "beginning")

    def get_fields(self, request: HttpRequest, obj: Feedback | None = None) -> tuple[str, ...]:
        words = ("words",) if request.user.has_perm("interrupts.view_message") else ()
        return "value", "person", "given", "thread", *words

    def get_readonly_fields(self, request: HttpRequest, obj: Feedback | None = None) -> tuple[str, ...]:
        return self.get_fields(request, obj)

    @admin.display(description="reply")
    def beginning(self, feedback: Feedback) -> str:
        return first_words(feedback.message.text)

    @admin.display(description="reply")
    def words(self, feedback: Feedback) -> str:
        return cells.quoted(feedback.message.text)

    @admin.display(description="thread")
    def thread(self, feedback: Feedback) -> str:
        return cells.link(cells.to(feedback.message.thread))

    @admin.display(description="given", ordering="created_at")
    def given(self, feedback: Feedback) -> str:
        return cells.age(feedback.created_at)
