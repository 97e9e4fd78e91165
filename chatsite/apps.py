from django.apps import AppConfig


class ChatsiteConfig(AppConfig):
    name = "chatsite"
    verbose_name = "Sayso"

    def ready(self) -> None:
        # System checks register themselves on import, which must wait until the apps are loaded.
        from chatsite import checks  # noqa: F401
