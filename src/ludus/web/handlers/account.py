"""Sessions: starting one, and its name and webhook."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from ludus.core.errors import LudusError
from ludus.web.api import operations as ops
from ludus.web.api.schemas import ContactAnswer, Me, MeAnswer, NewSession, Nothing, Token
from ludus.web.http.adapters import handle
from ludus.web.http.errors import sentence_of, status_of
from ludus.web.http.request import RequestContext, convert, json_response
from ludus.web.views.account import me_model


async def new_session(ctx: RequestContext, body: NewSession) -> Token:
    session = await ctx.app.sessions.create(body.name)
    return Token(ctx.app.sessions.token(session), session.name)


async def me(ctx: RequestContext, body: Nothing) -> MeAnswer:
    session = ctx.require_session()
    contacts = tuple(
        ContactAnswer(each.id, each.kind, each.label or each.address, each.confirmed)
        for each in session.contacts
    )
    return MeAnswer(session.name, session.webhook, session.trouble, contacts)


async def put_me(ctx: RequestContext, body: Me) -> MeAnswer:
    app = ctx.app
    webhook = await app.notices.webhooks.caller.check(body.webhook)
    app.sessions.clean(body.name)
    session = await ctx.ensure_session(body.name)
    if session.webhook != webhook:
        session = ctx.session = await app.sessions.put_webhook(session, webhook)
    return await me(ctx, Nothing())


async def _show(ctx: RequestContext, result: object) -> Response:
    session = ctx.require_session()
    if ctx.wants_json:
        return ctx.with_session(json_response({"name": session.name}))
    return ctx.html(ctx.app.pages.me(await me_model(ctx, saved=True)))


async def _show_error(ctx: RequestContext, error: LudusError) -> Response | None:
    """The form as it was filled in, with what is wrong."""
    if ctx.wants_json or status_of(error) != 422:
        return None
    sent = convert(await ctx.fields(), Me)
    model = await me_model(ctx, error=sentence_of(error), sent=sent)
    return ctx.html(ctx.app.pages.me(model), 422)


HANDLERS: Final = (
    handle(ops.NEW_SESSION, new_session),
    handle(ops.ME, me),
    handle(ops.PUT_ME, put_me, failed=_show_error, shown=_show),
)
