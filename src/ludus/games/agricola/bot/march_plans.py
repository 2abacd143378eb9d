"""Plans for Marches: which force goes where, and what is gained by it in Victory Points.

A March is worth making if it takes something, kills somebody, or comes nearer to what it could
take; what it leaves open, exposes or lets go hungry is subtracted.
"""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.board import units
from ludus.games.agricola.bot.assessment import SITE_PRIZE, SUPREME_DEATH, Assessment
from ludus.games.agricola.bot.lookups import NO_WINTER, Lookups, Stack
from ludus.games.agricola.bot.odds import remaining
from ludus.games.agricola.bot.stacks import stack_of
from ludus.games.agricola.ids import (
    BY_OFFICIUM,
    BY_SCOUTS,
    BY_SUPREME,
    CALEDONIAN,
    MARCH,
    NONE,
    ROMAN,
)
from ludus.games.agricola.rules.centers import face_down
from ludus.games.agricola.rules.marching import movable
from ludus.games.agricola.rules.movement import reach
from ludus.games.agricola.rules.recruiting import praesidium_hexes
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

SPARE_CAMPS: Final = 2
"""With so many Praesidia left there is one for a Historical Site."""
LARGE: Final = 8
"""A stack of so many units can be divided."""
DETACHMENT: Final = 22
"""Strength that an army needs to stand alone."""
BEATEN: Final = 0.8
"""Share of a force's value that a defeat costs; some units get away."""
MARCH_COST: Final = 30
"""Tenths of a hex that a force covers in one March."""
COVERED: Final = 0.9
"""What a prize counts for a force if another one is nearer to it."""
SURE: Final = 0.7
NEARLY: Final = 15
"""So many tenths of a hex matter less than supply and safety."""
ON_THE_WAY: Final = 0.3
"""Weight of supply and danger at a stop, if there are points to go on."""
ARMY: Final = 40
"""Strength beyond which more does not count."""
POSITION: Final = 0.02
"""A point of strength that comes a March nearer to what is still to be taken."""
HOLDING: Final = 3
"""So many turns before the end it is worth leaving a unit in a center again, even if an enemy army
may come."""
LEAST_ODDS: Final = 0.7
LOOT: Final = 0.8
"""Two Action Points for the tribes."""
TO_QUARTERS: Final = 0.008
"""Value of leaving before a winter, by the tenths of a hex that better quarters are nearer."""


class MarchPlan:
    """A March: who goes from where to where, and what it gains."""

    __slots__ = ("end", "gain", "mask", "start")

    def __init__(self, start: int, mask: int, end: int, gain: float) -> None:
        self.start = start
        self.mask = mask
        self.end = end
        self.gain = gain


