"""What ``manage.py doctor`` finds out about the parts every project has: database, clock, pushes, engines, servers.

It only looks. Nothing is written, and no text holds a secret.
"""

import asyncio
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from interrupts import servers
from interrupts.alone import run_alone
from interrupts.changes import waiting_tools
from interrupts.forms import visible
from interrupts.leases import LEASE
from interrupts.mcp import Found, look_at
from interrupts.metrics import engine_lag
from interrupts.models import Server, Worker
from interrupts.secrets import UnreadableSecret
from interrupts.trying import broken_tools, in_words, who_it_is
from mcpbridge.client import Place
from mcpbridge.errors import BridgeError

SKEW_WARNING = 2.0
SKEW_PROBLEM = 30.0
"""Seconds two clocks may be apart: leases usually last 30, so a worker whose clock is that wrong takes others' runs."""
PATIENCE = 5.0
"""Seconds any one party gets to answer."""


class State(StrEnum):
    """How a finding is to be taken, from good to bad."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, in words for people and in ``facts`` for programs."""

    what: str
    state: State
    text: str
    facts: dict[str, Any] = field(default_factory=dict)


def look_at_database() -> list[Finding]:
    """Say whether the database answers, which it is, and whether its tables are those of this code."""
    try:
        _connect_once()
        version = ".".join(map(str, connection.get_database_version()))
        facts = {"kind": connection.vendor, "version": version}
        found = [Finding("database", State.OK, f"{connection.display_name} {version}", facts)]
        return [*found, *_journal(), _tables()]
    except DatabaseError as error:
        return [Finding("database", State.PROBLEM, f"It cannot be used: {_first_line(error)}")]


def _connect_once() -> None:
    """Connect without the pool, which would try for long and then not say why it failed."""
    probe = connection.copy()
    options = probe.settings_dict["OPTIONS"]
    options.pop("pool", None)
    if connection.vendor == "postgresql":
        options["connect_timeout"] = int(PATIENCE)
    try:
        probe.ensure_connection()
    finally:
        probe.close()


def _journal() -> Iterator[Finding]:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        (mode,) = cursor.execute("PRAGMA journal_mode").fetchone()
    if mode == "wal":
        yield Finding("journal", State.OK, "write-ahead log: readers and the writer do not wait for each other")
    else:
        yield Finding(
            "journal", State.WARNING, f"SQLite keeps no write-ahead log here ({mode}); is the folder on a network disk?"
        )


def _tables() -> Finding:
    executor = MigrationExecutor(connection)
    unknown = unknown_migrations(executor.loader)
    pending = [
        f"{each.app_label}.{each.name}" for each, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())
    ]
    facts = {"pending": pending, "unknown": unknown}
    if unknown:
        text = f"They belong to a newer version, which knows {unknown[-1]}. Update this one."
        return Finding("tables", State.PROBLEM, text, facts)
    if pending:
        text = f"{len(pending)} migrations are not applied, the first is {pending[0]}. Run manage.py migrate."
        return Finding("tables", State.PROBLEM, text, facts)
    return Finding("tables", State.OK, "up to date", facts)


def unknown_migrations(loader: MigrationLoader) -> list[str]:
    """Return what was applied to a database and is not known to this code, oldest first."""
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    return sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations and (app, name) not in replaced
    )


def look_at_clock() -> Finding:
    """Say how far this machine's clock is from the database's, the one clock all machines share."""
    if connection.vendor != "postgresql":
        return Finding("clock", State.OK, "the database uses the clock of this machine")
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        (there,) = cursor.fetchone()
        after = time.time()
    return skew(float(there) - (before + after) / 2)


def skew(seconds: float) -> Finding:
    """Judge a difference between this machine's clock and the database's."""
    apart, facts = abs(seconds), {"skew_seconds": round(seconds, 3)}
    if apart <= SKEW_WARNING:
        return Finding("clock", State.OK, f"{apart:.1f} s from the database's", facts)
    state = State.PROBLEM if apart > SKEW_PROBLEM else State.WARNING
    which = "behind" if seconds > 0 else "ahead of"
    return Finding("clock", state, f"This machine is {apart:.1f} s {which} the database. Set the clocks by NTP.", facts)


def look_at_layer() -> Finding:
    """Send a notice to ourselves by the way pages are told of news."""
    layer = get_channel_layer()
    if layer is None:
        return Finding("notices", State.PROBLEM, "CHANNEL_LAYERS names none, so open pages hear nothing.")
    name = type(layer).__name__
    if isinstance(layer, InMemoryChannelLayer):
        return Finding("notices", State.OK, "within one process; several processes need Redis", {"layer": name})
    started = time.perf_counter()
    try:
        asyncio.run(_there_and_back(layer))
    except Exception as error:
        # What fails here is a library of the project's choice, so there is no narrower type to name.
        text = f"{name} does not carry them ({type(error).__name__}): pages hear of news only when they are reloaded."
        return Finding("notices", State.PROBLEM, text, {"layer": name})
    milliseconds = round((time.perf_counter() - started) * 1000)
    return Finding("notices", State.OK, f"{name}, there and back in {milliseconds} ms", {"layer": name})


