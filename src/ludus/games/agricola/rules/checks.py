"""What must hold in every position; for tests."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ALL_MARKERS,
    CALEDONIAN,
    CAPACITY,
    MARCH_MENU,
    MINES,
    NONE,
    OPPIDUM,
    ROMAN,
)
from ludus.games.agricola.rules.forces import passengers
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def broken(t: Tables, state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from _placed(t, state)
    yield from _at_sea(t, state)
    yield from _counters(t, state)
    yield from _markers(t, state)
    yield from _remembered(state)
    for side in (ROMAN, CALEDONIAN):
        if not 0 <= state.points[side] <= t.most:
            yield f"side {side} has {state.points[side]} points"
    if state.stack and state.stack[-1].phase == MARCH_MENU:
        yield from _apart(t, state)


def _placed(t: Tables, state: State) -> Iterator[str]:
    for side, muster in enumerate(t.musters):
        here = [0] * t.board.places
        for unit in range(muster.count):
            here[state.at[side][unit]] |= 1 << unit
        if here != state.here[side]:
            yield f"the units of side {side} are not where they are said to be"
        off = [place for place in range(t.board.recruit, t.board.places) if here[place]]
        if any(state.disrupted[side] & here[place] for place in off):
            yield f"side {side} has disrupted units off the map"
        if state.disrupted[side] & ~muster.two_step:
            yield f"side {side} has disrupted units without a back"
        if here[t.board.recruit] & muster.supreme and state.turn:
            yield f"the Supreme Leader of side {side} lies in the Recruit box"
    if state.here[CALEDONIAN][t.board.britannia]:
        yield "Caledonians in Britannia"
    if state.fallen & ~(state.here[ROMAN][t.board.recruit] & t.rome.legionaries):
        yield "the fallen are not in the Recruit box"


def _remembered(state: State) -> Iterator[str]:
    for side in (ROMAN, CALEDONIAN):
        for unit in units(state.known[side]):
            if state.sighted[side][unit] != NONE:
                yield f"side {side} is sure where unit {unit} is, and notes an earlier place"


def _at_sea(t: Tables, state: State) -> Iterator[str]:
    for unit in range(t.rome.count):
        place = state.at[ROMAN][unit]
        fleet = state.aboard[unit]
        if fleet != NONE:
            carried = t.rome.land >> unit & 1 and t.rome.fleets >> fleet & 1
            if not carried or state.at[ROMAN][fleet] != place:
                yield f"unit {unit} is aboard {fleet}, which is not with it"
        elif place < t.board.hexes and t.board.is_sea[place] and not t.rome.fleets >> unit & 1:
            yield f"unit {unit} is in the water"
    for fleet in units(t.rome.fleets):
        place = state.at[ROMAN][fleet]
        if passengers(t, state, fleet).bit_count() > CAPACITY:
            yield f"fleet {fleet} carries too many"
        if place < t.board.hexes and not (t.board.is_sea[place] or t.board.coastal[place]):
            yield f"fleet {fleet} stands on dry land"


def _counters(t: Tables, state: State) -> Iterator[str]:
    totals = list(state.spare)
    for center, kind in enumerate(state.center):
        if kind != NONE:
            totals[kind] += 1
        unit = t.first_oppidum + center
        place = t.board.center_hex[center] if kind == OPPIDUM else t.board.absent
        if state.at[CALEDONIAN][unit] != place:
            yield f"the Oppidum of center {center} is not where its counter is"
        if kind == NONE and state.center_up >> center & 1:
            yield f"center {center} has no counter, but it lies face up"
    for kind, total in enumerate(totals):
        most = t.contents.counters[kind]
        if total > most or (total < most and kind != MINES):
            yield f"{total} counters of type {kind}, there must be {most}"


def _markers(t: Tables, state: State) -> Iterator[str]:
    for side in (ROMAN, CALEDONIAN):
        held, lying, gone = state.hand[side], state.bin[side], state.gone[side]
        if held | lying | gone != ALL_MARKERS or held & lying or held & gone or lying & gone:
            yield f"the markers of side {side} do not add up"
        if state.shelved[side] & ~lying:
            yield f"side {side} has a marker that is not in the bin, as all believe"


def _apart(t: Tables, state: State) -> Iterator[str]:
    """Between Marches only a siege has both sides in one hex [13.2.5]."""
    for place in range(t.board.hexes):
        together = state.here[ROMAN][place] and state.here[CALEDONIAN][place]
        if together and place not in state.sieges:
            yield f"both sides stand in hex {t.board.ids[place]}"
