"""At a table: who sits where."""

from __future__ import annotations

from typing import Final

from ludus.web.api import operations as ops
from ludus.web.api.schemas import Address, AtSeat, Done, Join, Nothing, ToBot
from ludus.web.handlers.play import done
from ludus.web.http.adapters import Opened, handle_table
from ludus.web.http.errors import RequestError
from ludus.web.http.request import RequestContext
from ludus.web.live.hub import Hub
from ludus.web.tables import seats


async def join(ctx: RequestContext, hub: Hub, body: Join) -> Opened:
    await seats.join(hub.live, await ctx.ensure_session(body.name), body.seat)
    return Opened(hub)


async def leave(ctx: RequestContext, hub: Hub, body: AtSeat) -> Done:
    await seats.leave(hub.live, ctx.require_session(), body.seat)
    return done(hub)


async def bot(ctx: RequestContext, hub: Hub, body: ToBot) -> Done:
    await seats.give_to_bot(hub.live, ctx.require_session(), body.seat, body.level)
    return done(hub)


async def reclaim(ctx: RequestContext, hub: Hub, body: AtSeat) -> Done:
    await seats.reclaim(hub.live, ctx.require_session(), body.seat)
    return done(hub)


async def free(ctx: RequestContext, hub: Hub, body: AtSeat) -> Address:
    host = ctx.require_session()
    await seats.free(hub.live, host, body.seat)
    return Address(await ctx.app.links.invite(hub, body.seat, host))


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
    handle_table(ops.INVITE, invite),
    handle_table(ops.RECOVERY, recovery),
    handle_table(ops.FORFEIT, forfeit),
)
