"""Signing in to a server with OAuth 2.1, in two legs that may run in different processes, days apart.

``discover_offer`` reads what a server wants, ``identify`` makes us known to its authorization server, ``begin`` gives
the address a person's browser goes to and a record to keep, ``finish`` turns what the browser brings back into tokens.
Source: MCP 2026-07-28 and 2025-11-25, Authorization. The official SDK's client does all of it in one coroutine that
must stay alive until the person comes back, and takes seconds to import; its order of things is kept here.
"""

from mcpbridge.client.oauth.challenge import Challenge, read_challenge
from mcpbridge.client.oauth.discovery import Offer, discover_offer
from mcpbridge.client.oauth.errors import NoSignIn, SignInFailed, SignInRefused
from mcpbridge.client.oauth.fetching import Places
from mcpbridge.client.oauth.flow import Pending, begin, finish
from mcpbridge.client.oauth.registering import Registration, Us, identify
from mcpbridge.client.oauth.tokens import Grant, Tokens, refresh, revoke

__all__ = [
    "Challenge",
    "Grant",
    "NoSignIn",
    "Offer",
    "Pending",
    "Places",
    "Registration",
    "SignInFailed",
    "SignInRefused",
    "Tokens",
    "Us",
    "begin",
    "discover_offer",
    "finish",
    "identify",
    "read_challenge",
    "refresh",
    "revoke",
]
