"""At a table: who sits where."""

from __future__ import annotations

from typing import Final

from ludus.web.api import operations as ops
from ludus.web.api.schemas import (
    Address,
    AtSeat,
    Done,
    Freed,
    Join,
    Nothing,
    OpeningAnswer,
    ToBot,
)
from ludus.web.handlers.play import done
from ludus.web.http.adapters import Opened, handle_table
from ludus.web.http.addresses import is_local
from ludus.web.http.errors import Forbidden, RequestError
from ludus.web.http.request import RequestContext
from ludus.web.live.hub import Hub
from ludus.web.tables import seats


async def join(ctx: RequestContext, hub: Hub, body: Join) -> Opened:
    who = await ctx.ensure_session(body.name)
    host = await ctx.app.sessions.get(hub.live.head.host)
    if host is not None and who.id in host.blocked:
        raise Forbidden("the host does not want to play with you")
    source = "" if is_local(ctx.address) else ctx.address
    await seats.join(hub.live, who, body.seat, source, ctx.app.settings.seats_per_address)
    return Opened(hub)


async def leave(ctx: RequestContext, hub: Hub, body: AtSeat) -> Done:
    await seats.leave(hub.live, ctx.require_session(), body.seat)
    return done(hub)


async def bot(ctx: RequestContext, hub: Hub, body: ToBot) -> Done:
    if body.seat is None:
        await seats.fill_with_bots(hub.live, ctx.require_session(), body.level)
    else:
        await seats.give_to_bot(hub.live, ctx.require_session(), body.seat, body.level)
    return done(hub)


async def reclaim(ctx: RequestContext, hub: Hub, body: AtSeat) -> Done:
    await seats.reclaim(hub.live, ctx.require_session(), body.seat)
    return done(hub)


async def free(ctx: RequestContext, hub: Hub, body: AtSeat) -> Freed:
    host, app, live = ctx.require_session(), ctx.app, hub.live
    await seats.free(live, host, body.seat, app.presence.away, app.settings.free_after)
    if live.seats[body.seat].kind == "open":
        return Freed(await app.links.invite(hub, body.seat, host))
    return Freed(asked=live.data.opening.waiting if live.data.opening else ())


async def answer_opening(ctx: RequestContext, hub: Hub, body: OpeningAnswer) -> Done:
    session = ctx.require_session().id
    opened = await seats.answer_opening(hub.live, session, body.seat, body.yes)
    host = await ctx.app.sessions.get(hub.live.head.host)
    if opened is not None and host is not None:
        await ctx.app.links.invite(hub, opened, host)
    return done(hub)


async def invite(ctx: RequestContext, hub: Hub, body: AtSeat) -> Address:
    host = ctx.require_session()
    seats.require_host(hub.live, host)
    if body.seat >= hub.live.table.seats or hub.live.seats[body.seat].kind != "open":
        raise RequestError("that seat is not open")
    return Address(await ctx.app.links.invite(hub, body.seat, host))


async def recovery(ctx: RequestContext, hub: Hub, body: Nothing) -> Address:
    return Address(await ctx.app.links.recovery(hub, ctx.require_session()))


async def forfeit(ctx: RequestContext, hub: Hub, body: AtSeat) -> Done:
    await seats.forfeit(hub.live, ctx.require_session(), body.seat)
    return done(hub)


HANDLERS: Final = (
    handle_table(ops.JOIN, join),
    handle_table(ops.LEAVE, leave),
    handle_table(ops.BOT, bot),
    handle_table(ops.RECLAIM, reclaim),
    handle_table(ops.FREE, free),
    handle_table(ops.ANSWER_OPENING, answer_opening),
    handle_table(ops.INVITE, invite),
    handle_table(ops.RECOVERY, recovery),
    handle_table(ops.FORFEIT, forfeit),
)
