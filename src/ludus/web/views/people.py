"""Pages about people: privacy, a line of chat, a link to another device."""

from __future__ import annotations

from starlette.responses import Response

from ludus.store import ChatRow
from ludus.web.http.errors import NotFound
from ludus.web.http.request import RequestContext, parse_int
from ludus.web.live.hub import Hub
from ludus.web.live.page_models import ChatLineModel, DeviceModel, PrivacyModel
from ludus.web.live.view_model import heard
from ludus.web.views.links import qr_of

MOST_LINE = 100_000_000


async def privacy(ctx: RequestContext) -> Response:
    settings = ctx.app.settings
    visitor = await ctx.app.lobby.visitor(ctx.session)
    model = PrivacyModel(
        visitor,
        settings.keep_waiting,
        settings.keep_playing,
        settings.keep_finished,
        settings.access_log,
        ctx.app.notices.mails.offered,
    )
    return ctx.html(ctx.app.pages.privacy(model))


async def chat_line(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    row = find_line(ctx, hub, parse_int(ctx.path("line"), "the line", 1, MOST_LINE))
    visitor = await ctx.app.lobby.visitor(ctx.session)
    mine = row.session == ctx.session_id
    model = ChatLineModel(visitor, hub.url, row.number, row.name, row.text, mine)
    return ctx.html(ctx.app.pages.chat_line_page(model))


def find_line(ctx: RequestContext, hub: Hub, line: int) -> ChatRow:
    """A line of chat that the visitor can read, and that somebody wrote."""
    role = hub.role(ctx.session_id)
    for row in hub.live.chat:
        if row.number == line and row.session and heard(row, role):
            return row
    raise NotFound("there is no such line, or nobody is known to have written it")


async def device(ctx: RequestContext) -> Response:
    """Looking does not use the link up: chat programs preview links."""
    token = ctx.path("token")
    session = await ctx.app.sessions.get(await ctx.app.links.device_session(token))
    if session is None:
        raise NotFound("whoever made this link is not known here any more")
    visitor = await ctx.app.lobby.visitor(ctx.session)
    model = DeviceModel(visitor, f"/device/{token}", session.name)
    return ctx.html(ctx.app.pages.device(model))


async def device_qr_code(ctx: RequestContext) -> Response:
    token = ctx.path("token")
    await ctx.app.links.device_session(token)
    return qr_of(ctx, f"/device/{token}")
