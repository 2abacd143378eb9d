"""Looking back at a finished game: the page, the start of the work, and how far it is."""

from __future__ import annotations

from starlette.responses import Response

from ludus.web.api.schemas import AnalysisAnswer, Nothing
from ludus.web.http.request import RequestContext, json_response
from ludus.web.live.models import AnalysisPage


async def page(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    work = ctx.app.tables.analyses.get(hub.live)
    model = AnalysisPage(
        await ctx.app.lobby.visitor(ctx.session),
        hub.live.box.meta.title,
        hub.url,
        None if work is None else (work.done, work.moves),
        None if work is None else work.found or work.error or None,
    )
    return ctx.page(ctx.app.pages.analysis(model))


async def start(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    await ctx.read(Nothing)
    ctx.app.begin(ctx.address)
    ctx.app.tables.analyses.start(hub.live)
    return ctx.answer({"url": f"{hub.url}/analysis"}, f"{hub.url}/analysis")


async def progress(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    work = ctx.app.tables.analyses.get(hub.live)
    ended = work is None or work.ended
    return json_response({"done": 0 if work is None else work.done, "ended": ended})


async def api_start(ctx: RequestContext) -> AnalysisAnswer:
    hub = await ctx.hub()
    await ctx.exact(Nothing)
    ctx.app.begin(ctx.address)
    ctx.app.tables.analyses.start(hub.live)
    return await api_look(ctx)


async def api_look(ctx: RequestContext) -> AnalysisAnswer:
    hub = await ctx.hub()
    work = ctx.app.tables.analyses.get(hub.live)
    if work is None:
        return AnalysisAnswer(0, len(hub.live.table.moves))
    found = None if work.found is None else work.found.analysis
    return AnalysisAnswer(work.done, work.moves, found, work.error)
