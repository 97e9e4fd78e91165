"""Static files by ServeStatic, in a synchronous chain of middleware: its own middleware knows only the other kind."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware


class StaticFiles:
    """Answers for addresses that ServeStatic knows, passes anything else on. Files are small, so each is read whole."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response
        self._known = ServeStaticMiddleware(_nothing)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        found = self._known.find_file(path) if self._known.autorefresh else self._known.files.get(path)
        if found is None:
            return self._get_response(request)
        answer = found.get_response(request.method or "GET", request.META)
        file: Any = answer.file
        body = b""
        if file is not None:
            with closing(file):
                body = file.read()
        headers = {name: value for name, value in answer.headers if value is not None}
        response = HttpResponse(body, status=int(answer.status), headers=headers)
        if "content-type" not in {name.lower() for name in headers}:
            del response["content-type"]
        return response


async def _nothing(request: HttpRequest) -> HttpResponseBase:
    """What ServeStatic's middleware would call for other addresses; it is never asked to."""
    raise NotImplementedError
