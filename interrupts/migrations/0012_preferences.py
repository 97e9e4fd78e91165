from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0011_nonces")]

    operations = [
        migrations.AlterField(
            "profile",
            "time_zone",
            models.CharField(blank=True, help_text="its name, such as Europe/Berlin; blank: the browser's", max_length=64),
        ),
        migrations.AddField(
            "profile",
            "language",
            models.CharField(
                blank=True, db_default="", default="", help_text="its code, such as de; blank: the browser's", max_length=16
            ),
        ),
        migrations.AddField("profile", "notifications", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("profile", "shortcuts", models.BooleanField(db_default=True, default=True)),
    ]
