"""The form of a server. Headers go in and never come out."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interrupts import secrets
from interrupts.connections import sealed
from interrupts.models import Server
from interrupts.server_entry import check_address, check_name, read_headers
from interrupts.servers import BadServer
from interrupts.who import new_who_key
from mcpbridge.client.oauth import Registration


class WriteOnlyTextarea(forms.Textarea):
    """A text box that is always rendered empty, also after an error."""

    def format_value(self, value: Any) -> str:
        return ""


class ServerForm(forms.ModelForm):
    headers = forms.CharField(
        required=False,
        strip=False,
        widget=WriteOnlyTextarea(attrs={"rows": 4, "cols": 60, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One a line, such as Authorization: Bearer … They are stored sealed and never shown again. "
            "Leave this blank to keep what is stored; what you enter replaces all of it."
        ),
    )
    client_id = forms.CharField(
        required=False,
        max_length=500,
        help_text=gettext_lazy(
            "Only if the authorization server gave this site one by hand. "
            "What you enter replaces what is stored, with its secret."
        ),
    )
    client_secret = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.PasswordInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Stored sealed and never shown again."),
    )
    forget_client = forms.BooleanField(required=False, label=gettext_lazy("Remove the stored client id"))
    forget_headers = forms.BooleanField(required=False, label=gettext_lazy("Remove the stored headers"))
    renew_who_key = forms.BooleanField(
        required=False,
        label=gettext_lazy("Make a new key for it"),
        help_text=gettext_lazy(
            "With it the server verifies who acts. It is shown once; the old one is no longer used."
        ),
    )
    new_who_key = ""
    """The key that saving has made, for the one page that shows it."""

    class Meta:
        model = Server
        fields = (
            "name",
            "url",
            "trusted",
            "enabled",
            "may_know_who",
            "auth",
            "connection",
            "call_timeout",
            "time_budget",
            "hold_limit",
            "max_parallel",
        )
        widgets = {"url": forms.TextInput(attrs={"class": "vURLField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"call_timeout", "time_budget", "hold_limit", "max_parallel"} & self.fields.keys():
            self.fields[name].validators.append(MinValueValidator(1))
            self.fields[name].widget.attrs["min"] = 1
        if self.instance.command:
            # What is started here, and with which secrets, is for those who have a shell on this machine to say.
            for name in {"url", "headers", "forget_headers"} & self.fields.keys():
                self.fields[name].disabled = True

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        _checked(check_name, name)
        return name

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        if self.instance.command:
            return url
        _checked(check_address, url)
        return url

    def clean_headers(self) -> dict[str, str]:
        headers: dict[str, str] = _checked(read_headers, self.cleaned_data["headers"].splitlines())
        return headers

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        headers, forget = cleaned.get("headers"), cleaned.get("forget_headers")
        if headers and forget:
            self.add_error("headers", _("Either enter headers or remove them."))
        if cleaned.get("client_secret") and not cleaned.get("client_id"):
            self.add_error("client_secret", _("A secret goes with a client id."))
        # Else whoever may edit the address could have the secrets sent to a server of their own.
        if (
            self.instance.headers_sealed
            and "url" in self.changed_data
            and not headers
            and not forget
            and not self.errors
        ):
            self.add_error(
                "headers", _("The stored headers belong to the old address. Enter them again, or remove them.")
            )
        return cleaned

    def save(self, commit: bool = True) -> Server:
        if self.cleaned_data["headers"]:
            self.instance.headers_sealed = secrets.seal(self.cleaned_data["headers"])
        elif self.cleaned_data["forget_headers"]:
            self.instance.headers_sealed = ""
        if self.cleaned_data["client_id"]:
            given = Registration("", self.cleaned_data["client_id"], self.cleaned_data["client_secret"])
            self.instance.client_sealed = sealed(given.as_json())
        elif self.cleaned_data["forget_client"] or self.has_new_address:
            self.instance.client_sealed = ""
        if self.has_new_address:
            # The operator vouched for another address, or for none; and who we were there we are not here.
            self.instance.vouched, self.instance.registration_sealed = False, ""
        if not self.instance.sample and self.cleaned_data.get("may_know_who") and self._wants_who_key:
            self.new_who_key, self.instance.who_key_sealed = new_who_key()
        server: Server = super().save(commit)
        return server

    @property
    def has_new_address(self) -> bool:
        return self.instance.pk is None or "url" in self.changed_data

    @property
    def unnamed_columns(self) -> list[str]:
        """The columns that are written besides those of the form's own fields."""
        sealed_columns = ["headers_sealed"] if self.changes_headers else []
        sealed_columns += ["who_key_sealed"] if self.new_who_key else []
        if self.has_new_address:
            return [*sealed_columns, "client_sealed", "vouched", "registration_sealed"]
        changes_client = self.cleaned_data["client_id"] or self.cleaned_data["forget_client"]
        return [*sealed_columns, *(["client_sealed"] if changes_client else [])]

    @property
    def _wants_who_key(self) -> bool:
        return not self.instance.who_key_sealed or bool(self.cleaned_data.get("renew_who_key"))

    @property
    def changes_headers(self) -> bool:
        return bool(self.cleaned_data["headers"] or self.cleaned_data["forget_headers"])


def _checked(check: Any, value: Any) -> Any:
    try:
        return check(value)
    except BadServer as error:
        raise ValidationError(str(error)) from None
