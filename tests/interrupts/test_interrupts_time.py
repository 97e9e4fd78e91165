"""Times as people read them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from interrupts.templatetags.interrupts_time import ago, clock, exact


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(seconds=44), "just now"),
        (timedelta(seconds=46), "1 min ago"),
        (timedelta(minutes=59), "59 min ago"),
        (timedelta(minutes=59, seconds=40), "1 h ago"),
        (timedelta(hours=23), "23 h ago"),
        (timedelta(hours=23, minutes=40), "1 day ago"),
        (timedelta(days=7), "7 days ago"),
    ],
)
def test_how_long_ago_is_said_in_one_unit(passed: timedelta, words: str) -> None:
    assert ago(timezone.now() - passed) == words


def test_what_is_more_than_a_week_ago_has_a_date() -> None:
    assert ago(datetime(2020, 3, 4, 12, tzinfo=UTC)) == "4 Mar 2020"


def test_a_time_of_today_needs_no_date() -> None:
    now = timezone.localtime()

    assert clock(now) == now.strftime("%H:%M")


def test_times_are_those_of_the_persons_zone() -> None:
    with timezone.override(ZoneInfo("Asia/Tokyo")):
        assert clock(datetime(2020, 3, 4, 20, 5, tzinfo=UTC)) == "5 Mar 2020, 05:05"
        assert exact(datetime(2020, 3, 4, 20, 5, tzinfo=UTC)) == "Thursday, 5 March 2020, 05:05:00 JST"


def test_no_time_is_nothing() -> None:
    assert (ago(None), clock(None), exact(None)) == ("", "", "")
