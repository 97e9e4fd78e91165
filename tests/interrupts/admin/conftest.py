"""Somebody who may see and do everything the admin offers."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client


@pytest.fixture
def root(db: None) -> Any:
    return get_user_model().objects.create_user("root", is_staff=True, is_superuser=True)


@pytest.fixture
def office(root: Any) -> Client:
    """A browser in which root is signed in; what is posted needs its CSRF token only in the tests that say so."""
    client = Client()
    client.force_login(root)
    return client
