"""Runs, their tool calls and the requests of those."""

from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts.admin import cells
from interrupts.admin.base import PERSON_NAME, ReadOnlyAdmin
from interrupts.admin.showing import first_words, named_values, readable, reply, secret_names
from interrupts.forms.text import visible
from interrupts.models import Event, Interrupt, Round, Run, ToolCall
from interrupts.usage import used_in_run

_BIG_TEXTS_OF_A_CALL = ("arguments", "arguments_proposed", "edits", "result", "outcome")


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = (
        "id",
        "status",
        "thread",
        "owner",
        "doing",
        "step",
        "tokens",
        "cost",
        "attempt",
        "started",
        "finished_at",
    )
    list_filter = ("status",)
    list_select_related = ("thread__owner",)
    search_fields = ("=id", f"thread__owner__{PERSON_NAME}", "thread__title")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": ("status", "thread", "first_words", "parent", "doing", "step", "stopped_by")}),
        (gettext_lazy("Times"), {"fields": ("created_at", "queued_at", "finished_at", "wake_at")}),
        (gettext_lazy("Who works on it"), {"fields": ("attempt", "lease_owner", "lease_until")}),
        (gettext_lazy("What it used"), {"fields": ("tokens_in", "tokens_cached", "tokens_out", "cost")}),
        (gettext_lazy("Tool calls"), {"fields": ("calls",)}),
        (gettext_lazy("History"), {"fields": ("history",)}),
    )
    readonly_fields = ("first_words", "calls", "history")

    @admin.display(description=gettext_lazy("owner"), ordering=f"thread__owner__{PERSON_NAME}")
    def owner(self, run: Run) -> str:
        return str(run.thread.owner)

    @admin.display(description=gettext_lazy("started"), ordering="created_at")
    def started(self, run: Run) -> str:
        return cells.age(run.created_at)

    @admin.display(description=gettext_lazy("tokens"), ordering="tokens_in")
    def tokens(self, run: Run) -> str:
        return cells.tokens(used_in_run(run))

    @admin.display(description=gettext_lazy("started by"))
    def first_words(self, run: Run) -> str:
        return cells.quoted(run.message.text)

    @admin.display(description=gettext_lazy("in order"))
    def calls(self, run: Run) -> str:
        return _calls_table(run.calls.defer(*_BIG_TEXTS_OF_A_CALL).order_by("step", "index"))

    @admin.display(description=gettext_lazy("what happened to it"))
    def history(self, run: Run) -> str:
        return cells.moves(Event.objects.filter(thread_id=run.thread_id, subject=f"run {run.pk}"))


def _calls_table(calls: QuerySet[ToolCall]) -> str:
    rows = [(cells.to(call), call.get_status_display(), cells.moment(call.created_at)) for call in calls]
    return cells.table(("Call", "Status", "When"), rows)


