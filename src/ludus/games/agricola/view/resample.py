"""Positions that fit a view: hidden units, markers and counters drawn at random.

Everything that the view knows is kept: what it shows, how many units are in the boxes, which places
are occupied, and which units an action under way requires.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from ludus.core.protocol import Rng
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ALL_MARKERS,
    ARRIVE,
    ATTRITION,
    BUILD,
    BY_OFFICIUM,
    BY_SCOUTS,
    BY_SUPREME,
    CALEDONIAN,
    COUNTER_TYPES,
    DIE_FACES,
    DRUIDS,
    FORM,
    HIDDEN,
    LAND,
    MARCH,
    MINES,
    MOST_BID,
    NONE,
    OPPIDUM,
    PAYMENT,
    PLAYED,
    ROMAN,
    SAIL,
)
from ludus.games.agricola.mechanics import lowest
from ludus.games.agricola.rules.arrival import BY_SEA
from ludus.games.agricola.rules.forces import fleet_with_room, on_map, passengers
from ludus.games.agricola.rules.marching import movable, needed
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State
from ludus.games.agricola.view.hidden_units import HiddenUnits
from ludus.games.agricola.view.view import Question, View, battle_of

DISRUPTED_SHARE: Final = 8
"""One hidden unit in so many is taken to be Disrupted."""


def resample(t: Tables, view: View, rng: Rng) -> State:
    """A position that fits the view, hidden things drawn at random."""
    return _Resampler(t, view, rng).state()


class _Resampler:
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
        hidden = HiddenUnits(t, view, self.rng, at)
        for side in (ROMAN, CALEDONIAN):
            if side != view.side:
                hidden.place(side)
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
            short=view.short,
            south=view.south,
            ships_stop=view.ships_stop,
            hex_rally=view.hex_rally,
            flip=view.flip,
            bids=[self.rng.below(MOST_BID + 1) if bid == HIDDEN else bid for bid in view.bids],
            at=at,
            here=here,
            disrupted=[self._disrupted(side, at) for side in (ROMAN, CALEDONIAN)],
            aboard=list(view.aboard),
            loading=view.loading,
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
            sighted=self._sighted(),
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
            self._put_aboard(state)
        self._frames(state)
        return state

    def _sighted(self) -> list[list[int]]:
        """What the viewer saw; what the other side remembers is its own affair."""
        found = [[NONE] * self.t.tribes.count, [NONE] * self.t.rome.count]
        if self.view.side != NONE:
            found[self.view.side] = list(self.view.sighted)
        return found

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

    def _disrupted(self, side: int, at: list[list[int]]) -> int:
        """Which units are Disrupted: those seen to be, and some of the hidden ones."""
        view = self.view
        disrupted = view.disrupted[side]
        for unit in units(self.t.musters[side].two_step):
            hidden = at[side][unit] in view.veiled[side]
            if hidden and view.turn > 1 and self.rng.below(DISRUPTED_SHARE) == 0:
                disrupted |= 1 << unit
        return disrupted

    def _put_aboard(self, state: State) -> None:
        """Land units in sea hexes must be aboard."""
        t = self.t
        for unit in units(t.rome.land):
            place = state.at[ROMAN][unit]
            if t.board.is_sea[place]:
                fleets = state.here[ROMAN][place] & t.rome.fleets
                state.aboard[unit] = fleet_with_room(t, state, fleets)

    def _frames(self, state: State) -> None:
        """Choose who takes part in the other side's actions."""
        for frame in state.stack:
            if frame.side == self.view.side:
                continue
            phase = frame.phase
            if phase in (MARCH, BUILD):
                frame.mask = self._force(state, frame)
            elif phase in (FORM, SAIL):
                frame.mask = state.here[ROMAN][frame.place] & self.t.rome.fleets
                self._leader_aboard(state, frame)
            elif phase == LAND or (phase == ARRIVE and frame.flags & BY_SEA):
                frame.mask = state.here[ROMAN][frame.place] & self.t.rome.fleets
            elif phase == ATTRITION:
                frame.mask = unsupplied(self.t, state, frame.side) or self._any_unit(
                    state, frame.side
                )
                full = frame.flags == 1 and frame is not state.stack[-1]
                count = frame.mask.bit_count() if full else 0
                frame.rolled = [1 + self.rng.below(DIE_FACES) for _ in range(count)]

        self._rerolled_die(state)

    def _any_unit(self, state: State, side: int) -> int:
        """Some unit to be out of supply: otherwise there would be no roll."""
        mask = on_map(self.t, state, side) & self.t.musters[side].mobile
        return mask & -mask

    def _rerolled_die(self, state: State) -> None:
        """Which die the Druids have rolled again: of many, the one of one unit."""
        for below, frame in pairwise(state.stack):
            if below.phase == frame.phase == ATTRITION and self.view.side != CALEDONIAN:
                # Taken out of the roll below, and not cast yet.
                frame.mask &= -frame.mask
                below.mask &= ~frame.mask
                below.rolled = below.dice[1:]
            if frame.phase != PLAYED or frame.side != CALEDONIAN or frame.step != DRUIDS:
                continue
            dice = state.battle.rollers if state.battle is not None else below.rolled
            if dice and self.view.side != CALEDONIAN:
                frame.mask = 1 + self.rng.below(len(dice))

    def _force(self, state: State, frame: Frame) -> int:
        """Some of the units that could be marching, among them those that the March needs."""
        t = self.t
        side = frame.side
        mask = movable(t, state, side, frame.place)
        must = needed(t, side, frame) if frame.phase == MARCH else t.rome.legionaries
        if frame.flags & PAYMENT == BY_SCOUTS:
            return t.rome.scouts
        keep = mask & must or mask
        chosen = keep & -keep
        for unit in units(mask):
            if self.rng.below(2):
                chosen |= 1 << unit
        return chosen

    def _leader_aboard(self, state: State, frame: Frame) -> None:
        """A free voyage has its leader aboard."""
        t = self.t
        payment = frame.flags & PAYMENT
        if payment == BY_SUPREME:
            leaders = t.rome.supreme
        elif payment == BY_OFFICIUM and not frame.mask & t.rome.leaders:
            leaders = t.rome.leaders
        else:
            return
        here = leaders & state.here[ROMAN][frame.place]
        if not any(passengers(t, state, fleet) & here for fleet in units(frame.mask)):
            state.aboard[lowest(here)] = fleet_with_room(t, state, frame.mask)


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
