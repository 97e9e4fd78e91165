from django.apps import AppConfig


class InterruptsConfig(AppConfig):
    name = "interrupts"
    verbose_name = "Questions and runs"
    default_auto_field = "django.db.models.BigAutoField"
