"""Every control, kind and state of questions on one page for staff, drawn by the templates of the real ones.

Nothing is stored: the rows are never saved, and what is posted is only shown again as it would be sent.
"""
