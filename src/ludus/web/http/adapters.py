"""From an operation to its routes: for pages (cookie, form) and for the API (token, JSON).

Both check the rate limits, find the session, read the body and run the operation's handler. They
differ in how a session is named, how strictly a body is read, and what the response looks like.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ludus.core.errors import LudusError
from ludus.web.api.operations import SAY, TAKEBACK, Operation, Who
from ludus.web.api.serializers import table_answer
from ludus.web.cluster.owners import Away
from ludus.web.http.errors import Forbidden, TooManyRequests, sentence_of, status_of, title_of
from ludus.web.http.limits import Metered
from ludus.web.http.request import (
    NO_NAME,
    NO_SEAT,
    RequestContext,
    convert,
    decode,
    json_response,
)
from ludus.web.http.sessions import COOKIE
from ludus.web.http.sse import EventStream
from ludus.web.live.hub import Hub
from ludus.web.live.page_models import ErrorModel, Visitor
from ludus.web.state import AppState

log = logging.getLogger("ludus.web")

OPEN_TO_ALL: Final = ("/privacy", "/me/forget", "/mail/stop/")
"""How addresses begin that are open to those who are banned too: to know what is kept about them,
to have it deleted, and to get no more e-mails."""

B = TypeVar("B")
R = TypeVar("R")
T = TypeVar("T")

Reply: TypeAlias = Response | EventStream
View: TypeAlias = Callable[[RequestContext], Awaitable[Reply]]
"""A page that is only looked at."""
Endpoint: TypeAlias = Callable[[Request], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Opened:
    """The result of an operation that leads to a table: the API shows it, a page goes there."""

    hub: Hub


Failed: TypeAlias = Callable[[RequestContext, LudusError], Awaitable[Response | None]]
"""What a page does about an error of its operation; None: what pages do about any error."""
Shown: TypeAlias = Callable[[RequestContext, object], Awaitable[Response]]
"""How a page shows a result, where a redirect to the table is not enough."""


class Read(Protocol):
    """How an adapter reads the body."""

    async def __call__(self, kind: type[T], /) -> T: ...


@dataclass(frozen=True, slots=True)
class Handler:
    """An operation and what it runs. `failed` and `shown` are for pages alone."""

    operation: Operation[object, object]
    call: Callable[[RequestContext, Read], Awaitable[object]]
    failed: Failed | None = None
    shown: Shown | None = None


def handle(
    operation: Operation[B, R],
    run: Callable[[RequestContext, B], Awaitable[R | Opened | Reply]],
    failed: Failed | None = None,
    shown: Shown | None = None,
) -> Handler:
    """Binds an operation that belongs to no table."""

    async def call(ctx: RequestContext, read: Read) -> object:
        body = await read(operation.body)
        await _admit(ctx, operation)
        return await run(ctx, body)

    return Handler(operation, call, failed, shown)


def handle_table(
    operation: Operation[B, R],
    run: Callable[[RequestContext, Hub, B], Awaitable[R | Opened | Reply]],
    failed: Failed | None = None,
    shown: Shown | None = None,
) -> Handler:
    """Binds an operation at the table that its path names."""

    async def call(ctx: RequestContext, read: Read) -> object:
        hub = await ctx.hub()
        body = await read(operation.body)
        await _admit(ctx, operation)
        return await run(ctx, hub, body)

    return Handler(operation, call, failed, shown)


async def _admit(ctx: RequestContext, operation: Operation[object, object]) -> None:
    """Checks what can be checked before the table is asked: the session, and new things' rate.

    Whether a session holds the seat or is the host is checked by the table itself, in the same
    step in which the change is made.
    """
    if operation.who not in (Who.ANYONE, Who.VISITOR):
        ctx.require_session(NO_NAME if operation.who is Who.SESSION else NO_SEAT)
    if operation.who is Who.VISITOR and ctx.by_token:
        ctx.require_session()
    if operation is SAY or operation is TAKEBACK:
        ctx.app.moderation.may_write(ctx.session_id, ctx.address)
    if operation.creates:
        ctx.app.limits.create(ctx.address)
    if operation.quota:
        ctx.app.limits.use(operation.quota, ctx.session_id, ctx.address)
        await ctx.app.daily.use(operation.quota, ctx.session_id, ctx.address)


# Pages --------------------------------------------------------------------------------------------


def view_endpoint(app: AppState, view: View) -> Endpoint:
    """A route to something that is only looked at."""

    async def answer(ctx: RequestContext) -> Reply:
        await _by_cookie(ctx)
        return await view(ctx)

    return _endpoint(app, answer, page_error)


def page_endpoint(app: AppState, handler: Handler) -> Endpoint:
    """A route to an operation from a page: cookie; form or JSON; redirects, or JSON for scripts."""
    limit = _body_limit(app, handler.operation)
    anywhere = handler.operation.anywhere
    reads = handler.operation.reads

    async def answer(ctx: RequestContext) -> Reply:
        async def read(kind: type[T], /) -> T:
            if reads or anywhere:
                return convert({}, kind)
            return convert(await ctx.fields(limit), kind)

        await _by_cookie(ctx, anywhere)
        try:
            result = await handler.call(ctx, read)
        except LudusError as error:
            if isinstance(error, Away):
                raise
            reply = None if handler.failed is None else await handler.failed(ctx, error)
            if reply is None:
                raise
            _retry_after(reply, error)
            return reply
        if handler.shown is not None:
            return await handler.shown(ctx, result)
        return _page_reply(ctx, result)

    return _endpoint(app, answer, page_error)


async def _by_cookie(ctx: RequestContext, anywhere: bool = False) -> None:
    request = ctx.request
    _limit_rate(ctx, None)
    if request.method not in ("GET", "HEAD") and not anywhere and not same_origin(request):
        raise Forbidden("this request did not come from our own pages")
    ctx.session = await ctx.app.sessions.by_cookie(request.cookies.get(COOKIE))
    if ctx.session is not None:
        _limit_rate(ctx, ctx.session.id)
    _turn_away(ctx)


def _page_reply(ctx: RequestContext, result: object) -> Reply:
    match result:
        case Response() | EventStream():
            return result
        case Opened(hub):
            return ctx.respond({"url": hub.url}, hub.url)
        case _:
            # Scripts get the result; a form goes back to the table that it came from.
            return ctx.respond(msgspec.to_builtins(result), f"/tables/{ctx.path('table')}")


def same_origin(request: Request) -> bool:
    """Whether the browser says that the request comes from one of our own pages."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == request.headers.get("host")


