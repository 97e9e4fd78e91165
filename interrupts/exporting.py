"""A thread as a file to keep: everything as JSON, for programs, and what was said and done as Markdown, to read.

Secrets stay masked as they are on the page. Pictures, sounds and files of results are named, not contained.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from interrupts import wire
from interrupts.arguments import edited_names
from interrupts.conversation import result_text
from interrupts.forms import masked_change, parse_text
from interrupts.handing import files_by_message
from interrupts.kept import RESULT_LIMIT, whole_pieces
from interrupts.kinds import answered_with
from interrupts.models import File, Interrupt, Message, Round, Run, Thread, ToolCall
from interrupts.results import words
from interrupts.states import CallStatus, InterruptStatus
from interrupts.storing import StorageFailed
from interrupts.versions import tree_of

FORMAT = "sayso-thread"
VERSION = 1
"""Raised when a reader of the version before would misunderstand what it gets; docs/automation.md describes it."""


def exported(thread: Thread, *, at: datetime) -> dict[str, Any]:
    """Return all of a thread as JSON values; ``items`` in the order of the page."""
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in Round.objects.filter(call__thread=thread).defer("reply").order_by("number"):
        rounds[round_.call_id].append(round_)
    calls = ToolCall.objects.filter(thread=thread).select_related("tool", "result_in")
    questions = Interrupt.objects.filter(thread=thread).with_card()
    tree = tree_of(thread.pk, thread.tip_id) if thread.tip_id else None
    files = files_by_message(thread.pk)
    said = [row for row in Message.objects.filter(thread=thread) if row.text or files[row.pk]]
    items = [
        (row.position, {**told, "shown": tree is None or tree.shows(row)})
        for row, told in (
            *((row, _message(row, files[row.pk])) for row in said),
            *((row, _call(row, rounds[row.pk])) for row in calls),
            *((row, _question(row)) for row in questions),
        )
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": _moment(at),
        "thread": {
            "id": str(thread.pk),
            "title": thread.title,
            "created_at": _moment(thread.created_at),
            "updated_at": _moment(thread.updated_at),
        },
        "runs": [_run(row) for row in Run.objects.filter(thread=thread).order_by("position")],
        "items": [item for _, item in sorted(items, key=lambda placed: placed[0])],
    }


def as_json(thread: Thread, *, at: datetime) -> str:
    """Return the whole thread as JSON text, with letters of all scripts as they are."""
    return wire.storable(json.dumps(exported(thread, at=at), ensure_ascii=False, indent=2, allow_nan=False))


def _moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _run(row: Run) -> dict[str, Any]:
    return {
        "id": row.pk,
        "message": row.message_id,
        "status": row.status,
        "steps": row.step,
        "created_at": _moment(row.created_at),
        "finished_at": _moment(row.finished_at),
    }


def _message(row: Message, files: list[File]) -> dict[str, Any]:
    return {
        "kind": "message",
        "id": row.pk,
        "run": row.run_id,
        "follows": row.follows_id if row.follows_id != row.pk else None,
        "role": row.role,
        "status": row.status,
        "is_error": row.is_error,
        "text": row.text,
        "files": [{"name": each.name, "media_type": each.media_type, "size": each.size} for each in files],
        "created_at": _moment(row.created_at),
    }


def _call(row: ToolCall, rounds: list[Round]) -> dict[str, Any]:
    return {
        "kind": "call",
        "id": row.pk,
        "run": row.run_id,
        "step": row.step,
        "server": row.server_name,
        "tool": row.tool_name or row.name,
        "status": row.status,
        "arguments": _arguments(row),
        "changed_by_person": edited_names(row),
        "requests": [
            {
                "number": each.number,
                "sent_at": _moment(each.sent_at),
                "ended": each.ended,
                "ended_at": _moment(each.ended_at),
            }
            for each in rounds
        ],
        "result": _result(row),
        "created_at": _moment(row.created_at),
        "finished_at": _moment(row.finished_at),
    }


def _result(row: ToolCall) -> str:
    """All that came of a call; the beginning and the end of a large result whose file cannot be read now."""
    if row.result and not row.outcome:
        with suppress(StorageFailed):
            return words(whole_pieces(row))
    return result_text(row, RESULT_LIMIT)


def _arguments(row: ToolCall) -> Any:
    """What it was called with; as the model wrote it where that is no object."""
    if not row.arguments:
        return row.arguments_proposed
    form = parse_text(row.tool.input_schema if row.tool and row.tool.input_schema else "{}")
    return masked_change(form, {}, wire.load(row.arguments))["changed"]


def _question(row: Interrupt) -> dict[str, Any]:
    return {
        "kind": "question",
        "id": str(row.pk),
        "run": row.run_id,
        "call": row.tool_call_id,
        "type": row.kind,
        "status": row.status,
        "message": row.message,
        "explanation": row.explanation,
        "action": row.action,
        "answer": [{"label": line.label, "value": line.value} for line in answered_with(row)],
        "answered_by": str(row.answered_by) if row.answered_by else None,
        "answered_at": _moment(row.answered_at),
        "note": row.note,
        "created_at": _moment(row.created_at),
    }


def as_markdown(thread: Thread, *, at: datetime) -> str:
    """Return what was said and done in the version that is shown as Markdown, with times in the zone that is active."""
    return wire.storable("\n\n".join(_paragraphs(exported(thread, at=at))) + "\n")


def _paragraphs(whole: dict[str, Any]) -> Iterator[str]:
    yield f"# {_line(whole['thread']['title']) or _('Untitled')}"
    yield _("Exported %(at)s.") % {"at": _read(whole["exported_at"])}
    if not all(item["shown"] for item in whole["items"]):
        yield _("Other versions of this thread are not in this file. The export as JSON holds them.")
    for item in whole["items"]:
        if not item["shown"]:
            continue
        match item["kind"]:
            case "message":
                yield from _said(item)
            case "call":
                yield from _called(item)
            case "question":
                yield from _asked(item)


def _said(item: dict[str, Any]) -> Iterator[str]:
    if not item["text"].strip() and not item["files"]:
        return
    who = {"user": _("You"), "assistant": _("Assistant")}.get(item["role"], _("Note"))
    yield f"## {who}, {_read(item['created_at'])}"
    if item["text"].strip():
        yield item["text"].strip()
    if item["files"]:
        yield "\n".join(f"- {_('File')}: {_code(each['name'])}" for each in item["files"])
    if item["status"] == Message.Status.PARTIAL:
        yield f"*({_('cut short')})*"


def _called(item: dict[str, Any]) -> Iterator[str]:
    name = _code(f"{item['server']} {item['tool']}".strip())
    state = CallStatus(item["status"]).label
    yield f"### {_('Tool')} {name}: {state}, {_read(item['created_at'])}"
    given = item["arguments"]
    if given:
        yield _fenced(given if isinstance(given, str) else json.dumps(given, ensure_ascii=False, indent=2), "json")
    yield _fenced(item["result"])


def _asked(item: dict[str, Any]) -> Iterator[str]:
    yield f"### {_('Question')}, {_read(item['created_at'])}"
    words = item["message"] or item["explanation"]
    if words:
        yield "\n".join(f"> {line}" for line in words.splitlines())
    who, state = item["answered_by"], InterruptStatus(item["status"]).label
    decided = Interrupt.Action(item["action"]).label if item["action"] else state
    yield f"**{decided}**" + (f" ({_line(who)}, {_read(item['answered_at'])})" if who else "")
    if item["answer"]:
        yield "\n".join(f"- {_line(line['label'])}: {_line(line['value'])}" for line in item["answer"])


def _read(moment: str) -> str:
    return str(formats.date_format(timezone.localtime(datetime.fromisoformat(moment)), "Y-m-d H:i"))


def _line(text: str) -> str:
    return " ".join(text.split())


def _code(text: str) -> str:
    return f"`{_line(text).replace('`', '\u2019')}`"


def _fenced(text: str, language: str = "") -> str:
    """Put a text between fences that are longer than any in it, so that it cannot end them."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
