"""The whole position in sentences, for a screen reader."""

from __future__ import annotations

from ludus.core.text import Sentence, joined, plain
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.face.stacks import piles, seen_earlier
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.view import View


def describe(view: View, names: Names) -> str:
    words = names.words
    lines: list[Sentence] = [_now(view, names)]
    if view.turn:
        last = names.contents.tables.turns.last
        year = names.year(view.turn)
        lines.append(words.say("describe.turn", n=view.turn, last=last, year=year))
    else:
        lines.append(words.say("describe.before"))
    lines.append(
        words.say(
            "describe.sides",
            romans=names.player(ROMAN),
            tribes=names.player(CALEDONIAN),
            first=view.points[ROMAN],
            second=view.points[CALEDONIAN],
        )
    )
    roman, tribes = (sum(part) for part in view.score)
    lines.append(words.say("describe.score", roman=roman, tribes=tribes))
    lines.append(words.say("name.reconstructed"))
    for side in (ROMAN, CALEDONIAN):
        lines += _stacks(view, names, side)
    for center, kind in enumerate(view.center):
        place = names.place(names.board.center_hex[center])
        lines.append(
            words.say(
                "describe.center",
                center=names.center(center),
                place=place,
                counter=names.counter(kind),
            )
        )
    lines += _doings(view, names)
    return "\n".join(plain(line) for line in lines)


def _now(view: View, names: Names) -> Sentence:
    if view.ended:
        return names.words.say("describe.over")
    seats = joined([(names.seat(seat),) for seat in view.waiting])
    return names.words.say("describe.waiting", seats=seats)


def _stacks(view: View, names: Names, side: int) -> list[Sentence]:
    """Every place with units of a side, and who they are as far as the viewer knows."""
    found: list[Sentence] = []
    known = piles(view, side, names.board.britannia)
    for place in sorted({*known, *view.veiled[side]}):
        listed = names.units(side, known.get(place, []))
        if place in view.veiled[side]:
            unknown = names.words.text("name.unknown")
            listed = f"{listed}, {unknown}" if listed else unknown
        found.append(
            names.words.say(
                "describe.stack", place=names.place(place), side=names.side(side), units=listed
            )
        )
    if side == 1 - view.side:
        for place in view.veiled[side]:
            for turn, seen in seen_earlier(view, place).items():
                listed = names.units(side, seen)
                where = names.place(place)
                found.append(names.words.say("describe.seen", place=where, n=turn, units=listed))
    return found


def _doings(view: View, names: Names) -> list[Sentence]:
    words = names.words
    lines: list[Sentence] = []
    if view.road:
        lines.append(words.say("describe.road", n=view.road))
    lines += [words.say("describe.siege", place=names.place(place)) for place in view.sieges]
    lines += [words.say("describe.pillaged", place=names.place(place)) for place in view.pillaged]
    if view.battle is not None:
        where = names.place(view.battle.place)
        lines.append(words.say("describe.battle", place=where, n=view.battle.round))
    return lines
