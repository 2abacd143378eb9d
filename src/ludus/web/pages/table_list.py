"""Tables in lists: those that wait for the visitor as cards, all others as rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from ludus.core.protocol import Seat
from ludus.web.live.page_models import SeatSummary, TableRow
from ludus.web.pages.components import MARKS, icon, mark, moment
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    article,
    classes,
    div,
    h2,
    h3,
    img,
    li,
    ol,
    p,
    section,
    small,
    span,
    strong,
    time,
)

NAMED: Final = 2
"""So many players are named in a list; of the others only the number is told."""


def tables(key: str, heading: str, rows: Sequence[TableRow], nothing: str = "") -> Markup:
    """A list of tables, as a part of the page with this id."""
    if not rows and not nothing:
        return div(id=key)
    return section(
        _heading(key, heading, len(rows)),
        ol((_row(row) for row in rows), class_="table-list")
        if rows
        else p(nothing, class_="quiet"),
        id=key,
        class_="tables",
        aria_labelledby=f"{key}-heading",
    )


def turns(rows: Sequence[TableRow]) -> Markup | None:
    """The tables where it is the visitor's turn."""
    if not rows:
        return None
    return section(
        _heading("turns", "Your turn", len(rows)),
        ol((_turn(row) for row in rows), class_="turns"),
        class_="tables",
        aria_labelledby="turns-heading",
    )


def _heading(key: str, words: str, count: int) -> Markup:
    counted = ("1 table" if count == 1 else f"{count} tables") if count else None
    return h2(words, small(counted) if counted else None, id=f"{key}-heading")


def _turn(row: TableRow) -> Markup:
    return li(
        article(
            div(
                thumbnail(row),
                _time_left(row),
                class_="turn-picture",
            ),
            div(
                h3(a(_title(row), href=row.url), id=f"turn-{row.id}"),
                marks(row),
                class_="turn-title",
            ),
            p(row.ask or "It is your turn.", class_="turn-ask", title=row.ask or None),
            a(
                icon("play"),
                span("Play", span(f" {row.title}", class_="hidden-label"), class_="way-words"),
                href=row.url,
                class_="button primary",
            ),
            class_="turn",
            aria_labelledby=f"turn-{row.id}",
        ),
        id=f"row-{row.id}",
    )


def _row(row: TableRow) -> Markup:
    return li(
        thumbnail(row),
        div(
            a(strong(_title(row)), href=row.url, class_="table-name"),
            span(_who(row), class_="table-who", title=_all_names(row)),
            class_="table-words",
        ),
        marks(row),
        span(_state(row), class_="table-state"),
        a(
            _verb(row),
            span(f" {row.title}", class_="hidden-label"),
            href=row.url,
            class_="button",
        ),
        id=f"row-{row.id}",
        class_="table-row",
    )


def thumbnail(row: TableRow) -> Markup:
    """The position as the visitor sees it; before the start and after the end the game's card."""
    return img(
        src=row.picture or f"/games/{row.game}/card.svg",
        alt="",
        loading="lazy",
        decoding="async",
        class_=classes("thumbnail", row.picture != "" and "position"),
    )


def marks(row: TableRow) -> Markup:
    """The shapes of all seats, dashed where they are open."""
    return span(
        (open_mark(seat.seat) if seat.kind == "open" else mark(seat.seat) for seat in row.seats),
        class_="marks",
        aria_hidden="true",
    )


@cache
def open_mark(seat: Seat) -> Markup:
    """The outline of a seat's shape: nobody sits there yet."""
    return icon(f"seat-{seat % MARKS}-open", class_="mark open")


def _title(row: TableRow) -> str:
    return f"{row.title}: {row.lesson}" if row.lesson else row.title


def _who(row: TableRow) -> str:
    if row.stage == "over":
        winners = [seat.name for seat in row.seats if seat.rank == 1]
        return f"{_joined(winners)} won" if winners else "over"
    if row.stage == "waiting":
        free = sum(seat.kind == "open" for seat in row.seats)
        open_seats = "1 seat open" if free == 1 else f"{free} seats open"
        return f"{row.host} hosts, {open_seats}" if row.host and not row.mine else open_seats
    names = [seat.name for seat in row.seats]
    if len(names) > NAMED + 1:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return _joined(names)


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _all_names(row: TableRow) -> str:
    return ", ".join(_seat_words(row.seats))


def _seat_words(seats: Iterable[SeatSummary]) -> Iterable[str]:
    for seat in seats:
        if seat.kind == "open":
            yield "open seat"
        elif seat.score is not None and seat.rank:
            yield f"{seat.name} {seat.score}"
        else:
            yield f"{seat.name} (bot)" if seat.kind == "bot" else seat.name


def _state(row: TableRow) -> Child:
    if row.stage == "over":
        return moment(row.changed)
    if row.stage == "waiting":
        return [icon(pace_icon(row.clock)), row.clock]
    thinking = [seat for seat in row.seats if seat.seat in row.waiting_for]
    if row.mine and len(thinking) == 1:
        return [mark(thinking[0].seat), span(f"{thinking[0].name} thinks", class_="thinks")]
    return "1 move" if row.moves == 1 else f"{row.moves} moves"


def pace_icon(clock: str) -> str:
    """The icon of a pace in short."""
    if "day" in clock:
        return "sun"
    return "infinity" if clock == "no clock" else "bolt"


def _time_left(row: TableRow) -> Markup | None:
    """The script writes out how much time is left."""
    if not row.deadline:
        return None
    return span(icon("clock", "time left"), time(data_until=row.deadline), class_="late")


def _verb(row: TableRow) -> str:
    if row.stage == "playing" and row.mine:
        return "Look"
    if row.mine:
        return "Open" if row.stage == "waiting" else "Replay"
    return {"waiting": "Join", "playing": "Watch", "over": "Replay"}[row.stage]
