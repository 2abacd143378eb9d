"""A table's page, its past positions, explanations, and the analysis afterwards."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from starlette.responses import Response

from ludus.core.face import foremost
from ludus.core.models import About, Wish
from ludus.core.protocol import SPECTATOR
from ludus.core.text import percentages
from ludus.lab.analysis import Analysis
from ludus.web.http.errors import RequestError
from ludus.web.http.request import RequestContext, json_response, parse_int
from ludus.web.live.hub import Hub, patch_data
from ludus.web.live.models import (
    AboutModel,
    AnalysisPage,
    CurveModel,
    Pages,
    TablePage,
    TurningModel,
)
from ludus.web.live.results import scores_over_time
from ludus.web.live.view_model import ViewerRole, clause_title, viewpoint

MOST_LETTERS: Final = 100
"""No place and no action has a longer name."""
MOST_PICKS: Final = 2000
"""No hand takes more kinds of things than can be named in so many letters."""


async def table(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    role = hub.role(ctx.session_id, ctx.chosen)
    model = hub.model(role, ctx.query_int("at"))
    stream = ""
    if model.history.live:
        chosen = {} if ctx.chosen is None else {"as": ctx.chosen}
        stream = f"{hub.url}/stream?{urlencode({'since': hub.expect(role), **chosen})}"
    owing = set(hub.live.owing())
    page = TablePage(
        await ctx.app.lobby.visitor(ctx.session, here=not owing.isdisjoint(role.held)),
        model,
        await ctx.app.store.notes(hub.live.id, ctx.session_id) if ctx.session_id else "",
        stream,
        ctx.app.now(),
    )
    return ctx.with_watch_token(ctx.html(ctx.app.pages.table(page)), hub)


async def history(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    at = parse_int(ctx.path("at"), "the position", 0, 1_000_000)
    if at > len(hub.live.table.moves):
        raise RequestError(f"no position {at}: there are 0 to {len(hub.live.table.moves)}")
    return ctx.json(position_data(ctx, hub, at))


def position_data(ctx: RequestContext, hub: Hub, at: int | None = None) -> dict[str, object]:
    """The data of a `patch` event with all parts of the page, now or after `at` moves."""
    model = hub.model(hub.role(ctx.session_id, ctx.chosen), at, with_log=False)
    parts = [part.patch for part in ctx.app.pages.table_parts(model)]
    return patch_data(model, parts, full=False)


async def about(ctx: RequestContext) -> Response:
    """What is at a place, for the position shown."""
    hub = await ctx.hub()
    place = ctx.request.query_params.get("place", "")[:MOST_LETTERS]
    told = explained(hub, _role(ctx, hub), place, _past(ctx, hub))
    game = hub.live.head.game
    ctx.app.met.note(ctx.session_id, game, told.clauses if told else ())
    return json_response(about_data(ctx.app.pages, game, told))


def about_data(pages: Pages, game: str, told: About | None) -> dict[str, object]:
    if told is None:
        return {"html": "", "rings": ()}
    clauses = tuple((id, clause_title(game, id)) for id in told.clauses)
    return {"html": pages.about(AboutModel(game, told, clauses)), "rings": told.rings}


def explained(hub: Hub, role: ViewerRole, place: str, at: int | None = None) -> About | None:
    """What a viewer is told of a place, now or after `at` moves."""
    live = hub.live
    viewer, _ = viewpoint(live, role)
    seen = hub.cache.rendering(viewer, at)
    mine = seen.decision if viewer in role.held else None
    return live.box.face.about(seen.view, mine, place, live.names)


async def preview(ctx: RequestContext) -> Response:
    """What one of the viewer's own choices would do; nothing if it is not offered any more."""
    hub = await ctx.hub()
    action = ctx.request.query_params.get("action", "")[:MOST_LETTERS]
    number = ctx.query_int("decision", 0, 1_000_000_000)
    return json_response(preview_data(ctx.app.pages, hub, _role(ctx, hub), action, number))


def preview_data(
    pages: Pages, hub: Hub, role: ViewerRole, action: str, number: int | None
) -> dict[str, object]:
    live = hub.live
    viewer, _ = viewpoint(live, role)
    seen = hub.cache.rendering(viewer)
    mine = seen.decision if viewer in role.held else None
    current = mine is not None and number in (None, live.number(viewer))
    chosen = next((each for each in seen.choices if each.action.text == action), None)
    if mine is None or not current or chosen is None:
        return {"html": "", "tip": "", "verb": "", "changes": {}, "path": ()}
    told = live.box.face.preview(seen.view, mine, chosen, live.names)
    return {
        "html": pages.preview(told),
        "tip": pages.preview_rows(told),
        "verb": told.verb,
        "changes": dict(told.changes),
        "path": told.path,
    }