class MarchPlanner(Assessment):
    """Draws up the Marches of one side in one position."""

    def __init__(self, t: Tables, lookups: Lookups, state: State, side: int) -> None:
        super().__init__(t, lookups, state, side)
        self.cover: Final[dict[int, tuple[int, int]]] = {}
        self.camps: Final = praesidium_hexes(t, state)
        self.holding: Final = not self.wary or self.left < HOLDING
        """Whether a unit left in a center will hold it."""

    # Orders --------------------------------------------------------------------------------------

    def plans(self, start: int, available: int, payment: int, most: int = 1) -> list[MarchPlan]:
        """The best Marches for a stack, best first. `available` are the units that may go."""
        found: list[MarchPlan] = []
        state = self.state
        full = movable(self.t, state, self.side, start)
        if payment == BY_SCOUTS:
            forces = [self.t.rome.scouts]
        elif self.side == ROMAN:
            needed = 0
            if payment == BY_SUPREME:
                needed = self.t.rome.supreme
            elif payment == BY_OFFICIUM:
                needed = self.t.rome.leaders
            forces = roman_forces(
                self.t, state, start, full, needed, self.before_winter, self.wary, self.holding
            )
        else:
            needed = self.t.tribes.supreme if payment == BY_SUPREME else 0
            forces = caledonian_forces(self.t, state, start, full, needed)
        forces = [mask for mask in forces if mask and not mask & ~available] or [available]
        if self.wary:
            forces = self._together(start, full, forces)
        for mask in forces:
            self._add_plans(start, mask, payment, found)
        found.sort(key=_gain, reverse=True)
        return found[:most]

    def _together(self, start: int, full: int, forces: list[int]) -> list[int]:
        """Against a dangerous enemy, forces that can stand alone; or all units."""
        strong: list[int] = []
        for mask in forces:
            force = stack_of(self.t, self.lookups, self.state, ROMAN, start, mask)
            if force.mobile >= DETACHMENT or mask == self.t.rome.scouts:
                strong.append(mask)
        if strong:
            return strong
        return [max(forces, key=int.bit_count)]

    def _add_plans(self, start: int, mask: int, payment: int, found: list[MarchPlan]) -> None:
        t = self.t
        state = self.state
        side = self.side
        force = stack_of(t, self.lookups, state, side, start, mask)
        frame = Frame(MARCH, side, place=start, flags=payment, mask=mask)
        ends = [end for end in reach(t, state, side, frame) if end < t.board.hexes]
        if payment == BY_SCOUTS:
            # They would only trigger what is hidden there.
            ends = [end for end in ends if end not in self.foes and not face_down(t, state, end)]
        here = state.here[side][start]
        rest_mask = here & ~mask
        rest = stack_of(t, self.lookups, state, side, start, rest_mask) if rest_mask else None
        base = self._left_behind(start, rest) - self._standing(start, here)
        for end in ends:
            if self._rash(force, end):
                continue
            if end in self.prizes or end in self.foes or self._refuge(end):
                gain = base + self._gain(force, end, mask) + self._nearer(force, start, end)
                found.append(MarchPlan(start, mask, end, gain))
        self._add_approaches(start, force, ends, base, found)
        if side == ROMAN and self.before_winter == 1:
            self._add_departures(start, force, ends, base, found)

    def _rash(self, force: Stack, end: int) -> bool:
        """Whether Romans are likely to lose there."""
        if self.side != ROMAN or not (end in self.foes or face_down(self.t, self.state, end)):
            return False
        own = self.state.here[ROMAN][end]
        if own:
            return False
        return self.odds(force, end) < LEAST_ODDS

    def _refuge(self, place: int) -> bool:
        """Whether a place is safer for an army if the enemy may come."""
        return self.wary and self.t.board.is_fortress[place]

    def _add_departures(
        self, start: int, force: Stack, ends: list[int], base: float, found: list[MarchPlan]
    ) -> None:
        """Marches out of remote quarters: before a winter the army can choose better ones."""
        if start not in self.camps and not self.t.board.is_fortress[start]:
            return
        light = self._light(force.mask)
        gain = TO_QUARTERS * (
            self._way(start, light) - min(self._way(camp, light) for camp in self.camps)
            if self.camps
            else 0
        )
        if gain <= 0.0:
            return
        for end in ends:
            if end in self.own or end in self.foes or end in self.prizes:
                continue
            if not self.t.board.is_fortress[end]:
                worth = base + gain - self.hunger(end, force, force.mask)
                found.append(MarchPlan(start, force.mask, end, worth))

    def _nearer(self, force: Stack, start: int, end: int) -> float:
        """Value of coming nearer to the prizes that are left after a March."""
        if self.side != ROMAN or not self.left or self._homeless(end):
            return 0.0
        light = self._light(force.mask)
        way = self._way(start, light, end) - self._way(end, light, end)
        return POSITION * min(force.mobile, ARMY) * max(-1.0, min(1.0, way / MARCH_COST))

    def _homeless(self, place: int) -> bool:
        """Whether Romans will leave the place for the coming winter."""
        if self.before_winter != 1:
            return False
        return place not in self.camps and not self.t.board.is_fortress[place]

    def _way(self, place: int, light: bool, taken: int = NONE) -> int:
        """How far the nearest center is that could be taken."""
        least = 999
        for goal in self.prizes:
            if goal != taken and self.t.board.center_at[goal] != NONE:
                row = self._row(goal, light)
                if row is not None and row[place] < least:
                    least = row[place]
        return least

    def _add_approaches(
        self, start: int, force: Stack, ends: list[int], base: float, found: list[MarchPlan]
    ) -> None:
        """Marches towards prizes out of reach, valued by their share of the gain."""
        light = self._light(force.mask)
        pace = self._pace(force.mask)
        for goal in self.prizes:
            row = self._row(goal, light)
            if row is None or goal in ends or goal == start:
                continue
            far = row[start]
            best = NONE
            nearest = 9999.0
            for end in ends:
                if row[end] >= far or end in self.foes:
                    continue
                length = float(row[end])
                if end in self.own or self._site(end):
                    length -= NEARLY
                if length < nearest:
                    best, nearest = end, length
            if best == NONE:
                continue
            worth = self._gain(force, goal, force.mask)
            if worth <= 0.0:
                continue
            if self._covered(goal, start, far):
                worth *= COVERED
            marches = 1 + -(-row[best] // pace)
            if marches > self.marches:
                worth *= self.marches / marches
            gain = worth / marches
            if gain <= 0.0:
                continue
            share = ON_THE_WAY if marches - 1 <= self.state.points[self.side] - 1 else 1.0
            gain += base + share * self._settled(best, force)
            gain += self._nearer(force, start, best)
            found.append(MarchPlan(start, force.mask, best, gain))

    def _site(self, place: int) -> bool:
        """Whether an army might leave a unit in a place to build a Praesidium."""
        if self.side != ROMAN or not self.t.board.is_site[place] or self.wary:
            return False
        return site_to_come(self.t, self.state)

    def _settled(self, end: int, force: Stack) -> float:
        """What a force risks, or whom it joins, where it stops on its way."""
        t = self.t
        own = self.state.here[self.side][end]
        if not own:
            return -self.hunger(end, force, force.mask) - self.risk(end, force)
        both = stack_of(t, self.lookups, self.state, self.side, end, own | force.mask)
        old = self.own[end]
        total = self.hunger(end, old) - self.hunger(end, both, force.mask)
        return total + self.risk(end, old) - self.risk(end, both)

    def _light(self, mask: int) -> bool:
        """Whether a force passes wilderness without a stop."""
        return self.side == CALEDONIAN or not mask & ~self.t.rome.auxiliaries

    def _pace(self, mask: int) -> int:
        if self.side == ROMAN and mask & self.t.rome.trains:
            return 2 * MARCH_COST // 3
        return MARCH_COST

    def _row(self, goal: int, light: bool) -> list[int] | None:
        """What it costs to get to a prize from each place."""
        board = self.t.board
        rows = self.lookups.cost[CALEDONIAN if light else self.side]
        center = board.center_at[goal]
        if center != NONE:
            return rows[center]
        if board.is_fortress[goal]:
            return rows[self.lookups.centers + board.fortress_hex.index(goal)]
        return None

    def _covered(self, goal: int, start: int, far: int) -> bool:
        """Whether another force is nearer to a prize, and strong enough."""
        row = self._row(goal, False)
        if row is None:
            return False
        known = self.cover.get(goal)
        if known is None:
            known = (NONE, 9999)
            for spot, stack in self.own.items():
                if stack.mobile and row[spot] < known[1] and self.odds(stack, goal) > SURE:
                    known = (spot, row[spot])
            self.cover[goal] = known
        return known[0] not in (NONE, start) and known[1] < far

    def _standing(self, place: int, mask: int) -> float:
        """What a stack is worth where it stands."""
        stack = stack_of(self.t, self.lookups, self.state, self.side, place, mask)
        return self._left_behind(place, stack)

    def _left_behind(self, place: int, rest: Stack | None) -> float:
        if rest is None:
            return 0.0
        total = -self.hunger(place, rest) - self.risk(place, rest)
        return total + self._holding(place, rest)

    def _holding(self, place: int, stack: Stack) -> float:
        """What a place is worth that a stack holds."""
        board = self.t.board
        if place >= board.hexes:
            return 0.0
        if self.side == CALEDONIAN:
            if board.is_fortress[place]:
                return 3.0 if self.lost_forts < 2 else 8.0
            return self.empty_value() if board.center_at[place] != NONE else 0.0
        if board.center_at[place] != NONE:
            if stack.camp:
                return 3.0
            return self.center_value(stack.mask & self.t.rome.legionaries)
        if board.is_fortress[place]:
            return self._watch(place, stack)
        if place in self.prizes and stack.mask & self.t.rome.legionaries:
            return SITE_PRIZE
        return 0.0

    def _watch(self, place: int, stack: Stack) -> float:
        """Value of the units in a fortress; too few are easy loot."""
        if not self.wary:
            return self.alarm[place]
        own = 2.0 * stack.strength * stack.steps
        host = self.host.stack if self.host is not None else None
        lost = self.struck(host, own, stack.steps) if host is not None else 0.0
        return self.alarm[place] * (1.0 - lost) - LOOT * lost

    def _gain(self, force: Stack, end: int, mask: int) -> float:
        t = self.t
        state = self.state
        side = self.side
        own = state.here[side][end]
        both = force if not own else stack_of(t, self.lookups, state, side, end, own | mask)
        foe = self.foes.get(end)
        total = 0.0
        if own and not foe:
            old = self.own[end]
            total += self._holding(end, both) - self._holding(end, old)
            total -= self.hunger(end, both, mask) - self.hunger(end, old)
            return total - self.risk(end, both) + self.risk(end, old)
        for share, met in self.met(end):
            total += share * self._outcome(both, end, met)
        # With another March left the force need not stay.
        more = ON_THE_WAY if self.wary and self.actions > 1 else 1.0
        return total - self.hunger(end, both, mask) - more * self.risk(end, both)

    def _outcome(self, force: Stack, end: int, foe: Stack | None) -> float:
        """Average gain of going to a place, with or without an enemy."""
        win = self.odds_against(force, end, foe)
        prize = self.prizes.get(end, 0.0)
        total = win * (self._holding(end, force) + self._bonus(end, prize, force))
        if foe is not None:
            power = float(force.strength * force.steps)
            left = remaining(power, float(foe.strength * foe.steps)) if win > 0.5 else 0.5
            total += win * self.kill(foe, force) - win * (1.0 - left) * force.worth * 0.6
        total -= (1.0 - win) * BEATEN * force.worth
        if force.mask & self.t.musters[self.side].supreme:
            total -= (1.0 - win) * SUPREME_DEATH
        return total

    def _bonus(self, end: int, prize: float, stack: Stack) -> float:
        """What taking a place is worth besides holding it."""
        board = self.t.board
        if self.side == ROMAN:
            if board.is_fortress[end]:
                return prize
            # The tribes lose their points for it.
            return 0.3 if end in self.foes and board.center_at[end] != NONE else 0.0
        if board.is_fortress[end]:
            return max(0.0, prize - 3.0)
        return max(0.0, prize - self.empty_value())


def _gain(plan: MarchPlan) -> float:
    return plan.gain


# Which part of a stack might march ---------------------------------------------------------------


def garrison(
    t: Tables, state: State, place: int, mask: int, camp_to_come: bool, aboard: int = 0
) -> int:
    """Who stays in a center without a Praesidium: a legionary to build one, else the weakest.

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
    """Whether there are Praesidia left for Historical Sites besides the centers."""
    if state.turn >= t.charts.turns.last:
        return False
    return (state.here[ROMAN][t.board.recruit] & t.rome.praesidia).bit_count() >= SPARE_CAMPS


def weakest(t: Tables, state: State, side: int, mask: int) -> int:
    """The weakest unit, as a mask."""
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
