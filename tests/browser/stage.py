"""A Sayso whose rows a test moves by hand: the real site under the real web server, without an engine.

Run as ``python -m tests.browser.stage PORT``. It takes orders from stdin, one JSON line each, does them through the
same functions the engine and the doors use, and answers each with one JSON line.
"""

import json
import os
import sys
import threading
import traceback
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "chatsite.settings"
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

import interrupts  # noqa: E402
from chatsite.asgi import application  # noqa: E402
from chatsite.serving.listening import address_of, listen  # noqa: E402
from chatsite.serving.web import WebServer, loop  # noqa: E402
from interrupts import push, wire, writing  # noqa: E402
from interrupts.answers import answer_interrupt  # noqa: E402
from interrupts.drafts import save_draft  # noqa: E402
from interrupts.forms import parse_text  # noqa: E402
from interrupts.ledger import change  # noqa: E402
from interrupts.models import Interrupt, Message, Round, Run, Server, Thread, Tool, ToolCall, Writing  # noqa: E402
from interrupts.questions import ask_round  # noqa: E402
from interrupts.said import Said  # noqa: E402
from interrupts.states import OPEN_RUN  # noqa: E402
from mcpbridge.client import InputRequest, InputRequired, new_request_id  # noqa: E402


def person() -> Any:
    """The one person of the stage."""
    return get_user_model().objects.get_or_create(username="ana", defaults={"is_staff": True})[0]


def sign_in() -> dict[str, str]:
    """Sign the person in; returns the session's cookie."""
    user, session = person(), SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return {"sessionid": session.session_key or ""}


def sign_out() -> dict[str, str]:
    """End all sessions, as by signing out elsewhere."""
    keys = list(Session.objects.values_list("session_key", flat=True))
    Session.objects.all().delete()
    for key in keys:
        push.announce_sign_out(person().pk, key)
    return {}


def open_thread(title: str) -> dict[str, str]:
    """Begin an empty thread."""
    now = timezone.now()
    return {"thread": str(Thread.objects.create(owner=person(), title=title, created_at=now, updated_at=now).pk)}


@transaction.atomic
def say(thread: str, text: str, role: str = "assistant", status: str = "whole") -> dict[str, int]:
    """Add a message."""
    with change(_id(thread), at=timezone.now()) as c:
        message = Message.objects.create(
            thread=c.thread, role=role, text=text, status=status, created_at=c.at, **c.place()
        )
    return {"message": message.pk}


@transaction.atomic
def say_many(thread: str, turns: int) -> dict[str, str]:
    """Add so many turns of two messages at once."""
    with change(_id(thread), at=timezone.now()) as c:
        Message.objects.bulk_create(
            Message(thread=c.thread, role=role, text=f"{role} {turn}", created_at=c.at, **c.place())
            for turn in range(turns)
            for role in ("user", "assistant")
        )
    return {}


@transaction.atomic
def touch(thread: str, text: str) -> dict[str, str]:
    """Have a message that says this change without a difference, as a rating at another screen does."""
    with change(_id(thread), at=timezone.now()) as c:
        Message.objects.filter(thread=c.thread, text=text).update(seq=c.seq())
    return {}


@transaction.atomic
def reply(thread: str, text: str) -> dict[str, int]:
    """Answer what was said last, as an engine does, and end its run."""
    run = Run.objects.get(thread=thread, status__in=OPEN_RUN)
    with change(_id(thread), at=timezone.now()) as c:
        said = {"role": "assistant", "text": text, "run": run, "step": 1}
        message = Message.objects.create(thread=c.thread, created_at=c.at, **said, **c.place())
        Run.objects.filter(pk=run.pk).update(status="completed", doing="", finished_at=c.at, seq=c.seq())
        c.record("run.completed", f"run {run.pk}")
    return {"message": message.pk}


