"""The player aid of a game."""

from __future__ import annotations

from starlette.responses import Response

from ludus.core.aid import AidWords, aid_of
from ludus.core.registry import find_game, is_game
from ludus.web.http.errors import NotFound
from ludus.web.http.request import RequestContext
from ludus.web.live.page_models import AidModel
from ludus.web.tables.lobby import game_info
from ludus.web.views.games import find_box


async def aid(ctx: RequestContext) -> Response:
    box = find_box(ctx, ctx.path("game"))
    found = aid_of(find_game(box.meta.name).folder) if is_game(box.meta.name) else None
    if found is None:
        raise NotFound(f"there is no player aid for {box.meta.title} yet")
    model = AidModel(
        await ctx.app.lobby.visitor(ctx.session),
        game_info(box.meta),
        found,
        AidWords(found, box.face.words),
        box.face.symbols,
    )
    return ctx.html(ctx.app.pages.aid(model))
