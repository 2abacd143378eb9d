"""Looking back at a finished game: the page, the start of the work, and how far it is."""

from __future__ import annotations

from starlette.responses import Response

from ludus.web.http.request import Ask, json_response
from ludus.web.live.models import AnalysisPage
from ludus.web.api.schemas import AnalysisAnswer, Nothing


async def page(ask: Ask) -> Response:
    hub = await ask.hub()
    work = ask.site.room.analyses.get(hub.live)
    model = AnalysisPage(
        await ask.site.lobby.visitor(ask.session),
        hub.live.box.meta.title,
        hub.url,
        None if work is None else (work.done, work.moves),
        None if work is None else work.found or work.error or None,
    )
    return ask.page(ask.site.pages.analysis(model))


async def start(ask: Ask) -> Response:
    hub = await ask.hub()
    await ask.read(Nothing)
    ask.site.begin(ask.address)
    ask.site.room.analyses.start(hub.live)
    return ask.answer({"url": f"{hub.url}/analysis"}, f"{hub.url}/analysis")


async def progress(ask: Ask) -> Response:
    hub = await ask.hub()
    work = ask.site.room.analyses.get(hub.live)
    ended = work is None or work.ended
    return json_response({"done": 0 if work is None else work.done, "ended": ended})


async def api_start(ask: Ask) -> AnalysisAnswer:
    hub = await ask.hub()
    await ask.exact(Nothing)
    ask.site.begin(ask.address)
    ask.site.room.analyses.start(hub.live)
    return await api_look(ask)


async def api_look(ask: Ask) -> AnalysisAnswer:
    hub = await ask.hub()
    work = ask.site.room.analyses.get(hub.live)
    if work is None:
        return AnalysisAnswer(0, len(hub.live.table.moves))
    found = None if work.found is None else work.found.analysis
    return AnalysisAnswer(work.done, work.moves, found, work.error)
