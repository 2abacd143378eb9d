"""How things are called: players, items, tracks, boxes, cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ludus.core.actions import ActionSpace
from ludus.core.text import ICON, TEXT, Bit, Sentence, Words, joined, place_bit, plain, seat_bit
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.marks import building_id, track_id
from ludus.games.hadrians_wall.ids import (
    APPARITORES,
    ATTRIBUTES,
    BUILDINGS,
    CIPPI,
    CITIZENS,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    COLUMNS,
    DIPLOMAT,
    DISCIPLINE,
    FAVOUR,
    FORT,
    GLADIATOR_KEYS,
    GLADIATORS,
    GUARD,
    ITEM_KEYS,
    MINING,
    PATRICIANS,
    PERFORMERS,
    PIETY,
    PRIESTS,
    PRODUCTION,
    REMOVED,
    RENOWN,
    STOCK,
    STRENGTH,
    TEMPLE,
    TRACE_STEP,
    TRACE_WASTED,
    TRACK_KEYS,
    TRADERS,
    VALOUR,
    VERBS,
    WALL,
)

TRACK_ICONS: Final[dict[int, str]] = {
    RENOWN: "renown",
    PIETY: "piety",
    VALOUR: "valour",
    DISCIPLINE: "discipline",
    **{COHORT + cohort: f"pict-{key}" for cohort, key in enumerate(COHORT_KEYS)},
    MINING: "mine",
    GUARD: "guard",
    CIPPI: "cippi",
    WALL: "wall",
    FORT: "fort",
    PRODUCTION: "hammer",
    TRADERS: "trader",
    PERFORMERS: "performer",
    PRIESTS: "priest",
    APPARITORES: "apparitor",
    PATRICIANS: "patrician",
    TEMPLE: "temple",
}
"""The symbol of each track."""
SHOWN_BY_ICON: Final = (
    *ATTRIBUTES,
    *(COHORT + cohort for cohort in range(COHORTS)),
    PRODUCTION,
    *CITIZENS,
)
"""Tracks whose boxes are named by their symbol and a number."""

ACTION_SPACE: Final = ActionSpace(VERBS)
"""The actions by number, as events name them."""


class Names:
    """How things are called at one table."""

    def __init__(self, words: Words, board: Board, players: Sequence[str]) -> None:
        self.words = words
        self.board = board
        self.of_players = players

    def player(self, seat: int) -> Bit:
        return seat_bit(seat, self.of_players[seat])

    def item(self, item: int, count: int) -> Sentence:
        """A number of items or Favours."""
        key = "favour" if item == FAVOUR else ITEM_KEYS[item]
        return (Bit(TEXT, f"{count} "), self.words.icon(key, count))

    def worker(self, item: int) -> str:
        return self.words.text(f"worker.{ITEM_KEYS[item]}")

    def items(self, counts: Iterable[int]) -> Sentence:
        """Items by kind."""
        shown = [self.item(item, count) for item, count in enumerate(counts) if count]
        return joined(shown) or self.words.say("item.nothing")

    def cost(self, cost: Sequence[tuple[int, int]]) -> Sentence:
        return joined([self.item(item, count) for item, count in cost])

    def icons(self, icons: Sequence[int]) -> Sentence:
        """Icons grouped by kind."""
        shown: list[Sentence] = []
        for icon in dict.fromkeys(icons):
            count = icons.count(icon)
            if icon < STOCK or icon == FAVOUR:
                shown.append(self.item(icon, count))
            elif icon == COHORT:
                # Whichever cohort the player chooses.
                shown.append((Bit(TEXT, f"{count} "), self.words.icon("cohort", count)))
            else:
                shown.append((Bit(TEXT, f"{count} "), Bit(ICON, self.track(icon), icon_of(icon))))
        return joined(shown) or self.words.say("item.nothing")

    def track(self, place: int) -> str:
        if COHORT <= place < COHORT + COHORTS:
            return self.words.text(f"track.cohort.{COHORT_KEYS[place - COHORT]}")
        if STRENGTH <= place < STRENGTH + GLADIATORS:
            return self.words.text(f"track.strength.{GLADIATOR_KEYS[place - STRENGTH]}")
        if DIPLOMAT <= place < DIPLOMAT + COHORTS:
            return self.words.text(f"track.diplomat.{COHORT_KEYS[place - DIPLOMAT]}")
        return self.words.text(f"track.{TRACK_KEYS[place - RENOWN]}")

    def cohort(self, cohort: int) -> str:
        return self.words.text(f"cohort.{COHORT_KEYS[cohort]}")

    def building(self, building: int) -> Bit:
        name = self.words.text(f"building.{BUILDINGS[building]}")
        return place_bit(name, building_id(building))

    def card(self, card: int) -> str:
        return self.words.text(f"path.{self.board.card_keys[card]}")

    def pattern(self, card: int) -> str:
        return self.board.pattern_keys[self.board.card_pattern[card]]

    def cells(self, mask: int) -> str:
        """Map cells by row and column."""
        cells = [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
        return " ".join(f"r{cell // COLUMNS + 1}c{cell % COLUMNS + 1}" for cell in cells)

    def gains(self, trace: Sequence[int], skip: int = 0) -> Sentence:
        """What a trace lists from entry `skip` on; equal items in a row are counted together."""
        parts: list[Sentence] = []
        index = skip
        while index < len(trace):
            place, box = divmod(trace[index], TRACE_STEP)
            index += 1
            if place < STOCK or place == FAVOUR:
                count = 1
                while index < len(trace) and trace[index] == place * TRACE_STEP:
                    count += 1
                    index += 1
                parts.append(self.item(place, count))
            elif place == REMOVED:
                parts.append(self.words.say("trace.removed"))
            elif box == TRACE_WASTED:
                parts.append(self.words.say("trace.wasted", track=self.track(place)))
            else:
                parts.append(self.box(place, box))
        return joined(parts)

    def box(self, place: int, box: int) -> Sentence:
        """A box of a track, linked to its place in the picture."""
        track = self.track(place)
        if place >= STRENGTH or DIPLOMAT <= place < DIPLOMAT + COHORTS:
            return (Bit(TEXT, f"{track} {box}"),)
        where = track_id(place, box, self.board)
        if place in SHOWN_BY_ICON:
            return (Bit(ICON, track, icon_of(place)), place_bit(f" {box}", where))
        return (place_bit(f"{track} {box}", where),)


def icon_of(place: int) -> str:
    """The symbol of an item, a Favour or a track."""
    if place < STOCK:
        return ITEM_KEYS[place]
    return TRACK_ICONS.get(place, "favour")


def spelled(sentence: Sentence) -> Bit:
    """A sentence in words, where icons would take too much room or say too little."""
    return Bit(TEXT, plain(sentence))
