"""What went wrong at a provider, as sentences a person can act on. None of them shows a secret."""

from django.utils.translation import gettext as _
from pydantic_ai import exceptions

from chatsite.assistants.causes import cause, codes_of, error_in, wait_of
from chatsite.assistants.quoting import quote
from interrupts.ports import FailureKind, ModelFailed

_KEYS = {
    "google": "GOOGLE_API_KEY",
    "bedrock": "the AWS credentials",
    "cohere": "CO_API_KEY",
    "huggingface": "HF_TOKEN",
    "google-cloud": "the Google Cloud credentials",
}
_KINDS: tuple[tuple[type[Exception], FailureKind], ...] = (
    (exceptions.ModelContextWindowExceededError, "context"),
    (exceptions.ModelQuotaExceededError, "quota"),
    (exceptions.ModelAuthenticationError, "key"),
    (exceptions.ModelRateLimitError, "overload"),
    (exceptions.ModelUnavailableError, "overload"),
    (exceptions.ModelServerError, "overload"),
    (exceptions.ModelConnectionError, "connection"),
    (exceptions.ModelRequestTimeout, "connection"),
    (exceptions.ContentFilterError, "refusal"),
)


def not_installed(provider: str, error: ImportError) -> str:
    """Say that a provider's client is missing."""
    return (
        f"{provider} is named as a model's provider, and its client is not installed ({_first_line(str(error))})."
        " Run uv sync --extra models."
    )


def not_possible(spec: str, error: exceptions.UserError) -> str:
    """Say why a spec gives no model: mostly a key that is missing, which pydantic_ai names."""
    return f"The model {spec[:80]!r} cannot be used: {_first_line(str(error))}"


def told(error: Exception, *, provider: str, model: str) -> ModelFailed:
    """Say what an error means."""
    if isinstance(error, ModelFailed):
        return error
    words = _words(error)
    kind = _kind(error, words)
    said = quote(words)
    match kind:
        case "key":
            key = _KEYS.get(provider, f"{provider.upper().replace('-', '_')}_API_KEY")
            # Not quoted: providers like to repeat the key here.
            return ModelFailed(
                _("{provider} refused our key. Check {key} and what it is allowed to do.").format(
                    provider=provider, key=key
                ),
                kind=kind,
            )
        case "quota":
            return ModelFailed(
                _("The account at {provider} has no credit left.").format(provider=provider) + said, kind=kind
            )
        case "context":
            return ModelFailed(
                _("This conversation is too long for the model “{model}”. Start a new thread.").format(model=model)
                + said,
                kind=kind,
            )
        case "refusal":
            return ModelFailed(
                _("The content filter of “{model}” held this reply back. Put the request in other words.").format(
                    model=model
                ),
                kind=kind,
            )
        case "overload":
            return ModelFailed(
                _("{provider} takes no more requests for now. Try again in a while.").format(provider=provider) + said,
                retryable=True,
                kind=kind,
                retry_after=_wait(error),
            )
        case "connection":
            return cut_off(provider)
    return _otherwise(error, provider, model, said)


def silent(provider: str) -> ModelFailed:
    """Say that nothing came for too long."""
    return ModelFailed(
        _("{provider} fell silent in the middle of the reply. Try again.").format(provider=provider),
        retryable=True,
        kind="connection",
    )


def cut_off(provider: str) -> ModelFailed:
    """Say that the connection ended before the reply did."""
    return ModelFailed(
        _("The connection to {provider} broke before the reply was complete. Try again.").format(provider=provider),
        retryable=True,
        kind="connection",
    )


def _otherwise(error: Exception, provider: str, model: str, said: str) -> ModelFailed:
    if isinstance(error, exceptions.ModelNotFoundError):
        return ModelFailed(
            _("{provider} does not know the model “{model}”. Check SAYSO_MODEL.").format(provider=provider, model=model)
            + said
        )
    if isinstance(error, exceptions.ModelAPIError):
        return ModelFailed(_("{provider} refused the request.").format(provider=provider) + said)
    return ModelFailed(_("{provider} sent a reply that cannot be read.").format(provider=provider))


def _kind(error: Exception, words: str) -> FailureKind:
    if isinstance(error, exceptions.ModelAPIError):
        status = error.status_code if isinstance(error, exceptions.ModelHTTPError) else 400
        # Ours looks at the words as well: some providers say with a plain 400 that a thread is too long.
        found = cause(status, codes_of(error_in(error.body)), words)
        if found in ("context", "quota"):
            return found
    listed = next((kind for kind_of, kind in _KINDS if isinstance(error, kind_of)), None)
    if listed is not None:
        return listed
    if isinstance(error, exceptions.ModelAPIError):
        return "other" if isinstance(error, exceptions.ModelNotFoundError) else found
    return "connection" if isinstance(error, OSError) else "other"


def _wait(error: Exception) -> float | None:
    if not isinstance(error, exceptions.ModelAPIError):
        return None
    headers = getattr(error, "headers", None) or {}
    return error.retry_after if error.retry_after is not None else wait_of(headers)


def _words(error: Exception) -> str:
    if not isinstance(error, exceptions.ModelAPIError):
        return ""
    found = error_in(error.body)
    words = found.get("message") if isinstance(found, dict) else found
    return words if isinstance(words, str) else ""


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0][:300]
