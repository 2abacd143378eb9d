"""The table's own addresses: its page, its stream, and everything that can be done there."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from ludus.core.protocol import Seat
from ludus.store import Session
from ludus.web.tables import seats as seating
from ludus.web.tables import takebacks
from ludus.web.http.request import Ask, json_response, whole
from ludus.web.http.errors import NotYours, Refused, Stale, TooLarge
from ludus.web.live.hub import Hub, patch_data
from ludus.web.tables.live_table import Step
from ludus.web.live.models import TablePage
from ludus.web.tables.create import fork, rematch
from ludus.web.live.view_model import chat_room, viewpoint
from ludus.web.http.sse import EventStream
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

# Looking ------------------------------------------------------------------------------------------


async def table(ask: Ask) -> Response:
    hub = await ask.hub()
    looker = hub.looker(ask.me, ask.chosen)
    at = ask.number("at")
    model = hub.model(looker, at)
    chosen = "" if ask.chosen is None else f"?as={ask.chosen}"
    page = TablePage(
        await ask.site.lobby.visitor(ask.session),
        model,
        await ask.site.room.store.notes(hub.live.id, ask.me) if ask.me else "",
        f"{hub.url}/stream{chosen}" if model.history.live else "",
        ask.site.room.now(),
    )
    return ask.welcomed(ask.page(ask.site.pages.table(page)), hub)


async def stream(ask: Ask) -> EventStream:
    return await open_stream(ask, "page")


async def open_stream(ask: Ask, kind: str) -> EventStream:
    """A live stream of the table, as a page or as the API has it."""
    hub = await ask.hub()
    site, address = ask.site, ask.address
    site.open_stream(address)
    try:
        listener = site.room.listen(hub, kind, ask.me, ask.chosen, ask.welcome)
    except BaseException:
        site.close_stream(address)
        raise

    def done() -> None:
        site.close_stream(address)
        site.room.unlisten(hub, listener)

    return EventStream(listener.subscriber, done)


async def history(ask: Ask) -> Response:
    hub = await ask.hub()
    at = whole(ask.path("at"), "the position", 0, 1_000_000)
    if at > len(hub.live.table.moves):
        raise Refused(f"no position {at}: there are 0 to {len(hub.live.table.moves)}")
    model = hub.model(hub.looker(ask.me, ask.chosen), at)
    parts = [part.patch for part in ask.site.pages.table_parts(model)]
    return json_response(patch_data(model, parts, full=False))


async def record(ask: Ask) -> Response:
    hub = await ask.hub()
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
        raise NotYours("the record holds what players may not know yet: wait until it is over")
    return live.record().dump()


async def why(ask: Ask) -> Response:
    hub = await ask.hub()
    live = hub.live
    place = ask.request.query_params.get("place", "")[:100]
    looker = hub.looker(ask.me, ask.chosen)
    viewer, _ = viewpoint(live, looker)
    mine = live.decision(viewer) if viewer in looker.held else None
    sentence = live.box.face.why_not(live.table.view(viewer), mine, place, live.names)
    return json_response({"why": sentence})


# Doing --------------------------------------------------------------------------------------------


def _done(ask: Ask, hub: Hub) -> Response:
    return ask.answer({"position": len(hub.live.table.moves)}, hub.url)


async def act(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Act)
    try:
        await hub.live.act(ask.who().id, sent.seat, sent.decision, sent.action)
    except Stale as error:
        if not ask.wants_json:
            raise
        # Not lost, but answered: with the position as it is now.
        model = hub.model(hub.looker(ask.me, ask.chosen))
        parts = [part.patch for part in ask.site.pages.table_parts(model)]
        data = patch_data(model, parts, full=False)
        return json_response({"error": str(error), **data}, 409)
    return _done(ask, hub)


async def hint(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(AtSeat)
    found = await ask.site.room.hints.give(hub.live, ask.who().id, sent.seat)
    return ask.answer(msgspec.to_builtins(found), hub.url)


async def undo(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Undo)
    await takebacks.undo(hub.live, ask.who().id, sent.seat, sent.to)
    return _done(ask, hub)


async def redo(ask: Ask) -> Response:
    hub = await ask.hub()
    await takebacks.redo(hub.live, ask.who().id, (await ask.read(AtSeat)).seat)
    return _done(ask, hub)


async def takeback(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Takeback)
    await takebacks.ask(hub.live, ask.who().id, sent.seat, sent.to)
    return _done(ask, hub)


async def takeback_answer(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(TakebackAnswer)
    await takebacks.answer(hub.live, ask.who().id, sent.seat, sent.yes)
    return _done(ask, hub)


async def chat(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Say)
    await say(ask, hub, await ask.anyone(sent.name), sent.text)
    return _done(ask, hub)


async def say(ask: Ask, hub: Hub, who: Session, text: str) -> None:
    """A line of chat, in the room that the speaker belongs to."""
    tidy = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    if not tidy:
        raise Refused("there is nothing to say")
    if len(tidy) > ask.site.settings.chat_limit:
        raise TooLarge(f"that is too long: at most {ask.site.settings.chat_limit} letters")
    live = hub.live
    looker = hub.looker(who.id)
    seat: Seat = (looker.held or looker.absent or (-1,))[0]
    name = live.names[seat] if seat >= 0 else who.name

    def work(step: Step) -> None:
        live.say(step, chat_room(looker), seat, name, tidy)

    await live.step(work)


async def notes(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Note)
    await put_notes(ask, hub, sent.text)
    return _done(ask, hub)


async def put_notes(ask: Ask, hub: Hub, text: str) -> None:
    """Private notes, kept for the session alone."""
    if len(text) > ask.site.settings.notes_limit:
        raise TooLarge(f"that is too long: at most {ask.site.settings.notes_limit} letters")
    await ask.site.room.store.put_notes(hub.live.id, ask.who().id, text)


# Seats --------------------------------------------------------------------------------------------


async def join(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Join)
    who = await ask.anyone(sent.name)
    await seating.join(hub.live, who, sent.seat)
    return _done(ask, hub)


async def leave(ask: Ask) -> Response:
    hub = await ask.hub()
    await seating.leave(hub.live, ask.who(), (await ask.read(AtSeat)).seat)
    return _done(ask, hub)


async def bot(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(ToBot)
    await seating.give_to_bot(hub.live, ask.who(), sent.seat, sent.level)
    return _done(ask, hub)


async def reclaim(ask: Ask) -> Response:
    hub = await ask.hub()
    await seating.reclaim(hub.live, ask.who(), (await ask.read(AtSeat)).seat)
    return _done(ask, hub)


async def free(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(AtSeat)
    await seating.free(hub.live, ask.who(), sent.seat)
    url = await ask.site.room.invite(hub, sent.seat, ask.who())
    return ask.answer({"url": url}, hub.url)


async def invite(ask: Ask) -> Response:
    hub = await ask.hub()
    url = await fresh_invitation(ask, hub, (await ask.read(AtSeat)).seat)
    return ask.answer({"url": url}, hub.url)


async def fresh_invitation(ask: Ask, hub: Hub, seat: Seat) -> str:
    """As host: a new invitation to an open seat."""
    seating.demand_host(hub.live, ask.who())
    if seat >= hub.live.table.seats or hub.live.seats[seat].kind != "open":
        raise Refused("that seat is not open")
    return await ask.site.room.invite(hub, seat, ask.who())


async def recovery(ask: Ask) -> Response:
    hub = await ask.hub()
    await ask.read(Nothing)
    return ask.answer({"url": await ask.site.room.recovery(hub, ask.who())}, hub.url)


async def forfeit(ask: Ask) -> Response:
    hub = await ask.hub()
    await seating.forfeit(hub.live, ask.who(), (await ask.read(AtSeat)).seat)
    return _done(ask, hub)


# Afterwards ---------------------------------------------------------------------------------------


async def again(ask: Ask) -> Response:
    hub = await ask.hub()
    ask.site.begin(ask.address)
    url = f"/tables/{await rematch(ask.site.room, ask.who(), hub)}"
    return ask.answer({"url": url}, url)


async def play_on(ask: Ask) -> Response:
    hub = await ask.hub()
    sent = await ask.read(Fork)
    who = await ask.anyone()
    ask.site.begin(ask.address)
    new = await fork(ask.site.room, who, hub, sent.at, sent.seats, sent.seat)
    return ask.answer({"url": new.url}, new.url)
