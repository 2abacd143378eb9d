"""The operator's page: lists and buttons for the orders of `ludus admin`.

It is on the operator's address only, and opens by the operator's link. It shows who sits where and
what was said and reported, and nothing of any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from ludus.core.errors import LudusError
from ludus.web.assets import address
from ludus.web.http.adapters import same_origin
from ludus.web.http.errors import sentence_of
from ludus.web.operator.orders import LINK, Answer, carry_out
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    body,
    button,
    details,
    form,
    h1,
    h2,
    head,
    html,
    input_,
    label,
    link,
    main,
    meta,
    option,
    output,
    p,
    section,
    select,
    summary,
    table,
    tbody,
    td,
    th,
    thead,
    title,
    tr,
)
from ludus.web.state import AppState

COOKIE: Final = "ludus-operator"
MOST: Final = 20_000
"""Bytes of a form."""
REFUSED: Final = "This page opens by the operator's link: `ludus admin link` prints it.\n"
HEADERS: Final = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
LISTS: Final[tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...]] = (
    ("status", "The server", ()),
    ("reports", "Reported lines", (("dismiss", 0), ("mute", 3), ("ban", 3))),
    ("tables", "Tables", (("close", 0), ("reopen", 0), ("delete", 0))),
    ("sessions", "People", (("logout", 0), ("mute", 0), ("ban", 0), ("forget", 0))),
    ("addresses", "Addresses", (("ban", 0),)),
    ("restrictions", "Bans and mutes", (("unban", 2), ("unmute", 2))),
)
"""Orders that list something, and what can be done with each row: an order, and its column."""
GRAVE: Final = frozenset(("delete", "forget"))
"""What cannot be undone: it is asked once more."""


async def look(state: AppState, request: Request) -> Response:
    key = request.query_params.get("key", "")
    if key and await is_operator(state, key):
        # The key leaves the address bar, where others could read it.
        response = RedirectResponse("./", 303, HEADERS)
        response.set_cookie(COOKIE, key, httponly=True, samesite="strict", path="/")
        return response
    if not await is_operator(state, request.cookies.get(COOKIE, "")):
        return PlainTextResponse(REFUSED, 403, HEADERS)
    return HTMLResponse(await _page(state, None), headers=HEADERS)


async def do(state: AppState, request: Request) -> Response:
    """One order, by the words of a form."""
    if not same_origin(request) or not await is_operator(state, request.cookies.get(COOKIE, "")):
        return PlainTextResponse(REFUSED, 403, HEADERS)
    fields = await sent_fields(request)
    if fields is None:
        return PlainTextResponse("That is too long.\n", 413, HEADERS)
    words = [value for name, value in fields if name == "word" and value]
    words[2:2] = [f"days={value}" for name, value in fields if name == "days" and value]
    if words and words[0] in GRAVE and ("sure", "yes") not in fields:
        return HTMLResponse(_sure(words), headers=HEADERS)
    answer = await carry_out(state, words)
    if answer.file:
        return PlainTextResponse(answer.file, headers=HEADERS)
    return HTMLResponse(await _page(state, answer), 422 if answer.refused else 200, HEADERS)


async def sent_fields(request: Request) -> list[tuple[str, str]] | None:
    """The fields of a form; None if it is too long."""
    sent = b""
    async for chunk in request.stream():
        sent += chunk
        if len(sent) > MOST:
            return None
    return parse_qsl(sent.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=20)


async def is_operator(state: AppState, key: str) -> bool:
    try:
        wanted = (await state.store.switches()).get(LINK, "")
    except LudusError:
        return False
    return bool(wanted) and state.links.operator_id(key) == wanted


async def _page(state: AppState, answer: Answer | None) -> str:
    lists = []
    for order, heading, ways in LISTS:
        try:
            found = await carry_out(state, [order])
        except LudusError as error:
            found = Answer(sentence_of(error), refused=True)
        lists.append(_list(heading, found, ways))
    return document(
        h1("Ludus: the operator's page"),
        p(a("Content packs: edit, check and install them", href="./packs/")),
        output(answer.text, class_="note bad" if answer.refused else "note good", role="status")
        if answer is not None
        else None,
        section(
            _restriction_form(),
            _words_form("announce", "Announce on all pages (empty: no more)"),
            _words_form("read-only", "Read-only, because (off: no more)"),
            _words_form("export", "Export the record of table", "Show"),
            class_="card",
        ),
        lists,
    )


def _list(heading: str, found: Answer, ways: Sequence[tuple[str, int]]) -> Markup:
    head_row = tr((th(name, scope="col") for name in found.heads), td() if ways else None)
    rows = (
        tr(
            (td(cell) for cell in row),
            td((_button(order, row[column]) for order, column in ways), class_="row")
            if ways
            else None,
        )
        for row in found.rows
    )
    return section(
        h2(f"{heading} ({len(found.rows)})"),
        table(thead(head_row), tbody(rows)) if found.rows else None,
        class_="card",
        tabindex=0,
    )


def _button(order: str, of: str) -> Markup | None:
    if not of:
        return None
    return form(
        input_(type="hidden", name="word", value=order),
        input_(type="hidden", name="word", value=of),
        button(order, type="submit", class_="button", aria_label=f"{order} {of}"),
        method="post",
        action="./do",
    )


def _words_form(order: str, words: str, does: str = "Do it") -> Markup:
    return form(
        input_(type="hidden", name="word", value=order),
        label(words, " ", input_(type="text", name="word", maxlength=500)),
        button(does, type="submit", class_="button"),
        method="post",
        action="./do",
        class_="row",
    )


def _restriction_form() -> Markup:
    return form(
        select(*(option(order, value=order) for order in ("mute", "ban")), name="word"),
        label("session or address ", input_(type="text", name="word", required=True)),
        label("for days (empty: for ever) ", input_(type="number", name="days", min=1, max=3650)),
        label("because ", input_(type="text", name="word", maxlength=500)),
        button("Do it", type="submit", class_="button"),
        method="post",
        action="./do",
        class_="row",
    )


def _sure(words: Sequence[str]) -> str:
    return document(
        h1("Are you sure?"),
        details(summary("This cannot be undone."), " ".join(words), open=True),
        form(
            (input_(type="hidden", name="word", value=word) for word in words),
            input_(type="hidden", name="sure", value="yes"),
            button(" ".join(words), type="submit", class_="button primary"),
            method="post",
            action="./do",
        ),
    )


def document(*children: Child, root: str = ".") -> str:
    # Relative addresses: this page is at the root of its own port, below no base path.
    sheets = (f"{root}{address()}/{name}.css" for name in ("tokens", "base", "parts", "operator"))
    return "<!doctype html>\n" + html(
        head(
            meta(charset="utf-8"),
            meta(name="viewport", content="width=device-width, initial-scale=1"),
            title("Ludus: the operator's page"),
            (link(rel="stylesheet", href=sheet) for sheet in sheets),
        ),
        body(main(*children, class_="operator")),
        lang="en",
    )
