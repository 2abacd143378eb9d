"""The page of lessons: of all games, or of one; with how far the visitor is in each."""

from __future__ import annotations

from ludus.web.api.schemas import GameInfo, LessonInfo
from ludus.web.live.lesson_model import LessonBegun
from ludus.web.live.page_models import LearnModel
from ludus.web.pages.components import icon
from ludus.web.pages.game_cards import against_bots, facts, to_read
from ludus.web.pages.html import (
    Markup,
    article,
    div,
    em,
    h1,
    h2,
    img,
    li,
    main,
    ol,
    p,
    progress,
    span,
    strong,
)
from ludus.web.pages.layout import NAME, document, learn_link
from ludus.web.pages.learn import lesson_form


def learn(model: LearnModel) -> str:
    """All games with their lessons, or one of them."""
    one = model.games[0].title if len(model.games) == 1 else ""
    return document(
        f"Learn {one}: {NAME}" if one else f"Learn: {NAME}",
        model.visitor,
        main(
            h1(f"Learn {one}" if one else "Learn by playing"),
            p("A guided game on a real table: the page shows where, you make the moves."),
            (_game(game, model, alone=bool(one)) for game in model.games),
            id="main",
            class_="sheet learn",
            tabindex=-1,
        ),
        sheets=("lobby",),
        bar=learn_link(here=True),
        class_="plain-page",
    )


def _game(game: GameInfo, model: LearnModel, alone: bool) -> Markup:
    """A game and its lessons; on a page of its own the game is in the heading already."""
    return article(
        img(src=game.picture, alt="", class_="learn-picture", width=480, height=270),
        div(
            None if alone else h2(game.title),
            facts(game, to_read(game)),
            p(game.line, class_="game-line"),
            _lessons(game, model),
            div(against_bots(game, "", beginner=True), class_="learn-after"),
            class_="learn-words",
        ),
        class_="card learn-game",
        aria_label=game.title,
    )


def _lessons(game: GameInfo, model: LearnModel) -> Markup:
    """The one to take next has the main button: that which was asked for or the first new one."""
    states = [model.begun.get((game.name, lesson.name)) for lesson in game.lessons]
    open_ = [
        lesson.name
        for lesson, state in zip(game.lessons, states, strict=True)
        if state is None or not state.over
    ]
    main_one = model.lesson or next(iter(open_), "")
    return ol(
        (
            _lesson(game.name, lesson, state, lesson.name == main_one)
            for lesson, state in zip(game.lessons, states, strict=True)
        ),
        class_="lesson-list",
    )


def _lesson(game: str, lesson: LessonInfo, state: LessonBegun | None, first: bool) -> Markup:
    words = "Start" if state is None else "Play again" if state.over else "Go on"
    return li(
        div(
            strong(lesson.title),
            span(icon("hourglass", "time"), f"{lesson.minutes} min", class_="quiet"),
            _how_far(state) if state else None,
            p(em(lesson.theme), " ", lesson.aim),
            class_="lesson-words",
        ),
        lesson_form(
            game, lesson.name, words, "primary" if first else "", f"{words}: {lesson.title}"
        ),
        id=f"lesson-{lesson.name}",
    )


def _how_far(state: LessonBegun) -> Markup:
    if state.over:
        return span(icon("check"), "done", class_="lesson-done")
    said = f"step {state.step} of {state.steps}"
    return span(
        progress(value=state.step - 1, max=state.steps, aria_hidden="true"), said, class_="quiet"
    )
