"""The player aid: one page to look things up on, and to print."""

from __future__ import annotations

from ludus.core.aid import Column, Step
from ludus.core.text import roman
from ludus.web.live.page_models import AidModel
from ludus.web.pages.aid_parts import aid_part
from ludus.web.pages.components import push, sentence, sprite
from ludus.web.pages.html import (
    Markup,
    a,
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
    span,
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
        (aid_part(model.words, model.symbols, part) for part in column.part),
        class_=f"aid-column wide-{column.width}",
    )
