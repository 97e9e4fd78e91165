"""The site with an app that has tools of its own, and a model that calls the one a person names."""

from chatsite.settings import *  # noqa: F403
from chatsite.settings import INSTALLED_APPS

INSTALLED_APPS = ["tests.shelf", *INSTALLED_APPS]
