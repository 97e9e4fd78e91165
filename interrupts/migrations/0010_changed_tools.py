from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0009_connections")]

    operations = [
        migrations.AddField(
            "tool",
            "proposed",
            models.CharField(
                blank=True,
                default="",
                db_default="",
                max_length=80,
                help_text="fingerprint of a changed definition that an admin has not approved; empty when none waits",
            ),
        ),
        migrations.AddField("tool", "proposed_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "tool",
            models.Index(
                fields=["proposed_at"], condition=models.Q(("proposed_at__isnull", False)), name="tool_waits_for_approval"
            ),
        ),
    ]
