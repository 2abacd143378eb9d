"""What one side can gain and lose on the map, in Victory Points."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.bot.estimates import UnseenHost, averaged, estimated
from ludus.games.agricola.bot.lookups import NO_WINTER, Lookups, Stack
from ludus.games.agricola.bot.odds import chance
from ludus.games.agricola.bot.stacks import (
    Armies,
    armies_of,
    stack_of,
)
from ludus.games.agricola.ids import CALEDONIAN, FREE_USED, MARCH_MENU, NONE, ROMAN
from ludus.games.agricola.rules.centers import face_down
from ludus.games.agricola.rules.marching import supreme_place
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

OPPIDUM_POWER: Final = 12.0
ELITE_EDGE: Final = 1.2
RISK: Final = 0.1
"""Share of a stack counted as lost if a stronger enemy can reach it and seldom attacks."""
CARE: Final = 0.1
"""What is added to it if the enemy plays well."""
DREAD: Final = 0.1
"""The same share for an enemy within two Marches."""
WARY: Final = 0.5
"""From this caution on, the enemy counts as dangerous."""
CARELESS: Final = 0.3
CAREFUL: Final = 0.12
"""Shares of the centers not held by Romans that the enemy leaves empty."""
HOST: Final = 0.15
"""Value of beating one point of strength in an enemy army."""
FLINCH: Final = 0.2
"""How often an enemy who attacks at random retreats from a battle that could be won."""
FEW_TRIBES: Final = 3.0
MORE_TRIBES: Final = 5.0
"""An enemy with three units left is not dangerous, one with eight is."""
FEW_CENTERS: Final = 2.0
MORE_CENTERS: Final = 4.0
"""The same, by the number of centers that Romans do not hold."""
MANY_UNSEEN: Final = 4
MAJOR: Final = 20
MAJOR_WON: Final = 2.5
"""Value of the Action Points that a major battle moves."""
CALEDONIAN_CAUTION: Final = 0.2
FORT_STAKE: Final = (2.0, 5.0, 25.0)
"""Value of a fortress in danger, by how many are lost already."""
FORT_OPEN: Final = 1.2
"""Value of an open fortress towards the end."""
INROAD: Final = 70
"""Tenths of a hex from which a unit may come for it."""
SITE_PRIZE: Final = 1.0
FORT_WATCH: Final = 0.25
"""Value of a garrison in a fortress that is not threatened."""
CENTER_HELD: Final = 3.0
"""Value of a center held to the end: one point, and two that the tribes do not get."""
CENTER_CAMP: Final = 1.9
"""The same where a Praesidium can be built before winter."""
CENTER_CONTESTED: Final = 0.8
"""The same where a dangerous enemy will come back long before the end."""
CENTER_BARE: Final = 0.3
CENTER_BRIEF: Final = 0.5
"""The same where the Romans will leave for winter."""
LEGION_DEATH: Final = 0.4
SUPREME_DEATH: Final = 2.0
SUPREME_POINTS: Final = 5.0
FIRST_BLOW: Final = 0.7
ESCAPED: Final = 0.15
"""Share of leaders killed by the first fire, if it is strong enough, and later on."""


class Assessment:
    """A position as one side sees it: prizes, odds, supply and danger, in Victory Points."""

    def __init__(self, t: Tables, lookups: Lookups, state: State, side: int) -> None:
        self.t: Final = t
        self.lookups: Final = lookups
        self.state: Final = state
        self.side: Final = side
        self.armies: Final[Armies] = armies_of(t, lookups, state)
        self.own: Final = self.armies.romans if side == ROMAN else self.armies.tribes
        turn = max(1, state.turn)
        winters = t.charts.turns.winters
        self.left: Final = t.charts.turns.last - turn
        """Turns still to come."""
        self.before_winter: Final = min((w - turn for w in winters if w >= turn), default=NO_WINTER)
        """Turns to the next winter, or NO_WINTER; 1 is the last chance to act before it."""
        self.lost_forts: Final = sum(
            1 for place in t.board.fortress_hex if state.here[CALEDONIAN][place]
        )
        self.caution: Final = self._caution() if side == ROMAN else CALEDONIAN_CAUTION
        """How dangerous the enemy is, from 0 to 1."""
        self.wary: Final = side == ROMAN and self.caution > WARY and self.left > 0
        """Whether to avoid enemy armies; in the last turn there is nothing to save units for."""
        self.host: UnseenHost | None = None
        if self.wary:
            self.foes, self.host = estimated(t, lookups, state, self.armies.tribes)
        else:
            foes = self.armies.tribes if side == ROMAN else self.armies.romans
            self.foes = averaged(t, lookups, state, side, foes)
        self.actions: Final = actions_left(t, state, side)
        """Marches that can still be paid for or are free, in this phase."""
        self.prizes: Final = self._roman_prizes() if side == ROMAN else self._tribal_prizes()
        """What a side gets for taking a place."""
        self.alarm: Final = self._alarm()
        """What a garrison is worth in each fortress."""
        self.marches: Final = self._marches()
        """About how many Marches are left until the next winter or the end."""

    # Prizes --------------------------------------------------------------------------------------

    def _roman_prizes(self) -> dict[int, float]:
        """Centers not held by Romans, fortresses that they lost, sites without a Praesidium."""
        board = self.t.board
        here = self.state.here[ROMAN]
        tribes = self.state.here[CALEDONIAN]
        found: dict[int, float] = {}
        value = self.center_value(1)
        for place in board.center_hex:
            if not here[place] or tribes[place]:
                found[place] = value
        for place in board.fortress_hex:
            if tribes[place]:
                found[place] = 3.5 if self.lost_forts == 1 else 12.0
            elif self.left <= 1 and not here[place] and self._exposed(place):
                found[place] = FORT_OPEN
        if (
            self.left
            and self.before_winter == NO_WINTER
            and here[board.recruit] & self.t.rome.praesidia
        ):
            for place in board.site_hex:
                if not here[place] & self.t.rome.praesidia and place not in found:
                    found[place] = SITE_PRIZE
        return found

    def _exposed(self, place: int) -> bool:
        """Whether an enemy may walk into an open fortress."""
        number = self.t.board.fortress_hex.index(place)
        row = self.lookups.cost[CALEDONIAN][self.lookups.centers + number]
        tribes = self.armies.tribes
        return any(stack.mobile and row[spot] <= INROAD for spot, stack in tribes.items())

    def center_value(self, legion: int) -> float:
        """Value of a center in Roman hands: it depends on the end or a Praesidium built in time."""
        if self.caution > WARY and self.left > 1:
            return CENTER_CONTESTED
        if self.before_winter == NO_WINTER:
            return CENTER_HELD
        if self.before_winter <= 1:
            return CENTER_BRIEF
        return CENTER_CAMP if legion else CENTER_BARE

    def _tribal_prizes(self) -> dict[int, float]:
        board = self.t.board
        romans = self.state.here[ROMAN]
        tribes = self.state.here[CALEDONIAN]
        found: dict[int, float] = {}
        for place in board.center_hex:
            if romans[place]:
                found[place] = 3.0 if self.before_winter == NO_WINTER else 1.6
            elif not tribes[place]:
                found[place] = self.empty_value()
        worth = 3.0 if self.before_winter == NO_WINTER else 1.8
        if self.lost_forts == 1:
            worth += 1.5
        elif self.lost_forts >= 2:
            worth = 40.0
        for place in board.fortress_hex:
            if not tribes[place]:
                found[place] = worth
        return found

    def empty_value(self) -> float:
        """Value of an empty center for the tribes: they can also recruit a unit there."""
        if not self.left:
            return 2.0
        return 1.2 if self.before_winter == NO_WINTER else 0.7

    def _caution(self) -> float:
        """An enemy who leaves centers empty, which both players can see, attacks at random.

        Those where no Romans have been tell most, while there are enough of them.
        """
        t = self.t
        free = [place for place in t.board.center_hex if not self.state.here[ROMAN][place]]
        unseen = [place for place in free if face_down(t, self.state, place)]
        firm = self._firm(free)
        if len(unseen) >= MANY_UNSEEN:
            firm = max(firm, self._firm(unseen))
        # A side that has lost most of its units or centers cannot attack in strength any more.
        men = (self._afield() - FEW_TRIBES) / MORE_TRIBES
        land = (len(free) - FEW_CENTERS) / MORE_CENTERS
        return firm * max(0.0, min(1.0, men, land))

    def _firm(self, centers: list[int]) -> float:
        """How firmly these centers are held, from 0 to 1."""
        tribes = self.state.here[CALEDONIAN]
        mobile = ~self.t.tribes.static
        empty = sum(1 for place in centers if not tribes[place] & mobile)
        share = (empty + 0.5) / (len(centers) + 2.0)
        return max(0.0, min(1.0, (CARELESS - share) / (CARELESS - CAREFUL)))

    def _afield(self) -> int:
        """How many Caledonian units are on the map, which both players can count."""
        hexes = self.t.board.hexes
        return sum(1 for place in self.state.at[CALEDONIAN] if place < hexes)

    def _marches(self) -> int:
        turns = self.left if self.before_winter == NO_WINTER else self.before_winter - 1
        return 1 + self.state.points[self.side] + 4 * turns

    def _alarm(self) -> dict[int, float]:
        """How much each fortress needs a garrison, by the enemy armies around it."""
        board = self.t.board
        stake = FORT_STAKE[min(self.lost_forts, 2)]
        found: dict[int, float] = {}
        for number, place in enumerate(board.fortress_hex):
            near = self.lookups.alarm[self.lookups.centers + number]
            worst = 0.0
            for spot, stack in self.armies.tribes.items():
                if stack.mobile:
                    worst = max(worst, near[spot])
            found[place] = max(FORT_WATCH, stake * worst)
        return found

    # Odds ----------------------------------------------------------------------------------------

    def odds(self, force: Stack, place: int) -> float:
        """The chance of a force to take a place, averaged over what may be there face down."""
        return sum(share * self.odds_against(force, place, foe) for share, foe in self.met(place))

    def met(self, place: int) -> list[tuple[float, Stack | None]]:
        """The enemies that may be in a place, and how likely."""
        foe = self.foes.get(place)
        if self.host is None or foe is None:
            return [(1.0, foe)]
        share = self.host.share.get(place, 0.0)
        if share <= 0.0:
            return [(1.0, foe)]
        return [(1.0 - share, foe), (share, self.host.stack)]

    def odds_against(self, force: Stack, place: int, foe: Stack | None) -> float:
        """The chance of a force to take a place from an enemy stack."""
        if self.side == ROMAN:
            return self._roman_odds(force, place, foe)
        if foe is None:
            return 1.0
        against = float(foe.strength * foe.steps)
        if foe.camp or self.t.board.is_fortress[place]:
            against = against * 2.0 + 3.0
        return self._chance(force, foe, against, 0)

    def _roman_odds(self, force: Stack, place: int, foe: Stack | None) -> float:
        t = self.t
        state = self.state
        hidden = place < t.board.hexes and face_down(t, state, place)
        if foe is None and not hidden:
            return 1.0
        against = 0.0
        if foe is not None:
            against = float(foe.strength * foe.steps)
            if not hidden:
                if foe.camp:
                    against = against * 2.0 + 3.0
                return self._chance(force, foe, against, 0)
            mobile = foe.mask & ~t.tribes.static
            # Units that were not seen count by their average.
            guessed = self.wary and foe.hungry > 0
            if not guessed and not mobile:
                foe = None
                against = 0.0
            elif not guessed and mobile != foe.mask:
                foe = stack_of(t, self.lookups, state, CALEDONIAN, place, mobile)
                against = float(foe.strength * foe.steps)
        found = self.lookups
        ambush = against + found.ambush_strength * found.ambush_steps
        plain = self._chance(force, foe, against, 0)
        sprung = self._chance(force, foe, ambush, found.ambush_steps)
        walled = self._chance(force, foe, against * 2.0 + OPPIDUM_POWER, 1)
        rest = 1.0 - found.ambushes - found.oppida
        return found.ambushes * sprung + found.oppida * walled + rest * plain

    def _chance(self, force: Stack, foe: Stack | None, against: float, more: int) -> float:
        power = float(force.strength * force.steps)
        steps = force.steps + more
        side = self.side
        mine = (force.mask & self.t.musters[side].elite).bit_count()
        theirs = 0
        if foe is not None:
            steps += foe.steps
            theirs = (foe.mask & self.t.musters[1 - side].elite).bit_count()
        if mine > theirs:
            power *= ELITE_EDGE
        elif theirs > mine:
            against *= ELITE_EDGE
        return self.flinching(chance(power, against, steps))

    def flinching(self, odds: float) -> float:
        """The odds against an enemy who may retreat at the first chance."""
        if self.side == CALEDONIAN:
            return odds
        return odds + (1.0 - self.caution) * FLINCH * (1.0 - odds)

    def kill(self, foe: Stack, force: Stack) -> float:
        """Value of beating a stack, in points that its owner loses or cannot win back.

        Units that survive the first fire may get away, above all the leaders.
        """
        muster = self.t.musters[1 - self.side]
        blow = min(1.0, force.strength / (6.0 * max(1, foe.steps)))
        share = ESCAPED + (1.0 - ESCAPED) * blow * FIRST_BLOW
        total = (foe.worth - foe.heads) * 0.5 + foe.heads * 0.5 * share
        if foe.mask & muster.supreme:
            total += SUPREME_POINTS * share
        if self.side == ROMAN:
            total += HOST * self.caution * foe.mobile
            if min(force.strength, foe.strength) >= MAJOR:
                total += MAJOR_WON
        if self.side == CALEDONIAN:
            total += LEGION_DEATH * (foe.mask & muster.legionaries).bit_count()
        elif self.before_winter == NO_WINTER:
            total += 0.5 * (foe.mask & muster.elite & ~muster.supreme).bit_count()
        return total

    # Places --------------------------------------------------------------------------------------

    def fed(self, place: int, mask: int, without: int = 0) -> bool:
        """Whether Romans would be in supply in a place; `without` are units that leave theirs."""
        t = self.t
        board = t.board
        rome = t.rome
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
        board = self.t.board
        if place < board.hexes and (board.center_at[place] != NONE or board.is_site[place]):
            return 0.0
        return stack.want

    def risk(self, place: int, stack: Stack | None) -> float:
        """What a stack may lose to the strongest enemy within one March."""
        if stack is None or place >= self.t.board.hexes:
            return 0.0
        own = float(stack.strength * stack.steps)
        if stack.camp or self.t.board.is_fortress[place]:
            own *= 2.0
        if self.wary:
            return self._dread(place, stack, own)
        apart = self.lookups.apart[place]
        worst = 0.0
        more = self.caution if self.side == ROMAN else 0.0
        for spot, foe in self.foes.items():
            if foe.spare > 0.0 and spot in apart and spot != place:
                power = foe.spare
                if more:
                    strength = foe.mobile + more * self.lookups.levy_strength
                    power = strength * (foe.steps + more * self.lookups.levy_steps)
                worst = max(worst, chance(power, own, foe.steps + stack.steps))
        if worst < 0.02:
            return 0.0
        stake = stack.worth
        if self.t.board.center_at[place] != NONE:
            stake += 1.5
        if stack.mask & self.t.musters[self.side].supreme:
            stake += SUPREME_DEATH
        return (RISK + CARE * self.caution) * worst * stake

    def _dread(self, place: int, stack: Stack, own: float) -> float:
        """What a stack may lose to any enemy within two Marches."""
        apart = self.lookups.foray[place]
        worst = 0.0
        for spot, foe in self.foes.items():
            if foe.mobile and spot in apart and spot != place:
                worst = max(worst, self.struck(foe, own, stack.steps))
        strength = 0
        if self.host is not None:
            near = sum(share for spot, share in self.host.share.items() if spot in apart)
            if near > 0.0:
                strength = self.host.stack.strength
                worst = max(worst, near * self.struck(self.host.stack, own, stack.steps))
        if worst < 0.02:
            return 0.0
        stake = stack.worth
        if self.t.board.center_at[place] != NONE:
            stake += 1.5
        if stack.mask & self.t.rome.supreme:
            stake += SUPREME_DEATH
        if min(strength, stack.strength) >= MAJOR:
            stake += MAJOR_WON
        return DREAD * worst * stake

    def struck(self, foe: Stack, own: float, steps: int) -> float:
        """The chance of an enemy army, with this turn's recruits, against a stack."""
        levied = foe.steps + self.lookups.levy_steps
        power = (foe.mobile + self.lookups.levy_strength) * levied
        return chance(power, own, round(levied) + steps)


def actions_left(t: Tables, state: State, side: int) -> int:
    """Marches that a side can still make in its March phase."""
    for frame in reversed(state.stack):
        if frame.phase == MARCH_MENU and frame.side == side:
            free = not frame.flags & FREE_USED and supreme_place(t, state, side) != NONE
            return state.points[side] + free
    return state.points[side]
