"""Units that are set down by hand: in the set-up, as they are drawn, and in winter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.models import Gesture, Shortcut, Target, Wish
from ludus.core.protocol import Decision
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import homeless, next_unit, option_for, to_set_down
from ludus.games.agricola.face.hand import picks_of, shortcuts_of, wanted
from ludus.games.agricola.face.names import BASE, hex_id
from ludus.games.agricola.face.quarters import quarters_note

NEAREST: Final = "nearest"
"""The gesture that sends everybody to the nearest quarters."""


def set_down(context: Context, decision: Decision) -> list[Gesture]:
    """Some units go to one place; in winter also each to the nearest quarters."""
    words = context.words
    pool = to_set_down(context, decision)
    places = [option.arg for option in decision.options if option.verb == "place"]
    if pool.bit_count() < 2:
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
            picks_of(
                context, pool, _in_hand(context, decision, pool), decision if winter else None
            ),
            targets,
            shortcuts_of(context, pool),
            docked=True,
            swaps=winter,
        )
    ]
    if winter:
        title = words.text("gesture.title.nearest")
        found.append(Gesture(NEAREST, title, words.text("gesture.nearest")))
    return found


def place_some(context: Context, decision: Decision) -> list[Gesture]:
    """Units are placed one after the other: the ones that a hand takes, in any order."""
    words = context.words
    pool = to_set_down(context, decision)
    if pool.bit_count() < 2:
        return []
    targets = tuple(
        Target(_spot(context, option.arg), context.names.short_name(option.arg))
        for option in decision.options
        if option.verb == "place"
    )
    question = context.view.question
    held = question.mask & pool if question is not None else 0
    taken = held or 1 << next_unit(context, decision)
    picks = picks_of(context, pool, taken)
    title, verb = words.text("gesture.title.place"), words.text("gesture.set_down")
    none = Shortcut(words.text("shortcut.none"), ())
    return [Gesture("place", title, verb, picks, targets, (none,), docked=True)]


def follow_place(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Each unit is taken in hand, unless it is its turn anyway, and set down."""
    pool = to_set_down(context, decision)
    going = sum(1 << unit for unit in wanted(wish, pool))
    if not going:
        return None if done else context.words.text("gesture.nobody")
    present = next_unit(context, decision)
    if not going >> present & 1:
        unit = (going & -going).bit_length() - 1
        option = option_for(context, decision, "unit", unit)
        return option if option is not None else context.words.text("gesture.in_hand")
    for option in decision.options:
        if option.verb == "place" and _spot(context, option.arg) == wish.target:
            return option
    return context.words.text("gesture.no_room")


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


def follow_set_down(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """Take the units in hand one after the other, then set them down."""
    if any(action.verb in ("place", "all") for action in done):
        return None
    pool = to_set_down(context, decision)
    going = sum(1 << unit for unit in wanted(wish, pool))
    if not going:
        return context.words.text("gesture.nobody")
    question = context.view.question
    held = question.mask & pool if question is not None else 0
    if held & ~going:
        return context.words.text("gesture.in_hand")
    every = going == pool and pool.bit_count() > 1
    if not every:
        for unit in units(going & ~held):
            option = option_for(context, decision, "unit", unit)
            if option is not None:
                return option
    verb = "all" if every else "place"
    for option in decision.options:
        if option.verb == verb and _spot(context, option.arg) == wish.target:
            return option
    return context.words.text("gesture.too_far")


def follow_nearest(
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
