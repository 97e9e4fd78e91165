"""What went wrong between us and a model's server, as sentences a person can act on. None of them shows a secret."""

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx

from interrupts.ports import ModelFailed

_LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|gsk|key|xai)-[\w*.-]{4,}|\bBearer\s+\S+", re.IGNORECASE)
_LONGEST_QUOTE = 300


def address(url: httpx.URL) -> str:
    """Give the address as it may be shown: without user, password and query."""
    port = f":{url.port}" if url.port else ""
    host = f"[{url.host}]" if ":" in url.host else url.host
    return f"{url.scheme}://{host}{port}{url.path.removesuffix('/chat/completions')}"


def refused(status: int, body: bytes, *, url: httpx.URL, model: str, api_key: str | None) -> ModelFailed:
    """Say what an HTTP answer other than 200 means."""
    server, said, code = address(url), _quote(body, api_key), _code(body)
    if status in (401, 403):
        # Not quoted: servers like to repeat the key here.
        sent = "OPENAI_API_KEY" if api_key else "It got no key: OPENAI_API_KEY"
        return ModelFailed(
            f"The model's server at {server} refused our key (HTTP {status}). "
            + (f"Check {sent} and what it is allowed to do." if api_key else f"{sent} is not set.")
        )
    if status == 404:
        return ModelFailed(
            f"The server at {server} does not know the model “{model}”, or there are no chat completions at this"
            f" address (HTTP 404). Check SAYSO_MODEL and OPENAI_BASE_URL.{said}"
        )
    if status == 402 or code == "insufficient_quota":
        return ModelFailed(f"The account at {server} has no credit left (HTTP {status}).{said}")
    if status == 429:
        return ModelFailed(
            f"The model's server at {server} takes no more requests for now (HTTP 429). Try again in a while.{said}",
            retryable=True,
        )
    if status == 413 or code == "context_length_exceeded":
        return ModelFailed(
            f"This conversation is too long for the model “{model}” (HTTP {status}). Start a new thread.{said}"
        )
    if status >= 500 or status == 408:
        return ModelFailed(
            f"The model's server at {server} has a problem of its own (HTTP {status}). Try again.{said}", retryable=True
        )
    if 300 <= status < 400:
        return ModelFailed(
            f"The server at {server} sends us on to another address (HTTP {status}), which we do not follow."
            " Put the final address in OPENAI_BASE_URL."
        )
    return ModelFailed(f"The model's server at {server} refused the request (HTTP {status}).{said}")


def unreachable(error: httpx.HTTPError, *, url: httpx.URL) -> ModelFailed:
    """Say what a failure of the connection means. The error's own text is not used: it may hold the whole address."""
    server = address(url)
    match error:
        case httpx.ConnectTimeout() | httpx.ConnectError():
            return ModelFailed(
                f"The model's server at {server} cannot be reached. Check that it runs and that OPENAI_BASE_URL is"
                " right.",
                retryable=True,
            )
        case httpx.PoolTimeout():
            return ModelFailed("Too many replies are being written at once. Try again in a while.", retryable=True)
        case httpx.TimeoutException():
            return ModelFailed(
                f"The model's server at {server} fell silent in the middle of the reply. Try again.", retryable=True
            )
        case httpx.UnsupportedProtocol() | httpx.DecodingError():
            return unreadable(url=url)
    return cut_off(url=url)


def cut_off(*, url: httpx.URL) -> ModelFailed:
    """Say that the connection ended before the reply did."""
    return ModelFailed(
        f"The connection to the model's server at {address(url)} broke before the reply was complete. Try again.",
        retryable=True,
    )


def unreadable(*, url: httpx.URL) -> ModelFailed:
    """Say that the reply is not one of a chat completions server."""
    return ModelFailed(
        f"The server at {address(url)} sent a reply that cannot be read as a chat completion. Check that"
        " OPENAI_BASE_URL is the address of an OpenAI-compatible server (it often ends in /v1)."
    )


def too_large(*, url: httpx.URL) -> ModelFailed:
    """Say that the reply was not read to its end because of its size."""
    return ModelFailed(f"The reply of the server at {address(url)} is larger than any reply can be; it was broken off.")


def reported(document: Mapping[str, Any], *, url: httpx.URL, api_key: str | None) -> ModelFailed:
    """Say what an error that came inside a stream means."""
    quote = _quote(json.dumps(document).encode(), api_key)
    return ModelFailed(f"The model's server at {address(url)} broke off its reply.{quote}", retryable=True)


def withheld(model: str) -> ModelFailed:
    """Say that the provider's filter stopped the reply."""
    return ModelFailed(f"The content filter of “{model}” held this reply back. Put the request in other words.")


def _error_of(body: bytes) -> object:
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, Mapping):
        return None
    return document.get("error") or document.get("message") or document.get("detail")


def _code(body: bytes) -> str:
    error = _error_of(body)
    code = error.get("code") or error.get("type") if isinstance(error, Mapping) else None
    return code if isinstance(code, str) else ""


def _quote(body: bytes, api_key: str | None) -> str:
    """The server's own words, short and without keys, to be put after ours."""
    error = _error_of(body)
    words = error.get("message") if isinstance(error, Mapping) else error
    if not isinstance(words, str) or not words.strip():
        return ""
    if api_key:
        words = words.replace(api_key, "…")
    words = " ".join(_LOOKS_LIKE_A_KEY.sub("…", words[:4000]).split())
    return f" It says: “{words[:_LONGEST_QUOTE]}{'…' if len(words) > _LONGEST_QUOTE else ''}”"
