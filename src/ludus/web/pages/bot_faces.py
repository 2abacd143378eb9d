"""The bots as people: a name, a drawn face and one line of character for each level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ludus.web.live.page_models import Level
from ludus.web.pages.components import STATIC
from ludus.web.pages.html import Markup, input_, label, small, span, strong, svg, use


@dataclass(frozen=True, slots=True)
class Character:
    """Who plays at a level. `face` is a symbol in `icons.svg`."""

    name: str
    line: str
    face: str


CHARACTERS: Final = {
    "easy": Character("Tiro", "A recruit: looks one move ahead, and slips.", "bot-easy"),
    "medium": Character("Miles", "A soldier: takes what looks best now.", "bot-medium"),
    "hard": Character("Centurio", "A veteran: thinks several moves ahead.", "bot-hard"),
    "master": Character("Legatus", "A general: takes time, forgives nothing.", "bot-master"),
}


def character(level: str) -> Character:
    """Who plays at this level; one that nobody has drawn is called by its own name."""
    level = level.partition(":")[0]
    return CHARACTERS.get(level) or Character(level.capitalize(), "", "bot-medium")


def in_words(level: str) -> str:
    """A level with its personality, if it has one: `hard raider`."""
    return level.replace(":", " ")


@cache
def face(level: str) -> Markup:
    """The bot's portrait; decoration beside its name."""
    return svg(
        use(href=f"{STATIC}/icons.svg#{character(level).face}"),
        class_="bot-face",
        viewBox="0 0 48 48",
        aria_hidden="true",
    )


def level_choice(
    levels: Sequence[Level], name: str, chosen: str, seat: int, personality: Markup | None = None
) -> Markup:
    """The bots side by side, one of which is chosen; beside them, whom it plays as."""
    return span(
        (
            label(
                input_(
                    type="radio",
                    name=name,
                    value=level.key,
                    checked=level.key == chosen,
                    data_name=character(level.key).name,
                ),
                span(
                    face(level.key),
                    strong(character(level.key).name),
                    small(level.label.lower()),
                    class_="level-card",
                ),
                class_="level",
            )
            for level in levels
        ),
        (
            span(character(level.key).line, class_="level-line", data_level=level.key)
            for level in levels
        ),
        personality,
        class_="levels",
        role="radiogroup",
        aria_label=f"The bot at seat {seat + 1}",
    )
