"""The name of the admin and its first page. What it shows comes from ``interrupts.admin``."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

admin.site.site_header = admin.site.site_title = "Sayso"
admin.site.index_title = _("Administration")
admin.site.index_template = "admin/interrupts/index.html"
