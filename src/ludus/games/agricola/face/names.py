"""How things are called: players, sides, places, units and markers; and their element ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from ludus.core.text import Bit, Sentence, Words, die_bit, joined, place_bit, seat_bit
from ludus.games.agricola.board import Board, Unit
from ludus.games.agricola.content import Contents
from ludus.games.agricola.ids import LEADER, NONE, OPPIDUM_UNIT, SUPREME, TYPE_NAMES
from ludus.games.agricola.view import View

NAMED: Final = 6
"""Up to so many units are all listed by name in the log."""


def hex_id(place: int) -> str:
    """The element id of a hex or of Britannia."""
    return f"hex-{place}"


def way_id(place: int) -> str:
    """The element id of the mark by which a March goes on through a hex."""
    return f"way-{place}"


def pick_id(unit: int) -> str:
    """The element id of a unit in the tray."""
    return f"pick-{unit}"


def marker_id(kind: int) -> str:
    """The element id of a held marker."""
    return f"marker-{kind}"


def ask_id(kind: int) -> str:
    """The element id of the switch that says whether one is asked about something."""
    return f"ask-{kind}"


BASE: Final = "base"
"""The id of the card that stands for Britannia beside the map."""


def pile_id(place: int) -> str:
    """The id of the counter that stands for a whole stack, below the map."""
    return f"pile-{place}"


def spots(board: Board, place: int) -> tuple[str, ...]:
    """The ids of a place: Britannia has a card as well."""
    return (hex_id(place), BASE) if place == board.britannia else (hex_id(place),)


SHORT: Final = {
    "Praefectus Classiarii": "Praefect",
    "Cohors Praetoria": "Praetor",
    "Equites Singulares": "Singular",
    "Aux I Batav": "Batavi",
    "Aux II Tung": "Tungri",
    "Exploratores": "Scouts",
    "Coh Eq I": "Coh I",
    "Coh Eq II": "Coh II",
    "Light Horse I": "Horse I",
    "Light Horse II": "Horse II",
    "Legatus": "Leg",
    "Evocati": "Evoc.",
    "Imped": "Train",
    "Classis": "Fleet",
    "Praesidium": "Praes.",
    "Princeps": "Princ.",
    "Atecotti": "Atec.",
    "Gaesatae": "Gaes.",
    "Chariots": "Char.",
    "Warband": "Band",
    "Tribesmen": "Tribes",
}
"""Names as they fit a counter: whole ones, else by their first word."""


def short_name(name: str) -> str:
    """A name of at most ten letters."""
    if name in SHORT:
        return SHORT[name]
    first, _, rest = name.partition(" ")
    if first not in SHORT:
        return name
    return f"{SHORT[first]} {rest.partition(' ')[0]}".rstrip()


ARROWS: Final = {
    (-1, -1): "\u2196",
    (-1, 1): "\u2197",
    (0, -2): "\u2190",
    (0, 2): "\u2192",
    (1, -1): "\u2199",
    (1, 1): "\u2198",
}
"""The way to each neighbour of a hex: rows down, and half hexes to the east."""


def bearing(board: Board, start: int, end: int) -> str:
    """An arrow from a hex to its neighbour, as they lie on the map; empty for other places."""
    if not (0 <= start < board.hexes and 0 <= end < board.hexes):
        return ""
    spots = [(int(board.ids[place][:2]), int(board.ids[place][2:])) for place in (start, end)]
    # Columns are numbered from the east, and every second row lies half a hex further west.
    (row, west), (end_row, end_west) = ((row, 2 * col + (row % 2 == 0)) for row, col in spots)
    return ARROWS.get((end_row - row, west - end_west), "")


def unit_name(words: Words, info: Unit, disrupted: int) -> str:
    """A unit by name, and whether it is disrupted."""
    name = info.name
    if info.type == OPPIDUM_UNIT:
        name = words.text("name.oppidum", name=name)
    return words.text("name.disrupted", unit=name) if disrupted else name


def counter_name(words: Words, info: Unit) -> str:
    """A unit's name as it fits its counter."""
    if info.type == OPPIDUM_UNIT:
        return words.text("type.oppidum")
    return short_name(info.name)


def tidy(sentence: Sentence) -> Sentence:
    """A sentence without the full stop after a name that ends with an exclamation mark."""
    bits: list[Bit] = []
    for bit in sentence:
        if bits and bits[-1].text.endswith("!") and bit.text.startswith("."):
            bit = Bit(bit.kind, bit.text[1:], bit.ref)
        if bit.text:
            bits.append(bit)
    return tuple(bits)


@lru_cache(1024)
def place_name(words: Words, board: Board, place: int) -> str:
    """What a place is called, with its number on the map."""
    if place < 0:
        return words.text("name.nowhere")
    if place >= board.hexes:
        keys = ("britannia", "recruit", "fallen", "limbo", "absent")
        return words.text(f"name.{keys[place - board.hexes]}")
    name = own_name(board, place)
    if name:
        return words.text("name.site", name=name, id=board.ids[place])
    return words.text("name.hex", id=board.ids[place])


