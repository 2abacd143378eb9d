"""The line that says what to do now."""

from __future__ import annotations

from typing import Final

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined
from ludus.games.agricola.board import units
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.ids import TREACHERY
from ludus.games.agricola.mechanics import first_of, is_quartered
from ludus.games.agricola.view import View

IDLE: Final = ("decline", "quiet")
"""Answers that play nothing."""


def prompt(view: View, names: Names, decision: Decision) -> Prompt:
    key = f"prompt.{decision.prompt}"
    speaker = "text" if decision.seat == view.viewer else "wait"
    sentence = names.words.say(f"{key}.{speaker}", **_parts(view, names, decision))
    if speaker == "text" and all(option.verb in IDLE for option in decision.options):
        sentence = joined([sentence, names.words.say("name.empty_handed")], " ")
    elif speaker == "text" and decision.prompt == "land" and len(decision.options) == 1:
        sentence = joined([sentence, names.words.say("name.empty_ships")], " ")
    return Prompt(sentence, names.words.text(f"{key}.clause"))


def _parts(view: View, names: Names, decision: Decision) -> dict[str, Bit | Sentence | str | int]:
    """What the sentence may speak of; to others only what they may know."""
    parts: dict[str, Bit | Sentence | str | int] = {}
    seat = decision.seat
    if seat < 0:
        return parts
    parts["seat"] = names.seat(seat)
    side = seat ^ view.flip
    question = view.question
    if question is None or seat != view.viewer:
        return parts
    parts["n"] = view.points[side]
    if decision.prompt in ("hits", "go_home", "withdraw"):
        parts["n"] = question.value
    elif decision.prompt == "reserve" and view.battle is not None:
        b = view.battle
        parts["n"] = b.force[side].bit_count() // 2 - b.reserve.bit_count()
    elif decision.prompt == "sail":
        parts["n"] = question.value - question.used
    elif decision.prompt == "cancel":
        owner = side if question.value == TREACHERY and question.step else 1 - side
        parts["marker"] = names.marker_bit(owner, question.value)
    elif decision.prompt in ("place", "deploy", "winter"):
        unit = next_unit(view, names, side, decision.prompt)
        parts["unit"] = names.unit(side, unit)
    return parts


def next_unit(view: View, names: Names, side: int, prompt: str) -> int:
    """The unit that is to be set down, as the rules choose it."""
    at = view.at[side]
    muster = names.contents.musters[side]
    if prompt == "winter":
        out = sum(1 << unit for unit in range(muster.count) if _homeless(view, names, side, unit))
        return first_of(out, ~muster.fleets)
    limbo = sum(1 << unit for unit, place in enumerate(at) if place == names.board.limbo)
    return first_of(limbo, muster.leaders if prompt == "place" else limbo)


def _homeless(view: View, names: Names, side: int, unit: int) -> bool:
    place = view.at[side][unit]
    if not 0 <= place < names.board.hexes:
        return False
    camps = [view.at[side][camp] for camp in units(names.contents.musters[side].praesidia)]
    return not is_quartered(names.board, side, place, place in camps)
