"""What the gallery shows: questions as data."""

from interrupts.gallery.controls import CONTROLS
from interrupts.gallery.example import TOWNS, Example, form
from interrupts.holds import LOST
from interrupts.questions import outcome_schema

_NAME = {"type": "string", "title": "Name", "maxLength": 40}
_ROWS = {"type": "integer", "title": "Rows", "minimum": 1, "maximum": 500}
_PLAIN = form("name", name=_NAME, rows=_ROWS)

KINDS = (
    Example("kind-form", "A server asks", _PLAIN, explanation="The table has 60 rows."),
    Example(
        "kind-irreversible",
        "It cannot be undone",
        form("drop", drop={"type": "boolean", "title": "Drop it"}),
        tool="drop_table",
        destructive=True,
        message="Drop the table with its 60 rows?",
    ),
    Example(
        "kind-approval",
        "May this run?",
        form(
            "table",
            table={"type": "string", "title": "Table"},
            limit={"type": "integer", "title": "Rows"},
            quietly={"type": "boolean", "title": "Quietly"},
        ),
        kind="approval",
        prefill={"table": "orders", "limit": 10},
        message="",
        arguments={"table": "orders", "limit": 10},
        explanation="Nobody vouches for what this tool does.",
    ),
    Example(
        "kind-approval-as-it-is",
        "May this run, as it is?",
        kind="approval",
        message="",
        explanation="Nobody vouches for what this tool does.",
    ),
    Example(
        "kind-outcome",
        "Did it run?",
        outcome_schema(),
        kind="outcome",
        message="",
        explanation="The line broke before the reply came.",
    ),
    Example(
        "kind-outcome-stranded",
        "Call again?",
        kind="outcome",
        reason="stranded",
        message="",
        explanation=LOST,
    ),
    Example(
        "kind-connect",
        "Sign in to a server",
        kind="connect",
        server="bank",
        tool="pay",
        message="",
        explanation="bank wants to know who is asking. Nothing was done yet.",
        arguments={"bill": "May"},
        request={"issuer": "https://bank.example/sign-in", "scope": "bills:read bills:pay"},
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
        "kind-limit",
        "Shall it go on?",
        kind="limit",
        tool="",
        message="",
        explanation="The assistant has taken 20 steps and is not done.",
        request={
            "steps": 20,
            "more": 20,
            "calls": [
                {"server": "database", "tool": "count_rows", "times": 17, "completed": 15},
                {"server": "files", "tool": "read_file", "times": 3, "completed": 3},
            ],
        },
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
        "kind-url-refused",
        "An address that cannot be opened",
        kind="url",
        message="Look at this.",
        request={"method": "elicitation/create", "params": {"mode": "url", "url": "javascript:alert(1)"}},
    ),
    Example(
        "kind-permission",
        "This site asks for permission",
        kind="ask",
        intent="tool_permission",
        message="Send the newsletter to 1,200 people?",
        server="",
        tool="",
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
        form(
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
            town={"type": "string", "enum": TOWNS, "title": "Town"},
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
        form(at={"type": "string", "format": "date-time", "title": "Start"}),
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
    Example("state-held", "Held open by its server", _PLAIN, held=True),
    Example("state-stranded", "Its connection was lost", _PLAIN, stranded=True),
    Example("state-reason", "With a reason", _PLAIN, reason="auth_required", message="Who are you there?"),
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
        form(
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
        form(
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
        form(
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
    Example("no-arguments", "Without arguments", form(name=_NAME), arguments={}),
    Example(
        "sixty-fields",
        "Sixty fields",
        form(
            *(f"field {number}" for number in range(0, 60, 2)),
            **{f"field {number}": {"type": ("string", "integer", "boolean")[number % 3]} for number in range(60)},
        ),
    ),
    Example(
        "four-hundred",
        "Any of 400",
        form(
            towns={"type": "array", "items": {"type": "string", "enum": TOWNS}, "title": "Towns"},
        ),
    ),
)

GROUPS = (("Controls", CONTROLS), ("Kinds", KINDS), ("States", STATES), ("Extremes", EXTREMES))
EXAMPLES = {example.slug: example for _, group in GROUPS for example in group}
