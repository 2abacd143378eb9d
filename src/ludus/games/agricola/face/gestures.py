"""Several choices as one movement of the hand: a March, a battle line, hits, winter quarters.

What is offered here and what `follow` makes of it never goes beyond the options of the rules: a
gesture plays them one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.models import Gesture, Pick, Shortcut, Target, Wish
from ludus.core.protocol import Decision
from ludus.core.text import joined
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import (
    homeless,
    laid_out,
    next_unit,
    option_for,
    pool_of,
    to_set_down,
)
from ludus.games.agricola.face.names import BASE, hex_id, pick_id
from ludus.games.agricola.face.quarters import quarters_note, row_id
from ludus.games.agricola.face.reach import Goal, goals
from ludus.games.agricola.face.symbols import unit_icon
from ludus.games.agricola.ids import CAPACITY, NONE, ROMAN
from ludus.games.agricola.mechanics import strength

Offer: TypeAlias = Callable[[Context, Decision], list[Gesture]]
Follow: TypeAlias = Callable[[Context, Decision, Wish, Sequence[Action]], "Action | str | None"]

NEAREST: Final = "nearest"
LOAD: Final = "load"
ASIDE: Final = {NEAREST: "winter", LOAD: "form"}
"""Gestures with a key of their own, beside the one that has the decision's name."""


def gestures(context: Context, decision: Decision) -> list[Gesture]:
    offer = OFFERS.get(decision.prompt)
    if offer is None or decision.seat != context.view.viewer or context.view.side == NONE:
        return []
    return offer(context, decision)


