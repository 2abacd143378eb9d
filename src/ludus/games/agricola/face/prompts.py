"""The line that says what to do now."""

from __future__ import annotations

from typing import Final

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import Part, joined
from ludus.games.agricola.face.context import SET_DOWN, Context
from ludus.games.agricola.face.forces import next_unit, to_set_down

IDLE: Final = ("decline", "quiet")
"""Answers that play nothing."""
LEFT: Final = frozenset(("next", "quiet", "wake", "reveal", "betray", "dismantle"))
"""What is open in a phase in which nothing else can be done."""


def prompt(context: Context, decision: Decision) -> Prompt:
    view, names = context.view, context.names
    key = f"prompt.{decision.prompt}"
    speaker = "text" if decision.seat == view.viewer else "wait"
    kind = speaker
    if speaker == "text" and f"{key}.none" in names.words:
        # Nothing of the phase is left to do.
        kind = "none" if all(each.verb in LEFT for each in decision.options) else speaker
    elif speaker == "text" and f"{key}.one" in names.words:
        kind = "one" if to_set_down(context, decision).bit_count() == 1 else speaker
    sentence = names.words.say(f"{key}.{kind}", **_parts(context, decision))
    if speaker == "text" and all(option.verb in IDLE for option in decision.options):
        sentence = joined([sentence, names.words.say("name.empty_handed")], " ")
    elif speaker == "text" and decision.prompt == "land" and len(decision.options) == 1:
        sentence = joined([sentence, names.words.say("name.empty_ships")], " ")
    return Prompt(sentence, names.words.text(f"{key}.clause"))


def _parts(context: Context, decision: Decision) -> dict[str, Part]:
    """What the sentence may speak of; to others only what they may know."""
    view, names = context.view, context.names
    parts: dict[str, Part] = {}
    seat = decision.seat
    if seat < 0:
        return parts
    parts["seat"] = names.seat(seat)
    side = seat ^ view.flip
    question = view.question
    if question is None or seat != view.viewer:
        return parts
    if decision.prompt in ("hits", "go_home", "withdraw"):
        parts["n"] = question.value
    elif decision.prompt == "reserve" and view.battle is not None:
        b = view.battle
        parts["n"] = b.force[side].bit_count() // 2 - b.reserve.bit_count()
    elif decision.prompt == "sail":
        parts["n"] = question.value - question.used
    elif decision.prompt == "cancel":
        parts["marker"] = names.marker_bit(1 - side, question.value)
    elif decision.prompt in SET_DOWN:
        parts["unit"] = names.unit(side, next_unit(context, decision))
    return parts
