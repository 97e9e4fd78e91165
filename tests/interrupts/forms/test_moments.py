"""Date-times: local for the person, with an offset for the server, and nothing lost between."""

from datetime import UTC, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from interrupts.forms import Accepted, bind, parse, read
from tests.interrupts.forms.browser import BERLIN, page

FORM = parse({"properties": {"at": {"type": "string", "format": "date-time"}}, "required": ["at"]})


def sent(text: str, within: tzinfo = BERLIN, /, **beside: str) -> str:
    """Return what one date-time field makes of a post, or the sentence of its error."""
    posted = {"f0": [text], **{f"f0-{name}": [value] for name, value in beside.items()}}
    result = read(FORM, posted, zone=within)
    return result.content["at"] if isinstance(result, Accepted) else result.errors["f0"]


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2030-01-31T14:30", BERLIN, "2030-01-31T14:30:00+01:00"),
        ("2030-07-31T14:30:15.25", BERLIN, "2030-07-31T14:30:15.250000+02:00"),
        ("2030-07-31 14:30", ZoneInfo("Asia/Kathmandu"), "2030-07-31T14:30:00+05:45"),
        ("2030-07-31T14:30", UTC, "2030-07-31T14:30:00+00:00"),
        ("2030-07-31T14:30", timezone(timedelta(hours=-3)), "2030-07-31T14:30:00-03:00"),
        ("1880-01-01T12:00", BERLIN, "1880-01-01T11:06:32+00:00"),
    ],
)
def test_a_local_time_gets_the_offset_of_the_persons_zone(text: str, zone: tzinfo, expected: str) -> None:
    assert sent(text, zone) == expected


@pytest.mark.parametrize(
    "text", ["2030-01-31T14:30:00Z", "2030-01-31t14:30:00.123456789-11:45", "1990-12-31T23:59:60Z"]
)
def test_a_full_text_is_sent_as_it_is(text: str) -> None:
    assert sent(text) == text
    assert read(FORM, page(FORM, prefill={"at": text}).post(), zone=BERLIN) == Accepted({"at": text})


@pytest.mark.parametrize(
    "text", ["soon", "14:30", "2030-02-30T10:00", "2030-01-31T24:00", "2030-01-31T10:00:00+25:00", "9999-12-31T23:59+"]
)
def test_what_is_no_time_is_an_error(text: str) -> None:
    assert " " in sent(text)


def test_a_time_the_clocks_skip_is_an_error() -> None:
    assert sent("2030-03-31T02:30") == "This time does not exist in Europe/Berlin: the clocks go forward over it."


def test_a_time_that_happens_twice_asks_which_and_takes_the_choice() -> None:
    assert "+02:00 or +01:00" in sent("2030-10-27T02:30")
    assert sent("2030-10-27T02:30", fold="0") == "2030-10-27T02:30:00+02:00"
    assert sent("2030-10-27T02:30", fold="1") == "2030-10-27T02:30:00+01:00"


def test_the_choice_of_offsets_is_on_the_page_once_it_is_needed() -> None:
    asked = page(FORM, posted={"f0": ["2030-10-27T02:30"], "f0-zone": ["Europe/Berlin"]})

    asked.fill("f0-fold", "The second, offset +01:00")

    assert read(FORM, asked.post(), zone=BERLIN) == Accepted({"at": "2030-10-27T02:30:00+01:00"})


def test_a_page_made_in_one_zone_is_read_in_that_zone() -> None:
    assert sent("2030-07-31T14:30", UTC, zone="Asia/Tokyo") == "2030-07-31T14:30:00+09:00"


@pytest.mark.parametrize("name", ["../../etc/passwd", "Nowhere/Town", "\x00", "a" * 5000])
def test_a_zone_that_does_not_exist_is_not_used(name: str) -> None:
    assert sent("2030-07-31T14:30", UTC, zone=name) == "2030-07-31T14:30:00+00:00"


def test_an_untouched_proposal_keeps_its_own_offset_and_all_its_digits() -> None:
    proposal = "2030-07-31T09:30:00.123456789-05:00"
    opened = page(FORM, prefill={"at": proposal})

    assert opened.of("f0")[0].value == "2030-07-31T16:30:00.123"
    assert read(FORM, opened.post(), zone=BERLIN) == Accepted({"at": proposal})


def test_a_changed_proposal_is_what_the_person_typed() -> None:
    opened = page(FORM, prefill={"at": "2030-07-31T09:30:00-05:00"})

    opened.fill("f0", "2030-07-31T17:00")

    assert read(FORM, opened.post(), zone=BERLIN) == Accepted({"at": "2030-07-31T17:00:00+02:00"})


def test_the_zone_is_named_beside_the_time_and_tied_to_it() -> None:
    field: Any = bind(FORM, zone=BERLIN)[0]

    assert (field.zone, "f0-zone" in field.describedby) == ("Europe/Berlin", True)


def test_a_time_no_picker_could_show_is_shown_as_text() -> None:
    texts = ["", "2030-01-31T14:30", "tomorrow"]

    shown = [bind(FORM, zone=BERLIN, posted={"f0": [text]})[0].input_type for text in texts]

    assert shown == ["datetime-local", "datetime-local", "text"]
