"""Several choices as one movement of the hand: a March, a battle line, hits, winter quarters.

What is offered here and what `follow` makes of it never goes beyond the options of the rules: a
gesture plays them one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.models import Gesture, Shortcut, Target, Wish
from ludus.core.protocol import Decision
from ludus.core.text import joined
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import (
    option_for,
    pool_of,
)
from ludus.games.agricola.face.hand import picks_of, shortcuts_of, taking, wanted
from ludus.games.agricola.face.names import hex_id
from ludus.games.agricola.face.reach import Goal, goals
from ludus.games.agricola.face.setting import (
    NEAREST,
    follow_nearest,
    follow_place,
    follow_set_down,
    place_some,
    set_down,
)
from ludus.games.agricola.ids import CAPACITY, NONE, ROMAN

Offer: TypeAlias = Callable[[Context, Decision], list[Gesture]]
Follow: TypeAlias = Callable[[Context, Decision, Wish, Sequence[Action]], "Action | str | None"]

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
            picks_of(context, question.mask, question.mask),
            _goals(context, question.mask, question.mask),
            shortcuts_of(context, question.mask),
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
    taken = sum(1 << unit for unit in wanted(wish, question.mask))
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
    going = sum(1 << unit for unit in wanted(wish, question.mask))
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
    picks, shortcuts = picks_of(context, mask, mask), shortcuts_of(context, mask)
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
            taking(words.text("shortcut.all"), pool),
            Shortcut(words.text("shortcut.none"), ()),
        ]
        if key == "hits":
            shortcuts = [taking(words.text("shortcut.spread"), _spread(context, pool))]
        return [
            Gesture(
                key,
                words.text(f"gesture.title.{key}"),
                words.text(f"gesture.{key}"),
                picks_of(
                    context, pool, pool if start else 0, decision if key in GATHERED else None
                ),
                (),
                tuple(shortcuts),
                most=_limit(context, decision),
                docked=True,
            )
        ]

    def carry(
        context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
    ) -> Action | str | None:
        picked = [key for key, count in sorted(wish.picks.items()) if count > 0]
        chosen = [int(each) for each in picked if each.isdecimal() and len(each) < LONGEST]
        if len(done) < len(chosen):
            option = option_for(context, decision, verb, chosen[len(done)])
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

    def price(unit: int) -> tuple[int, bool, int]:
        leads = muster.leaders >> unit & 1
        dies = not muster.back[unit] or bool(view.disrupted[view.side] >> unit & 1)
        return (leads, dies, muster.strength[unit] - (0 if dies else muster.back[unit]))

    return sum(1 << unit for unit in sorted(units(pool), key=price)[:count])


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
            picks_of(context, pool, taken),
            (),
            (taking(words.text("shortcut.all"), pool),),
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
    picks = picks_of(context, pool)
    return [Gesture(LOAD, title, words.text("gesture.load"), picks, most=room, docked=True)]


def _follow_load(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Take the units aboard one after the other, while there is room in the fleet."""
    left = wanted(wish, pool_of(context, decision))[len(done) :]
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
    ashore = [u for u in wanted(wish, pool_of(context, decision)) if not before >> u & 1]
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
    "winter": set_down,
    "deploy": set_down,
    "place": place_some,
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
    "winter": follow_set_down,
    "deploy": follow_set_down,
    "place": follow_place,
    NEAREST: follow_nearest,
    "form": _follow_form,
    LOAD: _follow_load,
}
