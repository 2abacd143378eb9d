"""Both sheets and all cards as tables of small numbers: what rules, faces and bots look up.

Which actions are open is a product of masks: each place on a sheet has, for each value it can
take, the mask of the actions that this value does not forbid. Bit `n` is the action of number `n`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ludus.games.hadrians_wall.ids import (
    APPARITORES,
    ATTRIBUTES,
    CIPPI,
    CITIZENS,
    COHORT_KEYS,
    COHORTS,
    COLUMNS,
    DO_BRIBE,
    DO_BUILD,
    DO_CIPPI,
    DO_CITIZEN,
    DO_DIPLOMAT,
    DO_FORT,
    DO_FORUM,
    DO_GOOD,
    DO_GUARD,
    DO_MINING,
    DO_PATTERN,
    DO_PERFORM,
    DO_RULING,
    DO_SPAR,
    DO_TEMPLE,
    DO_TRAIN,
    DO_WALL,
    FAVOUR,
    FORT,
    GLADIATORS,
    GUARD,
    ICONS,
    MAIN,
    MARKET_BOXES,
    MINING,
    NONE,
    PERFORMERS,
    RENOWN,
    RESOURCE,
    ROWS,
    SERVANT,
    SLOTS,
    SOLDIER,
    STOCK,
    TEMPLE,
    TEMPLE_SMALL,
    THEATRE_BOXES,
    TRACK_KEYS,
    TRADERS,
    WALL,
    WORKERS,
)

if TYPE_CHECKING:
    from ludus.games.hadrians_wall.content import Cards, Cost, Sheets


def bits(start: int, count: int) -> int:
    """A mask of `count` bits from `start` on."""
    return ((1 << count) - 1) << start


class Board:
    """Everything printed, by number. A building, card or pattern is its index in the content."""

    def __init__(self, sheets: Sheets, cards: Cards) -> None:
        self._read_tracks(sheets)
        self._read_buildings(sheets)
        self._read_areas(sheets)
        self._read_map(sheets)
        self._read_cards(cards)
        self.costs: list[tuple[tuple[int, int], ...]] = self._costs(sheets)
        """Per action of MAIN, what it costs: item and how many."""
        self.pay: list[list[int]] = self._pay()
        """Per item and how many of it a player has, the actions that this allows."""
        self.needs: list[tuple[int, int]] = self._needs(sheets)
        """Per action of MAIN, the place that must reach a value; (NONE, 0) for none."""
        self.gates: list[list[tuple[int, list[int]]]] = [self._gates(g) for g in range(3)]
        """Per granary (Small, Medium, Large): per place and value, the actions that this allows."""

    # Reading -------------------------------------------------------------------------------------

    def _read_tracks(self, sheets: Sheets) -> None:
        by_key = {track.key: track for track in sheets.track}
        self.size: list[int] = [0] * (FAVOUR + 1)
        """Boxes of each track; 0 for what has no track, only a count."""
        self.gives: list[list[tuple[int, ...]]] = [[] for _ in range(FAVOUR + 1)]
        """Per track and box (from 1), the icons it shows."""
        for place in range(RENOWN, TEMPLE):
            track = by_key[TRACK_KEYS[place - RENOWN]]
            self.size[place] = len(track.gives)
            self.gives[place] = [(), *(icons_of(text) for text in track.gives)]
        self.columns: dict[int, list[int]] = {
            place: by_key[TRACK_KEYS[place - RENOWN]].columns
            for place in (MINING, GUARD, CIPPI, WALL, FORT)
        }
        """The last box of each granary column."""
        # One more link than boxes, out of reach, so that a full track needs no case of its own.
        self.wall_link: list[int] = [*by_key["wall"].fort, 99]
        self.cippi_link: list[int] = [*by_key["cippi"].fort, 99]
        flags = by_key["fort"].infrastructure
        self.infrastructure: list[int] = [
            sum(flag <= fort for flag in flags) for fort in range(self.size[FORT] + 1)
        ]
        """The Infrastructure that a Fort of each length has."""
        self.printed_production: int = by_key["production"].printed
        self.fort_pay: tuple[int, ...] = tuple(ICONS[item] for item in by_key["fort"].pay)

    def _read_buildings(self, sheets: Sheets) -> None:
        self.building_gives: list[tuple[int, ...]] = [icons_of(b.gives) for b in sheets.building]
        self.building_chooses: list[bool] = [b.choose for b in sheets.building]
        self.building_large: int = _mask(b.large for b in sheets.building)
        self.building_landmark: int = _mask(b.landmark for b in sheets.building)
        self.building_first: int = _mask(not b.after for b in sheets.building)
        """The buildings that can be built first; every other one needs the building before it."""
        self.yearly_civilian: int = _mask(b.yearly == "civilian" for b in sheets.building)
        self.yearly_builder: int = _mask(b.yearly == "builder" for b in sheets.building)
        self.yearly_attribute: int = _mask(b.yearly == "attribute" for b in sheets.building)

    def _read_areas(self, sheets: Sheets) -> None:
        self.training_boxes: int = sheets.training.boxes
        self.forum_boxes: int = sheets.forum.boxes
        self.exchanges: list[tuple[int, int, int]] = []
        for text in sheets.forum.exchanges:
            one, two, gained = icons_of(text)
            self.exchanges.append((one, two, gained))
        self.good_gives: list[tuple[int, ...]] = [icons_of(t) for t in sheets.market.gives]
        self.new_good: list[int] = sheets.market.new_good
        self.play_gives: list[tuple[int, ...]] = [icons_of(t) for t in sheets.theatre.gives]
        self.spar_pay: tuple[int, ...] = tuple(ICONS[item] for item in sheets.ludus.pay)
        self.spar_needs: list[int] = [*sheets.ludus.performers, 99]
        self.died: list[tuple[int, ...]] = [(), *(icons_of(t) for t in sheets.ludus.died)]
        self.won: list[tuple[int, ...]] = [(), *(icons_of(t) for t in sheets.ludus.won)]
        temples = sheets.temples
        self.temple_needs: list[int] = [need for need in temples.priests for _ in range(2)]
        """Priests that each Temple box needs."""
        self.temple_of: list[int] = []
        """The building that each Temple box belongs to."""
        self.temple_ends: list[int] = []
        """How many boxes are filled when each Temple is full."""
        gives: list[tuple[int, ...]] = [()]
        for temple, boxes in enumerate(temples.boxes):
            self.temple_of += [TEMPLE_SMALL + temple] * boxes
            self.temple_ends.append(len(self.temple_of))
            gives += [icons_of(temples.row[box % 2]) for box in range(boxes)]
            gives[-1] += icons_of(temples.last)
        self.size[TEMPLE] = len(self.temple_of)
        self.gives[TEMPLE] = gives
        self.temple_of.append(NONE)
        self.bribes_yearly: int = sheets.baths.yearly
        self.ruling_gives: list[tuple[int, ...]] = [icons_of(r.gives) for r in sheets.ruling]
        self.ruling_needs: list[list[int]] = [[*r.apparitores, 99] for r in sheets.ruling]
        self.diplomat_needs: list[int] = [*sheets.diplomats.patricians, 99]
        self.diplomat_gives: tuple[int, ...] = icons_of(sheets.diplomats.gives)
        self.diplomat_favours: int = sheets.diplomats.favours
        self.scout_needs: list[int] = [*sheets.scouts.patricians, 99]
        self.row_gives: tuple[int, ...] = icons_of(sheets.scouts.full_row)
        self.disdain_boxes: int = sheets.disdain.boxes
        self.penalty: list[int] = sheets.disdain.penalty

    def _read_map(self, sheets: Sheets) -> None:
        letters = {".": NONE, "r": RESOURCE, "s": SERVANT}
        self.cell_gives: list[int] = [letters[c] for row in sheets.scouts.map for c in row]
        """The icon of each map cell, NONE where it is blank."""
        self.row_mask: list[int] = [bits(row * COLUMNS, COLUMNS) for row in range(ROWS)]
        self.column_mask: list[int] = [
            sum(1 << (row * COLUMNS + column) for row in range(ROWS)) for column in range(COLUMNS)
        ]

    def _read_cards(self, cards: Cards) -> None:
        self.flag: list[int] = [0, *cards.board.flag]
        """The grey flag of each Year, from 1."""
        attack = cards.board.attack
        self.attacks: list[list[int]] = [
            [0, *row] for row in (attack.easy, attack.normal, attack.hard)
        ]
        """Per difficulty and Year, how many cards attack."""
        self.fate_items: list[tuple[int, ...]] = []
        self.fate_arrows: list[tuple[int, ...]] = []
        """The cohorts that each card attacks: one, several or none."""
        self.fate_damage: list[int] = []
        self.fate_good: list[int] = []
        for fate in cards.fate:
            for good in fate.goods:
                self.fate_items.append(tuple(fate.items))
                pointed = fate.arrow if isinstance(fate.arrow, list) else [fate.arrow]
                self.fate_arrows.append(tuple(COHORT_KEYS.index(arrow) for arrow in pointed))
                self.fate_damage.append(fate.damage)
                self.fate_good.append(good)
        self.pattern_keys: tuple[str, ...] = tuple(pattern.key for pattern in cards.pattern)
        self.places: list[int] = []
        """The cells of each way to lay a pattern on the map, as masks."""
        self.places_of: list[range] = []
        """Per pattern, the numbers of its places."""
        self.place_turn: list[int] = []
        """Per place, which turn of its pattern it is."""
        self.orientations: list[int] = []
        """Per pattern, how many ways there are to turn and mirror it."""
        for pattern in cards.pattern:
            shapes = turned(pattern.cells)
            start = len(self.places)
            for turn, shape in enumerate(shapes):
                found = laid(shape)
                self.places += found
                self.place_turn += [turn] * len(found)
            self.places_of.append(range(start, len(self.places)))
            self.orientations.append(len(shapes))
        keys = self.pattern_keys
        self.card_keys: list[str] = [card.key for card in cards.path]
        self.card_gives: list[tuple[int, ...]] = [icons_of(card.gives) for card in cards.path]
        self.card_good: list[int] = [card.good for card in cards.path]
        self.card_pattern: list[int] = [keys.index(card.pattern) for card in cards.path]
        self.card_counts: list[str] = [card.counts for card in cards.path]
        self.card_tiers: list[list[int]] = [card.tiers for card in cards.path]
        self.rank_keys: list[str] = [rank.key for rank in cards.rank]
        self.rank_points: list[int] = [rank.points for rank in cards.rank]

    # Compiling -----------------------------------------------------------------------------------

    def _costs(self, sheets: Sheets) -> list[tuple[tuple[int, int], ...]]:
        costs: list[tuple[tuple[int, int], ...]] = [()] * MAIN
        one_each = [
            (DO_MINING, (SERVANT,)),
            (DO_GUARD, (SOLDIER,)),
            (DO_CIPPI, (RESOURCE,)),
            (DO_WALL, (RESOURCE,)),
            (DO_FORT, self.fort_pay),
            (DO_SPAR, self.spar_pay * GLADIATORS),
            (DO_TEMPLE, tuple(range(WORKERS))),
        ]
        for start, items in one_each:
            for offset, item in enumerate(items):
                costs[start + offset] = ((item, 1),)
        costs[DO_TRAIN] = _cost(sheets.training.cost)
        for index, building in enumerate(sheets.building):
            costs[DO_BUILD + index] = _cost(building.cost)
        for index, (one, two, _) in enumerate(self.exchanges):
            costs[DO_FORUM + index] = ((one, 2),) if one == two else ((one, 1), (two, 1))
        for index, track in enumerate(CITIZENS):
            pay = next(t.pay for t in sheets.track if t.key == TRACK_KEYS[track - RENOWN])
            costs[DO_CITIZEN + index] = ((ICONS[pay[0]], 1),)
        for index in range(MARKET_BOXES):
            costs[DO_GOOD + index] = _cost(sheets.market.cost)
        for index in range(THEATRE_BOXES):
            costs[DO_PERFORM + index] = _cost(sheets.theatre.cost)
        for index, count in enumerate(sheets.baths.cost):
            costs[DO_BRIBE + index] = ((RESOURCE, count),)
        for index, ruling in enumerate(sheets.ruling):
            costs[DO_RULING + index] = _cost(ruling.cost)
        for index in range(COHORTS):
            costs[DO_DIPLOMAT + index] = _cost(sheets.diplomats.cost)
        for index in range(SLOTS):
            costs[DO_PATTERN + index] = _cost(sheets.scouts.cost)
        return costs

    def _pay(self) -> list[list[int]]:
        pay: list[list[int]] = []
        for item in range(STOCK):
            row: list[int] = []
            for held in range(5):
                mask = 0
                for number, cost in enumerate(self.costs):
                    if all(needed <= held for wanted, needed in cost if wanted == item):
                        mask |= 1 << number
                row.append(mask)
            pay.append(row)
        return pay

    def _needs(self, sheets: Sheets) -> list[tuple[int, int]]:
        needs: list[tuple[int, int]] = [(NONE, 0)] * MAIN
        for index, building in enumerate(sheets.building):
            if building.of == "infrastructure":
                needs[DO_BUILD + index] = (FORT, self.infrastructure.index(building.needs))
            else:
                needs[DO_BUILD + index] = (ICONS_OF_TRACKS[building.of], building.needs)
        for index, need in enumerate(sheets.market.traders):
            needs[DO_GOOD + index] = (TRADERS, need)
        for index, need in enumerate(sheets.theatre.performers):
            needs[DO_PERFORM + index] = (PERFORMERS, need)
        for index, need in enumerate(sheets.baths.apparitores):
            needs[DO_BRIBE + index] = (APPARITORES, need)
        return needs

    def _gates(self, granary: int) -> list[tuple[int, list[int]]]:
        every = bits(0, MAIN)
        tables = {
            place: [every] * (self.size[place] + 1)
            for place in (*ATTRIBUTES, MINING, GUARD, CIPPI, WALL, FORT, *CITIZENS)
        }
        for number, (place, level) in enumerate(self.needs):
            if place != NONE:
                for value in range(level):
                    tables[place][value] &= ~(1 << number)
        fills = {
            MINING: 1 << DO_MINING,
            GUARD: 1 << DO_GUARD | 1 << DO_TRAIN,
            CIPPI: 1 << DO_CIPPI,
            WALL: 1 << DO_WALL,
            FORT: bits(DO_FORT, len(self.fort_pay)),
        }
        for place, mask in fills.items():
            for value in range(self.columns[place][granary], self.size[place] + 1):
                tables[place][value] &= ~mask
        for index, place in enumerate(CITIZENS):
            tables[place][-1] &= ~(1 << (DO_CITIZEN + index))
        return [(place, table) for place, table in tables.items() if set(table) != {every}]


ICONS_OF_TRACKS: Final[dict[str, int]] = {
    key: RENOWN + index for index, key in enumerate(TRACK_KEYS) if key != "cohort"
}


def icons_of(text: str) -> tuple[int, ...]:
    """The numbers of icons, from their names separated by spaces."""
    return tuple(ICONS[name] for name in text.split())


def _mask(flags: Iterable[bool]) -> int:
    return sum(1 << index for index, flag in enumerate(flags) if flag)


def _cost(cost: Cost) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((ICONS[item], count) for item, count in cost.items()))


def turned(cells: list[str]) -> list[tuple[tuple[int, int], ...]]:
    """All different ways to turn and mirror a pattern, each with its corner at (0, 0)."""
    shape = [(r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell == "x"]
    found: list[tuple[tuple[int, int], ...]] = []
    for mirrored in (False, True):
        turn = [(r, -c) for r, c in shape] if mirrored else shape
        for _ in range(4):
            top = min(r for r, _ in turn)
            left = min(c for _, c in turn)
            corner = tuple(sorted((r - top, c - left) for r, c in turn))
            if corner not in found:
                found.append(corner)
            turn = [(c, -r) for r, c in turn]
    return found


def laid(shape: tuple[tuple[int, int], ...]) -> list[int]:
    """The cells of every way to lay a turned pattern within the map."""
    height = max(r for r, _ in shape) + 1
    width = max(c for _, c in shape) + 1
    return [
        sum(1 << ((top + r) * COLUMNS + left + c) for r, c in shape)
        for top in range(ROWS - height + 1)
        for left in range(COLUMNS - width + 1)
    ]
