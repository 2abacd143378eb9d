"""The strength of units, and what a place adds to it [battle.4-8, home.3-4, great_fort.5-6]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.conqueror.board import Board
from ludus.games.conqueror.cards import AT_FORT, AT_GREAT_FORT, AT_HOME, Law
from ludus.games.conqueror.ids import (
    CAVALRY,
    GREAT_FORT,
    GROUPS_EACH,
    INFANTRY,
    NO_FORT,
    NONE,
    WEIGHT,
)


def strength_of(infantry: int, cavalry: int) -> int:
    """What units count in defence, for casualties and for bribes."""
    return infantry * WEIGHT[INFANTRY] + cavalry * WEIGHT[CAVALRY]


def attack_strength(infantry: int, cavalry: int, law: Law) -> int:
    """What units count in an attack."""
    weights = law.attack_weight
    return infantry * weights[INFANTRY] + cavalry * weights[CAVALRY]


def attackers(joined: Sequence[int]) -> tuple[int, int]:
    """Infantry and cavalry among attacking units that are counted by group."""
    infantry = 0
    cavalry = 0
    for group in range(GROUPS_EACH):
        infantry += joined[group]
        cavalry += joined[GROUPS_EACH + group]
    return infantry, cavalry


def place_bits(board: Board, place: int) -> int:
    """What kind of place a territory is, in the bits of an ability."""
    bits = 0
    fort = board.fort[place]
    if fort == GREAT_FORT:
        bits |= AT_GREAT_FORT
    elif fort != NO_FORT:
        bits |= AT_FORT
    if board.home_of[place] != NONE:
        bits |= AT_HOME
    return bits


def bonus_at(board: Board, law: Law, place: int, own_home: bool) -> int:
    """The highest of the bonuses that apply, and what a card adds to walls."""
    bonus = law.defence_any
    if board.fort[place] == GREAT_FORT:
        bonus = max(bonus, law.defence_great)
    if own_home:
        bonus = max(bonus, law.defence_home)
    if law.walls and place_bits(board, place) & law.wall_places:
        bonus += law.walls
    return bonus
