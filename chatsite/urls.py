"""Which address leads where."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from chatsite import signin

urlpatterns = [
    path("", include("chatsite.pages")),
    path("", include("interrupts.urls")),
    path("accounts/login/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("accounts/password/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("accounts/password/done/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("accounts/link/", signin.one_time_link, name="one_time_link"),
    path("admin/", admin.site.urls),
    # Pages that name no icon of their own, the admin's, are asked for this one by every browser.
    path("favicon.ico", RedirectView.as_view(url=static("sayso.svg")), name="favicon"),
]

handler400 = "chatsite.errors.bad_request"
handler403 = "chatsite.errors.permission_denied"
handler404 = "chatsite.errors.page_not_found"
handler500 = "chatsite.errors.server_error"