async def page_error(ctx: RequestContext, error: LudusError) -> Response:
    """An error as a page, or as JSON for a script."""
    status = status_of(error)
    if status >= 500:
        log.error("%s %s: %s", ctx.request.method, ctx.request.url.path, error)
    if ctx.wants_json:
        return json_error(error)
    visitor = Visitor(ctx.session.name if ctx.session else "")
    model = ErrorModel(visitor, status, title_of(error), sentence_of(error))
    response = ctx.html(ctx.app.pages.error(model), status)
    _retry_after(response, error)
    return response


# The API ------------------------------------------------------------------------------------------


def api_endpoint(app: AppState, handler: Handler) -> Endpoint:
    """A route to an operation from a program: bearer token; JSON in, JSON out."""
    operation = handler.operation
    limit = _body_limit(app, operation)
    reads = operation.reads

    async def answer(ctx: RequestContext) -> Reply:
        async def read(kind: type[T], /) -> T:
            return decode(b"" if reads else await ctx.body(limit), kind)

        _limit_rate(ctx, None)
        scheme, _, token = ctx.request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            ctx.session = await app.sessions.by_token(token.strip())
            if ctx.session is None:
                return json_response({"error": "that token is not one of ours"}, 401)
            _limit_rate(ctx, ctx.session.id)
        _turn_away(ctx)
        return _api_reply(ctx, operation, await handler.call(ctx, read))

    return _endpoint(app, answer, _api_error, by_token=True)


async def _api_error(ctx: RequestContext, error: LudusError) -> Response:
    return json_error(error)


def _api_reply(ctx: RequestContext, operation: Operation[object, object], result: object) -> Reply:
    match result:
        case Response() | EventStream():
            return result
        case Opened(hub):
            return json_response(table_answer(hub, hub.role(ctx.session_id)))
        case str():
            return Response(result, media_type=operation.media)
        case _:
            return json_response(result)


def json_error(error: LudusError) -> Response:
    response = json_response({"error": sentence_of(error)}, status_of(error))
    _retry_after(response, error)
    return response


# Both ---------------------------------------------------------------------------------------------


async def wait_before_refusal(seconds: float) -> None:
    await asyncio.sleep(seconds)


def _endpoint(
    app: AppState,
    answer: Callable[[RequestContext], Coroutine[None, None, Reply]],
    refuse: Callable[[RequestContext, LudusError], Coroutine[None, None, Response]],
    by_token: bool = False,
) -> Endpoint:
    """A route: what answers its requests, and what says why that cannot be.

    The time that a request takes is charged to the address that it came from. Whoever is refused
    waits a little for the answer: those who ask on without a pause would else cost as much by
    refusals.
    """
    limits, pause = app.limits, app.settings.refusal_pause

    async def answered(ctx: RequestContext) -> Reply:
        try:
            return await answer(ctx)
        except Away as error:
            # The middleware passes it on, where there are others.
            if app.members is not None:
                raise
            return await refuse(ctx, error)
        except LudusError as error:
            return await refuse(ctx, error)
        except ClientDisconnect:
            return Response(status_code=400)

    async def endpoint(request: Request) -> Reply:
        ctx = RequestContext(app, request, by_token)
        reply = await Metered(answered(ctx), partial(limits.spend, ctx.address))
        if pause and isinstance(reply, Response) and reply.status_code == 429:
            await wait_before_refusal(pause)
        return reply

    return endpoint


def _body_limit(app: AppState, operation: Operation[object, object]) -> int:
    settings = app.settings
    return settings.record_limit if operation.record else settings.body_limit


def _limit_rate(ctx: RequestContext, session: str | None) -> None:
    """Counts the request, by address first and by session once that is known."""
    limits = ctx.app.limits
    if session is None:
        limits.work(ctx.address)
    else:
        ctx.app.presence.seen(session, ctx.address)
    if ctx.request.method in ("GET", "HEAD"):
        if session is None:
            limits.read(ctx.address)
    elif session is None:
        limits.write_from(ctx.address)
    else:
        limits.write_by(session)


def _turn_away(ctx: RequestContext) -> None:
    """Whoever is banned, and changes while there can be none. Some pages are for everybody."""
    request, moderation = ctx.request, ctx.app.moderation
    if not request.url.path.startswith(OPEN_TO_ALL):
        moderation.admit(ctx.session_id, ctx.address)
    if request.method not in ("GET", "HEAD"):
        moderation.may_change()


def _retry_after(response: Response, error: LudusError) -> None:
    if isinstance(error, TooManyRequests):
        response.headers["Retry-After"] = str(max(1, round(error.wait)))
