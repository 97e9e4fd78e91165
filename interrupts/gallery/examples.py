"""What the gallery shows: questions as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from interrupts.questions import OUTCOME_SCHEMA

NO_SCHEMA: Any = object()


@dataclass(frozen=True, slots=True)
class Example:
    """One question. ``posted``: the form as it comes back after this answer; ``draft``: with this typed before."""

    slug: str
    title: str
    schema: Any = NO_SCHEMA
    kind: str = "form"
    message: str = "What should it be?"
    explanation: str = ""
    arguments: Mapping[str, Any] = field(default_factory=lambda: {"table": "orders"})
    tool: str = "empty_table"
    server: str = "database"
    destructive: bool = False
    request: Mapping[str, Any] | None = None
    posted: Mapping[str, Sequence[str]] | None = None
    draft: Mapping[str, Sequence[str]] | None = None
    prefill: Mapping[str, Any] | None = None
    differs: Sequence[str] = ()
    status: str = "pending"
    action: str = ""
    content: Mapping[str, Any] | None = None
    note: str = ""
    problem: str = ""
    for_somebody_else: bool = False
    siblings: tuple[int, int] = (0, 1)


def _form(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def _one(slug: str, title: str, label: str, *, required: bool = False, widget: str = "", **schema: Any) -> Example:
    """A question with a single field."""
    wish = {"x-ui": {"widget": widget}} if widget else {}
    return Example(slug, title, _form(*["value"] if required else [], value={"title": label, **schema, **wish}))


_SIZES = [
    {"const": "S", "title": "Small", "description": "for one"},
    {"const": "M", "title": "Medium"},
    {"const": "L", "title": "Large"},
]
_TOWNS = [f"Town {number}" for number in range(1, 401)]
_NUMBERED = [{"const": number, "title": town} for number, town in enumerate(_TOWNS[:40])]
_COLOURS = {"type": "string", "enum": ["red", "green", "blue"]}

CONTROLS = (
    _one("must-tick", "A box that must be ticked", "I have read it", type="boolean", const=True, required=True),
    _one(
        "yes-no", "Yes or no, required", "Drop it", type="boolean", description="There is no way back.", required=True
    ),
    _one("switch", "On or off, with a default", "Keep a copy", type="boolean", default=True),
    _one("yes-no-none", "Yes, no or no answer", "Tell the owner", type="boolean"),
    _one("radios", "One of up to five", "Size", type="string", oneOf=_SIZES, required=True),
    _one("radios-numbers", "One of a few numbers", "Region", type="integer", enum=[0, 7, 42]),
    _one("select", "One of up to 25", "Town", type="string", enum=_TOWNS[:12], required=True),
    _one("filter-select", "One of 400", "Town", type="string", enum=_TOWNS),
    _one("ticks", "Any of a few", "Colours", type="array", items=_COLOURS, minItems=1, maxItems=2),
    _one("filter-ticks", "Any of many", "Towns", type="array", items={"anyOf": _NUMBERED}),
    _one("integer", "A whole number", "Rows", type="integer", minimum=1, maximum=500, multipleOf=5, required=True),
    _one("number", "A number", "Weight", type="number", exclusiveMinimum=0),
    _one("slider", "A slider", "Level", type="integer", minimum=0, maximum=10, widget="slider"),
    _one("text", "A line of text", "Name", type="string", minLength=2, maxLength=20, pattern="^[A-Z]", default="Ana"),
    _one("textarea", "Several lines", "Notes", type="string", maxLength=2000),
    _one("code", "Code", "Query", type="string", default="SELECT *\nFROM orders;\n", widget="code"),
    _one("email", "An e-mail address", "Send to", type="string", format="email"),
    _one("url", "An address", "Address", type="string", format="uri"),
    _one("date", "A date", "Day", type="string", format="date"),
    _one("date-time", "A date and a time", "Start", type="string", format="date-time"),
    _one("lines", "A list of texts", "Names", type="array", items={"type": "string"}),
    _one("number-lines", "A list of numbers", "Numbers", type="array", items={"type": "integer"}),
    _one("json", "Anything else, as JSON", "Options", type="object", properties={"deep": {"type": "boolean"}}),
    _one("nullable", "A text or nothing", "Comment", anyOf=[{"type": "string"}, {"type": "null"}]),
    _one("secret", "What looks like a secret", "API key", type="string"),
    Example("confirm", "Nothing but the decision", _form(), message="Empty the table?"),
    Example("no-schema", "No schema at all", message="Go on?"),
    Example("root-boolean", "Yes or no as the whole answer", {"type": "boolean", "title": "Go on"}),
    Example("unanswerable", "What nobody can answer", {"type": "object", "required": ["ghost"]}),
)

_NAME = {"type": "string", "title": "Name", "maxLength": 40}
_ROWS = {"type": "integer", "title": "Rows", "minimum": 1, "maximum": 500}
_PLAIN = _form("name", name=_NAME, rows=_ROWS)

KINDS = (
    Example("kind-form", "A server asks", _PLAIN, explanation="The table has 60 rows."),
    Example(
        "kind-irreversible",
        "It cannot be undone",
        _form("drop", drop={"type": "boolean", "title": "Drop it"}),
        tool="drop_table",
        destructive=True,
        message="Drop the table with its 60 rows?",
    ),
    Example(
        "kind-approval",
        "May this run?",
        kind="approval",
        message="",
        arguments={"table": "orders", "limit": 10},
        explanation="Nobody vouches for what this tool does.",
    ),
    Example(
        "kind-outcome",
        "Did it run?",
        OUTCOME_SCHEMA,
        kind="outcome",
        message="",
        explanation="The line broke before the reply came.",
    ),
    Example(
        "kind-changed",
        "The tool is not what it was",
        kind="changed",
        message="",
        differs=(
            "The tool may destroy something now; before, it said it does not.",
            "The address of the server changed.",
        ),
    ),
    Example(
        "kind-url",
        "An address to open",
        kind="url",
        message="Sign in to the bank to go on.",
        request={
            "method": "elicitation/create",
            "params": {
                "mode": "url",
                "url": "https://bank.example/sign-in?step=1",
                "elicitationId": "1",
                "message": "Sign in to the bank to go on.",
            },
        },
    ),
    Example(
        "kind-sampling",
        "A reply to write",
        kind="sampling",
        message="",
        request={
            "method": "sampling/createMessage",
            "params": {
                "systemPrompt": "You write short summaries.",
                "maxTokens": 200,
                "messages": [{"role": "user", "content": {"type": "text", "text": "Sum up the orders of May."}}],
            },
        },
    ),
    Example(
        "kind-ask",
        "A question of this site",
        _PLAIN,
        kind="ask",
        message="Who takes the next shift?",
        server="",
        tool="",
    ),
)

STATES = (
    Example(
        "state-invalid",
        "To be corrected",
        _form(
            "name",
            "size",
            "at",
            name=_NAME,
            rows=_ROWS,
            size={"enum": ["S", "M"], "title": "Size"},
            at={"type": "string", "format": "date-time", "title": "Start"},
            mail={"type": "string", "format": "email", "title": "Mail"},
            agreed={"type": "boolean", "const": True, "title": "I agree"},
            colours={
                "type": "array",
                "title": "Colours",
                "items": {"type": "string", "enum": ["red", "blue"]},
                "maxItems": 1,
            },
            town={"type": "string", "enum": _TOWNS, "title": "Town"},
            options={"type": "object", "title": "Options"},
        ),
        posted={
            "f0": ["x" * 50],
            "f1": ["1,5"],
            "f3": ["soon"],
            "f4": ["nobody"],
            "f6": ["0", "1"],
            "f7": ["999"],
            "f8": ["{"],
        },
    ),
    Example(
        "state-fold",
        "A time that happens twice",
        _form(at={"type": "string", "format": "date-time", "title": "Start"}),
        posted={"f0": ["2030-10-27T02:30"], "f0-zone": ["Europe/Berlin"]},
    ),
    Example("state-draft", "With a draft", _PLAIN, draft={"f0": ["half a na"], "f1": [""]}),
    Example(
        "state-prefilled",
        "Asked anew, the old answer filled in",
        _PLAIN,
        prefill={"name": "Ana", "rows": 7},
        differs=("“Rows” is asked for now.",),
    ),
    Example("state-siblings", "One of several", _PLAIN, siblings=(1, 3)),
    Example("state-refused", "For somebody else to answer", _PLAIN, for_somebody_else=True),
    Example(
        "state-answered", "Answered", _PLAIN, status="resolved", action="accept", content={"name": "Ana", "rows": 7}
    ),
    Example(
        "state-late",
        "Somebody was first",
        _PLAIN,
        status="resolved",
        action="decline",
        problem="This was already answered by ben. Your answer was not used.",
    ),
    Example("state-declined", "Declined", _PLAIN, status="resolved", action="decline"),
    Example("state-cancelled", "Cancelled", _PLAIN, status="resolved", action="cancel"),
    Example("state-withdrawn", "Withdrawn", _PLAIN, status="withdrawn", note="You went on with another message."),
    Example("state-expired", "Expired", _PLAIN, status="expired", note="The server did not wait longer."),
)

_ENDLESS = "endless" * 40
_ARABIC = "ما اسم الجدول؟"

EXTREMES = (
    Example(
        "long-texts",
        "Long texts and long words",
        _form(
            _ENDLESS,
            **{
                _ENDLESS: {"type": "string", "title": _ENDLESS, "description": f"{_ENDLESS} " * 3},
                "pick": {"enum": [_ENDLESS, "a short one"], "title": "Pick"},
            },
        ),
        message="A long message. " * 60 + _ENDLESS,
        explanation=_ENDLESS,
        tool=_ENDLESS[:64],
        arguments={_ENDLESS: _ENDLESS, "body": "A long value. " * 40},
    ),
    Example(
        "right-to-left",
        "Right to left, beside left to right",
        _form(
            "name",
            name={
                "type": "string",
                "title": _ARABIC,
                "description": "اكتب الاسم كاملا (orders_2030).",
                "default": "الطلبات",
            },
            size={"enum": ["صغير", "كبير", "XL"], "title": "الحجم"},
        ),
        message="هل تريد حذف الجدول orders نهائيا؟",
        arguments={"جدول": "الطلبات", "table": "orders"},
    ),
    Example(
        "hostile-texts",
        "Texts that try to trick",
        _form(
            "x",
            x={
                "type": "string",
                "title": "<b>Name</b>\u202egnp.exe",
                "description": "{{ secret }} <script>alert(1)</script>",
                "default": "a\u200bb\u202e",
            },
        ),
        message="<img src=x onerror=alert(1)> [a link](javascript:alert(1))\u202e",
    ),
    Example("no-arguments", "Without arguments", _form(name=_NAME), arguments={}),
    Example(
        "sixty-fields",
        "Sixty fields",
        _form(
            *(f"field {number}" for number in range(0, 60, 2)),
            **{f"field {number}": {"type": ("string", "integer", "boolean")[number % 3]} for number in range(60)},
        ),
    ),
    Example(
        "four-hundred",
        "Any of 400",
        _form(
            towns={"type": "array", "items": {"type": "string", "enum": _TOWNS}, "title": "Towns"},
        ),
    ),
)

GROUPS = (("Controls", CONTROLS), ("Kinds", KINDS), ("States", STATES), ("Extremes", EXTREMES))
EXAMPLES = {example.slug: example for _, group in GROUPS for example in group}
