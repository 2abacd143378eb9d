"""Pages around the tables: lobby, new table, rules, oneself, links."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import msgspec
from starlette.responses import Response

from ludus.core.content import read_toml
from ludus.core.errors import BadRequest, LudusError
from ludus.core.face import Scene, scenes_of
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR, Seat
from ludus.core.registry import find_game, is_game
from ludus.core.table import Table
from ludus.store import Conflict, Link
from ludus.web.api.schemas import Me, NewTable, Upload, UseLink
from ludus.web.http.errors import (
    LinkUsed,
    NotFound,
    RequestError,
    Stale,
    Unavailable,
    sentence_of,
    status_of,
)
from ludus.web.http.request import RequestContext, as_sent, json_response
from ludus.web.http.sse import EventStream
from ludus.web.http.webhooks import accept
from ludus.web.live.models import (
    ClauseModel,
    ErrorModel,
    InviteModel,
    MeModel,
    NewTableModel,
    OptionModel,
    Pace,
    RulesModel,
)
from ludus.web.live.models import SeatRow as SeatShown
from ludus.web.live.results import said
from ludus.web.live.view_model import levels
from ludus.web.tables.create import AT_ZERO, TableRequest, open_table, upload
from ludus.web.tables.live_table import seat_name
from ludus.web.tables.lobby import game_info
from ludus.web.tables.seats import use_invitation, use_recovery

PACES: Final = (
    Pace("none", "No clock", "Take all the time you like, days if you want."),
    Pace("decision:60", "A minute for each choice", "Brisk."),
    Pace("decision:86400", "A day for each choice", "For games that last weeks."),
    Pace("bank:600:10", "Ten minutes each", "And ten seconds more for each turn."),
    Pace("bank:1800:20", "Half an hour each", "And twenty seconds more for each turn."),
    Pace("bank:259200:43200", "Three days each", "And twelve hours more for each turn."),
)


async def lobby(ctx: RequestContext) -> Response:
    name = ctx.session.name if ctx.session else ""
    return ctx.page(ctx.app.pages.lobby(await ctx.app.lobby.model(ctx.me, name)))


async def lobby_stream(ctx: RequestContext) -> EventStream:
    app, address = ctx.app, ctx.address
    app.open_stream(address)
    try:
        guest = await app.lobby.listen(ctx.session)
    except BaseException:
        app.close_stream(address)
        raise

    def done() -> None:
        app.close_stream(address)
        app.lobby.leave(guest)

    return EventStream(guest.subscriber, done)


# New tables ---------------------------------------------------------------------------------------


async def new_table(ctx: RequestContext) -> Response:
    return ctx.page(ctx.app.pages.new_table(await _new_table(ctx, ctx.path("game"))))


async def _new_table(
    ctx: RequestContext, game: str, error: str = "", chosen: tuple[tuple[str, str], ...] = ()
) -> NewTableModel:
    box = _box(ctx, game)
    words = box.face.words
    options = tuple(
        OptionModel(
            option,
            said(words, f"option.{option.key}.label", option.key),
            said(words, f"option.{option.key}.help", "")
            if f"option.{option.key}.help" in words
            else "",
            tuple(
                (value, said(words, f"option.{option.key}.{value}", value))
                for value in option.choices
            ),
        )
        for option in box.meta.option
    )
    return NewTableModel(
        await ctx.app.lobby.visitor(ctx.session),
        game_info(box.meta),
        options,
        levels(),
        PACES,
        AT_ZERO,
        error,
        chosen,
    )


def _box(ctx: RequestContext, game: str) -> AnyBox:
    if not is_game(game) and game not in {info.name for info in ctx.app.lobby.games}:
        raise NotFound(f"there is no game {game[:40]!r} here")
    return ctx.app.tables.box(game)


async def create(ctx: RequestContext) -> Response:
    fields = await ctx.fields()
    wish = as_sent(fields, NewTable)
    who = await ctx.anyone()
    ctx.app.begin(ctx.address)
    try:
        hub = await open_table(ctx.app.tables, who, wish_of(wish))
    except LudusError as error:
        if ctx.wants_json or status_of(error) >= 500 or not is_game(wish.game):
            raise
        # A form that was filled in wrongly comes back as it was filled in.
        shown = tuple(_as_filled_in(fields))
        model = await _new_table(ctx, wish.game, sentence_of(error), shown)
        return ctx.page(ctx.app.pages.new_table(model), 422)
    return ctx.answer({"url": hub.url}, hub.url)


def _as_filled_in(fields: dict[str, object]) -> Iterator[tuple[str, str]]:
    """A form's fields, each by itself again: `seats` are so many fields of the name `seat`."""
    for name, value in fields.items():
        if isinstance(value, list):
            yield from ((name.removesuffix("s"), str(each)) for each in value)
        else:
            yield name, str(value)


