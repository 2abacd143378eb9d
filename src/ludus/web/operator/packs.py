"""The operator's packs: a list of what is in the folder of the settings, and the editor of each."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from ludus.core.errors import BadRequest, LudusError
from ludus.core.registry import games
from ludus.web.editor.app import EditorApp
from ludus.web.editor.session import EditorShelf
from ludus.web.http.adapters import same_origin
from ludus.web.operator.page import COOKIE, HEADERS, REFUSED, document, is_operator, sent_fields
from ludus.web.pages.html import (
    Markup,
    a,
    button,
    form,
    h1,
    h2,
    input_,
    label,
    option,
    output,
    p,
    section,
    select,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
)
from ludus.web.state import AppState

NO_FOLDER = "Set `packs` in the server's settings to a folder, and its packs can be edited here."


def editor_shelf(state: AppState) -> EditorShelf:
    return EditorShelf(Path(state.settings.packs).resolve())


def pack_editor(state: AppState, shelf: EditorShelf) -> EditorApp:
    """The editor, for whoever has the operator's link."""

    async def guard(request: Request) -> bool:
        return bool(state.settings.packs) and await _may(state, request)

    async def offer(name: str) -> str:
        """Check a pack and offer it; where the form for a table with it is."""
        game, pack = await state.tables.packs.offer(shelf.folder / name)
        return f"{state.settings.url}/new/{game}?pack={pack}"

    return EditorApp(shelf, guard, offer)


async def _may(state: AppState, request: Request) -> bool:
    return await is_operator(state, request.cookies.get(COOKIE, ""))


async def list_packs(state: AppState, shelf: EditorShelf, request: Request) -> Response:
    if not await _may(state, request):
        return PlainTextResponse(REFUSED, 403, HEADERS)
    return HTMLResponse(await _page(state, shelf), headers=HEADERS)


async def new_pack(state: AppState, shelf: EditorShelf, request: Request) -> Response:
    """A pack from the built-in content of a game."""
    if not same_origin(request) or not await _may(state, request):
        return PlainTextResponse(REFUSED, 403, HEADERS)
    fields = dict(await sent_fields(request) or ())
    name = fields.get("name", "").strip()
    try:
        if not state.settings.packs:
            raise BadRequest(NO_FOLDER)
        await asyncio.to_thread(shelf.create, fields.get("game", ""), name)
    except LudusError as error:
        return HTMLResponse(await _page(state, shelf, str(error)), 422, HEADERS)
    return RedirectResponse(f"./{name}/", 303, HEADERS)


async def _page(state: AppState, shelf: EditorShelf, error: str = "") -> str:
    rows = await asyncio.to_thread(list, shelf.listed()) if state.settings.packs else []
    titles = {name: game.meta.title for name, game in games().items()}
    offered = {title for game in titles for _, title in state.tables.packs.offered(game)}
    return document(
        p(a("The operator's page", href="../")),
        h1("Content packs"),
        output(error, class_="note bad", role="status") if error else None,
        p(NO_FOLDER, class_="note") if not state.settings.packs else _new(titles),
        section(
            h2(f"Packs ({len(rows)})"),
            table(
                thead(tr(th(word, scope="col") for word in ("Pack", "Game", "Title", "Offered"))),
                tbody(
                    tr(
                        td(a(name, href=f"./{name}/")),
                        td(titles.get(game, game)),
                        td(title),
                        td("yes" if title in offered else "not yet"),
                    )
                    for name, game, title in rows
                ),
            )
            if rows
            else None,
            class_="card",
        ),
        root="..",
    )


def _new(titles: dict[str, str]) -> Markup:
    return form(
        label(
            "A new pack for ", select((option(t, value=n) for n, t in titles.items()), name="game")
        ),
        label(" named ", input_(type="text", name="name", maxlength=60, required=True)),
        button("Start it", type="submit", class_="button"),
        method="post",
        action="./new",
        class_="row card",
    )
