from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0002_events_are_append_only")]

    operations = [
        migrations.RemoveIndex("run", "run_due"),
        migrations.AddIndex("run", models.Index(fields=["status", "wake_at", "queued_at"], name="run_due")),
    ]
