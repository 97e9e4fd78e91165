import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("interrupts", "0010_changed_tools"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Nonce",
            fields=[
                ("nonce", models.CharField(max_length=64, primary_key=True, serialize=False)),
                (
                    "until",
                    models.FloatField(
                        db_index=True, help_text="seconds since the epoch; then the state is too old anyway"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="server",
            name="who_key_sealed",
            field=models.TextField(blank=True, db_default="", default="", editable=False),
        ),
        migrations.CreateModel(
            name="AccessToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(help_text="what it is for: my laptop, the build server", max_length=100)),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("created_at", models.DateTimeField(editable=False)),
                ("used_at", models.DateTimeField(blank=True, editable=False, help_text="to the minute", null=True)),
                (
                    "expires_at",
                    models.DateTimeField(blank=True, help_text="blank: it lives until it is revoked", null=True),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
    ]
