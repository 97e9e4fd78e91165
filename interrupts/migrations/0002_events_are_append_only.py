from django.db import migrations

FORBID = """
CREATE FUNCTION interrupts_event_refuse() RETURNS trigger AS $$
BEGIN
    IF current_setting('interrupts.retention', true) = 'on' AND TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the audit is append-only';
END $$ LANGUAGE plpgsql;
CREATE TRIGGER interrupts_event_append_only BEFORE UPDATE OR DELETE ON interrupts_event
    FOR EACH ROW EXECUTE FUNCTION interrupts_event_refuse();
"""
ALLOW = """
DROP TRIGGER interrupts_event_append_only ON interrupts_event;
DROP FUNCTION interrupts_event_refuse();
"""


def forbid(apps, schema_editor):
    """PostgreSQL keeps the audit by itself; on SQLite whoever can write the file can write anything anyway."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FORBID)


def allow(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ALLOW)


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0001_initial")]
    operations = [migrations.RunPython(forbid, allow)]
