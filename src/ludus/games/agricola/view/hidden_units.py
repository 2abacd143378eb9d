"""Places for the units that a view does not show, drawn at random so that they fit it."""

from __future__ import annotations

from ludus.core.protocol import Rng
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ATTRITION,
    BUILD,
    BY_OFFICIUM,
    BY_SCOUTS,
    BY_SUPREME,
    CALEDONIAN,
    CAPACITY,
    CONCENTRATE,
    DEPLOY,
    EMPEROR,
    FORM,
    HIDDEN,
    MARCH,
    NONE,
    PAYMENT,
    PLACE,
    ROMAN,
    SAIL,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.view.view import View


class HiddenUnits:
    """Gives hidden units of a side their places, in `at`, the places per side and unit."""

    def __init__(self, t: Tables, view: View, rng: Rng, at: list[list[int]]) -> None:
        self.t = t
        self.view = view
        self.rng = rng
        self.at = at

    def place(self, side: int) -> None:
        """Give every hidden unit of a side a place."""
        t = self.t
        view = self.view
        if view.question is not None and view.question.phase == DEPLOY and side == ROMAN:
            self._by_start_list()
            return
        muster = t.musters[side]
        pool = [
            unit for unit in units(muster.all & ~muster.static) if view.at[side][unit] == HIDDEN
        ]
        self._shuffle(pool)
        places = list(view.veiled[side])
        empty = set(places) - self._places_known(side)
        on_map = len(pool) - view.box[side] - view.limbo[side]
        for place, mask in self._required(side):
            self._require(side, pool, empty, place, mask)
        if on_map <= len(empty) + self._count_placed(side):
            self._place_leader(side, pool, empty)
        for place in sorted(empty):
            self._occupy(side, pool, place)
        self._fill_boxes(side, pool)
        for unit in pool:
            self.at[side][unit] = self._any_place(side, places, unit)

    def _by_start_list(self) -> None:
        """While the Romans set up, the start list says which units they place."""
        board = self.t.board
        starts = {"base": board.limbo, "britannia": board.britannia, "recruit": board.recruit}
        for unit in self.t.rome.units:
            if self.at[ROMAN][unit.number] == HIDDEN:
                self.at[ROMAN][unit.number] = starts[unit.start]

    def _places_known(self, side: int) -> set[int]:
        """Hidden places where a unit is known to be; at sea it must be a fleet."""
        board = self.t.board
        fleets = self.t.musters[side].fleets
        found: set[int] = set()
        for unit in units(self.view.known[1 - side] & ~self.t.musters[side].static):
            place = self.view.at[side][unit]
            if not board.is_sea[place] or fleets >> unit & 1:
                found.add(place)
        return found

    def _required(self, side: int) -> list[tuple[int, int]]:
        """Who must be where, by what is under way: places with masks, one unit of each."""
        muster = self.t.musters[side]
        found: list[tuple[int, int]] = []
        for question in self.view.questions:
            if question.side != side:
                continue
            phase = question.phase
            place = question.place
            payment = question.flags & PAYMENT
            if phase == MARCH:
                found.append((place, self._march_mask(side, payment)))
            elif phase in (FORM, SAIL):
                found.append((place, muster.fleets))
                if payment == BY_SUPREME:
                    found.append((place, muster.supreme))
                elif payment == BY_OFFICIUM:
                    found.append((place, muster.leaders))
            elif phase == CONCENTRATE:
                found.append((place, muster.supreme))
            elif phase == BUILD:
                found.append((place, muster.legionaries))
            elif phase == PLACE:
                found += self._praesidium_site()
            elif phase == ATTRITION:
                found += self._hungry_stack(side)
            elif phase == EMPEROR:
                found += self._emperors_host()
        return found

    def _emperors_host(self) -> list[tuple[int, int]]:
        """The Emperor only comes while Agricola is on the map; on land if he can be."""
        hexes = [p for p in self.view.veiled[ROMAN] if p < self.t.board.hexes]
        if not hexes:
            return []
        land = [p for p in hexes if self.t.board.is_land[p]] or hexes
        return [(land[self.rng.below(len(land))], self.t.rome.supreme)]

    def _praesidium_site(self) -> list[tuple[int, int]]:
        """A Praesidium about to be built has a legionary somewhere to build it."""
        t = self.t
        at = self.view.at
        camps = {at[ROMAN][unit] for unit in units(t.rome.praesidia)}
        if t.board.limbo not in camps:
            return []
        taken = camps | set(at[CALEDONIAN])
        sites = [
            place
            for place in self.view.veiled[ROMAN]
            if place < t.board.hexes and t.board.is_land[place] and place not in taken
        ]
        if not sites:
            return []
        return [(sites[self.rng.below(len(sites))], t.rome.legionaries)]

    def _hungry_stack(self, side: int) -> list[tuple[int, int]]:
        """Somebody rolls for supply: at sea a fleet, ashore one of the others, but no leader."""
        board, muster = self.t.board, self.t.musters[side]
        stacks = [place for place in self.view.veiled[side] if place != board.britannia]
        if not stacks:
            return []
        place = stacks[self.rng.below(len(stacks))]
        return [(place, muster.fleets if board.is_sea[place] else muster.land & muster.mobile)]

    def _march_mask(self, side: int, payment: int) -> int:
        muster = self.t.musters[side]
        if payment == BY_SUPREME:
            return muster.supreme
        if payment == BY_SCOUTS:
            return muster.scouts
        if payment == BY_OFFICIUM:
            return muster.leaders & muster.land
        return muster.land

    def _require(self, side: int, pool: list[int], empty: set[int], place: int, mask: int) -> None:
        """Put one unit of a mask in a place, unless one is known to be there."""
        if any(self.at[side][unit] == place for unit in units(mask)):
            return
        for unit in pool:
            if mask >> unit & 1:
                self.at[side][unit] = place
                pool.remove(unit)
                if not self.t.board.is_sea[place] or self.t.musters[side].fleets >> unit & 1:
                    empty.discard(place)
                return

    def _place_leader(self, side: int, pool: list[int], empty: set[int]) -> None:
        """With one unit to a place the Supreme Leader must be one of them: no box holds him."""
        board = self.t.board
        leader = self.t.musters[side].supreme.bit_length() - 1
        dry = [place for place in sorted(empty) if not board.is_sea[place]]
        if leader in pool and dry:
            self.at[side][leader] = dry[self.rng.below(len(dry))]
            pool.remove(leader)
            empty.discard(self.at[side][leader])

    def _occupy(self, side: int, pool: list[int], place: int) -> None:
        """Put a unit where one must be: at sea a fleet, inland none; the likely first."""
        fleets = self.t.musters[side].fleets
        board = self.t.board
        wet, dry = board.is_sea[place], self._is_inland(place)
        best = NONE
        for unit in pool:
            afloat = bool(fleets >> unit & 1)
            if (wet and not afloat) or (dry and afloat):
                continue
            if best == NONE or self._began_in_play(side, unit) > self._began_in_play(side, best):
                best = unit
        if best != NONE:
            self.at[side][best] = place
            pool.remove(best)

    def _began_in_play(self, side: int, unit: int) -> int:
        """Whether a unit began in play."""
        return int(self.t.musters[side].units[unit].start != "recruit")

    def _fill_boxes(self, side: int, pool: list[int]) -> None:
        """Fill the boxes from the pool, and leave the others for the map.

        Fleets without a port come first, then units that did not begin in play; a Supreme Leader
        comes last: he lies in no box, but he may be about to be placed.
        """
        board = self.t.board
        muster = self.t.musters[side]
        veiled = self.view.veiled[side]
        ashore = any(not board.is_sea[place] for place in veiled)
        harbour = any(not self._is_inland(place) for place in veiled)

        def order(unit: int) -> tuple[bool, bool, bool, int]:
            afloat = bool(muster.fleets >> unit & 1)
            return (
                bool(muster.supreme >> unit & 1),
                harbour or not afloat,
                afloat and not ashore,
                self._began_in_play(side, unit),
            )

        boxed = self.view.box[side]
        for unit in sorted(pool, key=order)[: boxed + self.view.limbo[side]]:
            self.at[side][unit] = board.recruit if boxed > 0 else board.limbo
            boxed -= 1
            pool.remove(unit)

    def _is_inland(self, place: int) -> bool:
        """Whether no fleet can be in a place."""
        board = self.t.board
        return not board.is_sea[place] and not board.coastal[place] and place != board.britannia

    def _any_place(self, side: int, places: list[int], unit: int) -> int:
        """A hidden place for a unit that is left over."""
        board = self.t.board
        fleets = self.t.musters[side].fleets
        afloat = bool(fleets >> unit & 1)
        fit: list[int] = []
        for place in places:
            if afloat:
                if not self._is_inland(place):
                    fit.append(place)
            elif not board.is_sea[place] or self._has_room(place, fleets):
                fit.append(place)
        if not fit:
            return board.recruit
        return fit[self.rng.below(len(fit))]

    def _has_room(self, place: int, fleets: int) -> bool:
        """Whether the fleets at sea in a place have room for one more."""
        ships = sum(1 for unit in units(fleets) if self.at[ROMAN][unit] == place)
        aboard = sum(1 for spot in self.at[ROMAN] if spot == place) - ships
        return aboard < CAPACITY * ships

    def _count_placed(self, side: int) -> int:
        return sum(1 for unit in range(len(self.at[side])) if self._was_placed(side, unit))

    def _was_placed(self, side: int, unit: int) -> bool:
        return self.view.at[side][unit] == HIDDEN and self.at[side][unit] != HIDDEN

    def _shuffle(self, row: list[int]) -> None:
        for index in range(len(row) - 1, 0, -1):
            other = self.rng.below(index + 1)
            row[index], row[other] = row[other], row[index]
