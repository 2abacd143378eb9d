"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.conqueror.face.choices import places_of
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.names import land_id
from ludus.games.conqueror.face.orders import ORDERS
from ludus.games.conqueror.ids import INDEPENDENT, TURN


def why_not(context: Context, decision: Decision | None, place: str) -> Sentence | None:
    """The reason for a place that offers nothing; None for one that does, or that there is not."""
    view, words, names = context.view, context.words, context.names
    number = _parse(context, place)
    if number < 0:
        return None
    if view.ended:
        return words.say("why.over")
    if decision is None or decision.seat != view.viewer:
        if not view.waiting:
            return words.say("why.chance")
        count = len(view.waiting)
        return words.say("why.wait", seats=names.player_list(view.waiting), count=count)
    if any(place in (*places_of(context, o), *goals_of(context, o)) for o in decision.options):
        return None
    where = names.place(number)
    if view.question is None or view.question.phase != TURN:
        return words.say("why.here", place=where)
    owner = view.owner[number]
    if owner == decision.seat:
        return words.say("why.spent", place=where)
    around = [end for start, end, _ in context.board.links if start == number and view.force[end]]
    ways = context.law.ways[names.contents.boards.index(context.board)][number]
    near = [end for end, _ in ways if view.force[end]]
    if around and not near:
        return words.say("why.closed", place=where)
    if owner == INDEPENDENT and near:
        return words.say("why.guard", place=where, theirs=context.defence_of(number))
    if owner >= 0 and near and context.law.truce:
        return words.say("why.home")
    if place.startswith("army-"):
        return words.say("why.empty", place=where)
    return words.say("why.far", place=where)


def goals_of(context: Context, option: Action) -> tuple[str, ...]:
    """The land that an order goes to: it can be chosen once its army is."""
    if option.verb not in ORDERS:
        return ()
    return (land_id(context.board.links[option.arg][1]),)


def _parse(context: Context, place: str) -> int:
    """The territory that an element id speaks of, or -1."""
    kind, _, number = place.partition("-")
    if kind not in ("land", "army") or not number.isdecimal():
        return -1
    return int(number) if int(number) < context.board.places else -1
