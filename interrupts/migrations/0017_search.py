from django.db import migrations

# Not copied here: the triggers are put up again after later migrations, from the same words.
from interrupts.search_index import create, drop


class Migration(migrations.Migration):
    dependencies = [("interrupts", "0016_threads")]

    operations = [migrations.RunPython(create, drop)]
