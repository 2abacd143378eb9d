"""Why nothing can be done at a place now."""

from __future__ import annotations

from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined, roman
from ludus.games.agricola.face.choices import choice_of
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.stacks import seen_earlier
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN


def why_not(context: Context, decision: Decision | None, place: str) -> Sentence | None:
    """The reason for a place that offers nothing; None for one that does, or that there is not."""
    kind, _, digits = place.partition("-")
    if kind != "hex" or not digits.isdecimal() or int(digits) > context.board.hexes:
        return None
    number = int(digits)
    found = reason(context, decision, place, number)
    if found is None:
        return None
    return joined([*there(context, number), found], " ")


def there(context: Context, place: int) -> list[Sentence]:
    """Who stands in a place and what lies there, as far as the viewer knows."""
    view, words, names = context.view, context.words, context.names
    said: list[Sentence] = []
    for side in (ROMAN, CALEDONIAN):
        known = [unit for unit, spot in enumerate(view.at[side]) if spot == place]
        found = [names.company(side, known)] if known else []
        if place in view.veiled[side]:
            found.append(words.text("name.unknown"))
        if found:
            where = names.place(place)
            listed = ", ".join(found)
            said.append(words.say("why.stack", side=names.side(side), place=where, units=listed))
    for turn, seen in seen_earlier(view, place).items():
        listed = names.company(1 - view.side, seen)
        said.append(words.say("why.seen", n=roman(turn), units=listed))
    center = context.board.center_at[place]
    if center != NONE and view.center[center] != NONE:
        counter = names.counter(view.center[center])
        said.append(words.say("why.counter", place=names.place(place), counter=counter))
    if place in view.sieges:
        said.append(words.say("describe.siege", place=names.place(place)))
    if place in view.pillaged:
        said.append(words.say("describe.pillaged", place=names.place(place)))
    return said


def reason(context: Context, decision: Decision | None, place: str, number: int) -> Sentence | None:
    view, words, names = context.view, context.words, context.names
    if view.ended:
        return words.say("why.over")
    if decision is None or decision.seat != view.viewer:
        if not view.waiting:
            return words.say("why.chance")
        seats = joined([(names.seat(seat),) for seat in view.waiting])
        return words.say("why.wait", seats=seats)
    if any(place in choice_of(context, decision, option).places for option in decision.options):
        return None
    where = names.place(number)
    if decision.prompt in ("march", "sail"):
        return words.say("why.far", place=where)
    if number in view.stacks[decision.seat ^ view.flip]:
        return words.say("why.mine", place=where)
    return words.say("why.here", place=where)