async def aims(ctx: RequestContext) -> Response:
    """What the targets of a gesture mean for what the viewer has taken."""
    hub = await ctx.hub()
    asked = ctx.request.query_params
    gesture = asked.get("gesture", "")[:MOST_LETTERS]
    wish = Wish(gesture, _counts(asked.get("picks", "")[:MOST_PICKS]))
    number = ctx.query_int("decision", 0, 1_000_000_000)
    return json_response(aims_data(ctx.app.pages, hub, _role(ctx, hub), wish, number))


def aims_data(
    pages: Pages, hub: Hub, role: ViewerRole, wish: Wish, number: int | None
) -> dict[str, object]:
    live = hub.live
    viewer, _ = viewpoint(live, role)
    seen = hub.cache.rendering(viewer)
    mine = seen.decision if viewer in role.held else None
    if mine is None or number not in (None, live.number(viewer)):
        return {}
    told = live.box.face.aims(seen.view, mine, wish, live.names)
    return {target.key: pages.aim(target) for target in told}


def _counts(text: str) -> dict[str, int]:
    """How many of each are taken: `infantry:2,cavalry:1`. What is malformed counts for nothing."""
    found: dict[str, int] = {}
    for each in text.split(","):
        key, _, count = each.rpartition(":")
        if key and count.isascii() and count.isdecimal() and len(count) < 6:
            found[key] = int(count)
    return found


def _role(ctx: RequestContext, hub: Hub) -> ViewerRole:
    return hub.role(ctx.session_id, ctx.chosen)


def _past(ctx: RequestContext, hub: Hub) -> int | None:
    """After how many moves the position is to be looked at; None for the present one."""
    at = ctx.query_int("at", 0, 1_000_000)
    return at if at is not None and at < len(hub.live.table.moves) else None


async def analysis(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    job = ctx.app.analyses.get(hub.live)
    model = AnalysisPage(
        await ctx.app.lobby.visitor(ctx.session),
        hub.live.box.meta.title,
        hub.url,
        None if job is None else (job.done, job.moves),
        None if job is None else job.found or job.error or None,
    )
    moves = len(hub.live.table.moves)
    return ctx.html(await ctx.app.tables.heavy.run(moves, ctx.app.pages.analysis, model))


async def turning(ctx: RequestContext) -> Response:
    """What the end of the game shows of its analysis; nothing before somebody asked for one."""
    hub = await ctx.hub()
    live = hub.live
    job = ctx.app.analyses.get(live)
    if job is None:
        return json_response({"html": "", "ended": True, "points": ()})
    role = _role(ctx, hub)
    viewer, _ = viewpoint(live, role)
    model = TurningModel(
        live.head.game,
        hub.url,
        live.names,
        viewer if viewer in role.held else SPECTATOR,
        not live.pinned,
        job.done,
        job.moves,
        job.found,
        job.error,
    )
    found = job.found.analysis.turning_points if job.found else ()
    points = [{"number": each.number, "seat": each.seat, "swing": each.swing} for each in found]
    html = ctx.app.pages.turning(model)
    return ctx.json({"html": html, "ended": job.ended, "points": points})


async def curve(ctx: RequestContext) -> Response:
    """How the game went, for anybody: by chances once it is analysed, by points before."""
    hub = await ctx.hub()
    live = hub.live
    job = ctx.app.analyses.get(live) if live.over else None
    if job is not None and job.found is not None:
        return ctx.json(chances_of(job.found.analysis))
    length = len(live.table.moves)
    if hub.curve is None or hub.curve[0] != length:
        moves, series = await ctx.app.tables.heavy.run(length, scores_over_time, live)
        hub.curve = (moves[-1], CurveModel("points", moves, series))
    return ctx.json(hub.curve[1])


def chances_of(seen: Analysis) -> CurveModel:
    shown = [(0, seen.start), *((point.number, point.chances) for point in seen.points)]
    percent = [percentages(chances) for _, chances in shown]
    return CurveModel(
        "chances", tuple(number for number, _ in shown), tuple(zip(*percent, strict=True))
    )


async def past_picture(ctx: RequestContext) -> Response:
    """The main picture of a past position, for a small board."""
    hub = await ctx.hub()
    at = parse_int(ctx.path("at"), "the position", 0, 1_000_000)
    if at > len(hub.live.table.moves):
        raise RequestError(f"no position {at}: there are 0 to {len(hub.live.table.moves)}")
    viewer, _ = viewpoint(hub.live, _role(ctx, hub))
    scene = foremost(hub.cache.rendering(viewer, at).scenes)
    return ctx.html(ctx.app.pages.mini_board(scene))


async def analysis_progress(ctx: RequestContext) -> Response:
    hub = await ctx.hub()
    job = ctx.app.analyses.get(hub.live)
    ended = job is None or job.ended
    return json_response({"done": 0 if job is None else job.done, "ended": ended})
