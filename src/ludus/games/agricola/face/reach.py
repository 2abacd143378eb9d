"""How far a force can go, worked out from a view: which units get where, by which way.

The rules offer where the whole force can go. A player plans with parts of it as well, so this
says for every place which units of the force do not get there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludus.games.agricola.board import Board, Muster, units
from ludus.games.agricola.content import Contents
from ludus.games.agricola.ids import (
    CALEDONIAN,
    MONOLITHS,
    NONE,
    OFF_ROAD,
    ROMAN,
    WILD,
)
from ludus.games.agricola.view import View


@dataclass(frozen=True, slots=True)
class Way:
    """How a place is reached: at which step of the March (0 by road), and over which places."""

    steps: int
    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that some of the force can reach."""

    place: int
    way: Way
    """The way of those who can."""
    left: int
    """The units that cannot come along."""


def barred_places(contents: Contents, view: View, side: int) -> list[bool]:
    """Per place, whether it ends the movement of a side's force, wilderness aside."""
    board = contents.board
    barred = [False] * board.places
    barred[board.britannia] = True
    enemy = 1 - side
    for place in view.stacks[enemy]:
        barred[place] = True
    for unit in units(contents.musters[enemy].static):
        place = view.at[enemy][unit]
        if place >= 0:
            barred[place] = True
    if side == ROMAN:
        for center, place in enumerate(board.center_hex):
            if halts(view, center):
                barred[place] = True
    return barred


def halts(view: View, center: int) -> bool:
    """Whether a center's counter stops Romans: all but a revealed Monolith do."""
    kind = view.center[center]
    return kind != NONE and (kind != MONOLITHS or not view.center_up >> center & 1)


def goals(contents: Contents, view: View) -> dict[int, Goal]:
    """Every place that some of the viewer's marching force can reach, by place."""
    question = view.question
    if view.marching == NONE or question is None:
        return {}
    side, board, muster = view.side, contents.board, contents.musters[view.side]
    barred = barred_places(contents, view, side)
    start, mask = question.place, question.mask
    kinds = [
        kind for kind in _kinds(muster, side, mask) if not kind[1] or not question.flags & WILD
    ]

    @cache
    def walk(most: int, wary: bool) -> dict[int, Way]:
        return _walk(board, start, range(question.used + 1, most + 1), side, wary, barred)

    ways: dict[int, Way] = {}
    able: dict[int, int] = {}
    for place in {place for most, wary, _ in kinds for place in walk(most, wary)}:
        going = [kind for kind in kinds if place in walk(kind[0], kind[1])]
        if place not in walk(*_together(going)):
            # Those who could all get there, but not by the same way, do not go together.
            going = [kind for kind in going if kind[1]]
        ways[place] = walk(*_together(going))[place]
        able[place] = sum(part for _, _, part in going)
    if side == ROMAN and not question.flags & OFF_ROAD:
        for place, way in ride(board, view.road, start, barred).items():
            if able.get(place) != mask:
                ways[place] = way
            able[place] = mask
    return {place: Goal(place, way, mask & ~able[place]) for place, way in ways.items()}


def _kinds(muster: Muster, side: int, mask: int) -> list[tuple[int, bool, int]]:
    """The force by how far it goes and whether wilderness stops it."""
    found: dict[tuple[int, bool], int] = {}
    for unit in units(mask):
        wary = side == ROMAN and not muster.auxiliaries >> unit & 1
        key = (max(0, muster.move[unit]), wary)
        found[key] = found.get(key, 0) | 1 << unit
    return [(*key, units_of) for key, units_of in found.items()]


def _together(kinds: Sequence[tuple[int, bool, int]]) -> tuple[int, bool]:
    """How far some kinds go in one force, and whether wilderness stops it."""
    return min(most for most, _, _ in kinds), any(wary for _, wary, _ in kinds)


def _walk(
    board: Board, start: int, steps_left: range, side: int, wary: bool, barred: list[bool]
) -> dict[int, Way]:
    """Places across country that the next steps of a March lead to."""
    found: dict[int, Way] = {}
    seen = {start}
    if side == CALEDONIAN:
        seen.add(board.britannia)
    edge: list[tuple[int, tuple[int, ...]]] = [(start, (start,))]
    for steps in steps_left:
        following: list[tuple[int, tuple[int, ...]]] = []
        for place, path in edge:
            for other in board.land_links[place]:
                if other in seen:
                    continue
                seen.add(other)
                way = (*path, other)
                found[other] = Way(steps, way)
                if not barred[other] and not (wary and board.wild[other]):
                    following.append((other, way))
        edge = following
    return found


def ride(board: Board, built: int, start: int, barred: list[bool]) -> dict[int, Way]:
    """Places that Romans reach by road."""
    found: dict[int, Way] = {}
    edge: list[tuple[int, tuple[int, ...]]] = [(start, (start,))]
    while edge:
        place, path = edge.pop(0)
        for other in _roads_from(board, built, place):
            if other != start and other not in found:
                found[other] = Way(0, (*path, other))
                if not barred[other]:
                    edge.append((other, (*path, other)))
    return found


def _roads_from(board: Board, built: int, place: int) -> list[int]:
    links = board.road_links[place][:]
    spot = board.route_at[place]
    if built and spot != NONE and spot <= built:
        if spot < built:
            links.append(board.route[spot + 1])
        if spot:
            links.append(board.route[spot - 1])
    return links
