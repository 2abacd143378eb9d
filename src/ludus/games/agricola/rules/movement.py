"""How far a land force can go [13.0, 27.1]."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.board import CALEDONIAN, MONOLITHS, ROMAN
from ludus.games.agricola.rules.base import Machine
from ludus.games.agricola.state import NONE, Frame, State

# The flags of a MARCH frame: what it is paid by in the low bits, then these.
PAYMENT: Final = 7
OFF_ROAD: Final = 8
"""A step did not follow a road."""
WILD: Final = 16
"""A wilderness hex was entered: in ordinary movement only auxiliaries go on."""


def stops(m: Machine, state: State, side: int, place: int) -> bool:
    """Whether entering the place ends a force's movement, wilderness aside."""
    if place == m.board.britannia or state.here[1 - side][place]:
        return True
    if side == CALEDONIAN:
        return False
    center = m.board.center_at[place]
    if center == NONE or state.center[center] == NONE:
        return False
    return state.center[center] != MONOLITHS or not state.center_up >> center & 1


def enterable(m: Machine, state: State, side: int, place: int) -> bool:
    return side == ROMAN or place != m.board.britannia


def roads_from(m: Machine, state: State, place: int) -> list[int]:
    """Where roads lead, with the part of the route that is built."""
    links = m.board.road_links[place]
    route = m.board.route
    if state.road and place in route:
        links = links[:]
        spot = route.index(place)
        if spot < state.road:
            links.append(route[spot + 1])
        if 0 < spot <= state.road:
            links.append(route[spot - 1])
    return links


def reach(m: Machine, state: State, side: int, frame: Frame) -> set[int]:
    """Where the whole force can go from where it stands, each place once.

    A shared path is as short as the slowest unit's allowance; by road there is no limit.
    """
    found: set[int] = set()
    muster = m.musters[side]
    mask = frame.mask
    moves = muster.move
    least = min(moves[unit] for unit in range(muster.count) if mask >> unit & 1)
    wary = side == ROMAN and bool(mask & ~muster.auxiliaries)
    if not (wary and frame.flags & WILD):
        _walk(m, state, side, frame.place, least - frame.used, wary, found)
    if side == ROMAN and not frame.flags & OFF_ROAD:
        _ride(m, state, frame.place, found)
    found.discard(frame.place)
    return found


def _walk(
    m: Machine, state: State, side: int, start: int, left: int, wary: bool, found: set[int]
) -> None:
    links = m.board.land_links
    wild = m.board.wild
    britannia = m.board.britannia
    edge = [start]
    seen = {start}
    while left > 0 and edge:
        left -= 1
        following: list[int] = []
        for place in edge:
            for other in links[place]:
                if other in seen:
                    continue
                seen.add(other)
                if other == britannia and side == CALEDONIAN:
                    continue
                found.add(other)
                if (wary and wild[other]) or stops(m, state, side, other):
                    continue
                following.append(other)
        edge = following


def _ride(m: Machine, state: State, start: int, found: set[int]) -> None:
    edge = [start]
    seen = {start}
    while edge:
        for other in roads_from(m, state, edge.pop()):
            if other in seen:
                continue
            seen.add(other)
            found.add(other)
            if not stops(m, state, ROMAN, other):
                edge.append(other)


def able(m: Machine, state: State, side: int, frame: Frame, place: int) -> int:
    """The units of the force that can take one step into a neighbouring place."""
    muster = m.musters[side]
    if side == CALEDONIAN:
        if place == m.board.britannia:
            return 0
        return frame.mask & muster.by_move[min(frame.used + 1, len(muster.by_move) - 1)]
    mask = 0
    if place in m.board.land_links[frame.place]:
        mask = frame.mask & muster.by_move[min(frame.used + 1, len(muster.by_move) - 1)]
        if frame.flags & WILD:
            mask &= muster.auxiliaries
    if not frame.flags & OFF_ROAD and place in roads_from(m, state, frame.place):
        mask = frame.mask
    return mask


def steps(m: Machine, state: State, side: int, frame: Frame) -> list[tuple[int, int]]:
    """Neighbouring places that some of the force can enter, with the units that can."""
    found: list[tuple[int, int]] = []
    for place in m.board.land_links[frame.place]:
        mask = able(m, state, side, frame, place)
        if mask:
            found.append((place, mask))
    return found


def take_step(m: Machine, state: State, frame: Frame, place: int) -> None:
    """Note a step in the frame: how long the path is, and whether it keeps to roads."""
    if place not in roads_from(m, state, frame.place):
        frame.flags |= OFF_ROAD
    if m.board.wild[place]:
        frame.flags |= WILD
    frame.used += 1
    frame.place = place
