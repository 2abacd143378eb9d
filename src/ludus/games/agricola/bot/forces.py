"""Which part of a stack might march: the forces that are worth looking at."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.board import units
from ludus.games.agricola.bot.chart import NO_WINTER
from ludus.games.agricola.ids import NONE, ROMAN
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

SPARE_CAMPS: Final = 2
"""With so many camps left there is one for a Historical Site."""
LARGE: Final = 8
"""A stack of so many units can be divided."""


def garrison(
    t: Tables, state: State, place: int, mask: int, camp_to_come: bool, aboard: int = 0
) -> int:
    """Who stays in a center without a camp: a legionary who can build one, else the weakest.

    Ships do not stay, nor those who are `aboard` them already.
    """
    here = state.here[ROMAN][place] & ~t.rome.fleets & ~aboard
    if place >= t.board.hexes or here & ~mask:
        return 0
    legions = mask & t.rome.legionaries
    if t.board.center_at[place] == NONE:
        if not t.board.is_site[place] or not site_to_come(t, state):
            return 0
        chosen = legions & ~t.rome.elite
        return chosen & -chosen
    if camp_to_come and legions:
        worn = legions & state.disrupted[ROMAN]
        chosen = worn or legions & ~t.rome.elite or legions
        return chosen & -chosen
    rome = t.rome
    cheap = mask & ~(rome.legionaries | rome.leaders | rome.trains | rome.elite)
    plain = cheap or mask & ~rome.leaders & ~rome.trains or mask
    return weakest(t, state, ROMAN, plain)


def site_to_come(t: Tables, state: State) -> bool:
    """Whether there are camps enough for Historical Sites besides the centers."""
    if state.turn >= t.charts.turns.last:
        return False
    return (state.here[ROMAN][t.board.recruit] & t.rome.praesidia).bit_count() >= SPARE_CAMPS


def weakest(t: Tables, state: State, side: int, mask: int) -> int:
    """The unit of least strength, as a mask."""
    muster = t.musters[side]
    disrupted = state.disrupted[side]
    best = 0
    least = 99
    for unit in units(mask):
        value = muster.back[unit] if disrupted >> unit & 1 else muster.strength[unit]
        if value < least:
            best, least = 1 << unit, value
    return best


def some_of(mask: int, count: int) -> int:
    """The first few units of a mask."""
    found = 0
    while mask and count:
        low = mask & -mask
        found |= low
        mask ^= low
        count -= 1
    return found


def roman_forces(
    t: Tables,
    state: State,
    place: int,
    mask: int,
    needed: int,
    before_winter: int,
    wary: bool,
    holding: bool,
) -> list[int]:
    """Forces of a Roman stack; `needed` are units of which one must come.

    Against a foe to be feared an army keeps its trains; `holding` says whether somebody who is left
    in a center would hold it.
    """
    rome = t.rome
    if not needed:
        mask = mask & ~rome.scouts or mask
    stay = garrison(t, state, place, mask, 1 < before_winter < NO_WINTER) if holding else 0
    whole = mask & ~stay
    if needed and not whole & needed:
        whole = mask
    if not whole:
        return [mask]
    must = whole & needed
    lead = must & -must
    quick = whole & ~rome.trains
    last = state.turn + 1 >= t.charts.turns.last
    found = [whole] if wary and not last else [whole, quick]
    if mask & rome.supreme and state.turn < t.charts.turns.last:
        return _distinct(found, needed)
    legions = quick & rome.legionaries
    aux = quick & rome.auxiliaries
    horse = quick & rome.by_move[4] & ~rome.leaders & ~rome.scouts
    chiefs = quick & rome.leaders & ~rome.supreme & ~lead
    if 4 <= quick.bit_count() < LARGE:
        found.append(some_of(legions, 1) | some_of(aux, 1) | some_of(horse, 1) | lead)
    if quick.bit_count() >= LARGE:
        team = some_of(legions, 2) | some_of(aux, 1) | some_of(horse, 1) | some_of(chiefs, 1)
        found.append(team | lead)
        half = some_of(legions, 4) | some_of(aux, 2) | some_of(horse, 1) | some_of(chiefs, 1)
        found.append(half | lead)
        found.append(half | lead | some_of(whole & rome.trains, 1))
    if aux.bit_count() >= 2 and not needed:
        found.append(aux)
    fast = quick & rome.by_move[5] & ~rome.scouts
    if fast.bit_count() >= 2 and (not needed or quick.bit_count() < LARGE):
        found.append(fast)
    if not needed and 1 < quick.bit_count() < LARGE:
        found += [some_of(group, 1) for group in (legions, aux, horse)]
    if lead and quick.bit_count() < LARGE:
        found.append(lead)
    return _distinct(found, needed)


def caledonian_forces(t: Tables, state: State, place: int, mask: int, needed: int) -> list[int]:
    tribes = t.tribes
    found = [mask]
    if mask & mask - 1:
        plain = mask & ~tribes.leaders or mask
        weak = weakest(t, state, 1, plain)
        if place < t.board.hexes and t.board.center_at[place] != NONE:
            found.append(mask & ~weak)
        found.append(weak)
        found.append(mask & ~tribes.supreme)
        found.append(mask & ~tribes.leaders)
        if needed:
            found.append(mask & tribes.supreme)
            found.append(mask & tribes.leaders)
    return _distinct(found, needed)


def _distinct(forces: list[int], needed: int) -> list[int]:
    found: list[int] = []
    for mask in forces:
        if mask and mask not in found and (not needed or mask & needed):
            found.append(mask)
    return found
