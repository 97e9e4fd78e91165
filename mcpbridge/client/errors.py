"""What the host may do next when a request brought no reply. Each error carries data; ``str()`` is a sentence."""

from mcpbridge.errors import BridgeError


class ServerUnreachable(BridgeError):
    """Nothing was sent, so the same round may be sent again."""

    def __init__(self, server: str, cause: str) -> None:
        super().__init__(f"The server {server} cannot be reached: {cause}. Nothing was sent.")
        self.server = server
        self.cause = cause


class OutcomeUnknown(BridgeError):
    """The request left and no usable reply came back: nobody can know whether it took effect.

    ``raw`` is what came back, as far as it is text; None when nothing did.
    """

    def __init__(self, server: str, cause: str, raw: str | None = None) -> None:
        super().__init__(f"The request reached {server} or may have, but {cause}. Whether it took effect is unknown.")
        self.server = server
        self.cause = cause
        self.raw = raw


class ReplyTooLarge(OutcomeUnknown):
    """The reply is larger than ``limit`` bytes and was not read to its end."""

    def __init__(self, server: str, limit: int) -> None:
        super().__init__(server, f"its reply is larger than {limit} bytes")
        self.limit = limit


class CallRejected(BridgeError):
    """The request was refused before anything was done; sending it again unchanged is of no use.

    ``status`` is the HTTP status and ``code`` the JSON-RPC code, where there was one; both are None when the request
    could not even be put into words. ``data`` is what the server added to its JSON-RPC error. ``challenge`` holds the
    ``WWW-Authenticate`` values of a 401 or 403, joined by commas (RFC 9110, 11.6.1); None where there were none.
    """

    def __init__(
        self,
        server: str,
        message: str,
        *,
        status: int | None = None,
        code: int | None = None,
        data: object = None,
        challenge: str | None = None,
    ) -> None:
        marks = [f"HTTP {status}"] if status is not None and not 200 <= status < 300 else []
        marks += [f"code {code}"] if code is not None else []
        super().__init__(f"{server} refused: {message}" + (f" ({', '.join(marks)})." if marks else "."))
        self.server = server
        self.message = message
        self.status = status
        self.code = code
        self.data = data
        self.challenge = challenge

    def retold[R: CallRejected](self, kind: type[R], message: str) -> R:
        """The same refusal as an error of another kind, in other words."""
        return kind(self.server, message, status=self.status, code=self.code, data=self.data, challenge=self.challenge)


class WrongEra(CallRejected):
    """The server speaks another era than was remembered: find it out again with ``find_era``. Nothing was done."""


class SessionGone(CallRejected):
    """The server no longer knows this session. What was sent in it last was not looked at."""


class HoldLost(BridgeError):
    """The connection that a question lived with is gone. The answer surely did not arrive."""

    def __init__(self, server: str, cause: str) -> None:
        super().__init__(f"The question of {server} can no longer be answered: {cause}. The answer did not arrive.")
        self.server = server
        self.cause = cause


class QuestionWithdrawn(HoldLost):
    """The server no longer waits for an answer to this one question; the call itself may go on."""
