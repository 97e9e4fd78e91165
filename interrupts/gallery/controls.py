"""One example for each control, and for what is no control."""

from interrupts.gallery.example import TOWNS, Example, form, single

_SIZES = [
    {"const": "S", "title": "Small", "description": "for one"},
    {"const": "M", "title": "Medium"},
    {"const": "L", "title": "Large"},
]
_NUMBERED = [{"const": number, "title": town} for number, town in enumerate(TOWNS[:40])]
_COLOURS = {"type": "string", "enum": ["red", "green", "blue"]}

CONTROLS = (
    single("must-tick", "A box that must be ticked", "I have read it", type="boolean", const=True, required=True),
    single(
        "yes-no", "Yes or no, required", "Drop it", type="boolean", description="There is no way back.", required=True
    ),
    single("switch", "On or off, with a default", "Keep a copy", type="boolean", default=True),
    single("yes-no-none", "Yes, no or no answer", "Tell the owner", type="boolean"),
    single("radios", "One of up to five", "Size", type="string", oneOf=_SIZES, required=True),
    single("radios-numbers", "One of a few numbers", "Region", type="integer", enum=[0, 7, 42]),
    single("select", "One of up to 25", "Town", type="string", enum=TOWNS[:12], required=True),
    single("filter-select", "One of 400", "Town", type="string", enum=TOWNS),
    single("ticks", "Any of a few", "Colours", type="array", items=_COLOURS, minItems=1, maxItems=2),
    single("filter-ticks", "Any of many", "Towns", type="array", items={"anyOf": _NUMBERED}),
    single("integer", "A whole number", "Rows", type="integer", minimum=1, maximum=500, multipleOf=5, required=True),
    single("number", "A number", "Weight", type="number", exclusiveMinimum=0),
    single("slider", "A slider", "Level", type="integer", minimum=0, maximum=10, widget="slider"),
    single("text", "A line of text", "Name", type="string", minLength=2, maxLength=20, pattern="^[A-Z]", default="Ana"),
    single("textarea", "Several lines", "Notes", type="string", maxLength=2000),
    single("code", "Code", "Query", type="string", default="SELECT *\nFROM orders;\n", widget="code"),
    single("email", "An e-mail address", "Send to", type="string", format="email"),
    single("url", "An address", "Address", type="string", format="uri"),
    single("date", "A date", "Day", type="string", format="date"),
    single("date-time", "A date and a time", "Start", type="string", format="date-time"),
    single("lines", "A list of texts", "Names", type="array", items={"type": "string"}),
    single("number-lines", "A list of numbers", "Numbers", type="array", items={"type": "integer"}),
    single("json", "Anything else, as JSON", "Options", type="object", properties={"deep": {"type": "boolean"}}),
    single("nullable", "A text or nothing", "Comment", anyOf=[{"type": "string"}, {"type": "null"}]),
    single("secret", "What looks like a secret", "API key", type="string"),
    Example("confirm", "Nothing but the decision", form(), message="Empty the table?"),
    Example("no-schema", "No schema at all", message="Go on?"),
    Example("root-boolean", "Yes or no as the whole answer", {"type": "boolean", "title": "Go on"}),
    Example("unanswerable", "What nobody can answer", {"type": "object", "required": ["ghost"]}),
)
