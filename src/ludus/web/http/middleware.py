"""What stands before every handler: limits, the same-origin check, headers that keep pages safe.

A request that changes something must come from our own pages (its Origin or Sec-Fetch-Site says
so), unless it carries a bearer token, which no other site can make a browser send.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.core.errors import LudusError
from ludus.web.http.request import Ask, Handler, json_response, too_fast
from ludus.web.http.errors import NotYours, TooMany, sentence_of, status_of, title_of
from ludus.web.live.models import ErrorModel, Visitor
from ludus.web.state import Site
from ludus.web.http.sse import EventStream
from ludus.web.http.sessions import COOKIE

log = logging.getLogger("ludus.web")

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


PASSING: Final = (b"cache-control", b"no-store")
LASTING: Final = (b"cache-control", b"no-cache")
"""For what carries an ETag: browsers keep it, and ask each time whether it is still the same."""


class SafeHeaders:
    """Adds the headers above to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                given = {name for name, _ in headers}
                keeping = LASTING if b"etag" in given else PASSING
                headers += [header for header in (*HEADERS, keeping) if header[0] not in given]
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_safely)


def same_origin(request: Request) -> bool:
    """Whether a browser says that the request comes from one of our own pages."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == request.headers.get("host")


Endpoint = Callable[[Request], Awaitable[Response | EventStream]]


def page(site: Site, handler: Handler) -> Endpoint:
    """A handler of pages and forms: by cookie, errors as pages or as JSON."""

    async def endpoint(request: Request) -> Response | EventStream:
        ask = Ask(site, request, None)
        try:
            _within_limits(ask, None)
            if request.method not in ("GET", "HEAD") and not same_origin(request):
                raise NotYours("this request did not come from our own pages")
            ask.session = await site.room.visitors.by_cookie(request.cookies.get(COOKIE))
            if ask.session is not None:
                _within_limits(ask, ask.session.id)
            return await handler(ask)
        except LudusError as error:
            return await failure(ask, error)
        except ClientDisconnect:
            return Response(status_code=400)

    return endpoint


def interface(site: Site, handler: Callable[[Ask], Awaitable[object]]) -> Endpoint:
    """A handler of the API: by bearer token, everything as JSON."""

    async def endpoint(request: Request) -> Response | EventStream:
        ask = Ask(site, request, None)
        try:
            _within_limits(ask, None)
            scheme, _, token = request.headers.get("authorization", "").partition(" ")
            if scheme.lower() == "bearer":
                ask.session = await site.room.visitors.by_token(token.strip())
                if ask.session is None:
                    return json_response({"error": "that token is not one of ours"}, 401)
                _within_limits(ask, ask.session.id)
            answer = await handler(ask)
        except LudusError as error:
            return json_failure(error)
        except ClientDisconnect:
            return Response(status_code=400)
        if isinstance(answer, EventStream):
            return answer
        if isinstance(answer, str):
            return Response(answer, media_type="application/x-ndjson")
        return json_response(answer)

    return endpoint


def _within_limits(ask: Ask, session: str | None) -> None:
    """Count the request, by address first and by session once that is known."""
    site = ask.site
    writes = ask.request.method not in ("GET", "HEAD")
    if session is not None:
        wait = site.writes.take(session) if writes else 0.0
    else:
        wait = (site.address_writes if writes else site.reads).take(ask.address)
    if wait:
        raise too_fast(wait)


async def failure(ask: Ask, error: LudusError) -> Response:
    """An error as whoever asked can read it."""
    status = status_of(error)
    if status >= 500:
        log.error("%s %s: %s", ask.request.method, ask.request.url.path, error)
    if ask.wants_json:
        return json_failure(error)
    visitor = Visitor(ask.session.name if ask.session else "")
    model = ErrorModel(visitor, status, title_of(error), sentence_of(error))
    response = ask.page(ask.site.pages.error(model), status)
    _retry(response, error)
    return response


def json_failure(error: LudusError) -> Response:
    response = json_response({"error": sentence_of(error)}, status_of(error))
    _retry(response, error)
    return response


def _retry(response: Response, error: LudusError) -> None:
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(max(1, round(error.wait)))
