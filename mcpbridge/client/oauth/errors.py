"""Why somebody could not be signed in. ``str()`` is a sentence; it holds no token, code or secret."""

from mcpbridge.errors import BridgeError


class SignInFailed(BridgeError):
    """Signing in went wrong; beginning anew may help."""


class NoSignIn(SignInFailed):
    """The server says nowhere how one signs in to it, or not in a way that is safe."""


class SignInRefused(SignInFailed):
    """The authorization server said no. ``error`` is its own word for it, such as ``invalid_grant`` (RFC 6749, 5.2)."""

    def __init__(self, sentence: str, error: str) -> None:
        super().__init__(sentence)
        self.error = error
