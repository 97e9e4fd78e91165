import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from interrupts.states import InterruptQuerySet, InterruptStatus

from .run import Round, Run, ToolCall
from .thread import Thread


class Interrupt(models.Model):
    """One question to a person. What it asks never changes, so its id binds the answer to what was shown."""

    class Kind(models.TextChoices):
        FORM = "form", _("form")
        URL = "url", _("address to open")
        SAMPLING = "sampling", _("reply to write")
        APPROVAL = "approval", _("approval")
        OUTCOME = "outcome", _("unknown outcome")
        CONNECT = "connect", _("sign in to a server")
        LIMIT = "limit", _("go on?")
        CHANGED = "changed", _("changed tool")
        ASK = "ask", _("question of this site")

    class Action(models.TextChoices):
        ACCEPT = "accept", _("accepted")
        DECLINE = "decline", _("declined")
        CANCEL = "cancel", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=12, choices=Kind)
    status = models.CharField(max_length=12, choices=InterruptStatus, default=InterruptStatus.PENDING)
    thread = models.ForeignKey(Thread, on_delete=models.CASCADE, null=True, blank=True, related_name="interrupts")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, null=True, blank=True, related_name="interrupts")
    tool_call = models.ForeignKey(ToolCall, on_delete=models.CASCADE, null=True, blank=True, related_name="interrupts")
    round = models.ForeignKey(
        Round,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="interrupts",
        help_text="the request whose reply asked this",
    )
    key = models.TextField(blank=True, help_text="JSON text of the server's name for it")
    place = models.PositiveIntegerField(default=0, help_text="its place among the questions of one reply")
    asked_of = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="questions",
        help_text="who is expected to answer",
    )
    message = models.TextField(blank=True)
    explanation = models.TextField(blank=True)
    request = models.TextField(blank=True, help_text="JSON text of the request body, verbatim")
    schema = models.TextField(blank=True, help_text="JSON text; empty when there is none")
    prefill = models.TextField(blank=True, help_text="JSON text of proposed content")
    differs = models.TextField(blank=True, help_text="JSON text: lines that say what changed since it was asked before")
    intent = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=60, default="mcp_input")
    allowed_actions = models.CharField(max_length=40, default="accept,decline,cancel")
    handler = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="who gets the answer to a question from code",
    )
    held_by = models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text="the engine in whose open connection it lives"
    )
    stranded_at = models.DateTimeField(null=True, blank=True, help_text="when that connection was lost")
    fingerprint = models.CharField(max_length=80, blank=True, help_text="of the tool when this was shown")
    server_url = models.CharField(max_length=500, blank=True, help_text="the server's address when this was shown")
    action = models.CharField(max_length=8, choices=Action, blank=True)
    content = models.TextField(blank=True, help_text="JSON text of the answer's content; empty when there is none")
    note = models.CharField(max_length=500, blank=True, help_text="a reason given by whoever closed it")
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True, help_text="when it was answered or withdrawn")
    door = models.CharField(max_length=20, blank=True, help_text="where the answer came in: page, admin")
    position = models.BigIntegerField(default=0)
    seq = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()

    objects = InterruptQuerySet.as_manager()

    class Meta:
        verbose_name = "question"
        constraints = [
            models.CheckConstraint(condition=Q(status__in=InterruptStatus.values), name="interrupt_status_known"),
            # each kind points at what it asks about
            models.CheckConstraint(
                condition=Q(kind__in=["form", "url", "sampling"], round__isnull=False, tool_call__isnull=False)
                | Q(kind__in=["approval", "outcome", "connect", "changed"], tool_call__isnull=False)
                | Q(kind="limit", run__isnull=False)
                | Q(kind="ask", run__isnull=True),
                name="interrupt_parents",
            ),
            # one question per key of a round; an outcome question points at the round too, and may have siblings
            models.UniqueConstraint(
                fields=["round", "place"],
                condition=Q(kind__in=["form", "url", "sampling"]),
                name="interrupt_once_per_place",
            ),
            # answered means: an action and a time
            models.CheckConstraint(
                condition=~Q(status="resolved") | (~Q(action="") & Q(answered_at__isnull=False)),
                name="interrupt_resolved_has_action",
            ),
        ]
        indexes = [
            # the inbox and its count, also among many closed questions
            models.Index(fields=["asked_of", "created_at"], condition=Q(status="pending"), name="interrupt_inbox"),
            models.Index(fields=["tool_call"], condition=Q(status="pending"), name="interrupt_open_of_call"),
            # With any lesser one SQLite counts a thread's open questions by reading all that are open anywhere.
            models.Index(fields=["thread", "status"], name="interrupt_of_thread"),
            models.Index(fields=["thread", "seq"], name="interrupt_seq"),
            # the admin: pending first, oldest first
            models.Index(fields=["status", "created_at"], name="interrupt_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id.hex[:8]} ({self.status})"

    @property
    def actions(self) -> list[str]:
        return self.allowed_actions.split(",")

    @property
    def program_id(self) -> str:
        """The name programs know an MCP question by; it says call, round and place."""
        if self.round is None or self.tool_call_id is None:
            return str(self.id)
        return f"mcp_input_{self.tool_call_id}_{self.round.number}_{self.place}"


class Draft(models.Model):
    """What a person has typed into a question so far."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    interrupt = models.ForeignKey(Interrupt, on_delete=models.CASCADE, related_name="drafts")
    values = models.TextField(help_text="JSON text: control name to list of typed texts")
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "interrupt"], name="draft_one_per_person")]

    def __str__(self) -> str:
        return f"draft of {self.person_id} for {self.interrupt_id}"


class Delivery(models.Model):
    """The way of an ``ask`` answer to its handler: at most one per question, done in the handler's transaction."""

    interrupt = models.OneToOneField(Interrupt, on_delete=models.CASCADE, related_name="delivery")
    handler = models.CharField(max_length=200)
    done_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    problem = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            # the engine: deliveries that are due
            models.Index(fields=["due_at"], condition=Q(done_at__isnull=True), name="delivery_due"),
        ]

    def __str__(self) -> str:
        return f"{self.handler} <- {self.interrupt_id}"

    @property
    def state(self) -> str:
        """How far it has come, in words."""
        if self.done_at is not None:
            return gettext("delivered")
        if not self.problem:
            return gettext("waiting to be delivered")
        return ngettext("failed once, tried again", "failed {n} times, tried again", self.attempts).format(
            n=self.attempts
        )
