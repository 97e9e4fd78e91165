class CannotServe(Exception):
    """Sayso cannot be started here. ``str(error)`` is a sentence that says what stands in the way."""
