"""How good a position of Conqueror is for a seat, for greedy play and search.

Worth is counted in points of which a fort is about ten: what is held and how safe it is, food and
income, units, coins and heroes, what can be reached next, and battles, bids and bribes under way by
their odds. A seat's chance is its worth against the rivals', the strongest of them above all.
"""

from __future__ import annotations

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus.core.terms import NOTHING, UNNAMED, Term
from ludus.games.conqueror.bot.chart import Chart, Forces
from ludus.games.conqueror.bot.known import known_battle, known_bids
from ludus.games.conqueror.bot.odds import (
    REACH_FREE,
    REACH_INDEPENDENT,
    REACH_PLAYER,
    STRONG,
    chance,
)
from ludus.games.conqueror.bot.pending import add_known, add_pending
from ludus.games.conqueror.bot.weights import (
    CAVALRY_WORTH,
    COIN,
    COUNTDOWN,
    FORT_WORTH,
    HERO_WORTH,
    INFANTRY_WORTH,
    REACH,
    RICH,
    RISK,
    SCALE,
    STILL_TO_DO,
    SURPLUS,
)
from ludus.games.conqueror.cards import CONTROL_ALL
from ludus.games.conqueror.ids import (
    CAVALRY,
    FACTIONS,
    GREAT_FORT,
    INDEPENDENT,
    INFANTRY,
    NOBODY,
    NONE,
    RUNNING,
    TURN,
    WIN_FORTS,
)
from ludus.games.conqueror.rules import army, planning
from ludus.games.conqueror.rules.game import ConquerorRules
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import State

LOST: Final = -200.0
"""The worth of a player who is out."""
SCATTER: Final = 1 << 31


def _scattered(number: int) -> int:
    """A hash of a number, below SCATTER."""
    for _ in range(3):
        number = (number ^ number >> 15) * 0x2C1B3C6D % SCATTER
    return number


