"""The end of a game: who won, the points by category, and what an analysis finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ludus.core.face import Piece
from ludus.core.text import roman
from ludus.web.live.models import Result, ResultRow, TableModel
from ludus.web.pages.components import MARKS, icon, mark, percent, push, sentence
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    classes,
    div,
    form,
    fragment,
    h2,
    header,
    li,
    ol,
    p,
    section,
    span,
    strong,
)
from ludus.web.pages.table.chart import chart
from ludus.web.pages.table.laurel import laurel
from ludus.web.pages.table.seats import rematch

SHADES: Final = 4
"""In so many ways categories are told apart: plain, gold, and two kinds of stripes."""


def result(model: TableModel, end: Result) -> Markup:
    """The final scores by category, how it went, and what can be done next."""
    return section(
        header(
            _wreath(end),
            div(
                h2(_winners(end)),
                p(sentence(end.ahead or end.verdict), class_="verdict"),
                div(_after(model), class_="row"),
                class_="result-words",
            ),
            ol((_bar(row, _longest(end)) for row in end.rows), class_="standings"),
            push(
                icon("close"),
                kind="quiet square close-result",
                data_folds="result",
                aria_label="Show the board",
                title="Show the board (Esc)",
            ),
            class_="result-head",
        ),
        _more_words(end),
        div(
            section(
                h2(f"{_unit(model)[:1].upper()}{_unit(model)[1:]} over time"),
                chart(_names_by_seat(end), end.points, end.series),
                class_="result-card over-time",
            )
            if _moving(end)
            else None,
            _one_game(model, end) if len(end.rows) > 1 else None,
            _analysis(model),
            class_="result-body",
        ),
        id="result",
        class_="result",
        aria_label="Result",
        tabindex=-1,
    )


def _moving(end: Result) -> bool:
    return any(score != row[0] for row in end.series for score in row)


def _names_by_seat(end: Result) -> list[str]:
    return [row.name for row in sorted(end.rows, key=lambda row: row.seat)]


def _wreath(end: Result) -> Markup:
    """A wreath round the mark of the winner, or of the first of them."""
    winner = end.rows[0].seat if end.rows else -1
    return div(laurel(), mark(winner), class_=classes("wreath", f"seat-{winner % MARKS}"))


def _winners(end: Result) -> str:
    names = [row.name for row in end.rows if row.rank == 1]
    if len(end.rows) == 1:
        return "The end"
    if len(names) == 1:
        return f"{names[0]} wins"
    return f"{', '.join(names[:-1])} and {names[-1]} win"


def _longest(end: Result) -> int:
    """The most points that a bar has to show."""
    return max([1, *(_gained(row) for row in end.rows)])


def _gained(row: ResultRow) -> int:
    return sum(points for _, points in _scored(row) if points > 0)


def _scored(row: ResultRow) -> Sequence[tuple[str, int]]:
    """The parts that make up the score; what decides between equals may come after them."""
    total = 0
    for count, (_, points) in enumerate(row.parts, 1):
        total += points
        if total == row.score and not any(more for _, more in row.parts[count:] if more < 0):
            return row.parts[:count]
    return row.parts or (("", row.score),)


def _bar(row: ResultRow, longest: int) -> Markup:
    """A player's points as a bar in parts; each side has its own categories."""
    return li(
        span(_place(row.rank), class_="place-number"),
        mark(row.seat),
        strong(row.name, class_="standing-name"),
        span(_segments(row, longest), class_="points-bar", aria_hidden="true"),
        span(row.score, class_="standing-score"),
        span(
            " · ".join(f"{words} {points}" for words, points in row.parts if points),
            class_="standing-parts",
        ),
        class_=classes("standing", f"seat-{row.seat % MARKS}", row.rank == 1 and "winner"),
    )


def _place(rank: int) -> str:
    return roman(rank)


