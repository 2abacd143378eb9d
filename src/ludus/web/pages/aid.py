"""The player aid: one page to look things up on, and to print."""

from __future__ import annotations

from ludus.core.aid import Act, Column, Picture, Step
from ludus.core.text import roman
from ludus.web.live.page_models import AidModel
from ludus.web.pages.aid_parts import aid_part
from ludus.web.pages.components import push, sentence, sprite
from ludus.web.pages.html import (
    Markup,
    a,
    classes,
    div,
    figcaption,
    figure,
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
    strong,
    svg,
    ul,
)
from ludus.web.pages.layout import document, owners
from ludus.web.pages.pictures import css_address

NARROW = 2
"""The usual share of a step."""
BESIDE = 2
"""A picture up to so many times as wide as high stands beside the words of a wider step."""


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
        ul((_act(model.words.act(text)) for text in step.acts), class_="aid-acts")
        if step.acts
        else None,
        div(
            (_picture(model, each) for each in step.picture),
            class_=classes("aid-pictures", len(step.picture) > 1 and "several"),
        )
        if step.picture
        else None,
        class_=classes(f"wide-{step.width}", _beside(step) and "beside"),
    )


def _beside(step: Step) -> bool:
    """Whether there is room for a picture beside the words."""
    return step.width > NARROW and [each.wide <= BESIDE for each in step.picture] == [True]


def _act(act: Act) -> Markup:
    return li(span(sentence(act.symbols)), strong(act.name), p(sentence(act.does)))


def _picture(model: AidModel, picture: Picture) -> Markup:
    name = model.game.name
    return figure(
        div(
            # The page keeps its room while the picture is on its way.
            svg(viewBox=f"0 0 {picture.wide * 100:.0f} 100", aria_hidden="true"),
            class_="position",
            aria_hidden="true",
            data_position=f"/rules/{name}/examples/{picture.example}",
            data_sheet=css_address(name),
            data_close=" ".join(picture.shows),
            data_room=picture.room,
        ),
        figcaption(strong(picture.name), ": ", sentence(model.words.say(picture.says)))
        if picture.says
        else figcaption(strong(picture.name)),
        class_=classes(picture.tall and "tall", picture.wide > BESIDE and "broad") or None,
    )


def _column(model: AidModel, column: Column) -> Markup:
    return div(
        (aid_part(model.words, model.symbols, part) for part in column.part),
        class_=f"aid-column wide-{column.width}",
    )
