"""Pages around the tables: lobby, new table, rules, oneself, links."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

import msgspec
from starlette.responses import Response

from ludus.core.content import read_toml
from ludus.core.errors import BadRequest, LudusError
from ludus.core.face import Scene
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR, Seat
from ludus.core.registry import find_game, is_game
from ludus.core.table import Table
from ludus.store import Conflict, Link
from ludus.web.http.request import Ask, as_sent, json_response
from ludus.web.http.errors import Busy, NotThere, Refused, Stale, Used, sentence_of, status_of
from ludus.web.http.webhooks import accept
from ludus.web.tables.live_table import seat_name
from ludus.web.tables.lobby import game_info
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
from ludus.web.tables.create import AT_ZERO, Wish, open_table, upload
from ludus.web.live.view_model import levels
from ludus.web.live.results import said
from ludus.web.tables.seats import use_invitation, use_recovery
from ludus.web.http.sse import EventStream
from ludus.web.api.schemas import Me, NewTable, Upload, UseLink

PACES: Final = (
    Pace("none", "No clock", "Take all the time you like, days if you want."),
    Pace("decision:60", "A minute for each choice", "Brisk."),
    Pace("decision:86400", "A day for each choice", "For games that last weeks."),
    Pace("bank:600:10", "Ten minutes each", "And ten seconds more for each turn."),
    Pace("bank:1800:20", "Half an hour each", "And twenty seconds more for each turn."),
    Pace("bank:259200:43200", "Three days each", "And twelve hours more for each turn."),
)


async def lobby(ask: Ask) -> Response:
    name = ask.session.name if ask.session else ""
    return ask.page(ask.site.pages.lobby(await ask.site.lobby.model(ask.me, name)))


async def lobby_stream(ask: Ask) -> EventStream:
    site, address = ask.site, ask.address
    site.open_stream(address)
    try:
        guest = await site.lobby.listen(ask.session)
    except BaseException:
        site.close_stream(address)
        raise

    def done() -> None:
        site.close_stream(address)
        site.lobby.leave(guest)

    return EventStream(guest.subscriber, done)


# New tables ---------------------------------------------------------------------------------------


async def new_table(ask: Ask) -> Response:
    return ask.page(ask.site.pages.new_table(await _new_table(ask, ask.path("game"))))


async def _new_table(
    ask: Ask, game: str, error: str = "", chosen: tuple[tuple[str, str], ...] = ()
) -> NewTableModel:
    box = _box(ask, game)
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
        await ask.site.lobby.visitor(ask.session),
        game_info(box.meta),
        options,
        levels(),
        PACES,
        AT_ZERO,
        error,
        chosen,
    )


def _box(ask: Ask, game: str) -> AnyBox:
    if not is_game(game) and game not in {info.name for info in ask.site.lobby.games}:
        raise NotThere(f"there is no game {game[:40]!r} here")
    return ask.site.room.box(game)


async def create(ask: Ask) -> Response:
    fields = await ask.fields()
    wish = as_sent(fields, NewTable)
    who = await ask.anyone()
    ask.site.begin(ask.address)
    try:
        hub = await open_table(ask.site.room, who, wish_of(wish))
    except LudusError as error:
        if ask.wants_json or status_of(error) >= 500 or not is_game(wish.game):
            raise
        # A form that was filled in wrongly comes back as it was filled in.
        shown = tuple(_as_filled_in(fields))
        model = await _new_table(ask, wish.game, sentence_of(error), shown)
        return ask.page(ask.site.pages.new_table(model), 422)
    return ask.answer({"url": hub.url}, hub.url)


def _as_filled_in(fields: dict[str, object]) -> Iterator[tuple[str, str]]:
    """A form's fields, each by itself again: `seats` are so many fields of the name `seat`."""
    for name, value in fields.items():
        if isinstance(value, list):
            yield from ((name.removesuffix("s"), str(each)) for each in value)
        else:
            yield name, str(value)


def wish_of(new: NewTable) -> Wish:
    return Wish(new.game, new.seats, new.names, new.options, new.private, new.pace, new.at_zero)


async def put_record(ask: Ask) -> Response:
    sent = await ask.read(Upload, ask.site.settings.record_limit)
    who = await ask.anyone()
    ask.site.begin(ask.address)
    hub = await upload(ask.site.room, who, sent.record.replace("\r\n", "\n"))
    return ask.answer({"url": hub.url}, hub.url)


# Rules and pictures -------------------------------------------------------------------------------


async def rules(ask: Ask) -> Response:
    box = _box(ask, ask.path("game"))
    page, sections = _rules_of(box.meta.name)
    visitor = await ask.site.lobby.visitor(ask.session)
    return ask.page(ask.site.pages.rules(RulesModel(visitor, game_info(box.meta), page, sections)))


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


async def card(ask: Ask) -> Response:
    def draw(box: AnyBox) -> str:
        scenes = _opening(box, SPECTATOR)
        return ask.site.pages.card(game_info(box.meta), scenes[0].svg if scenes else "")

    # A picture by itself has its styles inside of it, and nothing else.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return ask.lasting(
        _drawn(ask, "card", draw), "image/svg+xml", {"Content-Security-Policy": policy}
    )


