"""Orders for Marches: which force goes where, and what is gained by it in Victory Points.

A force is worth ordering if it takes something, kills somebody, or comes nearer to what it could
take; what it leaves open, what it exposes and what goes hungry is taken off.
"""

from __future__ import annotations

from typing import Final

from ludus.games.agricola import state as s
from ludus.games.agricola.board import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.bot.chart import Chart, Stack
from ludus.games.agricola.bot.forces import caledonian_forces, roman_forces
from ludus.games.agricola.bot.odds import chance, remaining
from ludus.games.agricola.bot.scene import (
    AMBUSH_STEPS,
    AMBUSH_STRENGTH,
    Scene,
    blurred,
    scene_of,
    stack_of,
)
from ludus.games.agricola.rules.base import Machine, face_down
from ludus.games.agricola.rules.marches import movable
from ludus.games.agricola.rules.movement import reach
from ludus.games.agricola.rules.placing import praesidium_hexes
from ludus.games.agricola.state import BY_OFFICIUM, BY_SCOUTS, BY_SUPREME, Frame, State

AMBUSHES: Final = 0.25
OPPIDA: Final = 0.25
"""Shares of the center counters."""
OPPIDUM_POWER: Final = 12.0
ELITE_EDGE: Final = 1.2
RISK: Final = 0.1
"""What a stack counts as lost that a stronger foe can reach, if he seldom strikes."""
CARE: Final = 0.1
"""The same, and this besides, if he knows what he does."""
CARELESS: Final = 0.3
CAREFUL: Final = 0.12
"""Shares of the centers not held by Romans that a foe leaves empty."""
WARY: Final = 0.5
DETACHMENT: Final = 22
"""Strength that an army needs to stand by itself."""
HOST: Final = 0.05
"""A point of strength of a war host that is beaten, as it will not strike."""
FLINCH: Final = 0.2
"""How often a foe who strikes by chance only runs from a battle that he could win."""
FEW_CENTERS: Final = 3.0
MORE_CENTERS: Final = 5.0
"""A foe with three centers left is not to be feared, one with eight is."""
CALEDONIAN_CAUTION: Final = 0.2
LEVY_STRENGTH: Final = 8
LEVY_STEPS: Final = 5
"""What a war host may grow by before it strikes."""
BEATEN: Final = 0.8
"""What a defeat costs of the worth of a force; some get away."""
MARCH: Final = 30
"""Tenths of a hex that a force comes in one March."""
COVERED: Final = 0.9
"""What a prize counts for a force if another one is nearer to it."""
SURE: Final = 0.7
NEARLY: Final = 15
"""So many tenths more or less on the way do not matter against food and safety."""
FORT_STAKE: Final = (2.0, 5.0, 25.0)
"""What a fortress is worth that would be lost, by how many are lost already."""
SITE_PRIZE: Final = 0.6
ON_THE_WAY: Final = 0.3
"""What hunger and danger count at a stop, if the points to go on are there."""
ARMY: Final = 40
"""Strength beyond which more does not count."""
POSITION: Final = 0.02
"""A point of strength that comes a March nearer to what is still to be taken."""
FORT_WATCH: Final = 0.25
"""A garrison in a fortress that nobody threatens."""
CENTER_HELD: Final = 3.0
"""A center in Roman hands to the end: a point, and two that the tribes do not get."""
CENTER_CAMP: Final = 1.9
"""One where a camp can be built before the winter."""
CENTER_BARE: Final = 0.3
CENTER_BRIEF: Final = 0.5
"""One that will be left for the winter."""
TO_QUARTERS: Final = 0.008
"""Breaking camp before a winter, by the tenths of a hex that better quarters are nearer."""
LEGION_DEATH: Final = 0.4
SUPREME_DEATH: Final = 2.0
SUPREME_POINTS: Final = 5.0
FIRST_BLOW: Final = 0.7
ESCAPED: Final = 0.15
"""The chance to kill leaders with the first blow, if it is hard enough, and later on."""


