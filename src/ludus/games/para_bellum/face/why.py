"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.para_bellum.board import CELLS, GENERAL
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.face.told import LINE, told
from ludus.games.para_bellum.ids import NONE, ORDER
from ludus.games.para_bellum.mechanics.dice import face_of

ACTING = ("act", "act_over")
PLACING = ("place_card", "place_cell")
LACKS = {"consult": "why.no_consult", "motivate": "why.no_motivate"}
"""What keeps an action from being taken where nothing else does."""
PER_ACTION = ("muster", "empower", "consult", "motivate", "requisition", "march", "pact", "runner")


def why_not(adviser: Adviser, decision: Decision | None, place: str) -> Sentence | None:
    """What a card says, for whoever looks at it; for who has to choose, why it cannot be chosen.

    Speaks also of cells while a card waits for one, and of actions. None for what can be chosen,
    and for places of which there is nothing to say.
    """
    if decision is not None and decision.seat != adviser.view.viewer:
        decision = None
    if decision is None:
        return told(adviser, place)
    if any(place in choice.places for choice in adviser.choices(decision)):
        return None
    parts = [said for said in (told(adviser, place), _reason(adviser, decision, place)) if said]
    return joined(parts, LINE) if parts else None


def _reason(adviser: Adviser, decision: Decision, place: str) -> Sentence | None:
    # It comes from a visitor, and need not be a place that was drawn.
    match place.split("-"):
        case ["free", seat, cell] if decision.prompt == "place_cell" and _is_one(cell, CELLS):
            return _cell(adviser, decision, seat, int(cell))
        case ["act", verb] if verb in PER_ACTION:
            return _action(adviser, decision, verb)
        case ["command", seat, index] if seat == str(decision.seat):
            commands = adviser.view.sides[decision.seat].commands or ()
            if _is_one(index, len(commands)):
                return _command(adviser, decision, commands[int(index)])
        case ["hand", seat, *_] if seat == str(decision.seat):
            return _hand(adviser, decision)
    return None


def _is_one(text: str, count: int) -> bool:
    """Whether a text is the number of one of so many things."""
    return text.isdecimal() and int(text) < count


def _cell(adviser: Adviser, decision: Decision, owner: str, cell: int) -> Sentence | None:
    question, seat = adviser.view.question, decision.seat
    if owner != str(seat) or question is None or question.card == NONE:
        return adviser.words.say("why.not_now")
    colour = adviser.catalog.army[question.card].colour
    reason = adviser.field(seat).why_not(colour, cell)
    if not reason:
        return None
    return adviser.words.say(
        f"why.{reason}", cell=adviser.voice.cell(seat, cell), colour=adviser.voice.colour(colour)
    )


def _hand(adviser: Adviser, decision: Decision) -> Sentence:
    if decision.prompt == "place_card":
        return adviser.words.say("why.no_cell")
    if decision.prompt == "place_cell":
        return adviser.words.say("why.undo")
    return adviser.words.say("why.army_phase" if decision.prompt in ACTING else "why.not_now")


def _too_soon_or_late(adviser: Adviser, decision: Decision) -> Sentence:
    """Why no action can be taken at all; nothing if some could be."""
    if decision.prompt not in ACTING:
        before = decision.prompt in PLACING
        return adviser.words.say("why.action_phase" if before else "why.not_now")
    return () if adviser.view.actions else adviser.words.say("why.no_actions")


def _action(adviser: Adviser, decision: Decision, verb: str) -> Sentence:
    """What a basic action lacks."""
    view, words = adviser.view, adviser.words
    if found := _too_soon_or_late(adviser, decision):
        return found
    side, reds = view.sides[decision.seat], adviser.field(decision.seat).reds
    if verb == "empower" and not reds:
        return words.say("why.no_red")
    if verb in ("muster", "empower") and face_of(side.dice[GENERAL]) == 1:
        return words.say("why.general")
    if verb == "motivate" and adviser.catalog.event_in_force(view.event).no_motivate:
        return words.say("why.event", event=adviser.voice.event(view.event))
    return words.say(LACKS.get(verb, "why.nothing"))


def _command(adviser: Adviser, decision: Decision, kind: int) -> Sentence:
    """Why a command card stays in hand."""
    view, words = adviser.view, adviser.words
    if found := _too_soon_or_late(adviser, decision):
        return found
    card = adviser.catalog.commands[kind]
    if card.type == ORDER:
        return words.say("why.order", name=adviser.voice.command(kind))
    if card.actions > view.actions:
        return words.say(
            "why.deploy",
            name=adviser.voice.command(kind),
            count=card.actions,
            left=view.actions,
        )
    return words.say("why.nothing")
