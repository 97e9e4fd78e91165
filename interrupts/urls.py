from django.urls import path

from interrupts import health, metrics, views

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("interrupts/<uuid:pk>/", views.question, name="question"),
    path("interrupts/<uuid:pk>/answer/", views.answer, name="answer"),
    path("interrupts/<uuid:pk>/draft/", views.draft, name="draft"),
    path("interrupts/<uuid:pk>/reply/", views.reply, name="reply"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
]