def wish_of(new: NewTable) -> TableRequest:
    return TableRequest(
        new.game, new.seats, new.names, new.options, new.private, new.pace, new.at_zero
    )


async def put_record(ctx: RequestContext) -> Response:
    sent = await ctx.read(Upload, ctx.app.settings.record_limit)
    who = await ctx.anyone()
    ctx.app.begin(ctx.address)
    hub = await upload(ctx.app.tables, who, sent.record.replace("\r\n", "\n"))
    return ctx.answer({"url": hub.url}, hub.url)


# Rules and pictures -------------------------------------------------------------------------------


async def rules(ctx: RequestContext) -> Response:
    box = _box(ctx, ctx.path("game"))
    page, sections = _rules_of(box.meta.name)
    visitor = await ctx.app.lobby.visitor(ctx.session)
    return ctx.page(ctx.app.pages.rules(RulesModel(visitor, game_info(box.meta), page, sections)))


class Clause(msgspec.Struct, frozen=True):
    """A clause as `clauses.toml` has it; the rest of its fields are for tests."""

    id: str
    says: str
    ruling: str = ""


class ClauseFile(msgspec.Struct, frozen=True):
    clause: tuple[Clause, ...]


@cache
def _rules_of(game: str) -> tuple[str, tuple[tuple[str, tuple[ClauseModel, ...]], ...]]:
    folder = find_game(game).folder
    page = folder / "page.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    path = folder / "clauses.toml"
    groups: dict[str, list[ClauseModel]] = {}
    if path.is_file():
        for clause in read_toml(path, ClauseFile).clause:
            group = clause.id.removeprefix(f"{game}.").rpartition(".")[0]
            groups.setdefault(group, []).append(ClauseModel(clause.id, _clause_text(clause)))
    sections = tuple(
        (group.replace("_", " ").capitalize(), tuple(clauses)) for group, clauses in groups.items()
    )
    return text, sections


def _clause_text(clause: Clause) -> str:
    """What it says, and where the rulebook leaves something open, how we play it."""
    ruled = clause.ruling.partition(":")[2].strip()
    return f"{clause.says} Ruling: {ruled}" if ruled else clause.says


async def card(ctx: RequestContext) -> Response:
    def draw(box: AnyBox) -> str:
        scenes = _opening(box, SPECTATOR)
        return ctx.app.pages.card(game_info(box.meta), scenes[0].svg if scenes else "")

    # A picture by itself has its styles inside of it, and nothing else.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return ctx.lasting(
        _drawn(ctx, "card", draw), "image/svg+xml", {"Content-Security-Policy": policy}
    )


async def face_css(ctx: RequestContext) -> Response:
    def draw(box: AnyBox) -> str:
        scenes = [scene for viewer in (0, SPECTATOR) for scene in _opening(box, viewer)]
        return ctx.app.pages.face_css(scenes)

    return ctx.lasting(_drawn(ctx, "css", draw), "text/css")


def _drawn(ctx: RequestContext, what: str, draw: Callable[[AnyBox], str]) -> str:
    """Something that is the same for as long as the game's content is."""
    box = _box(ctx, ctx.path("game"))
    key = (what, box.meta.name, box.content_hash)
    known = ctx.app.drawn.get(key)
    if known is None:
        known = ctx.app.drawn[key] = draw(box)
    return known


