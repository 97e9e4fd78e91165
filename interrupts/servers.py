"""Servers and their tools as rows: adding one, remembering what it offers, and where it is."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from interrupts import ledger, secrets, wire
from interrupts.models import Definition, Server, Tool
from interrupts.reaching import reach_of
from interrupts.who import seal_who_key
from mcpbridge.client import Address, Command, Place, ToolList, description_free_fingerprint, fingerprint
from mcpbridge.client import Tool as OfferedTool

ALIAS_LENGTH = 64
ASKS_KEY = "sayso/asks"
"""In ``_meta`` of a tool of this site: its author says that it asks before it acts."""


class BadServer(Exception):
    """A server cannot be added as given; the text says why."""


def add_server(
    *, name: str, url: str, trusted: bool = False, headers: Mapping[str, str] | None = None, **signing_in: str
) -> Server:
    """Create a server's row; nothing is contacted. ``signing_in`` names more of its columns: auth, connection, client.

    Raises: BadServer for a name or address that cannot be used.
    """
    if not re.match(r"https?://[^/]", url):
        raise BadServer(_("A server's address starts with http:// or https://."))
    return _create(name=name, url=url, trusted=trusted, headers_sealed=secrets.seal(headers or {}), **signing_in)


def _create(*, name: str, **columns: Any) -> Server:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", name):
        raise BadServer(_("A server's name is made of small letters, digits and hyphens."))
    try:
        with transaction.atomic():
            return Server.objects.create(name=name, **columns)
    except IntegrityError:
        raise BadServer(_("There is already a server named {name}.").format(name=name)) from None


def ensure_sample(*, name: str, url: str, who_key: str = "") -> Server:
    """Create or update the row of a sample server this site started: trusted, and its asking tools marked so.

    With ``who_key``, which the sample was started with, it may know who acts.
    """
    known = Server.objects.filter(name=name).first()
    now = {"url": url, "sample": True, "who_key_sealed": seal_who_key(who_key) if who_key else ""}
    if who_key and (known is None or not known.who_key_sealed):
        # Only with its first key: afterwards an admin may have thought better of it.
        now["may_know_who"] = True
    server, _is_new = Server.objects.update_or_create(name=name, defaults=now, create_defaults={**now, "trusted": True})
    return server


def add_program(*, name: str, command: Command, trusted: bool = False) -> Server:
    """Create the row of a server that is a program started here (stdio); nothing is started.

    Raises: BadServer for a name that cannot be used.
    """
    return _create(
        name=name,
        url=f"stdio:{command.shown}"[:500],
        trusted=trusted,
        headers_sealed=secrets.seal(command.env),
        command=wire.dump({"version": 1, "argv": command.argv, "cwd": command.cwd}),
    )


def place_of(server: Server) -> Place:
    """Return where a server is, with its headers, or its program's environment, opened.

    Raises: interrupts.secrets.UnreadableSecret.
    """
    sealed = secrets.unseal(server.headers_sealed)
    if not server.command:
        return Address(url=server.url, headers=sealed, reach=reach_of(server))
    program = wire.load(server.command)
    return Command(argv=tuple(program["argv"]), env=sealed, cwd=program["cwd"])


def store_tools(server_id: int, offered: ToolList, *, at: datetime) -> None:
    """Remember what a server offers now: new tools are added, missing ones no longer listed.

    A changed one is updated on a trusted server; on any other it waits for an admin (``interrupts.changes``).
    """
    with transaction.atomic():
        server = Server.objects.select_for_update().get(pk=server_id)
        known = {tool.name: tool for tool in server.tools.all()}
        for tool in offered.tools:
            _store(server, known.get(tool.name), tool, at)
        missing = known.keys() - {tool.name for tool in offered.tools}
        server.tools.filter(name__in=missing, listed=True).update(listed=False)
        problem = "; ".join(f"{broken.name}: {broken.why}" for broken in offered.broken)
        Server.objects.filter(pk=server_id).update(checked_at=at, problem=wire.storable(problem))


def _store(server: Server, row: Tool | None, tool: OfferedTool, at: datetime) -> None:
    """What a known tool has become takes effect at once on a trusted server and waits for an admin on any other."""
    mark = fingerprint(tool)
    if row is not None and row.fingerprint == mark:
        _as_known(row, at)
    elif row is None:
        # The samples are ours: those that can destroy something ask before they do. Of its own tools a site says it.
        asks = (server.sample and not tool.read_only) or (server.is_inside and _says_it_asks(tool))
        row = Tool(server=server, name=tool.name, alias=_free_alias(server.name, tool.name), asks_by_itself=asks)
        write_definition(row, tool, at=at)
    elif server.trusted:
        row.listed = True
        ledger.record_of_tool(row, "tool.changed", at=at, was=row.fingerprint, **{"is": mark})
        write_definition(row, tool, at=at)
    else:
        _propose(row, tool, mark, at)


def _as_known(row: Tool, at: datetime) -> None:
    """It is what it was, perhaps after it was something else for a while, or gone."""
    if row.proposed:
        ledger.record_of_tool(row, "tool.changed_back", at=at, was=row.proposed)
    if row.proposed or not row.listed:
        row.listed, row.seen_at, row.proposed, row.proposed_at = True, at, "", None
        row.save(update_fields=["listed", "seen_at", "proposed", "proposed_at"])


def _propose(row: Tool, tool: OfferedTool, mark: str, at: datetime) -> None:
    if row.proposed == mark and row.listed:
        return
    if row.proposed != mark:
        _keep(mark, tool)
        ledger.record_of_tool(row, "tool.proposed", at=at, was=row.fingerprint, **{"is": mark})
        row.proposed, row.proposed_at = mark, at
    row.listed = True
    row.save(update_fields=["listed", "proposed", "proposed_at"])


def write_definition(row: Tool, tool: OfferedTool, *, at: datetime) -> None:
    """Have a tool be what its server says of it, from now on."""
    row.title = wire.storable(tool.title or "")[:200]
    row.description = wire.storable(tool.description)
    row.input_schema = wire.dump(tool.input_schema)
    row.annotations = wire.dump(tool.annotations)
    row.raw = wire.dump(tool.raw)
    row.fingerprint, row.contract = fingerprint(tool), description_free_fingerprint(tool)
    row.seen_at, row.proposed, row.proposed_at = at, "", None
    row.save(update_fields=None if row.pk is None else (*_DEFINED, "listed"))
    _keep(row.fingerprint, tool)


_DEFINED = (
    "title",
    "description",
    "input_schema",
    "annotations",
    "raw",
    "fingerprint",
    "contract",
    "seen_at",
    "proposed",
    "proposed_at",
)
"""What a definition says of a tool; what an admin says of it is left alone."""


def _keep(mark: str, tool: OfferedTool) -> None:
    Definition.objects.get_or_create(fingerprint=mark, defaults={"raw": wire.dump(tool.raw)})


def _says_it_asks(tool: OfferedTool) -> bool:
    meta = tool.raw.get("_meta")
    return isinstance(meta, dict) and meta.get(ASKS_KEY) is True


def _free_alias(server: str, tool: str) -> str:
    """Return a name every provider takes and no other tool has, in whatever case; kept for the life of the row."""
    wanted = re.sub(r"[^a-zA-Z0-9_-]+", "_", f"{server}_{tool}")[:ALIAS_LENGTH]
    alias, number = wanted, 2
    while Tool.objects.filter(alias__iexact=alias).exists():
        ending = f"_{number}"
        alias, number = wanted[: ALIAS_LENGTH - len(ending)] + ending, number + 1
    return alias


def remember_era(server_id: int, era: str) -> None:
    """Remember which revision a server speaks."""
    Server.objects.filter(pk=server_id).update(era=era)


def note_problem(server_id: int, problem: str) -> None:
    """Remember why a server could not be used, for the admin."""
    Server.objects.filter(pk=server_id).update(problem=wire.storable(problem)[:2000], checked_at=timezone.now())
