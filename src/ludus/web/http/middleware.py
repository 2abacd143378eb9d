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
from ludus.web.http.errors import Forbidden, TooManyRequests, sentence_of, status_of, title_of
from ludus.web.http.request import Handler, RequestContext, json_response, too_fast
from ludus.web.http.sessions import COOKIE
from ludus.web.http.sse import EventStream
from ludus.web.live.models import ErrorModel, Visitor
from ludus.web.state import AppState

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


def page(app: AppState, handler: Handler) -> Endpoint:
    """A handler of pages and forms: by cookie, errors as pages or as JSON."""

    async def endpoint(request: Request) -> Response | EventStream:
        ctx = RequestContext(app, request, None)
        try:
            _within_limits(ctx, None)
            if request.method not in ("GET", "HEAD") and not same_origin(request):
                raise Forbidden("this request did not come from our own pages")
            ctx.session = await app.tables.sessions.by_cookie(request.cookies.get(COOKIE))
            if ctx.session is not None:
                _within_limits(ctx, ctx.session.id)
            return await handler(ctx)
        except LudusError as error:
            return await failure(ctx, error)
        except ClientDisconnect:
            return Response(status_code=400)

    return endpoint


def interface(app: AppState, handler: Callable[[RequestContext], Awaitable[object]]) -> Endpoint:
    """A handler of the API: by bearer token, everything as JSON."""

    async def endpoint(request: Request) -> Response | EventStream:
        ctx = RequestContext(app, request, None)
        try:
            _within_limits(ctx, None)
            scheme, _, token = request.headers.get("authorization", "").partition(" ")
            if scheme.lower() == "bearer":
                ctx.session = await app.tables.sessions.by_token(token.strip())
                if ctx.session is None:
                    return json_response({"error": "that token is not one of ours"}, 401)
                _within_limits(ctx, ctx.session.id)
            answer = await handler(ctx)
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


def _within_limits(ctx: RequestContext, session: str | None) -> None:
    """Count the request, by address first and by session once that is known."""
    app = ctx.app
    writes = ctx.request.method not in ("GET", "HEAD")
    if session is not None:
        wait = app.writes.take(session) if writes else 0.0
    else:
        wait = (app.address_writes if writes else app.reads).take(ctx.address)
    if wait:
        raise too_fast(wait)


async def failure(ctx: RequestContext, error: LudusError) -> Response:
    """An error as whoever asked can read it."""
    status = status_of(error)
    if status >= 500:
        log.error("%s %s: %s", ctx.request.method, ctx.request.url.path, error)
    if ctx.wants_json:
        return json_failure(error)
    visitor = Visitor(ctx.session.name if ctx.session else "")
    model = ErrorModel(visitor, status, title_of(error), sentence_of(error))
    response = ctx.page(ctx.app.pages.error(model), status)
    _retry(response, error)
    return response


def json_failure(error: LudusError) -> Response:
    response = json_response({"error": sentence_of(error)}, status_of(error))
    _retry(response, error)
    return response


def _retry(response: Response, error: LudusError) -> None:
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(max(1, round(error.wait)))
