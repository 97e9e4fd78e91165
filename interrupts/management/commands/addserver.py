"""``manage.py addserver NAME URL``: add an MCP server, after a look at it. ``--stdio`` for one that is a program."""

import argparse
import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError
from django.utils import timezone

from interrupts.connections import sealed
from interrupts.forms import visible
from interrupts.mcp import Found
from interrupts.models import Server
from interrupts.server_entry import add_header, check_address, check_free_name, check_name, read_headers
from interrupts.servers import BadServer, add_program, add_server, note_problem
from interrupts.signed_calls import wants_sign_in
from interrupts.trying import NotFound, broken_tools, look, remember, what_it_offers, who_it_is
from mcpbridge.client import Address, BadAddress, Place
from mcpbridge.client import Command as Program
from mcpbridge.client.oauth import Registration


class Command(BaseCommand):
    help = (
        "Add an MCP server. It is tried first, and what was found is told; a server that does not answer is not added, "
        "unless --anyway says so."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="short, as people read it: database, tickets")
        parser.add_argument("url", nargs="?", help="where it listens, such as https://tickets.example/mcp")
        parser.add_argument(
            "--stdio",
            nargs=argparse.REMAINDER,
            metavar="PROGRAM",
            help="in place of an address: the program to start and its arguments; all that follows belongs to it",
        )
        parser.add_argument(
            "--env",
            action="append",
            default=[],
            metavar="VARIABLE",
            help="hand this environment variable, as it is now, to the program; stored sealed",
        )
        parser.add_argument("--cwd", help="the folder the program runs in")
        parser.add_argument("--trusted", action="store_true", help="believe its hints about its tools")
        parser.add_argument(
            "--header",
            action="append",
            default=[],
            metavar="'NAME: VALUE'",
            help="sent with every request; other users of this machine may see it while the command runs",
        )
        parser.add_argument(
            "--header-from-env",
            action="append",
            default=[],
            metavar="NAME=VARIABLE",
            help="the same, with its value taken from an environment variable",
        )
        parser.add_argument("--oauth", action="store_true", help="people sign in to it, so its list may be closed yet")
        parser.add_argument("--shared", action="store_true", help="with --oauth: one sign-in counts for everybody")
        parser.add_argument(
            "--client-id", default="", help="with --oauth: what its authorization server gave this site by hand"
        )
        parser.add_argument(
            "--client-secret-from-env", default="", metavar="VARIABLE", help="the secret that goes with --client-id"
        )
        parser.add_argument("--anyway", action="store_true", help="add it even if it does not answer")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            check_name(options["name"])
            place = _place(options)
            check_free_name(options["name"])
            self._add(options, place, _signing_in(options))
        except BadServer as error:
            raise CommandError(str(error)) from None
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(f"The database cannot be used ({error}). Has `manage.py migrate` been run?") from None

    def _add(self, options: dict[str, Any], place: Place, signing_in: dict[str, str]) -> None:
        name = options["name"]
        found, refusal = _look(place)
        problem = str(refusal)
        if found is None and options["oauth"] and refusal is not None and wants_sign_in(refusal.__cause__):
            _store(place, name=name, trusted=options["trusted"], signing_in=signing_in)
            self.stdout.write(f"Added {name}. It wants to know who is asking: sign in to it on the page “Connections”.")
            return
        if found is None and not options["anyway"]:
            raise CommandError(f"{problem}\nNothing was added. With --anyway it is added though it does not answer.")
        server = _store(place, name=name, trusted=options["trusted"], signing_in=signing_in)
        if found is None:
            note_problem(server.pk, problem)
            raise CommandError(f"{problem}\nAdded {name} anyway; its tools will be there once it answers.")
        remember(server, found, at=timezone.now())
        self._tell(name, place, found, trusted=options["trusted"])

    def _tell(self, name: str, place: Place, found: Found, *, trusted: bool) -> None:
        where = "started as" if isinstance(place, Program) else "at"
        self.stdout.write(f"Added {name}: {who_it_is(found)} {where} {place.shown}, {what_it_offers(found)}.")
        for tool in found.tools.tools:
            self.stdout.write(f"  {visible(tool.name)}{' (read-only)' if tool.read_only else ''}")
        for line in broken_tools(found):
            self.stdout.write(f"  cannot be used: {line}")
        if not trusted:
            self.stdout.write("It is not trusted, so a person is asked before each call.")


def _place(options: dict[str, Any]) -> Place:
    program, url = options["stdio"], options["url"]
    if (program is None) == (url is None):
        raise BadServer("Give either an address or --stdio with a program.")
    if program is None:
        check_address(url)
        return Address(url, _headers(options))
    if options["header"] or options["header_from_env"]:
        raise BadServer("Headers go with an address. Hand secrets to a program with --env.")
    missing = [name for name in options["env"] if name not in os.environ]
    if missing:
        raise BadServer(f"The environment variable {missing[0]} is not set.")
    try:
        return Program(tuple(program), {name: os.environ[name] for name in options["env"]}, options["cwd"])
    except BadAddress as error:
        raise BadServer(str(error)) from None


def _store(place: Place, *, name: str, trusted: bool, signing_in: dict[str, str]) -> Server:
    if isinstance(place, Program):
        return add_program(name=name, command=place, trusted=trusted)
    return add_server(name=name, url=place.url, trusted=trusted, headers=place.headers, **signing_in)


def _headers(options: dict[str, Any]) -> dict[str, str]:
    headers = read_headers(options["header"])
    for given in options["header_from_env"]:
        name, _, variable = given.partition("=")
        if not name or not variable:
            raise BadServer("--header-from-env is written as NAME=VARIABLE.")
        if not os.environ.get(variable):
            raise BadServer(f"The environment variable {variable} for the header {name} is empty.")
        add_header(headers, name, os.environ[variable])
    return headers


def _signing_in(options: dict[str, Any]) -> dict[str, str]:
    client_id, variable = options["client_id"], options["client_secret_from_env"]
    if not options["oauth"]:
        if options["shared"] or client_id or variable:
            raise BadServer("--shared and --client-id go with --oauth.")
        return {}
    if options["stdio"] is not None:
        raise BadServer("--oauth goes with an address.")
    if variable and not (client_id and os.environ.get(variable)):
        raise BadServer("--client-secret-from-env goes with --client-id and names a variable that is not empty.")
    chosen = {"auth": "oauth", "connection": "shared" if options["shared"] else "person"}
    if client_id:
        chosen["client_sealed"] = sealed(Registration("", client_id, os.environ.get(variable, "")).as_json())
    return chosen


def _look(place: Place) -> tuple[Found | None, Exception | None]:
    try:
        return look(place), None
    except NotFound as problem:
        return None, problem
