"""Pages for what went wrong. They ask no session and no database, which may be the very thing that failed.

An htmx request gets the sentence alone, since it has a place on the page to put it in.
"""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token
from django.views.defaults import ERROR_500_TEMPLATE_NAME

_TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 when it was the size: Django's limits fire in the CSRF middleware, before any view."""
    if isinstance(exception, _TOO_MUCH):
        return _page(request, 413)
    return _page(request, 400)


def too_much(request: HttpRequest) -> HttpResponse:
    """413, for a request that was not even read to its end."""
    return _page(request, 413)


@requires_csrf_token
def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return _page(request, 500, template=ERROR_500_TEMPLATE_NAME)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form that this browser was not given, or was given before it signed in anew."""
    return _page(request, 403, template="403_csrf.html")


def _page(request: HttpRequest, status: int, *, template: str | None = None) -> HttpResponse:
    whole = request.headers.get("HX-Request") != "true"
    # Rendered without the request on purpose: context processors would read the session.
    text = render_to_string(template or f"{status}.html", {"whole": whole, "status": status})
    return HttpResponse(text, status=status)
