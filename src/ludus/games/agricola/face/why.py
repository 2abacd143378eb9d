"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.agricola.face.choices import Adviser


def why_not(adviser: Adviser, decision: Decision | None, place: str) -> Sentence | None:
    """The reason for a place that offers nothing; None for one that does, or that there is not."""
    view, words, voice = adviser.view, adviser.words, adviser.voice
    kind, _, digits = place.partition("-")
    if kind != "hex" or not digits.isdecimal() or int(digits) > adviser.board.hexes:
        return None
    number = int(digits)
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
