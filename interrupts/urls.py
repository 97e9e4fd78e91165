from django.urls import path

from interrupts import connection_views, downloads, health, metrics, views
from interrupts.gallery.views import gallery, gallery_example

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("interrupts/<uuid:pk>/", views.question, name="question"),
    path("interrupts/<uuid:pk>/answer/", views.answer, name="answer"),
    path("interrupts/<uuid:pk>/draft/", views.draft, name="draft"),
    path("interrupts/<uuid:pk>/reply/", views.reply, name="reply"),
    path("zone/", views.time_zone, name="time_zone"),
    path("connections/", connection_views.connections, name="connections"),
    path("connections/<int:pk>/", connection_views.connect, name="connect"),
    path("connections/<int:pk>/end/", connection_views.end, name="disconnect"),
    path("connections/callback/", connection_views.callback, name="connected"),
    path("connections/client.json", connection_views.client_metadata, name="client_metadata"),
    path("gallery/", gallery, name="gallery"),
    path("gallery/<slug:slug>/", gallery_example, name="gallery_example"),
    path("results/<uuid:pk>/<int:call>/", downloads.result, name="tool_result"),
    path("results/<uuid:pk>/<int:call>/<int:place>/", downloads.block, name="tool_block"),
    path("files/<uuid:pk>/<int:file>/", downloads.attached_file, name="attached_file"),
    path("threads/<uuid:pk>/export.json", downloads.thread_as_json, name="thread_as_json"),
    path("threads/<uuid:pk>/export.md", downloads.thread_as_markdown, name="thread_as_markdown"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
]
