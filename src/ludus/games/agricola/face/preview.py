"""What a choice would do, shown before it is made: cost, way, supply, battle."""

from __future__ import annotations

from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, plain
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.names import hex_id
from ludus.games.agricola.face.reach import Goal, goals
from ludus.games.agricola.ids import NONE, WITH_POINT

PAID = frozenset(
    ("march", "sail", "concentrate", "build", "assault", "sortie", "rally", "monolith", "besiege")
)
"""Orders that cost one Action Point."""
FREE = frozenset(("officium", "circumnavigation"))
"""Questions by whose stratagem the March costs nothing."""


def preview_of(context: Context, decision: Decision, choice: Choice) -> Preview:
    side = context.view.side
    cost = _cost(context, decision, choice)
    chips: list[Sentence] = []
    if cost:
        chips.append(context.words.say("preview.cost", n=cost))
    elif choice.action.verb in ("free", "free_sail", "scout"):
        chips.append(context.words.say("preview.free"))
    goal = _goal(context, choice)
    chips += _way(context, goal)
    changes = ((f"ap-{side}", -cost),) if cost and side != NONE and context.view.turn else ()
    return Preview(
        choice.label,
        choice.label,
        chips=tuple(chips),
        rows=(choice.hint,) if plain(choice.hint) else (),
        changes=changes,
        path=() if goal is None else tuple(hex_id(place) for place in goal.way.path),
    )


def _cost(context: Context, decision: Decision, choice: Choice) -> int:
    """How many Action Points it takes."""
    verb, number = choice.action.verb, choice.action.arg
    if verb == "recruit":
        free = decision.prompt in ("free_recruit", "allies")
        return 0 if free else context.cost(number)
    if verb in ("levy", "stratagems"):
        return number
    if verb == "declare":
        return number & WITH_POINT
    return 1 if verb in PAID and decision.prompt not in FREE else 0


def _goal(context: Context, choice: Choice) -> Goal | None:
    """Where a March would end."""
    if choice.action.verb != "go" or context.view.marching == NONE:
        return None
    return goals(context.names.contents, context.view).get(choice.action.arg)


def _way(context: Context, goal: Goal | None) -> list[Sentence]:
    """How far it is, and whether the force is fed there."""
    question = context.view.question
    return context.way_notes(goal, question.mask) if goal is not None and question else []
