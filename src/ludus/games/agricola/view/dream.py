"""Positions that fit a view: hidden units, markers and counters drawn at random.

Everything that the view knows is kept: what it can see, how many units lie in the boxes, in which
places there is somebody, and what an action under way says about who must be there.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ludus.core.protocol import Rng
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ALL_MARKERS,
    ATTRITION,
    BUILD,
    BY_OFFICIUM,
    BY_SCOUTS,
    BY_SUPREME,
    CALEDONIAN,
    CAPACITY,
    CONCENTRATE,
    COUNTER_TYPES,
    DEPLOY,
    DIE_FACES,
    DRUIDS,
    EMPEROR,
    FIRE,
    FORM,
    HIDDEN,
    MARCH,
    MINES,
    MOST_BID,
    NONE,
    OPPIDUM,
    PAYMENT,
    PLACE,
    PLAYED,
    ROMAN,
    SAIL,
)
from ludus.games.agricola.rules.forces import fleet_with_room, passengers
from ludus.games.agricola.rules.marching import movable, needed
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State
from ludus.games.agricola.view.sight import Question, View, battle_of

WORN: Final = 8
"""One hidden unit in so many is taken to be Disrupted."""


class Dreamer:
    """Makes one position from one view."""

    def __init__(self, t: Tables, view: View, rng: Rng) -> None:
        self.t = t
        self.view = view
        self.rng = rng

    def state(self) -> State:
        view = self.view
        t = self.t
        at = [list(places) for places in view.at]
        center, spare = self._counters()
        for side in (ROMAN, CALEDONIAN):
            if side != view.side:
                self._hide(side, at)
        for number, kind in enumerate(center):
            unit = t.first_oppidum + number
            standing = t.board.center_hex[number] if kind == OPPIDUM else t.board.absent
            at[CALEDONIAN][unit] = standing
        here = [[0] * t.board.places for _ in at]
        for side, places in enumerate(at):
            for unit, place in enumerate(places):
                here[side][place] |= 1 << unit
        hands = [self._hand(side) for side in (ROMAN, CALEDONIAN)]
        state = State(
            special=view.special,
            roads=view.roads,
            lines=view.lines,
            looting=view.looting,
            siege_rules=view.siege_rules,
            balanced=view.balanced,
            bidding=view.bidding,
            flip=view.flip,
            bids=[self.rng.below(MOST_BID + 1) if bid == HIDDEN else bid for bid in view.bids],
            at=at,
            here=here,
            disrupted=[self._worn(side, at) for side in (ROMAN, CALEDONIAN)],
            aboard=list(view.aboard),
            fallen=view.fallen,
            center=center,
            center_up=view.center_up,
            spare=spare,
            road=view.road,
            pillaged=list(view.pillaged),
            sieges=list(view.sieges),
            points=list(view.points),
            bin=[ALL_MARKERS & ~hands[side] & ~view.gone[side] for side in (ROMAN, CALEDONIAN)],
            hand=hands,
            gone=list(view.gone),
            shelved=list(view.shelved),
            asks=list(view.asks),
            peek=list(view.peek),
            known=list(view.known),
            turn=view.turn,
            active=view.active,
            event=view.event,
            tribes_home=view.tribes_home,
            supplied=view.supplied,
            declined=view.declined,
            moved=True,
            ended=view.ended,
            winner=view.winner,
            battle=battle_of(view.battle),
            stack=[_frame(question) for question in view.questions],
        )
        if view.side != ROMAN:
            self._embark(state)
        self._frames(state)
        return state

    # Counters and markers ------------------------------------------------------------------------

    def _counters(self) -> tuple[list[int], list[int]]:
        """Types for face-down center counters; the rest lies in the Available box."""
        view = self.view
        pool: list[int] = []
        left = list(self.t.contents.counters)
        left[MINES] -= view.spent
        for kind in view.center:
            if kind >= 0:
                left[kind] -= 1
        for kind in range(COUNTER_TYPES):
            pool += [kind] * left[kind]
        center: list[int] = []
        for kind in view.center:
            if kind == HIDDEN:
                center.append(pool.pop(self.rng.below(len(pool))))
            else:
                center.append(kind)
        return center, [pool.count(kind) for kind in range(COUNTER_TYPES)]

    def _hand(self, side: int) -> int:
        view = self.view
        if side == view.side:
            return view.hand
        kinds = list(units(ALL_MARKERS & ~view.gone[side] & ~view.shelved[side]))
        hand = 0
        for _ in range(view.hands[side]):
            hand |= 1 << kinds.pop(self.rng.below(len(kinds)))
        return hand

    def _worn(self, side: int, at: list[list[int]]) -> int:
        """Which units are Disrupted: those seen to be, and some of the hidden ones."""
        view = self.view
        disrupted = view.disrupted[side]
        if side == view.side:
            return disrupted
        for unit in units(self.t.musters[side].two_step):
            there = at[side][unit] <= self.t.board.britannia
            hidden = there and at[side][unit] in view.veiled[side]
            if hidden and view.turn > 1 and self.rng.below(WORN) == 0:
                disrupted |= 1 << unit
        return disrupted

    # Hidden units --------------------------------------------------------------------------------

    def _hide(self, side: int, at: list[list[int]]) -> None:
        """Give every hidden unit of a side a place."""
        t = self.t
        view = self.view
        if view.question is not None and view.question.phase == DEPLOY and side == ROMAN:
            self._start_list(at)
            return
        muster = t.musters[side]
        pool = [
            unit for unit in units(muster.all & ~muster.static) if view.at[side][unit] == HIDDEN
        ]
        self._shuffle(pool)
        places = list(view.veiled[side])
        empty = set(places) - self._remembered(side)
        on_map = len(pool) - view.box[side] - view.limbo[side]
        for place, mask in self._anchors(side, at):
            self._anchor(side, at, pool, empty, place, mask)
        if on_map <= len(empty) + self._count_dreamt(side, at):
            self._settle_leader(side, at, pool, empty)
        for place in sorted(empty):
            self._settle_one(side, at, pool, place)
        on_map -= self._count_dreamt(side, at)
        self._boxes(side, at, pool, on_map)
        for unit in pool:
            at[side][unit] = self._room(side, at, places, unit)

    def _start_list(self, at: list[list[int]]) -> None:
        """While the Romans set up, everybody knows by the list what they have to set down."""
        board = self.t.board
        starts = {"base": board.limbo, "britannia": board.britannia, "recruit": board.recruit}
        for unit in self.t.rome.units:
            if at[ROMAN][unit.number] == HIDDEN:
                at[ROMAN][unit.number] = starts[unit.start]

    def _remembered(self, side: int) -> set[int]:
        """Hidden places where somebody is known to be; at sea that takes a fleet."""
        board = self.t.board
        fleets = self.t.musters[side].fleets
        found: set[int] = set()
        for unit in units(self.view.known[1 - side] & ~self.t.musters[side].static):
            place = self.view.at[side][unit]
            wet = 0 <= place < board.hexes and board.is_sea[place]
            if place >= 0 and (not wet or fleets >> unit & 1):
                found.add(place)
        return found

    def _count_dreamt(self, side: int, at: list[list[int]]) -> int:
        return sum(1 for unit in range(len(at[side])) if self._dreamt(side, at, unit))

    def _settle_leader(
        self, side: int, at: list[list[int]], pool: list[int], empty: set[int]
    ) -> None:
        """With one unit to a place the Supreme Leader must be one of them: no box holds him."""
        board = self.t.board
        leader = self.t.musters[side].supreme.bit_length() - 1
        dry = [place for place in sorted(empty) if not board.is_sea[place]]
        if leader in pool and dry and not self.view.limbo[side]:
            at[side][leader] = dry[self.rng.below(len(dry))]
            pool.remove(leader)
            empty.discard(at[side][leader])

    def _dreamt(self, side: int, at: list[list[int]], unit: int) -> bool:
        return self.view.at[side][unit] == HIDDEN and at[side][unit] != HIDDEN

    def _shuffle(self, row: list[int]) -> None:
        for index in range(len(row) - 1, 0, -1):
            other = self.rng.below(index + 1)
            row[index], row[other] = row[other], row[index]

    def _anchors(self, side: int, at: list[list[int]]) -> list[tuple[int, int]]:
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
            elif phase == PLACE and side == ROMAN:
                found += self._camp_site()
            elif phase == EMPEROR:
                hexes = [p for p in self.view.veiled[ROMAN] if p < self.t.board.hexes]
                if at[ROMAN][muster.supreme.bit_length() - 1] == HIDDEN and hexes:
                    land = [p for p in hexes if self.t.board.is_land[p]] or hexes
                    found.append((land[self.rng.below(len(land))], muster.supreme))
        return found

    def _camp_site(self) -> list[tuple[int, int]]:
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

    def _march_mask(self, side: int, payment: int) -> int:
        muster = self.t.musters[side]
        if payment == BY_SUPREME:
            return muster.supreme
        if payment == BY_SCOUTS:
            return muster.scouts
        if payment == BY_OFFICIUM:
            return muster.leaders & muster.land
        return muster.land

    def _anchor(
        self,
        side: int,
        at: list[list[int]],
        pool: list[int],
        empty: set[int],
        place: int,
        mask: int,
    ) -> None:
        """Put one unit of a mask in a place, unless one is known to be there."""
        if any(at[side][unit] == place for unit in units(mask)):
            return
        for unit in pool:
            if mask >> unit & 1:
                at[side][unit] = place
                pool.remove(unit)
                wet = place < self.t.board.hexes and self.t.board.is_sea[place]
                if not wet or self.t.musters[side].fleets >> unit & 1:
                    empty.discard(place)
                return

    def _settle_one(self, side: int, at: list[list[int]], pool: list[int], place: int) -> None:
        """Somebody who can be in a place: at sea a fleet, inland no fleet; likely ones first."""
        fleets = self.t.musters[side].fleets
        board = self.t.board
        wet = place < board.hexes and board.is_sea[place]
        dry = place < board.hexes and not board.is_sea[place] and not board.coastal[place]
        best = NONE
        for unit in pool:
            afloat = bool(fleets >> unit & 1)
            if (wet and not afloat) or (dry and afloat):
                continue
            if best == NONE or self._likely(side, unit) > self._likely(side, best):
                best = unit
        if best != NONE:
            at[side][best] = place
            pool.remove(best)

    def _likely(self, side: int, unit: int) -> int:
        """Whether a unit began in play."""
        return int(self.t.musters[side].units[unit].start != "recruit")

    def _boxes(self, side: int, at: list[list[int]], pool: list[int], on_map: int) -> None:
        """Fill the boxes from the pool, so that `on_map` units are left for the map.

        Fleets without a port come first, then units that did not begin in play; a Supreme Leader
        never lies in a box.
        """
        board = self.t.board
        muster = self.t.musters[side]
        harbour = any(
            place >= board.hexes or board.coastal[place] or board.is_sea[place]
            for place in self.view.veiled[side]
        )
        ashore = any(
            place >= board.hexes or not board.is_sea[place] for place in self.view.veiled[side]
        )

        def order(unit: int) -> tuple[bool, bool, int]:
            afloat = bool(muster.fleets >> unit & 1)
            return (
                not (afloat and not harbour),
                afloat and not ashore,
                self._likely(side, unit),
            )

        ranked = sorted((u for u in pool if not muster.supreme >> u & 1), key=order)
        boxed = self.view.box[side]
        for unit in ranked[: boxed + self.view.limbo[side]]:
            at[side][unit] = board.recruit if boxed > 0 else board.limbo
            boxed -= 1
            pool.remove(unit)
        if self.view.limbo[side] and len(pool) > on_map:
            for unit in [u for u in pool if muster.supreme >> u & 1]:
                at[side][unit] = board.limbo
                pool.remove(unit)

    def _room(self, side: int, at: list[list[int]], places: list[int], unit: int) -> int:
        """A hidden place for a unit that is left over."""
        board = self.t.board
        fleets = self.t.musters[side].fleets
        afloat = bool(fleets >> unit & 1)
        fit: list[int] = []
        for place in places:
            sea = place < board.hexes and board.is_sea[place]
            if afloat:
                if sea or place >= board.hexes or board.coastal[place]:
                    fit.append(place)
            elif not sea or self._berth(at, place, fleets):
                fit.append(place)
        if not fit:
            return board.recruit
        return fit[self.rng.below(len(fit))]

    def _berth(self, at: list[list[int]], place: int, fleets: int) -> bool:
        """Whether the fleets at sea in a place have room for one more."""
        ships = sum(1 for unit in units(fleets) if at[ROMAN][unit] == place)
        aboard = sum(1 for spot in at[ROMAN] if spot == place) - ships
        return aboard < CAPACITY * ships

    # What is under way ---------------------------------------------------------------------------

    def _embark(self, state: State) -> None:
        """Land units in sea hexes must be aboard."""
        t = self.t
        for unit in units(t.rome.land):
            place = state.at[ROMAN][unit]
            if place < t.board.hexes and t.board.is_sea[place]:
                fleets = state.here[ROMAN][place] & t.rome.fleets
                state.aboard[unit] = fleet_with_room(t, state, fleets)

    def _frames(self, state: State) -> None:
        """Who takes part in the other side's doings."""
        for frame in state.stack:
            if frame.side == self.view.side or frame.side == NONE:
                continue
            phase = frame.phase
            if phase in (MARCH, BUILD):
                frame.mask = self._force(state, frame)
            elif phase in (FORM, SAIL):
                frame.mask = state.here[ROMAN][frame.place] & self.t.rome.fleets
                self._pilot(state, frame)
            elif phase == ATTRITION:
                frame.mask = unsupplied(self.t, state, frame.side) or self._somebody(state, frame)
                full = frame.flags == 1 and frame is not state.stack[-1]
                count = frame.mask.bit_count() if full else 0
                frame.rolled = [1 + self.rng.below(DIE_FACES) for _ in range(count)]

        self._druids(state)

    def _somebody(self, state: State, frame: Frame) -> int:
        """A unit to starve: somebody must be out of supply, or nobody would roll."""
        muster = self.t.musters[frame.side]
        for place in self.view.stacks[frame.side]:
            mask = state.here[frame.side][place] & muster.mobile
            if mask and place < self.t.board.hexes:
                return mask & -mask
        return 0

    def _druids(self, state: State) -> None:
        """Which die the Druids have rolled again."""
        for below, frame in pairwise(state.stack):
            if frame.phase != PLAYED or frame.side != CALEDONIAN or frame.step != DRUIDS:
                continue
            dice = len(below.rolled or ()) or 1
            if below.phase == FIRE and state.battle is not None:
                dice = len(state.battle.rollers)
            if self.view.side != CALEDONIAN:
                frame.mask = 1 + self.rng.below(dice)

    def _force(self, state: State, frame: Frame) -> int:
        """Some of those who could be marching, with whom the March needs."""
        t = self.t
        side = frame.side
        mask = movable(t, state, side, frame.place)
        must = needed(t, side, frame) if frame.phase == MARCH else t.rome.legionaries
        if frame.phase == MARCH and frame.flags & PAYMENT == BY_SCOUTS:
            return t.rome.scouts
        keep = mask & must or mask
        chosen = keep & -keep
        for unit in units(mask):
            if self.rng.below(2):
                chosen |= 1 << unit
        return chosen

    def _pilot(self, state: State, frame: Frame) -> None:
        """A free voyage has its leader aboard."""
        t = self.t
        payment = frame.flags & PAYMENT
        if payment == BY_SUPREME:
            leaders = t.rome.supreme
        elif payment == BY_OFFICIUM and not frame.mask & t.rome.leaders:
            leaders = t.rome.leaders & t.rome.land
        else:
            return
        here = leaders & state.here[ROMAN][frame.place]
        if not here or any(passengers(t, state, fleet) & here for fleet in units(frame.mask)):
            return
        leader = (here & -here).bit_length() - 1
        state.aboard[leader] = fleet_with_room(t, state, frame.mask)


def _frame(question: Question) -> Frame:
    rolled = question.rolled
    return Frame(
        question.phase,
        question.side,
        question.step,
        question.place,
        question.value,
        question.used,
        question.flags,
        question.mask,
        None if rolled is None else list(rolled),
    )
