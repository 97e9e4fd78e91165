from django.urls import path

from interrupts import downloads, health, metrics, views
from interrupts.gallery.views import gallery, gallery_example

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("interrupts/<uuid:pk>/", views.question, name="question"),
    path("interrupts/<uuid:pk>/answer/", views.answer, name="answer"),
    path("interrupts/<uuid:pk>/draft/", views.draft, name="draft"),
    path("interrupts/<uuid:pk>/reply/", views.reply, name="reply"),
    path("zone/", views.time_zone, name="time_zone"),
    path("gallery/", gallery, name="gallery"),
    path("gallery/<slug:slug>/", gallery_example, name="gallery_example"),
    path("results/<uuid:pk>/<int:call>/", downloads.result, name="tool_result"),
    path("results/<uuid:pk>/<int:call>/<int:place>/", downloads.block, name="tool_block"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
]
