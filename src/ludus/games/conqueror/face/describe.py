"""The position in sentences, for a screen reader."""

from __future__ import annotations

from functools import lru_cache

from ludus.core.text import Bit, Sentence, Words, plain
from ludus.games.conqueror.face.names import Names, counts
from ludus.games.conqueror.ids import (
    NOBODY,
    NONE,
)
from ludus.games.conqueror.view import View


def describe(view: View, names: Names) -> str:
    words = names.words
    lines: list[Sentence] = []
    name = words.text(f"mapname.{view.map}")
    lines.append(words.say("describe.map", map=name, round=view.round))
    lines.append(_now(view, names))
    if view.card != NONE:
        text = names.card_text(view.card)
        lines.append(words.say("describe.card", card=names.card(view.card).name, text=text))
    lines += [_player(view, names, seat) for seat in range(view.seats)]
    if view.battle is not None:
        lines.append(
            words.say(
                "describe.battle",
                place=names.place(view.battle.target),
                attacker=names.player(view.battle.attacker),
                defender=names.player(view.battle.defender),
            )
        )
    said = [plain(line) for line in lines]
    said += [_place(view, names, place) for place in range(names.board.places)]
    return "\n".join(said)


def _now(view: View, names: Names) -> Sentence:
    words = names.words
    if view.ended:
        return words.say("describe.over")
    if not view.round:
        return words.say("describe.setup")
    phase = words.text("describe.acting" if view.acting else "describe.planning")
    return words.say("describe.turn", seat=names.player(view.in_turn), phase=phase)


def _player(view: View, names: Names, seat: int) -> Sentence:
    words = names.words
    player = names.player(seat)
    if view.faction[seat] == NONE:
        return words.say("describe.nobody_yet", player=player)
    faction = names.faction(view.faction[seat])
    if not view.alive[seat]:
        return words.say("describe.out", player=player, faction=faction)
    return words.say("describe.player", player=player, faction=faction, **counts(view, seat))


def _place(view: View, names: Names, place: int) -> str:
    owner = view.owner[place]
    tired = view.tired_infantry[place] + view.tired_cavalry[place]
    if owner == NOBODY:
        return place_words(names.words, names.place(place), names.icons(place))
    army = names.army(view.infantry[place], view.cavalry[place])
    holder = names.player(owner)
    return place_words(names.words, names.place(place), names.icons(place), holder, army, tired)


# Most territories stay as they are for many moves.
@lru_cache(4096)
def place_words(
    words: Words,
    place: Bit,
    icons: str,
    holder: Bit | Sentence = (),
    army: Sentence = (),
    spent: int = 0,
) -> str:
    """A territory in a sentence, with what it carries and who holds it."""
    shown = words.text("describe.place_icons", icons=icons) if icons else ""
    if not holder:
        return plain(words.say("describe.place_empty", place=place, icons=shown))
    tired = words.text("describe.spent", n=spent) if spent else ""
    return plain(
        words.say("describe.place", place=place, icons=shown, holder=holder, army=army, spent=tired)
    )
