"""Where one is told of one's turn: browsers and an e-mail address."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from ludus.core.errors import LudusError
from ludus.web.api import operations as ops
from ludus.web.api.schemas import ContactId, MailAddress, MeAnswer, Nothing, PushKey, Subscribe
from ludus.web.handlers.account import me
from ludus.web.http.adapters import handle
from ludus.web.http.errors import RequestError, sentence_of, status_of
from ludus.web.http.request import RequestContext, json_response
from ludus.web.live.page_models import MailModel
from ludus.web.notices.push import Keys, new_contact
from ludus.web.views.account import me_model

UNKNOWN: Final = "A browser"
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
"""Words in a browser's description of itself; many name others too, so the first found counts."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """What a person would call a browser.

    >>> browser_name("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Safari/537.36")
    'Chrome on Android'
    """
    browser = next((name for word, name in _BROWSERS if word in agent), UNKNOWN)
    system = next((name for word, name in _SYSTEMS if word in agent), "")
    return f"{browser} on {system}" if system else browser


async def push_key(ctx: RequestContext, body: Nothing) -> PushKey:
    return PushKey(await ctx.app.notices.push.public_key())


async def _show_key(ctx: RequestContext, result: object) -> Response:
    return json_response(result)


async def subscribe(ctx: RequestContext, body: Subscribe) -> MeAnswer:
    session = ctx.require_session()
    keys = Keys(body.p256dh, body.auth)
    address = await ctx.app.notices.push.check(body.endpoint, keys)
    label = browser_name(ctx.request.headers.get("user-agent", ""))
    contact = new_contact(session.id, address, keys, label, ctx.app.now())
    others = [each for each in session.contacts if each.kind == "push" and each.id != contact.id]
    if len(others) >= ctx.app.settings.most_contacts:
        raise RequestError("you are told in as many browsers as can be: turn one of them off first")
    ctx.session = await ctx.app.sessions.put_contact(session.id, contact) or session
    return await me(ctx, Nothing())


async def drop_contact(ctx: RequestContext, body: ContactId) -> MeAnswer:
    session = ctx.require_session()
    ctx.session = await ctx.app.sessions.drop_contact(session.id, body.id) or session
    return await me(ctx, Nothing())


async def put_mail(ctx: RequestContext, body: MailAddress) -> MeAnswer:
    session = ctx.require_session()
    mails = ctx.app.notices.mails
    if body.address.strip():
        ctx.app.limits.use("mails", session.id, ctx.address)
        await ctx.app.daily.use("mails", session.id, ctx.address)
        ctx.session = await mails.ask(session, body.address)
    else:
        await mails.drop(session)
        ctx.session = await ctx.app.sessions.get(session.id)
    return await me(ctx, Nothing())


async def confirm_mail(ctx: RequestContext, body: Nothing) -> Nothing:
    await ctx.app.notices.mails.confirm(ctx.path("token"))
    return body


async def stop_mail(ctx: RequestContext, body: Nothing) -> Nothing:
    await ctx.app.notices.mails.stop(ctx.path("token"))
    return body


async def _to_me(ctx: RequestContext, result: object) -> Response:
    return ctx.respond({}, "/me#turns")


async def _show_error(ctx: RequestContext, error: LudusError) -> Response | None:
    """The page about oneself, with what is wrong."""
    if ctx.wants_json or status_of(error) not in (422, 429) or ctx.session is None:
        return None
    model = await me_model(ctx, error=sentence_of(error))
    return ctx.html(ctx.app.pages.me(model), status_of(error))


async def _show_confirmed(ctx: RequestContext, result: object) -> Response:
    return await _show(ctx, "confirmed")


async def _show_stopped(ctx: RequestContext, result: object) -> Response:
    return await _show(ctx, "stopped")


async def _show(ctx: RequestContext, done: str) -> Response:
    visitor = await ctx.app.lobby.visitor(ctx.session)
    return ctx.html(ctx.app.pages.mail(MailModel(visitor, done)))


HANDLERS: Final = (
    handle(ops.PUSH_KEY, push_key, shown=_show_key),
    handle(ops.SUBSCRIBE, subscribe, shown=_to_me),
    handle(ops.DROP_CONTACT, drop_contact, shown=_to_me),
    handle(ops.PUT_MAIL, put_mail, failed=_show_error, shown=_to_me),
    handle(ops.CONFIRM_MAIL, confirm_mail, shown=_show_confirmed),
    handle(ops.STOP_MAIL, stop_mail, shown=_show_stopped),
)