@admin.register(ToolCall)
class CallAdmin(ReadOnlyAdmin):
    list_display = ("shown_call", "status", "server_name", "owner", "thread", "run", "started")
    list_filter = ("status", "server_name")
    list_select_related = ("thread__owner", "run")
    list_defer = _BIG_TEXTS_OF_A_CALL
    search_fields = ("=id", "tool_name", "server_name", "name", f"thread__owner__{PERSON_NAME}")
    date_hierarchy = "created_at"
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": ("shown_call", "status", "thread", "run", "server", "tool", "shown_arguments")}),
        (gettext_lazy("Result"), {"fields": ("shown_outcome", "shown_result")}),
        (gettext_lazy("As the model wanted it"), {"fields": ("name", "provider_id", "shown_proposed", "shown_edits")}),
        (gettext_lazy("Times"), {"fields": ("created_at", "finished_at", "wake_at", "pauses", "waiting_since")}),
        (gettext_lazy("More"), {"fields": ("step", "index", "fingerprint")}),
        (gettext_lazy("Requests and questions"), {"fields": ("rounds", "questions")}),
        (gettext_lazy("History"), {"fields": ("history",)}),
    )
    readonly_fields = (
        "shown_call",
        "shown_arguments",
        "shown_outcome",
        "shown_result",
        "shown_proposed",
        "shown_edits",
        "rounds",
        "questions",
        "history",
    )

    @admin.display(description=gettext_lazy("call"), ordering="tool_name")
    def shown_call(self, call: ToolCall) -> str:
        return f"{call.pk}: {visible(call.tool_name or call.name)}"

    @admin.display(description=gettext_lazy("owner"), ordering=f"thread__owner__{PERSON_NAME}")
    def owner(self, call: ToolCall) -> str:
        return str(call.thread.owner)

    @admin.display(description=gettext_lazy("proposed"), ordering="created_at")
    def started(self, call: ToolCall) -> str:
        return cells.age(call.created_at)

    @admin.display(description=gettext_lazy("arguments"))
    def shown_arguments(self, call: ToolCall) -> str:
        return cells.pairs(named_values(call.arguments, raw=call.arguments_proposed))

    @admin.display(description=gettext_lazy("what the assistant was told"))
    def shown_outcome(self, call: ToolCall) -> str:
        return cells.quoted(call.outcome)

    @admin.display(description=gettext_lazy("result"))
    def shown_result(self, call: ToolCall) -> str:
        whole = _("Its beginning and end; the whole: {name}").format(name=call.result_in)
        return cells.folded(whole if call.result_in else _("The result"), readable(call.result))

    @admin.display(description=gettext_lazy("arguments, as written"))
    def shown_proposed(self, call: ToolCall) -> str:
        return cells.folded(_("The model's words"), readable(call.arguments_proposed))

    @admin.display(description=gettext_lazy("changed by a person"))
    def shown_edits(self, call: ToolCall) -> str:
        return cells.folded(_("What was changed before the call"), readable(call.edits))

    @admin.display(description=gettext_lazy("requests"))
    def rounds(self, call: ToolCall) -> str:
        rounds = call.rounds.defer("reply", "answers", "state", "next_state").order_by("number")
        rows = [(cells.to(each), each.get_ended_display(), cells.moment(each.sent_at)) for each in rounds]
        return cells.table(("Request", "Ended", "Sent"), rows)

    @admin.display(description=gettext_lazy("questions"))
    def questions(self, call: ToolCall) -> str:
        rows = [
            (
                cells.to(each, first_words(each.message) or str(each)),
                each.get_status_display(),
                cells.moment(each.created_at),
            )
            for each in call.interrupts.order_by("position")
        ]
        return cells.table(("Question", "Status", "Asked"), rows)

    @admin.display(description=gettext_lazy("what happened to it"))
    def history(self, call: ToolCall) -> str:
        return cells.moves(Event.objects.filter(thread_id=call.thread_id, subject=f"call {call.pk}"))


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("shown_round", "call", "shown_ended", "asks_person", "sent", "ended_at")
    list_filter = ("ended", "asks_person")
    list_select_related = ("call",)
    list_defer = (
        "reply",
        "answers",
        "state",
        "next_state",
        *(f"call__{name}" for name in _BIG_TEXTS_OF_A_CALL),
    )
    search_fields = ("=call__id", "rpc_id", "call__tool_name", "call__server_name")
    date_hierarchy = "sent_at"
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": ("call", "number", "rpc_id", "sent_at", "shown_ended", "ended_at", "asks_person")}),
        (gettext_lazy("Sent"), {"fields": ("shown_answers", "state_sent")}),
        (gettext_lazy("Came back"), {"fields": ("shown_reply", "state_kept")}),
        (gettext_lazy("Held open"), {"fields": ("holder", "holder_until")}),
    )
    readonly_fields = ("shown_ended", "shown_answers", "state_sent", "shown_reply", "state_kept")

    @admin.display(description=gettext_lazy("request"), ordering="id")
    def shown_round(self, asked: Round) -> str:
        return str(asked)

    @admin.display(description=gettext_lazy("ended"), ordering="ended")
    def shown_ended(self, asked: Round) -> str:
        return asked.get_ended_display()

    @admin.display(description=gettext_lazy("sent"), ordering="sent_at")
    def sent(self, asked: Round) -> str:
        return cells.age(asked.sent_at)

    @admin.display(description=gettext_lazy("answers"))
    def shown_answers(self, asked: Round) -> str:
        return cells.folded(_("The answers"), readable(asked.answers, secret=_secrets_of(asked)))

    @admin.display(description=gettext_lazy("reply, verbatim"))
    def shown_reply(self, asked: Round) -> str:
        if asked.reply_in:
            return _("{size} bytes, in the storage of files under the name {name}").format(
                size=format(asked.reply_in.size, ","), name=asked.reply_in
            )
        return cells.folded(_("The reply"), reply(asked.reply, secret=_secrets_of(asked)))

    @admin.display(description=gettext_lazy("request state sent"))
    def state_sent(self, asked: Round) -> str:
        return _size(asked.state)

    @admin.display(description=gettext_lazy("request state to give back"))
    def state_kept(self, asked: Round) -> str:
        return _size(asked.next_state)


def _secrets_of(asked: Round) -> frozenset[str]:
    return secret_names(Interrupt.objects.filter(tool_call=asked.call_id).values_list("schema", flat=True))


def _size(state: str | None) -> str:
    return _("none") if state is None else _("{count} characters, not shown").format(count=format(len(state), ","))
