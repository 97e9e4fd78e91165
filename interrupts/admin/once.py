"""The page that shows a secret the one time it can be seen."""

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache


def shown_once(page: ModelAdmin, request: HttpRequest, *, title: str, secret: str, explanation: str) -> HttpResponse:
    """Return the page, in answer to the form that made the secret. It is in no message, cookie or log."""
    names = {
        **page.admin_site.each_context(request),
        "title": title,
        "opts": page.opts,
        "secret": secret,
        "explanation": explanation,
        "back": reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist"),
    }
    answer = never_cache(lambda _: TemplateResponse(request, "interrupts/admin/once.html", names))
    response: HttpResponse = answer(request)
    return response
