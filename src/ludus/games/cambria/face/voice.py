"""The words of one table: bits and phrases for players, forts, roads, boats and dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ludus.core.protocol import Seat
from ludus.core.text import Bit, Sentence, Words, die_bit, joined, place_bit, roman, seat_bit
from ludus.games.cambria.board import NUMBERS, Board
from ludus.games.cambria.view import LEGION

DUMMY_MARK = 5
"""The seat mark of the dummy: the ash cross, which no player has."""


def mark_of(player: int, seats: int) -> int:
    """Which seat colour and shape a player has."""
    return player if player < seats else DUMMY_MARK


class Voice:
    """Speaks of one board and its players, to one viewer."""

    def __init__(self, words: Words, board: Board, names: tuple[str, ...], viewer: Seat) -> None:
        self.words = words
        self.board = board
        self.names = names
        self.viewer = viewer
        self._road_names = _road_names(words, board)

    @property
    def dummy(self) -> Bit:
        return self.player(len(self.names))

    def player(self, player: int) -> Bit:
        """A player by name, the dummy by its own."""
        if player < len(self.names):
            return seat_bit(player, self.names[player])
        return seat_bit(DUMMY_MARK, self.words.text("name.dummy"))

    def players(self, seats: Sequence[int]) -> Sentence:
        return joined([(self.player(seat),) for seat in seats])

    def site(self, site: int) -> Bit:
        return place_bit(self.board.site_name[site], f"fort-{site}")

    def sites(self, sites: Sequence[int]) -> Sentence:
        return joined([(self.site(site),) for site in sites], self.words.text("name.and"))

    def road_name(self, road: int) -> str:
        return self._road_names[road]

    def slot(self, slot: int) -> Bit:
        """A road, or a boat numbered on from the roads."""
        if slot < self.board.roads:
            return place_bit(self.road_name(slot), f"road-{slot}")
        boat = slot - self.board.roads
        number = roman(NUMBERS[boat])
        return place_bit(self.words.text("slot.boat", number=number), f"boat-{boat}")

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


@cache
def _road_names(words: Words, board: Board) -> tuple[str, ...]:
    """What the roads are called, by the sites that they join."""
    ends = [[board.site_name[site] for site in board.ends[road]] for road in range(board.roads)]
    return tuple(words.text("slot.road", a=a, b=b) for a, b in ends)


def lettered(sentence: Sentence) -> Sentence:
    """The sentence with a capital at its head."""
    if not sentence or sentence[0].kind != "text":
        return sentence
    head = sentence[0]
    return (Bit(head.kind, head.text[:1].upper() + head.text[1:], head.ref), *sentence[1:])
