"""What a choice would do, shown before it is made: cost, way, supply, battle."""

from __future__ import annotations

from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, plain
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.names import hex_id
from ludus.games.agricola.face.reach import goals
from ludus.games.agricola.ids import NONE, WITH_POINT

PAID = frozenset(
    ("march", "sail", "concentrate", "build", "assault", "sortie", "rally", "monolith", "besiege")
)
"""Orders that cost one Action Point."""


def preview_of(context: Context, decision: Decision, choice: Choice) -> Preview:
    side = context.view.side
    cost = _cost(context, decision, choice)
    chips: list[Sentence] = []
    if cost:
        chips.append(context.words.say("preview.cost", n=cost))
    elif choice.action.verb in ("free", "free_sail", "scout"):
        chips.append(context.words.say("preview.free"))
    chips += _way(context, choice)
    changes = ((f"ap-{side}", -cost),) if cost and side != NONE and context.view.turn else ()
    return Preview(
        choice.label,
        choice.label,
        chips=tuple(chips),
        rows=(choice.hint,) if plain(choice.hint) else (),
        changes=changes,
        path=_path(context, choice),
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
    return 1 if verb in PAID else 0


def _way(context: Context, choice: Choice) -> list[Sentence]:
    """How far it is, whether the force is fed there, and who awaits it."""
    words, view = context.words, context.view
    place = choice.action.arg
    question = view.question
    if choice.action.verb != "go" or view.marching == NONE or question is None:
        return []
    goal = goals(context.names.contents, view).get(place)
    if goal is None:
        return []
    steps = goal.way.steps + question.used
    found = [words.say("goal.steps", n=steps) if goal.way.steps else words.say("goal.road")]
    hungry = context.hungry_at(place, question.mask)
    found.append(words.say("goal.hungry", n=hungry) if hungry else words.say("goal.fed"))
    return found


def _path(context: Context, choice: Choice) -> tuple[str, ...]:
    view = context.view
    if choice.action.verb != "go" or view.marching == NONE:
        return ()
    goal = goals(context.names.contents, view).get(choice.action.arg)
    return () if goal is None else tuple(hex_id(place) for place in goal.way.path)
