"""What a placement brings, in a few symbols: dice, a Legion, a Blazon, tests, points."""

from __future__ import annotations

from typing import Final

from ludus.core.text import Sentence, icon_bit, joined
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import COLOURS, FIVE_COLOURS_POINTS, NONE, TEAM_SEATS
from ludus.games.para_bellum.mechanics.legions import Completion, full_cards, is_big

MEAN: Final = 3.5
"""What a die shows on average."""


def placement_chips(context: Context, seat: int, seen: Completion) -> tuple[Sentence, ...]:
    """In the order in which it happens."""
    words, view, names = context.words, context.view, context.names
    side = view.sides[seat]
    colour = context.catalog.army[seen.kind].colour
    chips: list[Sentence] = []
    big = [span for span in seen.spans if is_big(*span)]
    if seen.spans:
        dice = _dice(context, "k", len(seen.grays))
        key = "chip.big" if big else "chip.legion"
        chips.append(words.say(key, dice=dice, count=len(seen.spans)))
    if seen.blazon:
        count = side.blazons.bit_count() + 1
        blazon = icon_bit(blazon_symbol(colour), names.colour(colour))
        chips.append(words.say("chip.blazon", blazon=blazon, count=count, most=COLOURS))
    if seen.fifth:
        chips.append(words.say("chip.fifth", points=FIVE_COLOURS_POINTS))
    if seen.centurions:
        dice = _dice(context, "r", len(seen.reds))
        chips.append(words.say("chip.centurion", dice=dice, count=seen.centurions))
    for lo, hi in big:
        own = colour == side.colour
        bonus = words.text("name.own_colour")
        if not own and view.battle != NONE:
            bonus = names.bonus(view.battle, colour)
        chips.append(words.say("chip.bonus", bonus=bonus))
        rivals = 2 if view.seats == TEAM_SEATS else view.seats - 1
        chips.append(words.say("chip.tests", count=rivals, plus=full_cards(lo, hi)))
    chips += _points(context, seat, seen)
    return tuple(chips) or (words.say("chip.nothing"),)


def _dice(context: Context, letter: str, count: int) -> Sentence:
    die = icon_bit(f"die-{letter}-q", context.words.text("chip.new_die"))
    return joined([(die,)] * count, " ")


def _points(context: Context, seat: int, seen: Completion) -> list[Sentence]:
    """Points now and about how many afterwards; dice count what they show on average."""
    gained = MEAN * len(seen.grays) + (FIVE_COLOURS_POINTS if seen.fifth else 0)
    if not gained:
        return []
    now = context.view.sides[seat].total
    return [context.words.say("chip.points", before=now, after=round(now + gained))]
