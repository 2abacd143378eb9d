"""What a card says, in words and at any size: for whoever looks at it closely.

Cards in play are drawn as names, and on a small screen the print of the others is small.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.svg import esc
from ludus.core.text import Bit, Sentence, joined, place_bit
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.ids import COLOURS, HIDDEN, NONE
from ludus.games.para_bellum.view import Side

Teller: TypeAlias = Callable[[Adviser, str, Sequence[int]], Sentence | None]
LINE = "\n"


def told(adviser: Adviser, place: str) -> Sentence | None:
    """What lies at a place: its name, its kind and price, and its text. None if that is nothing.

    The place comes from a visitor, and need not be one that was drawn.
    """
    kind, *numbers = place.split("-")
    if place == "pb-battle":
        return _battle(adviser)
    teller = TELLERS.get(kind)
    if teller is None or not all(number.isdecimal() for number in numbers):
        return None
    return teller(adviser, place, [int(number) for number in numbers])


def command(adviser: Adviser, kind: int, name: Bit, down: bool = False) -> Sentence:
    """A command card: name, type and price, then everything that is printed on it."""
    words, voice = adviser.words, adviser.voice
    count = adviser.catalog.commands[kind].actions
    lines = [
        words.say("told.name", name=name),
        words.say("told.price", type=voice.type_line(kind), count=count),
    ]
    if down:
        lines.append(words.say("told.down"))
    for number, printed in enumerate(voice.printed(kind)):
        if number:
            lines.append(words.say("told.or"))
        lines.append(words.say("told.text", text=adviser.told(printed)))
    return joined(lines, LINE)


def title_of(adviser: Adviser, kind: int) -> str:
    """What a card in play says, as the title of a drawing."""
    said = adviser.told(adviser.voice.command_text(kind))
    return f"<title>{esc(adviser.voice.command(kind))}. {esc(said)}</title>"


def _side(adviser: Adviser, numbers: Sequence[int], count: int) -> Side | None:
    """Whose place it is, if there is such a seat and as many numbers as the place should have."""
    if len(numbers) != count or numbers[0] >= adviser.view.seats:
        return None
    return adviser.view.sides[numbers[0]]


def _in_play(adviser: Adviser, place: str, numbers: Sequence[int]) -> Sentence | None:
    """A Permanent or a Special Unit, of anybody."""
    side = _side(adviser, numbers, 2)
    if side is None or numbers[1] >= len(side.in_play):
        return None
    card = side.in_play[numbers[1]]
    name = place_bit(adviser.voice.command(card.kind), place)
    return command(adviser, card.kind, name, card.down)


def _in_hand(adviser: Adviser, place: str, numbers: Sequence[int]) -> Sentence | None:
    side = _side(adviser, numbers, 2)
    return None if side is None else _of(adviser, place, side.commands or (), numbers[1])


def _in_line(adviser: Adviser, place: str, numbers: Sequence[int]) -> Sentence | None:
    return _of(adviser, place, adviser.view.line, numbers[0]) if len(numbers) == 1 else None


def _of(adviser: Adviser, place: str, kinds: Sequence[int], index: int) -> Sentence | None:
    if index >= len(kinds) or kinds[index] == NONE:
        return None
    return command(adviser, kinds[index], place_bit(adviser.voice.command(kinds[index]), place))


def _known(adviser: Adviser, place: str, numbers: Sequence[int]) -> Sentence | None:
    """What the viewer knows of the command cards of somebody else, one below the other."""
    side = _side(adviser, numbers, 1)
    if side is None:
        return None
    cards = [
        command(adviser, kind, place_bit(adviser.voice.command(kind), place))
        for kind in known_commands(side)
    ]
    return joined(cards, LINE) if cards else None


def known_commands(side: Side) -> Sequence[int]:
    """The command cards of a hand that the viewer knows."""
    return side.commands or side.shown


def _event(adviser: Adviser, place: str, numbers: Sequence[int]) -> Sentence | None:
    event = adviser.view.event
    if event == NONE:
        return None
    printed = adviser.words.text(f"omen.{adviser.catalog.events[event].id}.text")
    return _plain(adviser, place, adviser.voice.event(event), printed)


def _goal(adviser: Adviser, place: str, numbers: Sequence[int]) -> Sentence | None:
    """An objective, with how far it has come."""
    side = _side(adviser, numbers, 2)
    if side is None or numbers[1] >= len(side.goals):
        return None
    goal = side.goals[numbers[1]]
    if goal.kind == HIDDEN:
        return None
    printed = adviser.words.text(f"objective.{adviser.catalog.objectives[goal.kind].id}.text")
    said = _plain(adviser, place, adviser.voice.goal(goal.kind), printed)
    so_far = adviser.words.say("told.text", text=adviser.progress(goal))
    return joined([said, so_far], LINE)


def _plain(adviser: Adviser, place: str, name: str, printed: str) -> Sentence:
    said = adviser.words.say("told.text", text=adviser.told(printed))
    return joined([adviser.words.say("told.name", name=place_bit(name, place)), said], LINE)


def _battle(adviser: Adviser) -> Sentence | None:
    """The battle with all of its bonuses."""
    voice, battle = adviser.voice, adviser.view.battle
    if battle == NONE:
        return None
    lines = [adviser.words.say("told.name", name=place_bit(voice.battle(battle), "pb-battle"))]
    lines += [
        adviser.words.say(
            "told.bonus",
            colour=voice.colour(colour),
            name=voice.bonus(battle, colour),
            text=adviser.told(voice.bonus_text(battle, colour)),
        )
        for colour in range(COLOURS)
    ]
    return joined(lines, LINE)


TELLERS: dict[str, Teller] = {
    "perm": _in_play,
    "command": _in_hand,
    "known": _known,
    "line": _in_line,
    "event": _event,
    "goal": _goal,
}
