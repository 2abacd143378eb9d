"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.para_bellum.board import CELLS, GENERAL
from ludus.games.para_bellum.face.cards import PRICES
from ludus.games.para_bellum.face.choices import choices_of
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.gestures import within_reach
from ludus.games.para_bellum.ids import NONE, ORDER
from ludus.games.para_bellum.mechanics.dice import face_of

ACTING = ("act", "act_over")
PLACING = ("place_card", "place_cell")
LACKS = {"consult": "why.no_consult", "motivate": "why.no_motivate"}
"""Why an action is not possible if no other reason applies."""


def why_not(context: Context, decision: Decision | None, place: str) -> Sentence | None:
    """For the player to act, the reason why a place cannot be chosen.

    Reasons are given for cards, for actions, and for cells while a card is placed. None for what
    can be chosen, and for places without anything to say.
    """
    if decision is None or decision.seat != context.view.viewer:
        return None
    if any(place in choice.places for choice in choices_of(context, decision)):
        return None
    if place in within_reach(context, decision):
        return None
    return _reason(context, decision, place)


def command_reason(context: Context, decision: Decision | None, kind: int) -> Sentence:
    """Why a command card of the player to act cannot be played; nothing outside the phase."""
    if decision is None or decision.prompt not in ACTING or decision.seat != context.view.viewer:
        return ()
    if any(o.verb in ("command", "deploy") and o.arg == kind for o in decision.options):
        return ()
    return _command(context, decision, kind)


def _reason(context: Context, decision: Decision, place: str) -> Sentence | None:
    # The place comes from a request, and need not exist.
    match place.split("-"):
        case ["free", seat, cell] if decision.prompt in PLACING and _is_one(cell, CELLS):
            return _cell(context, decision, seat, int(cell))
        case ["act", verb] if verb in PRICES:
            return _action(context, decision, verb)
        case ["command", seat, index] if seat == str(decision.seat):
            commands = context.view.sides[decision.seat].commands or ()
            if _is_one(index, len(commands)):
                return _command(context, decision, commands[int(index)])
        case ["hand", seat, *_] if seat == str(decision.seat):
            return _hand(context, decision)
    return None


def _is_one(text: str, count: int) -> bool:
    """Whether a text is a number below `count`."""
    return text.isdecimal() and int(text) < count


def _cell(context: Context, decision: Decision, owner: str, cell: int) -> Sentence | None:
    question, seat = context.view.question, decision.seat
    if owner != str(seat) or question is None:
        return context.words.say("why.not_now")
    if question.card == NONE:
        if cell in context.placements(seat):
            return None
        return context.words.say("why.no_card", cell=context.names.cell(seat, cell))
    colour = context.catalog.army[question.card].colour
    reason = context.field(seat).why_not(colour, cell)
    if not reason:
        return None
    return context.words.say(
        f"why.{reason}", cell=context.names.cell(seat, cell), colour=context.names.colour(colour)
    )


def _hand(context: Context, decision: Decision) -> Sentence:
    if decision.prompt == "place_card":
        return context.words.say("why.no_cell")
    if decision.prompt == "place_cell":
        return context.words.say("why.undo")
    return context.words.say("why.army_phase" if decision.prompt in ACTING else "why.not_now")


def _too_soon_or_late(context: Context, decision: Decision) -> Sentence:
    """Why no action can be taken at all; nothing if some could be."""
    if decision.prompt not in ACTING:
        before = decision.prompt in PLACING
        return context.words.say("why.action_phase" if before else "why.not_now")
    return () if context.view.actions else context.words.say("why.no_actions")


def _action(context: Context, decision: Decision, verb: str) -> Sentence:
    """What a basic action lacks."""
    view, words = context.view, context.words
    if found := _too_soon_or_late(context, decision):
        return found
    side, reds = view.sides[decision.seat], context.field(decision.seat).reds
    if verb == "empower" and not reds:
        return words.say("why.no_red")
    if verb in ("muster", "empower") and face_of(side.dice[GENERAL]) == 1:
        return words.say("why.general")
    if verb == "motivate" and context.catalog.event_in_force(view.event).no_motivate:
        return words.say("why.event", event=context.names.event(view.event))
    return words.say(LACKS.get(verb, "why.nothing"))


def _command(context: Context, decision: Decision, kind: int) -> Sentence:
    """Why a command card stays in hand."""
    view, words = context.view, context.words
    if found := _too_soon_or_late(context, decision):
        return found
    card = context.catalog.commands[kind]
    if card.type == ORDER:
        return words.say("why.order", name=context.names.command(kind))
    if card.actions > view.actions:
        return words.say(
            "why.deploy",
            name=context.names.command(kind),
            count=card.actions,
            left=view.actions,
        )
    return words.say("why.nothing")
