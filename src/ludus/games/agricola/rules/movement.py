"""How far a land force can go [13.0, 27.1]."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.board import CALEDONIAN, MONOLITHS, ROMAN, Muster
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
    built = state.road
    if built:
        spot = m.board.route_at[place]
        if spot != NONE and spot <= built:
            links = links[:]
            if spot < built:
                links.append(m.board.route[spot + 1])
            if spot:
                links.append(m.board.route[spot - 1])
    return links


def reach(m: Machine, state: State, side: int, frame: Frame) -> list[int]:
    """Where the whole force can go from where it stands, in order.

    A shared path is as short as the slowest unit's allowance; by road there is no limit.
    """
    found: list[int] = []
    muster = m.musters[side]
    mask = frame.mask
    wary = side == ROMAN and bool(mask & ~muster.auxiliaries)
    if not (wary and frame.flags & WILD):
        left = least_move(muster, mask) - frame.used
        for ring in rings(m, state, side, frame.place, left, wary):
            found += ring
    if side == ROMAN and not frame.flags & OFF_ROAD:
        ridden = rides(m, state, frame.place)
        if ridden:
            return sorted({*found, *ridden})
    found.sort()
    return found


def least_move(muster: Muster, mask: int) -> int:
    """The allowance of the slowest unit."""
    moves = muster.by_move
    allowance = 0
    while allowance + 1 < len(moves) and not mask & ~moves[allowance + 1]:
        allowance += 1
    return allowance


def rings(
    m: Machine, state: State, side: int, start: int, most: int, wary: bool
) -> list[list[int]]:
    """The places that are one, two and more steps away across country, up to `most`.

    The way back is as long, as only what is passed on it matters. Everything is looked up once
    here, for it is the way of most choices.
    """
    found: list[list[int]] = []
    links = m.board.land_links
    wild = m.board.wild
    britannia = m.board.britannia
    foes = state.here[1 - side]
    roman = side == ROMAN
    seen = [False] * m.board.places
    seen[start] = True
    edge = [start]
    while most > 0 and edge:
        most -= 1
        ring: list[int] = []
        following: list[int] = []
        for place in edge:
            for other in links[place]:
                if seen[other] or (other == britannia and not roman):
                    continue
                seen[other] = True
                ring.append(other)
                if foes[other] or (wary and wild[other]):
                    continue
                if roman and stops(m, state, ROMAN, other):
                    continue
                following.append(other)
        found.append(ring)
        edge = following
    return found


def rides(m: Machine, state: State, start: int) -> list[int]:
    """Where Romans can ride to from a place, and as well from where to it."""
    found: list[int] = []
    if not roads_from(m, state, start):
        return found
    edge = [start]
    seen = [False] * m.board.places
    seen[start] = True
    while edge:
        for other in roads_from(m, state, edge.pop()):
            if not seen[other]:
                seen[other] = True
                found.append(other)
                if not stops(m, state, ROMAN, other):
                    edge.append(other)
    return found


def able(m: Machine, state: State, side: int, frame: Frame, place: int) -> int:
    """The units of the force that can take one step into a neighbouring place."""
    if side == CALEDONIAN:
        return 0 if place == m.board.britannia else _walkers(m, CALEDONIAN, frame)
    if not frame.flags & OFF_ROAD and place in roads_from(m, state, frame.place):
        return frame.mask
    return _walkers(m, ROMAN, frame) if place in m.board.land_links[frame.place] else 0


def _walkers(m: Machine, side: int, frame: Frame) -> int:
    """The units of the force that can take another step across country."""
    muster = m.musters[side]
    mask = frame.mask & muster.by_move[min(frame.used + 1, len(muster.by_move) - 1)]
    if side == ROMAN and frame.flags & WILD:
        mask &= muster.auxiliaries
    return mask


def steps(m: Machine, state: State, side: int, frame: Frame) -> list[tuple[int, int]]:
    """Neighbouring places that some of the force can enter, with the units that can, in order."""
    found: list[tuple[int, int]] = []
    walkers = _walkers(m, side, frame)
    roads: list[int] = []
    if side == ROMAN and not frame.flags & OFF_ROAD:
        roads = roads_from(m, state, frame.place)
    for place in m.board.land_links[frame.place]:
        mask = frame.mask if place in roads else walkers
        if mask and (side == ROMAN or place != m.board.britannia):
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