async def face_css(ask: Ask) -> Response:
    def draw(box: AnyBox) -> str:
        scenes = [scene for viewer in (0, SPECTATOR) for scene in _opening(box, viewer)]
        return ask.site.pages.face_css(scenes)

    return ask.lasting(_drawn(ask, "css", draw), "text/css")


def _drawn(ask: Ask, what: str, draw: Callable[[AnyBox], str]) -> str:
    """Something that is the same for as long as the game's content is."""
    box = _box(ask, ask.path("game"))
    key = (what, box.meta.name, box.content_hash)
    known = ask.site.drawn.get(key)
    if known is None:
        known = ask.site.drawn[key] = draw(box)
    return known


def _opening(box: AnyBox, viewer: Seat) -> Sequence[Scene]:
    """The pictures before the first move, with choices marked for whoever has some."""
    seats = box.meta.seats[len(box.meta.seats) // 2]
    table = Table(box, [f"Seat {seat + 1}" for seat in range(seats)])
    return box.face.scenes(table.view(viewer), table.decision(viewer), table.names)


# Oneself ------------------------------------------------------------------------------------------


async def me(ask: Ask) -> Response:
    return ask.page(ask.site.pages.me(await _me(ask)))


async def _me(ask: Ask, saved: bool = False, error: str = "", sent: Me | None = None) -> MeModel:
    """What is known of the visitor, or what they sent if there was something wrong with it."""
    visitor = await ask.site.lobby.visitor(ask.session)
    session = ask.session
    kept = session.webhook if session else ""
    return MeModel(
        visitor,
        sent.webhook if sent else kept,
        session.trouble if session else "",
        saved,
        error,
        sent.name if sent else visitor.name,
    )


async def put_me(ask: Ask) -> Response:
    sent = await ask.read(Me)
    try:
        webhook = await accept(sent.webhook, ask.site.room.settings.private_hooks)
        ask.site.room.visitors.clean(sent.name)
    except LudusError as error:
        if ask.wants_json:
            raise
        return ask.page(ask.site.pages.me(await _me(ask, False, sentence_of(error), sent)), 422)
    session = await ask.anyone(sent.name)
    if session.webhook != webhook:
        ask.session = await ask.site.put_webhook(session, webhook)
    if ask.wants_json:
        return ask.signed(json_response({"name": session.name}))
    return ask.page(ask.site.pages.me(await _me(ask, saved=True)))


# Links --------------------------------------------------------------------------------------------


async def invitation(ask: Ask) -> Response:
    """Shows what a link gives. Looking at it does not use it up: chat programs look at links."""
    try:
        link = await _unused(ask)
    except Used as error:
        return await _too_late(ask, error)
    return ask.page(ask.site.pages.invite(await _invite(ask, link)))


async def _too_late(ask: Ask, error: Refused) -> Response:
    """A link that gives nothing any more. It may still lead to its table."""
    link = await ask.site.room.link(ask.path("token"))
    hub = await ask.site.room.hub(link.table)
    if ask.me and any(row.session == ask.me for row in hub.live.seats):
        # Who sat down by it comes back by it: it is the address that they were given.
        return ask.answer({"url": hub.url}, hub.url)
    if ask.wants_json or not hub.open_to(ask.me, False):
        raise error
    visitor = await ask.site.lobby.visitor(ask.session)
    model = ErrorModel(visitor, error.status, error.title, sentence_of(error), hub.url)
    return ask.page(ask.site.pages.error(model), error.status)


async def _invite(ask: Ask, link: Link, error: str = "", name: str = "") -> InviteModel:
    hub = await ask.site.room.hub(link.table)
    live = hub.live
    host = await ask.site.room.visitors.get(live.head.host)
    visitor = await ask.site.lobby.visitor(ask.session)
    return InviteModel(
        visitor,
        link.kind,
        f"/i/{ask.path('token')}",
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


async def _unused(ask: Ask) -> Link:
    link = await ask.site.room.link(ask.path("token"))
    if link.used:
        raise Used("this link was used before; ask the host for a new one")
    return link


async def use_link(ask: Ask) -> Response:
    sent = await ask.read(UseLink)
    try:
        link = await claim(ask, sent.name)
    except BadRequest as error:
        if ask.wants_json:
            raise
        # The name was no good: the invitation stays, and so does what was written.
        model = await _invite(ask, await _unused(ask), sentence_of(error), sent.name)
        return ask.page(ask.site.pages.invite(model), 422)
    except (Used, Stale) as error:
        return await _too_late(ask, error)
    url = f"/tables/{link.table}"
    return ask.answer({"url": url}, url)


async def claim(ask: Ask, name: str) -> Link:
    """Use a link up, for the one who asks."""
    link = await _unused(ask)
    hub = await ask.site.room.hub(link.table)
    who = await ask.anyone(name)
    try:
        if link.kind == "invitation":
            await use_invitation(hub.live, who, link)
        else:
            await use_recovery(hub.live, who, link)
    except Busy as error:
        if isinstance(error.__cause__, Conflict):
            raise Used("somebody else used this link just now") from error
        raise
    return link
