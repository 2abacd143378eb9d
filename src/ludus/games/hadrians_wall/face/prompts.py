"""The line that says what to do now."""

from __future__ import annotations

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import roman
from ludus.games.hadrians_wall.face.names import Names
from ludus.games.hadrians_wall.view import View


def prompt(view: View, names: Names, decision: Decision) -> Prompt:
    words = names.words
    key = f"prompt.{decision.prompt}"
    clause = words.text(f"{key}.clause")
    year = roman(view.year)
    if decision.seat == view.viewer or decision.seat < 0:
        return Prompt(words.say(f"{key}.text", year=year), clause)
    return Prompt(words.say(f"{key}.wait", year=year, seat=names.player(decision.seat)), clause)
