"""The lobby: my turns, the games, tables to join, to watch and to replay.

Somebody who has no table yet is shown the games first, everybody else their tables. Both pages have
the same parts, which the live stream changes by their ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.web.live.models import Patch
from ludus.web.live.page_models import LobbyModel
from ludus.web.pages.components import icon, push
from ludus.web.pages.game_cards import facts, first_card, game_card, ways
from ludus.web.pages.html import (
    Markup,
    a,
    classes,
    details,
    div,
    footer,
    form,
    fragment,
    h1,
    h2,
    img,
    input_,
    label,
    li,
    main,
    ol,
    p,
    section,
    span,
    strong,
    summary,
    textarea,
    ul,
)
from ludus.web.pages.layout import NAME, document, learn_link, turns_badge
from ludus.web.pages.table_list import tables, turns

NUMBERS: Final = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
FINISHED: Final = 12
"""So many finished games are shown."""


def lobby(model: LobbyModel) -> str:
    return document(
        f"({model.visitor.waiting}) {NAME}" if model.visitor.waiting else NAME,
        model.visitor,
        fragment(
            _regular(model) if model.mine else _newcomer(model),
            _foot(),
        ),
        sheets=("lobby",),
        module="lobby",
        bar=_bar(),
        in_lobby=True,
        class_=classes("lobby-page", "has-tables" if model.mine else "has-none"),
        data_stream="/lobby/stream" + (f"?page={model.page}" if model.page > 1 else ""),
    )


def lobby_parts(model: LobbyModel) -> Sequence[Patch]:
    # What leaves this package is plain text: encoders know nothing of Markup.
    return (
        Patch("turns-badge", str(turns_badge(model.visitor))),
        Patch("mine", str(mine(model))),
        Patch("open", str(to_join(model))),
        Patch("live", str(to_watch(model))),
        Patch("finished", str(finished(model))),
    )


def mine(model: LobbyModel) -> Markup:
    """The visitor's own tables that are not over."""
    my_turns = [row for row in model.mine if row.your_turn]
    others = [row for row in model.mine if not row.your_turn and row.stage != "over"]
    return div(
        turns(my_turns),
        tables("others", "Waiting for others", others) if others else None,
        _turn_page(model),
        id="mine",
    )


def to_join(model: LobbyModel) -> Markup:
    return tables("open", "Open tables", model.open, "No open tables right now.")


def to_watch(model: LobbyModel) -> Markup:
    return tables("live", "Watch a game", model.live, "Nobody is playing right now.")


def finished(model: LobbyModel) -> Markup:
    own = [row for row in model.mine if row.stage == "over" and not row.lesson]
    return tables("finished", "Finished games", [*own, *model.finished][:FINISHED])


# The two pages ------------------------------------------------------------------------------------


def _newcomer(model: LobbyModel) -> Markup:
    first, *others = model.games or (None,)
    count = len(model.games)
    words = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return main(
        mine(model),
        section(
            div(
                div(
                    h1(f"{words} {'game' if count == 1 else 'games'} of Rome"),
                    p("Learn by playing. No account needed.", class_="hero-line"),
                    ul(
                        _way("learn", "Learn", "a guided first game, five minutes"),
                        _way("helmet-side", "Play", "against bots that wait for you"),
                        _way("link", "Invite", "friends join by a link"),
                        class_="ways",
                    ),
                    class_="hero-words",
                ),
                first_card(first) if first else None,
                class_="hero-inner",
            ),
            class_="hero",
        ),
        div((game_card(game) for game in others), class_="games"),
        div(to_join(model), to_watch(model), class_="columns"),
        finished(model),
        id="main",
        class_="lobby newcomer",
        tabindex=-1,
    )


def _way(picture: str, words: str, more: str) -> Markup:
    return li(span(icon(picture), class_="way-icon"), span(strong(words), span(more)))


def _turn_page(model: LobbyModel) -> Markup | None:
    """The way to further tables of one's own."""
    if model.page == 1 and not model.more:
        return None
    earlier = a("Back", href=f"/?page={model.page - 1}#mine", class_="button quiet")
    later = a("More tables", href=f"/?page={model.page + 1}#mine", class_="button quiet")
    return p(earlier if model.page > 1 else None, later if model.more else None, class_="row")


def _regular(model: LobbyModel) -> Markup:
    return main(
        h1("Lobby", class_="hidden-label"),
        div(mine(model), to_join(model), class_="lobby-main"),
        div(_play(model), to_watch(model), class_="lobby-side"),
        finished(model),
        id="main",
        class_="lobby regular",
        tabindex=-1,
    )


def _play(model: LobbyModel) -> Markup:
    """The games in a list, each with its buttons: the lesson first where one has not played it."""
    known = {row.game for row in model.mine if not row.lesson}
    return section(
        h2("Play", id="play-heading"),
        ol(
            (
                li(
                    img(src=game.picture, alt="", class_="thumbnail"),
                    div(
                        a(strong(game.title), href=f"/new/{game.name}", class_="table-name"),
                        facts(game),
                        class_="table-words",
                    ),
                    ways(game, game.name in known),
                    class_="play-row",
                )
                for game in model.games
            ),
            class_="table-list",
        ),
        id="play",
        class_="tables",
        aria_labelledby="play-heading",
    )


def _bar() -> Markup:
    """In the top bar: an invitation that was pasted, and a table with everything to choose."""
    return fragment(
        learn_link(),
        form(
            icon("link"),
            input_(
                type="text",
                name="link",
                required=True,
                maxlength=400,
                placeholder="Paste an invitation link",
                aria_label="Paste an invitation link",
                autocomplete="off",
            ),
            push("Go", type="submit", kind="quiet"),
            method="get",
            action="/join",
            class_="paste",
        ),
        a(
            icon("link"),
            span("I have a link", class_="link-words"),
            href="/join",
            class_="button have-link",
        ),
        a(
            icon("plus"),
            span(span("New ", class_="wide-only"), "table", class_="new-words"),
            href="/new",
            class_="button primary new-button",
        ),
    )


def _foot() -> Markup:
    return footer(
        details(
            summary(icon("upload"), "Open a saved game"),
            form(
                label("Paste the record of a game, or choose its file", for_="upload-text"),
                input_(type="file", id="upload-file", accept=".jsonl,.json,.txt,.ludus"),
                textarea(id="upload-text", name="record", rows=6, required=True),
                push("Open it", kind="primary", type="submit"),
                method="post",
                action="/upload",
                class_="stack",
            ),
        ),
        p(
            "Ludus is free software. The games belong to their designers and publishers.",
            class_="quiet",
        ),
        class_="foot",
    )