@transaction.atomic
def rewrite(message: int, text: str, status: str, **more: str) -> dict[str, str]:
    """Have a message say something else, as one does that streams; ``more``: its reasoning, the calls in writing."""
    with change(Message.objects.get(pk=message).thread_id, at=timezone.now()) as c:
        Message.objects.filter(pk=message).update(text=text, status=status, seq=c.seq(), **more)
    return {}


@transaction.atomic
def ask(
    thread: str, *schemas: dict[str, Any], text: str = "Go on?", table: str = "orders", destructive: bool = False
) -> dict[str, list[str]]:
    """Have a tool ask one question per schema in one reply."""
    tool = _tool(destructive)
    with change(_id(thread), at=timezone.now()) as c:
        call = _waiting_call(c, tool, table)
        asked = Round.objects.create(
            call=call, number=1, rpc_id=new_request_id(), sent_at=c.at, ended="asked", ended_at=c.at, asks_person=True
        )
        requests = tuple(
            InputRequest(f"k{place}", "elicitation/create", {"message": text, "requestedSchema": schema})
            for place, schema in enumerate(schemas)
        )
        made = ask_round(c, call, asked, InputRequired(requests, None, None, ""))
    return {"questions": [str(question.pk) for question in made]}


def ask_from_code(message: str, schema: dict[str, Any]) -> dict[str, str]:
    """Put a question that belongs to no thread, as a project's own code does."""
    interrupts.handler("stage.decided")(_take_no_notice)
    return {"question": str(interrupts.ask(message, asked_of=person(), handler="stage.decided", schema=schema).pk)}


def _take_no_notice(answer: interrupts.Answer) -> None:
    """There is no engine on a stage."""


def add_server_with_sign_in(name: str) -> dict[str, int]:
    """Add a server that people sign in to, at an address where nobody listens."""
    values = {"url": "http://127.0.0.1:9/mcp", "auth": "oauth", "vouched": True}
    return {"server": Server.objects.get_or_create(name=name, defaults=values)[0].pk}


def send_to(thread: str, url: str) -> dict[str, str]:
    """Have a tool send the person to an address."""
    return _want(thread, InputRequest("k0", "elicitation/create", {"mode": "url", "message": "Sign in.", "url": url}))


def want_reply(thread: str, text: str) -> dict[str, str]:
    """Have a tool want a model's reply."""
    said = {"role": "user", "content": {"type": "text", "text": text}}
    params = {"messages": [said], "systemPrompt": "Be short.", "maxTokens": 200}
    return _want(thread, InputRequest("k0", "sampling/createMessage", params))


def write(question: str, text: str, done: bool = False) -> dict[str, str]:
    """Write on at the reply somebody wants, as an engine does."""
    writing.claim("stage", now=timezone.now(), limit=1)
    row = Writing.objects.get(interrupt=question)
    lease = writing.WritingLease(row.pk, row.lease_owner, row.attempt)
    said = Said()
    said.text = text
    (writing._finish(lease, said, now=timezone.now()) if done else writing._save(lease, text, now=timezone.now()))
    return {}


@transaction.atomic
def _want(thread: str, request: InputRequest) -> dict[str, str]:
    with change(_id(thread), at=timezone.now()) as c:
        call = _waiting_call(c, _tool(False), "orders")
        asked = Round.objects.create(
            call=call, number=1, rpc_id=new_request_id(), sent_at=c.at, ended="asked", ended_at=c.at, asks_person=True
        )
        made = ask_round(c, call, asked, InputRequired((request,), None, None, ""))
    return {"question": str(made[0].pk)}


def _tool(destructive: bool) -> Tool:
    server, _ = Server.objects.get_or_create(name="database", defaults={"url": "http://127.0.0.1:9/mcp"})
    name = "drop_table" if destructive else "empty_table"
    hints = wire.dump({"destructiveHint": destructive})
    values = {"alias": name, "annotations": hints, "raw": "{}", "fingerprint": "v1:0", "seen_at": timezone.now()}
    return Tool.objects.get_or_create(server=server, name=name, defaults=values)[0]