def _opening(box: AnyBox, viewer: Seat) -> Sequence[Scene]:
    """The pictures before the first move, with choices marked for whoever has some."""
    seats = box.meta.seats[len(box.meta.seats) // 2]
    table = Table(box, [f"Seat {seat + 1}" for seat in range(seats)])
    return scenes_of(box.face, table.view(viewer), table.decision(viewer), table.names)


# Oneself ------------------------------------------------------------------------------------------


async def me(ctx: RequestContext) -> Response:
    return ctx.page(ctx.app.pages.me(await _me(ctx)))


async def _me(
    ctx: RequestContext, saved: bool = False, error: str = "", sent: Me | None = None
) -> MeModel:
    """What is known of the visitor, or what they sent if there was something wrong with it."""
    visitor = await ctx.app.lobby.visitor(ctx.session)
    session = ctx.session
    kept = session.webhook if session else ""
    return MeModel(
        visitor,
        sent.webhook if sent else kept,
        session.trouble if session else "",
        saved,
        error,
        sent.name if sent else visitor.name,
    )


async def put_me(ctx: RequestContext) -> Response:
    sent = await ctx.read(Me)
    try:
        webhook = await accept(sent.webhook, ctx.app.tables.settings.private_hooks)
        ctx.app.tables.sessions.clean(sent.name)
    except LudusError as error:
        if ctx.wants_json:
            raise
        return ctx.page(ctx.app.pages.me(await _me(ctx, False, sentence_of(error), sent)), 422)
    session = await ctx.anyone(sent.name)
    if session.webhook != webhook:
        ctx.session = await ctx.app.put_webhook(session, webhook)
    if ctx.wants_json:
        return ctx.signed(json_response({"name": session.name}))
    return ctx.page(ctx.app.pages.me(await _me(ctx, saved=True)))


# Links --------------------------------------------------------------------------------------------


async def invitation(ctx: RequestContext) -> Response:
    """Shows what a link gives. Looking at it does not use it up: chat programs look at links."""
    try:
        link = await _unused(ctx)
    except LinkUsed as error:
        return await _too_late(ctx, error)
    return ctx.page(ctx.app.pages.invite(await _invite(ctx, link)))


async def _too_late(ctx: RequestContext, error: RequestError) -> Response:
    """A link that gives nothing any more. It may still lead to its table."""
    link = await ctx.app.tables.link(ctx.path("token"))
    hub = await ctx.app.tables.hub(link.table)
    if ctx.me and any(row.session == ctx.me for row in hub.live.seats):
        # Who sat down by it comes back by it: it is the address that they were given.
        return ctx.answer({"url": hub.url}, hub.url)
    if ctx.wants_json or not hub.open_to(ctx.me, False):
        raise error
    visitor = await ctx.app.lobby.visitor(ctx.session)
    model = ErrorModel(visitor, error.status, error.title, sentence_of(error), hub.url)
    return ctx.page(ctx.app.pages.error(model), error.status)


async def _invite(ctx: RequestContext, link: Link, error: str = "", name: str = "") -> InviteModel:
    hub = await ctx.app.tables.hub(link.table)
    live = hub.live
    host = await ctx.app.tables.sessions.get(live.head.host)
    visitor = await ctx.app.lobby.visitor(ctx.session)
    return InviteModel(
        visitor,
        link.kind,
        f"/i/{ctx.path('token')}",
        game_info(live.box.meta),
        host.name if host else "",
        tuple(
            SeatShown(row.seat, "" if row.kind == "open" else seat_name(row), row.kind, row.level)
            for row in live.seats
        ),
        link.seats,
        error,
        name,
    )


async def _unused(ctx: RequestContext) -> Link:
    link = await ctx.app.tables.link(ctx.path("token"))
    if link.used:
        raise LinkUsed("this link was used before; ask the host for a new one")
    return link


async def use_link(ctx: RequestContext) -> Response:
    sent = await ctx.read(UseLink)
    try:
        link = await claim(ctx, sent.name)
    except BadRequest as error:
        if ctx.wants_json:
            raise
        # The name was no good: the invitation stays, and so does what was written.
        model = await _invite(ctx, await _unused(ctx), sentence_of(error), sent.name)
        return ctx.page(ctx.app.pages.invite(model), 422)
    except (LinkUsed, Stale) as error:
        return await _too_late(ctx, error)
    url = f"/tables/{link.table}"
    return ctx.answer({"url": url}, url)


async def claim(ctx: RequestContext, name: str) -> Link:
    """Use a link up, for the one who asks."""
    link = await _unused(ctx)
    hub = await ctx.app.tables.hub(link.table)
    who = await ctx.anyone(name)
    try:
        if link.kind == "invitation":
            await use_invitation(hub.live, who, link)
        else:
            await use_recovery(hub.live, who, link)
    except Unavailable as error:
        if isinstance(error.__cause__, Conflict):
            raise LinkUsed("somebody else used this link just now") from error
        raise
    return link
