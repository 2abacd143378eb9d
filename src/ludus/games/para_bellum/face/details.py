"""What a card says, in words, for a player who asks for its details.

Cards in play are drawn as names only, and on a small screen the print of the others is small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.svg import esc
from ludus.core.text import Bit, Sentence, joined, place_bit
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import COLOURS, HIDDEN, NONE
from ludus.games.para_bellum.view import Side

Details: TypeAlias = Callable[[Context, str, Sequence[int]], Sentence | None]
LINE = "\n"


def details_of(context: Context, place: str) -> Sentence | None:
    """What lies at a place: its name, its kind and price, and its text. None if that is nothing.

    The place comes from a request, and need not exist.
    """
    kind, *numbers = place.split("-")
    if place == "pb-battle":
        return _battle(context)
    details = BY_PLACE.get(kind)
    if details is None or not all(number.isdecimal() for number in numbers):
        return None
    return details(context, place, [int(number) for number in numbers])


def command(context: Context, kind: int, name: Bit, down: bool = False) -> Sentence:
    """A command card: name, type and price, then everything that is printed on it."""
    words, names = context.words, context.names
    count = context.catalog.commands[kind].actions
    lines = [
        words.say("details.name", name=name),
        words.say("details.price", type=names.type_line(kind), count=count),
    ]
    if down:
        lines.append(words.say("details.down"))
    for number, printed in enumerate(names.printed(kind)):
        if number:
            lines.append(words.say("details.or"))
        lines.append(words.say("details.text", text=context.spoken(printed)))
    return joined(lines, LINE)


def title_of(context: Context, kind: int) -> str:
    """What a card in play says, as the title of a drawing."""
    said = context.spoken(context.names.command_text(kind))
    return f"<title>{esc(context.names.command(kind))}. {esc(said)}</title>"


def _side(context: Context, numbers: Sequence[int], count: int) -> Side | None:
    """The side that a place belongs to, if there is such a seat and `count` numbers are given."""
    if len(numbers) != count or numbers[0] >= context.view.seats:
        return None
    return context.view.sides[numbers[0]]


def _in_play(context: Context, place: str, numbers: Sequence[int]) -> Sentence | None:
    """A Permanent or a Special Unit of any player."""
    side = _side(context, numbers, 2)
    if side is None or numbers[1] >= len(side.in_play):
        return None
    card = side.in_play[numbers[1]]
    name = place_bit(context.names.command(card.kind), place)
    return command(context, card.kind, name, card.down)


def _in_hand(context: Context, place: str, numbers: Sequence[int]) -> Sentence | None:
    side = _side(context, numbers, 2)
    return None if side is None else _of(context, place, side.commands or (), numbers[1])


def _in_line(context: Context, place: str, numbers: Sequence[int]) -> Sentence | None:
    return _of(context, place, context.view.line, numbers[0]) if len(numbers) == 1 else None


def _of(context: Context, place: str, kinds: Sequence[int], index: int) -> Sentence | None:
    if index >= len(kinds) or kinds[index] == NONE:
        return None
    return command(context, kinds[index], place_bit(context.names.command(kinds[index]), place))


def _known(context: Context, place: str, numbers: Sequence[int]) -> Sentence | None:
    """The command cards of another player that the viewer knows, one below the other."""
    side = _side(context, numbers, 1)
    if side is None:
        return None
    cards = [
        command(context, kind, place_bit(context.names.command(kind), place))
        for kind in known_commands(side)
    ]
    return joined(cards, LINE) if cards else None


def known_commands(side: Side) -> Sequence[int]:
    """The command cards of a hand that the viewer knows."""
    return side.commands or side.shown


def _event(context: Context, place: str, numbers: Sequence[int]) -> Sentence | None:
    event = context.view.event
    if event == NONE:
        return None
    printed = context.words.text(f"omen.{context.catalog.events[event].id}.text")
    return _plain(context, place, context.names.event(event), printed)


def _goal(context: Context, place: str, numbers: Sequence[int]) -> Sentence | None:
    """An objective and its progress."""
    side = _side(context, numbers, 2)
    if side is None or numbers[1] >= len(side.goals):
        return None
    goal = side.goals[numbers[1]]
    if goal.kind == HIDDEN:
        return None
    printed = context.words.text(f"objective.{context.catalog.objectives[goal.kind].id}.text")
    said = _plain(context, place, context.names.goal(goal.kind), printed)
    so_far = context.words.say("details.text", text=context.progress(goal))
    return joined([said, so_far], LINE)


def _plain(context: Context, place: str, name: str, printed: str) -> Sentence:
    said = context.words.say("details.text", text=context.spoken(printed))
    return joined([context.words.say("details.name", name=place_bit(name, place)), said], LINE)


def _battle(context: Context) -> Sentence | None:
    """The battle with all of its bonuses."""
    names, battle = context.names, context.view.battle
    if battle == NONE:
        return None
    lines = [context.words.say("details.name", name=place_bit(names.battle(battle), "pb-battle"))]
    lines += [
        context.words.say(
            "details.bonus",
            colour=names.colour(colour),
            name=names.bonus(battle, colour),
            text=context.spoken(names.bonus_text(battle, colour)),
        )
        for colour in range(COLOURS)
    ]
    return joined(lines, LINE)


BY_PLACE: dict[str, Details] = {
    "perm": _in_play,
    "command": _in_hand,
    "known": _known,
    "line": _in_line,
    "event": _event,
    "goal": _goal,
}
