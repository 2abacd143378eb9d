"""Games, lists of tables, and the ways in which a table is opened or entered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from starlette.responses import Response

from ludus.core.errors import BadRequest, LudusError
from ludus.core.registry import is_game
from ludus.store import Conflict
from ludus.web.api import operations as ops
from ludus.web.api.schemas import (
    GameInfo,
    Games,
    NewTable,
    Nothing,
    StartLesson,
    Tables,
    Upload,
    UseLink,
)
from ludus.web.api.serializers import table_line
from ludus.web.http.adapters import Opened, handle
from ludus.web.http.errors import (
    BadBody,
    LinkUsed,
    NotFound,
    Stale,
    Unavailable,
    sentence_of,
    status_of,
)
from ludus.web.http.request import RequestContext, convert
from ludus.web.tables.create import TableRequest, open_table, play_example, upload
from ludus.web.tables.lessons import begin_lesson
from ludus.web.tables.seats import use_invitation, use_recovery
from ludus.web.views.games import find_box
from ludus.web.views.links import invite_model, unused_link, used_link_page
from ludus.web.views.lobby import new_table_model
from ludus.web.views.rules import find_example


async def games(ctx: RequestContext, body: Nothing) -> Games:
    return Games(ctx.app.lobby.games)


async def game(ctx: RequestContext, body: Nothing) -> GameInfo:
    name = ctx.path("game")
    for info in ctx.app.lobby.games:
        if info.name == name:
            return info
    raise NotFound(f"there is no game {name[:40]!r} here")


async def list_tables(ctx: RequestContext, body: Nothing) -> Tables:
    kind = ctx.request.query_params.get("list", "open")
    if kind not in ops.LISTS:
        raise BadBody(f"list must be one of {', '.join(ops.LISTS)}, not {kind[:40]!r}")
    if kind == "mine":
        rows, more = await ctx.app.lobby.mine(ctx.require_session().id, ctx.page)
        return Tables(tuple(table_line(row) for row in rows), more)
    found = (await ctx.app.lobby.listed(ctx.session_id))[kind] if ctx.page == 1 else ()
    return Tables(tuple(table_line(row) for row in found))


async def create_table(ctx: RequestContext, body: NewTable) -> Opened:
    session = await ctx.ensure_session()
    request = TableRequest(
        body.game,
        body.seats,
        body.names,
        body.options,
        body.private,
        body.pace,
        body.at_zero,
        # The lobby's buttons name none; a client of the API that names none wants the defaults.
        quick=not ctx.wants_json,
        coach=body.coach,
        pack=body.pack,
    )
    return Opened(await open_table(ctx.app.tables, session, request))


async def _form_again(ctx: RequestContext, error: LudusError) -> Response | None:
    """A form that was filled in wrongly comes back as it was filled in."""
    if ctx.wants_json or isinstance(error, BadBody) or status_of(error) not in (400, 422):
        return None
    fields = await ctx.fields()
    game = convert(fields, NewTable).game
    if not is_game(game):
        return None
    filled_in = tuple(_as_filled_in(fields))
    model = await new_table_model(ctx, game, sentence_of(error), filled_in)
    return ctx.html(ctx.app.pages.new_table(model), 422)


def _as_filled_in(fields: dict[str, object]) -> Iterator[tuple[str, str]]:
    """A form's fields one by one: `seats` are so many fields of the name `seat`."""
    for name, value in fields.items():
        if isinstance(value, list):
            yield from ((name.removesuffix("s"), str(each)) for each in value)
        else:
            yield name, str(value)


async def upload_record(ctx: RequestContext, body: Upload) -> Opened:
    session = await ctx.ensure_session()
    # Forms send the text with the line ends of the web.
    return Opened(await upload(ctx.app.tables, session, body.record.replace("\r\n", "\n")))


async def example(ctx: RequestContext, body: Nothing) -> Opened:
    found = find_example(find_box(ctx, ctx.path("game")), ctx.path("example"))
    session = await ctx.ensure_session()
    return Opened(await play_example(ctx.app.tables, session, ctx.path("game"), found))


async def start_lesson(ctx: RequestContext, body: StartLesson) -> Opened:
    session = await ctx.ensure_session()
    game = find_box(ctx, ctx.path("game")).meta.name
    return Opened(await begin_lesson(ctx.app.tables, session, game, body.lesson, body.again))


async def use_link(ctx: RequestContext, body: UseLink) -> Opened:
    link = await unused_link(ctx)
    hub = await ctx.app.tables.hub(link.table)
    session = await ctx.ensure_session(body.name)
    try:
        if link.kind == "invitation":
            await use_invitation(hub.live, session, link)
        else:
            await use_recovery(hub.live, session, link)
    except Unavailable as error:
        if isinstance(error.__cause__, Conflict):
            raise LinkUsed("somebody else used this link just now") from error
        raise
    return Opened(hub)


async def _link_failed(ctx: RequestContext, error: LudusError) -> Response | None:
    if isinstance(error, LinkUsed | Stale):
        return await used_link_page(ctx, error)
    if isinstance(error, BadRequest) and not ctx.wants_json:
        # The name was no good: the invitation stays, and so does what was written.
        name = convert(await ctx.fields(), UseLink).name
        model = await invite_model(ctx, await unused_link(ctx), sentence_of(error), name)
        return ctx.html(ctx.app.pages.invite(model), 422)
    return None


HANDLERS: Final = (
    handle(ops.GAMES, games),
    handle(ops.GAME, game),
    handle(ops.LIST_TABLES, list_tables),
    handle(ops.CREATE_TABLE, create_table, failed=_form_again),
    handle(ops.UPLOAD_RECORD, upload_record),
    handle(ops.PLAY_EXAMPLE, example),
    handle(ops.START_LESSON, start_lesson),
    handle(ops.USE_LINK, use_link, failed=_link_failed),
)
