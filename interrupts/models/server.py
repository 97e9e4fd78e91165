from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from mcpbridge.client import has_sessions

INSIDE = "http://this-site.invalid/mcp"
"""The address of the tools of this site. No name below .invalid is ever given out, so nothing leaves by mistake."""


class Server(models.Model):
    """An MCP server that tools come from."""

    name = models.SlugField(max_length=60, unique=True, help_text="short, as people read it: database, tickets")
    url = models.CharField("address", max_length=500)
    trusted = models.BooleanField(
        default=False, help_text="its hints about tools are believed; otherwise every call is asked about"
    )
    enabled = models.BooleanField(default=True)
    sample = models.BooleanField(default=False, help_text="started by this site; its address may change")
    vouched = models.BooleanField(
        default=True, db_default=True, help_text="the operator named this address, so it may be anywhere"
    )
    auth = models.CharField(
        "signing in",
        max_length=8,
        blank=True,
        default="",
        db_default="",
        choices=[
            ("", _("when the server asks for it")),
            ("oauth", _("people sign in (OAuth)")),
            ("headers", _("headers only")),
        ],
    )
    connection = models.CharField(
        "connected",
        max_length=8,
        default="person",
        db_default="person",
        choices=[("person", _("each person for themselves")), ("shared", _("once for everybody"))],
        help_text="who a sign-in counts for",
    )
    client_sealed = models.TextField(blank=True, default="", db_default="", editable=False)
    registration_sealed = models.TextField(blank=True, default="", db_default="", editable=False)
    may_know_who = models.BooleanField(default=False, help_text="is told which person acts")
    headers_sealed = models.TextField(blank=True, editable=False)
    command = models.TextField(
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="JSON text: how its process is started (stdio); its environment is sealed with the headers",
    )
    who_key_sealed = models.TextField(blank=True, editable=False, db_default="", default="")
    call_timeout = models.PositiveIntegerField(default=120, help_text="seconds a single request may take")
    time_budget = models.PositiveIntegerField(
        default=86400, help_text="seconds one waits for a server that is busy or gone"
    )
    hold_limit = models.PositiveIntegerField(
        default=86400,
        db_default=86400,
        help_text="seconds a connection is held open in which the server asked something (2025 era)",
    )
    max_parallel = models.PositiveIntegerField(default=8, help_text="requests at once")
    instructions = models.TextField(blank=True)
    era = models.CharField(max_length=12, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True, help_text="what went wrong when it was last tried")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def asks_in_the_call(self) -> bool:
        """It puts its questions in the middle of an open call, as servers did before revision 2026-07-28."""
        return has_sessions(self.era)

    @property
    def is_shared(self) -> bool:
        """One sign-in serves everybody."""
        return self.connection == "shared"

    @property
    def lists_by_person(self) -> bool:
        """Each person signs in to it for themselves, so its tools are listed to whoever acts, and to nobody else."""
        return self.auth == "oauth" and not self.is_shared

    @property
    def is_inside(self) -> bool:
        """Say whether its tools are those of this site, called without a way over the network."""
        return self.url == INSIDE


class Tool(models.Model):
    """A tool as its server last described it, with what an admin says of it."""

    server = models.ForeignKey(Server, on_delete=models.CASCADE, related_name="tools")
    name = models.CharField(max_length=200)
    alias = models.CharField(max_length=64, unique=True, help_text="the name models use; never changes")
    title = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    input_schema = models.TextField(blank=True, help_text="JSON text")
    annotations = models.TextField(blank=True, help_text="JSON text")
    raw = models.TextField(help_text="the whole definition, JSON text")
    fingerprint = models.CharField(max_length=80)
    contract = models.CharField(max_length=80, blank=True, help_text="fingerprint without the description")
    enabled = models.BooleanField(default=True)
    read_only = models.BooleanField("marked read-only", default=False, help_text="an admin vouches: nothing is changed")
    asks_by_itself = models.BooleanField(default=False, help_text="an admin vouches: it asks before it acts")
    listed = models.BooleanField(default=True, help_text="the server still offers it")
    seen_at = models.DateTimeField()
    proposed = models.CharField(
        max_length=80,
        blank=True,
        default="",
        db_default="",
        help_text="fingerprint of a changed definition that an admin has not approved; empty when none waits",
    )
    proposed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["server__name", "name"]
        constraints = [models.UniqueConstraint(fields=["server", "name"], name="tool_once_per_server")]
        indexes = [
            # what waits for an admin, counted by each scrape
            models.Index(
                fields=["proposed_at"], condition=models.Q(proposed_at__isnull=False), name="tool_waits_for_approval"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.server}.{self.name}"

    @property
    def may_be_used(self) -> bool:
        """It is offered, switched on, and not waiting for an admin to approve what it has become."""
        return self.listed and self.enabled and self.server.enabled and not self.proposed


class Definition(models.Model):
    """What a fingerprint stands for: kept, so that a person can be told what changed since they were asked."""

    fingerprint = models.CharField(max_length=80, primary_key=True)
    raw = models.TextField(help_text="the whole definition, JSON text")

    def __str__(self) -> str:
        return self.fingerprint


class Rule(models.Model):
    """A standing decision about calls. Deny wins over ask, ask over allow; it never answers a tool's question."""

    class Effect(models.TextChoices):
        ALLOW = "allow", _("allow")
        ASK = "ask", _("ask")
        DENY = "deny", _("deny")

    effect = models.CharField(max_length=8, choices=Effect)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    server = models.ForeignKey(Server, on_delete=models.CASCADE, null=True, blank=True)
    tool = models.ForeignKey(Tool, on_delete=models.CASCADE, null=True, blank=True)
    arguments = models.JSONField(default=dict, blank=True, help_text="values that the call's arguments must equal")
    until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            # a rule about nothing in particular would allow everything
            models.CheckConstraint(
                condition=models.Q(server__isnull=False) | models.Q(tool__isnull=False), name="rule_names_its_subject"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.effect} {self.tool or self.server} for {self.person or 'everyone'} ({self.pk})"
