from django.urls import path

from interrupts import downloads, health, metrics, views

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("interrupts/<uuid:pk>/", views.question, name="question"),
    path("interrupts/<uuid:pk>/answer/", views.answer, name="answer"),
    path("results/<uuid:pk>/<int:call>/", downloads.result, name="tool_result"),
    path("results/<uuid:pk>/<int:call>/<int:place>/", downloads.block, name="tool_block"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
]
