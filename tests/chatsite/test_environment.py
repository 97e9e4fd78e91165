"""Settings are read as what they mean, or refused with one sentence that names the variable."""

from pathlib import Path

import pytest

from chatsite.environment import Environment, SettingRefused


def test_an_empty_variable_counts_as_unset() -> None:
    assert Environment({"SAYSO_MODEL": " "}).text("SAYSO_MODEL", "builtin") == "builtin"


def test_a_value_that_begins_with_a_dollar_sign_is_itself() -> None:
    assert Environment({"SAYSO_X": "$PATH", "PATH": "/bin"}).text("SAYSO_X") == "$PATH"


@pytest.mark.parametrize(
    ("word", "meaning"), [("yes", True), ("1", True), ("True", True), ("off", False), ("no", False)]
)
def test_a_switch_knows_its_words(word: str, meaning: bool) -> None:
    assert Environment({"SAYSO_DEBUG": word}).switch("SAYSO_DEBUG", default=not meaning) is meaning


@pytest.mark.parametrize("word", ["perhaps", "2", "yes please"])
def test_a_switch_refuses_other_words(word: str) -> None:
    with pytest.raises(SettingRefused, match="SAYSO_DEBUG must be yes or no"):
        Environment({"SAYSO_DEBUG": word}).switch("SAYSO_DEBUG", default=False)


@pytest.mark.parametrize("value", ["0", "101", "-3", "4.5", "four", "٤", "1_0"])
def test_a_number_outside_its_bounds_or_its_digits_is_refused(value: str) -> None:
    with pytest.raises(SettingRefused, match="SAYSO_N must be a whole number from 1 to 100"):
        Environment({"SAYSO_N": value}).number("SAYSO_N", 5, at_least=1, at_most=100)


def test_a_choice_that_is_none_is_refused() -> None:
    with pytest.raises(SettingRefused, match="SAYSO_ENGINE must be one of embedded, none"):
        Environment({"SAYSO_ENGINE": "maybe"}).choice("SAYSO_ENGINE", "embedded", choices=("embedded", "none"))


@pytest.mark.parametrize("value", ["Atlantis/Capital", "../etc/passwd", "/etc/localtime"])
def test_a_time_zone_that_is_none_is_refused(value: str) -> None:
    with pytest.raises(SettingRefused, match="SAYSO_TIME_ZONE must be a time zone"):
        Environment({"SAYSO_TIME_ZONE": value}).time_zone("SAYSO_TIME_ZONE", "UTC")


def test_a_language_nobody_speaks_is_refused() -> None:
    with pytest.raises(SettingRefused, match="SAYSO_LANGUAGE must be a language code"):
        Environment({"SAYSO_LANGUAGE": "klingon"}).language("SAYSO_LANGUAGE", "en", choices=("en", "de"))


@pytest.mark.parametrize(
    "value",
    ["sayso.example", "ftp://sayso.example", "https://", "https://sayso.example/path", "https://a@b", "http://x:99999"],
)
def test_a_public_address_that_is_no_origin_is_refused(value: str) -> None:
    with pytest.raises(SettingRefused, match="SAYSO_PUBLIC_URL must be"):
        Environment({"SAYSO_PUBLIC_URL": value}).origin("SAYSO_PUBLIC_URL")


def test_a_public_address_loses_its_last_slash_and_its_capitals() -> None:
    assert (
        Environment({"SAYSO_PUBLIC_URL": "https://Sayso.Example/"}).origin("SAYSO_PUBLIC_URL")
        == "https://sayso.example"
    )


@pytest.mark.parametrize(
    "value", ["mysql://u:hidden@h/db", "postgres", "sqlite://file", "postgres://u:hidden@h:port/db", "sqlite:///"]
)
def test_a_database_that_cannot_be_used_is_refused_without_its_password(value: str) -> None:
    with pytest.raises(SettingRefused, match="DATABASE_URL must look like") as refused:
        Environment({"DATABASE_URL": value}).database("DATABASE_URL")

    assert "hidden" not in str(refused.value)


def test_a_password_with_a_percent_sign_is_read_from_the_database_address() -> None:
    config = Environment({"DATABASE_URL": "postgres://ana:a%25b%40c@db:5432/sayso"}).database("DATABASE_URL")

    assert config is not None
    assert (config["PASSWORD"], config["HOST"], config["PORT"], config["NAME"]) == ("a%b@c", "db", 5432, "sayso")


def test_a_folder_is_made_absolute() -> None:
    assert Environment({}).folder("SAYSO_DATA", Path("var")).is_absolute()


def test_a_misspelt_variable_is_reported_with_the_one_that_was_meant() -> None:
    environment = Environment({"SAYSO_MODLE": "builtin", "SAYSO_QQQQ": "1", "OTHER": "1"})
    environment.text("SAYSO_MODEL")

    assert environment.unknown() == {"SAYSO_MODLE": "SAYSO_MODEL", "SAYSO_QQQQ": None}


@pytest.mark.parametrize(("text", "number"), [("", None), ("0.2", 0.2), ("2", 2.0)])
def test_a_fraction_is_a_number_or_nothing(text: str, number: float | None) -> None:
    assert Environment({"T": text}).fraction("T", at_least=0, at_most=2) == number


@pytest.mark.parametrize("text", ["warm", "-1", "2.1", "nan", "inf"])
def test_a_fraction_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(SettingRefused, match="T must be a number from 0 to 2"):
        Environment({"T": text}).fraction("T", at_least=0, at_most=2)


@pytest.mark.parametrize("text", ["[1]", "{", "secret"])
def test_fields_that_are_no_object_are_refused_without_being_quoted(text: str) -> None:
    with pytest.raises(SettingRefused, match="T must be a JSON object") as refused:
        Environment({"T": text}).fields("T")

    assert "secret" not in str(refused.value)
