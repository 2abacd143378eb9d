"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.agricola.face.choices import Adviser
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN


def why_not(adviser: Adviser, decision: Decision | None, place: str) -> Sentence | None:
    """The reason for a place that offers nothing; None for one that does, or that there is not."""
    kind, _, digits = place.partition("-")
    if kind != "hex" or not digits.isdecimal() or int(digits) > adviser.board.hexes:
        return None
    number = int(digits)
    reason = _reason(adviser, decision, place, number)
    if reason is None:
        return None
    return joined([*_there(adviser, number), reason], " ")


def _there(adviser: Adviser, place: int) -> list[Sentence]:
    """Who stands in a place and what lies there, as far as the viewer knows."""
    view, words, voice = adviser.view, adviser.words, adviser.voice
    said: list[Sentence] = []
    for side in (ROMAN, CALEDONIAN):
        known = [unit for unit, spot in enumerate(view.at[side]) if spot == place]
        names = [voice.company(side, known)] if known else []
        if place in view.veiled[side]:
            names.append(words.text("name.unknown"))
        if names:
            where = voice.place(place)
            listed = ", ".join(names)
            said.append(words.say("why.stack", side=voice.side(side), place=where, units=listed))
    center = adviser.board.center_at[place]
    if center != NONE and view.center[center] != NONE:
        counter = voice.counter(view.center[center])
        said.append(words.say("why.counter", place=voice.place(place), counter=counter))
    if place in view.sieges:
        said.append(words.say("describe.siege", place=voice.place(place)))
    if place in view.pillaged:
        said.append(words.say("describe.pillaged", place=voice.place(place)))
    return said


def _reason(
    adviser: Adviser, decision: Decision | None, place: str, number: int
) -> Sentence | None:
    view, words, voice = adviser.view, adviser.words, adviser.voice
    if view.ended:
        return words.say("why.over")
    if decision is None or decision.seat != view.viewer:
        if not view.waiting:
            return words.say("why.chance")
        seats = joined([(voice.seat(seat),) for seat in view.waiting])
        return words.say("why.wait", seats=seats)
    if any(place in adviser.choice(decision, option).places for option in decision.options):
        return None
    where = voice.place(number)
    if decision.prompt in ("march", "sail"):
        return words.say("why.far", place=where)
    if number in view.stacks[decision.seat ^ view.flip]:
        return words.say("why.mine", place=where)
    return words.say("why.here", place=where)
