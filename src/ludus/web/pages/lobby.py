"""The lobby: the games, my tables, tables to join, to watch and to replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.game import minutes_text, players_text
from ludus.web.api.schemas import GameInfo
from ludus.web.live.models import LobbyModel, Patch, SeatSummary, TableRow
from ludus.web.pages.components import icon, mark, meander, moment, push, rules_address
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    article,
    classes,
    details,
    div,
    footer,
    form,
    fragment,
    h1,
    h2,
    h3,
    img,
    input_,
    label,
    li,
    main,
    ol,
    p,
    section,
    span,
    summary,
    textarea,
)
from ludus.web.pages.layout import NAME, document

QUICK_BOT: Final = "bot:medium"
"""The bot level for players who start a game with one click."""
QUICK_SEATS: Final = 3


def lobby(model: LobbyModel) -> str:
    return document(
        f"({model.visitor.waiting}) {NAME}" if model.visitor.waiting else NAME,
        model.visitor,
        fragment(
            main(
                _welcome(model),
                mine(model),
                section(
                    h2("The games", id="games-heading"),
                    div((_game(game) for game in model.games), class_="games"),
                    id="games",
                    aria_labelledby="games-heading",
                ),
                div(to_join(model), to_watch(model), class_="columns"),
                finished(model),
                id="main",
                class_="sheet lobby",
                tabindex=-1,
            ),
            _foot(),
        ),
        sheets=("lobby",),
        module="lobby",
        class_="lobby-page",
        data_stream="/lobby/stream" + (f"?page={model.page}" if model.page > 1 else ""),
    )


def lobby_parts(model: LobbyModel) -> Sequence[Patch]:
    # What leaves this package is plain text: encoders know nothing of Markup.
    return (
        Patch("mine", str(mine(model))),
        Patch("open", str(to_join(model))),
        Patch("live", str(to_watch(model))),
        Patch("finished", str(finished(model))),
    )


def to_join(model: LobbyModel) -> Markup:
    return tables("open", "Tables to join", model.open, "No open tables right now.")


def to_watch(model: LobbyModel) -> Markup:
    return tables("live", "Games to watch", model.live, "Nobody is playing right now.")


def finished(model: LobbyModel) -> Markup:
    return tables("finished", "Finished games", model.finished, "No finished games yet.")


def _welcome(model: LobbyModel) -> Markup:
    # The quickest one to learn and play: nobody is thrown into an evening's war by one click.
    first = min(model.games, key=lambda game: game.minutes, default=None)
    return section(
        div(
            h1("Roman games, by their full rules"),
            p(
                "With friends over a link, alone against bots, live or over days. "
                "No account: take a seat and play."
            ),
            div(
                _quick(first, f"Play {first.title} now against bots", "primary large"),
                a("All games", href="#games", class_="button large quiet"),
                class_="row",
            )
            if first
            else None,
            class_="welcome-words",
        ),
        meander(),
        class_="welcome",
    )


def usual_count(counts: Sequence[int]) -> int:
    """How many sit down if nobody says: three where the game allows it."""
    return QUICK_SEATS if QUICK_SEATS in counts else min(counts)


def _quick(game: GameInfo, words: str, kind: str) -> Markup:
    """One click to a table with bots."""
    return form(
        input_(type="hidden", name="game", value=game.name),
        input_(type="hidden", name="seat", value="me"),
        [input_(type="hidden", name="seat", value=QUICK_BOT)] * (usual_count(game.seats) - 1),
        input_(type="hidden", name="pace", value="none"),
        push(icon("dice"), words, kind=kind, type="submit"),
        method="post",
        action="/tables",
    )


def _game(game: GameInfo) -> Markup:
    heading = f"game-{game.name}"
    return article(
        a(
            img(src=game.picture, alt="", width=480, height=270, loading="lazy"),
            href=f"/new/{game.name}",
            class_="game-picture",
            tabindex=-1,
            aria_hidden="true",
        ),
        div(
            h3(a(game.title, href=f"/new/{game.name}"), id=heading),
            p(game.line, class_="game-line"),
            p(
                span(icon("people"), players_text(game.seats)),
                span(icon("hourglass"), minutes_text(game.minutes)),
                span(icon("lock"), "secrets") if game.secrets else None,
                class_="facts",
            ),
            p(f"By {game.designer}", class_="quiet game-by"),
            div(
                _quick(game, "Play against bots", "primary"),
                a("New table", href=f"/new/{game.name}", class_="button"),
                a("Rules", href=rules_address(game.name), class_="button quiet"),
                class_="row",
            ),
            class_="game-words",
        ),
        class_="game card",
        aria_labelledby=heading,
    )


# Lists of tables ----------------------------------------------------------------------------------


def _turn_page(model: LobbyModel) -> Markup | None:
    """The way to further tables of one's own."""
    if model.page == 1 and not model.more:
        return None
    earlier = a("Back", href=f"/?page={model.page - 1}#mine", class_="button quiet")
    later = a("More tables", href=f"/?page={model.page + 1}#mine", class_="button quiet")
    return p(earlier if model.page > 1 else None, later if model.more else None, class_="row")


def mine(model: LobbyModel) -> Markup:
    if not model.mine and model.page == 1:
        return div(id="mine")
    return section(
        h2("My tables", id="mine-heading"),
        ol((_row(row) for row in model.mine), class_="tables"),
        _turn_page(model),
        id="mine",
        aria_labelledby="mine-heading",
    )


def tables(key: str, heading: str, rows: Sequence[TableRow], nothing: str) -> Markup:
    return section(
        h2(heading, id=f"{key}-heading"),
        ol((_row(row) for row in rows), class_="tables")
        if rows
        else p(nothing, class_="quiet nothing"),
        id=key,
        aria_labelledby=f"{key}-heading",
    )


def _row(row: TableRow) -> Markup:
    return li(
        div(
            span(
                a(row.title, href=row.url, class_="table-name"),
                span("Your turn", class_="flag") if row.your_turn else None,
                icon("lock", "private") if row.private else None,
            ),
            span((_seat(seat, row) for seat in row.seats), class_="table-seats"),
            class_="table-words",
        ),
        span(
            span(_state(row)),
            span(row.pace) if row.pace else None,
            moment(row.changed),
            class_="table-facts quiet",
        ),
        a(
            _verb(row),
            span(f" {row.title}", class_="hidden-label"),
            href=row.url,
            class_=classes("button", row.your_turn and "primary"),
        ),
        id=f"row-{row.id}",
        class_=classes("table-row", row.your_turn and "your-turn"),
    )


def _seat(seat: SeatSummary, row: TableRow) -> Markup:
    name = seat.name or "open"
    extra: Child = None
    if row.stage == "over" and seat.score is not None:
        extra = span(f" {seat.score}", class_="quiet")
    return span(
        mark(seat.seat) if seat.kind != "open" else icon("chair", class_="mark"),
        span(name),
        extra,
        icon("laurel", "winner") if seat.rank == 1 else None,
        class_=classes("at-seat", seat.kind, seat.rank == 1 and "winner"),
    )


def _state(row: TableRow) -> str:
    if row.stage == "waiting":
        return "not started"
    return "1 move" if row.moves == 1 else f"{row.moves} moves"


def _verb(row: TableRow) -> str:
    if row.your_turn:
        return "Play"
    if row.mine:
        return "Open"
    return {"waiting": "Join", "playing": "Watch", "over": "Replay"}[row.stage]


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
