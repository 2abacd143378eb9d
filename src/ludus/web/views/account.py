"""The page about oneself, and where links in e-mails lead to."""

from __future__ import annotations

from starlette.responses import Response

from ludus.web.api.schemas import Me
from ludus.web.assets import assets
from ludus.web.http.request import RequestContext
from ludus.web.live.page_models import ContactModel, MailModel, MeModel
from ludus.web.views.rules import progress


async def me(ctx: RequestContext) -> Response:
    return ctx.html(ctx.app.pages.me(await me_model(ctx)))


async def service_worker(ctx: RequestContext) -> Response:
    """The script that shows push messages. Its address says which pages are its own: all."""
    return ctx.cacheable(assets().text("sw.js"), "text/javascript")


async def confirm_mail(ctx: RequestContext) -> Response:
    """Looking confirms nothing: mail programs look at links too."""
    token = ctx.path("token")
    contact = await ctx.app.notices.mails.to_confirm(token)
    return await _mail(ctx, "confirm", f"/mail/confirm/{token}", contact.address)


async def stop_mail(ctx: RequestContext) -> Response:
    token = ctx.path("token")
    contact = await ctx.app.notices.mails.to_stop(token)
    if contact is None:
        return await _mail(ctx, "stopped")
    return await _mail(ctx, "stop", f"/mail/stop/{token}", contact.address)


async def _mail(ctx: RequestContext, step: str, url: str = "", address: str = "") -> Response:
    visitor = await ctx.app.lobby.visitor(ctx.session)
    return ctx.html(ctx.app.pages.mail(MailModel(visitor, step, url, address)))


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
        await progress(ctx, await ctx.app.met.all(ctx.session_id)),
        tuple((await ctx.app.store.blocks(ctx.session_id)).items()) if session else (),
        device,
        tuple(
            ContactModel(each.id, each.kind, each.label or each.address, each.confirmed)
            for each in (session.contacts if session else ())
        ),
        ctx.app.notices.mails.offered,
    )
