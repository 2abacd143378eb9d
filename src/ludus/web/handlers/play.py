"""At a table: looking, choosing, taking back, talking."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from ludus.core.errors import LudusError
from ludus.core.models import Wish
from ludus.core.protocol import Seat
from ludus.core.record import Record
from ludus.web.api import operations as ops
from ludus.web.api.schemas import (
    Act,
    AskCoach,
    Asking,
    AtSeat,
    Chat,
    CoachAnswer,
    Done,
    HintAnswer,
    LessonTurn,
    Note,
    NotesAnswer,
    Nothing,
    Say,
    SendWish,
    Story,
    TableAnswer,
    Takeback,
    TakebackAnswer,
    Undo,
    WishAnswer,
)
from ludus.web.api.serializers import chat_answers, story_piece, table_answer
from ludus.web.cluster.owners import PutAway
from ludus.web.http.adapters import handle_table
from ludus.web.http.errors import Forbidden, RequestError, Stale, TooLarge
from ludus.web.http.names import distinct, few_marks
from ludus.web.http.request import RequestContext, json_response
from ludus.web.http.sse import EventStream
from ludus.web.live.hub import Hub
from ludus.web.live.view_model import chat_room
from ludus.web.tables import lessons, moves, takebacks
from ludus.web.tables.chat import post
from ludus.web.tables.live_table import Step
from ludus.web.views.table import position_data


def done(hub: Hub) -> Done:
    """How far the game is after a change."""
    return Done(len(hub.live.table.moves))


# Looking ------------------------------------------------------------------------------------------


async def table(ctx: RequestContext, hub: Hub, body: Nothing) -> TableAnswer:
    role = hub.role(ctx.session_id, ctx.chosen)
    return table_answer(hub, role, ctx.query_int("at", 0, 1_000_000))


async def stream(ctx: RequestContext, hub: Hub, body: Nothing) -> EventStream:
    app, address = ctx.app, ctx.address
    if hub.live.closed:
        # It has gone while the request was read: nothing would be sent here.
        raise PutAway
    app.limits.open_stream(address)
    try:
        kind = "api" if ctx.by_token else "page"
        since = ctx.request.query_params.get("since", "")
        listener = app.presence.listen(hub, kind, ctx.session_id, ctx.chosen, ctx.may_watch, since)
        listener.instant = ctx.request.query_params.get("pace") == "instant"
    except BaseException:
        app.limits.close_stream(address)
        raise

    def close() -> None:
        app.limits.close_stream(address)
        app.presence.leave(hub, listener)

    return EventStream(listener.subscriber, close)


async def story(ctx: RequestContext, hub: Hub, body: Nothing) -> Story:
    since = ctx.query_int("since", 0, 1_000_000) or 0
    return story_piece(hub, hub.role(ctx.session_id, ctx.chosen), since)


async def record(ctx: RequestContext, hub: Hub, body: Nothing) -> str:
    found = open_record(hub)
    return await ctx.app.tables.heavy.run(len(found.moves), found.dump)


def open_record(hub: Hub) -> Record:
    """The record; not while players hold secrets that it would give away."""
    live = hub.live
    if not live.over and live.box.meta.secrets:
        raise Forbidden("the record holds what players may not know yet: wait until it is over")
    return live.record()


async def _download(ctx: RequestContext, result: object) -> Response:
    hub = await ctx.hub()
    name = f"{hub.live.head.game}-{hub.live.id}.jsonl"
    return Response(
        str(result),
        media_type=ops.RECORD.media,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


# Choosing -----------------------------------------------------------------------------------------


async def act(ctx: RequestContext, hub: Hub, body: Act) -> Done:
    session = ctx.require_session()
    await moves.act(hub.live, session.id, body.seat, body.decision, body.action)
    return done(hub)


async def gesture(ctx: RequestContext, hub: Hub, body: SendWish) -> WishAnswer:
    session = ctx.require_session()
    wish = Wish(body.gesture, body.picks, body.target)
    note = await moves.gesture(hub.live, session.id, body.seat, body.decision, wish)
    return WishAnswer(len(hub.live.table.moves), note)


async def _position_now(ctx: RequestContext, error: LudusError) -> Response | None:
    """An answer that came too late gets the position as it is now."""
    if not isinstance(error, Stale) or not ctx.wants_json:
        return None
    hub = await ctx.hub()
    return json_response({"error": str(error), **position_data(ctx, hub)}, 409)


async def hint(ctx: RequestContext, hub: Hub, body: AtSeat) -> HintAnswer:
    return await ctx.app.hints.give(hub, ctx.require_session().id, body.seat)


async def coach(ctx: RequestContext, hub: Hub, body: AskCoach) -> CoachAnswer:
    session = ctx.require_session().id
    if body.gesture:
        wish = Wish(body.gesture, body.picks, body.target)
        return await ctx.app.coach.doubt(hub, session, body.seat, wish)
    if body.action:
        return await ctx.app.coach.doubt(hub, session, body.seat, body.action)
    return await ctx.app.coach.look(hub, session, body.seat)


async def asking(ctx: RequestContext, hub: Hub, body: Asking) -> Done:
    session = ctx.require_session()
    await moves.set_asking(hub.live, session.id, body.seat, body.question, body.ask)
    return done(hub)


async def lesson(ctx: RequestContext, hub: Hub, body: LessonTurn) -> Done:
    session = ctx.require_session().id
    await lessons.turn_page(hub.live, session, body.seat, body.step, body.turn)
    return done(hub)


async def undo(ctx: RequestContext, hub: Hub, body: Undo) -> Done:
    await takebacks.undo(hub.live, ctx.require_session().id, body.seat, body.to)
    return done(hub)


async def redo(ctx: RequestContext, hub: Hub, body: AtSeat) -> Done:
    await takebacks.redo(hub.live, ctx.require_session().id, body.seat)
    return done(hub)


async def takeback(ctx: RequestContext, hub: Hub, body: Takeback) -> Done:
    await takebacks.ask(hub.live, ctx.require_session().id, body.seat, body.to)
    return done(hub)


async def answer_takeback(ctx: RequestContext, hub: Hub, body: TakebackAnswer) -> Done:
    session = ctx.require_session().id
    await takebacks.answer(hub.live, session, body.seat, body.yes, body.to)
    return done(hub)


# Talking ------------------------------------------------------------------------------------------


async def chat(ctx: RequestContext, hub: Hub, body: Nothing) -> Chat:
    return Chat(chat_answers(hub, hub.role(ctx.session_id)))


async def say(ctx: RequestContext, hub: Hub, body: Say) -> Done:
    """A chat message, to the players or to the spectators: wherever its author belongs."""
    session = await ctx.ensure_session(body.name)
    text = few_marks("".join(sign if sign.isprintable() else " " for sign in body.text)).strip()
    if not text:
        raise RequestError("there is nothing to say")
    if len(text) > ctx.app.settings.chat_limit:
        raise TooLarge(f"that is too long: at most {ctx.app.settings.chat_limit} letters")
    live = hub.live
    role = hub.role(session.id)
    seat: Seat = (role.held or role.absent or (-1,))[0]

    def work(step: Step) -> None:
        # Somebody who watches must not be taken for one who plays.
        name = live.names[seat] if seat >= 0 else distinct(session.name, live.names)
        post(live, step, chat_room(role), seat, name, text, session.id)

    await live.step(work)
    return done(hub)


async def notes(ctx: RequestContext, hub: Hub, body: Nothing) -> NotesAnswer:
    return NotesAnswer(await ctx.app.store.notes(hub.live.id, ctx.require_session().id))


async def put_notes(ctx: RequestContext, hub: Hub, body: Note) -> Done:
    """Private notes, kept for the session alone."""
    if len(body.text) > ctx.app.settings.notes_limit:
        raise TooLarge(f"that is too long: at most {ctx.app.settings.notes_limit} letters")
    await ctx.app.store.put_notes(hub.live.id, ctx.require_session().id, body.text)
    return done(hub)


HANDLERS: Final = (
    handle_table(ops.TABLE, table),
    handle_table(ops.STREAM, stream),
    handle_table(ops.STORY, story),
    handle_table(ops.RECORD, record, shown=_download),
    handle_table(ops.ACT, act, failed=_position_now),
    handle_table(ops.GESTURE, gesture, failed=_position_now),
    handle_table(ops.HINT, hint),
    handle_table(ops.COACH, coach),
    handle_table(ops.ASKING, asking),
    handle_table(ops.LESSON, lesson, failed=_position_now),
    handle_table(ops.UNDO, undo),
    handle_table(ops.REDO, redo),
    handle_table(ops.TAKEBACK, takeback),
    handle_table(ops.ANSWER_TAKEBACK, answer_takeback),
    handle_table(ops.CHAT, chat),
    handle_table(ops.SAY, say),
    handle_table(ops.NOTES, notes),
    handle_table(ops.PUT_NOTES, put_notes),
)
