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
from ludus.games.agricola.rules.aboard import passengers
from ludus.games.agricola.rules.machine import Machine
from ludus.games.agricola.state import State


def broken(m: Machine, state: State) -> Iterator[str]:
    """Everything that is wrong with a position, in words."""
    yield from _placed(m, state)
    yield from _at_sea(m, state)
    yield from _counters(m, state)
    yield from _markers(m, state)
    for side in (ROMAN, CALEDONIAN):
        if not 0 <= state.points[side] <= m.most:
            yield f"side {side} has {state.points[side]} points"
    if state.stack and state.stack[-1].phase == MARCH_MENU:
        yield from _apart(m, state)


def _placed(m: Machine, state: State) -> Iterator[str]:
    for side, muster in enumerate(m.musters):
        here = [0] * m.board.places
        for unit in range(muster.count):
            here[state.at[side][unit]] |= 1 << unit
        if here != state.here[side]:
            yield f"the units of side {side} are not where they are said to be"
        off = [place for place in range(m.board.recruit, m.board.places) if here[place]]
        if any(state.disrupted[side] & here[place] for place in off):
            yield f"side {side} has disrupted units off the map"
        if state.disrupted[side] & ~muster.two_step:
            yield f"side {side} has disrupted units without a back"
        if here[m.board.recruit] & muster.supreme and state.turn:
            yield f"the Supreme Leader of side {side} lies in the Recruit box"
    if state.here[CALEDONIAN][m.board.britannia]:
        yield "Caledonians in Britannia"
    if state.fallen & ~(state.here[ROMAN][m.board.recruit] & m.rome.legionaries):
        yield "the fallen are not in the Recruit box"


def _at_sea(m: Machine, state: State) -> Iterator[str]:
    for unit in range(m.rome.count):
        place = state.at[ROMAN][unit]
        fleet = state.aboard[unit]
        if fleet != NONE:
            carried = m.rome.land >> unit & 1 and m.rome.fleets >> fleet & 1
            if not carried or state.at[ROMAN][fleet] != place:
                yield f"unit {unit} is aboard {fleet}, which is not with it"
        elif place < m.board.hexes and m.board.is_sea[place] and not m.rome.fleets >> unit & 1:
            yield f"unit {unit} is in the water"
    for fleet in units(m.rome.fleets):
        place = state.at[ROMAN][fleet]
        if passengers(state, m, fleet).bit_count() > CAPACITY:
            yield f"fleet {fleet} carries too many"
        if place < m.board.hexes and not (m.board.is_sea[place] or m.board.coastal[place]):
            yield f"fleet {fleet} stands on dry land"


def _counters(m: Machine, state: State) -> Iterator[str]:
    totals = list(state.spare)
    for center, kind in enumerate(state.center):
        if kind != NONE:
            totals[kind] += 1
        unit = m.first_oppidum + center
        place = m.board.center_hex[center] if kind == OPPIDUM else m.board.absent
        if state.at[CALEDONIAN][unit] != place:
            yield f"the Oppidum of center {center} is not where its counter is"
        if kind == NONE and state.center_up >> center & 1:
            yield f"center {center} has no counter, but it lies face up"
    for kind, total in enumerate(totals):
        most = m.contents.counters[kind]
        if total > most or (total < most and kind != MINES):
            yield f"{total} counters of type {kind}, there must be {most}"


def _markers(m: Machine, state: State) -> Iterator[str]:
    for side in (ROMAN, CALEDONIAN):
        held, lying, gone = state.hand[side], state.bin[side], state.gone[side]
        if held | lying | gone != ALL_MARKERS or held & lying or held & gone or lying & gone:
            yield f"the markers of side {side} do not add up"
        if state.shelved[side] & ~lying:
            yield f"side {side} has a marker that is not in the bin, as all believe"


def _apart(m: Machine, state: State) -> Iterator[str]:
    """Between Marches only a siege has both sides in one hex [13.2.5]."""
    for place in range(m.board.hexes):
        together = state.here[ROMAN][place] and state.here[CALEDONIAN][place]
        if together and place not in state.sieges:
            yield f"both sides stand in hex {m.board.ids[place]}"
