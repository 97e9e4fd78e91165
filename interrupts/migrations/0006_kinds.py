import django.db.models.deletion
from django.db import migrations, models

STATUSES = {
    "wanted": "wanted",
    "writing": "being written",
    "done": "done",
    "failed": "failed",
    "stopped": "stopped",
}


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0005_answers_to_code")]

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
        migrations.CreateModel(
            "Writing",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("status", models.CharField(choices=list(STATUSES.items()), default="wanted", max_length=8)),
                ("text", models.TextField(blank=True, help_text="what the model has written so far")),
                ("model", models.CharField(blank=True, help_text="who writes", max_length=200)),
                ("truncated", models.BooleanField(default=False, help_text="its limit cut it short")),
                ("problem", models.TextField(blank=True, help_text="why nothing came of it, in a sentence")),
                ("lease_owner", models.CharField(blank=True, max_length=64)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("attempt", models.PositiveIntegerField(default=0, help_text="how often it was claimed")),
                (
                    "tries",
                    models.PositiveIntegerField(default=0, help_text="how often it was claimed for the newest wish"),
                ),
                ("wanted_at", models.DateTimeField()),
                (
                    "interrupt",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="writing", to="interrupts.interrupt"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["status", "wanted_at"], name="writing_due")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", list(STATUSES))), name="writing_status_known"
                    ),
                ],
            },
        ),
    ]
