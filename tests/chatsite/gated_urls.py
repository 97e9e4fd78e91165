import os
import socket

from django.http import HttpRequest, HttpResponse
from django.urls import path

from chatsite.urls import urlpatterns as site


def gated(request: HttpRequest) -> HttpResponse:
    """Connect to the test, which thereby knows that the request has begun, and answer when it hangs up."""
    with socket.create_connection(("127.0.0.1", int(os.environ["GATE_PORT"]))) as gate:
        gate.recv(1)
    return HttpResponse("answered whole " * 10_000)


urlpatterns = [path("gated/", gated), *site]
