"""How far a land force can go [13.0, 27.1]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.agricola.board import Muster, Walk, spread
from ludus.games.agricola.ids import (
    CALEDONIAN,
    LONGEST_MOVE,
    MONOLITHS,
    NONE,
    OFF_ROAD,
    ROMAN,
    WILD,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State


def stops(t: Tables, state: State, side: int, place: int) -> bool:
    """Whether entering the place ends a force's movement, wilderness aside."""
    if place == t.board.britannia or state.here[1 - side][place]:
        return True
    if side == CALEDONIAN:
        return False
    center = t.board.center_at[place]
    return center != NONE and halts(state, center)


def halts(state: State, center: int) -> bool:
    """Whether a center's counter ends the movement of Romans: all but a revealed Monolith."""
    kind = state.center[center]
    return kind != NONE and (kind != MONOLITHS or not state.center_up >> center & 1)


def roads_from(t: Tables, built: int, place: int) -> list[int]:
    """Where roads lead, with the part of the route that is built."""
    links = t.board.road_links[place]
    if built:
        spot = t.board.route_at[place]
        if spot != NONE and spot <= built:
            links = links[:]
            if spot < built:
                links.append(t.board.route[spot + 1])
            if spot:
                links.append(t.board.route[spot - 1])
    return links


def reach(t: Tables, state: State, side: int, frame: Frame) -> list[int]:
    """Where the whole force can go from where it stands, in order.

    A shared path is as short as the slowest unit's allowance; by road there is no limit.
    """
    found: list[int] = []
    muster = t.musters[side]
    mask = frame.mask
    wary = side == ROMAN and bool(mask & ~muster.auxiliaries)
    if not (wary and frame.flags & WILD):
        most = least_move(muster, mask) - frame.used
        walk = walk_from(t, side, frame.place, wary)
        if open_to(t, state, side, walk, most):
            found = walk.ends[max(most, 0)]
        else:
            for ring in rings(t, state, side, frame.place, most, wary):
                found += ring
            found.sort()
    if side == ROMAN and not frame.flags & OFF_ROAD:
        ridden = rides(t, state, frame.place)
        if ridden:
            return sorted({*found, *ridden})
    return found


def least_move(muster: Muster, mask: int) -> int:
    """The allowance of the slowest unit."""
    moves = muster.by_move
    allowance = 0
    while allowance < LONGEST_MOVE and not mask & ~moves[allowance + 1]:
        allowance += 1
    return allowance


def walk_from(t: Tables, side: int, start: int, wary: bool) -> Walk:
    """What the map alone says about walking from a place; worked out once."""
    walks = t.walks[side + 2 * wary]
    walk = walks[start]
    if walk is None:
        walk = walks[start] = Walk(t.board, start, side, wary, t.unbarred)
    return walk


def open_to(t: Tables, state: State, side: int, walk: Walk, most: int) -> bool:
    """Whether nothing stops a force anywhere on a walk of so many steps."""
    if most <= 1:
        return True
    foes = state.here[1 - side]
    for place in walk.passed[most]:
        if foes[place]:
            return False
    if side == ROMAN:
        for center in walk.centers[most]:
            if halts(state, center):
                return False
    return True


def rings(t: Tables, state: State, side: int, start: int, most: int, wary: bool) -> list[list[int]]:
    """The places that are one, two and more steps away across country, up to `most`.

    The way back is as long, as only what is passed on it matters.
    """
    walk = walk_from(t, side, start, wary)
    if open_to(t, state, side, walk, most):
        return walk.rings[: max(most, 0)]
    return spread(t.board, start, most, side, wary, barriers(t, state, side))


def barriers(t: Tables, state: State, side: int) -> list[int]:
    """Per place, not 0 where a side's movement ends, wilderness aside."""
    barred = state.here[1 - side][:]
    barred[t.board.britannia] = 1
    if side == ROMAN:
        for center, place in enumerate(t.board.center_hex):
            if halts(state, center):
                barred[place] = 1
    return barred


def rides(t: Tables, state: State, start: int) -> list[int]:
    """Where Romans can ride to from a place, and as well from where to it, in order."""
    ridden = t.rides[state.road][start]
    if ridden is None:
        ridden = t.rides[state.road][start] = _ride(t, state.road, start, t.unbarred)
    foes = state.here[CALEDONIAN]
    for place in ridden:
        if foes[place]:
            return _ride(t, state.road, start, barriers(t, state, ROMAN))
    for center in t.board.road_centers:
        if halts(state, center) and t.board.center_hex[center] in ridden:
            return _ride(t, state.road, start, barriers(t, state, ROMAN))
    return ridden


def _ride(t: Tables, built: int, start: int, barred: Sequence[int]) -> list[int]:
    found: set[int] = set()
    edge = [start]
    while edge:
        for other in roads_from(t, built, edge.pop()):
            if other not in found:
                found.add(other)
                if not barred[other]:
                    edge.append(other)
    found.discard(start)
    return sorted(found)


def able(t: Tables, state: State, side: int, frame: Frame, place: int) -> int:
    """The units of the force that can take one step into a neighbouring place."""
    if side == CALEDONIAN:
        return 0 if place == t.board.britannia else _walkers(t, CALEDONIAN, frame)
    if not frame.flags & OFF_ROAD and place in roads_from(t, state.road, frame.place):
        return frame.mask
    return _walkers(t, ROMAN, frame) if place in t.board.land_links[frame.place] else 0


def _walkers(t: Tables, side: int, frame: Frame) -> int:
    """The units of the force that can take another step across country."""
    muster = t.musters[side]
    mask = frame.mask & muster.by_move[min(frame.used + 1, len(muster.by_move) - 1)]
    if side == ROMAN and frame.flags & WILD:
        mask &= muster.auxiliaries
    return mask


def steps(t: Tables, state: State, side: int, frame: Frame) -> list[tuple[int, int]]:
    """Neighbouring places that some of the force can enter, with the units that can, in order."""
    found: list[tuple[int, int]] = []
    walkers = _walkers(t, side, frame)
    roads: list[int] = []
    if side == ROMAN and not frame.flags & OFF_ROAD:
        roads = roads_from(t, state.road, frame.place)
    for place in t.board.land_links[frame.place]:
        mask = frame.mask if place in roads else walkers
        if mask and (side == ROMAN or place != t.board.britannia):
            found.append((place, mask))
    return found


def take_step(t: Tables, state: State, frame: Frame, place: int) -> None:
    """Note a step in the frame: how long the path is, and whether it keeps to roads."""
    if place not in roads_from(t, state.road, frame.place):
        frame.flags |= OFF_ROAD
    if t.board.wild[place]:
        frame.flags |= WILD
    frame.used += 1
    frame.place = place
