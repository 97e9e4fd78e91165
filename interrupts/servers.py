"""Servers and their tools as rows: adding one, remembering what it offers, and where it is."""

import re
from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from interrupts import secrets, wire
from interrupts.models import Definition, Server, Tool
from interrupts.reaching import reach_of
from mcpbridge.client import Address, Command, Place, ToolList, description_free_fingerprint, fingerprint
from mcpbridge.client import Tool as OfferedTool

ALIAS_LENGTH = 64


class BadServer(Exception):
    """A server cannot be added as given; the text says why."""


def add_server(
    *, name: str, url: str, trusted: bool = False, headers: Mapping[str, str] | None = None, **signing_in: str
) -> Server:
    """Create a server's row; nothing is contacted. ``signing_in`` names more of its columns: auth, connection, client.

    Raises: BadServer for a name or address that cannot be used.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", name):
        raise BadServer("A server's name is made of small letters, digits and hyphens.")
    if not re.match(r"https?://[^/]|stdio:", url):
        raise BadServer("A server's address starts with http:// or https://.")
    try:
        with transaction.atomic():
            return Server.objects.create(
                name=name, url=url, trusted=trusted, headers_sealed=secrets.seal(headers or {}), **signing_in
            )
    except IntegrityError:
        raise BadServer(f"There is already a server named {name}.") from None


def ensure_sample(*, name: str, url: str) -> Server:
    """Create or update the row of a sample server this site started: trusted, and its asking tools marked so."""
    server, _ = Server.objects.update_or_create(
        name=name, defaults={"url": url, "sample": True}, create_defaults={"url": url, "sample": True, "trusted": True}
    )
    return server


def add_program(*, name: str, command: Command, trusted: bool = False) -> Server:
    """Create the row of a server that is a program started here (stdio); nothing is started.

    Raises: BadServer for a name that cannot be used.
    """
    row = add_server(name=name, url=f"stdio:{command.shown}"[:500], trusted=trusted, headers=command.env)
    row.command = wire.dump({"version": 1, "argv": command.argv, "cwd": command.cwd})
    row.save(update_fields=["command"])
    return row


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
    """Remember what a server offers now: new tools are added, changed ones updated, missing ones no longer listed."""
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
    mark = fingerprint(tool)
    if row is not None and row.fingerprint == mark and row.listed:
        return
    row = row or Tool(
        server=server,
        name=tool.name,
        alias=_free_alias(server.name, tool.name),
        # The samples are ours: those that can destroy something ask before they do.
        asks_by_itself=server.sample and not tool.read_only,
    )
    row.title = wire.storable(tool.title or "")[:200]
    row.description = wire.storable(tool.description)
    row.input_schema = wire.dump(tool.input_schema)
    row.annotations = wire.dump(tool.annotations)
    row.raw = wire.dump(tool.raw)
    row.fingerprint, row.contract = mark, description_free_fingerprint(tool)
    row.listed, row.seen_at = True, at
    row.save()
    Definition.objects.get_or_create(fingerprint=mark, defaults={"raw": row.raw})


def _free_alias(server: str, tool: str) -> str:
    """Return a name every provider takes and no other tool has; it is kept for the life of the row."""
    wanted = re.sub(r"[^a-zA-Z0-9_-]+", "_", f"{server}_{tool}")[:ALIAS_LENGTH]
    alias, number = wanted, 2
    while Tool.objects.filter(alias=alias).exists():
        ending = f"_{number}"
        alias, number = wanted[: ALIAS_LENGTH - len(ending)] + ending, number + 1
    return alias


def remember_era(server_id: int, era: str) -> None:
    """Remember which revision a server speaks."""
    Server.objects.filter(pk=server_id).update(era=era)


def note_problem(server_id: int, problem: str) -> None:
    """Remember why a server could not be used, for the admin."""
    Server.objects.filter(pk=server_id).update(problem=wire.storable(problem)[:2000], checked_at=timezone.now())
