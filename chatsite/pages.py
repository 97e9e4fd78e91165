"""The addresses of the chat's pages; docs/automation.md promises them."""

from django.urls import path

from chatsite import message_views, own_settings, tool_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("settings/", own_settings.own_settings, name="settings"),
    path("threads/", views.start_thread, name="start_thread"),
    path("threads/<uuid:pk>/", views.thread, name="thread"),
    path("threads/<uuid:pk>/messages/", views.write, name="write"),
    path("threads/<uuid:pk>/messages/<int:message>/", message_views.message_text, name="message_text"),
    path("threads/<uuid:pk>/messages/<int:message>/rating/", message_views.rate, name="rate_reply"),
    path("threads/<uuid:pk>/stop/", views.stop, name="stop"),
    path("threads/<uuid:pk>/tools/", tool_views.thread_tools, name="thread_tools"),
]
