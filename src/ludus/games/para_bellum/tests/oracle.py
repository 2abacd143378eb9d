"""A second reading of the rulebook: where cards may lie, what they complete, and what it is worth.

Cells are columns and rows counted from the starting card, cards are the words for their looks, and
nothing is remembered: Legions, Centurions and points are read off the army as it lies there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

CONTENT = Path(__file__).parent.parent / "content"
OBJECTIVES = {
    each["id"]: each
    for each in tomllib.loads((CONTENT / "objectives.toml").read_text(encoding="utf-8"))[
        "objective"
    ]
}
Cell: TypeAlias = tuple[int, int]
MOST_GRAYS, MOST_REDS = 10, 5
FIELD = {(column, row) for column in range(-4, 5) for row in range(-1, 3)}


@dataclass(slots=True)
class Army:
    """One player's army: cards by cell, gray dice right of a cell, red dice above a cell."""

    cards: Mapping[Cell, str]
    units: set[Cell]
    grays: Mapping[Cell, int]
    reds: Mapping[Cell, int]
    banners: int = 0
    coins: int = 0
    subtypes: Iterable[str] = field(default=())
    """Of each card in play that lies face up, its subtypes."""

    # Where cards may lie -------------------------------------------------------------------------

    def room_for(self, colour: str) -> set[Cell]:
        """Beside the army, within the field, and never next to another colour in the row."""
        return {
            cell
            for cell in self._beside()
            if all(
                self.cards[side].split()[0] == colour
                if side in self.cards
                else side not in self.units
                for side in sides(cell)
            )
            and below(cell) not in self.units
        }

    def room_for_unit(self) -> set[Cell]:
        """No army card left, right or above."""
        return {
            cell
            for cell in self._beside()
            if not any(near in self.cards for near in (*sides(cell), above(cell)))
        }

    def _beside(self) -> set[Cell]:
        taken = {*self.cards, *self.units}
        near = {n for cell in taken for n in (*sides(cell), above(cell), below(cell))}
        return (near & FIELD) - taken

    # Legions and Centurions ----------------------------------------------------------------------

    def legions(self) -> list[tuple[Cell, ...]]:
        """Whole troops: from a card where one begins, through full cards, to where it ends."""
        found: list[tuple[Cell, ...]] = []
        for start in sorted(self.cards, key=lambda cell: (cell[1], cell[0])):
            if is_full(self.cards[start]):
                continue
            troop = [start, right(start)]
            while is_full(self.cards.get(troop[-1], "")):
                troop.append(right(troop[-1]))
            if troop[-1] in self.cards:
                found.append(tuple(troop))
        return found

    def completed_by(self, cell: Cell) -> list[tuple[Cell, ...]]:
        return [troop for troop in self.legions() if cell in troop]

    def centurions_of(self, cell: Cell) -> list[Cell]:
        """By the lower card of each pair, the upper pair first."""
        pairs = [(cell, above(cell)), (below(cell), cell)]
        return [low for low, high in pairs if low in self.cards and high in self.cards]

    def new_grays(self, cell: Cell, before: int) -> list[Cell]:
        """The slots that get a die, from left to right, as far as ten dice go."""
        slots = [each for troop in self.completed_by(cell) for each in troop[:-1]]
        return slots[: max(0, MOST_GRAYS - before)]

    def new_reds(self, cell: Cell, before: int) -> list[Cell]:
        return self.centurions_of(cell)[: max(0, MOST_REDS - before)]

    # Points --------------------------------------------------------------------------------------

    def gray_points(self) -> int:
        """Dice that cornicines link all show the highest face among them."""
        return sum(max(self.grays[slot] for slot in chain) * len(chain) for chain in self._chains())

    def _chains(self) -> Iterator[set[Cell]]:
        left = set(self.grays)
        while left:
            chain, fresh = set[Cell](), {min(left)}
            while fresh:
                slot = fresh.pop()
                chain.add(slot)
                # A slot lies between its own cell and the one to the right of it.
                for card, other in ((slot, (slot[0] - 1, slot[1])), (right(slot), right(slot))):
                    if "corn" in self.cards[card].split() and other in left - chain:
                        fresh.add(other)
            left -= chain
            yield chain

    def commander_points(self) -> int:
        """Red dice that a commander on horseback joins to a gray die beside him."""
        joined: set[Cell] = set()
        for cell, look in self.cards.items():
            if cell in self.grays or (cell[0] - 1, cell[1]) in self.grays:
                joined |= {cell} if "up" in look.split() else set()
                joined |= {below(cell)} if "down" in look.split() else set()
        return sum(value for slot, value in self.reds.items() if slot in joined)

    def worth_of(self, objective: str) -> int:
        """What an objective that counts something is worth now."""
        card = OBJECTIVES[objective]
        reached = self.counted(card["measure"])
        return max((tier["points"] for tier in card["tiers"] if reached >= tier["need"]), default=0)

    def counted(self, measure: str) -> int:
        troops = self.legions()
        colours = [self.cards[troop[0]].split()[0] for troop in troops]
        counts = {
            "same_colour_legions": max((colours.count(colour) for colour in colours), default=0),
            "legion_colours": len(set(colours)),
            "sixes": list(self.grays.values()).count(6),
            "red_sum": sum(self.reds.values()),
            "banners": self.banners,
            "big_legions": sum(len(troop) > 2 for troop in troops),
            "constructs": sum("construct" in each for each in self.subtypes),
            "characters": sum("character" in each for each in self.subtypes),
            "coins": self.coins,
            "rows_with_legion": len({troop[0][1] for troop in troops}),
        }
        return counts[measure]


def is_full(look: str) -> bool:
    return "full" in look.split()


def right(cell: Cell) -> Cell:
    return cell[0] + 1, cell[1]


def sides(cell: Cell) -> tuple[Cell, Cell]:
    return (cell[0] - 1, cell[1]), (cell[0] + 1, cell[1])


def above(cell: Cell) -> Cell:
    return cell[0], cell[1] + 1


def below(cell: Cell) -> Cell:
    return cell[0], cell[1] - 1


def places(scores: list[int], grays: list[int]) -> list[int]:
    """Places at the end: the sum, then the gray dice; at four both of a team together."""
    if len(scores) == 4:
        scores = [scores[seat] + scores[(seat + 2) % 4] for seat in range(4)]
        grays = [grays[seat] + grays[(seat + 2) % 4] for seat in range(4)]
    ranked = list(zip(scores, grays, strict=True))
    return [1 + sum(other > own for other in ranked) for own in ranked]
