"""The line that says what to do now."""

from __future__ import annotations

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence
from ludus.games.para_bellum.face.names import Names
from ludus.games.para_bellum.ids import NONE, PLACED
from ludus.games.para_bellum.view import Question, View

SEVERAL = {
    "die_raise": "die_raise_several",
    "die_lower": "die_lower_several",
    "die_reroll": "die_reroll_several",
}
"""Prompts for a die, and their variants while more than one is left to choose."""
Parts = dict[str, Bit | Sentence | str | int]


def prompt(view: View, names: Names, decision: Decision) -> Prompt:
    key = f"prompt.{_variant(view, names, decision)}"
    speaker = "text" if decision.seat == view.viewer else "wait"
    parts = _parts(view, names, decision)
    return Prompt(names.words.say(f"{key}.{speaker}", **parts), names.words.text(f"{key}.clause"))


def _variant(view: View, names: Names, decision: Decision) -> str:
    if decision.prompt == "act" and not view.actions:
        return "act_over"
    if decision.prompt == "place_cell" and decision.seat != view.viewer:
        # Others cannot tell a card that is being chosen from one that is.
        return "place_card"
    if decision.prompt == "pay" and all(option.verb == "die" for option in decision.options):
        return "pay_die"
    if decision.prompt == "take" and any(q.phase == PLACED for q in view.questions[-2:]):
        return "take_low"
    if decision.prompt in SEVERAL and view.question is not None and view.question.left > 1:
        return SEVERAL[decision.prompt]
    if decision.prompt == "pick" and view.question is not None:
        then = names.catalog.effects[view.question.effect].branches[0]
        if names.catalog.programs[then][0].by_roll:
            return "pick_off"
    return decision.prompt


def _parts(view: View, names: Names, decision: Decision) -> Parts:
    question = view.question
    parts: Parts = {"actions": view.actions}
    if decision.seat >= 0:
        parts["seat"] = names.player(decision.seat)
    if question is None:
        return parts
    parts["left"] = question.left
    if question.target != NONE:
        parts["owner"] = names.player(question.target)
    if question.card != NONE:
        if decision.prompt == "place_cell" and decision.seat == view.viewer:
            parts["colour"] = names.colour(names.catalog.army[question.card].colour)
        elif decision.prompt in ("order_option", "order_target", "unit_cell"):
            parts["name"] = names.command(question.card)
    if decision.prompt == "banner_type":
        parts["place"] = names.slot(decision.seat, question.lo)
    if decision.prompt == "runner":
        parts["alliance"] = names.alliance(view.alliances[decision.seat & 1])
    if decision.prompt in ("die_raise", "die_lower"):
        parts["amount"] = amount(names, question)
    return parts


def amount(names: Names, question: Question) -> int:
    """By how much the die that is chosen changes."""
    effect = names.catalog.effects[question.effect]
    return question.value if effect.by_roll else abs(effect.n)