def own_name(board: Board, place: int) -> str:
    """The name of a center, a fortress or a site; empty for other hexes."""
    for own_names, hexes in (
        (board.center_names, board.center_hex),
        (board.fortress_names, board.fortress_hex),
        (board.site_names, board.site_hex),
    ):
        if place in hexes:
            return own_names[hexes.index(place)]
    return ""


class PlaceNames:
    """How places and their counters are called; that is the same at every table."""

    def __init__(self, words: Words, board: Board) -> None:
        self.words = words
        self.board = board

    def place_name(self, place: int) -> str:
        return place_name(self.words, self.board, place)

    def short_name(self, place: int) -> str:
        """The name of a place without its number on the map, where it has a name."""
        return own_name(self.board, place) or self.place_name(place)

    def bearing(self, start: int, end: int) -> str:
        return bearing(self.board, start, end)

    def place(self, place: int) -> Bit | str:
        if 0 <= place <= self.board.hexes:
            return place_bit(self.place_name(place), hex_id(place))
        return self.place_name(place)

    def center(self, center: int) -> str:
        return self.board.center_names[center]

    def counter(self, kind: int) -> str:
        if kind == NONE:
            return self.words.text("describe.counter_none")
        if kind < 0:
            return self.words.text("describe.counter_down")
        return self.words.text(f"counter.{kind}")


class Names(PlaceNames):
    """How things are called at one table, as one viewer knows them."""

    def __init__(
        self, words: Words, contents: Contents, players: Sequence[str], view: View
    ) -> None:
        super().__init__(words, contents.board)
        self.contents = contents
        self.players = players
        self.view = view

    def seat(self, seat: int) -> Bit:
        return seat_bit(seat, self.players[seat])

    def player(self, side: int) -> Bit:
        """Who leads a side."""
        return self.seat(side ^ self.view.flip)

    def in_box(self, side: int) -> int:
        """How many units lie in a side's Recruit box."""
        known = sum(1 for place in self.view.at[side] if place == self.board.recruit)
        return self.view.box[side] + known

    def side(self, side: int) -> str:
        return self.words.text(f"side.{side}")

    def info(self, side: int, unit: int) -> Unit:
        return self.contents.musters[side].units[unit]

    def unit(self, side: int, unit: int) -> str:
        """A unit by name, with its state where that is known."""
        return unit_name(self.words, self.info(side, unit), self.view.disrupted[side] >> unit & 1)

    def bare(self, side: int, unit: int) -> str:
        """A unit by name alone; for the log, which does not know the present state."""
        info = self.info(side, unit)
        if info.type == OPPIDUM_UNIT:
            return self.words.text("name.oppidum", name=info.name)
        return info.name

    def short(self, side: int, unit: int) -> str:
        """A unit's name as it fits its counter."""
        return counter_name(self.words, self.info(side, unit))

    def units(self, side: int, many: Iterable[int]) -> str:
        return ", ".join(self.unit(side, unit) for unit in many)

    def company(self, side: int, many: Sequence[int]) -> str:
        """Some units by name; a large force by its leaders' names, and how many of each type."""
        if len(many) <= NAMED:
            return ", ".join(self.bare(side, unit) for unit in many)
        leaders = [unit for unit in many if self.info(side, unit).type in (SUPREME, LEADER)]
        types = Counter(self.type(side, unit) for unit in many if unit not in leaders)
        said = [self.bare(side, unit) for unit in leaders]
        said += [self.words.text("name.many", type=type, count=types[type]) for type in types]
        return ", ".join(said)

    def type(self, side: int, unit: int) -> str:
        return self.words.text(f"type.{TYPE_NAMES[self.info(side, unit).type]}")

    def marker(self, side: int, kind: int) -> str:
        return self.contents.stratagems[side][kind].name

    def marker_bit(self, side: int, kind: int) -> Bit:
        """A marker by name; what it does can be read there."""
        return place_bit(self.marker(side, kind), f"marker-{side}-{kind}")

    def about(self, side: int, kind: int) -> str:
        """What a side can be asked about."""
        if kind >= len(self.contents.stratagems[side]):
            return self.words.text(f"about.{kind}")
        return self.marker(side, kind)

    def marker_text(self, side: int, kind: int, target: int) -> str:
        key = self.contents.stratagems[side][kind].key
        return self.words.text(f"stratagem.{side}.{key}", n=target)

    def die(self, face: int) -> Bit:
        return die_bit(str(face), self.words.text("name.die", face=face))

    def dice(self, faces: Iterable[int]) -> Sentence:
        return joined([(self.die(face),) for face in faces], " ")

    def year(self, turn: int) -> int:
        turns = self.contents.tables.turns
        past = sum(1 for winter in turns.winters if winter < turn)
        return turns.years[min(past, len(turns.years) - 1)]
