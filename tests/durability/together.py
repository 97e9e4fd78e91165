"""Processes that work on the rows of the running test and start at the same moment."""

import os
import subprocess
import sys
from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

from django.db import connection

from tests.chatsite.started import ROOT


def together(module: str, *arguments: str, tell: Sequence[str]) -> list[tuple[int, str]]:
    """Start a module once per text of ``tell``, which it reads first; returns how each ended and what it printed.

    The module prints ``ready``, waits for ``go``, and then works.
    """
    variables = os.environ | {"DJANGO_SETTINGS_MODULE": "chatsite.settings", "DATABASE_URL": _test_database()}
    started = [
        subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for _ in tell
    ]
    for process, text in zip(started, tell, strict=True):
        assert process.stdin is not None
        process.stdin.write(text)
        process.stdin.flush()
    assert all(process.stdout is not None and process.stdout.readline() == "ready\n" for process in started)
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    printed = [process.communicate(timeout=120)[0] for process in started]
    return [(process.returncode, text) for process, text in zip(started, printed, strict=True)]


def _test_database() -> str:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))
