from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0004_questions_of_a_thread")]

    operations = [
        migrations.AddField(
            "interrupt",
            "handler",
            models.CharField(
                blank=True,
                # Code of the version before does not know the column and must be able to insert without it.
                db_default="",
                default="",
                help_text="who gets the answer to a question from code",
                max_length=200,
            ),
        ),
    ]
