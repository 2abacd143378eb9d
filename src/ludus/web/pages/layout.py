"""The layout of every page: head, top bar, and the dialogs that all pages have."""

from __future__ import annotations

from typing import Final

from ludus.web.api.schemas import GameInfo
from ludus.web.assets import MOUNTED
from ludus.web.live.page_models import Visitor
from ludus.web.pages.components import STATIC, icon, push
from ludus.web.pages.html import (
    Attr,
    Child,
    Markup,
    a,
    body,
    dialog,
    div,
    fieldset,
    form,
    fragment,
    h2,
    head,
    header,
    html,
    input_,
    kbd,
    label,
    legend,
    link,
    meta,
    nav,
    p,
    script,
    script_now,
    span,
    table,
    tbody,
    td,
    th,
    title,
    tr,
)

NAME: Final = "Ludus"
SHEETS: Final = ("page",)
"""The stylesheets of every page; see `assets.BUNDLES`."""
FONTS: Final = tuple(
    f"{MOUNTED}/fonts/{family}-latin.woff2"
    for family in ("source-sans-3-5.3.0", "cinzel-5.3.0", "alegreya-5.3.0")
)
"""What the first paint needs: fetched at once, not only when the stylesheets have arrived."""


def document(
    heading: str,
    visitor: Visitor,
    content: Child,
    *,
    sheets: tuple[str, ...] = (),
    game_sheet: str = "",
    module: str = "page",
    bar: Child = None,
    where: Child = None,
    in_lobby: bool = False,
    keys: tuple[tuple[str, str], ...] = (),
    **given: Attr,
) -> str:
    """A whole page. `bar` and `where` stand in the top bar; `given` are the body's attributes."""
    return "<!doctype html>\n" + html(
        head(
            meta(charset="utf-8"),
            meta(name="viewport", content="width=device-width, initial-scale=1"),
            meta(name="color-scheme", content="light dark"),
            meta(name="theme-color", content="#6b2a4a"),
            title(heading),
            link(rel="icon", href=f"{STATIC}/favicon.svg", type="image/svg+xml"),
            link(rel="manifest", href="/manifest.webmanifest"),
            [
                link(rel="preload", href=font, as_="font", type="font/woff2", crossorigin=True)
                for font in FONTS
            ],
            [link(rel="stylesheet", href=f"{STATIC}/{sheet}.css") for sheet in (*SHEETS, *sheets)],
            link(rel="stylesheet", href=game_sheet) if game_sheet else None,
            script_now(f"{STATIC}/theme.js"),
            script(f"{STATIC}/{module}.js"),
        ),
        body(
            a("Skip to the content", href="#main", class_="skip"),
            top_bar(visitor, learn_link() if bar is None else bar, where, in_lobby),
            p(visitor.notice, class_="note warn notice", role="status") if visitor.notice else None,
            content,
            div(id="toasts", role="status", aria_live="polite"),
            settings_dialog(),
            keys_dialog(keys) if keys else None,
            **given,
        ),
        lang="en",
    )


def owners(game: GameInfo) -> str:
    """To whom a game belongs: its designer and its publisher."""
    names = (game.designer, *game.publisher.split("; "))
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} and {last}" if first else last


def learn_link(here: bool = False) -> Markup:
    """The way to all lessons, in the top bar of pages that are about no single game."""
    return a("Learn", href="/learn", class_="learn-link", aria_current="page" if here else None)


def top_bar(visitor: Visitor, bar: Child, where: Child = None, in_lobby: bool = False) -> Markup:
    who = visitor.name or "Choose a name"
    return header(
        a(NAME, href="/", class_="brand", aria_label=f"{NAME}: to the lobby"),
        nav(
            a(
                "Lobby",
                turns_badge(visitor),
                href="/",
                aria_current="page" if in_lobby else None,
            ),
            bar,
            class_="top-links",
            aria_label="Pages",
        ),
        div(
            where,
            a(
                icon("person"),
                span(who, class_="me-name"),
                href="/me",
                class_="me",
                title="My name",
            ),
            push(
                icon("gear"),
                kind="quiet square",
                data_opens="settings",
                aria_label="Settings",
                title="Settings",
            ),
            class_="top-end",
        ),
        class_="top",
        id="top",
    )


def turns_badge(visitor: Visitor) -> Markup:
    """At how many tables it is the visitor's turn; the lobby's stream changes it."""
    count = visitor.waiting
    return span(
        count or None,
        id="turns-badge",
        class_="badge",
        hidden=not count,
        title="Tables wait for you",
    )


def settings_dialog() -> Markup:
    """Kept in the browser alone: theme, sound, motion, how a game is played and followed."""
    return dialog_box(
        "settings",
        "Settings",
        form(
            _choice_of(
                "Theme", "theme", (("system", "System"), ("light", "Light"), ("dark", "Dark"))
            ),
            _switch("sound", "Sounds", "Dice, pieces and a bell when it is your turn."),
            _switch("motion", "Motion", "Pieces glide and dice tumble."),
            _switch(
                "confirm", "Confirm on the board", "A first click shows, a second one does it."
            ),
            _choice_of(
                "Moves of others",
                "bots",
                (("instant", "Instant"), ("quick", "Quick"), ("calm", "Calm")),
            ),
            _switch(
                "auto", "Do what has one way only", "Rolls and steps with a single option go on."
            ),
            _switch("follow", "Follow the moves", "The board goes along with what others do."),
            _switch("recap", "Since your last turn", "Tell in steps what others did meanwhile."),
            _choice_of(
                "Coach against bots",
                "coach",
                (("first", "First games"), ("always", "Always"), ("never", "Never")),
            ),
            _switch("notify", "Notifications", "Tell me when it is my turn."),
            id="settings-form",
        ),
    )


def _choice_of(words: str, name: str, choices: tuple[tuple[str, str], ...]) -> Markup:
    return fieldset(
        legend(words),
        div(
            (
                label(input_(type="radio", name=name, value=value), span(text))
                for value, text in choices
            ),
            class_="segments",
        ),
    )


def _switch(name: str, words: str, hint: str) -> Markup:
    return label(
        input_(type="checkbox", name=name, role="switch"),
        span(span(words, class_="switch-name"), span(hint, class_="quiet"), class_="switch-words"),
        class_="switch",
    )


def dialog_box(key: str, heading: str, *children: Child, kind: str = "") -> Markup:
    """A dialog with its heading and a button to close it. The script opens it by its id."""
    return dialog(
        div(
            h2(heading, id=f"{key}-heading"),
            push(
                icon("close"),
                kind="quiet square",
                data_closes=key,
                aria_label="Close",
                autofocus=True,
            ),
            class_="dialog-head",
        ),
        div(*children, class_="dialog-body"),
        id=key,
        class_=kind or None,
        aria_labelledby=f"{key}-heading",
    )


def keys_dialog(keys: tuple[tuple[str, str], ...]) -> Markup:
    rows = (
        tr(th(fragment(kbd(key) for key in names.split()), scope="row"), td(what))
        for names, what in keys
    )
    return dialog_box("keys", "Keys", table(tbody(rows), class_="keys"))


def no_script() -> Markup:
    """The note for browsers without scripts; forms and links still work."""
    return p(
        "Scripts are off: choices are in the list, and the page must be loaded again to see moves.",
        class_="note no-script",
    )
