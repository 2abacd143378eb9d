"""Several choices in one movement: placing a card, what is done for an action, a new banner.

Another thing can be taken at any time before it is put down; nothing has to be undone for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.models import Gesture, Wish
from ludus.core.protocol import Decision
from ludus.games.para_bellum.board import CELLS, cell_name
from ludus.games.para_bellum.face import acting, placing
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.placing import number

MAKERS: Final[Mapping[str, Callable[[Context, Decision], list[Gesture]]]] = {
    "place_card": placing.gestures,
    "act": acting.gestures,
    "banner_die": acting.banners,
}
"""By the question with which they begin."""


def gestures_of(context: Context, decision: Decision) -> list[Gesture]:
    make = MAKERS.get(decision.prompt)
    return make(context, decision) if make is not None else []


def within_reach(context: Context, decision: Decision) -> set[str]:
    """The places that a hand can begin with: what it takes, and where it needs nothing taken."""
    found: set[str] = set()
    for gesture in gestures_of(context, decision):
        found.update(place for pick in gesture.picks for place in pick.places)
        if not gesture.picks:
            found.update(target.key for target in gesture.targets)
    return found


def follow(
    context: Context, decision: Decision, wish: Wish, done: Sequence[Action]
) -> Action | str | None:
    """What the wish answers to each question; one that it has no answer to ends it."""
    if not done and (refused := _refused(context, decision, wish)):
        return refused
    if done and decision.prompt == "act":
        return None  # the wish began there or before: this is already the next action
    answer = _answers(context, wish, decision.seat).get(decision.prompt)
    if answer is None or any(each.verb == answer[0] for each in done):
        return None if done else context.words.text("gesture.not_now")
    verb, arg = answer
    for option in decision.options:
        if option.verb == verb and option.arg == arg:
            return option
    return context.words.text("gesture.not_now")


def _refused(context: Context, decision: Decision, wish: Wish) -> str:
    """Why a wish cannot even begin; empty if it is one of those on offer."""
    words = context.words
    cell = number(wish.target, f"free-{decision.seat}-")
    offered = {each.key: each for each in gestures_of(context, decision)}
    gesture = offered.get(wish.gesture)
    if gesture is None or (gesture.picks and not wish.picks.get(gesture.picks[0].key, 0) > 0):
        placed = decision.prompt == "place_card"
        return words.text("gesture.no_card" if placed else "gesture.not_now")
    if gesture.targets and wish.target not in {each.key for each in gesture.targets}:
        if 0 <= cell < CELLS:
            return words.text("gesture.no_cell", cell=cell_name(cell))
        return words.text("gesture.not_now")
    return ""


def _answers(context: Context, wish: Wish, seat: int) -> Mapping[str, tuple[str, int]]:
    """By question, the verb and the number of the option that a wish wants."""
    target = wish.target
    if (kind := number(wish.gesture, "card-")) >= 0:
        card = ("card", kind)
        if target == "act-requisition":
            return {"act": ("requisition", 0), "requisition": card}
        cell = number(target, f"free-{seat}-")
        return {"act": ("march", 0), "place_card": card, "place_cell": ("cell", cell)}
    if (kind := number(wish.gesture, "consult-")) >= 0:
        return acting.consulting(seat, kind, target)
    if wish.gesture == "dice":
        return acting.on_a_die(context, seat, number(target, f"die-{seat}-"))
    if wish.gesture == "banner":
        return acting.raising(context, number(target, "banner-"))
    return {}
