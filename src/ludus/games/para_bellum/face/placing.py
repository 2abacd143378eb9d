"""Placing an army card in one movement: a card of the hand, then a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.models import Gesture, Pick, Target
from ludus.core.protocol import Decision
from ludus.games.para_bellum.board import cell_name
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.chips import placement_chips
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import ACT
from ludus.games.para_bellum.mechanics.legions import Completion

CARD: Final = "card"
"""The key of the one thing that is taken; gestures are `card-KIND`."""


def gestures(context: Context, decision: Decision) -> list[Gesture]:
    seat = decision.seat
    found = by_kind(context, seat)
    verb = context.words.text("gesture.march" if _marches(context) else "gesture.place")
    return [
        taking(context, seat, kind, verb, cells(context, seat, found[kind]))
        for kind in sorted(found)
    ]


def by_kind(context: Context, seat: int) -> dict[int, list[Completion]]:
    """What each card of the hand completes at the cells that it can go to."""
    found: dict[int, list[Completion]] = {}
    for seen in context.placements(seat).values():
        for each in seen:
            found.setdefault(each.kind, []).append(each)
    return found


def taking(
    context: Context, seat: int, kind: int, verb: str, targets: tuple[Target, ...]
) -> Gesture:
    """A card of the hand is taken and put somewhere."""
    hand = context.view.sides[seat].hand or ()
    places = tuple(f"hand-{seat}-{index}" for index, held in enumerate(hand) if held == kind)
    label = context.names.army_card(kind)
    colour = context.catalog.army[kind].colour
    return Gesture(
        f"card-{kind}",
        # The card itself is in sight: its colour is enough of a name.
        context.names.colour(colour).capitalize(),
        verb,
        picks=(Pick(CARD, label, blazon_symbol(colour), places=places),),
        targets=targets,
        docked=True,
    )


def cells(context: Context, seat: int, found: Sequence[Completion]) -> tuple[Target, ...]:
    return tuple(
        Target(
            f"free-{seat}-{seen.cell}",
            cell_name(seen.cell),
            chips=placement_chips(context, seat, seen),
        )
        for seen in found
    )


def _marches(context: Context) -> bool:
    """Whether the card is placed for an action, and not in the Army Phase or by another card."""
    questions = context.view.questions
    return len(questions) > 1 and questions[-2].phase == ACT


def number(text: str, prefix: str) -> int:
    """The number after a prefix; -1 for anything else."""
    rest = text.removeprefix(prefix)
    return int(rest) if rest != text and rest.isdecimal() and len(rest) < 4 else -1
