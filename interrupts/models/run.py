from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from interrupts.states import OPEN_RUN, CallQuerySet, CallStatus, RunQuerySet, RunStatus

from .server import Server, Tool
from .stored import Stored
from .thread import Message, Placed, Thread


class Run(Placed):
    """The work one message starts. The row is the job: who holds it, until when, and when it is due."""

    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="runs")
    parent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="legs")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="started_runs")
    status = models.CharField(max_length=12, choices=RunStatus, default=RunStatus.QUEUED)
    step = models.PositiveIntegerField(default=0, help_text="turns the model has taken")
    doing = models.CharField(max_length=200, blank=True, help_text="what the page says while one waits")
    lease_owner = models.CharField(max_length=64, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True, help_text="not to be claimed before")
    attempt = models.PositiveIntegerField(default=0, help_text="how often it was claimed")
    failures = models.PositiveIntegerField(
        default=0, db_default=0, help_text="times in a row that the model failed at this turn and may be asked again"
    )
    tokens_in = models.BigIntegerField("tokens read", null=True, blank=True)
    tokens_out = models.BigIntegerField("tokens written", null=True, blank=True)
    tokens_cached = models.BigIntegerField("tokens from the provider's cache", null=True, blank=True)
    cost = models.DecimalField(
        max_digits=16, decimal_places=6, null=True, blank=True, help_text="in US dollars, as the provider says"
    )
    stopped_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    holder = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="the engine that holds a connection this run's questions live in; no other may claim it",
    )
    holder_until = models.DateTimeField(null=True, blank=True, help_text="then its holder is taken for dead")
    created_at = models.DateTimeField()
    queued_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        constraints = [
            # two messages at once may not start two runs in one thread
            models.UniqueConstraint(
                fields=["thread"], condition=models.Q(status__in=OPEN_RUN), name="run_one_open_per_thread"
            ),
            models.CheckConstraint(condition=models.Q(status__in=RunStatus.values), name="run_status_known"),
        ]
        indexes = [
            # the claim: what is due. Over all runs, since SQLite does not see that "queued" is one of the open ones,
            # would not use an index of those alone, and would read every run there ever was, once a second.
            models.Index(fields=["status", "wake_at", "queued_at"], name="run_due"),
            models.Index(fields=["thread", "seq"], name="run_seq"),
        ]

    def __str__(self) -> str:
        return f"run {self.pk} ({self.status})"

    @property
    def is_open(self) -> bool:
        return self.status in OPEN_RUN


class ToolCall(Placed):
    """One tool with its arguments inside a run. Provider ids repeat, so (run, step, index) names it."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="calls")
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, related_name="calls")
    step = models.PositiveIntegerField()
    index = models.PositiveIntegerField()
    provider_id = models.CharField(max_length=200)
    name = models.CharField(max_length=200, help_text="the name the model used")
    server = models.ForeignKey(Server, on_delete=models.SET_NULL, null=True, blank=True, related_name="calls")
    tool = models.ForeignKey(Tool, on_delete=models.SET_NULL, null=True, blank=True, related_name="calls")
    server_name = models.CharField(max_length=100, blank=True)
    tool_name = models.CharField(max_length=200, blank=True)
    arguments_proposed = models.TextField(help_text="the raw text of the model")
    arguments = models.TextField(blank=True, help_text="JSON text of what is sent")
    edits = models.TextField(
        blank=True, default="", db_default="", help_text="JSON text: what a person changed of the arguments, no secrets"
    )
    fingerprint = models.CharField(max_length=80, blank=True, help_text="of the tool as the person knows it")
    contract = models.CharField(max_length=80, blank=True, help_text="fingerprint without the description")
    server_url = models.CharField(max_length=500, blank=True, help_text="the server's address as the person knows it")
    status = models.CharField(max_length=12, choices=CallStatus, default=CallStatus.PROPOSED)
    result = models.TextField(blank=True, help_text="JSON text of the tool's result; a digest of it when it is large")
    result_in = models.ForeignKey(
        Stored,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="calls",
        help_text="the reply that holds a large result, verbatim",
    )
    outcome = models.TextField(blank=True, help_text="what the model is told when there is no result")
    fault = models.CharField(
        max_length=12, blank=True, default="", db_default="", help_text="what was wrong with it as the model wrote it"
    )
    wake_at = models.DateTimeField(null=True, blank=True, help_text="not to be sent before")
    pauses = models.PositiveIntegerField(default=0, help_text="tries in a row that brought neither result nor question")
    waiting_since = models.DateTimeField(null=True, blank=True, help_text="start of the time budget of such tries")
    progress = models.FloatField(null=True, blank=True, help_text="how far the tool says it is")
    progress_total = models.FloatField(null=True, blank=True, help_text="how far it has to go, if it says so")
    progress_text = models.CharField(max_length=200, blank=True, default="", db_default="")
    log = models.TextField(
        blank=True, default="", db_default="", help_text="JSON text: the newest lines the tool logged, level and text"
    )
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = CallQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "step", "index"], name="call_once_per_step"),
            models.CheckConstraint(condition=models.Q(status__in=CallStatus.values), name="call_status_known"),
        ]
        indexes = [
            models.Index(fields=["thread", "seq"], name="call_seq"),
            # the sweeper: calls that left and whose sender may be dead
            models.Index(fields=["status"], condition=models.Q(status="sent"), name="call_in_flight"),
        ]

    def __str__(self) -> str:
        return f"{self.server_name}.{self.tool_name or self.name} ({self.status})"


class Round(models.Model):
    """One tools/call request and what became of it. Committed before the request leaves."""

    class Ended(models.TextChoices):
        OPEN = "", _("in flight")
        COMPLETED = "completed", _("completed")
        ASKED = "asked", _("asked")
        BUSY = "busy", _("asked to come again")
        REFUSED = "refused", _("refused")
        STATE_REFUSED = "state_refused", _("state refused")
        UNREACHED = "unreached", _("nothing was sent")
        LOST = "lost", _("no usable reply")
        OPEN_FIRST = "open_first", _("refused until a web page was opened")
        STRANDED = "stranded", _("the connection the answer belonged to was gone")

    call = models.ForeignKey(ToolCall, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    rpc_id = models.CharField(max_length=64, unique=True)
    answers = models.TextField(blank=True, help_text="JSON text of inputResponses; empty when none were sent")
    state = models.TextField(null=True, blank=True, help_text="JSON text of the requestState sent; null when none")
    sent_at = models.DateTimeField()
    ended = models.CharField(max_length=16, choices=Ended, default=Ended.OPEN, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reply = models.TextField(blank=True, help_text="the reply verbatim, as JSON text of a string")
    reply_in = models.ForeignKey(
        Stored,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="rounds",
        help_text="the reply verbatim, when it is large",
    )
    next_state = models.TextField(null=True, blank=True, help_text="JSON text of the requestState to give back")
    asks_person = models.BooleanField(default=False, help_text="its reply put a question to a person")
    holder = models.CharField(
        max_length=64, blank=True, help_text="the engine in whose open connection the server asked (2025 era)"
    )
    holder_until = models.DateTimeField(null=True, blank=True, help_text="when that connection is let go at the latest")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["call", "number"], name="round_number"),
            # a call has at most one request in the air
            models.UniqueConstraint(fields=["call"], condition=models.Q(ended=""), name="round_one_in_flight"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of call {self.call_id}"
