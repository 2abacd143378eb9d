"""How things are called: players, forts, roads, boats and dice."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Seat
from ludus.core.text import (
    TEXT,
    Bit,
    Phrase,
    Sentence,
    Words,
    die_bit,
    icon_bit,
    joined,
    place_bit,
    plain,
    roman,
    seat_bit,
)
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FACES, LEGION, NONE, NUMBERS, WARRIORS

METERS = ("forts", "tokens", "warriors", "boats")
"""The counts of a panel."""
LEGEND = ("ring", "taken-3", "token", "move")
"""Icons of the board that need a word of explanation."""
DUMMY_MARK = 5
"""The seat mark of the dummy: the ash cross, which no player has."""


def mark_of(player: int, seats: int) -> int:
    """Which seat colour and shape a player has."""
    return player if player < seats else DUMMY_MARK


class BoardNames:
    """The names of all places on one side of the board, and sentences filled in advance."""

    def __init__(self, words: Words, board: Board) -> None:
        self.words = words
        self.board = board
        self.dummy = seat_bit(DUMMY_MARK, words.text("name.dummy"))
        self.faces = {face: _die(words, face) for face in FACES}
        self.sites = tuple(
            place_bit(name, f"fort-{site}") for site, name in enumerate(board.site_name)
        )
        roads = [
            place_bit(_road_name(words, board, road), f"road-{road}") for road in range(board.roads)
        ]
        boats = [
            place_bit(words.text("slot.boat", number=roman(number)), f"boat-{boat}")
            for boat, number in enumerate(NUMBERS)
        ]
        self.slots = (*roads, *boats)
        """Roads, called by the sites that they join, then boats."""
        self.fort_status = [_fort_status(words, board, self, site) for site in range(board.sites)]
        """By fort, open roads and whether the legion is there; the gap left is `counts`."""
        self.fort_text = [
            {key: phrase.around("counts") for key, phrase in status.items()}
            for status in self.fort_status
        ]
        """The same as plain text before and after the gap."""
        self.fallen = [
            words.phrase("describe.fallen", site=place, numeral=roman(numeral))
            for place, numeral in zip(self.sites, board.numeral, strict=True)
        ]
        """Of forts that were taken; the gap left is `player`."""
        self.fallen_text = [phrase.around("player") for phrase in self.fallen]
        """The same as plain text before and after the gap."""
        self.gone = [
            words.say("describe.fallen_nobody", site=place, numeral=roman(numeral))
            for place, numeral in zip(self.sites, board.numeral, strict=True)
        ]
        """Of forts that nobody took."""
        self.gone_text = [plain(said) for said in self.gone]
        self.nobody = words.say("describe.fort_nobody")
        self.nobody_text = plain(self.nobody)
        self.legion_text = words.text("piece.legion")
        self.yours_text = words.text("piece.yours")
        self.piece_text = words.phrase("piece.of").around("player")
        """What stands on a road or boat, as plain text; the gap left is `player`."""
        self.boat_text = [
            words.phrase("describe.boat", boat=roman(number)).around("holder") for number in NUMBERS
        ]
        """By boat; the gap left is `holder`."""
        self.free_text = words.text("describe.free")
        self.legend = tuple((icon, words.text(f"legend.{icon}")) for icon in LEGEND)
        self.meters = {key: words.text(f"meter.{key}") for key in METERS}
        """What the counts of a panel are called."""
        self.left = [
            words.text("meter.left", left=left, most=WARRIORS) for left in range(WARRIORS + 1)
        ]
        """By warriors in supply."""
        self.count = [words.phrase("slot.count", count=count) for count in range(max(NUMBERS) + 1)]
        """By number of warriors at a fort; the gap left is `player`."""
        self.count_text = [phrase.around("player") for phrase in self.count]
        """The same as plain text before and after the gap."""

    def counts_text(self, names: Sequence[str], counts: Sequence[int]) -> str:
        """Which of the named players have how many warriors somewhere, as plain text."""
        said: list[str] = []
        for player in _most_first(counts):
            before, after = self.count_text[counts[player]]
            said.append(f"{before}{names[player]}{after}")
        return ", ".join(said) or self.nobody_text


def _fort_status(
    words: Words, board: Board, places: BoardNames, site: int
) -> dict[tuple[int, bool], Phrase]:
    """How things stand at a fort, but for who has how many warriors there."""
    size = board.numeral[site]
    return {
        (free, legion): words.phrase(
            "describe.fort",
            site=places.sites[site],
            numeral=roman(size),
            victory=_victory(words, board.victory[site]),
            size=size,
            open=free,
            legion=words.say("describe.fort_legion") if legion else (),
        )
        for free in range(size + 1)
        for legion in (False, True)
    }


def _die(words: Words, face: int) -> Bit:
    name = words.text(f"face.{face}")
    return die_bit(name, name)


def _road_name(words: Words, board: Board, road: int) -> str:
    a, b = (board.site_name[site] for site in board.ends[road])
    return words.text("slot.road", a=a, b=b)


def _victory(words: Words, points: int) -> Sentence:
    return words.say("describe.fort_victory", victory=roman(points)) if points else ()


class Names:
    """The names at one table, for one viewer."""

    def __init__(self, places: BoardNames, players: Sequence[str], viewer: Seat) -> None:
        self.places = places
        self.words = places.words
        self.board = places.board
        self.dummy = places.dummy
        self.viewer = viewer
        self.seated: Sentence = tuple([seat_bit(seat, name) for seat, name in enumerate(players)])
        """The players' names as bits, by seat."""

    def player(self, player: int) -> Bit:
        """A player by name, the dummy by its own."""
        return self.seated[player] if player < len(self.seated) else self.dummy

    def players(self, seats: Sequence[int]) -> Sentence:
        return joined([(self.player(seat),) for seat in seats])

    def site(self, site: int) -> Bit:
        return self.places.sites[site]

    def sites(self, sites: Sequence[int]) -> Sentence:
        return joined([(self.site(site),) for site in sites], self.words.text("name.and"))

    def road_name(self, road: int) -> str:
        return self.places.slots[road].text

    def slot(self, slot: int) -> Bit:
        """A road, or a boat numbered on from the roads."""
        return self.places.slots[slot]

    def die(self, face: int) -> Bit:
        return self.places.faces[face]

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

    def piece_text(self, piece: int) -> str:
        """The same as plain text."""
        places = self.places
        if piece == LEGION:
            return places.legion_text
        if piece == self.viewer:
            return places.yours_text
        before, after = places.piece_text
        return f"{before}{self.player(piece).text}{after}"

    def mark(self, player: int) -> Bit:
        """A player by the seat mark alone."""
        return icon_bit(f"mark-{self._mark(player)}", self.player(player).text)

    def taken(self, player: int) -> Bit:
        """A fort that a player has taken, as an icon."""
        return icon_bit(f"taken-{self._mark(player)}", self.words.text("name.taken"))

    def _mark(self, player: int) -> int:
        return mark_of(player, len(self.seated))

    def standing(self, counts: Sequence[int], first: int = NONE) -> Sentence:
        """Who has how many warriors somewhere, by marks: `first`, then the others, most first."""
        order = sorted(_most_first(counts), key=lambda player: player != first)
        if not order:
            return self.places.nobody
        lead, *rest = order
        if not rest:
            return (self.mark(lead), Bit(TEXT, f" {counts[lead]} : 0"))
        # Both numbers in one bit: they stay together with the mark before them.
        said: list[Bit] = [self.mark(lead)]
        before = f" {counts[lead]}"
        for player in rest:
            said += (Bit(TEXT, f"{before} : {counts[player]} "), self.mark(player))
            before = ""
        return tuple(said)

    def counts(self, counts: Sequence[int]) -> Sentence:
        """Who has how many warriors somewhere, most first; nothing for those with none."""
        phrases = self.places.count
        return joined(
            [
                phrases[counts[player]].say(player=self.player(player))
                for player in _most_first(counts)
            ]
        )


def _most_first(counts: Sequence[int]) -> list[int]:
    """The players with a warrior somewhere."""
    there = [player for player, count in enumerate(counts) if count]
    if len(there) > 1:
        there.sort(key=counts.__getitem__, reverse=True)
    return there


def lettered(sentence: Sentence) -> Sentence:
    """The sentence with a capital first letter."""
    if not sentence or sentence[0].kind != "text":
        return sentence
    head = sentence[0]
    return (Bit(head.kind, head.text[:1].upper() + head.text[1:], head.ref), *sentence[1:])
