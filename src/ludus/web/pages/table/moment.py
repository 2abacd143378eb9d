"""A moment worth stopping for: a battle, an attack, opened bids. Shown over the board.

It never covers the buttons of the decision, which stand in the bars, and can be closed and opened
again. The same markup serves the open decision and the log, where it waits in a template.
"""

from __future__ import annotations

from typing import Final

from ludus.core.models import Column, Figure, Moment, Side, Term, Turned
from ludus.core.text import Sentence
from ludus.web.live.models import TableModel
from ludus.web.pages.components import MARKS, clause_link, icon, mark, push, sentence, symbol
from ludus.web.pages.html import (
    Child,
    Markup,
    Memo,
    classes,
    div,
    h2,
    h3,
    li,
    p,
    section,
    small,
    span,
    strong,
    ul,
)
from ludus.web.pages.table.cards import card
from ludus.web.pages.table.meters import chip
from ludus.web.pages.table.zones import phases

_DRAWN: Final[Memo[Markup]] = Memo(500)


def open_moment(model: TableModel, shown: Moment) -> Markup:
    """What is going on in the open decision."""
    return section(
        moment(shown, model.game, model.moment_title, _choosable(model, shown)),
        id="moment",
        class_="moment",
        role="dialog",
        aria_label=shown.title,
        data_moment=shown.key,
    )


def _choosable(model: TableModel, shown: Moment) -> frozenset[str]:
    """The places of the moment's pieces that can be chosen now."""
    pieces = {place for side in shown.sides for each in side.figures for place in each.card.places}
    return frozenset(pieces.intersection(place for one in model.choices for place in one.places))


def moment(
    shown: Moment, game: str, clause_title: str, choosable: frozenset[str] = frozenset()
) -> Markup:
    """The inside of a moment, from its heading to what follows from it."""
    key = (shown, game, clause_title, choosable)
    return _DRAWN.get(key) or _DRAWN.put(key, _new_moment(*key))


def _new_moment(shown: Moment, game: str, clause_title: str, choosable: frozenset[str]) -> Markup:
    sides = classes("sides", len(shown.sides) > 2 and "three-or-more")
    return div(
        div(
            symbol(shown.icon) if shown.icon else None,
            h2(shown.title),
            span(shown.note, class_="moment-note") if shown.note else None,
            span(clause_link(game, shown.clause, clause_title)) if shown.clause else None,
            phases(shown.steps) if shown.steps and shown.cards else None,
            push(
                icon("close"),
                kind="quiet square",
                data_close_moment=True,
                aria_label="Close",
                title="Close (Esc)",
            ),
            class_="moment-head",
        ),
        phases(shown.steps) if shown.steps and not shown.cards else None,
        _cards(shown) if shown.cards else _row(shown) if shown.row else None,
        div((_side(side, choosable) for side in shown.sides), class_=sides)
        if shown.sides
        else None,
        p(sentence(shown.verdict), class_="moment-verdict") if shown.verdict else None,
        _list("Losses", shown.losses, "losses"),
        _list("What follows", shown.follows, "follows"),
        div((_column(column) for column in shown.columns), class_="columns")
        if shown.columns
        else None,
        class_=classes("moment-card", shown.tone and f"tone-{shown.tone}"),
        data_stays="yes" if shown.stays else None,
    )


def _row(shown: Moment) -> Markup:
    return div(
        p(sentence(shown.row), class_="moment-dice"),
        small(shown.row_label) if shown.row_label else None,
        class_="moment-row",
    )


def _cards(shown: Moment) -> Markup:
    """What was turned up, card by card, with what is at stake at the end of the row."""
    stake = div(
        small(shown.stake_label), strong(shown.stake, class_="stake-flag"), class_="moment-stake"
    )
    return div(
        p(shown.row_label, class_="turned-count"),
        div((_turned(each) for each in shown.cards), class_="turned-cards"),
        stake if shown.stake else None,
        class_="moment-turned",
    )


def _turned(card: Turned) -> Markup:
    return span(
        symbol(card.stopped, class_="stopped") if card.stopped else None,
        sentence(card.shown),
        class_=classes(
            "turned",
            card.down and "down",
            card.latest and "latest",
            bool(card.stopped) and "struck",
        ),
    )


def _side(side: Side, choosable: frozenset[str]) -> Markup:
    terms: list[Child] = []
    for number, term in enumerate(side.terms):
        if number and side.total:
            terms.append(span("+", class_="term-sign", aria_hidden="true"))
        terms.append(_term(term))
    if side.total:
        terms.append(span("=", class_="term-sign", aria_hidden="true"))
        terms.append(span(strong(side.total), small("total"), class_="term total"))
    return div(
        h3(
            mark(side.mark) if side.mark >= 0 else None,
            symbol(side.icon) if side.icon else None,
            span(sentence(side.title)),
            span(side.badge, class_="side-badge") if side.badge else None,
        ),
        # A face draws its own art and escapes its own words, as in its pictures.
        Markup(side.art) if side.art else None,
        div(terms, class_="terms") if terms else None,
        (p(sentence(line)) for line in side.lines),
        div((_figure(each, choosable) for each in side.figures), class_="figures")
        if side.figures
        else None,
        class_=classes(
            "side",
            bool(side.art) and "drawn",
            bool(side.figures) and "line-up",
            side.mark >= 0 and f"seat-{side.mark % MARKS}",
            side.tone and f"tone-{side.tone}",
        ),
    )


def _figure(figure: Figure, choosable: frozenset[str]) -> Markup:
    """A piece with its die below it, and what came of it."""
    return div(
        Markup(card(figure.card, not choosable.isdisjoint(figure.card.places))),
        span(sentence(figure.rolled), class_="figure-die") if figure.rolled else None,
        small(figure.note) if figure.note else None,
        class_=classes("figure", figure.tone and f"tone-{figure.tone}"),
    )


def _term(term: Term) -> Markup:
    return span(span(sentence(term.shown), class_="term-shown"), small(term.label), class_="term")


def _list(words: str, lines: tuple[Sentence, ...], kind: str) -> Markup | None:
    if not lines:
        return None
    return ul((li(sentence(line)) for line in lines), class_=f"moment-{kind}", aria_label=words)


def _column(column: Column) -> Markup:
    return div(
        h3(column.title),
        Markup("".join([chip(meter, "") for meter in column.meters])),
        p(sentence(column.line)) if column.line else None,
        p(column.note) if column.note else None,
        class_=classes("column", column.chosen and "chosen"),
    )
