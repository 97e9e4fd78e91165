"""Declining and withdrawing from the admin: a page that asks for a reason, then one domain call per question."""

import uuid
from collections.abc import Callable, Iterable
from typing import Any, Literal
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from interrupts.admin import cells
from interrupts.admin.base import is_list
from interrupts.admin.showing import first_words
from interrupts.answers import AlreadyClosed, NotAllowed, answer_interrupt, withdraw_interrupt
from interrupts.models import Interrupt

type Decision = Literal["decline", "withdraw"]

MOST_AT_ONCE = 100
MEANING = {
    "decline": gettext_lazy("The server is told that the person declined, and the work goes on from there."),
    "withdraw": gettext_lazy("The questions are taken back: the server is told nothing, and the calls that asked end."),
}
_FILTERS = "_changelist_filters"


class ReasonForm(forms.Form):
    """Why somebody decides in another person's place."""

    reason = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"}),
        help_text=gettext_lazy("It is kept with the question; the person sees it, and the assistant may be told."),
    )


class DecidingAdmin(admin.ModelAdmin):
    """The actions "Decline" and "Withdraw" of a list of questions and of each question's page."""

    actions = ("decline_questions", "withdraw_questions")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Changing a question means deciding it; its fields are never edited, whatever somebody's rights."""
        return request.user.has_perm("interrupts.change_interrupt")

    def get_urls(self) -> list[Any]:
        decide = self.admin_site.admin_view(self.decide_view)
        return [path("decide/<str:decision>/", decide, name="interrupts_interrupt_decide"), *super().get_urls()]

    @admin.action(
        permissions=["decide"],
        description=gettext_lazy("Decline …"),
        location=[admin.ActionLocation.CHANGE_LIST, admin.ActionLocation.CHANGE_FORM],
    )
    def decline_questions(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return self._ask_for_reason(request, "decline", queryset)

    @admin.action(
        permissions=["decide"],
        description=gettext_lazy("Withdraw …"),
        location=[admin.ActionLocation.CHANGE_LIST, admin.ActionLocation.CHANGE_FORM],
    )
    def withdraw_questions(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        return self._ask_for_reason(request, "withdraw", queryset)

    def _ask_for_reason(self, request: HttpRequest, decision: Decision, chosen: Any) -> HttpResponse | None:
        questions = list(_with_parents(chosen)[: MOST_AT_ONCE + 1])
        if len(questions) > MOST_AT_ONCE:
            messages.error(request, _("Choose at most {most} questions at once.").format(most=MOST_AT_ONCE))
            return None
        filters = request.GET.urlencode() if is_list(request) else ""
        return self._reason_page(request, decision, questions, ReasonForm(), filters)

    def decide_view(self, request: HttpRequest, decision: str) -> HttpResponse:
        """Decide the questions named in the post, each for itself, and tell what became of each."""
        if not self.has_decide_permission(request):
            raise PermissionDenied
        if decision not in MEANING:
            raise Http404
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        chosen = _ids(request.POST.getlist("question"))[:MOST_AT_ONCE]
        questions = list(_with_parents(Interrupt.objects.filter(pk__in=chosen)))
        form, filters = ReasonForm(request.POST), request.GET.get(_FILTERS, "")
        if not form.is_valid():
            return self._reason_page(request, decision, questions, form, filters)
        for question in questions:
            self._decide(request, decision, question, form.cleaned_data["reason"])
        return HttpResponseRedirect(_list_address(filters))

    def _reason_page(
        self, request: HttpRequest, decision: str, questions: list[Interrupt], form: ReasonForm, filters: str
    ) -> HttpResponse:
        verb = _("Decline") if decision == "decline" else _("Withdraw")
        post_to = reverse("admin:interrupts_interrupt_decide", args=[decision])
        context = {
            **self.admin_site.each_context(request),
            "title": _title(decision, len(questions)),
            "opts": self.opts,
            "verb": verb,
            "meaning": MEANING[decision],
            "form": form,
            "chosen": [question.pk for question in questions],
            "questions": [(cells.to(each, _shown(each)), each.asked_of, each.tool_call or "") for each in questions],
            "post_to": f"{post_to}?{urlencode({_FILTERS: filters})}",
            "back": _list_address(filters),
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/interrupts/interrupt/decide.html", context)

    def _decide(self, request: HttpRequest, decision: str, question: Interrupt, reason: str) -> None:
        try:
            _DECISIONS[decision](question, request.user, reason)
        except AlreadyClosed as closed:
            messages.warning(request, f"“{_shown(question)}”: {_who_was_first(closed.question)}")
        except NotAllowed as refusal:
            messages.error(request, f"“{_shown(question)}”: {refusal}")
        else:
            is_declined = decision == "decline"
            self.log_change(request, question, f"{'Declined' if is_declined else 'Withdrawn'} with a reason.")
            told = _("“{question}” is declined.") if is_declined else _("“{question}” is withdrawn.")
            messages.success(request, told.format(question=_shown(question)))


def _title(decision: str, count: int) -> str:
    if decision == "decline":
        return ngettext("Decline {n} question?", "Decline {n} questions?", count).format(n=count)
    return ngettext("Withdraw {n} question?", "Withdraw {n} questions?", count).format(n=count)


def _decline(question: Interrupt, person: Any, reason: str) -> None:
    answer_interrupt(
        question, person=person, action="decline", content=None, at=timezone.now(), door="admin", note=reason
    )


def _withdraw(question: Interrupt, person: Any, reason: str) -> None:
    withdraw_interrupt(question, person=person, note=reason, at=timezone.now())


_DECISIONS: dict[str, Callable[[Interrupt, Any, str], None]] = {"decline": _decline, "withdraw": _withdraw}


def _with_parents(questions: Any) -> Any:
    return questions.select_related("asked_of", "tool_call").order_by("created_at")


def _ids(texts: Iterable[str]) -> list[uuid.UUID]:
    found = []
    for text in texts:
        try:
            found.append(uuid.UUID(text))
        except ValueError:
            continue
    return found


def _list_address(filters: str) -> str:
    address = reverse("admin:interrupts_interrupt_changelist")
    return f"{address}?{filters}" if filters else address


def _shown(question: Interrupt) -> str:
    return first_words(question.message or question.explanation) or str(question)


def _who_was_first(question: Interrupt) -> str:
    how = question.get_action_display() if question.status == "resolved" else question.get_status_display()
    by = _(" by {person}").format(person=question.answered_by) if question.answered_by else ""
    passed = timesince(question.answered_at, depth=1) if question.answered_at else ""
    when = _(", {passed} ago").format(passed=passed) if passed else ""
    return _("somebody was first, it was {how}{by}{when}. Nothing was changed.").format(how=how, by=by, when=when)
