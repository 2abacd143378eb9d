"""What people can do about themselves and each other."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from ludus.store import Report
from ludus.web.api import operations as ops
from ludus.web.api.schemas import (
    Address,
    AtLine,
    Done,
    Forget,
    MeAnswer,
    Nothing,
    Token,
    Unblock,
)
from ludus.web.handlers.account import me
from ludus.web.handlers.play import done
from ludus.web.http.adapters import handle, handle_table
from ludus.web.http.errors import NotFound, RequestError
from ludus.web.http.request import RequestContext
from ludus.web.http.sessions import COOKIE
from ludus.web.live.hub import Hub
from ludus.web.paths import base
from ludus.web.views.account import me_model
from ludus.web.views.people import find_line

# About oneself ------------------------------------------------------------------------------------


async def log_out(ctx: RequestContext, body: Nothing) -> Token:
    session = await ctx.app.sessions.revoke(ctx.require_session())
    ctx.app.tables.end_streams_of({session.id})
    ctx.adopt(session)
    return Token(ctx.app.sessions.token(session), session.name)


async def forget_me(ctx: RequestContext, body: Forget) -> Nothing:
    if not body.sure:
        raise RequestError("say that you are sure: it cannot be undone")
    await ctx.app.forget(ctx.require_session())
    ctx.session = None
    return Nothing()


async def _to_me(ctx: RequestContext, result: object) -> Response:
    return ctx.respond({}, "/me")


async def _to_lobby(ctx: RequestContext, result: object) -> Response:
    response = ctx.respond({}, "/")
    response.delete_cookie(COOKIE, path=base() or "/")
    return response


async def device(ctx: RequestContext, body: Nothing) -> Address:
    return Address(await ctx.app.links.device_url(ctx.require_session()))


async def _show_device(ctx: RequestContext, result: object) -> Response:
    assert isinstance(result, Address)
    if ctx.wants_json:
        return ctx.respond({"url": result.url}, "/me")
    return ctx.html(ctx.app.pages.me(await me_model(ctx, device=result.url)))


async def use_device(ctx: RequestContext, body: Nothing) -> Token:
    id = await ctx.app.links.device_session(ctx.path("token"), use=True)
    session = await ctx.app.sessions.get(id)
    if session is None:
        raise NotFound("whoever made this link is not known here any more")
    ctx.adopt(session)
    return Token(ctx.app.sessions.token(session), session.name)


# About others -------------------------------------------------------------------------------------


async def report(ctx: RequestContext, hub: Hub, body: AtLine) -> Done:
    row = find_line(ctx, hub, body.line)
    reporter = ctx.require_session().id
    found = Report(
        hub.live.id, row.number, row.session, row.name, row.text, reporter, ctx.app.now()
    )
    await ctx.app.store.put_report(found)
    return done(hub)


async def block(ctx: RequestContext, hub: Hub, body: AtLine) -> Done:
    session, row = ctx.require_session(), find_line(ctx, hub, body.line)
    if row.session == session.id:
        raise RequestError("that is your own line")
    if len(session.blocked) >= ctx.app.settings.most_blocked:
        raise RequestError("you have blocked as many people as you can")
    ctx.session = await ctx.app.sessions.block(session, row.session, row.name)
    return done(hub)


async def unblock(ctx: RequestContext, body: Unblock) -> MeAnswer:
    ctx.session = await ctx.app.sessions.unblock(ctx.require_session(), body.session)
    return await me(ctx, Nothing())


HANDLERS: Final = (
    handle(ops.LOG_OUT, log_out, shown=_to_me),
    handle(ops.FORGET_ME, forget_me, shown=_to_lobby),
    handle(ops.UNBLOCK, unblock, shown=_to_me),
    handle(ops.DEVICE, device, shown=_show_device),
    handle(ops.USE_DEVICE, use_device, shown=_to_me),
    handle_table(ops.REPORT, report),
    handle_table(ops.BLOCK, block),
)
