"""One side's fire: dice, hits, and who takes them [16.0, 25.0]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, DICE, DRUIDS, DRUIDS_WINDOW, FIRE, HITS, ROMAN
from ludus.games.agricola.rules.forces import alike, strength_of
from ludus.games.agricola.rules.hidden import seat_of
from ludus.games.agricola.rules.losses import eliminate, lose_step
from ludus.games.agricola.rules.markers import may_be_asked
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, Frame, State

FIRE_DICE: Final = 1
"""In the step of a DRUIDS_WINDOW frame: the dice are those of a fire."""


def front(b: Battle, side: int) -> int:
    """The units that roll and can be hit."""
    return b.force[side] & ~b.reserve if side == ROMAN else b.force[side]


def begin_fire(t: Tables, state: State, b: Battle) -> None:
    """One die per unit, two for those that moved up from the Reserve."""
    rollers: list[int] = []
    for unit in units(front(b, b.firing)):
        rollers.append(unit)
        if b.firing == ROMAN and b.risen >> unit & 1:
            rollers.append(unit)
    b.rollers = rollers
    b.rolled = []
    b.hits = 0
    if rollers:
        state.stack.append(Frame(FIRE, b.firing))


def decide_fire(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    b = state.battle
    assert b is not None
    return t.dice[min(len(b.rollers) - len(b.rolled), DICE)]


def act_fire(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    b = state.battle
    assert b is not None
    faces = t.faces[action.verb][action.arg]
    b.rolled += faces
    if emit is not None:
        facts: dict[str, Fact] = {"side": b.firing, "dice": tuple(faces)}
        emit(Event("fire_dice", facts))


def step_fire(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    b = state.battle
    assert b is not None
    if len(b.rolled) < len(b.rollers):
        return True
    own_turn = b.firing == CALEDONIAN and state.active == CALEDONIAN
    if own_turn and not frame.flags and may_be_asked(state, CALEDONIAN, DRUIDS):
        frame.flags = 1
        state.stack.append(Frame(DRUIDS_WINDOW, CALEDONIAN, step=FIRE_DICE))
        return False
    state.stack.pop()
    _resolve(t, state, b, emit)
    return False


def factor(t: Tables, state: State, b: Battle, unit: int) -> int:
    """What a unit of the firing side must roll at most to hit."""
    side = b.firing
    value = strength_of(t, state, side, unit)
    if side == ROMAN:
        if b.assault and t.rome.legionaries >> unit & 1:
            value += 1
    elif b.fury and t.tribes.furious >> unit & 1:
        value += 1
    return value


def strike(t: Tables, state: State, b: Battle) -> list[int]:
    """The latest fire: each unit that rolled, its die and what it had to roll at most."""
    found: list[int] = []
    for unit, die in zip(b.rollers, b.rolled, strict=True):
        found += (unit, die, factor(t, state, b, unit))
    return found


def fortified(t: Tables, b: Battle, side: int) -> bool:
    """Whether hits on the side are halved; only defenders can be [25.1]."""
    if side == b.attacker:
        return False
    if side == ROMAN:
        return t.board.is_fortress[b.place] or bool(b.force[ROMAN] & t.rome.praesidia)
    return bool(b.force[CALEDONIAN] & t.tribes.oppida) and not b.stormed


def _resolve(t: Tables, state: State, b: Battle, emit: Emit | None) -> None:
    """Total the hits, halve them against a fortified defence, and let the owner take them."""
    factors = [factor(t, state, b, unit) for unit in b.rollers]
    scored = sum(1 for die, need in zip(b.rolled, factors, strict=True) if die <= need)
    target = 1 - b.firing
    hits = (scored + 1) // 2 if fortified(t, b, target) else scored
    if b.firing == CALEDONIAN:
        b.fired = True
    b.hits = hits
    if emit is not None:
        facts: dict[str, Fact] = {
            "side": b.firing,
            "units": tuple(b.rollers),
            "dice": tuple(b.rolled),
            "factors": tuple(factors),
            "scored": scored,
            "hits": hits,
        }
        emit(Event("fire", facts))
    if hits:
        state.stack.append(Frame(HITS, target, value=hits))


def steps_left(t: Tables, state: State, side: int, mask: int) -> int:
    whole = mask & t.musters[side].two_step & ~state.disrupted[side]
    return mask.bit_count() + whole.bit_count()


def step_hits(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """The owner chooses; where all are lost, or all are alike, there is nothing to choose."""
    b = state.battle
    assert b is not None
    side = frame.side
    mask = front(b, side)
    if not frame.value or not mask:
        state.stack.pop()
        return False
    if frame.value >= steps_left(t, state, side, mask):
        state.stack.pop()
        for unit in units(mask):
            eliminate(t, state, side, unit, emit)
        return False
    targets = alike(t, state, side, mask)
    if len(targets) > 1:
        return True
    frame.value -= 1
    lose_step(t, state, side, targets[0], emit)
    return False


def decide_hits(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    b = state.battle
    assert b is not None
    mask = front(b, frame.side)
    options = [t.hit[unit] for unit in alike(t, state, frame.side, mask)]
    return (Decision(seat_of(state, frame.side), "hits", options),)


def act_hits(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.value -= 1
    lose_step(t, state, frame.side, action.arg, emit)
