"""A protected MCP server and its authorization server in a process of their own, which do as a script says.

Use ``with scripted_oauth(script) as peer``. Everything is on one port: ``/mcp`` wants a bearer token that this process
gave out and not yet took back; ``/authorize`` asks nobody and sends the browser back with a code at once. A script is
an object, every part of it optional:

    {"scopes": ["read"],          what /mcp wants; a token with less gets 403 insufficient_scope
     "lifetime": 3600,            seconds of an access token, in its reply only
     "refresh": "ok",             or "refused": invalid_grant; "away": 503
     "iss": "ours",               or "other" or "none": what the browser is sent back with
     "metadata": {…},             laid over the authorization server's metadata; null takes a part away
     "resource": "…",             what the protected-resource metadata names
     "issuer": "…",               the authorization server it names
     "redirect": "…",             where the authorization server's metadata redirects to
     "public_list": true,         tools/list and server/discover need no token
     "deny": true,                the person says no
     "page": true}                /authorize shows a page with a link, as one that asks a person does

``peer.log()`` gives each request: path, form, query, headers and, for /mcp, the method and whose token it was.
"""

import base64
import hashlib
import html
import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import Request, urlopen

ROOT = Path(__file__).parent.parent
TOOL = {"name": "pay", "description": "Pay a bill", "inputSchema": {"type": "object"}}


class Peer:
    """The peer seen from a test."""

    def __init__(self, url: str) -> None:
        self.origin = url
        self.url = f"{url}/mcp"

    def play(self, **script: Any) -> None:
        """Go on with another script; codes, tokens and the log stay."""
        self._post("/__script__", script)

    def forget_tokens(self) -> None:
        """Take every access token back."""
        self._post("/__forget__", {})

    def log(self, path: str | None = None) -> list[dict[str, Any]]:
        with urlopen(f"{self.origin}/__log__", timeout=30) as reply:
            entries: list[dict[str, Any]] = json.load(reply)
        return [entry for entry in entries if path is None or entry["path"] == path]

    def calls(self) -> list[dict[str, Any]]:
        """The tool calls that were let through."""
        return [entry for entry in self.log("/mcp") if entry["method"] == "tools/call" and entry["let_in"]]

    def _post(self, path: str, body: Any) -> None:
        with urlopen(Request(f"{self.origin}{path}", json.dumps(body).encode()), timeout=30) as reply:
            reply.read()


