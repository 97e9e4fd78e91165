"""A server as a person enters it, in the admin or on the command line: checked before it is stored or contacted."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from interrupts.models import Server
from interrupts.servers import BadServer
from mcpbridge.client import Address, BadAddress

LONGEST_ADDRESS = 500
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_HEADER = re.compile(r"([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:[ \t]*(.*?)[ \t]*")


def check_name(name: str) -> None:
    """Raises: BadServer."""
    if not _NAME.fullmatch(name):
        raise BadServer(_("A server's name is made of small letters, digits and hyphens, 60 at most."))


def check_free_name(name: str) -> None:
    """Raises: BadServer when there is a server of that name."""
    if Server.objects.filter(name=name).exists():
        raise BadServer(_("There is already a server named {name}.").format(name=name))


def check_address(url: str) -> None:
    """Refuse what can never be contacted, and credentials in the address: those would be shown with it.

    Raises: BadServer.
    """
    if len(url) > LONGEST_ADDRESS:
        raise BadServer(_("A server's address has at most {most} characters.").format(most=LONGEST_ADDRESS))
    try:
        Address(url)
    except BadAddress as error:
        raise BadServer(str(error)) from None
    if "@" in urlsplit(url).netloc:
        raise BadServer(
            _(
                "Leave user name and password out of the address: it is shown to others. Send them in a header "
                "instead, such as Authorization; headers are stored sealed and never shown."
            )
        )


def read_headers(lines: Iterable[str]) -> dict[str, str]:
    """Return the headers of lines such as ``Name: value``; blank lines are passed over.

    Raises: BadServer. Its sentence never repeats a value.
    """
    headers: dict[str, str] = {}
    for number, line in enumerate((each for each in lines if each.strip()), start=1):
        match = _HEADER.fullmatch(line.strip())
        if match is None or not match[2]:
            raise BadServer(_("Header {number} is not written as Name: value.").format(number=number))
        add_header(headers, match[1], match[2])
    return headers


def add_header(headers: dict[str, str], name: str, value: str) -> None:
    """Add one header that can be sent.

    Raises: BadServer.
    """
    if name.lower() in {known.lower() for known in headers}:
        raise BadServer(_("The header {name} is there twice.").format(name=name))
    check_headers({name: value})
    headers[name] = value


def check_headers(headers: Mapping[str, str]) -> None:
    """Raises: BadServer for a header that can never be sent."""
    try:
        Address("http://localhost", headers)
    except BadAddress as error:
        raise BadServer(str(error)) from None
