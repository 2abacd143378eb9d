"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.view import NONE


def why_not(adviser: Adviser, decision: Decision | None, place: str) -> Sentence | None:
    """Speaks of cells while a card waits for one; elsewhere it only says that nothing is asked."""
    parts = place.split("-")
    if decision is None or parts[0] != "free" or decision.prompt != "place_cell":
        return None
    seat, cell = int(parts[1]), int(parts[2])
    question = adviser.view.question
    if seat != decision.seat or question is None or question.card == NONE:
        return adviser.words.say("why.not_now")
    colour = adviser.catalog.army[question.card].colour
    reason = adviser.field(seat).why_not(colour, cell)
    if not reason:
        return None
    return adviser.words.say(
        f"why.{reason}", cell=adviser.voice.cell(seat, cell), colour=adviser.voice.colour(colour)
    )
