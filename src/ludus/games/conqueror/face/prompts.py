"""The prompt: what to do now, or who is being waited for."""

from __future__ import annotations

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence
from ludus.games.conqueror.face.names import Names, needed
from ludus.games.conqueror.ids import NONE, TIME_UP, WARNED
from ludus.games.conqueror.view import View

ACT_VARIANTS = {TIME_UP: "act_late", WARNED: "act_warned"}


def prompt(view: View, names: Names, decision: Decision) -> Prompt:
    key = f"prompt.{_variant(view, decision)}"
    speaker = "text" if decision.seat == view.viewer else "wait"
    sentence = names.words.say(f"{key}.{speaker}", **_parts(view, names, decision))
    return Prompt(sentence, names.words.text(f"{key}.clause"))


def _variant(view: View, decision: Decision) -> str:
    """The key of the prompt, with variants for a player out of time or with income to collect."""
    if decision.prompt == "act" and view.clock in ACT_VARIANTS:
        return ACT_VARIANTS[view.clock]
    if decision.prompt == "plan":
        if view.clock == TIME_UP:
            return "plan_late"
        return "plan" if view.collected else "plan_uncollected"
    if decision.prompt == "bribe" and any(place != NONE for place in view.claims):
        return "claim"
    return decision.prompt


def _parts(view: View, names: Names, decision: Decision) -> dict[str, Bit | Sentence | str | int]:
    parts: dict[str, Bit | Sentence | str | int] = {}
    seat = decision.seat
    if seat >= 0:
        parts["seat"] = names.player(seat)
        parts["units"] = view.units[seat]
        parts["quota"] = view.quota[seat]
    if view.in_turn != NONE:
        parts["late"] = names.player(view.in_turn)
    if view.card != NONE:
        card = names.card(view.card)
        parts["card"] = card.name
        parts["minimum"] = needed(view, card)
    if view.question is not None:
        parts["count"] = view.question.count
    if view.battle is not None:
        parts["target"] = names.place(view.battle.target)
        parts["rival"] = names.player(view.battle.attacker)
        parts["margin"] = view.battle.margin
        parts["attack"], parts["defence"] = (sum(row) for row in view.battle.parts)
    return parts