def _segments(row: ResultRow, longest: int) -> Iterator[Markup]:
    """The pieces of the bar, category by category; one without pieces is a piece itself.

    Widths go by the classes of result.css, since the page allows no styles inside of it.
    """
    # Beside pieces with labels of their own, such as numerals, a bare figure might be one too.
    sign = "+" if any(row.pieces) else ""
    for number, (words, points) in enumerate(_scored(row)):
        pieces = row.pieces[number] if number < len(row.pieces) else ()
        for piece in pieces or (Piece(f"{sign}{points}", points),):
            if piece.points > 0:
                yield span(
                    piece.label,
                    class_=f"points-part shade-{number % SHADES} w-{_width(piece.points, longest)}",
                    title=words,
                )


def _width(points: int, longest: int) -> int:
    """Percent of the whole bar, from 1 to 100."""
    return max(1, min(100, round(100 * points / longest)))


def _more_words(end: Result) -> Markup:
    """The whole verdict where the head has only the lead, and who played without a seat."""
    said = ", ".join(f"{name} {score}" for name, score in end.others)
    return fragment(
        p(sentence(end.verdict), class_="quiet result-note") if end.ahead else None,
        p(f"Not competing: {said}.", class_="quiet result-note") if said else None,
    )


def _one_game(model: TableModel, end: Result) -> Markup:
    """The viewer's game in a few figures; the winner's for somebody who watched."""
    held = model.held[0] if len(model.held) == 1 else end.rows[0].seat
    row = next(each for each in end.rows if each.seat == held)
    counted = [
        (len(pieces), words.lower())
        for (words, _), pieces in zip(row.parts, row.pieces, strict=False)
        if pieces
    ]
    before = max(each.score for each in end.rows if each.seat != held)
    lead = row.score - before
    return section(
        h2("Your game" if model.held else "The winner's game"),
        div(
            tile(f"{_place(row.rank)} of {len(end.rows)}", "place"),
            (tile(str(count), words) for count, words in counted),
            tile(
                f"{lead:+}".replace("-", "\u2212"),
                "ahead of the next" if lead > 0 else f"to the most {_unit(model)}",
            )
            if lead
            else None,
            tile(percent(_in_front(end, held)), "of the game in front") if end.series else None,
            class_="tiles",
        ),
        class_="result-card one-game",
    )


def _unit(model: TableModel) -> str:
    """What the score counts, in the game's own words."""
    return next((row.panel.unit for row in model.panels), "points")


def _in_front(end: Result, seat: int) -> float:
    """In which share of the game a seat was ahead of all others."""
    scores = list(zip(*end.series, strict=True))
    ahead = [at for at in scores if at[seat] > max((*at[:seat], *at[seat + 1 :]))]
    return len(ahead) / max(1, len(scores))


def tile(value: str, words: str) -> Markup:
    """A large figure with the words below it."""
    return p(strong(value), span(words), class_="tile")


def _after(model: TableModel) -> list[Child]:
    entries: list[Child] = [rematch(model)]
    entries.append(push(icon("play"), "Replay", data_replay=True))
    if model.history.length:
        entries.append(a(icon("eye"), "Analysis", href=f"{model.url}/analysis", class_="button"))
    entries.append(
        push(icon("share"), "Share", data_share=model.watch_url, title="Copy the address")
    )
    if "record" in model.may:
        entries.append(
            a(
                icon("download"),
                "Download",
                href=f"{model.url}/record",
                class_="button",
                download=True,
            )
        )
    return entries


def _analysis(model: TableModel) -> Markup | None:
    """Filled by the script once somebody asks for it; it takes a while."""
    if not model.history.length:
        return None
    return section(
        h2("Turning points"),
        p("See which choices decided the game, and what would have been better."),
        form(
            push(icon("eye"), "Find them", kind="primary", type="submit", id="find-turning"),
            method="post",
            action=f"{model.url}/analysis",
        ),
        id="turning",
        class_="result-card",
        data_src=f"{model.url}/turning",
        data_keep=True,
    )