def follow(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    carry = FOLLOWS.get(wish.gesture)
    if carry is None:
        return context.words.text("gesture.unknown")
    if decision.prompt != ASIDE.get(wish.gesture, wish.gesture):
        # Something else is asked by now: what could be done is done.
        return None if done else context.words.text("gesture.unknown")
    return carry(context, decision, wish, done)


# Picks --------------------------------------------------------------------------------------------


def _picks(
    context: Context, mask: int, taken: int = 0, gathered: Decision | None = None
) -> tuple[Pick, ...]:
    """Units to take. Those that are `gathered` from the map are also taken there, by the stack."""
    side = context.view.side
    muster, worn = context.names.contents.musters[side], context.view.disrupted[side]
    row = laid_out(context, gathered, mask)
    return tuple(
        Pick(
            str(unit),
            context.names.short(side, unit),
            unit_icon(context.names.info(side, unit).type),
            start=taken >> unit & 1,
            places=(pick_id(unit), *(_together(context, unit) if gathered else ())),
            figures=(str(strength(muster, unit, worn)), _pace(muster.move[unit])),
        )
        for unit in row
    )


def _together(context: Context, unit: int) -> tuple[str, ...]:
    """The stack of a unit: on the map, and as a line beside it."""
    place = context.view.at[context.view.side][unit]
    return (hex_id(place), row_id(place))


def _pace(move: int) -> str:
    """How far a unit goes, as its counter has it: ships go by dice, camps stay."""
    return str(move) if move > 0 else "~" if move < 0 else "\u2013"


def _wanted(wish: Wish, mask: int) -> list[int]:
    """The units of a mask that a wish takes, in order; anything else in it is left aside."""
    return [unit for unit in units(mask) if wish.picks.get(str(unit), 0) > 0]


def _taking(label: str, mask: int) -> Shortcut:
    return Shortcut(label, tuple((str(unit), 1) for unit in units(mask)))


def _shortcuts(context: Context, mask: int) -> tuple[Shortcut, ...]:
    """Usual parts of a force: all, fighters, cavalry, leaders and legions, none."""
    muster = context.names.contents.musters[context.view.side]
    words = context.words
    horse = sum(1 << unit for unit in units(mask) if muster.move[unit] >= FAST)
    legions = mask & (muster.leaders | muster.legionaries)
    kinds = {
        "all": mask,
        "fighters": mask & ~muster.trains,
        "cavalry": horse & ~muster.leaders,
        "legions": legions if mask & muster.legionaries else 0,
    }
    found: list[Shortcut] = []
    seen: set[int] = set()
    for key, part in kinds.items():
        if part and part not in seen:
            seen.add(part)
            found.append(_taking(words.text(f"shortcut.{key}"), part))
    found.append(Shortcut(words.text("shortcut.none"), ()))
    return tuple(found)


FAST: Final = 4
"""The movement of those who ride."""


# A March ------------------------------------------------------------------------------------------


def _march(context: Context, decision: Decision) -> list[Gesture]:
    question = context.view.question
    if context.view.marching == NONE or question is None:
        return []
    return [
        Gesture(
            "march",
            context.names.short_name(question.place),
            context.words.text("gesture.march"),
            _picks(context, question.mask, question.mask),
            _goals(context, question.mask, question.mask),
            _shortcuts(context, question.mask),
            weighs=True,
            docked=True,
            undoes=True,
        )
    ]


def _goals(context: Context, mask: int, taken: int) -> tuple[Target, ...]:
    """Where a force can march to, and what that means for the part of it that is taken."""
    reached = goals(context.names.contents, context.view)
    return tuple(_goal(context, mask, taken, goal) for _, goal in sorted(reached.items()))


def _goal(context: Context, mask: int, taken: int, goal: Goal) -> Target:
    """A place to march to: how far, and what awaits the force there."""
    fights = bool(context.arrival(context.view.side, goal.place))
    force = taken & ~goal.left
    return Target(
        hex_id(goal.place),
        context.names.short_name(goal.place),
        joined(context.way_notes(goal, force), " "),
        tone="warn" if fights else "",
        bars=tuple(str(unit) for unit in units(goal.left)),
        chips=context.march_rows(goal, mask, force),
        path=tuple(hex_id(place) for place in goal.way.path),
    )


def aims(context: Context, decision: Decision, wish: Wish) -> tuple[Target, ...]:
    """What the places that a March can go to mean for the units that a hand has taken."""
    question = context.view.question
    if wish.gesture != "march" or decision.prompt != "march" or question is None:
        return ()
    taken = sum(1 << unit for unit in _wanted(wish, question.mask))
    return _goals(context, question.mask, taken)


def _follow_march(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Leave who does not go, then go."""
    question = context.view.question
    if question is None or not question.mask:
        return context.words.text("gesture.unknown")
    if any(action.verb == "go" for action in done):
        return None
    going = sum(1 << unit for unit in _wanted(wish, question.mask))
    if not going and not done:
        return context.words.text("gesture.nobody")
    left = _leaving(context, decision, question.mask, wish, done)
    if left is not None:
        return left
    for option in decision.options:
        if option.verb == "go" and hex_id(option.arg) == wish.target:
            return option
    return context.words.text("gesture.too_far")


def _leaving(
    context: Context, decision: Decision, mask: int, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Who is to be left next. Of units that are alike it does not matter which one."""
    stays = [unit for unit in units(mask) if not wish.picks.get(str(unit), 0) > 0]
    gone = [action.arg for action in done if action.verb == "leave"]
    # One that was to go may have been left for another that is like it.
    swapped = [unit for unit in gone if wish.picks.get(str(unit), 0) > 0]
    if len(stays) <= len(swapped):
        return None
    for unit in stays:
        option = option_for(context, decision, "leave", unit)
        if option is not None:
            return option
    return context.words.text("gesture.must_go")


def _build(context: Context, decision: Decision) -> list[Gesture]:
    question = context.view.question
    if question is None:
        return []
    mask = question.mask
    picks, shortcuts = _picks(context, mask, mask), _shortcuts(context, mask)
    verb = context.words.text("gesture.build")
    title = context.names.short_name(question.place)
    return [Gesture("build", title, verb, picks, (), shortcuts, docked=True, undoes=True)]


def _follow_build(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    question = context.view.question
    if question is None:
        return None if done else context.words.text("gesture.unknown")
    left = _leaving(context, decision, question.mask, wish, done)
    return left if left is not None else _last(context, decision, "done")


def _last(context: Context, decision: Decision, verb: str) -> Action | str:
    """The option that ends the decision."""
    for option in decision.options:
        if option.verb == verb:
            return option
    return context.words.text("gesture.unknown")


# Units chosen one by one --------------------------------------------------------------------------


def _choosing(key: str, verb: str, start: bool = False, ends: str = "") -> tuple[Offer, Follow]:
    """A gesture that takes units by one verb, and then ends the decision by another."""

    def offer(context: Context, decision: Decision) -> list[Gesture]:
        pool = _offered(context, decision, verb)
        if not pool:
            return []
        words = context.words
        shortcuts = [
            _taking(words.text("shortcut.all"), pool),
            Shortcut(words.text("shortcut.none"), ()),
        ]
        if key == "hits":
            shortcuts = [_taking(words.text("shortcut.spread"), _spread(context, pool))]
        return [
            Gesture(
                key,
                words.text(f"gesture.title.{key}"),
                words.text(f"gesture.{key}"),
                _picks(context, pool, pool if start else 0, decision if key in GATHERED else None),
                (),
                tuple(shortcuts),
                most=_limit(context, decision),
                docked=True,
            )
        ]

    def carry(
        context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
    ) -> Action | str | None:
        made = [action for action in done if action.verb == verb]
        picked = [key for key, count in sorted(wish.picks.items()) if count > 0]
        chosen = [int(each) for each in picked if each.isdecimal() and len(each) < LONGEST]
        if len(made) < len(chosen):
            option = option_for(context, decision, verb, chosen[len(made)])
            if option is not None:
                return option
            return context.words.text("gesture.unknown")
        if not ends:
            return None if done else context.words.text("gesture.nobody")
        if any(action.verb == ends for action in done):
            return None
        return _last(context, decision, ends)

    return offer, carry


GATHERED: Final = frozenset(("concentrate", "withdraw", "go_home"))
"""Gestures whose units stand in many places."""


def _limit(context: Context, decision: Decision) -> int:
    """How many units can be taken in all, where the rules say so."""
    view = context.view
    if decision.prompt in ("hits", "go_home") and view.question is not None:
        return view.question.value
    if decision.prompt == "reserve" and view.battle is not None:
        b = view.battle
        return b.force[ROMAN].bit_count() // 2 - b.reserve.bit_count()
    return 0


LONGEST: Final = 4
"""A key of more digits is no unit's."""


def _offered(context: Context, decision: Decision, verb: str) -> int:
    if not any(option.verb == verb for option in decision.options):
        return 0
    mask = pool_of(context, decision)
    return sum(
        1 << unit for unit in units(mask) if option_for(context, decision, verb, unit) is not None
    )


def _spread(context: Context, pool: int) -> int:
    """Who best takes the hits: whole units before worn ones, the weak before the strong."""
    view = context.view
    question = view.question
    count = question.value if question is not None else 0
    muster = context.names.contents.musters[view.side]

    def price(unit: int) -> tuple[int, int, int]:
        whole = muster.back[unit] and not view.disrupted[view.side] >> unit & 1
        leads = muster.leaders >> unit & 1
        lost = muster.strength[unit] - muster.back[unit] if whole else muster.strength[unit] + 2
        return (leads, 0 if whole else 1, lost)

    return sum(1 << unit for unit in sorted(units(pool), key=price)[:count])


# Setting units down -------------------------------------------------------------------------------


def _set_down(context: Context, decision: Decision) -> list[Gesture]:
    """Some units go to one place; in winter also each to the nearest quarters."""
    words = context.words
    pool = to_set_down(context, decision)
    places = [option.arg for option in decision.options if option.verb == "place"]
    if not places or pool.bit_count() < 2:
        # The last one needs no hand: a click on its place is all.
        return []
    winter = decision.prompt == "winter"
    targets = tuple(
        Target(
            _spot(context, place),
            context.names.short_name(place),
            quarters_note(context, place) if winter else (),
        )
        for place in places
    )
    found = [
        Gesture(
            decision.prompt,
            words.text("gesture.title.set_down"),
            words.text("gesture.set_down"),
            _picks(context, pool, _in_hand(context, decision, pool), decision if winter else None),
            targets,
            _shortcuts(context, pool),
            docked=True,
            swaps=winter,
        )
    ]
    if winter:
        title = words.text("gesture.title.nearest")
        found.append(Gesture(NEAREST, title, words.text("gesture.nearest")))
    return found


def _in_hand(context: Context, decision: Decision, pool: int) -> int:
    """Who is taken to begin with: those taken already, a whole stack in winter, else all."""
    view = context.view
    held = view.question.mask & pool if view.question is not None else 0
    if held or decision.prompt != "winter":
        return held or pool
    at = view.at[view.side]
    first = at[next_unit(context, decision)]
    return sum(1 << unit for unit in units(pool) if at[unit] == first)


def _spot(context: Context, place: int) -> str:
    return BASE if place == context.board.britannia else hex_id(place)


def _follow_set_down(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Take the units in hand one after the other, then set them down."""
    if any(action.verb in ("place", "all") for action in done):
        return None
    pool = to_set_down(context, decision)
    wanted = sum(1 << unit for unit in _wanted(wish, pool))
    if not wanted:
        return context.words.text("gesture.nobody")
    question = context.view.question
    held = question.mask & pool if question is not None else 0
    if held & ~wanted:
        return context.words.text("gesture.in_hand")
    every = wanted == pool and pool.bit_count() > 1
    if not every:
        for unit in units(wanted & ~held):
            option = option_for(context, decision, "unit", unit)
            if option is not None:
                return option
    verb = "all" if every else "place"
    for option in decision.options:
        if option.verb == verb and _spot(context, option.arg) == wish.target:
            return option
    return context.words.text("gesture.too_far")


def _follow_nearest(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    pool = homeless(context)
    places = {option.arg: option for option in decision.options if option.verb == "place"}
    if not pool or not places:
        return None if done else context.words.text("gesture.unknown")
    away = distances(context, context.view.at[context.view.side][next_unit(context, decision)])
    return places[min(places, key=lambda place: (away.get(place, len(away)), place))]


def distances(context: Context, start: int) -> Mapping[int, int]:
    """How many hexes away places are, over land and sea."""
    board = context.board
    found = {start: 0}
    edge = [start]
    while edge:
        following: list[int] = []
        for place in edge:
            around: Iterable[int] = board.around[place] if place < board.hexes else ()
            for other in around:
                if other not in found:
                    found[other] = found[place] + 1
                    following.append(other)
        edge = following
    return found


# Ships --------------------------------------------------------------------------------------------


def _form(context: Context, decision: Decision) -> list[Gesture]:
    """Fleets and who is aboard; those ashore may join. A fleet that was named is loaded first."""
    loading = _loading(context, decision)
    if loading:
        return loading
    view, words = context.view, context.words
    pool = pool_of(context, decision)
    taken = view.fleet | view.passengers
    if not any(option.verb == "cast" for option in decision.options):
        # A free voyage waits for its leader.
        taken |= next((1 << each.arg for each in decision.options if each.verb == "board"), 0)
    return [
        Gesture(
            "form",
            words.text("gesture.title.form"),
            words.text("gesture.form"),
            _picks(context, pool, taken),
            (),
            (_taking(words.text("shortcut.all"), pool),),
            docked=True,
            undoes=True,
        )
    ]


def _loading(context: Context, decision: Decision) -> list[Gesture]:
    """Who goes aboard the fleet that was named; it goes on with all of them once it is full."""
    view, words = context.view, context.words
    room = CAPACITY - sum(1 for fleet in view.aboard if fleet == view.loading)
    pool = _offered(context, decision, "board")
    if view.loading == NONE or not room or not pool:
        return []
    name = context.names.short(ROMAN, view.loading)
    title = words.text("gesture.room", unit=name, n=CAPACITY - room, most=CAPACITY)
    picks = _picks(context, pool)
    return [Gesture(LOAD, title, words.text("gesture.load"), picks, most=room, docked=True)]


def _follow_load(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Take the units aboard one after the other, while there is room in the fleet."""
    left = _wanted(wish, pool_of(context, decision))[len(done) :]
    if not left or not _loading(context, decision):
        return None if done else context.words.text("gesture.nobody")
    return option_for(context, decision, "board", left[0])


def _to_board(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> list[int]:
    """Who is still to go aboard. Of units that are alike another may have gone for one of them."""
    boarded = [action.arg for action in done if action.verb == "board"]
    before = context.view.fleet | context.view.passengers
    for unit in boarded:
        before &= ~(1 << unit)
    ashore = [u for u in _wanted(wish, pool_of(context, decision)) if not before >> u & 1]
    return ashore[len(boarded) :]


def _follow_form(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    if any(action.verb == "cast" for action in done):
        return None
    for each in decision.options:
        if each.verb == "leave" and not wish.picks.get(str(each.arg), 0) > 0:
            return each
    for unit in _to_board(context, decision, wish, done):
        option = option_for(context, decision, "board", unit)
        if option is not None:
            return option
    return _last(context, decision, "cast")


_RESERVE = _choosing("reserve", "reserve", ends="done")
_MOVE_UP = _choosing("move_up", "up", ends="done")
_HITS = _choosing("hits", "hit")
_CONCENTRATE = _choosing("concentrate", "come", start=True, ends="done")
_WITHDRAW = _choosing("withdraw", "unit")
_GO_HOME = _choosing("go_home", "unit")
_LAND = _choosing("land", "land", start=True, ends="done")

OFFERS: Final[dict[str, Offer]] = {
    "march": _march,
    "build": _build,
    "reserve": _RESERVE[0],
    "move_up": _MOVE_UP[0],
    "hits": _HITS[0],
    "concentrate": _CONCENTRATE[0],
    "withdraw": _WITHDRAW[0],
    "go_home": _GO_HOME[0],
    "land": _LAND[0],
    "winter": _set_down,
    "deploy": _set_down,
    "form": _form,
}
"""What a hand can do in a decision, by its prompt."""

FOLLOWS: Final[dict[str, Follow]] = {
    "march": _follow_march,
    "build": _follow_build,
    "reserve": _RESERVE[1],
    "move_up": _MOVE_UP[1],
    "hits": _HITS[1],
    "concentrate": _CONCENTRATE[1],
    "withdraw": _WITHDRAW[1],
    "go_home": _GO_HOME[1],
    "land": _LAND[1],
    "winter": _follow_set_down,
    "deploy": _follow_set_down,
    NEAREST: _follow_nearest,
    "form": _follow_form,
    LOAD: _follow_load,
}
