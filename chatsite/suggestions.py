"""What a first visit can try: three sentences made from the tools that are really connected."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import wire
from interrupts.models import Server, Tool

MOST = 3

# What is said is English: the built-in assistant understands nothing else.
_OF_SAMPLES = {
    ("database", "list_tables"): (
        "what tables are there?",
        gettext_lazy("Only reads, so it just answers."),
    ),
    ("database", "drop_table"): (
        "drop table orders",
        gettext_lazy("Cannot be undone, so it asks you first."),
    ),
    ("deployer", "deploy"): ("deploy web to staging", gettext_lazy("Asks for what it needs to know.")),
    ("files", "list_files"): ("what files are there?", gettext_lazy("Only reads, so it just answers.")),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A message that one click sends, and what to expect of it."""

    text: str
    about: str


def suggestions() -> list[Suggestion]:
    """Return up to three things to try; none when no server offers a tool."""
    servers = list(Server.objects.filter(enabled=True))
    tools = list(
        Tool.objects.filter(enabled=True, listed=True, proposed="", server__in=servers).select_related("server")[:200]
    )
    listed = {tool.server_id for tool in tools}
    offered = {(tool.server.name, tool.name) for tool in tools if tool.server.sample}
    # The samples of a site that has just started have not been asked for their tools yet, and are known to have these.
    new = {server.name for server in servers if server.sample and server.pk not in listed}
    found = [
        Suggestion(text, str(about)) for key, (text, about) in _OF_SAMPLES.items() if key in offered or key[0] in new
    ]
    others = sorted((tool for tool in tools if not tool.server.sample), key=lambda tool: len(_required(tool)))
    return [*found, *map(_calling, others)][:MOST]


def _calling(tool: Tool) -> Suggestion:
    names = " ".join(f"{name}=" for name in _required(tool))
    about = tool.title or tool.description.strip().split("\n", 1)[0][:80]
    return Suggestion(
        f"/{tool.alias} {names}".strip(),
        about or _("A tool of {name}.").format(name=tool.server.name),
    )


def _required(tool: Tool) -> list[str]:
    schema = wire.load(tool.input_schema)
    required = schema.get("required") if isinstance(schema, dict) else None
    return [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
