"""Which pages may speak to this site in the name of whoever looks at them: its own, and nobody else's.

Cookies do not tell ports apart, so a page of another program on the same host could act in a person's name if only the
host were compared.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host


def is_own_origin(origin: str, *, host: str) -> bool:
    """True for an origin that is trusted by name, or equals a ``Host`` this site answers to."""
    if origin.lower() in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    domain, _ = split_domain_port(host)
    answered = bool(domain) and validate_host(domain, _hosts())
    return answered and parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _hosts() -> list[str]:
    """The same as Django takes while a project is being written."""
    hosts: list[str] = settings.ALLOWED_HOSTS
    return [".localhost", "127.0.0.1", "[::1]"] if settings.DEBUG and not hosts else hosts
