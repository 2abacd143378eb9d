"""The public interface: JSON in, JSON out, by bearer token. Its description is `/api/openapi.json`.

Each address is one `Endpoint`: what it takes, what it gives, and the function that does it. Routes
and the OpenAPI description are both made from this list, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from ludus.web.api.schemas import (
    Act,
    Address,
    AnalysisAnswer,
    AtSeat,
    Chat,
    Done,
    Fork,
    GameAnswer,
    Games,
    HintAnswer,
    Join,
    Me,
    MeAnswer,
    NewSession,
    NewTable,
    Note,
    NotesAnswer,
    Nothing,
    Say,
    Story,
    TableAnswer,
    Tables,
    Takeback,
    TakebackAnswer,
    ToBot,
    Token,
    Undo,
    Upload,
    UseLink,
)
from ludus.web.api.serializers import (
    chat_answers,
    game_answer,
    story_lines,
    table_answer,
    table_line,
)
from ludus.web.handlers import analysis, rooms
from ludus.web.handlers import table as tables
from ludus.web.http.errors import BadBody, NotFound
from ludus.web.http.request import RequestContext
from ludus.web.http.webhooks import accept
from ludus.web.live.hub import Hub
from ludus.web.tables import seats as seating
from ludus.web.tables import takebacks
from ludus.web.tables.create import fork, open_table, rematch, upload


@dataclass(frozen=True, slots=True)
class Query:
    """A parameter of an address's query."""

    name: str
    what: str
    kind: Literal["number", "list", "token"] = "number"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address of the API."""

    method: Literal["GET", "POST", "PUT"]
    path: str
    what: str
    run: Callable[[RequestContext], Awaitable[object]]
    answer: type | None = None
    """None: a stream or a text, see `media`."""
    body: type | None = None
    open: bool = False
    """Whether it can be asked without a token."""
    query: tuple[Query, ...] = ()
    media: str = "application/json"
    changes: bool = False
    """Whether it can come too late (409)."""


AS: Final = Query("as", "Whose view to take, where there is a choice: a seat.")
TOKEN: Final = Query(
    "watch", "For a private table where I have no seat: the token of its `watch` address.", "token"
)
AT: Final = Query("at", "The view after so many moves; without it, the present one.")
LISTS: Final = ("open", "live", "finished", "mine")


def _done(hub: Hub) -> Done:
    return Done(len(hub.live.table.moves))


# Oneself and the games ----------------------------------------------------------------------------


async def new_session(ctx: RequestContext) -> Token:
    sent = await ctx.exact(NewSession)
    ctx.app.begin(ctx.address)
    visitors = ctx.app.tables.sessions
    session = await visitors.create(sent.name)
    return Token(visitors.token(session), session.name)


async def me(ctx: RequestContext) -> MeAnswer:
    who = ctx.who()
    return MeAnswer(who.name, who.webhook, who.trouble)


async def put_me(ctx: RequestContext) -> MeAnswer:
    sent = await ctx.exact(Me)
    who = ctx.who()
    webhook = await accept(sent.webhook, ctx.app.tables.settings.private_hooks)
    if sent.name != who.name:
        who = await ctx.app.rename(who, sent.name)
    if webhook != who.webhook:
        who = await ctx.app.put_webhook(who, webhook)
    return MeAnswer(who.name, who.webhook, who.trouble)


async def games(ctx: RequestContext) -> Games:
    box = ctx.app.tables.box
    return Games(tuple(game_answer(box(info.name).meta) for info in ctx.app.lobby.games))


async def game(ctx: RequestContext) -> GameAnswer:
    name = ctx.path("game")
    if name not in {info.name for info in ctx.app.lobby.games}:
        raise NotFound(f"there is no game {name[:40]!r} here")
    return game_answer(ctx.app.tables.box(name).meta)


# Tables -------------------------------------------------------------------------------------------


async def list_tables(ctx: RequestContext) -> Tables:
    kind = ctx.request.query_params.get("list", "open")
    if kind not in LISTS:
        raise BadBody(f"list must be one of {', '.join(LISTS)}, not {kind[:40]!r}")
    if kind == "mine":
        rows = tuple(await ctx.app.lobby.mine(ctx.who().id))
    else:
        rows = (await ctx.app.lobby.listed(ctx.me))[kind]
    return Tables(tuple(table_line(row) for row in rows))


async def create(ctx: RequestContext) -> TableAnswer:
    sent = await ctx.exact(NewTable)
    ctx.app.begin(ctx.address)
    hub = await open_table(ctx.app.tables, ctx.who(), rooms.wish_of(sent))
    return table_answer(hub, hub.role(ctx.me))


async def view(ctx: RequestContext) -> TableAnswer:
    hub = await ctx.hub()
    return table_answer(hub, hub.role(ctx.me, ctx.chosen), ctx.number("at", 0, 1_000_000))


async def stream(ctx: RequestContext) -> object:
    return await tables.open_stream(ctx, "api")


async def told(ctx: RequestContext) -> Story:
    hub = await ctx.hub()
    return Story(story_lines(hub, hub.role(ctx.me, ctx.chosen)))


async def record(ctx: RequestContext) -> str:
    return tables.record_text(await ctx.hub())


async def act(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    sent = await ctx.exact(Act)
    await hub.live.act(ctx.who().id, sent.seat, sent.decision, sent.action)
    return _done(hub)


async def hint(ctx: RequestContext) -> HintAnswer:
    hub = await ctx.hub()
    sent = await ctx.exact(AtSeat)
    return await ctx.app.tables.hints.give(hub.live, ctx.who().id, sent.seat)


async def undo(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    sent = await ctx.exact(Undo)
    await takebacks.undo(hub.live, ctx.who().id, sent.seat, sent.to)
    return _done(hub)


async def redo(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    await takebacks.redo(hub.live, ctx.who().id, (await ctx.exact(AtSeat)).seat)
    return _done(hub)


async def takeback(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    sent = await ctx.exact(Takeback)
    await takebacks.ask(hub.live, ctx.who().id, sent.seat, sent.to)
    return _done(hub)


async def takeback_answer(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    sent = await ctx.exact(TakebackAnswer)
    await takebacks.answer(hub.live, ctx.who().id, sent.seat, sent.yes)
    return _done(hub)


async def chat(ctx: RequestContext) -> Chat:
    hub = await ctx.hub()
    return Chat(chat_answers(hub, hub.role(ctx.me)))


async def say(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    sent = await ctx.exact(Say)
    await tables.say(ctx, hub, ctx.who(), sent.text)
    return _done(hub)


async def notes(ctx: RequestContext) -> NotesAnswer:
    hub = await ctx.hub()
    return NotesAnswer(await ctx.app.tables.store.notes(hub.live.id, ctx.who().id))


async def put_notes(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    await tables.put_notes(ctx, hub, (await ctx.exact(Note)).text)
    return _done(hub)


async def join(ctx: RequestContext) -> TableAnswer:
    hub = await ctx.hub()
    sent = await ctx.exact(Join)
    await seating.join(hub.live, ctx.who(), sent.seat)
    return table_answer(hub, hub.role(ctx.me))


async def leave(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    await seating.leave(hub.live, ctx.who(), (await ctx.exact(AtSeat)).seat)
    return _done(hub)


async def bot(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    sent = await ctx.exact(ToBot)
    await seating.give_to_bot(hub.live, ctx.who(), sent.seat, sent.level)
    return _done(hub)


async def reclaim(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    await seating.reclaim(hub.live, ctx.who(), (await ctx.exact(AtSeat)).seat)
    return _done(hub)


async def free(ctx: RequestContext) -> Address:
    hub = await ctx.hub()
    sent = await ctx.exact(AtSeat)
    await seating.free(hub.live, ctx.who(), sent.seat)
    return Address(await ctx.app.tables.invite(hub, sent.seat, ctx.who()))


async def invite(ctx: RequestContext) -> Address:
    hub = await ctx.hub()
    return Address(await tables.fresh_invitation(ctx, hub, (await ctx.exact(AtSeat)).seat))


async def recovery(ctx: RequestContext) -> Address:
    hub = await ctx.hub()
    await ctx.exact(Nothing)
    return Address(await ctx.app.tables.recovery(hub, ctx.who()))


async def forfeit(ctx: RequestContext) -> Done:
    hub = await ctx.hub()
    await seating.forfeit(hub.live, ctx.who(), (await ctx.exact(AtSeat)).seat)
    return _done(hub)


async def again(ctx: RequestContext) -> Address:
    hub = await ctx.hub()
    await ctx.exact(Nothing)
    ctx.app.begin(ctx.address)
    return Address(f"/tables/{await rematch(ctx.app.tables, ctx.who(), hub)}")


async def play_on(ctx: RequestContext) -> TableAnswer:
    hub = await ctx.hub()
    sent = await ctx.exact(Fork)
    ctx.app.begin(ctx.address)
    new = await fork(ctx.app.tables, ctx.who(), hub, sent.at, sent.seats, sent.seat)
    return table_answer(new, new.role(ctx.me))


async def put_record(ctx: RequestContext) -> TableAnswer:
    sent = await ctx.exact(Upload, ctx.app.settings.record_limit)
    ctx.app.begin(ctx.address)
    hub = await upload(ctx.app.tables, ctx.who(), sent.record)
    return table_answer(hub, hub.role(ctx.me))


async def use_link(ctx: RequestContext) -> TableAnswer:
    sent = await ctx.exact(UseLink)
    ctx.who()
    link = await rooms.claim(ctx, sent.name)
    hub = await ctx.app.tables.hub(link.table)
    return table_answer(hub, hub.role(ctx.me))


_TABLE: Final = "/api/tables/{table}"
_POST: Final = "POST"

ENDPOINTS: Final = (
    Endpoint(_POST, "/api/sessions", "Become somebody.", new_session, Token, NewSession, open=True),
    Endpoint("GET", "/api/me", "Who I am.", me, MeAnswer),
    Endpoint("PUT", "/api/me", "Change my name or webhook.", put_me, MeAnswer, Me),
    Endpoint("GET", "/api/games", "The games.", games, Games, open=True),
    Endpoint("GET", "/api/games/{game}", "One game.", game, GameAnswer, open=True),
    Endpoint(
        "GET",
        "/api/tables",
        "Tables in a list.",
        list_tables,
        Tables,
        open=True,
        query=(Query("list", "Which list.", "list"),),
    ),
    Endpoint(_POST, "/api/tables", "Open a table.", create, TableAnswer, NewTable),
    Endpoint("GET", _TABLE, "The table as I may see it.", view, TableAnswer, open=True,
             query=(AS, AT, TOKEN)),
    Endpoint("GET", f"{_TABLE}/stream", "Events `table` (as above) and `chat`, as they happen.",
             stream, open=True, query=(AS, TOKEN), media="text/event-stream"),
    Endpoint("GET", f"{_TABLE}/story", "What happened.", told, Story, open=True,
             query=(AS, TOKEN)),
    Endpoint("GET", f"{_TABLE}/record", "The record.", record, open=True,
             query=(TOKEN,), media="application/x-ndjson"),
    Endpoint(_POST, f"{_TABLE}/act", "Choose.", act, Done, Act, changes=True),
    Endpoint(_POST, f"{_TABLE}/hint", "The best choices, while only bots play besides me.", hint,
             HintAnswer, AtSeat, changes=True),
    Endpoint(_POST, f"{_TABLE}/undo", "Take back.", undo, Done, Undo, changes=True),
    Endpoint(_POST, f"{_TABLE}/redo", "Play again what was undone.", redo, Done, AtSeat,
             changes=True),
    Endpoint(_POST, f"{_TABLE}/takeback", "Ask to take back more.", takeback, Done, Takeback,
             changes=True),
    Endpoint(_POST, f"{_TABLE}/takeback/answer", "Agree to it or not, or withdraw it.",
             takeback_answer, Done, TakebackAnswer, changes=True),
    Endpoint("GET", f"{_TABLE}/chat", "What was said.", chat, Chat, open=True,
             query=(TOKEN,)),
    Endpoint(_POST, f"{_TABLE}/chat", "Say something.", say, Done, Say, query=(TOKEN,)),
    Endpoint("GET", f"{_TABLE}/notes", "My notes.", notes, NotesAnswer),
    Endpoint("PUT", f"{_TABLE}/notes", "Keep notes.", put_notes, Done, Note),
    Endpoint(_POST, f"{_TABLE}/join", "Take an open seat.", join, TableAnswer, Join, changes=True),
    Endpoint(_POST, f"{_TABLE}/leave", "Get up before the game begins.", leave, Done, AtSeat,
             changes=True),
    Endpoint(_POST, f"{_TABLE}/bot", "Give a seat to a bot.", bot, Done, ToBot, changes=True),
    Endpoint(_POST, f"{_TABLE}/reclaim", "Take it back.", reclaim, Done, AtSeat, changes=True),
    Endpoint(_POST, f"{_TABLE}/free", "As host: open a seat again.", free, Address, AtSeat,
             changes=True),
    Endpoint(_POST, f"{_TABLE}/invite", "As host: a fresh invitation.", invite, Address, AtSeat),
    Endpoint(_POST, f"{_TABLE}/recovery", "A link that carries my seats to another device.",
             recovery, Address, Nothing),
    Endpoint(_POST, f"{_TABLE}/forfeit", "Give up.", forfeit, Done, AtSeat, changes=True),
    Endpoint(_POST, f"{_TABLE}/rematch", "Play again with the same people.", again, Address,
             Nothing, changes=True),
    Endpoint(_POST, f"{_TABLE}/fork", "Play on from a past position.", play_on, TableAnswer, Fork,
             changes=True),
    Endpoint(_POST, f"{_TABLE}/analysis", "Look back at a finished game: begin.",
             analysis.api_start, AnalysisAnswer, Nothing),
    Endpoint("GET", f"{_TABLE}/analysis", "Look back at a finished game: how far, and the result.",
             analysis.api_look, AnalysisAnswer, open=True),
    Endpoint(_POST, "/api/records", "Put in a record.", put_record, TableAnswer, Upload),
    Endpoint(_POST, "/api/links/{token}", "Use an invitation or recovery link.", use_link,
             TableAnswer, UseLink, changes=True),
)  # fmt: skip


def check_endpoints() -> None:
    """Every type can be described; called by the tests."""
    kinds = [kind for each in ENDPOINTS for kind in (each.answer, each.body) if kind is not None]
    msgspec.json.schema_components(kinds)
