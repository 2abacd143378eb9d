"""The line that says what to do now."""

from __future__ import annotations

from typing import Final

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined
from ludus.games.agricola.face.voice import Voice
from ludus.games.agricola.ids import CALEDONIAN, NONE, TREACHERY
from ludus.games.agricola.view.sight import View

IDLE: Final = ("decline", "quiet")
"""Answers that play nothing."""


def prompt(view: View, voice: Voice, decision: Decision) -> Prompt:
    key = f"prompt.{decision.prompt}"
    speaker = "text" if decision.seat == view.viewer else "wait"
    sentence = voice.words.say(f"{key}.{speaker}", **_parts(view, voice, decision))
    if speaker == "text" and all(option.verb in IDLE for option in decision.options):
        sentence = joined([sentence, voice.words.say("name.empty_handed")], " ")
    elif speaker == "text" and decision.prompt == "land" and len(decision.options) == 1:
        sentence = joined([sentence, voice.words.say("name.empty_ships")], " ")
    return Prompt(sentence, voice.words.text(f"{key}.clause"))


def _parts(view: View, voice: Voice, decision: Decision) -> dict[str, Bit | Sentence | str | int]:
    """What the sentence may speak of; to others only what they may know."""
    parts: dict[str, Bit | Sentence | str | int] = {}
    seat = decision.seat
    if seat < 0:
        return parts
    parts["seat"] = voice.seat(seat)
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
        parts["marker"] = voice.marker(owner, question.value)
    elif decision.prompt in ("place", "deploy", "winter"):
        unit = next_unit(view, voice, side, decision.prompt)
        parts["unit"] = voice.unit(side, unit)
    return parts


def next_unit(view: View, voice: Voice, side: int, prompt: str) -> int:
    """The unit that is to be set down, as the rules choose it."""
    board = voice.board
    at = view.at[side]
    muster = voice.contents.musters[side]
    if prompt == "winter":
        out = [unit for unit in range(muster.count) if _homeless(view, voice, side, unit)]
        land = [unit for unit in out if not muster.fleets >> unit & 1]
        return (land or out)[0]
    limbo = [unit for unit, place in enumerate(at) if place == board.limbo]
    leaders = [unit for unit in limbo if muster.leaders >> unit & 1]
    return (leaders or limbo)[0] if prompt == "place" else limbo[0]


def _homeless(view: View, voice: Voice, side: int, unit: int) -> bool:
    board = voice.board
    place = view.at[side][unit]
    if not 0 <= place < board.hexes or board.is_fortress[place]:
        return False
    if side == CALEDONIAN:
        return board.center_at[place] == NONE
    muster = voice.contents.musters[side]
    camps = [view.at[side][u] for u in range(muster.count) if muster.praesidia >> u & 1]
    return place not in camps
