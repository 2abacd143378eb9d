"""The page about oneself."""

from __future__ import annotations

from starlette.responses import Response

from ludus.web.api.schemas import Me
from ludus.web.http.request import RequestContext
from ludus.web.live.page_models import MeModel
from ludus.web.views.rules import progress


async def me(ctx: RequestContext) -> Response:
    return ctx.html(ctx.app.pages.me(await me_model(ctx)))


async def me_model(
    ctx: RequestContext,
    saved: bool = False,
    error: str = "",
    sent: Me | None = None,
    device: str = "",
) -> MeModel:
    """What is stored, or what was sent if there was something wrong with it."""
    visitor = await ctx.app.lobby.visitor(ctx.session)
    session = ctx.session
    webhook = session.webhook if session else ""
    return MeModel(
        visitor,
        sent.webhook if sent else webhook,
        session.trouble if session else "",
        saved,
        error,
        sent.name if sent else visitor.name,
        progress(ctx, await ctx.app.met.all(ctx.session_id)),
        tuple((await ctx.app.store.blocks(ctx.session_id)).items()) if session else (),
        device,
    )
