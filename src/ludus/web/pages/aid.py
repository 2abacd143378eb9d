"""The player aid: one page to look things up on, and to print."""

from __future__ import annotations

from ludus.core.aid import Column, Part, Step
from ludus.core.text import roman
from ludus.web.live.page_models import AidModel
from ludus.web.pages.components import push, sentence, sprite, symbol
from ludus.web.pages.html import (
    Markup,
    a,
    classes,
    div,
    fragment,
    h1,
    h2,
    header,
    kbd,
    li,
    main,
    ol,
    p,
    section,
    span,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)
from ludus.web.pages.layout import document, owners


def aid(model: AidModel) -> str:
    game = model.game
    return document(
        f"Player aid: {game.title}",
        model.visitor,
        main(
            sprite(model.symbols),
            header(
                h1(game.title),
                p(model.aid.line),
                div(
                    span(kbd("?"), " opens this page at the table", class_="aid-key"),
                    push("Print", kind="aid-print", id="aid-print"),
                    class_="aid-buttons",
                ),
                class_="aid-head",
            ),
            div(_content(model), id="aid", class_="aid"),
            id="main",
            class_="aid-page",
            tabindex=-1,
        ),
        sheets=("aid",),
        module="aid",
        bar=fragment(
            a("Rules", href=f"/rules/{game.name}"),
            a("Player aid", href=f"/aid/{game.name}", aria_current="page"),
        ),
    )


def _content(model: AidModel) -> Markup:
    return fragment(
        ol(
            (_step(model, number, step) for number, step in enumerate(model.aid.step, 1)),
            class_="aid-steps",
        ),
        div((_column(model, column) for column in model.aid.column), class_="aid-columns"),
        p(
            f"{model.game.title} belongs to {owners(model.game)}. Ludus is unofficial.",
            class_="quiet aid-whose",
        ),
    )


def _step(model: AidModel, number: int, step: Step) -> Markup:
    return li(
        h2(span(roman(number), class_="aid-number", aria_hidden="true"), step.title),
        p(sentence(model.words.say(step.says))),
        div((p(sentence(model.words.say(row))) for row in step.rows), class_="aid-rows")
        if step.rows
        else None,
        class_=f"wide-{step.width}",
    )


def _column(model: AidModel, column: Column) -> Markup:
    return div(
        (_part(model, part) for part in column.part), class_=f"aid-column wide-{column.width}"
    )


def _part(model: AidModel, part: Part) -> Markup:
    return section(
        h2(
            part.title,
            span(sentence(model.words.say(part.note)), class_="aid-note") if part.note else None,
        ),
        _icons(model, part) if part.icons else None,
        _table(model, part) if part.rows else None,
        (p(sentence(model.words.say(line))) for line in part.says),
        ol((li(sentence(model.words.say(line))) for line in part.advice), class_="aid-advice")
        if part.advice
        else None,
    )


def _icons(model: AidModel, part: Part) -> Markup:
    entries = [model.words.entry(text) for text in part.icons]
    short = not any(entry.meaning for entry in entries)
    return ul(
        (
            li(
                symbol(model.drawn(entry.key)),
                strong(entry.name),
                span(sentence(model.words.say(entry.meaning))) if entry.meaning else None,
            )
            for entry in entries
        ),
        class_="aid-icons pairs" if short else "aid-icons",
    )


def _table(model: AidModel, part: Part) -> Markup:
    say = model.words.say
    return table(
        thead(tr(th(sentence(say(cell)), scope="col") for cell in part.head))
        if part.head
        else None,
        tbody(
            tr(
                th(sentence(say(first)), scope="row"),
                (td(sentence(say(cell))) for cell in rest),
            )
            for first, *rest in part.rows
        ),
        class_=classes("aid-table", len(part.rows[0]) > 2 and "ends"),
    )
