from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0003_claims_find_their_runs_by_index")]

    operations = [
        # With a default of the database's own, so that code from before goes on writing rows meanwhile.
        migrations.AddField(
            "toolcall",
            "edits",
            models.TextField(
                blank=True,
                default="",
                db_default="",
                help_text="JSON text: what a person changed of the arguments, no secrets",
            ),
        ),
    ]