async def _there_and_back(layer: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        channel, group = await layer.new_channel(), f"doctor.{uuid.uuid4().hex}"
        await layer.group_add(group, channel)
        await layer.group_send(group, {"type": "doctor"})
        await layer.receive(channel)
        await layer.group_discard(group, channel)


def look_at_engines(*, now: datetime) -> list[Finding]:
    """Say which engines are alive, whether they are of this version, and whether work waits for them."""
    alive = [worker for worker in Worker.objects.order_by("name") if now - worker.seen_at < LEASE]
    lag, ours = engine_lag(now), settings.INTERRUPTS.get("VERSION", "")
    facts = {"alive": {worker.name: worker.version for worker in alive}, "lag_seconds": round(lag, 1)}
    if not alive:
        state = State.PROBLEM if lag > LEASE.total_seconds() else State.WARNING
        waiting = f" A run has been due for {lag:.0f} s." if lag else ""
        return [Finding("engine", state, f"None is alive, so nothing runs until one is started.{waiting}", facts)]
    count = "1 is alive" if len(alive) == 1 else f"{len(alive)} are alive"
    found = [Finding("engine", State.OK, f"{count}; the longest a due run waits is {lag:.0f} s", facts)]
    if lag > LEASE.total_seconds():
        text = f"{count}, yet a run has been due for {lag:.0f} s: they are too few, or stuck."
        found = [Finding("engine", State.WARNING, text, facts)]
    others = sorted({worker.version or "unknown" for worker in alive} - {ours})
    if others:
        text = f"Engines of another version than this one ({ours}) are alive: {', '.join(others)}."
        found.append(Finding("engine versions", State.WARNING, text, {"here": ours, "others": others}))
    return found


def look_at_servers() -> list[Finding]:
    """Contact every enabled server, all at once, and say who answered with what."""
    rows = list(Server.objects.filter(enabled=True))
    if not rows:
        return [Finding("servers", State.OK, "none is enabled")]
    places: dict[int, Place] = {}
    unusable: dict[int, str] = {}
    for row in rows:
        try:
            places[row.pk] = servers.place_of(row)
        except (UnreadableSecret, BridgeError) as error:
            unusable[row.pk] = str(error)
    looks = run_alone(_look_at_all(places))
    return [_of_server(row, unusable.get(row.pk) or looks[row.pk]) for row in rows]


@dataclass(frozen=True, slots=True)
class _Look:
    found: Found
    seconds: float


async def _look_at_all(places: dict[int, Place]) -> dict[int, _Look | str]:
    looks = await asyncio.gather(*(_look(place) for place in places.values()))
    return dict(zip(places, looks, strict=True))


async def _look(place: Place) -> _Look | str:
    started = time.perf_counter()
    try:
        async with asyncio.timeout(PATIENCE):
            return _Look(await look_at(place), time.perf_counter() - started)
    except TimeoutError:
        return f"It did not answer within {PATIENCE:.0f} seconds."
    except BridgeError as error:
        return in_words(error)


def _of_server(row: Server, look: _Look | str) -> Finding:
    what = f"server {row.name}"
    if isinstance(look, str):
        state, why = State.PROBLEM, ""
        if row.sample:
            state, why = State.WARNING, " It is a sample, which runs only while manage.py serve does."
        return Finding(what, state, f"{visible(look)}{why}", {"answers": False})
    tools, broken = look.found.tools.tools, broken_tools(look.found)
    milliseconds = round(look.seconds * 1000)
    facts = {
        "answers": True,
        "era": look.found.era,
        "name": visible(look.found.discovery.name),
        "version": visible(look.found.discovery.version),
        "tools": len(tools),
        "broken": broken,
        "milliseconds": milliseconds,
    }
    count = "1 tool" if len(tools) == 1 else f"{len(tools)} tools"
    text = f"{who_it_is(look.found)}, speaks {look.found.era}, {count}, {milliseconds} ms"
    if broken:
        return Finding(what, State.WARNING, f"{text}. Cannot be used: {'; '.join(broken)}", facts)
    return Finding(what, State.OK, text, facts)


def look_at_changed_tools() -> list[Finding]:
    """Say which tools are held back because they changed; nothing when none are."""
    names = [f"{visible(tool.server.name)}.{visible(tool.name)}" for tool in waiting_tools().select_related("server")]
    if not names:
        return []
    count = "1 tool changed and waits" if len(names) == 1 else f"{len(names)} tools changed and wait"
    text = f"{count} for an admin's approval: {', '.join(names[:10])}{' …' if len(names) > 10 else ''}."
    return [Finding("changed tools", State.WARNING, f"{text} The assistant is not offered them.", {"waiting": names})]


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), "") or type(error).__name__
