#!/usr/bin/env python
"""Sayso's command line: ``manage.py serve`` starts everything."""

import os
import sys

from django.core.management import execute_from_command_line

from chatsite.environment import SettingRefused


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chatsite.settings")
    try:
        execute_from_command_line(sys.argv)
    except SettingRefused as refusal:
        sys.exit(f"Sayso cannot start: {refusal}")


if __name__ == "__main__":
    main()
