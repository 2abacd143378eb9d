"""Why a place cannot be chosen now: what is missing."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.choices import choice_of
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.marks import TRACK_VERBS, marks_of, places_of, track_id
from ludus.games.hadrians_wall.face.names import ACTION_SPACE
from ludus.games.hadrians_wall.ids import (
    APPARITORES,
    BATHS_HALL,
    BUILT,
    CIPPI,
    COURT,
    COURT_BOXES,
    COURTHOUSE,
    DIPLOMAT,
    DISDAIN,
    FORT,
    GUARD,
    LUDUS_HALL,
    MAIN,
    MARKET_HALL,
    NONE,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    REMOVED,
    RENOWN,
    RESTING,
    SCOUTS,
    SPAR_PARTNERS,
    STRENGTH,
    TEMPLE,
    THEATRE_HALL,
    TRACK_KEYS,
    WALL,
    WOUNDS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.sheet import diplomat_count, first_free, open_column

HALLS = {
    "good": MARKET_HALL,
    "perform": THEATRE_HALL,
    "spar": LUDUS_HALL,
    "battle": LUDUS_HALL,
    "bribe": BATHS_HALL,
    "ruling": COURTHOUSE,
}
FIXED = {
    "cohort": "cohort_icon",
    "production": "production",
    "renown": "attribute",
    "piety": "attribute",
    "valour": "attribute",
    "discipline": "attribute",
    "score": "score",
}
"""Places that can never be chosen directly."""


def why_not(context: Context, decision: Decision | None, place: str) -> Sentence | None:
    """The reason, or None where there is nothing to say (the place can be chosen)."""
    words, view = context.words, context.view
    if view.question is None:
        return words.say("why.over")
    if decision is None or not 0 <= view.viewer < view.seats:
        return words.say("why.wait")
    seat = view.viewer
    sheet = context.sheets[seat]
    for option in decision.options:
        if place in choice_of(context, seat, option).places:
            return None
    if decision.prompt != "act":
        return words.say("why.other")
    if place in marks_of(context.board, sheet).filled and not place.startswith("score"):
        return words.say("why.filled")
    return _why(context, sheet, place)


def _why(context: Context, sheet: Sheet, place: str) -> Sentence | None:
    words = context.words
    head = place.split("-")[0]
    if head in FIXED:
        return words.say(f"why.{FIXED[head]}")
    if place.endswith(("-reward", "-extra")):
        return words.say("why.reward")
    if "favour" in place:
        return words.say("why.favour")
    if place.startswith("scout-r"):
        return words.say("why.map")
    for action in ACTION_SPACE.all[:MAIN]:
        if place in _all_places(context, sheet, action):
            return _missing(context, sheet, action)
    return _out_of_order(context, sheet, place)


def _all_places(context: Context, sheet: Sheet, action: Action) -> tuple[str, ...]:
    """The next boxes of an action, and for free order its own box."""
    if action.verb == "temple" and sheet[TEMPLE] >= context.board.size[TEMPLE]:
        return ()
    return places_of(context.board, sheet, action)


def _out_of_order(context: Context, sheet: Sheet, place: str) -> Sentence | None:
    words, board = context.words, context.board
    head = place.split("-")[0]
    if head == "diplomat":
        return words.say("why.diplomat_row")
    if head == "temple":
        return _temple_order(context, sheet, place)
    if head in TRACK_KEYS:
        track = TRACK_KEYS.index(head) + RENOWN
        if sheet[track] >= board.size[track]:
            return words.say("why.filled")
        name = context.names.track(track)
        return words.say("why.order", track=name, next=sheet[track] + 1)
    return None


def _temple_order(context: Context, sheet: Sheet, place: str) -> Sentence | None:
    """Which box of which Temple comes before this one; each Temple counts its own boxes."""
    words, board = context.words, context.board
    done = sheet[TEMPLE]
    if done >= board.size[TEMPLE]:
        return words.say("why.filled")
    name = context.names.building(board.temple_of[done])
    box = track_id(TEMPLE, done + 1, board).rpartition("-")[2]
    return words.say("why.order_temple", building=name, next=box)


def _missing(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    """The first condition of an action that is not met."""
    for check in (_gate, _standing, _level, _used, _people, _price):
        found = check(context, sheet, action)
        if found is not None:
            return found
    return None


def _gate(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    """Granary columns and the links to the Fort."""
    words, board = context.words, context.board
    verb = "guard" if action.verb == "train" else action.verb
    if verb not in TRACK_VERBS:
        return None
    track = TRACK_VERBS[verb]
    column = open_column(sheet[BUILT])
    if column < 2 and sheet[track] >= board.columns[track][column]:
        return words.say("why.granary_large" if column else "why.granary_medium")
    if action.verb == "train" and sheet[GUARD] >= board.size[GUARD]:
        return words.say("why.sword")
    links = {WALL: board.wall_link, CIPPI: board.cippi_link}.get(track)
    if links is not None and links[sheet[track]] > sheet[FORT]:
        return words.say("why.fort", box=links[sheet[track]])
    return None


def _standing(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    """Buildings that must be built first."""
    words, board, built = context.words, context.board, sheet[BUILT]
    if action.verb == "build":
        first = board.building_first >> action.arg & 1
        if not first and not built >> (action.arg - 1) & 1:
            return words.say("why.after", building=context.names.building(action.arg - 1))
        return None
    hall = HALLS.get(action.verb, NONE)
    if action.verb == "temple":
        hall = board.temple_of[sheet[TEMPLE]]
    if hall != NONE and not built >> hall & 1:
        return words.say("why.built", building=context.names.building(hall))
    return None


def level_of(board: Board, sheet: Sheet, action: Action) -> tuple[int, int]:
    """The place that must reach a value before an action is open; (NONE, 0) for none."""
    place, need = board.needs[action.number]
    if action.verb == "spar":
        place, need = PERFORMERS, board.spar_needs[sheet[STRENGTH + action.arg // SPAR_PARTNERS]]
    elif action.verb == "temple":
        place, need = PRIESTS, board.temple_needs[sheet[TEMPLE]]
    elif action.verb == "ruling":
        box = first_free(sheet, COURT + COURT_BOXES * action.arg, COURT_BOXES)
        place, need = APPARITORES, board.ruling_needs[action.arg][box]
    elif action.verb == "diplomat":
        place, need = PATRICIANS, board.diplomat_needs[diplomat_count(sheet)]
    elif action.verb == "pattern":
        place, need = PATRICIANS, board.scout_needs[sheet[SCOUTS]]
    return place, need


def _level(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    """Infrastructure, citizens or attributes that are too low."""
    board, words = context.board, context.words
    place, need = level_of(board, sheet, action)
    if place == NONE or sheet[place] >= need:
        return None
    if place == FORT:
        have = board.infrastructure[sheet[FORT]]
        return words.say("why.infrastructure", need=board.infrastructure[need], have=have)
    track = context.names.track(place)
    return words.say("why.level", need=need, track=track, have=sheet[place])


def _used(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    words = context.words
    if sheet[RESTING] >> action.number & 1:
        return words.say("why.yearly")
    return None


def _people(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    """Gladiators, Disdain, Diplomats and the room on the map."""
    words = context.words
    if action.verb in ("spar", "battle"):
        fighter = action.arg // SPAR_PARTNERS if action.verb == "spar" else action.arg
        strength, wounds = sheet[STRENGTH + fighter], sheet[WOUNDS + fighter]
        if strength and wounds == strength:
            return words.say("why.dead")
        if action.verb == "battle" and not strength:
            return words.say("why.untrained")
    if action.verb == "bribe" and sheet[DISDAIN] == sheet[REMOVED]:
        return words.say("why.disdain")
    if action.verb == "diplomat" and sheet[DIPLOMAT + action.arg]:
        return words.say("why.served")
    return None


def _price(context: Context, sheet: Sheet, action: Action) -> Sentence | None:
    board, words, names = context.board, context.words, context.names
    cost = board.costs[action.number]
    if all(sheet[item] >= count for item, count in cost):
        return words.say("why.no_room") if action.verb == "pattern" else None
    if action.verb in ("fort", "spar"):
        both = board.fort_pay if action.verb == "fort" else board.spar_pay
        return words.say("why.cost_or", cost=names.item(both[0], 1), other=names.item(both[1], 1))
    have = joined([names.item(item, sheet[item]) for item, _ in cost])
    return words.say("why.cost", cost=names.cost(cost), have=have)
