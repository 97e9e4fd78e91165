"""The parts of ``manage.py serve``: listening, first steps in the database, sample servers, web server, drain."""