def _waiting_call(c: Any, tool: Tool, table: str) -> ToolCall:
    message = Message.objects.create(thread=c.thread, role="user", text="do it", created_at=c.at, **c.place())
    run = Run.objects.create(
        thread=c.thread, message=message, status="interrupted", doing="waiting for you", created_at=c.at,
        queued_at=c.at, step=1, **c.place(),
    )  # fmt: skip
    return ToolCall.objects.create(
        run=run, thread=c.thread, step=1, index=0, provider_id="c0", name=tool.alias, tool=tool, server=tool.server,
        server_name=tool.server.name, tool_name=tool.name, arguments=wire.dump({"table": table}),
        arguments_proposed="{}", status="waiting", created_at=c.at, **c.place(),
    )  # fmt: skip


def answer(question: str, action: str, content: dict[str, Any] | None = None) -> dict[str, str]:
    """Answer a question as the same person at another screen would."""
    row = Interrupt.objects.select_related("thread").get(pk=question)
    answer_interrupt(row, person=person(), action=action, content=content, at=timezone.now())
    return {}


@transaction.atomic
def give_back(thread: str, result: dict[str, Any]) -> dict[str, int]:
    """Have a tool finish with a result."""
    with change(_id(thread), at=timezone.now()) as c:
        call = _waiting_call(c, _tool(False), "orders")
        Run.objects.filter(pk=call.run_id).update(status="completed")
        ToolCall.objects.filter(pk=call.pk).update(status="completed", result=wire.dump(result), finished_at=c.at)
    return {"call": call.pk}


@transaction.atomic
def renew(question: str) -> dict[str, str]:
    """Push an open question once more, as a change of its row would."""
    row = Interrupt.objects.get(pk=question)
    with change(_id(str(row.thread_id)), at=timezone.now()) as c:
        Interrupt.objects.filter(pk=question).update(seq=c.seq())
    return {}


def keep(question: str, typed: dict[str, list[str]]) -> dict[str, str]:
    """Type into a question's form as the same person at another screen would."""
    row = Interrupt.objects.get(pk=question)
    save_draft(row, person=person(), form=parse_text(row.schema), posted=typed, at=timezone.now())
    return {}


def facts(question: str) -> dict[str, Any]:
    """What the database holds of a question's answer."""
    row = Interrupt.objects.get(pk=question)
    return {"status": row.status, "action": row.action, "content": wire.load(row.content)}


_FUNCTIONS = (
    sign_in, sign_out, open_thread, say, say_many, touch, reply, rewrite, ask, ask_from_code, add_server_with_sign_in,
    send_to, want_reply, write, answer, give_back, renew, keep, facts,
)  # fmt: skip
ORDERS = {each.__name__: each for each in _FUNCTIONS}


def _id(text: str) -> Any:
    return Thread.objects.values_list("pk", flat=True).get(pk=text)


def _tell(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def _take_orders(server: WebServer) -> None:
    for line in sys.stdin:
        order = json.loads(line)
        try:
            reply = ORDERS[order["do"]](*order["args"], **order["kwargs"])
        except Exception:
            # Else the test would wait for its reply for ever.
            traceback.print_exc()
            os._exit(1)
        _tell(reply)
    loop.call_soon_threadsafe(server.stop)


def main() -> None:
    """Serve until stdin ends."""
    call_command("migrate", verbosity=0, interactive=False)
    listener = listen("127.0.0.1", int(sys.argv[1]))
    address = address_of(listener, "127.0.0.1")

    def begin() -> None:
        push.bind(loop)
        threading.Thread(target=_take_orders, args=(server,), daemon=True).start()
        _tell({"address": address})

    server = WebServer(application, listener, when_up=begin)
    server.run()


if __name__ == "__main__":
    main()
