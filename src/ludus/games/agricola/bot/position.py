"""The value of a position for the Romans, in Victory Points.

Centers matter most. A center that Romans hold is a point for them and two that the tribes do not
get; a Praesidium keeps it through winter, and a stronger enemy army nearby may take it. An empty
center counts by how near each side's best army is to it. Losing three fortresses ends the game.
"""

from __future__ import annotations

import math
from typing import Final

from ludus.games.agricola.board import units
from ludus.games.agricola.bot.lookups import Lookups, Stack
from ludus.games.agricola.bot.odds import chance, remaining
from ludus.games.agricola.bot.stacks import Armies, ambush_at, share
from ludus.games.agricola.ids import CALEDONIAN, LEADERS, LEGIONARY, NONE, ROMAN, SUPREME
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

POINT: Final = (0.45, 0.35)
"""An Action Point, by side."""
MARKER: Final = 0.22
MANY_POINTS: Final = 6
DENIED: Final = 1.5
"""For a center that Romans hold: what the tribes would otherwise get."""
OPEN: Final = 0.9
"""An empty center, against the Romans."""
VEIL: Final = 0.12
"""A face-down counter."""
HUNGER: Final = 0.09
WEIGHTS: Final = [1.0, 0.75, 0.55, 0.4, 0.3, 0.22, 0.16, 0.12, 0.09, 0.07, 0.05, 0.04, 0.03]
"""Weights of the chances to take something, best first: not all of them can be used. With more
centers the last ones count nothing. A list: mypyc takes a tuple of floats for one not set."""
LOST: Final = 40.0
QUIET: Final = 0.12
"""A danger that is farther off than this does not count."""
EXPOSED: Final = 0.5
STRAY: Final = 0.3
"""A Roman force in a place without value."""
FORWARD: Final = 0.03
"""Strength that is near to a center in other hands, or in none."""


