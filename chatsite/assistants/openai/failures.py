"""What went wrong between us and a model's server, as sentences a person can act on. None of them shows a secret."""

import json
from collections.abc import Mapping
from typing import Any

import httpx
from django.utils.translation import gettext as _

from chatsite.assistants.causes import cause, codes_of, error_in, wait_of
from chatsite.assistants.quoting import quote
from interrupts.ports import ModelFailed


def address(url: httpx.URL) -> str:
    """Give the address as it may be shown: without user, password and query."""
    port = f":{url.port}" if url.port else ""
    host = f"[{url.host}]" if ":" in url.host else url.host
    return f"{url.scheme}://{host}{port}{url.path.removesuffix('/chat/completions')}"


def refused(
    status: int, body: bytes, *, url: httpx.URL, model: str, api_key: str | None, headers: Mapping[str, str]
) -> ModelFailed:
    """Say what an HTTP answer other than 200 means."""
    error = error_in(_document(body))
    return _told(status, error, url=url, model=model, api_key=api_key, wait=wait_of(headers))


def _told(
    status: int, error: object, *, url: httpx.URL, model: str, api_key: str | None, wait: float | None = None
) -> ModelFailed:
    server, said = address(url), quote(_words(error), api_key)
    kind = cause(status, codes_of(error), _words(error))
    match kind:
        case "key":
            # Not quoted: servers like to repeat the key here.
            if not api_key:
                return ModelFailed(
                    _("The model's server at {server} wants a key (HTTP {status}). OPENAI_API_KEY is not set.").format(
                        server=server, status=status
                    ),
                    kind="key",
                )
            return ModelFailed(
                _(
                    "The model's server at {server} refused our key (HTTP {status}). Check OPENAI_API_KEY and what "
                    "it is allowed to do."
                ).format(server=server, status=status),
                kind="key",
            )
        case "quota":
            return ModelFailed(
                _("The account at {server} has no credit left (HTTP {status}).").format(server=server, status=status)
                + said,
                kind="quota",
            )
        case "context":
            return ModelFailed(
                _("This conversation is too long for the model “{model}” (HTTP {status}). Start a new thread.").format(
                    model=model, status=status
                )
                + said,
                kind="context",
            )
        case "refusal":
            return withheld(model)
        case "overload":
            trouble = (
                _("The model's server at {server} has a problem of its own (HTTP {status}). Try again.").format(
                    server=server, status=status
                )
                + said
            )
            if status == 429:
                trouble = (
                    _(
                        "The model's server at {server} takes no more requests for now (HTTP 429). Try again in a "
                        "while."
                    ).format(server=server)
                    + said
                )
            return ModelFailed(trouble, retryable=True, kind="overload", retry_after=wait)
    return _otherwise(status, server, model, said)


def _otherwise(status: int, server: str, model: str, said: str) -> ModelFailed:
    if status == 404:
        return ModelFailed(
            _(
                "The server at {server} does not know the model “{model}”, or there are no chat completions at "
                "this address (HTTP 404). Check SAYSO_MODEL and OPENAI_BASE_URL."
            ).format(server=server, model=model)
            + said
        )
    if 300 <= status < 400:
        return ModelFailed(
            _(
                "The server at {server} sends us on to another address (HTTP {status}), which we do not follow. "
                "Put the final address in OPENAI_BASE_URL."
            ).format(server=server, status=status)
        )
    return ModelFailed(
        _("The model's server at {server} refused the request (HTTP {status}).").format(server=server, status=status)
        + said
    )


def unreachable(error: httpx.HTTPError, *, url: httpx.URL) -> ModelFailed:
    """Say what a failure of the connection means. The error's own text is not used: it may hold the whole address."""
    server = address(url)
    match error:
        case httpx.ConnectTimeout() | httpx.ConnectError():
            return ModelFailed(
                _(
                    "The model's server at {server} cannot be reached. Check that it runs and that OPENAI_BASE_URL "
                    "is right."
                ).format(server=server),
                retryable=True,
                kind="connection",
            )
        case httpx.PoolTimeout():
            return ModelFailed(
                _("Too many replies are being written at once. Try again in a while."), retryable=True, kind="overload"
            )
        case httpx.TimeoutException():
            return ModelFailed(
                _("The model's server at {server} fell silent in the middle of the reply. Try again.").format(
                    server=server
                ),
                retryable=True,
                kind="connection",
            )
        case httpx.UnsupportedProtocol() | httpx.DecodingError():
            return unreadable(url=url)
    return cut_off(url=url)


def cut_off(*, url: httpx.URL) -> ModelFailed:
    """Say that the connection ended before the reply did."""
    return ModelFailed(
        _("The connection to the model's server at {server} broke before the reply was complete. Try again.").format(
            server=address(url)
        ),
        retryable=True,
        kind="connection",
    )


def unreadable(*, url: httpx.URL) -> ModelFailed:
    """Say that the reply is not one of a chat completions server."""
    return ModelFailed(
        _(
            "The server at {server} sent a reply that cannot be read as a chat completion. Check that "
            "OPENAI_BASE_URL is the address of an OpenAI-compatible server (it often ends in /v1)."
        ).format(server=address(url))
    )


def too_large(*, url: httpx.URL) -> ModelFailed:
    """Say that the reply was not read to its end because of its size."""
    return ModelFailed(
        _("The reply of the server at {server} is larger than any reply can be; it was broken off.").format(
            server=address(url)
        )
    )


def reported(document: Mapping[str, Any], *, url: httpx.URL, model: str, api_key: str | None) -> ModelFailed:
    """Say what an error that came inside a stream means."""
    error = error_in(document)
    code = error.get("code") if isinstance(error, Mapping) else None
    # OpenRouter and llama.cpp put the status they would have sent into the code.
    if isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600:
        return _told(code, error, url=url, model=model, api_key=api_key)
    kind = cause(400, codes_of(error), _words(error))
    if kind in ("key", "quota", "context", "refusal"):
        return _told(400, error, url=url, model=model, api_key=api_key)
    said = quote(_words(error), api_key)
    return ModelFailed(
        _("The model's server at {server} broke off its reply.").format(server=address(url)) + said,
        retryable=True,
        kind="overload",
    )


def withheld(model: str) -> ModelFailed:
    """Say that the provider's filter stopped the reply."""
    return ModelFailed(
        _("The content filter of “{model}” held this reply back. Put the request in other words.").format(model=model),
        kind="refusal",
    )


def _document(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _words(error: object) -> str:
    words = error.get("message") if isinstance(error, Mapping) else error
    return words if isinstance(words, str) else ""
