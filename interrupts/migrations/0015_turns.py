import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("interrupts", "0014_feedback"),
    ]

    operations = [
        migrations.AddField(
            model_name="message",
            name="reasoning",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="what the model thought before it replied; never given back",
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="writing",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="JSON text: the calls that are being written, while they are",
            ),
        ),
        migrations.AddField(
            model_name="run",
            name="cost",
            field=models.DecimalField(
                blank=True, decimal_places=6, help_text="in US dollars, as the provider says", max_digits=16, null=True
            ),
        ),
        migrations.AddField(
            model_name="run",
            name="failures",
            field=models.PositiveIntegerField(
                db_default=0,
                default=0,
                help_text="times in a row that the model failed at this turn and may be asked again",
            ),
        ),
        migrations.AddField(
            model_name="run",
            name="tokens_cached",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="tokens from the provider's cache"),
        ),
        migrations.AddField(
            model_name="run",
            name="tokens_in",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="tokens read"),
        ),
        migrations.AddField(
            model_name="run",
            name="tokens_out",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="tokens written"),
        ),
        migrations.AddField(
            model_name="thread",
            name="results_cut",
            field=models.BigIntegerField(
                db_default=0, default=0, help_text="results of tools placed up to here are given to models shortened"
            ),
        ),
        migrations.AddField(
            model_name="thread",
            name="tools_off",
            field=models.TextField(
                blank=True,
                db_default="",
                default="",
                help_text="JSON text: aliases of the tools that are switched off in it",
            ),
        ),
        migrations.AddField(
            model_name="toolcall",
            name="fault",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="what was wrong with it as the model wrote it",
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField()),
                ("created_at", models.DateTimeField()),
                (
                    "message",
                    models.OneToOneField(
                        help_text="it stands for everything up to this",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="summary",
                        to="interrupts.message",
                    ),
                ),
                (
                    "thread",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="summaries", to="interrupts.thread"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "summaries",
            },
        ),
    ]
