from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("interrupts", "0006_kinds"),
    ]

    operations = [
        migrations.CreateModel(
            "Profile",
            [
                (
                    "person",
                    models.OneToOneField(
                        to=settings.AUTH_USER_MODEL,
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                    ),
                ),
                ("time_zone", models.CharField(max_length=64, help_text="its name, such as Europe/Berlin")),
            ],
        ),
    ]
