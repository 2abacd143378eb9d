"""Middleware: safe headers, the base path, the names of the server, and a log of requests."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Final

from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.web.metrics import Metrics
from ludus.web.paths import at

access: Final = logging.getLogger("ludus.access")
MOST_PATH: Final = 200
"""Letters of a path that are logged."""

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)

ASSETS: Final = "/static/"
ASSET_HEADERS: Final = (
    (b"content-security-policy", b"default-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""For the files of pages, which are no documents: a page loads some sixty of them."""


NO_STORE: Final = (b"cache-control", b"no-store")
REVALIDATE: Final = (b"cache-control", b"no-cache")
"""For what carries an ETag: browsers keep it, and ask each time whether it is still the same."""


LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Names by which the machine itself may always ask, a proxy on it or its operator."""


def host_name(host: str) -> str:
    """The name in a Host header or a setting, without its port."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    if name.count(":") > 1:
        # An IPv6 address as it is.
        return name
    return name.partition(":")[0].removesuffix(".")


class AllowedHosts:
    """Refuses requests that name another host, as those of a foreign name that leads here do.

    A page of such a name could read ours as if they were its own.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._app = app
        self._hosts = frozenset(host_name(host) for host in (*hosts, *LOOPBACK)) if hosts else None
        text = f"This server is not called that: it is at {hosts[0]}.\n" if hosts else ""
        self._refusal = PlainTextResponse(text, 421)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._hosts is not None and scope["type"] == "http":
            asked = [value for name, value in scope["headers"] if name == b"host"]
            if len(asked) != 1 or host_name(asked[0].decode("latin-1")) not in self._hosts:
                await self._refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


class BasePath:
    """Serves everything below a base path. Within, addresses have none: they get it on their way
    out (`ludus.web.paths`), and those of redirects get it here."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self._app = app
        self._base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._base or scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        if not path.startswith(f"{self._base}/"):
            await self._elsewhere(path)(scope, receive, send)
            return

        async def send_with_base(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, at(value.decode()).encode() if name == b"location" else value)
                    for name, value in message.get("headers", ())
                ]
            await send(message)

        await self._app({**scope, "path": path[len(self._base) :]}, receive, send_with_base)

    def _elsewhere(self, path: str) -> Response:
        """The door is shown to whoever stands right before it."""
        headers = {name.decode(): value.decode() for name, value in (*HEADERS, NO_STORE)}
        if path in ("/", self._base):
            return RedirectResponse(f"{self._base}/", 307, headers)
        text = f"There is nothing here: the games are at {self._base}/\n"
        return PlainTextResponse(text, 404, headers)


class SecurityHeaders:
    """Adds the headers above to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        usual = ASSET_HEADERS if scope["path"].startswith(ASSETS) else HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                given = {name for name, _ in headers}
                caching = REVALIDATE if b"etag" in given else NO_STORE
                headers += [header for header in (*usual, caching) if header[0] not in given]
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Observer:
    """Middleware that counts and logs every request; a stream is logged when it ends."""

    def __init__(self, app: ASGIApp, metrics: Metrics, base: str) -> None:
        self._app = app
        self._metrics = metrics
        self._base = base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        path = scope["path"].removeprefix(self._base)
        kind = (
            "api" if path.startswith("/api/") else "static" if path.startswith(ASSETS) else "page"
        )
        method = scope["method"]
        status = size = 0

        async def observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                self._metrics.answered(kind, method, status, time.perf_counter() - began)
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, observed)
        finally:
            if access.isEnabledFor(logging.INFO):
                _log(scope, status, size, time.perf_counter() - began)


def _log(scope: Scope, status: int, size: int, seconds: float) -> None:
    client = scope.get("client")
    path = without_tokens(scope["path"])
    spent = round(1000 * seconds, 1)
    fields = {
        "address": client[0] if client else "",
        "method": scope["method"],
        "path": path,
        "status": status,
        "bytes": size,
        "ms": spent,
    }
    words = f"{fields['address']} {fields['method']} {path} {status} {size} {spent}ms"
    access.info("%s", words, extra={"fields": fields})


def without_tokens(path: str) -> str:
    """A path as it may be kept: whoever has the token of a link has what it gives.

    Queries, which may hold tokens too, are no part of it.
    """
    for start in ("/i/", "/links/", "/device/", "/devices/", "/mail/confirm/", "/mail/stop/"):
        before, found, _ = path.partition(start)
        if found:
            return f"{before}{found}*"
    return path[:MOST_PATH]
