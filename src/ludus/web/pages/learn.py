"""Where lessons are offered: the page of a game's lessons, and the buttons that lead to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.web.api.schemas import GameInfo, LessonInfo
from ludus.web.live.page_models import LearnModel
from ludus.web.pages.components import icon, push, rules_address
from ludus.web.pages.html import (
    Markup,
    a,
    div,
    form,
    h1,
    h2,
    img,
    input_,
    li,
    main,
    ol,
    p,
    section,
    span,
    strong,
)
from ludus.web.pages.layout import NAME, document, learn_link

EASY: Final = "bot:easy"
"""The bots of a first game."""


def lesson_form(game: str, lesson: str, words: str, kind: str = "", title: str = "") -> Markup:
    """One press to a lesson's table."""
    return form(
        input_(type="hidden", name="lesson", value=lesson) if lesson else None,
        push(
            icon("learn"),
            span(words, class_="way-words"),
            kind=kind,
            type="submit",
            aria_label=title or None,
            data_short="Learn",
        ),
        method="post",
        action=f"/learn/{game}",
        class_="learn-form",
    )


def learn_button(game: GameInfo, first: bool) -> Markup | None:
    """The way to the first lesson of a game; the main one for whoever never played it."""
    if not game.lessons:
        return None
    minutes = game.lessons[0].minutes
    words = f"Learn in {minutes} minutes" if first else "Learn"
    return lesson_form(game.name, "", words, "primary" if first else "", f"{words}: {game.title}")


def practice(game: str, seats: int) -> Markup:
    """One press to a table with easy bots, coaching and no clock."""
    return form(
        input_(type="hidden", name="game", value=game),
        input_(type="hidden", name="seats", value=",".join(["me", *[EASY] * (seats - 1)])),
        input_(type="hidden", name="pace", value="none"),
        input_(type="hidden", name="coach", value="on"),
        push(icon("helmet-side"), "Play against bots", type="submit"),
        method="post",
        action="/tables",
    )


def learn(model: LearnModel) -> str:
    """All games with their lessons, or one of them."""
    one = model.games[0].title if len(model.games) == 1 else ""
    return document(
        f"Learn {one}: {NAME}" if one else f"Learn: {NAME}",
        model.visitor,
        main(
            h1(f"Learn {one}" if one else "Learn by playing"),
            p("A guided game on a real table: the page shows where, you make the moves."),
            (_game(game, model.lesson, alone=bool(one)) for game in model.games),
            id="main",
            class_="sheet learn",
            tabindex=-1,
        ),
        sheets=("lobby",),
        bar=learn_link(here=True),
        class_="plain-page",
    )


def _game(game: GameInfo, chosen: str, alone: bool) -> Markup:
    """A game's lessons; on a page of its own the game is in the heading already."""
    return section(
        None if alone else h2(game.title),
        div(
            img(src=game.picture, alt="", class_="thumbnail", width=120, height=68),
            p(game.line, " ", a("Rules", href=rules_address(game.name))),
            class_="row",
        ),
        _lessons(game.name, game.lessons, chosen),
        aria_label=game.title,
    )


def _lessons(game: str, lessons: Sequence[LessonInfo], chosen: str) -> Markup:
    main_one = chosen or (lessons[0].name if lessons else "")
    return ol(
        (
            li(
                div(
                    strong(lesson.title),
                    span(icon("hourglass", "time"), f"{lesson.minutes} min", class_="quiet"),
                    p(lesson.theme, " ", lesson.aim),
                    class_="lesson-words",
                ),
                lesson_form(
                    game,
                    lesson.name,
                    "Start",
                    "primary" if lesson.name == main_one else "",
                    f"Start: {lesson.title}",
                ),
                id=f"lesson-{lesson.name}",
            )
            for lesson in lessons
        ),
        class_="lesson-list",
    )
