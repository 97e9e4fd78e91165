"""This site: settings, pages and the model adapters. Nothing imports it."""

VERSION = "0.1.0"
