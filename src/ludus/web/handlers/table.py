"""The table's own addresses: its page, its stream, and everything that can be done there."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from ludus.core.protocol import Seat
from ludus.store import Session
from ludus.web.api.schemas import (
    Act,
    AtSeat,
    Fork,
    Join,
    Note,
    Nothing,
    Say,
    Takeback,
    TakebackAnswer,
    ToBot,
    Undo,
)
from ludus.web.http.errors import Forbidden, RequestError, Stale, TooLarge
from ludus.web.http.request import RequestContext, json_response, whole
from ludus.web.http.sse import EventStream
from ludus.web.live.hub import Hub, patch_data
from ludus.web.live.models import TablePage
from ludus.web.live.view_model import chat_room, viewpoint
from ludus.web.tables import seats as seating
from ludus.web.tables import takebacks
from ludus.web.tables.create import fork, rematch
from ludus.web.tables.live_table import Step

# Looking ------------------------------------------------------------------------------------------


async def table(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    role = hub.role(ctx.me, ctx.chosen)
    at = ctx.number("at")
    model = hub.model(role, at)
    chosen = "" if ctx.chosen is None else f"?as={ctx.chosen}"
    page = TablePage(
        await ctx.app.lobby.visitor(ctx.session),
        model,
        await ctx.app.tables.store.notes(hub.live.id, ctx.me) if ctx.me else "",
        f"{hub.url}/stream{chosen}" if model.history.live else "",
        ctx.app.tables.now(),
    )
    return ctx.welcomed(ctx.page(ctx.app.pages.table(page)), hub)


async def stream(ctx: RequestContext) -> EventStream:
    return await open_stream(ctx, "page")


async def open_stream(ctx: RequestContext, kind: str) -> EventStream:
    """A live stream of the table, as a page or as the API has it."""
    hub = await ctx.hub()
    app, address = ctx.app, ctx.address
    app.open_stream(address)
    try:
        listener = app.tables.listen(hub, kind, ctx.me, ctx.chosen, ctx.welcome)
    except BaseException:
        app.close_stream(address)
        raise

    def done() -> None:
        app.close_stream(address)
        app.tables.unlisten(hub, listener)

    return EventStream(listener.subscriber, done)


async def history(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    at = whole(ctx.path("at"), "the position", 0, 1_000_000)
    if at > len(hub.live.table.moves):
        raise RequestError(f"no position {at}: there are 0 to {len(hub.live.table.moves)}")
    model = hub.model(hub.role(ctx.me, ctx.chosen), at)
    parts = [part.patch for part in ctx.app.pages.table_parts(model)]
    return json_response(patch_data(model, parts, full=False))


async def record(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    name = f"{hub.live.head.game}-{hub.live.id}.jsonl"
    return Response(
        record_text(hub),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def record_text(hub: Hub) -> str:
    """The record for download; while players hold secrets it stays here."""
    live = hub.live
    if not live.over and live.box.meta.secrets:
        raise Forbidden("the record holds what players may not know yet: wait until it is over")
    return live.record().dump()


async def why(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    live = hub.live
    place = ctx.request.query_params.get("place", "")[:100]
    role = hub.role(ctx.me, ctx.chosen)
    viewer, _ = viewpoint(live, role)
    mine = live.decision(viewer) if viewer in role.held else None
    sentence = live.box.face.why_not(live.table.view(viewer), mine, place, live.names)
    return json_response({"why": sentence})


# Doing --------------------------------------------------------------------------------------------


def _done(ctx: RequestContext, hub: Hub) -> Response:
    return ctx.answer({"position": len(hub.live.table.moves)}, hub.url)


async def act(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Act)
    try:
        await hub.live.act(ctx.who().id, sent.seat, sent.decision, sent.action)
    except Stale as error:
        if not ctx.wants_json:
            raise
        # Not lost, but answered: with the position as it is now.
        model = hub.model(hub.role(ctx.me, ctx.chosen))
        parts = [part.patch for part in ctx.app.pages.table_parts(model)]
        data = patch_data(model, parts, full=False)
        return json_response({"error": str(error), **data}, 409)
    return _done(ctx, hub)


async def hint(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(AtSeat)
    found = await ctx.app.tables.hints.give(hub.live, ctx.who().id, sent.seat)
    return ctx.answer(msgspec.to_builtins(found), hub.url)


async def undo(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Undo)
    await takebacks.undo(hub.live, ctx.who().id, sent.seat, sent.to)
    return _done(ctx, hub)


async def redo(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    await takebacks.redo(hub.live, ctx.who().id, (await ctx.read(AtSeat)).seat)
    return _done(ctx, hub)


async def takeback(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Takeback)
    await takebacks.ask(hub.live, ctx.who().id, sent.seat, sent.to)
    return _done(ctx, hub)


async def takeback_answer(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(TakebackAnswer)
    await takebacks.answer(hub.live, ctx.who().id, sent.seat, sent.yes)
    return _done(ctx, hub)


async def chat(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Say)
    await say(ctx, hub, await ctx.anyone(sent.name), sent.text)
    return _done(ctx, hub)


async def say(ctx: RequestContext, hub: Hub, who: Session, text: str) -> None:
    """A line of chat, in the room that the speaker belongs to."""
    tidy = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    if not tidy:
        raise RequestError("there is nothing to say")
    if len(tidy) > ctx.app.settings.chat_limit:
        raise TooLarge(f"that is too long: at most {ctx.app.settings.chat_limit} letters")
    live = hub.live
    role = hub.role(who.id)
    seat: Seat = (role.held or role.absent or (-1,))[0]
    name = live.names[seat] if seat >= 0 else who.name

    def work(step: Step) -> None:
        live.say(step, chat_room(role), seat, name, tidy)

    await live.step(work)


async def notes(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Note)
    await put_notes(ctx, hub, sent.text)
    return _done(ctx, hub)


async def put_notes(ctx: RequestContext, hub: Hub, text: str) -> None:
    """Private notes, kept for the session alone."""
    if len(text) > ctx.app.settings.notes_limit:
        raise TooLarge(f"that is too long: at most {ctx.app.settings.notes_limit} letters")
    await ctx.app.tables.store.put_notes(hub.live.id, ctx.who().id, text)


# Seats --------------------------------------------------------------------------------------------


async def join(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Join)
    who = await ctx.anyone(sent.name)
    await seating.join(hub.live, who, sent.seat)
    return _done(ctx, hub)


async def leave(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    await seating.leave(hub.live, ctx.who(), (await ctx.read(AtSeat)).seat)
    return _done(ctx, hub)


async def bot(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(ToBot)
    await seating.give_to_bot(hub.live, ctx.who(), sent.seat, sent.level)
    return _done(ctx, hub)


async def reclaim(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    await seating.reclaim(hub.live, ctx.who(), (await ctx.read(AtSeat)).seat)
    return _done(ctx, hub)


async def free(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(AtSeat)
    await seating.free(hub.live, ctx.who(), sent.seat)
    url = await ctx.app.tables.invite(hub, sent.seat, ctx.who())
    return ctx.answer({"url": url}, hub.url)


async def invite(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    url = await fresh_invitation(ctx, hub, (await ctx.read(AtSeat)).seat)
    return ctx.answer({"url": url}, hub.url)


async def fresh_invitation(ctx: RequestContext, hub: Hub, seat: Seat) -> str:
    """As host: a new invitation to an open seat."""
    seating.demand_host(hub.live, ctx.who())
    if seat >= hub.live.table.seats or hub.live.seats[seat].kind != "open":
        raise RequestError("that seat is not open")
    return await ctx.app.tables.invite(hub, seat, ctx.who())


async def recovery(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    await ctx.read(Nothing)
    return ctx.answer({"url": await ctx.app.tables.recovery(hub, ctx.who())}, hub.url)


async def forfeit(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    await seating.forfeit(hub.live, ctx.who(), (await ctx.read(AtSeat)).seat)
    return _done(ctx, hub)


# Afterwards ---------------------------------------------------------------------------------------


async def again(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    ctx.app.begin(ctx.address)
    url = f"/tables/{await rematch(ctx.app.tables, ctx.who(), hub)}"
    return ctx.answer({"url": url}, url)


async def play_on(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    sent = await ctx.read(Fork)
    who = await ctx.anyone()
    ctx.app.begin(ctx.address)
    new = await fork(ctx.app.tables, who, hub, sent.at, sent.seats, sent.seat)
    return ctx.answer({"url": new.url}, new.url)
