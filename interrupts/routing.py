from django.urls import path

from interrupts.consumers import PageConsumer

websocket_urlpatterns = [path("ws/", PageConsumer.as_asgi())]
