"""The lobby, its stream, and the form for a new table."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from starlette.responses import RedirectResponse, Response

from ludus.core.errors import LudusError
from ludus.core.game import AnyBox
from ludus.core.nets import why_no_net
from ludus.web.api.schemas import GameInfo
from ludus.web.http.errors import NotFound
from ludus.web.http.request import RequestContext
from ludus.web.http.sse import EventStream
from ludus.web.live.page_models import LearnModel, NewTableModel, OptionModel, PaceChoice
from ludus.web.live.results import levels, said
from ludus.web.tables.clocks import read_pace
from ludus.web.tables.create import AT_ZERO
from ludus.web.tables.lessons import find_lesson, lessons_begun
from ludus.web.tables.lobby import game_info
from ludus.web.views.games import find_box

EVENING: Final = {1: (5, 15), 2: (10, 30), 3: (20, 60)}
"""By the weight of a game: minutes for everybody, in a quick game and in one for an evening."""


def paces(weight: int) -> tuple[PaceChoice, ...]:
    """The clocks that the form offers for a game."""
    quick, evening = EVENING[weight]
    offered = (
        ("none", "None", "infinity"),
        (f"bank:{quick * 60}:10", "Quick", "bolt"),
        (f"bank:{evening * 60}:20", "Evening", "hourglass"),
        ("decision:86400", "By day", "sun"),
    )
    return tuple(
        PaceChoice(
            key, words, "play as you like" if key == "none" else read_pace(key).short, picture
        )
        for key, words, picture in offered
    )


async def lobby(ctx: RequestContext) -> Response:
    name = ctx.session.name if ctx.session else ""
    model = await ctx.app.lobby.model(ctx.session_id, name, ctx.page)
    return ctx.html(ctx.app.pages.lobby(model))


async def stream(ctx: RequestContext) -> EventStream:
    app, address = ctx.app, ctx.address
    app.limits.open_stream(address)
    try:
        listener = await app.lobby.listen(ctx.session, ctx.page)
    except BaseException:
        app.limits.close_stream(address)
        raise

    def done() -> None:
        app.limits.close_stream(address)
        app.lobby.leave(listener)

    return EventStream(listener.subscriber, done)


async def picture(ctx: RequestContext) -> Response:
    """The board as the visitor sees it from their seat, for lists of tables."""
    hub = await ctx.hub()
    drawn = await ctx.app.thumbnails.picture(hub, hub.role(ctx.session_id))
    if not drawn:
        raise NotFound("this game has no pictures")
    # For this visitor alone, and by itself: its styles are inside.
    headers = {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        "Cache-Control": "private, no-cache",
        "Vary": "Cookie",
    }
    return ctx.cacheable(drawn, "image/svg+xml", headers)


async def learn_any(ctx: RequestContext) -> Response:
    """All lessons that there are."""
    games = tuple(game for game in ctx.app.lobby.games if game.lessons)
    return await _learn(ctx, games)


async def learn(ctx: RequestContext) -> Response:
    """The lessons of a game, to begin one or to come back to it."""
    box = find_box(ctx, ctx.path("game"))
    name = ctx.request.path_params.get("lesson", "")
    find_lesson(box.meta.name, name)
    return await _learn(ctx, (game_info(box.meta),), name)


async def _learn(ctx: RequestContext, games: tuple[GameInfo, ...], name: str = "") -> Response:
    visitor = await ctx.app.lobby.visitor(ctx.session)
    begun = {
        (game.name, lesson): state
        for game in games
        for lesson, state in (
            await lessons_begun(ctx.app.tables.store, ctx.session_id, game.name)
        ).items()
    }
    return ctx.html(ctx.app.pages.learn(LearnModel(visitor, games, name, begun)))


async def new_any(ctx: RequestContext) -> Response:
    """The form, for whoever has not said which game."""
    games = ctx.app.lobby.games
    if not games:
        raise NotFound("there is no game here")
    return RedirectResponse(f"/new/{games[0].name}", 303)


async def new_table(ctx: RequestContext) -> Response:
    game = ctx.path("game")
    wanted = ctx.request.query_params.get("pack", "")
    there = any(name == wanted for name, _ in ctx.app.tables.packs.offered(game))
    chosen = (("pack", wanted),) if there else ()
    return ctx.html(ctx.app.pages.new_table(await new_table_model(ctx, game, chosen=chosen)))


async def new_table_model(
    ctx: RequestContext, game: str, error: str = "", chosen: tuple[tuple[str, str], ...] = ()
) -> NewTableModel:
    """The form; with an error, as it was filled in."""
    box = find_box(ctx, game)
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
    editions = {"": box, **await packs_of(ctx, game)}
    return NewTableModel(
        await ctx.app.lobby.visitor(ctx.session),
        game_info(box.meta),
        options,
        max((levels(each) for each in editions.values()), key=len),
        paces(box.meta.weight),
        AT_ZERO,
        error,
        chosen,
        ctx.app.lobby.games,
        ctx.app.tables.packs.offered(game),
        {key: why for key, each in editions.items() if (why := why_no_net(each))},
    )


async def packs_of(ctx: RequestContext, game: str) -> dict[str, AnyBox]:
    """The game with each installed pack that can be opened; opened once per process."""
    found: dict[str, AnyBox] = {}
    for name, _ in ctx.app.tables.packs.offered(game):
        with suppress(LudusError):
            found[name] = await ctx.app.tables.packs.chosen(game, name)
    return found
