"""A game on offer: its picture, what to know of it, and a table by one press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.web.api.schemas import GameInfo
from ludus.web.pages.components import icon, push, rules_address
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    article,
    classes,
    div,
    form,
    h2,
    h3,
    img,
    input_,
    p,
    span,
)
from ludus.web.pages.learn import EASY, learn_button

QUICK_BOT: Final = "bot:medium"
"""The bot level for players who start a game with one click."""
QUICK_SEATS: Final = 3
WEIGHTS: Final = ("quick to learn", "takes a game to learn", "a game for an evening")


def usual_count(counts: Sequence[int]) -> int:
    """How many sit down if nobody says: three where the game allows it."""
    return QUICK_SEATS if QUICK_SEATS in counts else min(counts)


def first_card(game: GameInfo) -> Markup:
    """The game for whoever is here for the first time."""
    return _card(
        game,
        h2(game.title, id=f"game-{game.name}"),
        span("Start here", class_="start-here"),
        class_="game first",
    )


def game_card(game: GameInfo) -> Markup:
    return _card(game, h3(game.title, id=f"game-{game.name}"), None, class_="game")


def _card(game: GameInfo, title: Markup, extra: Child, class_: str) -> Markup:
    return article(
        a(
            img(src=game.picture, alt="", width=480, height=270),
            href=f"/new/{game.name}",
            class_="game-picture",
            tabindex=-1,
            aria_hidden="true",
        ),
        div(
            div(title, extra, class_="game-title"),
            facts(game, to_read(game)),
            p(game.line, class_="game-line"),
            class_="game-words",
        ),
        ways(game, False),
        class_=classes("card", class_),
        aria_labelledby=f"game-{game.name}",
    )


def facts(game: GameInfo, *links: Child) -> Markup:
    """For how many, for how long, how much to learn; and what else stands in the line."""
    return p(
        span(icon("people", "players"), _span(min(game.seats), max(game.seats))),
        span(icon("hourglass", "time"), f"{_span(*game.minutes)} min"),
        weight(game.weight),
        links,
        class_="facts",
    )


def to_read(game: GameInfo) -> list[Markup]:
    """Where the rules are, and what is on one page."""
    return [
        a("Rules", span(f" of {game.title}", class_="hidden-label"), href=rules_address(game.name)),
        a("Aid", span(f" for {game.title}", class_="hidden-label"), href=f"/aid/{game.name}"),
    ]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def weight(count: int) -> Markup:
    words = WEIGHTS[count - 1]
    return span(
        [span(class_=classes("weight-dot", number < count and "on")) for number in range(3)],
        class_="weight",
        role="img",
        aria_label=words,
        title=words,
    )


def ways(game: GameInfo, known: bool) -> Markup:
    """The lesson first for whoever never played the game, then the other ways to play it."""
    teaches = bool(game.lessons) and not known
    return div(
        learn_button(game, True) if teaches else None,
        against_bots(game, "" if teaches else "primary", beginner=not known),
        with_friends(game),
        None if teaches else learn_button(game, False),
        class_=classes("game-ways", teaches and "teaches"),
    )


def against_bots(game: GameInfo, kind: str = "primary", beginner: bool = False) -> Markup:
    """One press to a table with bots; for whoever never played, easy ones and coaching."""
    others = EASY if beginner else QUICK_BOT
    return _quick(game, others, False, "helmet-side", "Play against bots", kind, beginner)


def with_friends(game: GameInfo) -> Markup:
    """One press to a table with open seats, which are offered by link alone."""
    return _quick(game, "open", True, "link", "With friends", "")


def _quick(
    game: GameInfo,
    others: str,
    private: bool,
    picture: str,
    words: str,
    kind: str,
    coach: bool = False,
) -> Markup:
    return form(
        input_(type="hidden", name="game", value=game.name),
        input_(type="hidden", name="seats", value=_seats(game, others)),
        input_(type="hidden", name="pace", value="none"),
        input_(type="hidden", name="private", value="on") if private else None,
        input_(type="hidden", name="coach", value="on") if coach else None,
        push(
            icon(picture),
            span(words, class_="way-words"),
            kind=kind,
            type="submit",
            aria_label=f"{words}: {game.title}",
            title=words,
            data_short=words.rpartition(" ")[2].capitalize(),
        ),
        method="post",
        action="/tables",
    )


def _seats(game: GameInfo, others: str) -> str:
    return ",".join(["me", *[others] * (usual_count(game.seats) - 1)])
