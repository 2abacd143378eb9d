"""Dice: what a code says, which die a slot is for, how faces change, and Morale [dice, morale]."""

from __future__ import annotations

from ludus.games.para_bellum.board import GENERAL, RED
from ludus.games.para_bellum.catalog import EventKind, Hooks
from ludus.games.para_bellum.ids import (
    BANNER_SHIFT,
    FACE,
    GRAY_BANNERS,
    MAX_FACE,
    RED_BANNERS,
)


def face_of(code: int) -> int:
    """What a die shows; 0 where there is none."""
    return code & FACE


def banner_of(code: int) -> int:
    """The banner on a die, or NONE."""
    return (code >> BANNER_SHIFT) - 1


def fitting_banners(slot: int) -> int:
    """The banners that fit the die of a slot, as a mask."""
    if slot < RED:
        return GRAY_BANNERS
    return RED_BANNERS if slot < GENERAL else 0


def shifted(face: int, slot: int, by: int, floor: int = 0) -> int:
    """What a die shows when it is raised or lowered [dice.7, lose.1, lose.7]; 0 if it is lost.

    It is not lowered below `floor`, and the General never below 1.
    """
    value = face + by
    if value > MAX_FACE:
        return MAX_FACE
    if slot == GENERAL and floor < 1:
        floor = 1
    if by < 0 and value < floor:
        return floor
    return value


def can_pay(face: int, slot: int, pips: int) -> bool:
    """Whether a die can pay so many pips alone [spend.3-7]: the General keeps one [dice.7]."""
    return face > pips if slot == GENERAL else face >= pips


def morale_limit(reds: int) -> int:
    """The highest result that passes a Morale test, by the number of red dice [morale.6-7]."""
    return 1 + reds


def morale_plus(up: int, event: EventKind, hooks: Hooks) -> int:
    """What the event and the face-up cards of the tested player add to a Morale test."""
    return event.morale + hooks.morale_roll.total(up)
