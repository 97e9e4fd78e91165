"""Rows as the engine leaves them, written directly: the admin shows rows whoever made them."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.db import transaction
from django.utils import timezone

from interrupts import wire
from interrupts.ledger import change
from interrupts.models import (
    Connection,
    Delivery,
    Interrupt,
    Message,
    Round,
    Rule,
    Run,
    Server,
    Thread,
    Tool,
    ToolCall,
    Worker,
)

PAYLOAD = '"><img src=x onerror=alert(1)>{{7*7}}</script><script>alert(2)</script>'
SCHEMA = {
    "type": "object",
    "properties": {"sure": {"type": "boolean"}, "password": {"type": "string", "default": "hunter2"}},
}


def server(name: str = "database", **values: Any) -> Server:
    row, _ = Server.objects.get_or_create(name=name, defaults={"url": "http://127.0.0.1:1/mcp", **values})
    return row


def tool(of: Server, name: str = "drop_table", **values: Any) -> Tool:
    defaults = {"alias": f"{of.name}_{name}"[:64], "raw": wire.dump({"name": name}), "fingerprint": "v1:x"}
    row, _ = Tool.objects.get_or_create(
        server=of, name=name, defaults={**defaults, "seen_at": timezone.now(), **values}
    )
    return row


def thread(owner: Any, title: str = "Tidy up") -> Thread:
    now = timezone.now()
    return Thread.objects.create(owner=owner, title=title, created_at=now, updated_at=now)


def question(
    owner: Any, *, of: Server | None = None, asks: str = "Drop orders?", age: int = 0, **values: Any
) -> Interrupt:
    """A form question with everything above it: thread, message, run, call and round, and its audit lines."""
    at = timezone.now() - timedelta(minutes=age)
    of = of or server()
    offered = values.pop("tool", None) or tool(of)
    arguments = values.pop("arguments", {"table": "orders"})
    with transaction.atomic():
        talk = thread(owner)
        with change(talk.pk, at=at) as c:
            said = Message.objects.create(thread=c.thread, role="user", text="drop orders", created_at=at, **c.place())
            run = Run.objects.create(
                thread=c.thread, message=said, status="interrupted", created_at=at, queued_at=at, **c.place()
            )
            call = ToolCall.objects.create(
                run=run,
                thread=c.thread,
                step=1,
                index=0,
                provider_id="c0",
                name=offered.alias,
                server=of,
                tool=offered,
                server_name=of.name,
                tool_name=offered.name,
                arguments_proposed=wire.dump(arguments),
                arguments=wire.dump(arguments),
                status="waiting",
                created_at=at,
                **c.place(),
            )
            asked = Round.objects.create(
                call=call,
                number=1,
                rpc_id=f"r{call.pk}",
                sent_at=at,
                ended="asked",
                ended_at=at,
                asks_person=True,
                reply=wire.dump(wire.dump({"result": {"requestState": "opaque-state"}})),
                next_state=wire.dump("opaque-state"),
            )
            row = Interrupt.objects.create(
                kind="form",
                thread=c.thread,
                run=run,
                tool_call=call,
                round=asked,
                key=wire.dump("q"),
                asked_of=owner,
                message=asks,
                schema=wire.dump(SCHEMA),
                server_url=of.url,
                request=wire.dump(
                    {"method": "elicitation/create", "params": {"message": asks, "requestedSchema": SCHEMA}}
                ),
                created_at=at,
                **c.place(),
                **values,
            )
            c.record("call.waiting", f"call {call.pk}", tool=offered.name)
            c.record("question.asked", f"question {row.pk}", call=call.pk)
    return row


def one_of_each(owner: Any) -> Interrupt:
    """A row of every model the admin shows."""
    row = question(owner)
    Rule.objects.create(effect="ask", server=server(), arguments={"table": "orders"})
    Worker.objects.create(name="host:1", version="1", started_at=timezone.now(), seen_at=timezone.now())
    free = Interrupt.objects.create(kind="ask", asked_of=owner, message="Of the site", created_at=timezone.now())
    Delivery.objects.create(interrupt=free, handler="app.done", due_at=timezone.now())
    Connection.objects.create(
        server=server(), person=owner, issuer="https://issuer.example", connected_at=timezone.now()
    )
    return row


def may(person: Any, *names: str) -> Any:
    """Make a person staff with these rights and no others."""
    person.is_staff = True
    person.save(update_fields=["is_staff"])
    person.user_permissions.set(Permission.objects.filter(content_type__app_label="interrupts", codename__in=names))
    return type(person).objects.get(pk=person.pk)
