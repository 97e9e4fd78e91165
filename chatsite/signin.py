"""The one-time link: how the person who started Sayso on their own machine signs in the first time.

The link exists only inside the process that printed it, and only its hash. It works once, for an hour, for a browser on
the same machine that talks to us directly. Reading it changes nothing; the button on its page signs in.
"""

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

LIFETIME = 3600.0
_FORWARDING_PREFIXES = ("x-forwarded", "x-real", "x-client", "x-cluster", "x-original", "cf-", "true-client")
_FORWARDING_HEADERS = frozenset({"forwarded", "via", "client-ip"})


class Refused(Enum):
    """Why a link does not sign in."""

    UNKNOWN = "unknown"
    USED = "used"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class _Link:
    digest: bytes
    user_id: Any
    made_at: float


class OneTimeLinks:
    """Holds at most one link at a time; a new one puts the old one out of use. Safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._link: _Link | None = None
        self._used: set[bytes] = set()

    def make(self, user_id: Any, *, now: float) -> str:
        """The token of a fresh link for this person. It is not kept, and so cannot be asked for again."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._link = _Link(_digest(token), user_id, now)
        return token

    @sensitive_variables("token")
    def check(self, token: str, *, now: float) -> Refused | None:
        """Whether the link would sign in at this moment; None means it would."""
        with self._lock:
            return self._refusal(_digest(token), now)

    @sensitive_variables("token")
    def redeem(self, token: str, *, now: float) -> Any | Refused:
        """The person's id, for exactly one of all who present the token."""
        digest = _digest(token)
        with self._lock:
            refusal = self._refusal(digest, now)
            if refusal is not None or self._link is None:
                return refusal or Refused.UNKNOWN
            user_id, self._link = self._link.user_id, None
            self._used.add(digest)
        return user_id

    def _refusal(self, digest: bytes, now: float) -> Refused | None:
        if any(hmac.compare_digest(digest, used) for used in self._used):
            return Refused.USED
        if self._link is None or not hmac.compare_digest(digest, self._link.digest):
            return Refused.UNKNOWN
        return Refused.EXPIRED if now - self._link.made_at > LIFETIME else None


links = OneTimeLinks()


def link_path(token: str) -> str:
    """Address of the link's page. The token rides in the query, which Django's log of refused requests leaves out."""
    return f"{reverse('one_time_link')}?{urlencode({'token': token})}"


@never_cache
@sensitive_post_parameters("token")
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_link(request: HttpRequest) -> HttpResponse:
    """GET shows a button and changes nothing; POST signs in, once. To anyone but the own machine it is not there."""
    if not is_own_machine(request):
        raise Http404
    if request.method == "POST":
        return _sign_in(request)
    token = request.GET.get("token", "")
    refusal = links.check(token, now=time.monotonic())
    if refusal is not None:
        return _refused(request, refusal)
    return render(request, "registration/one_time_link.html", {"token": token, "next": request.GET.get("next", "")})


def is_own_machine(request: HttpRequest) -> bool:
    """True when browser and server are the same machine and nothing stands between them, as far as can be known."""
    forwarded = any(
        name.lower() in _FORWARDING_HEADERS or name.lower().startswith(_FORWARDING_PREFIXES) for name in request.headers
    )
    return (
        not settings.SAYSO_PUBLIC_URL
        and not forwarded
        and is_loopback(request.META.get("REMOTE_ADDR", ""))
        and is_loopback(_host_name(request.get_host()))
    )


def is_loopback(host: str) -> bool:
    """``localhost`` and loopback addresses, also an IPv4 one in IPv6 clothes. Other names are not looked up."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _sign_in(request: HttpRequest) -> HttpResponse:
    user_id = links.redeem(request.POST.get("token", ""), now=time.monotonic())
    if isinstance(user_id, Refused):
        return _refused(request, user_id)
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return _refused(request, Refused.UNKNOWN)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    wanted = request.POST.get("next", "")
    return redirect(wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}) else "/")


def _refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    return render(request, "registration/one_time_link_refused.html", {"reason": refusal.value}, status=403)


def _host_name(host: str) -> str:
    """The Host header without its port."""
    return host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