class Evaluation:
    """Worth of each player, turned into a chance to win."""

    def __init__(self, rules: ConquerorRules) -> None:
        t: Tables = rules.tables
        self._tables = t
        self._charts = [Chart(board, t.laws) for board in t.boards]
        self._hands: list[list[float]] = [
            [self._hand(faction, mask) for mask in range(1 << t.heroes_each)]
            for faction in range(len(FACTIONS))
        ]
        """What heroes in hand are worth, by faction and mask."""

    def __call__(self, state: State, seat: Seat) -> float:
        if not state.round:
            return self._liking(state, seat)
        if not state.alive >> seat & 1:
            return 0.0
        if state.ended != RUNNING:
            return 0.0
        forces = Forces(self._charts[state.map], self._tables.law(state), state.card, state)
        worth = [0.0] * state.seats
        for player in range(state.seats):
            if state.alive >> player & 1:
                worth[player] = self._worth(state, forces, player, player)
        add_pending(self._tables, self._charts[state.map], state, worth)
        mine = worth[seat]
        best = 0.0
        total = 0.0
        for player in range(state.seats):
            if player != seat:
                value = worth[player]
                total += value
                if value > best:
                    best = value
        rival = 0.6 * best + 0.4 * total / (state.seats - 1)
        return 1.0 / (1.0 + math.exp((rival - mine) / SCALE))

    def _liking(self, state: State, seat: int) -> float:
        """Before the first round no power is better than another.

        Which one a seat likes best depends on how the dice for the order fell, so that every table
        sees other powers, each of them as often as the others.
        """
        if state.faction[seat] == NONE or not state.order:
            return 1.0 / state.seats
        fall = seat * len(FACTIONS) + state.faction[seat]
        for player in state.order:
            fall = fall * 8 + player * 5 + state.rolls[player] + 1
        return 1.0 / state.seats + 0.001 * (_scattered(fall) / SCATTER)

    # What a player has ---------------------------------------------------------------------------

    def worth(self, state: State, seat: int) -> float:
        """What a player has and can hope for, in points."""
        law = self._tables.law(state)
        forces = Forces(self._charts[state.map], law, state.card, state)
        return self._worth(state, forces, seat, seat)

    def forces(self, state: State) -> Forces:
        """Strengths and defences in a position."""
        return Forces(self._charts[state.map], self._tables.law(state), state.card, state)

    def known(self, state: State, forces: Forces, viewer: Seat) -> list[float]:
        """What each player has and can hope for, as far as a viewer knows: hidden heroes count as
        average ones, hidden missions, bids and heroes in battle not at all."""
        if not state.round:
            return [0.0] * state.seats
        worth = [LOST] * state.seats
        for player in range(state.seats):
            if state.alive >> player & 1:
                worth[player] = self._worth(state, forces, player, viewer)
        fight = known_battle(state, viewer)
        bids = known_bids(state, viewer)
        add_known(self._tables, self._charts[state.map], state, worth, fight, bids)
        return worth

    def _worth(self, state: State, forces: Forces, seat: int, viewer: int) -> float:
        """The same; rivals' heroes and missions are hidden from a viewer."""
        chart = forces.chart
        held = state.held[seat]
        total = self._forts(state, seat, held)
        coins = state.purse[seat]
        total += COIN * coins if coins <= RICH else COIN * RICH + 0.15 * (coins - RICH)
        if seat == viewer:
            total += self._hands[state.faction[seat]][state.hand[seat]]
        else:
            total += self._average_hand(state, seat)
        # Food beyond what the army can soon use is worth less.
        total += 0.5 * min(army.room_of(self._tables, state, seat), 6)
        value = chart.value
        near_mask = chart.near_mask
        hostile = forces.occupied & ~held
        armies: list[int] = []
        powers: list[int] = []
        while held:
            low = held & -held
            held ^= low
            place = low.bit_length() - 1
            total += value[place]
            power = forces.power[place]
            if power:
                armies.append(place)
                powers.append(min(power, STRONG))
                total += INFANTRY_WORTH * state.infantry[place]
                total += CAVALRY_WORTH * state.cavalry[place]
            if near_mask[place] & hostile:
                total -= self._risk(state, forces, seat, place)
        total += self._reach(state, forces, seat, armies, powers)
        if seat == viewer:
            total += self._mission(state, seat)
        if state.order[state.turn] == seat and state.stack and state.stack[0].phase == TURN:
            if not state.acting:
                total += STILL_TO_DO * self._planning(state, seat)
            total += STILL_TO_DO * self._orders(state, forces, seat, armies)
        return total

    def terms(self, state: State, seat: int) -> list[Term]:
        """The parts of a player's worth by name, with what is under way."""
        if not state.round or not state.alive >> seat & 1 or state.ended != RUNNING:
            return []
        chart = self._charts[state.map]
        forces = Forces(chart, self._tables.law(state), state.card, state)
        held = state.held[seat]
        coins = state.purse[seat]
        found = [
            Term("forts", NOTHING, self._forts(state, seat, held)),
            Term("coins", NOTHING, COIN * min(coins, RICH) + 0.15 * max(0, coins - RICH)),
            Term("heroes", NOTHING, self._hands[state.faction[seat]][state.hand[seat]]),
            Term("food", NOTHING, 0.5 * min(army.room_of(self._tables, state, seat), 6)),
            Term("mission", NOTHING, self._mission(state, seat)),
        ]
        hostile = forces.occupied & ~held
        places = [place for place in range(held.bit_length()) if held >> place & 1]
        armies = [place for place in places if forces.power[place]]
        for place in places:
            units = INFANTRY_WORTH * state.infantry[place] + CAVALRY_WORTH * state.cavalry[place]
            found.append(Term("land", place, chart.value[place]))
            if forces.power[place]:
                found.append(Term("army", place, units))
            if chart.near_mask[place] & hostile:
                found.append(Term("danger", place, -self._risk(state, forces, seat, place)))
        powers = [min(forces.power[place], STRONG) for place in armies]
        reach = self._reach(state, forces, seat, armies, powers)
        found.append(Term("reach", NOTHING, reach))
        if state.order[state.turn] == seat and state.stack and state.stack[0].phase == TURN:
            if not state.acting:
                planned = STILL_TO_DO * self._planning(state, seat)
                found.append(Term("planning", NOTHING, planned))
            orders = STILL_TO_DO * self._orders(state, forces, seat, armies)
            found.append(Term(UNNAMED, NOTHING, orders))
        pending = [0.0] * state.seats
        add_pending(self._tables, chart, state, pending)
        found.append(Term(UNNAMED, NOTHING, pending[seat]))
        return found

    def _forts(self, state: State, seat: int, held: int) -> float:
        forts = (held & self._tables.boards[state.map].fort_mask).bit_count()
        worth = FORT_WORTH[min(forts, WIN_FORTS)] + SURPLUS * max(0, forts - WIN_FORTS)
        if state.noted[seat].bit_count() >= WIN_FORTS:
            worth += COUNTDOWN
        return worth

    def _hand(self, faction: int, mask: int) -> float:
        total = 0.0
        each = self._tables.heroes_each
        for number in range(each):
            if mask >> number & 1:
                hero = self._tables.heroes[faction * each + number]
                total += HERO_WORTH * hero.strength + 0.9 * len(hero.abilities)
        return total

    def _average_hand(self, state: State, seat: int) -> float:
        """What as many heroes as a player holds are worth on average, of those it may hold."""
        count = state.hand[seat].bit_count()
        if not count:
            return 0.0
        left = ((1 << self._tables.heroes_each) - 1) & ~state.burnt[seat]
        return self._hands[state.faction[seat]][left] * count / left.bit_count()

    def _risk(self, state: State, forces: Forces, seat: int, place: int) -> float:
        """What could be lost here to the strongest army next door."""
        chart = forces.chart
        owner = state.owner
        power = forces.power
        worst = 0
        for other in chart.near[place]:
            holder = owner[other]
            if holder >= 0 and holder != seat and power[other] > worst:
                worst = power[other]
        if not worst:
            return 0.0
        stake = chart.price[place] + 1.2 * power[place]
        if state.noted[seat] >> place & 1:
            stake += 8.0
        return RISK * chance(worst - forces.guard[place]) * stake

    def _reach(
        self, state: State, forces: Forces, seat: int, armies: list[int], powers: list[int]
    ) -> float:
        """Forts to take: each by its worth, and by how near and how strong the best army is."""
        chart = forces.chart
        owner = state.owner
        price = chart.price
        count = len(armies)
        total = 0.0
        for number, target in enumerate(chart.forts):
            holder = owner[target]
            if holder == seat:
                continue
            odds = REACH_FREE
            if holder >= 0:
                odds = REACH_PLAYER[forces.fort_guard[number]]
            elif holder == INDEPENDENT:
                odds = REACH_INDEPENDENT[forces.fort_guard[number]]
            near = chart.nearness[number]
            best = 0.0
            for index in range(count):
                share = near[armies[index]] * odds[powers[index]]
                if share > best:
                    best = share
            total += best * price[target]
        return REACH * total

    def _mission(self, state: State, seat: int) -> float:
        """A little for every part of the mission's goals that is held."""
        if state.mission[seat] == NONE:
            return 0.0
        number = state.faction[seat] * self._tables.missions_each + state.mission[seat]
        mission = self._tables.missions[number]
        best = 0.0
        for goal in mission.goals[state.map]:
            if goal.op == CONTROL_ALL:
                share = (goal.places & state.held[seat]).bit_count() / goal.places.bit_count()
                best = max(best, share * share)
        return best * mission.pays * COIN

    # What the player in turn can still do --------------------------------------------------------

    def _planning(self, state: State, seat: int) -> float:
        """Income and recruits that are still available."""
        t = self._tables
        total = 0.0 if state.collected else COIN * planning.income_of(t, state, seat)
        law = t.law(state)
        room = army.room_of(t, state, seat) + law.recruit_quota
        if not law.recruit or room <= 0:
            return total
        board = t.boards[state.map]
        forts = state.held[seat] & board.fort_mask & ~state.drained
        while forts and room > 0:
            low = forts & -forts
            forts ^= low
            whole = board.fort[low.bit_length() - 1] == GREAT_FORT and not state.drafted & low
            total += CAVALRY_WORTH if whole else INFANTRY_WORTH
            room -= 1
        return total

    def _orders(self, state: State, forces: Forces, seat: int, armies: list[int]) -> float:
        """The best thing that each army with units still standing could do next door."""
        chart = forces.chart
        guard = forces.guard
        price = chart.price
        owner = state.owner
        ways = forces.law.ways[state.map]
        by_infantry, by_cavalry = forces.law.attack_weight
        home = army.home_of(self._tables, state, seat)
        taken = 0
        total = 0.0
        for place in armies:
            movers = army.movers(state, place, INFANTRY) + army.movers(state, place, CAVALRY)
            force = army.fighters(state, place, INFANTRY) * by_infantry
            force += army.fighters(state, place, CAVALRY) * by_cavalry
            if not movers and not force:
                continue
            best, chosen = 0.0, NONE
            for target, _ in ways[place]:
                holder = owner[target]
                if holder == seat or taken >> target & 1:
                    continue
                gain = 0.0
                if holder >= 0:
                    if force:
                        gain = chance(force - guard[target]) * (price[target] + 2.0)
                        gain -= 0.2 * forces.power[place]
                elif movers if holder == NOBODY else force > guard[target]:
                    gain = price[target]
                if gain > best:
                    best, chosen = gain, target
            if chosen == NONE:
                continue
            if place != home and state.infantry[place] + state.cavalry[place] == 1:
                best -= price[place]
            if best > 0.0:
                taken |= 1 << chosen
                total += best
        return total
