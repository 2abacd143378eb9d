"""How things are called: players, items, tracks, boxes, cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ludus.core.actions import ActionSpace
from ludus.core.text import TEXT, Bit, Sentence, Words, joined, place_bit, seat_bit
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.marks import building_id, track_id
from ludus.games.hadrians_wall.ids import (
    BUILDINGS,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    COLUMNS,
    DIPLOMAT,
    FAVOUR,
    GLADIATOR_KEYS,
    GLADIATORS,
    ITEM_KEYS,
    PATHS,
    REMOVED,
    RENOWN,
    STOCK,
    STRENGTH,
    TRACE_STEP,
    TRACE_WASTED,
    TRACK_KEYS,
    VERBS,
)

ACTION_SPACE: Final = ActionSpace(VERBS)
"""The actions by number, as events name them."""


def item_name(words: Words, key: str, count: int) -> str:
    """A number of items or Favours, in words."""
    return words.text(f"item.{key}", n=count)


class Names:
    """How things are called at one table."""

    def __init__(self, words: Words, board: Board, players: Sequence[str]) -> None:
        self.words = words
        self.board = board
        self.of_players = players

    def player(self, seat: int) -> Bit:
        return seat_bit(seat, self.of_players[seat])

    def item(self, item: int, count: int) -> str:
        return item_name(self.words, "favour" if item == FAVOUR else ITEM_KEYS[item], count)

    def worker(self, item: int) -> str:
        return self.words.text(f"worker.{ITEM_KEYS[item]}")

    def items(self, counts: Iterable[int]) -> str:
        """Items in words, by kind."""
        shown = [self.item(item, count) for item, count in enumerate(counts) if count]
        return ", ".join(shown) or self.words.text("item.nothing")

    def cost(self, cost: Sequence[tuple[int, int]]) -> str:
        return ", ".join(self.item(item, count) for item, count in cost)

    def icons(self, icons: Sequence[int]) -> str:
        """Icons in words, grouped by kind."""
        shown: list[str] = []
        for icon in dict.fromkeys(icons):
            count = icons.count(icon)
            if icon < STOCK or icon == FAVOUR:
                shown.append(self.item(icon, count))
            else:
                shown.append(f"{count} {self.track(icon)}")
        return ", ".join(shown) or self.words.text("item.nothing")

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
        return self.words.text(f"card.{PATHS[card]}")

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
                parts.append((Bit(TEXT, self.item(place, count)),))
            elif place == REMOVED:
                parts.append(self.words.say("trace.removed"))
            elif box == TRACE_WASTED:
                parts.append(self.words.say("trace.wasted", track=self.track(place)))
            else:
                parts.append((self.box(place, box),))
        return joined(parts)

    def box(self, place: int, box: int) -> Bit:
        """A box of a track, linked to its place in the picture."""
        name = self.words.text("trace.box", track=self.track(place), box=box)
        if place >= STRENGTH or DIPLOMAT <= place < DIPLOMAT + COHORTS:
            return Bit(TEXT, name)
        return place_bit(name, track_id(place, box, self.board))