class PositionJudge:
    """Judges the armies of one position, as they stand or after a move."""

    def __init__(self, t: Tables, lookups: Lookups, state: State) -> None:
        self.t = t
        self.lookups = lookups
        self.state = state
        turn = max(1, state.turn)
        last = t.charts.turns.last
        self.winter_ahead = any(winter >= turn for winter in t.charts.turns.winters)
        before = min((w - turn for w in t.charts.turns.winters if w >= turn), default=0)
        self.open_camp = 0.5 if before > 1 else 0.3
        """Weight of a center without a Praesidium before a winter."""
        self.camp_to_come = 0.15 if before > 1 else 0.0
        left = last - turn
        self.hope = 0.35 + 0.65 * min(1.0, left / 3.0)
        """How much of a chance there is still time for."""
        self.base = self._base()

    def _base(self) -> float:
        """What does not depend on where the armies stand."""
        t = self.t
        state = self.state
        total = 0.0
        for side in (ROMAN, CALEDONIAN):
            sign = 1.0 if side == ROMAN else -1.0
            points = state.points[side]
            total += sign * POINT[side] * min(points, MANY_POINTS)
            total += sign * 0.1 * max(0, points - MANY_POINTS)
            total += sign * MARKER * state.hand[side].bit_count()
        later = 0.35 if self.winter_ahead else 1.0
        for unit in units(state.here[CALEDONIAN][t.board.fallen]):
            total += 5.0 if t.tribes.type[unit] == SUPREME else later
        for unit in units(state.here[ROMAN][t.board.fallen]):
            kind = t.rome.type[unit]
            if kind == SUPREME:
                total -= 5.0
            elif kind in LEADERS or kind == LEGIONARY:
                total -= later
        total -= 0.9 * state.fallen.bit_count()
        for center, kind in enumerate(state.center):
            if kind != NONE and not state.center_up >> center & 1:
                total -= VEIL
        total += 0.05 * state.road
        limbo = t.board.limbo
        total += 0.3 * state.here[ROMAN][limbo].bit_count()
        total -= 0.5 * state.here[CALEDONIAN][limbo].bit_count()
        return total

    # The armies ----------------------------------------------------------------------------------

    def worth(self, armies: Armies) -> float:
        total = self.base
        trains: list[int] = []
        for stack in armies.romans.values():
            total += stack.worth
            if stack.mask & self.t.rome.trains:
                trains.append(stack.place)
        goals = [
            number
            for number, place in enumerate(self.t.board.center_hex)
            if place not in armies.romans
        ]
        for stack in armies.romans.values():
            if stack.hungry and not self.fed(stack, trains):
                total -= HUNGER * stack.hungry
            if stack.mobile and goals:
                total += FORWARD * stack.mobile * self.forward(stack.place, goals)
            if self.astray(stack.place):
                total -= STRAY
        for stack in armies.tribes.values():
            total -= stack.worth
            if stack.hungry and not self.home(stack.place):
                total += HUNGER * stack.hungry
        total += self._centers(armies) + self._sites(armies)
        return total + self._fortresses(armies) + self._exposed(armies)

    def astray(self, place: int) -> bool:
        """Whether a place has no value of its own, so that a force is better kept together."""
        board = self.t.board
        if place >= board.hexes or board.center_at[place] != NONE:
            return False
        return not board.is_fortress[place] and not board.is_site[place]

    def forward(self, place: int, goals: list[int]) -> float:
        """How near an army is to a goal."""
        near = self.lookups.near[ROMAN]
        best = 0.0
        for goal in goals:
            best = max(best, near[goal][place])
        return best

    def fed(self, stack: Stack, trains: list[int]) -> bool:
        t = self.t
        place = stack.place
        if stack.camp or place >= t.board.hexes or t.board.is_fortress[place]:
            return True
        if stack.mask & (t.rome.trains | t.rome.fleets):
            return True
        around = t.board.around[place]
        return any(t.board.is_fortress[other] or other in trains for other in around)

    def home(self, place: int) -> bool:
        board = self.t.board
        return place < board.hexes and (board.center_at[place] != NONE or board.is_site[place])

    def _sites(self, armies: Armies) -> float:
        board = self.t.board
        total = 0.0
        for stack in armies.romans.values():
            if stack.camp and stack.place < board.hexes and board.is_site[stack.place]:
                total += 0.9
        return total

    def _centers(self, armies: Armies) -> float:
        board = self.t.board
        total = 0.0
        roman_hopes: list[float] = []
        tribal_hopes: list[float] = []
        for center, place in enumerate(board.center_hex):
            romans = armies.romans.get(place)
            tribes = armies.tribes.get(place)
            if romans is not None and tribes is None:
                total += self.held(romans)
                hope = self.best(armies, CALEDONIAN, center, romans, place)
                tribal_hopes.append(hope * (2.0 + DENIED))
            elif tribes is not None:
                total -= 2.0
                hope = self.best(armies, ROMAN, center, tribes, place)
                roman_hopes.append(hope * (2.0 + 1.0 + DENIED * 0.5))
            else:
                total -= OPEN
                hope = self.best(armies, ROMAN, center, None, place)
                roman_hopes.append(hope * (OPEN + 1.0 + DENIED))
                hope = self.best(armies, CALEDONIAN, center, None, place)
                tribal_hopes.append(hope * (2.0 - OPEN))
        total += self.hope * _weighed(roman_hopes)
        return total - self.hope * 0.7 * _weighed(tribal_hopes)

    def held(self, romans: Stack) -> float:
        """A center in Roman hands: lasting with a Praesidium, otherwise until winter.

        Legionaries can still build one if there is a Recruiting phase before it.
        """
        keep = 1.0
        if self.winter_ahead and not romans.camp:
            keep = self.open_camp
            if romans.mask & self.t.rome.legionaries:
                keep += self.camp_to_come
        return (1.0 + DENIED) * keep

    def best(self, armies: Armies, side: int, center: int, foe: Stack | None, place: int) -> float:
        """How good the chance is that a side's best placed army takes a center."""
        near = self.lookups.near[side][center]
        defence = 0.0
        steps = 0
        if foe is not None:
            defence = float(foe.strength * foe.steps)
            steps = foe.steps
            if foe.camp or (side == CALEDONIAN and self.t.board.is_fortress[place]):
                defence *= 2.0
        if side == ROMAN and ambush_at(self.t, self.state, place):
            defence += self.lookups.ambush_strength * self.lookups.ambush_steps
            steps += self.lookups.ambush_steps
        best = 0.0
        row = armies.romans if side == ROMAN else armies.tribes
        for spot, stack in row.items():
            share_of = near[spot]
            if share_of <= best or stack.spare <= 0.0:
                continue
            if defence > 0.0:
                share_of *= chance(stack.spare, defence, steps + stack.steps)
                if share_of <= best:
                    continue
            best = share_of
        return best

    def _fortresses(self, armies: Armies) -> float:
        """Fortresses lost, and those open to an enemy army within one or two Marches."""
        lost = sum(1 for place in self.t.board.fortress_hex if place in armies.tribes)
        needed = self.t.charts.victory.fortresses - lost
        if needed <= 0:
            return -LOST
        total = -3.0 * lost
        for weight, danger, _ in self.dangers(armies, needed):
            total -= weight * danger
        return total

    def dangers(self, armies: Armies, needed: int) -> list[tuple[float, float, int]]:
        """The fortresses most in danger: how much their loss weighs, how likely it is, the place.

        The one whose loss ends the game weighs most, so as many count as the tribes still need.
        """
        found: list[tuple[float, int]] = []
        for number, place in enumerate(self.t.board.fortress_hex):
            if place not in armies.tribes:
                found.append((self._danger(armies, number, armies.romans.get(place)), place))
        found.sort(reverse=True)
        last = 12.0 if needed == 1 else 4.0
        return [
            (2.0 if number + 1 < needed else last, danger, place)
            for number, (danger, place) in enumerate(found[:needed])
        ]

    def _danger(self, armies: Armies, fortress: int, romans: Stack | None) -> float:
        """How likely an enemy army is to take a fortress soon."""
        near = self.lookups.alarm[self.lookups.centers + fortress]
        defence = 2.0 * romans.strength * romans.steps if romans is not None else 0.0
        held = romans.steps if romans is not None else 0
        worst = 0.0
        for spot, stack in armies.tribes.items():
            danger = near[spot] - QUIET
            if danger <= worst or stack.spare <= 0.0:
                continue
            if defence > 0.0:
                danger *= chance(stack.spare, defence, held + stack.steps)
            worst = max(worst, danger)
        return worst

    def _exposed(self, armies: Armies) -> float:
        """A stack within reach of a stronger enemy counts as half lost."""
        total = 0.0
        for side in (ROMAN, CALEDONIAN):
            row = armies.romans if side == ROMAN else armies.tribes
            foes = armies.tribes if side == ROMAN else armies.romans
            for place, stack in row.items():
                if place >= self.t.board.hexes or stack.worth < 0.3:
                    continue
                loss = self.threat(stack, place, foes) * stack.worth
                total += -loss if side == ROMAN else loss
        return EXPOSED * total

    def threat(self, stack: Stack, place: int, foes: dict[int, Stack]) -> float:
        apart = self.lookups.apart[place]
        own = float(stack.strength * stack.steps)
        if stack.camp or self.t.board.is_fortress[place]:
            own *= 2.0
        worst = 0.0
        for spot, foe in foes.items():
            if spot in apart and foe.spare > 0.0:
                worst = max(worst, chance(foe.spare, own, foe.steps + stack.steps))
        return worst

    # Marches -------------------------------------------------------------------------------------

    def guess(self, armies: Armies, side: int, force: Stack, end: int) -> float:
        """What a March to a place might gain its side, at a glance."""
        board = self.t.board
        own = armies.romans if side == ROMAN else armies.tribes
        foes = armies.tribes if side == ROMAN else armies.romans
        near = self.lookups.near[side]
        nearer = 0.0
        for goal, place in enumerate(board.center_hex):
            if place not in own or (side == CALEDONIAN and place == end):
                nearer = max(nearer, near[goal][end])
        gain = nearer
        prize = 0.0
        if board.center_at[end] != NONE:
            prize = 3.0 if end in foes or side == ROMAN else 1.2
        elif board.is_fortress[end] and side == CALEDONIAN:
            prize = 4.0
        foe = foes.get(end)
        if foe is None:
            return gain + (prize if end not in own else 0.0)
        romans, tribes = (force, foe) if side == ROMAN else (foe, force)
        power, against, steps = self.powers(romans, tribes, end, side)
        odds = chance(power, against, steps)
        if side == CALEDONIAN:
            odds = 1.0 - odds
        return gain + odds * (prize + foe.worth) - (1.0 - odds) * force.worth

    # Battles -------------------------------------------------------------------------------------

    def battle(self, armies: Armies, place: int, attacker: int, edge: float = 0.0) -> float:
        """A battle to come or under way: both outcomes by their odds. `edge` favours the Romans."""
        romans = armies.romans.get(place)
        tribes = armies.tribes.get(place)
        if romans is None or tribes is None:
            return self.worth(armies)
        power, against, steps = self.powers(romans, tribes, place, attacker)
        power *= math.exp(edge)
        odds = chance(power, against, steps)
        won = 0.0
        lost = 0.0
        if odds > 0.01:
            left = remaining(power, against)
            after = armies.with_stack(ROMAN, place, share(romans, left))
            won = self.worth(after.with_stack(CALEDONIAN, place, None))
            won += self._slain(tribes, CALEDONIAN)
        if odds < 0.99:
            left = remaining(against, power)
            after = armies.with_stack(CALEDONIAN, place, share(tribes, left))
            lost = self.worth(after.with_stack(ROMAN, place, None))
            lost -= self._slain(romans, ROMAN)
        return odds * won + (1.0 - odds) * lost

    def _slain(self, stack: Stack, side: int) -> float:
        """Value lost with a beaten stack: some units get away, leaders rather often.

        A Supreme Leader who falls is worth points besides.
        """
        supreme = self.t.musters[side].supreme
        away = -0.2 * (stack.worth - stack.heads) - 0.4 * stack.heads
        return away + (2.5 if stack.mask & supreme else 0.0)

    def powers(
        self, romans: Stack, tribes: Stack, place: int, attacker: int
    ) -> tuple[float, float, int]:
        power = float(romans.strength * romans.steps)
        against = float(tribes.strength * tribes.steps)
        steps = romans.steps + tribes.steps
        if attacker == ROMAN:
            if tribes.camp:
                against *= 2.0
            if ambush_at(self.t, self.state, place):
                against += self.lookups.ambush_strength * self.lookups.ambush_steps
                steps += self.lookups.ambush_steps
        elif romans.camp or self.t.board.is_fortress[place]:
            power *= 2.0
        mine = (romans.mask & self.t.rome.elite).bit_count()
        theirs = (tribes.mask & self.t.tribes.elite).bit_count()
        if mine > theirs:
            power *= 1.2
        elif theirs > mine:
            against *= 1.2
        return power, against, steps


def _weighed(hopes: list[float]) -> float:
    hopes.sort(reverse=True)
    total = 0.0
    for hope, weight in zip(hopes, WEIGHTS, strict=False):
        total += hope * weight
    return total
