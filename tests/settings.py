"""The site's settings with a data folder of their own that goes when the tests end."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="sayso-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
# What a developer has set for their own Sayso is not for the tests; DATABASE_URL and REDIS_URL choose what to test on.
for _name in [name for name in os.environ if name.startswith(("SAYSO_", "OPENAI_"))]:
    del os.environ[_name]
os.environ["SAYSO_DATA"] = _folder
# The servers of the tests are on this machine, also those that a test enters as a person would.
os.environ["SAYSO_ALLOWED_NETWORKS"] = "127.0.0.0/8"
# Started processes would compile everything anew each time where this is set.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from chatsite.settings import *  # noqa: E402, F403
from chatsite.settings import DATABASES  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, since the engine's threads have connections of their own and an in-memory database would be locked.
    DATABASES["default"]["TEST"] = {"NAME": f"{_folder}/test.sqlite3"}
