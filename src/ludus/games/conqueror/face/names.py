"""How things are called: players, places, armies and cards; and their element ids."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludus.core.protocol import Seat
from ludus.core.text import Bit, Sentence, Words, die_bit, joined, place_bit, seat_bit
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.cards import Card, Hero, Mission
from ludus.games.conqueror.content import Contents
from ludus.games.conqueror.ids import FORT, GREAT_FORT, GROUPS_EACH, INDEPENDENT
from ludus.games.conqueror.view import View

UNIT_ICONS = ("infantry", "cavalry")
"""The symbol of a unit, by its kind."""


def land_id(place: int) -> str:
    """The element id of a territory."""
    return f"land-{place}"


def army_id(place: int) -> str:
    """The element id of the stack of units in a territory."""
    return f"army-{place}"


def fort_id(place: int) -> str:
    """The element id of the fort in a territory."""
    return f"fort-{place}"


# The same few armies and territories are named again and again.
@lru_cache(4096)
def army_words(words: Words, infantry: int, cavalry: int) -> Sentence:
    """So many units in words."""
    key = "none"
    if infantry and cavalry:
        key = "both"
    elif infantry or cavalry:
        key = "infantry" if infantry else "cavalry"
    return words.say(f"army.{key}", infantry=infantry, cavalry=cavalry)


@lru_cache(256)
def icon_words(words: Words, home: bool, fort: int, food: int, currency: int) -> str:
    """What a territory carries, in words."""
    found = ["home"] if home else []
    if fort == GREAT_FORT:
        found.append("great_fort")
    elif fort == FORT:
        found.append("fort")
    found += ["food"] * food + ["currency"] * currency
    return ", ".join(words.text(f"icons.{icon}") for icon in found)


def counts(view: View, seat: int) -> dict[str, int]:
    """What a player has, by the names that words have for it."""
    return {
        "forts": view.forts[seat],
        "units": view.units[seat],
        "quota": view.quota[seat],
        "food": view.food[seat],
        "purse": view.purse[seat],
        "income": view.income[seat],
        "heroes": view.hand_sizes[seat],
        "missions": view.done[seat].bit_count(),
    }


def needed(view: View, card: Card) -> int:
    """The coins that the players have to raise together against a card's threat; 0 for none."""
    return card.threat.minimum_for(sum(view.alive)) if card.threat is not None else 0


class Names:
    """The names at one table, for one viewer."""

    def __init__(
        self,
        words: Words,
        contents: Contents,
        board: Board,
        players: Sequence[str],
        viewer: Seat,
    ) -> None:
        self.words = words
        self.contents = contents
        self.board = board
        self.players = players
        self.viewer = viewer

    def player(self, seat: int) -> Bit | Sentence:
        """A player by name; independents by theirs."""
        if 0 <= seat < len(self.players):
            return seat_bit(seat, self.players[seat])
        key = "name.independents" if seat == INDEPENDENT else "name.nobody"
        return self.words.say(key)

    def player_list(self, seats: Sequence[int]) -> Sentence:
        parts = [self.player(seat) for seat in seats]
        return joined([part if isinstance(part, tuple) else (part,) for part in parts])

    def place(self, place: int) -> Bit:
        return place_bit(self.board.names[place], land_id(place))

    def die(self, face: int) -> Bit:
        return die_bit(str(face), self.words.text("name.die", face=face))

    def coins(self, count: int) -> Sentence:
        return self.words.say("name.coin", n=count)

    def army(self, infantry: int, cavalry: int) -> Sentence:
        """So many units in words."""
        return army_words(self.words, infantry, cavalry)

    def unit(self, kind: int) -> str:
        return self.words.text(f"unit.{kind}")

    def unit_icon(self, kind: int) -> Sentence:
        """One unit of a kind, as an icon."""
        return (self.words.icon(UNIT_ICONS[kind]),)

    def group(self, group: int) -> str:
        """A unit of a group of attackers."""
        return self.words.text(f"group.{group % GROUPS_EACH}", unit=self.unit(group // GROUPS_EACH))

    def faction(self, faction: int) -> str:
        return self.words.text(f"faction.{faction}")

    def icons(self, place: int) -> str:
        """What a territory carries, in words; nothing for none."""
        territory = self.board.territories[place]
        return icon_words(
            self.words, territory.home >= 0, territory.fort, territory.food, territory.currency
        )

    def hero(self, number: int) -> Hero:
        return self.contents.heroes[number]

    def hero_text(self, number: int) -> str:
        return self.words.text(f"hero.{self.hero(number).id}")

    def card(self, number: int) -> Card:
        return self.contents.cards[number]

    def card_text(self, number: int) -> str:
        return self.words.text(f"chronicle.{self.card(number).id}")

    def mission(self, number: int) -> Mission:
        return self.contents.missions[number]

    def mission_text(self, number: int) -> str:
        return self.words.text(f"mission.{self.mission(number).id}")
