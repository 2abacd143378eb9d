"""Why a place cannot be chosen now."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Decision
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.choices import places_of
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import lettered
from ludus.games.cambria.ids import EAGLE, LEGION, NONE, NUMBERS
from ludus.games.cambria.view import View

ROLLING = ("start", "opening", "dummy", "turn")
LIFTING = ("lift", "dummy_lift")


def why_not(context: Context, decision: Decision | None, place: str) -> Sentence | None:
    """The reason, or None for a place that can be chosen or does not exist."""
    kind, number = _parse(context, place)
    if not kind:
        return None
    if decision is None or decision.seat != context.names.viewer:
        return _idle(context)
    roads = context.board.roads
    if any(place in places_of(option, roads) for option in decision.options):
        return None
    if kind == "fort":
        return context.words.say("why.fort")
    if decision.prompt in ROLLING:
        return context.words.say("why.roll")
    if kind == "road":
        return lettered(_road(context, decision, number))
    if kind == "boat":
        return lettered(_boat(context, decision, number))
    return context.words.say(f"why.{kind}")


def _parse(context: Context, place: str) -> tuple[str, int]:
    """The kind of a place and its number; an empty kind for an unknown one."""
    if place == "standard":
        return "standard", 0
    kind, _, text = place.partition("-")
    sizes = {
        "road": context.board.roads,
        "boat": len(NUMBERS),
        "fort": context.board.sites,
        "supply": context.view.players,
    }
    if text.isdecimal() and int(text) < sizes.get(kind, 0):
        return kind, int(text)
    return "", 0


def _idle(context: Context) -> Sentence:
    view, words = context.view, context.words
    if view.ended:
        return words.say("why.over")
    if not view.waiting:
        return words.say("why.chance")
    seats = context.names.players(view.waiting)
    return words.say("why.wait", seats=seats, count=len(view.waiting))


def _wanted(view: View, prompt: str) -> Sequence[int]:
    """The faces that open roads now."""
    question = view.question
    if question is None:
        return ()
    if prompt == "land":
        return (NUMBERS[question.target],)
    return view.dice if prompt == "act" else (question.die,)


def _road(context: Context, decision: Decision, road: int) -> Sentence:
    view, words, names = context.view, context.words, context.names
    if decision.prompt == "board":
        return words.say("why.board_only")
    if decision.prompt in LIFTING:
        return words.say("why.lift_only")
    faces = _wanted(view, decision.prompt)
    piece = view.roads[road]
    eagle = EAGLE in faces and decision.prompt == "act"
    reached = any(road in context.board.roads_of[face] for face in faces if face in NUMBERS)
    if (
        not reached
        and any(face in NUMBERS for face in faces)
        and not _any_road(context, decision, faces)
    ):
        first, second = (_end(context, site) for site in context.board.ends[road])
        return words.say(
            "why.not_reached",
            road=names.slot(road),
            first=first,
            second=second,
            numbers=names.numbers(faces),
        )
    if piece == LEGION:
        key = "why.legion_same" if eagle else "why.legion_here"
        return words.say(key, road=names.slot(road))
    if decision.prompt == "dummy_place":
        return words.say(
            "why.dummy_never",
            piece=names.piece(piece),
            road=names.slot(road),
            dummy=names.dummy,
        )
    if piece == names.viewer:
        return words.say("why.own", road=names.slot(road))
    return words.say("why.occupied", piece=names.piece(piece), road=names.slot(road))


def _any_road(context: Context, decision: Decision, faces: Sequence[int]) -> bool:
    """Whether the dummy may go to any free road, since none of its number is free."""
    if decision.prompt != "dummy_place":
        return False
    reached = {road for face in faces for road in context.board.roads_of[face]}
    return any(option.arg not in reached for option in decision.options if option.verb == "place")


def _end(context: Context, site: int) -> Sentence:
    numeral = roman(context.board.numeral[site])
    return context.words.say("slot.end", site=context.names.site(site), numeral=numeral)


def _boat(context: Context, decision: Decision, boat: int) -> Sentence:
    view, words, names = context.view, context.words, context.names
    if decision.prompt in LIFTING:
        return words.say("why.lift_only")
    owner = view.boats[boat]
    numeral = roman(NUMBERS[boat])
    if decision.prompt == "board":
        return words.say("why.boat_taken", piece=names.piece(owner), boat=numeral)
    if decision.prompt != "act":
        return words.say("why.boat_not_now")
    if owner == NONE:
        return words.say("why.boat_later")
    if owner != names.viewer:
        return words.say("why.boat_other", piece=names.piece(owner), boat=numeral)
    if view.dice == (EAGLE, EAGLE):
        return words.say("why.boat_eagles")
    return words.say("why.boat_no_road", boat=numeral)
