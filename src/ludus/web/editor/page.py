"""The page of the editor: its parts by name; a script fills them from what the pack's process says.

It stands on a port of its own, so that all of its addresses are relative.
"""

from __future__ import annotations

from typing import Final

from ludus.web.assets import address
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    body,
    button,
    details,
    dialog,
    div,
    h1,
    h2,
    head,
    header,
    html,
    input_,
    kbd,
    link,
    main,
    meta,
    nav,
    p,
    script,
    script_now,
    section,
    span,
    summary,
    svg,
    title,
    ul,
    use,
)

SHEETS: Final = ("fonts", "tokens", "base", "parts", "table-cards", "editor")


def editor_page(name: str, can_try: bool, alone: bool) -> str:
    """The page of one pack. `alone`: whether there is no list of packs to go back to."""
    return "<!doctype html>\n" + html(
        head(
            meta(charset="utf-8"),
            meta(name="viewport", content="width=device-width, initial-scale=1"),
            meta(name="color-scheme", content="light dark"),
            title(f"{name}: Ludus, the workshop"),
            link(rel="icon", href=_at("favicon.svg"), type="image/svg+xml"),
            (link(rel="stylesheet", href=_at(f"{sheet}.css")) for sheet in SHEETS),
            link(rel="stylesheet", id="face-css", href="./face.css"),
            script_now(_at("theme.js")),
            script(_at("editor.js")),
        ),
        body(
            a("Skip to the form", href="#form", class_="skip"),
            _top(alone),
            _bar(name, can_try),
            main(
                _list(),
                _stage(),
                _form(),
                id="workshop",
                class_="workshop",
                tabindex=-1,
            ),
            _compare(),
            div(id="sprite", hidden=True),
            div(id="toasts", role="status", aria_live="polite"),
            class_="editor",
            data_pack=name,
        ),
        lang="en",
    )


def _at(name: str) -> str:
    return f"../..{address()}/{name}"


def _icon(name: str) -> Markup:
    return svg(use(href=f"{_at('icons.svg')}#{name}"), class_="icon", aria_hidden="true")


def _top(alone: bool) -> Markup:
    return header(
        span("Ludus", class_="brand"),
        nav(
            None if alone else a("All packs", href="../../"),
            class_="top-links",
            aria_label="Pages",
        ),
        div(span("Workshop", class_="workshop-name"), class_="top-end"),
        class_="top",
        id="top",
    )


def _push(words: Child, id: str, key: str = "", kind: str = "", **given: str | bool) -> Markup:
    shortcut = kbd(key) if key else None
    return button(shortcut, words, type="button", id=id, class_=f"button {kind}".strip(), **given)


def _bar(name: str, can_try: bool) -> Markup:
    return section(
        h1(name, id="pack-title"),
        span("", id="pack-line", class_="quiet"),
        span(_icon("check"), span("opening", id="saved-words"), id="saved", role="status"),
        _push("Undo", "undo", "Ctrl Z", disabled=True),
        _push(_icon("redo"), "redo", kind="square", aria_label="Redo (Ctrl Y)", disabled=True),
        _push("Compare with built-in", "compare"),
        _push("No problems", "problems-next", disabled=True),
        _more(),
        _push("Try it at a table", "try", kind="primary") if can_try else None,
        class_="pack-bar",
        aria_labelledby="pack-title",
    )


def _more() -> Markup:
    """What is seldom needed: the pack as one file."""
    return details(
        summary(_icon("more"), class_="button square", aria_label="The pack as one file"),
        div(
            a(_icon("download"), "Export", href="./export", class_="button", download=True),
            _push((_icon("upload"), "Import"), "import"),
            class_="more-menu",
        ),
        input_(type="file", id="import-file", accept=".zip", hidden=True, aria_label="A pack"),
        id="more",
        class_="more",
    )


def _list() -> Markup:
    return nav(
        input_(
            type="search",
            id="find",
            placeholder="Find",
            aria_label="Find an item",
            autocomplete="off",
        ),
        span("", id="find-count", class_="quiet", aria_hidden="true"),
        div(id="list"),
        id="items",
        aria_label="What the pack holds",
    )


def _stage() -> Markup:
    return section(
        div(id="tools", class_="tools", role="toolbar", aria_label="Tools of the board"),
        div(
            div(id="board", class_="board-view"),
            p("", id="board-note", class_="note warn", hidden=True),
            id="stage",
            class_="stage",
        ),
        div(id="zooms", class_="zooms"),
        div(id="cards-view", class_="cards-view", hidden=True),
        div(id="hand", class_="hand", role="status", hidden=True),
        id="middle",
        aria_label="How it looks",
    )


def _form() -> Markup:
    return section(
        div(id="form", tabindex=-1),
        details(
            summary(h2("Where it is used"), span("", id="uses-count", class_="quiet")),
            ul(id="uses-list"),
            id="uses",
            hidden=True,
        ),
        section(
            div(
                h2("Problems", id="problems-heading"),
                span("", id="problem-count", class_="quiet"),
                _push("Check", "check", kind="small"),
                class_="problems-head",
            ),
            div(id="problems", aria_live="polite"),
            section(
                div(
                    h2("Checked", id="checked-heading"),
                    span("", id="checked-state", class_="quiet", role="status"),
                    class_="problems-head",
                ),
                ul(id="checked-list"),
                id="checked",
                aria_labelledby="checked-heading",
                hidden=True,
            ),
            section(
                div(
                    h2("What the rulebook demands", id="demands-heading"),
                    span("", id="demand-count", class_="quiet"),
                    class_="problems-head",
                ),
                ul(id="demand-list"),
                id="demands",
                aria_labelledby="demands-heading",
                hidden=True,
            ),
            id="problems-box",
            aria_labelledby="problems-heading",
        ),
        id="side",
        aria_label="Form",
    )


def _compare() -> Markup:
    return dialog(
        div(
            h2("Against the built-in pack", id="compare-heading"),
            button(
                _icon("close"),
                type="button",
                class_="button quiet square",
                id="compare-close",
                aria_label="Close",
            ),
            class_="dialog-head",
        ),
        div(id="compare-text", class_="dialog-body"),
        id="compare-dialog",
        aria_labelledby="compare-heading",
    )
