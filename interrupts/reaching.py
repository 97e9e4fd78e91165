"""Where this site connects to: anywhere the operator named; else the public internet and what a setting adds."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from interrupts.models import Server
from mcpbridge.client.oauth import Places
from mcpbridge.client.reach import BadNetwork, Reach


def site_reach() -> Reach:
    """The reach of addresses that were not named by the operator: ``INTERRUPTS["ALLOWED_NETWORKS"]``.

    Raises: ImproperlyConfigured.
    """
    try:
        return Reach.read(settings.INTERRUPTS.get("ALLOWED_NETWORKS", ()))
    except BadNetwork as error:
        raise ImproperlyConfigured(str(error)) from None


def reach_of(server: Server) -> Reach | None:
    """The reach of a server's own address; None: anywhere, for the samples and what the operator vouched for."""
    return None if server.sample or server.vouched else site_reach()


def places_of(server: Server) -> Places:
    """Where one may go while signing in to a server: what it names is a stranger's word, whoever named the server."""
    return Places(server.url, reach_of(server), site_reach())
