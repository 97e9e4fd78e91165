"""What ``manage.py doctor`` finds out about this site: settings, data folder, model, versions; then all the rest."""

import platform
import shutil
import stat
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.core.checks import ERROR as CHECK_ERROR
from django.core.checks import WARNING, run_checks
from django.db import DatabaseError, connection
from django.utils import timezone

from chatsite import VERSION, configured
from chatsite.datafolder import prepare_data_folder
from chatsite.environment import SettingRefused
from interrupts.diagnosis import (
    Finding,
    State,
    look_at_changed_tools,
    look_at_clock,
    look_at_database,
    look_at_engines,
    look_at_layer,
    look_at_servers,
)
from mcpbridge.client.server import without_secrets

LITTLE_ROOM = 200 * 1024 * 1024
"""Bytes; a full disk stops SQLite and the samples in the middle of things."""
PACKAGES = ("django", "channels", "daphne", "mcp", "httpx")


def diagnose() -> list[Finding]:
    """Look at everything and change nothing. What needs a part that is away is left out."""
    database = look_at_database()
    answers = all(finding.state is not State.PROBLEM for finding in database)
    found = [*(look_at_settings() if answers else []), look_at_data_folder(settings.SAYSO_DATA), *database]
    if answers:
        found.append(look_at_clock())
    found.append(look_at_layer())
    if answers:
        found += [*look_at_engines(now=timezone.now()), *look_at_servers(), *look_at_changed_tools()]
    return [*found, *(look_at_model(spec) for spec in configured.specs()), versions()]


def look_at_settings() -> list[Finding]:
    """Pass on what the system checks say, with those for a public site if this is one."""
    try:
        messages = run_checks(include_deployment_checks=bool(settings.SAYSO_PUBLIC_URL))
    except DatabaseError as error:
        return [Finding("settings", State.PROBLEM, f"The system checks broke off: {error}")]
    found = [
        Finding(
            "settings",
            State.PROBLEM if message.level >= CHECK_ERROR else State.WARNING,
            " ".join(filter(None, (message.id, message.msg, message.hint))),
            {"id": message.id},
        )
        for message in messages
        if message.level >= WARNING and not message.is_silenced()
    ]
    return found or [Finding("settings", State.OK, "no complaint")]


def look_at_data_folder(folder: Path) -> Finding:
    """Say whether the data folder can be written to, has room, and is closed to others."""
    try:
        prepare_data_folder(folder)
    except SettingRefused as refusal:
        return Finding("data", State.PROBLEM, str(refusal))
    free, others = shutil.disk_usage(folder).free, folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    facts = {"folder": str(folder), "free_bytes": free}
    room = f"{free / 1e9:.1f} GB free"
    if free < LITTLE_ROOM:
        return Finding("data", State.WARNING, f"{folder} has little room left: {room}.", facts)
    if others:
        text = (
            f"Others on this machine can read {folder}, where the key and all conversations lie. Run chmod 700 on it."
        )
        return Finding("data", State.WARNING, text, facts)
    return Finding("data", State.OK, f"{folder}, {room}", facts)


def look_at_model(spec: str) -> Finding:
    """Say what one of the configured models is. It is not called: that may cost money."""
    try:
        configured.make(spec)
    except ValueError as error:
        return Finding("model", State.PROBLEM, str(error))
    name, provider = configured.model_name(spec), spec.partition(":")[0].strip().lower()
    if provider in ("", "builtin"):
        return Finding("model", State.OK, f"{name}, inside this process", {"model": spec})
    if provider != "openai":
        return Finding("model", State.OK, f"{name} of {provider}; not called", {"model": spec})
    where = without_secrets(settings.OPENAI_BASE_URL)
    key = "with a key" if settings.OPENAI_API_KEY else "without a key"
    return Finding("model", State.OK, f"{name} at {where}, {key}; not called", {"model": spec, "address": where})


def versions() -> Finding:
    """Say which versions work together here."""
    found = {"sayso": VERSION, "python": platform.python_version()}
    found |= {name: version(name) for name in PACKAGES}
    if connection.vendor == "postgresql":
        found["psycopg"] = version("psycopg")
    return Finding("versions", State.OK, ", ".join(f"{name} {number}" for name, number in found.items()), found)
