"""The parts of a position's value by name, for words about it.

The value of a position counts for the Romans. Each part belongs to the side that would speak of it,
so that it is what the Romans have less what the tribes have. Places are the numbers of hexes.
"""

from __future__ import annotations

from ludus.core.terms import NOTHING, UNNAMED, Term
from ludus.games.agricola.bot.position import (
    DENIED,
    EXPOSED,
    FORWARD,
    HUNGER,
    LOST,
    MANY_POINTS,
    MARKER,
    OPEN,
    POINT,
    STRAY,
    WEIGHTS,
    PositionJudge,
)
from ludus.games.agricola.bot.stacks import Armies
from ludus.games.agricola.ids import CALEDONIAN, ROMAN


def terms_of(judge: PositionJudge, armies: Armies, side: int) -> list[Term]:
    """What a side has and can hope for, with the armies as they stand."""
    found = _held_back(judge, side)
    found += _forces(judge, armies, side)
    found += _centers(judge, armies, side)
    return found + _fortresses(judge, armies, side)


def _held_back(judge: PositionJudge, side: int) -> list[Term]:
    """What does not depend on where the armies stand."""
    named = [_points(judge, each) + _markers(judge, each) for each in (ROMAN, CALEDONIAN)]
    found = [
        Term("points", NOTHING, _points(judge, side)),
        Term("markers", NOTHING, _markers(judge, side)),
    ]
    if side == ROMAN:
        found.append(Term(UNNAMED, NOTHING, judge.base - named[ROMAN] + named[CALEDONIAN]))
    return found


def _points(judge: PositionJudge, side: int) -> float:
    points = judge.state.points[side]
    return POINT[side] * min(points, MANY_POINTS) + 0.1 * max(0, points - MANY_POINTS)


def _markers(judge: PositionJudge, side: int) -> float:
    return MARKER * judge.state.hand[side].bit_count()


def _forces(judge: PositionJudge, armies: Armies, side: int) -> list[Term]:
    """Armies by place: their worth, their supply, what they are near to and what threatens them."""
    rows = (armies.romans, armies.tribes)
    own, foes = rows[side], rows[1 - side]
    found: list[Term] = []
    trains = [stack.place for stack in own.values() if stack.mask & judge.t.rome.trains]
    centers = judge.t.board.center_hex
    goals = [number for number, place in enumerate(centers) if place not in armies.romans]
    for place, stack in own.items():
        found.append(Term("force", place, stack.worth))
        fed = judge.fed(stack, trains) if side == ROMAN else judge.home(place)
        if stack.hungry and not fed:
            found.append(Term("supply", place, -HUNGER * stack.hungry))
        if place < judge.t.board.hexes and stack.worth >= 0.3:
            loss = judge.threat(stack, place, foes) * stack.worth
            found.append(Term("exposed", place, -EXPOSED * loss))
        if side == CALEDONIAN:
            continue
        if stack.mobile and goals:
            near = FORWARD * stack.mobile * judge.forward(place, goals)
            found.append(Term("forward", place, near))
        if judge.astray(place):
            found.append(Term("astray", place, -STRAY))
        if stack.camp and place < judge.t.board.hexes and judge.t.board.is_site[place]:
            found.append(Term("site", place, 0.9))
    return found


def _centers(judge: PositionJudge, armies: Armies, side: int) -> list[Term]:
    """Centers that a side holds, and those that it can take: not all of them in time."""
    found: list[Term] = []
    hopes: list[tuple[float, int]] = []
    for center, place in enumerate(judge.t.board.center_hex):
        romans, tribes = armies.romans.get(place), armies.tribes.get(place)
        if romans is not None and tribes is None:
            if side == ROMAN:
                found.append(Term("center", place, judge.held(romans)))
            else:
                hope = judge.best(armies, CALEDONIAN, center, romans, place)
                hopes.append((hope * (2.0 + DENIED), place))
        elif tribes is not None:
            if side == ROMAN:
                hope = judge.best(armies, ROMAN, center, tribes, place)
                hopes.append((hope * (2.0 + 1.0 + DENIED * 0.5), place))
            else:
                found.append(Term("center", place, 2.0))
        else:
            if side == CALEDONIAN:
                found.append(Term(UNNAMED, place, OPEN))
            prize = OPEN + 1.0 + DENIED if side == ROMAN else 2.0 - OPEN
            hopes.append((judge.best(armies, side, center, None, place) * prize, place))
    scale = judge.hope if side == ROMAN else judge.hope * 0.7
    hopes.sort(reverse=True)
    for (hope, place), weight in zip(hopes, WEIGHTS, strict=False):
        found.append(Term("hope", place, scale * hope * weight))
    return found


def _fortresses(judge: PositionJudge, armies: Armies, side: int) -> list[Term]:
    """Fortresses that the tribes hold, and the Romans' dangers."""
    lost = [place for place in judge.t.board.fortress_hex if place in armies.tribes]
    needed = judge.t.charts.victory.fortresses - len(lost)
    if needed <= 0:
        return [] if side == ROMAN else [Term("fortress", lost[0], LOST)]
    if side == CALEDONIAN:
        return [Term("fortress", place, 3.0) for place in lost]
    return [
        Term("danger", place, -weight * danger)
        for weight, danger, place in judge.dangers(armies, needed)
    ]
