"""Placing an army card in one movement: a card of the hand, then a cell.

Another card can be taken at any time before that; nothing has to be undone for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.models import Gesture, Pick, Target, Wish
from ludus.core.protocol import Decision
from ludus.games.para_bellum.board import CELLS, cell_name
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.chips import placement_chips
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import ACT
from ludus.games.para_bellum.mechanics.legions import Completion

CARD: Final = "card"
"""The key of the one thing that is taken; gestures are `card-KIND`."""


def gestures_of(context: Context, decision: Decision) -> list[Gesture]:
    seat = decision.seat
    by_kind: dict[int, list[Completion]] = {}
    for seen in context.placements(seat).values():
        for each in seen:
            by_kind.setdefault(each.kind, []).append(each)
    return [_gesture(context, seat, kind, by_kind[kind]) for kind in sorted(by_kind)]


def _gesture(context: Context, seat: int, kind: int, found: Sequence[Completion]) -> Gesture:
    words = context.words
    hand = context.view.sides[seat].hand or ()
    places = tuple(f"hand-{seat}-{index}" for index, held in enumerate(hand) if held == kind)
    label = context.names.army_card(kind)
    colour = context.catalog.army[kind].colour
    icon = blazon_symbol(colour)
    return Gesture(
        f"card-{kind}",
        # The card itself is in sight: its colour is enough of a name.
        context.names.colour(colour).capitalize(),
        words.text("gesture.march" if _marches(context) else "gesture.place"),
        picks=(Pick(CARD, label, icon, places=places),),
        targets=tuple(
            Target(
                f"free-{seat}-{seen.cell}",
                cell_name(seen.cell),
                chips=placement_chips(context, seat, seen),
            )
            for seen in found
        ),
        docked=True,
    )


def _marches(context: Context) -> bool:
    """Whether the card is placed for an action, and not in the Army Phase or by another card."""
    questions = context.view.questions
    return len(questions) > 1 and questions[-2].phase == ACT


def follow(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """First the card, then its cell."""
    words = context.words
    kind = _number(wish.gesture, "card-")
    cell = _number(wish.target, f"free-{decision.seat}-")
    if len(done) > 1:
        return None
    verb = "cell" if done else "card"
    if decision.prompt != f"place_{verb}" or not wish.picks.get(CARD) or not 0 <= cell < CELLS:
        return words.text("gesture.no_card")
    if not done:
        possible = context.placements(decision.seat).get(cell, ())
        if all(seen.kind != kind for seen in possible):
            return words.text("gesture.no_cell", cell=cell_name(cell))
    wanted = cell if done else kind
    for option in decision.options:
        if option.verb == verb and option.arg == wanted:
            return option
    return words.text("gesture.no_cell", cell=cell_name(cell))


def _number(text: str, prefix: str) -> int:
    """The number after a prefix; -1 for anything else."""
    rest = text.removeprefix(prefix)
    return int(rest) if rest != text and rest.isdecimal() and len(rest) < 4 else -1
