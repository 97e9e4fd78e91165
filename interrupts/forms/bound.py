"""What the templates of the controls get."""

from dataclasses import dataclass

from interrupts.forms.model import Field
from interrupts.forms.number import number_text


@dataclass(frozen=True, slots=True)
class Option:
    """One radio, tick box or line of a select."""

    token: str
    label: str
    help: str
    id: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class BoundField:
    """What a control's template gets, as ``field``.

    ``name`` and ``control`` are those of the control that is drawn: a value that the usual control could not hold
    unchanged is drawn as JSON, under a name of its own. ``checked`` is for a lone tick box or switch, ``target`` the id
    that a link to the field leads to, ``marks`` the value with hidden characters made visible, empty when there are
    none.
    """

    field: Field
    control: str
    name: str
    id: str
    target: str
    value: str
    options: tuple[Option, ...]
    error: str
    describedby: str
    marks: str
    hint: str
    checked: bool = False
    input_type: str = "text"
    zone: str = ""
    was: str = ""
    offsets: tuple[Option, ...] = ()

    @property
    def template(self) -> str:
        """The partial that draws this field."""
        return f"interrupts/fields/{self.control}.html"

    @property
    def chosen(self) -> tuple[str, ...]:
        """The tokens that are chosen, in the order of the options."""
        return tuple(option.token for option in self.options if option.chosen)

    @property
    def key(self) -> str:
        """The property's own name."""
        return self.field.key

    @property
    def label(self) -> str:
        """The label, fit to be shown."""
        return self.field.label

    @property
    def help(self) -> str:
        """The server's words about the field, fit to be shown."""
        return self.field.help

    @property
    def warning(self) -> str:
        """Our warning about the field, or an empty text."""
        return self.field.warning

    @property
    def required(self) -> bool:
        """Whether the field must have a value."""
        return self.field.required

    @property
    def secret(self) -> bool:
        """Whether the field seems to ask for a secret: never put it in drafts, transcripts or logs."""
        return self.field.secret

    @property
    def whole(self) -> bool:
        """Whether only whole numbers fit."""
        return self.field.value_type == "integer"

    @property
    def lowest(self) -> str:
        """The lower bound for a slider."""
        field = self.field
        return number_text(field.minimum if field.minimum is not None else field.exclusive_minimum, whole=False)

    @property
    def highest(self) -> str:
        """The upper bound for a slider."""
        field = self.field
        return number_text(field.maximum if field.maximum is not None else field.exclusive_maximum, whole=False)

    @property
    def step(self) -> str:
        """The step for a slider."""
        return number_text(self.field.step, whole=False) or ("1" if self.whole else "any")
