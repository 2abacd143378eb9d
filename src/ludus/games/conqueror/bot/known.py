"""Battles and bids as far as a seat knows them."""

from __future__ import annotations

from ludus.core.protocol import Seat
from ludus.games.conqueror.ids import ATTACK, BID, DEFENCE, NONE
from ludus.games.conqueror.state import Battle, State


def known_battle(state: State, viewer: Seat) -> Battle | None:
    """The battle without a hero that is not shown yet."""
    fight = state.battle
    if fight is None or fight.shown:
        return fight
    hides_attacker = fight.hero[ATTACK] != NONE and fight.attacker != viewer
    hides_defender = fight.hero[DEFENCE] != NONE and fight.defender != viewer
    if not hides_attacker and not hides_defender:
        return fight
    known = fight.copy()
    if hides_attacker:
        known.hero[ATTACK] = NONE
    if hides_defender:
        known.hero[DEFENCE] = NONE
    return known


def known_bids(state: State, viewer: Seat) -> list[int]:
    """The bids without those that are sealed."""
    for frame in state.stack:
        if frame.phase == BID:
            return [bid if seat == viewer else NONE for seat, bid in enumerate(state.bids)]
    return state.bids
