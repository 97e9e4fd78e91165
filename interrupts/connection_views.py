"""The pages of sign-ins to servers: which there are, beginning one, coming back from one, ending one."""

import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from interrupts.addresses import Address, read_address
from interrupts.authority import visible_interrupt
from interrupts.connections import connection_of
from interrupts.kinds import SignInWords
from interrupts.models import Connection, Interrupt, Server
from interrupts.rendering import thread_context
from interrupts.signing_in import CannotConnect, come_back, disconnect, may_connect, set_out
from interrupts.views import back_to, zone_of
from mcpbridge.client.oauth import Us


@dataclass(frozen=True, slots=True)
class Line:
    """One server on the page of connections, as this person stands to it."""

    server: Server
    connection: Connection | None
    may_connect: bool

    @property
    def is_connected(self) -> bool:
        return self.connection is not None and self.connection.lapsed_at is None

    @property
    def where(self) -> Address | None:
        """Where one signed in."""
        return read_address(self.connection.issuer) if self.connection else None

    @property
    def scopes(self) -> list[str]:
        return self.connection.scopes.split() if self.connection else []


@login_required
@never_cache
@require_GET
def connections(request: HttpRequest) -> HttpResponse:
    """Every server that people sign in to, and whether this person has."""
    servers = Server.objects.filter(enabled=True, auth="oauth")
    return _page(request, "interrupts/connections.html", {"lines": [_line(request.user, each) for each in servers]})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def connect(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a sign-in begins: GET says where it leads, POST sets out. 422: it cannot begin, and why."""
    server = Server.objects.filter(pk=pk, enabled=True).exclude(auth="headers").first()
    if server is None:
        raise Http404
    question = _question(request, server)
    context: dict[str, Any] = {
        "line": _line(request.user, server),
        "question_id": question.pk if question else "",
        "sign_in": SignInWords(question) if question else None,
        "back": back_to(question) if question else reverse("connections"),
    }
    if request.method != "POST":
        return _page(request, "interrupts/connect.html", context)
    try:
        address = set_out(server, person=request.user, question=question, us=us(request), at=timezone.now())
    except CannotConnect as refused:
        return _page(request, "interrupts/connect.html", context | {"problem": str(refused)}, status=422)
    # Not a redirect: the page's own policy lets forms lead to this site only.
    return _page(request, "interrupts/leaving.html", context | {"address": read_address(address)})


@login_required
@never_cache
@require_GET
@sensitive_variables("query")
def callback(request: HttpRequest) -> HttpResponse:
    """Where the browser comes back to. It completes only what this very person began with a POST. 422: it did not."""
    query = {name: values[0] for name, values in request.GET.lists()}
    try:
        returned = come_back(query, person=request.user, at=timezone.now())
    except CannotConnect as refused:
        return _page(request, "interrupts/not_connected.html", {"problem": str(refused)}, status=422)
    return redirect(back_to(returned.question) if returned.question else "connections")


@login_required
@require_POST
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """Forget this person's sign-in to a server, or everybody's for who looks after servers."""
    person: Any = request.user
    server = Server.objects.filter(pk=pk).first()
    if server is None or not may_connect(person, server):
        raise Http404
    row = connection_of(server, person.pk)
    if row is not None:
        disconnect(row)
    return redirect("connections")


@require_GET
def client_metadata(request: HttpRequest) -> HttpResponse:
    """Who this site is, for authorization servers that read such a document. 404 where it has no address of its own."""
    ours = us(request)
    if not ours.metadata_url:
        raise Http404
    return JsonResponse(ours.metadata_document())


def us(request: HttpRequest) -> Us:
    """This site as others know it. Only a site that is reached by https can be asked for its metadata."""
    document = request.build_absolute_uri(reverse("client_metadata"))
    host = urlsplit(document).hostname or ""
    is_public = request.is_secure() and "." in host and not host.replace(".", "").isdigit()
    return Us("Sayso", request.build_absolute_uri(reverse("connected")), document if is_public else "")


def _question(request: HttpRequest, server: Server) -> Interrupt | None:
    """The question this is about, if it is this person's and about this server."""
    named = request.POST.get("question") or request.GET.get("question") or ""
    try:
        row = visible_interrupt(request.user, uuid.UUID(named))
    except ValueError:
        return None
    is_about = row is not None and row.kind == "connect" and row.tool_call and row.tool_call.server_id == server.pk
    return row if is_about else None


def _line(person: Any, server: Server) -> Line:
    return Line(server, connection_of(server, person.pk), may_connect(person, server))


def _page(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    zone = zone_of(request)
    with timezone.override(zone):
        return render(request, template, thread_context(request.user, None, zone) | context, status=status)
