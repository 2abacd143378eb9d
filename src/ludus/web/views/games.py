"""Pictures of the games themselves: card, styles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from starlette.responses import Response

from ludus.core.face import Scene, scenes_of
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR, Seat
from ludus.core.registry import is_game
from ludus.core.table import Table
from ludus.web.assets import address
from ludus.web.http.errors import NotFound
from ludus.web.http.request import RequestContext
from ludus.web.http.sse import to_json
from ludus.web.paths import at
from ludus.web.tables.lobby import game_info


def find_box(ctx: RequestContext, game: str) -> AnyBox:
    """A game that is offered here."""
    if not is_game(game) and game not in {info.name for info in ctx.app.lobby.games}:
        raise NotFound(f"there is no game {game[:40]!r} here")
    return ctx.app.tables.box(game)


async def card(ctx: RequestContext) -> Response:
    def draw(box: AnyBox) -> str:
        scenes = _opening(box, SPECTATOR)
        return ctx.app.pages.card(game_info(box.meta), scenes[0].svg if scenes else "")

    # A picture by itself has its styles inside, and nothing else.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return ctx.cacheable(
        await drawn_once(ctx, "card", draw), "image/svg+xml", {"Content-Security-Policy": policy}
    )


async def manifest(ctx: RequestContext) -> Response:
    """For phones and browsers that keep a site as an app of its own."""
    icon = {"src": at(f"{address()}/favicon.svg"), "type": "image/svg+xml", "sizes": "any"}
    told = {
        "name": "Ludus",
        "short_name": "Ludus",
        "description": "Roman board games by their full rules.",
        "id": at("/"),
        "start_url": at("/"),
        "scope": at("/"),
        "display": "standalone",
        "background_color": "#f3e9d2",
        "theme_color": "#6b2a4a",
        "icons": [{**icon, "purpose": purpose} for purpose in ("any", "maskable")],
    }
    return ctx.cacheable(to_json(told).decode(), "application/manifest+json")


async def face_css(ctx: RequestContext) -> Response:
    def draw(box: AnyBox) -> str:
        scenes = [scene for viewer in (0, SPECTATOR) for scene in _opening(box, viewer)]
        return ctx.app.pages.face_css(scenes)

    return ctx.cacheable(await drawn_once(ctx, "css", draw), "text/css")


async def drawn_once(ctx: RequestContext, what: str, draw: Callable[[AnyBox], str]) -> str:
    """Something that stays the same for as long as the game's content does.

    It is drawn in a thread, since others are waiting too.
    """
    box = find_box(ctx, ctx.path("game"))
    key = (what, box.meta.name, box.content_hash)
    known = ctx.app.drawn.get(key)
    if known is None:
        known = ctx.app.drawn[key] = await asyncio.to_thread(draw, box)
    return known


def _opening(box: AnyBox, viewer: Seat) -> Sequence[Scene]:
    """The pictures before the first move, with choices marked for whoever has some."""
    seats = box.meta.seats[len(box.meta.seats) // 2]
    table = Table(box, [f"Seat {seat + 1}" for seat in range(seats)])
    return scenes_of(box.face, table.view(viewer), table.decision(viewer), table.names)
