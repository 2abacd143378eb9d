"""The words of one table: bits and phrases for players, forts, roads, boats and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludus.core.face import Panel
from ludus.core.kept import Latest
from ludus.core.protocol import Seat
from ludus.core.text import Bit, Sentence, Words, die_bit, joined, place_bit, roman, seat_bit
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import LEGION, NUMBERS

DUMMY_MARK = 5
"""The seat mark of the dummy: the ash cross, which no player has."""


def mark_of(player: int, seats: int) -> int:
    """Which seat colour and shape a player has."""
    return player if player < seats else DUMMY_MARK


class Lore:
    """What was last said and drawn at a table: a move changes little of it for any viewer."""

    __slots__ = ("forts", "panels", "pictures", "sentences")

    def __init__(self) -> None:
        self.forts: Forts | None = None
        self.sentences: Latest[list[str]] = Latest()
        self.panels: Latest[Panel] = Latest()
        self.pictures: Latest[str] = Latest()
        """Of each place, as all see it but the owner of a piece there."""


@dataclass(frozen=True, slots=True)
class Forts:
    """What was said of the forts, and when these pieces were on the roads."""

    roads: tuple[int, ...]
    captor: tuple[int, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The pieces of a picture that one viewer was shown, and what they were drawn from."""

    roads: tuple[int, ...]
    boats: tuple[int, ...]
    captor: tuple[int, ...]
    second: tuple[int, ...]
    marked: tuple[str, ...]
    """The places that something was on offer at, or where a trace was."""
    pieces: tuple[str, ...]


class Voice:
    """Speaks of one board and its players, to one viewer."""

    def __init__(
        self, words: Words, board: Board, names: tuple[str, ...], viewer: Seat, lore: Lore
    ) -> None:
        self.words = words
        self.board = board
        self.names = names
        self.viewer = viewer
        self._places = _places(words, board)
        # A page speaks of the same players again and again: their bits are made once.
        self.dummy = seat_bit(DUMMY_MARK, words.text("name.dummy"))
        self.lore = lore
        self.shown: Shown | None = None
        self.own: Latest[str] = Latest()
        """Pictures of the places with the viewer's own pieces, which are spoken of otherwise."""
        self._players = tuple(seat_bit(seat, name) for seat, name in enumerate(names))

    def player(self, player: int) -> Bit:
        """A player by name, the dummy by its own."""
        return self._players[player] if player < len(self._players) else self.dummy

    def players(self, seats: Sequence[int]) -> Sentence:
        return joined([(self.player(seat),) for seat in seats])

    def site(self, site: int) -> Bit:
        return self._places.sites[site]

    def sites(self, sites: Sequence[int]) -> Sentence:
        return joined([(self.site(site),) for site in sites], self.words.text("name.and"))

    def road_name(self, road: int) -> str:
        return self._places.slots[road].text

    def slot(self, slot: int) -> Bit:
        """A road, or a boat numbered on from the roads."""
        return self._places.slots[slot]

    @property
    def order(self) -> dict[str, int]:
        """The places in the order they are drawn in: roads, forts, boats."""
        return self._places.order

    def die(self, face: int) -> Bit:
        name = self.words.text(f"face.{face}")
        return die_bit(name, name)

    def dice(self, faces: Sequence[int]) -> Sentence:
        return joined([(self.die(face),) for face in faces], self.words.text("name.and"))

    def numbers(self, numbers: Sequence[int]) -> str:
        """The different numbers among these, joined for a choice."""
        names = [roman(number) for number in sorted(set(numbers)) if number in NUMBERS]
        return self.words.text("name.or").join(names)

    def piece(self, piece: int) -> Sentence:
        """What stands on a road or boat."""
        if piece == LEGION:
            return self.words.say("piece.legion")
        if piece == self.viewer:
            return self.words.say("piece.yours")
        return self.words.say("piece.of", player=self.player(piece))

    def counts(self, counts: Sequence[int]) -> Sentence:
        """Who has how many warriors somewhere, most first; nothing for those with none."""
        order = sorted(range(len(counts)), key=lambda player: -counts[player])
        return joined(
            [
                self.words.say("slot.count", player=self.player(player), count=counts[player])
                for player in order
                if counts[player]
            ]
        )


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of a board; all voices share them."""

    sites: tuple[Bit, ...]
    slots: tuple[Bit, ...]
    """Roads, called by the sites that they join, then boats."""
    order: dict[str, int]


@cache
def _places(words: Words, board: Board) -> _Places:
    sites = tuple(place_bit(name, f"fort-{site}") for site, name in enumerate(board.site_name))
    ends = ([board.site_name[site] for site in board.ends[road]] for road in range(board.roads))
    roads = tuple(
        place_bit(words.text("slot.road", a=a, b=b), f"road-{road}")
        for road, (a, b) in enumerate(ends)
    )
    boats = tuple(
        place_bit(words.text("slot.boat", number=roman(number)), f"boat-{boat}")
        for boat, number in enumerate(NUMBERS)
    )
    order = {bit.ref: number for number, bit in enumerate((*roads, *sites, *boats))}
    return _Places(sites, (*roads, *boats), order)


def lettered(sentence: Sentence) -> Sentence:
    """The sentence with a capital at its head."""
    if not sentence or sentence[0].kind != "text":
        return sentence
    head = sentence[0]
    return (Bit(head.kind, head.text[:1].upper() + head.text[1:], head.ref), *sentence[1:])