@contextmanager
def scripted_oauth(**script: Any) -> Iterator[Peer]:
    """Run the peer in its own process for the length of the block."""
    command = [sys.executable, "-m", "tests.scripted_oauth"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        word, _, url = process.stdout.readline().strip().partition(" ")
        assert word == "READY"
        peer = Peer(url)
        peer.play(**script)
        try:
            yield peer
        finally:
            process.kill()


@dataclass
class State:
    """What the process remembers."""

    script: dict[str, Any]
    codes: dict[str, dict[str, str]]
    access: dict[str, str]
    refresh: dict[str, str]
    log: list[dict[str, Any]]
    clients: int = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    state = State({}, {}, {}, {}, [])
    lock = Lock()

    def log_message(self, *args: Any) -> None:
        """Say nothing."""

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def do_GET(self) -> None:
        with self.lock:
            self._get(urlsplit(self.path))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        with self.lock:
            self._post(urlsplit(self.path).path, body)

    def _get(self, parts: Any) -> None:
        query = dict(parse_qsl(parts.query))
        if not parts.path.startswith("/__"):
            self.state.log.append({"path": parts.path, "query": query})
        match parts.path:
            case "/__log__":
                self._reply(self.state.log)
            case "/.well-known/oauth-protected-resource/mcp":
                described = {"resource": self.state.script.get("resource", f"{self.base}/mcp")}
                issuer = self.state.script.get("issuer", self.base)
                self._reply({**described, "authorization_servers": [issuer], "scopes_supported": ["read"]})
            case "/.well-known/oauth-authorization-server" if "redirect" in self.state.script:
                self._reply({}, 302, {"Location": self.state.script["redirect"]})
            case "/.well-known/oauth-authorization-server":
                self._reply(self._metadata())
            case "/authorize":
                self._authorize(query)
            case _:
                self._reply({}, 404)

    def _metadata(self) -> dict[str, Any]:
        metadata = {
            "issuer": self.base,
            "authorization_endpoint": f"{self.base}/authorize",
            "token_endpoint": f"{self.base}/token",
            "registration_endpoint": f"{self.base}/register",
            "revocation_endpoint": f"{self.base}/revoke",
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "authorization_response_iss_parameter_supported": True,
            **self.state.script.get("metadata", {}),
        }
        return {name: value for name, value in metadata.items() if value is not None}

    def _authorize(self, query: dict[str, str]) -> None:
        back = {"state": query["state"]}
        if self.state.script.get("deny"):
            back |= {"error": "access_denied", "error_description": "You said no"}
        else:
            back["code"] = secrets.token_urlsafe(12)
            self.state.codes[back["code"]] = query
        match self.state.script.get("iss", "ours"):
            case "ours":
                back["iss"] = self.base
            case "other":
                back["iss"] = "https://other.example.test"
        there = f"{query['redirect_uri']}?{urlencode(back)}"
        page = f'<title>Sign in</title><a href="{html.escape(there)}">Allow</a>'.encode()
        asks = self.state.script.get("page")
        self.send_response(200 if asks else 302)
        self.send_header("Content-Type" if asks else "Location", "text/html" if asks else there)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def _post(self, path: str, body: bytes) -> None:
        match path:
            case "/__script__":
                type(self).state.script = json.loads(body)
                self._reply({})
            case "/__forget__":
                self.state.access.clear()
                self._reply({})
            case "/mcp":
                self._mcp(json.loads(body))
            case "/register":
                self._log(path, json.loads(body))
                self.state.clients += 1
                self._reply({**json.loads(body), "client_id": f"c{self.state.clients}", "client_secret": "s3"}, 201)
            case "/token" | "/revoke":
                form = dict(parse_qsl(body.decode()))
                self._log(path, form)
                self._token(form) if path == "/token" else self._revoke(form)
            case _:
                self._reply({}, 404)

    def _log(self, path: str, form: dict[str, Any]) -> None:
        self.state.log.append({"path": path, "form": form})

    def _revoke(self, form: dict[str, str]) -> None:
        self.state.refresh.pop(form["token"], None)
        self._reply({})

    def _token(self, form: dict[str, str]) -> None:
        if form["grant_type"] == "refresh_token":
            return self._renew(form)
        asked = self.state.codes.pop(form["code"], None)
        digest = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if asked is None or asked["code_challenge"] != digest or asked["redirect_uri"] != form["redirect_uri"]:
            return self._reply({"error": "invalid_grant"}, 400)
        return self._give(asked.get("scope", ""))

    def _renew(self, form: dict[str, str]) -> None:
        if self.state.script.get("refresh") == "away":
            return self._reply({}, 503)
        scope = self.state.refresh.pop(form["refresh_token"], None)
        if scope is None or self.state.script.get("refresh") == "refused":
            return self._reply({"error": "invalid_grant"}, 400)
        return self._give(scope)

    def _give(self, scope: str) -> None:
        number = len(self.state.log)
        tokens = {"access_token": f"secret-access-{number}", "refresh_token": f"secret-refresh-{number}"}
        self.state.access[tokens["access_token"]] = self.state.refresh[tokens["refresh_token"]] = scope
        lifetime = self.state.script.get("lifetime", 3600)
        self._reply({**tokens, "token_type": "Bearer", "expires_in": lifetime, "scope": scope})

    def _mcp(self, message: dict[str, Any]) -> None:
        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        method, scopes = message["method"], self.state.script.get("scopes", ["read"])
        granted = self.state.access.get(token)
        is_open = method != "tools/call" and self.state.script.get("public_list", True)
        let_in = is_open or (granted is not None and set(scopes) <= set(granted.split()))
        entry = {"path": "/mcp", "method": method, "token": token, "let_in": let_in, "id": message.get("id")}
        self.state.log.append(entry)
        if not let_in:
            what = 'error="insufficient_scope", ' if granted is not None else ""
            where = f'resource_metadata="{self.base}/.well-known/oauth-protected-resource/mcp"'
            challenge = f'Bearer {what}scope="{" ".join(scopes)}", {where}'
            return self._reply({}, 401 if granted is None else 403, {"WWW-Authenticate": challenge})
        results: dict[str, Any] = {
            "server/discover": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}},
            "tools/list": {"tools": [TOOL], "ttlMs": 0},
            "tools/call": {"content": [{"type": "text", "text": f"Paid with {token}"[:9]}]},
        }
        result = {"resultType": "complete", **results[method]}
        return self._reply({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _reply(self, document: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    print(f"READY http://127.0.0.1:{server.server_address[1]}", flush=True)  # noqa: T201 - whoever started this waits for it
    sys.stdin.read()


if __name__ == "__main__":
    main()
