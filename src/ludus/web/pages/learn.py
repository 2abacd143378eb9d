"""The buttons that lead to lessons, and to a first game after them."""

from __future__ import annotations

from typing import Final

from ludus.web.api.schemas import GameInfo
from ludus.web.pages.components import icon, push
from ludus.web.pages.html import Markup, form, input_, span

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
