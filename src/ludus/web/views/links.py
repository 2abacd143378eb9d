"""The page of an invitation or recovery link."""

from __future__ import annotations

import io
import re
from typing import Final

import segno
from starlette.responses import RedirectResponse, Response

from ludus.store import Link
from ludus.web.http.errors import LinkUsed, RequestError, sentence_of
from ludus.web.http.request import RequestContext
from ludus.web.live.page_models import ErrorModel, InviteModel, JoinModel, SeatSummary
from ludus.web.paths import base
from ludus.web.tables.live_table import seat_name
from ludus.web.tables.lobby import game_info

LINK_LIMIT: Final = 500
QR_DARK: Final = "#2b2118"
QR_LIGHT: Final = "#fffdf6"
_OURS: Final = re.compile(
    r"(?:^|/)(i/[\w.~=-]+|tables/[\w-]+(?:\?watch=[\w.~=-]+)?)(?:[/?#&].*)?\Z", re.ASCII
)
"""The end of a link's address, whatever stands before it: only that part of it is used."""


async def link(ctx: RequestContext) -> Response:
    """Shows what a link gives. Looking does not use it up: chat programs preview links."""
    try:
        found = await unused_link(ctx)
    except LinkUsed as error:
        return await used_link_page(ctx, error)
    return ctx.html(ctx.app.pages.invite(await invite_model(ctx, found)))


async def join(ctx: RequestContext) -> Response:
    """Leads to where a pasted link points; without one, or with another, asks for it."""
    text = ctx.request.query_params.get("link", "").strip()[:LINK_LIMIT]
    found = _OURS.search(text)
    if found:
        return RedirectResponse(f"/{found[1]}", 303)
    error = "That is not a link to a table here. Copy it once more." if text else ""
    visitor = await ctx.app.lobby.visitor(ctx.session)
    return ctx.html(ctx.app.pages.join(JoinModel(visitor, text, error)), 422 if error else 200)


async def qr_code(ctx: RequestContext) -> Response:
    """The full address of a link, to be scanned: dark on light in any theme, for scanners."""
    token = ctx.path("token")
    await ctx.app.links.find(token)
    return qr_of(ctx, f"/i/{token}")


def qr_of(ctx: RequestContext, path: str) -> Response:
    """A QR code of an address here."""
    address = ctx.app.settings.url or str(ctx.request.base_url).rstrip("/") + base()
    drawn = io.BytesIO()
    segno.make_qr(address + path, error="m").save(
        drawn, kind="svg", xmldecl=False, omitsize=True, border=2, dark=QR_DARK, light=QR_LIGHT
    )
    return ctx.cacheable(drawn.getvalue().decode(), "image/svg+xml")


async def unused_link(ctx: RequestContext) -> Link:
    """The link of the path."""
    found = await ctx.app.links.find(ctx.path("token"))
    if found.used:
        raise LinkUsed("this link was used before; ask the host for a new one")
    if ctx.app.links.expired(found):
        raise LinkUsed("this link is too old; ask the host for a new one")
    return found


async def used_link_page(ctx: RequestContext, error: RequestError) -> Response:
    """A link that gives nothing any more may still lead to its table."""
    found = await ctx.app.links.find(ctx.path("token"))
    hub = await ctx.app.tables.hub(found.table)
    if ctx.session_id and any(row.session == ctx.session_id for row in hub.live.seats):
        # Players come back by the link they were given.
        return ctx.respond({"url": hub.url}, hub.url)
    if ctx.wants_json or not hub.live.open_to(ctx.session_id, False):
        raise error
    visitor = await ctx.app.lobby.visitor(ctx.session)
    model = ErrorModel(visitor, error.status, error.title, sentence_of(error), hub.url)
    return ctx.html(ctx.app.pages.error(model), error.status)


async def invite_model(
    ctx: RequestContext, found: Link, error: str = "", name: str = ""
) -> InviteModel:
    hub = await ctx.app.tables.hub(found.table)
    live = hub.live
    host = await ctx.app.sessions.get(live.head.host)
    visitor = await ctx.app.lobby.visitor(ctx.session)
    return InviteModel(
        visitor,
        found.kind,
        f"/i/{ctx.path('token')}",
        game_info(live.box.meta),
        host.name if host else "",
        tuple(
            SeatSummary(row.seat, "" if row.kind == "open" else seat_name(row), row.kind, row.level)
            for row in live.seats
        ),
        found.seats,
        error,
        name,
    )
