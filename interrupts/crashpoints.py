"""Every step between two commits on the path of a question: where a process may die, and what then stands in the rows.

Nothing happens here unless ``INTERRUPTS["CRASH_AT"]`` names a point; then the process kills itself there, as a
failing machine would: no ``finally``, no rollback, no goodbye. ``name:2`` means the second time. The tests of crashes
are driven from this list, so a step that is added to the path is tested once it is named here.
"""

import os
import signal
import threading
from functools import partial

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

POINTS = {
    "posted": "the message and its run are stored; the person does not know",
    "claimed": "a worker holds the run and has not looked at it",
    "turn_begun": "the model is about to be asked",
    "text_saved": "the first words of the model are stored, the rest is still coming",
    "turn_said": "the model has said everything; only its first words are stored",
    "turn_recorded": "what the model said is stored, with the calls it wants",
    "calls_settled": "the calls are checked and ready; no request is stored",
    "round_prepared": "the request is stored as sent; it has not left",
    "reply_received": "the server did what it does; its reply is not stored",
    "reply_recorded": "the reply is stored, with the questions it asks",
    "paused": "the run waits for a person and was let go",
    "answer_received": "a person's answer arrived; it is not stored",
    "answer_recorded": "the answer is stored and the run is due; the person does not know",
    "ended": "the last words are stored and the run is over",
}


def _chosen() -> tuple[str | None, int]:
    name, _, time = getattr(settings, "INTERRUPTS", {}).get("CRASH_AT", "").partition(":")
    if name and name not in POINTS:
        raise ImproperlyConfigured(f"There is no crash point {name!r}; there is: {', '.join(POINTS)}.")
    return name or None, int(time or 1)


_name, _left = _chosen()
_lock = threading.Lock()


def reached(name: str) -> None:
    """Die here if this is the chosen point and the chosen time; else do nothing."""
    global _left
    if not name or name != _name:
        return
    with _lock:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def reached_once_committed(name: str) -> None:
    """The same, as soon as the current transaction is committed: after it the engine may let go of the task at once."""
    if name == _name:
        transaction.on_commit(partial(reached, name))
