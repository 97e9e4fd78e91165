"""The addresses of the chat's pages; docs/automation.md says which of them are promised."""

from django.urls import path

from chatsite import message_views, own_settings, thread_views, tool_views, version_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("settings/", own_settings.own_settings, name="settings"),
    path("threads/", views.start_thread, name="start_thread"),
    path("search/", thread_views.search, name="search"),
    path("threads/all/", thread_views.all_threads, name="all_threads"),
    path("threads/<uuid:pk>/", views.thread, name="thread"),
    path("threads/<uuid:pk>/messages/", views.write, name="write"),
    path("threads/<uuid:pk>/messages/<int:message>/", message_views.message_text, name="message_text"),
    path("threads/<uuid:pk>/messages/<int:message>/rating/", message_views.rate, name="rate_reply"),
    path("threads/<uuid:pk>/stop/", views.stop, name="stop"),
    path("threads/<uuid:pk>/tools/", tool_views.thread_tools, name="thread_tools"),
    path("threads/<uuid:pk>/options/", thread_views.thread_options, name="thread_options"),
    path("threads/<uuid:pk>/rename/", thread_views.rename, name="rename_thread"),
    path("threads/<uuid:pk>/pin/", thread_views.pin, name="pin_thread"),
    path("threads/<uuid:pk>/archive/", thread_views.archive, name="archive_thread"),
    path("threads/<uuid:pk>/delete/", thread_views.delete, name="delete_thread"),
    path("threads/<uuid:pk>/messages/<int:message>/edit/", version_views.edit, name="edit_message"),
    path("threads/<uuid:pk>/again/", version_views.regenerate, name="regenerate"),
    path("threads/<uuid:pk>/version/", version_views.version, name="show_version"),
]