class Order:
    """A March: who goes from where to where, and what it gains."""

    __slots__ = ("end", "gain", "mask", "start")

    def __init__(self, start: int, mask: int, end: int, gain: float) -> None:
        self.start = start
        self.mask = mask
        self.end = end
        self.gain = gain


class Staff:
    """Draws up the orders of one side in one position."""

    def __init__(self, m: Machine, chart: Chart, state: State, side: int) -> None:
        self.m: Final = m
        self.chart: Final = chart
        self.state: Final = state
        self.side: Final = side
        self.scene: Final[Scene] = scene_of(m, chart, state)
        self.own: Final = self.scene.romans if side == ROMAN else self.scene.tribes
        foes = self.scene.tribes if side == ROMAN else self.scene.romans
        self.foes: Final = blurred(m, chart, state, side, foes)
        turn = max(1, state.turn)
        winters = m.tables.turns.winters
        self.left: Final = m.tables.turns.last - turn
        """Turns still to come."""
        self.before_winter: Final = min((w - turn for w in winters if w >= turn), default=99)
        """Turns till the next winter; 1 is the last chance to do something, 99 if none comes."""
        self.caution: Final = self._caution() if side == ROMAN else CALEDONIAN_CAUTION
        """How much the foe is to be feared, from 0 to 1."""
        self.prizes: Final = self._roman_prizes() if side == ROMAN else self._tribal_prizes()
        """What a side gets for taking a place."""
        self.alarm: Final = self._alarm()
        """What a garrison is worth in each fortress."""
        self.marches: Final = self._marches()
        """About how many Marches there are till the next winter or the end."""
        self.cover: Final[dict[int, tuple[int, int]]] = {}
        self.camps: Final = praesidium_hexes(m, state)
        self.lost_forts: Final = sum(
            1 for place in m.board.fortress_hex if state.here[CALEDONIAN][place]
        )

    # Prizes --------------------------------------------------------------------------------------

    def _roman_prizes(self) -> dict[int, float]:
        """Centers that Romans do not hold, fortresses that they lost, sites without a camp."""
        board = self.m.board
        here = self.state.here[ROMAN]
        tribes = self.state.here[CALEDONIAN]
        found: dict[int, float] = {}
        value = self.center_value(1)
        for place in board.center_hex:
            if not here[place] or tribes[place]:
                found[place] = value
        lost = [place for place in board.fortress_hex if tribes[place]]
        for place in lost:
            found[place] = 3.5 if len(lost) == 1 else 12.0
        if self.left and self.before_winter == 99 and here[board.recruit] & self.m.rome.praesidia:
            for place in board.site_hex:
                if not here[place] & self.m.rome.praesidia and place not in found:
                    found[place] = SITE_PRIZE
        return found

    def center_value(self, legion: int) -> float:
        """A center in Roman hands: for good at the end, else if a camp can be built in time."""
        if self.before_winter == 99:
            return CENTER_HELD
        if self.before_winter <= 1:
            return CENTER_BRIEF
        return CENTER_CAMP if legion else CENTER_BARE

    def _tribal_prizes(self) -> dict[int, float]:
        board = self.m.board
        romans = self.state.here[ROMAN]
        tribes = self.state.here[CALEDONIAN]
        found: dict[int, float] = {}
        for place in board.center_hex:
            if romans[place]:
                found[place] = 3.0 if self.before_winter == 99 else 1.6
            elif not tribes[place]:
                found[place] = self.empty_value()
        held = sum(1 for place in board.fortress_hex if tribes[place])
        worth = 3.0 if self.before_winter == 99 else 1.8
        if held == 1:
            worth += 1.5
        elif held >= 2:
            worth = 40.0
        for place in board.fortress_hex:
            if not tribes[place]:
                found[place] = worth
        return found

    def empty_value(self) -> float:
        """A center that nobody holds, for the tribes: it can also be filled by a levy."""
        if not self.left:
            return 2.0
        return 1.2 if self.before_winter == 99 else 0.7

    def _caution(self) -> float:
        """A foe who leaves his centers empty, as everybody can see, strikes by chance only."""
        romans = self.state.here[ROMAN]
        tribes = self.state.here[CALEDONIAN]
        mobile = ~self.m.tribes.static
        free = [place for place in self.m.board.center_hex if not romans[place]]
        empty = sum(1 for place in free if not tribes[place] & mobile)
        share = (empty + 0.5) / (len(free) + 2.0)
        firm = max(0.0, min(1.0, (CARELESS - share) / (CARELESS - CAREFUL)))
        # Who has lost most of his land cannot strike hard any more.
        return firm * max(0.0, min(1.0, (len(free) - FEW_CENTERS) / MORE_CENTERS))

    def _marches(self) -> int:
        turns = self.left if self.before_winter == 99 else self.before_winter - 1
        return 1 + self.state.points[self.side] + 4 * turns

    def _alarm(self) -> dict[int, float]:
        """How much each fortress needs somebody, by the war hosts around it."""
        board = self.m.board
        lost = sum(1 for place in board.fortress_hex if self.state.here[CALEDONIAN][place])
        stake = FORT_STAKE[min(lost, 2)]
        found: dict[int, float] = {}
        for number, place in enumerate(board.fortress_hex):
            near = self.chart.alarm[self.chart.centers + number]
            worst = 0.0
            for spot, stack in self.scene.tribes.items():
                if stack.mobile:
                    worst = max(worst, near[spot])
            found[place] = max(FORT_WATCH, stake * worst)
        return found

    # Odds ----------------------------------------------------------------------------------------

    def odds(self, force: Stack, place: int) -> float:
        """The chance of a force to take a place, whatever lies there face down on the average."""
        if self.side == ROMAN:
            return self._roman_odds(force, place)
        foe = self.foes.get(place)
        if foe is None:
            return 1.0
        against = float(foe.strength * foe.steps)
        if foe.camp or self.m.board.is_fortress[place]:
            against = against * 2.0 + 3.0
        return self._chance(force, foe, against, 0)

    def _roman_odds(self, force: Stack, place: int) -> float:
        m = self.m
        state = self.state
        foe = self.foes.get(place)
        hidden = place < m.board.hexes and face_down(m, state, place)
        if foe is None and not hidden:
            return 1.0
        against = 0.0
        if foe is not None:
            against = float(foe.strength * foe.steps)
            if not hidden:
                if foe.camp:
                    against = against * 2.0 + 3.0
                return self._chance(force, foe, against, 0)
            mobile = foe.mask & ~m.tribes.static
            if not mobile:
                foe = None
                against = 0.0
            elif mobile != foe.mask:
                foe = stack_of(m, self.chart, state, CALEDONIAN, place, mobile)
                against = float(foe.strength * foe.steps)
        ambush = against + AMBUSH_STRENGTH * AMBUSH_STEPS
        plain = self._chance(force, foe, against, 0)
        sprung = self._chance(force, foe, ambush, AMBUSH_STEPS)
        walled = self._chance(force, foe, against * 2.0 + OPPIDUM_POWER, 1)
        return AMBUSHES * sprung + OPPIDA * walled + (1.0 - AMBUSHES - OPPIDA) * plain

    def _chance(self, force: Stack, foe: Stack | None, against: float, more: int) -> float:
        power = float(force.strength * force.steps)
        steps = force.steps + more
        side = self.side
        mine = (force.mask & self.m.musters[side].elite).bit_count()
        theirs = 0
        if foe is not None:
            steps += foe.steps
            theirs = (foe.mask & self.m.musters[1 - side].elite).bit_count()
        if mine > theirs:
            power *= ELITE_EDGE
        elif theirs > mine:
            against *= ELITE_EDGE
        return self.flinching(chance(power, against, steps))

    def flinching(self, odds: float) -> float:
        """The odds against a foe who may well leave the field as soon as he can."""
        if self.side == CALEDONIAN:
            return odds
        return odds + (1.0 - self.caution) * FLINCH * (1.0 - odds)

    def kill(self, foe: Stack, force: Stack) -> float:
        """What it is worth to beat a stack, in points that its owner loses or cannot win back.

        Whoever is not killed by the first blow may get away, the leaders above all.
        """
        muster = self.m.musters[1 - self.side]
        blow = min(1.0, force.strength / (6.0 * max(1, foe.steps)))
        share = ESCAPED + (1.0 - ESCAPED) * blow * FIRST_BLOW
        total = (foe.worth - foe.heads) * 0.5 + foe.heads * 0.5 * share
        if foe.mask & muster.supreme:
            total += SUPREME_POINTS * share
        if self.side == ROMAN:
            total += HOST * self.caution * foe.mobile
        if self.side == CALEDONIAN:
            total += LEGION_DEATH * (foe.mask & muster.legionaries).bit_count()
        elif self.before_winter == 99:
            total += 0.5 * (foe.mask & muster.elite & ~muster.supreme).bit_count()
        return total

    # Places --------------------------------------------------------------------------------------

    def fed(self, place: int, mask: int, without: int = 0) -> bool:
        """Whether Romans would be in supply in a place; `without` are those who leave theirs."""
        m = self.m
        board = m.board
        rome = m.rome
        if place >= board.hexes or board.is_fortress[place]:
            return True
        here = self.state.here[ROMAN]
        if (here[place] & ~without | mask) & (rome.praesidia | rome.trains | rome.fleets):
            return True
        for other in board.around[place]:
            if board.is_fortress[other] and here[other] & ~without:
                return True
            if here[other] & rome.trains & ~without and board.is_land[other]:
                return True
        return False

    def hunger(self, place: int, stack: Stack | None, without: int = 0) -> float:
        if stack is None or not stack.hungry:
            return 0.0
        if self.side == ROMAN:
            return 0.0 if self.fed(place, stack.mask, without) else stack.want
        board = self.m.board
        if place < board.hexes and (board.center_at[place] != NONE or board.is_site[place]):
            return 0.0
        return stack.want

    def risk(self, place: int, stack: Stack | None) -> float:
        """What a stack stands to lose to the strongest foe within a March."""
        if stack is None or place >= self.m.board.hexes:
            return 0.0
        own = float(stack.strength * stack.steps)
        if stack.camp or self.m.board.is_fortress[place]:
            own *= 2.0
        apart = self.chart.apart[place]
        worst = 0.0
        more = self.caution if self.side == ROMAN else 0.0
        for spot, foe in self.foes.items():
            if foe.spare > 0.0 and spot in apart and spot != place:
                power = foe.spare
                if more:
                    power = (foe.mobile + more * LEVY_STRENGTH) * (foe.steps + more * LEVY_STEPS)
                worst = max(worst, chance(power, own, foe.steps + stack.steps))
        if worst < 0.02:
            return 0.0
        stake = stack.worth
        if self.m.board.center_at[place] != NONE:
            stake += 1.5
        if stack.mask & self.m.musters[self.side].supreme:
            stake += SUPREME_DEATH
        return (RISK + CARE * self.caution) * worst * stake

    # Orders --------------------------------------------------------------------------------------

    def orders(self, start: int, available: int, payment: int, most: int = 1) -> list[Order]:
        """The best orders for a stack, best first. `available` are those who may still go."""
        found: list[Order] = []
        state = self.state
        full = movable(self.m, state, self.side, start)
        if payment == BY_SCOUTS:
            forces = [self.m.rome.scouts]
        elif self.side == ROMAN:
            needed = 0
            if payment == BY_SUPREME:
                needed = self.m.rome.supreme
            elif payment == BY_OFFICIUM:
                needed = self.m.rome.leaders
            forces = roman_forces(self.m, state, start, full, needed, self.before_winter)
        else:
            needed = self.m.tribes.supreme if payment == BY_SUPREME else 0
            forces = caledonian_forces(self.m, state, start, full, needed)
        forces = [mask for mask in forces if mask and not mask & ~available] or [available]
        if self.side == ROMAN and self.caution > WARY:
            forces = self._together(start, full, forces)
        for mask in forces:
            self._add_orders(start, mask, payment, found)
        found.sort(key=_gain, reverse=True)
        return found[:most]

    def _together(self, start: int, full: int, forces: list[int]) -> list[int]:
        """Against a foe who strikes hard, forces that can stand by themselves; or all there is."""
        strong: list[int] = []
        for mask in forces:
            force = stack_of(self.m, self.chart, self.state, ROMAN, start, mask)
            if force.mobile >= DETACHMENT or mask == self.m.rome.scouts:
                strong.append(mask)
        if strong:
            return strong
        return [max(forces, key=int.bit_count)]

    def _add_orders(self, start: int, mask: int, payment: int, found: list[Order]) -> None:
        m = self.m
        state = self.state
        side = self.side
        force = stack_of(m, self.chart, state, side, start, mask)
        frame = Frame(s.MARCH, side, place=start, flags=payment, mask=mask)
        ends = [end for end in reach(m, state, side, frame) if end < m.board.hexes]
        here = state.here[side][start]
        rest_mask = here & ~mask
        rest = stack_of(m, self.chart, state, side, start, rest_mask) if rest_mask else None
        base = self._left_behind(start, rest) - self._standing(start, here)
        for end in ends:
            if end in self.prizes or end in self.foes:
                gain = base + self._gain(force, end, mask) + self._nearer(force, start, end)
                found.append(Order(start, mask, end, gain))
        self._add_approaches(start, force, ends, base, found)
        if side == ROMAN and self.before_winter == 1:
            self._add_departures(start, force, ends, base, found)

    def _add_departures(
        self, start: int, force: Stack, ends: list[int], base: float, found: list[Order]
    ) -> None:
        """Out of quarters that are far from everything: before a winter one may choose others."""
        if start not in self.camps and not self.m.board.is_fortress[start]:
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
            if not self.m.board.is_fortress[end]:
                worth = base + gain - self.hunger(end, force, force.mask)
                found.append(Order(start, force.mask, end, worth))

    def _nearer(self, force: Stack, start: int, end: int) -> float:
        """What a March brings a force nearer to the prizes that are left after it."""
        if self.side != ROMAN or not self.left or self._homeless(end):
            return 0.0
        light = self._light(force.mask)
        way = self._way(start, light, end) - self._way(end, light, end)
        return POSITION * min(force.mobile, ARMY) * max(-1.0, min(1.0, way / MARCH))

    def _homeless(self, place: int) -> bool:
        """Whether Romans will leave the place for the winter that comes next."""
        if self.before_winter != 1:
            return False
        return place not in self.camps and not self.m.board.is_fortress[place]

    def _way(self, place: int, light: bool, taken: int = NONE) -> int:
        """How far the nearest center is that could be taken."""
        least = 999
        for goal in self.prizes:
            if goal != taken and self.m.board.center_at[goal] != NONE:
                row = self._row(goal, light)
                if row is not None and row[place] < least:
                    least = row[place]
        return least

    def _add_approaches(
        self, start: int, force: Stack, ends: list[int], base: float, found: list[Order]
    ) -> None:
        """A March towards each prize that is out of reach, for its share of what it will gain."""
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
                if end in self.own:
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
            found.append(Order(start, force.mask, best, gain))

    def _settled(self, end: int, force: Stack) -> float:
        """What a force risks or joins where it stops on its way."""
        m = self.m
        own = self.state.here[self.side][end]
        if not own:
            return -self.hunger(end, force, force.mask) - self.risk(end, force)
        both = stack_of(m, self.chart, self.state, self.side, end, own | force.mask)
        old = self.own[end]
        total = self.hunger(end, old) - self.hunger(end, both, force.mask)
        return total + self.risk(end, old) - self.risk(end, both)

    def _light(self, mask: int) -> bool:
        """Whether a force goes through the wilds without a stop."""
        return self.side == CALEDONIAN or not mask & ~self.m.rome.auxiliaries

    def _pace(self, mask: int) -> int:
        if self.side == ROMAN and mask & self.m.rome.trains:
            return 2 * MARCH // 3
        return MARCH

    def _row(self, goal: int, light: bool) -> list[int] | None:
        """What it costs to get to a prize from each place."""
        board = self.m.board
        rows = self.chart.cost[CALEDONIAN if light else self.side]
        center = board.center_at[goal]
        if center != NONE:
            return rows[center]
        if board.is_fortress[goal]:
            return rows[self.chart.centers + board.fortress_hex.index(goal)]
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
        stack = stack_of(self.m, self.chart, self.state, self.side, place, mask)
        return self._left_behind(place, stack)

    def _left_behind(self, place: int, rest: Stack | None) -> float:
        if rest is None:
            return 0.0
        total = -self.hunger(place, rest) - self.risk(place, rest)
        return total + self._holding(place, rest)

    def _holding(self, place: int, stack: Stack) -> float:
        """What a place is worth that a stack holds."""
        board = self.m.board
        if place >= board.hexes:
            return 0.0
        if self.side == CALEDONIAN:
            if board.is_fortress[place]:
                return 3.0 if self.lost_forts < 2 else 8.0
            return self.empty_value() if board.center_at[place] != NONE else 0.0
        if board.center_at[place] != NONE:
            if stack.camp:
                return 3.0
            return self.center_value(stack.mask & self.m.rome.legionaries)
        if board.is_fortress[place]:
            return self.alarm[place]
        if place in self.prizes and stack.mask & self.m.rome.legionaries:
            return SITE_PRIZE
        return 0.0

    def _gain(self, force: Stack, end: int, mask: int) -> float:
        m = self.m
        state = self.state
        side = self.side
        own = state.here[side][end]
        both = force if not own else stack_of(m, self.chart, state, side, end, own | mask)
        win = self.odds(both, end)
        foe = self.foes.get(end)
        total = 0.0
        if own and not foe:
            old = self.own[end]
            total += self._holding(end, both) - self._holding(end, old)
            total -= self.hunger(end, both, mask) - self.hunger(end, old)
            return total - self.risk(end, both) + self.risk(end, old)
        total += win * self._holding(end, both)
        prize = self.prizes.get(end, 0.0)
        total += win * self._bonus(end, prize, both)
        total -= self.hunger(end, both, mask)
        if foe is not None:
            power = float(both.strength * both.steps)
            left = remaining(power, float(foe.strength * foe.steps)) if win > 0.5 else 0.5
            total += win * self.kill(foe, both) - win * (1.0 - left) * both.worth * 0.6
        total -= (1.0 - win) * BEATEN * both.worth
        if both.mask & m.musters[side].supreme:
            total -= (1.0 - win) * SUPREME_DEATH
        return total - self.risk(end, both)

    def _bonus(self, end: int, prize: float, stack: Stack) -> float:
        """What taking a place is worth besides holding it."""
        board = self.m.board
        if self.side == ROMAN:
            if board.is_fortress[end]:
                return prize
            # The tribes lose their points for it.
            return 0.3 if end in self.foes and board.center_at[end] != NONE else 0.0
        if board.is_fortress[end]:
            return max(0.0, prize - 3.0)
        return max(0.0, prize - self.empty_value())


def _gain(order: Order) -> float:
    return order.gain
