"""After a game: a rematch, playing on from a past position, the analysis."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from ludus.web.api import operations as ops
from ludus.web.api.schemas import Address, AnalysisAnswer, Fork, Nothing
from ludus.web.http.adapters import Opened, handle_table
from ludus.web.http.request import RequestContext
from ludus.web.live.hub import Hub
from ludus.web.paths import at
from ludus.web.tables import create


async def rematch(ctx: RequestContext, hub: Hub, body: Nothing) -> Address:
    table = await create.rematch(ctx.app.tables, ctx.require_session(), hub)
    return Address(at(f"/tables/{table}"))


async def _go_there(ctx: RequestContext, result: object) -> Response:
    assert isinstance(result, Address)
    return ctx.respond({"url": result.url}, result.url)


async def fork(ctx: RequestContext, hub: Hub, body: Fork) -> Opened:
    session = await ctx.ensure_session()
    return Opened(await create.fork(ctx.app.tables, session, hub, body.at, body.seats, body.seat))


async def start_analysis(ctx: RequestContext, hub: Hub, body: Nothing) -> AnalysisAnswer:
    await ctx.app.analyses.start(hub.live, ctx.app.presence.owner(ctx.require_session().id))
    return await analysis(ctx, hub, body)


async def _go_to_analysis(ctx: RequestContext, result: object) -> Response:
    url = at(f"/tables/{ctx.path('table')}/analysis")
    return ctx.respond({"url": url}, url)


async def analysis(ctx: RequestContext, hub: Hub, body: Nothing) -> AnalysisAnswer:
    job = ctx.app.analyses.get(hub.live)
    if job is None:
        return AnalysisAnswer(0, len(hub.live.table.moves))
    found = None if job.found is None else job.found.analysis
    return AnalysisAnswer(job.done, job.moves, found, job.error)


HANDLERS: Final = (
    handle_table(ops.REMATCH, rematch, shown=_go_there),
    handle_table(ops.FORK, fork),
    handle_table(ops.START_ANALYSIS, start_analysis, shown=_go_to_analysis),
    handle_table(ops.ANALYSIS, analysis),
)
