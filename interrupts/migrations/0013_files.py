import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('interrupts', '0012_preferences'),
    ]

    operations = [
        migrations.AlterField(
            model_name='toolcall',
            name='result',
            field=models.TextField(blank=True, help_text="JSON text of the tool's result; a digest of it when it is large"),
        ),
        migrations.CreateModel(
            name='Stored',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='its name in the storage', max_length=200, unique=True)),
                ('size', models.PositiveBigIntegerField(help_text='bytes')),
                ('unclaimed_until', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('thread', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='interrupts.thread')),
            ],
            options={
                'verbose_name': 'stored files',
                'verbose_name_plural': 'stored files',
            },
        ),
        migrations.CreateModel(
            name='File',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('media_type', models.CharField(max_length=100)),
                ('size', models.PositiveBigIntegerField(help_text='bytes')),
                ('sha256', models.CharField(max_length=64)),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='interrupts.message')),
                ('thread', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='interrupts.thread')),
                ('stored', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='files', to='interrupts.stored')),
            ],
        ),
        migrations.AddField(
            model_name='round',
            name='reply_in',
            field=models.ForeignKey(blank=True, help_text='the reply verbatim, when it is large', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rounds', to='interrupts.stored'),
        ),
        migrations.AddField(
            model_name='toolcall',
            name='result_in',
            field=models.ForeignKey(blank=True, help_text='the reply that holds a large result, verbatim', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='calls', to='interrupts.stored'),
        ),
        migrations.AddIndex(
            model_name='stored',
            index=models.Index(condition=models.Q(('thread__isnull', True)), fields=['created_at'], name='stored_without_thread'),
        ),
    ]
