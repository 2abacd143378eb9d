"""How good a position of Conqueror is for a seat: what greedy play and search steer by.

Worth is counted in points of which a fort is about ten: what is held and how safe it is, food and
income, units, coins and heroes, what can be reached next, and battles, bids and bribes under way by
their odds. A seat's chance is its worth against the rivals', the strongest of them above all.
"""

from __future__ import annotations

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.cards import CONTROL_ALL, Law
from ludus.games.conqueror.ids import (
    ATTACK,
    BID,
    CAVALRY,
    DEFENCE,
    FACE_ODDS,
    FACES,
    FACTIONS,
    FORT,
    GREAT_FORT,
    GROUPS_EACH,
    HEROES_EACH,
    INDEPENDENT,
    INFANTRY,
    JOIN,
    MISSIONS_EACH,
    NO_FORT,
    NOBODY,
    NONE,
    RUNNING,
    TURN,
    WARNED,
    WIN_FORTS,
)
from ludus.games.conqueror.rules import army, bribery, planning, strength
from ludus.games.conqueror.rules.game import ConquerorRules
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, State

SCALE: Final = 22.0
"""How many points of lead make a win about three times as likely as a loss."""
FORT_WORTH: Final = (0.0, 9.0, 20.0, 33.0, 49.0, 76.0)
"""By forts held; more than five are worth a little each, as a surplus protects."""
SURPLUS: Final = 8.0
COUNTDOWN: Final = 30.0
"""Five noted forts that are still held: only the others' turns stand before victory."""
LAND: Final = 1.6
SEA: Final = 0.5
FOOD: Final = 2.4
CURRENCY: Final = 2.2
INFANTRY_WORTH: Final = 1.9
CAVALRY_WORTH: Final = 3.7
COIN: Final = 0.75
RICH: Final = 14
"""Coins beyond this help little."""
HERO: Final = 2.7
"""Per point of a hero's strength."""
RISK: Final = 0.30
"""How likely a rival is to strike where it can."""
REACH: Final = 0.16
"""What a target within reach is worth, against having it."""
STILL_TO_DO: Final = 0.96
"""What can still be done this turn is worth nearly as much as if it were done."""
WARNING: Final = 0.05
"""How likely it is that a player who was warned runs out of time all the same."""
MARGINS: Final = 24
FACTION_COUNT: Final = len(FACTIONS)
SCATTER: Final = 1 << 31


ROLLED: Final = tuple(
    face for face, odds in zip(FACES, FACE_ODDS, strict=True) for _ in range(odds)
)


def win_table(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """The attacker's chance to win by its lead, from -MARGINS on, with these dice to come."""
    every = len(mine) * len(theirs)
    return tuple(
        sum(lead + a > b for a in mine for b in theirs) / every
        for lead in range(-MARGINS, MARGINS + 1)
    )


WIN: Final = win_table(ROLLED, ROLLED)
WIN_WITH_ONE: Final = win_table((0,), ROLLED)
"""The attacker's die is part of the lead already."""
WIN_FOR_SURE: Final = win_table((0,), (0,))


def chance(lead: int, table: tuple[float, ...] = WIN) -> float:
    """The attacker's chance to win a battle with this lead before the dice to come."""
    if lead > MARGINS:
        lead = MARGINS
    elif lead < -MARGINS:
        lead = -MARGINS
    return table[lead + MARGINS]


def _reach_odds(power: int, guard: int, held_by_player: bool) -> float:
    """How far an army could hope to take a fort with so strong a guard.

    Independents have no luck: a stronger army beats them, and a weaker one must grow first.
    """
    if power > guard + 3 or (power > guard and not held_by_player):
        return 1.0
    if not held_by_player:
        return 0.6 * power / (guard + 1)
    odds = chance(power - guard)
    return odds if odds >= 0.1 else 0.1 * power / (guard + 1)


STRONG: Final = 40
"""Armies and guards beyond this strength count as this strong."""
REACH_PLAYER: Final = [
    [_reach_odds(power, guard, True) for power in range(STRONG + 1)] for guard in range(STRONG + 1)
]
REACH_INDEPENDENT: Final = [
    [_reach_odds(power, guard, False) for power in range(STRONG + 1)] for guard in range(STRONG + 1)
]
REACH_FREE: Final = [1.0] * (STRONG + 1)


def _scattered(number: int) -> int:
    """A number below SCATTER that says nothing of what it was made from."""
    for _ in range(3):
        number = (number ^ number >> 15) * 0x2C1B3C6D % SCATTER
    return number


class Chart:
    """What a map is worth place by place, and how far its places lie apart."""

    def __init__(self, board: Board, laws: tuple[Law, ...]) -> None:
        self.board = board
        self.value: list[float] = []
        for territory in board.territories:
            worth = SEA if territory.sea else LAND
            worth += FOOD * territory.food + CURRENCY * territory.currency
            self.value.append(worth)
        self.price = list(self.value)
        """The same with what a fort is worth by itself, for targets and risks."""
        for place, fort in enumerate(board.fort):
            if fort != NO_FORT:
                self.price[place] += 12.0 if fort == GREAT_FORT else 10.0
        self.near: list[tuple[int, ...]] = [
            tuple(b for a, b, _ in board.links if a == place) for place in range(board.places)
        ]
        self.near_mask: list[int] = [sum(1 << other for other in row) for row in self.near]
        self.forts: list[int] = [n for n in range(board.places) if board.fort[n] >= FORT]
        self.nearness: list[list[float]] = [
            [1.0 / (steps + 1) for steps in self._distances(fort)] for fort in self.forts
        ]
        """Per fort and territory, one over the steps that it takes to come in from there."""
        places = range(board.places)
        self.walls: list[list[int]] = [
            [army.wall(board, law, place, False) for place in places] for law in laws
        ]
        """By law and territory, the defence bonus of a holder that is not at home there."""
        self.home_walls: list[list[int]] = [
            [army.wall(board, law, place, True) for place in places] for law in laws
        ]

    def _distances(self, start: int) -> list[int]:
        found = [99] * self.board.places
        found[start] = 0
        edge = [start]
        while edge:
            following: list[int] = []
            for place in edge:
                for other in self.near[place]:
                    if found[other] == 99:
                        found[other] = found[place] + 1
                        following.append(other)
            edge = following
        return found


class Ground:
    """What all players' worths rest on, gathered once for a position."""

    __slots__ = ("chart", "fort_guard", "guard", "law", "occupied", "power")

    def __init__(self, chart: Chart, law: Law, card: int, state: State) -> None:
        self.chart = chart
        self.law = law
        places = chart.board.places
        walls = chart.walls[card + 1]
        power = [0] * places
        guard = [0] * places
        infantry = state.infantry
        cavalry = state.cavalry
        for place in range(places):
            force = infantry[place] + 2 * cavalry[place]
            power[place] = force
            guard[place] = force + walls[place]
        occupied = 0
        home = chart.board.home
        for seat in range(state.seats):
            occupied |= state.held[seat]
            place = home[state.faction[seat]]
            if place != NONE and state.owner[place] == seat:
                guard[place] = power[place] + chart.home_walls[card + 1][place]
        self.power = power
        """Per territory, the strength of its units."""
        self.guard = guard
        """The same with the defence bonus."""
        self.occupied = occupied
        """The territories that players hold."""
        self.fort_guard = [min(guard[fort], STRONG) for fort in chart.forts]


class Evaluation:
    """Worth of each player, turned into a chance to win."""

    def __init__(self, rules: ConquerorRules) -> None:
        t: Tables = rules.tables
        self._tables = t
        self._charts = [Chart(board, t.laws) for board in t.boards]
        self._hands: list[list[float]] = [
            [self._hand(faction, mask) for mask in range(1 << HEROES_EACH)]
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
        ground = Ground(self._charts[state.map], self._tables.law(state), state.card, state)
        worth = [0.0] * state.seats
        for player in range(state.seats):
            if state.alive >> player & 1:
                worth[player] = self._worth(state, ground, player)
        self._pending(state, worth)
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
        fall = seat * FACTION_COUNT + state.faction[seat]
        for player in state.order:
            fall = fall * 8 + player * 5 + state.rolls[player] + 1
        return 1.0 / state.seats + 0.001 * (_scattered(fall) / SCATTER)

    # What a player has ---------------------------------------------------------------------------

    def worth(self, state: State, seat: int) -> float:
        """What a player has and can hope for, in points."""
        law = self._tables.law(state)
        return self._worth(state, Ground(self._charts[state.map], law, state.card, state), seat)

    def _worth(self, state: State, ground: Ground, seat: int) -> float:
        chart = ground.chart
        held = state.held[seat]
        total = self._forts(state, seat, held)
        coins = state.purse[seat]
        total += COIN * coins if coins <= RICH else COIN * RICH + 0.15 * (coins - RICH)
        total += self._hands[state.faction[seat]][state.hand[seat]]
        # Food beyond what the army can soon use is worth less.
        total += 0.5 * min(army.room_of(self._tables, state, seat), 6)
        value = chart.value
        near_mask = chart.near_mask
        hostile = ground.occupied & ~held
        armies: list[int] = []
        powers: list[int] = []
        while held:
            low = held & -held
            held ^= low
            place = low.bit_length() - 1
            total += value[place]
            power = ground.power[place]
            if power:
                armies.append(place)
                powers.append(min(power, STRONG))
                total += INFANTRY_WORTH * state.infantry[place]
                total += CAVALRY_WORTH * state.cavalry[place]
            if near_mask[place] & hostile:
                total -= self._risk(state, ground, seat, place)
        total += self._reach(state, ground, seat, armies, powers)
        total += self._mission(state, seat)
        if state.order[state.turn] == seat and state.stack and state.stack[0].phase == TURN:
            if not state.acting:
                total += STILL_TO_DO * self._planning(state, seat)
            total += STILL_TO_DO * self._orders(state, ground, seat, armies)
        return total

    def _forts(self, state: State, seat: int, held: int) -> float:
        forts = (held & self._tables.boards[state.map].fort_mask).bit_count()
        worth = FORT_WORTH[min(forts, WIN_FORTS)] + SURPLUS * max(0, forts - WIN_FORTS)
        if state.noted[seat].bit_count() >= WIN_FORTS:
            worth += COUNTDOWN
        return worth

    def _hand(self, faction: int, mask: int) -> float:
        total = 0.0
        for number in range(HEROES_EACH):
            if mask >> number & 1:
                hero = self._tables.heroes[faction * HEROES_EACH + number]
                total += HERO * hero.strength + 0.9 * len(hero.abilities)
        return total

    def _risk(self, state: State, ground: Ground, seat: int, place: int) -> float:
        """What stands to be lost here to the strongest army next door."""
        chart = ground.chart
        owner = state.owner
        power = ground.power
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
        return RISK * chance(worst - ground.guard[place]) * stake

    def _reach(
        self, state: State, ground: Ground, seat: int, armies: list[int], powers: list[int]
    ) -> float:
        """Forts to come: each by its worth, and by how near and how strong the best army is."""
        chart = ground.chart
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
                odds = REACH_PLAYER[ground.fort_guard[number]]
            elif holder == INDEPENDENT:
                odds = REACH_INDEPENDENT[ground.fort_guard[number]]
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
        number = state.faction[seat] * MISSIONS_EACH + state.mission[seat]
        mission = self._tables.missions[number]
        best = 0.0
        for goal in mission.goals[state.map]:
            if goal.op == CONTROL_ALL:
                share = (goal.places & state.held[seat]).bit_count() / goal.places.bit_count()
                best = max(best, share * share)
        return best * mission.pays * COIN

    # What the player in turn can still do --------------------------------------------------------

    def _planning(self, state: State, seat: int) -> float:
        """Income and recruits that are still to be had."""
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

    def _orders(self, state: State, ground: Ground, seat: int, armies: list[int]) -> float:
        """The best thing that each army with units still standing could do next door."""
        chart = ground.chart
        guard = ground.guard
        price = chart.price
        owner = state.owner
        ways = ground.law.ways[state.map]
        by_infantry, by_cavalry = ground.law.attack_weight
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
                        gain -= 0.2 * ground.power[place]
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

    # What is under way ---------------------------------------------------------------------------

    def _pending(self, state: State, worth: list[float]) -> None:
        if state.battle is not None:
            self._battle(state, state.battle, worth)
        if not state.stack:
            return
        if state.stack[-1].phase == BID:
            self._bids(state, worth)
        for seat, place in enumerate(state.claims):
            if place != NONE:
                worth[seat] += self._bribe(state, place)
        if state.clock == WARNED:
            self._warning(state, worth)

    def _bribe(self, state: State, place: int) -> float:
        """What an army and its territory are worth to whoever pays for them."""
        gain = self._charts[state.map].price[place] + 1.8 * army.strength(state, place)
        return gain - COIN * bribery.price_of(self._tables, state, place)

    def _warning(self, state: State, worth: list[float]) -> None:
        """The clock runs again: a hope for everybody who could pay for a bribe."""
        late = state.order[state.turn]
        for seat in range(state.seats):
            if seat == late or not state.alive >> seat & 1:
                continue
            best = 0.0
            for action in bribery.bribes_of(self._tables, state, late, seat):
                best = max(best, self._bribe(state, action.arg))
            worth[seat] += WARNING * best

    def _battle(self, state: State, fight: Battle, worth: list[float]) -> None:
        """Both sides by the odds; while units still join, as if all of them did."""
        t = self._tables
        if fight.winner != NONE and fight.defender != INDEPENDENT:
            return
        frame = state.stack[-1]
        joined = fight.joined
        chart = self._charts[state.map]
        prize = chart.price[fight.target]
        if frame.phase == JOIN:
            weights = t.law(state).attack_weight
            units = army.fighters(state, fight.origin, INFANTRY) * weights[INFANTRY]
            units += army.fighters(state, fight.origin, CAVALRY) * weights[CAVALRY]
        else:
            units = sum(joined[:GROUPS_EACH]) + 2 * sum(joined[GROUPS_EACH:])
        if fight.defender == INDEPENDENT:
            worth[fight.attacker] += 0.95 * prize
            return
        hero = strength.hero_part(t, state, fight, ATTACK)
        _, bonus, heroic, _ = strength.parts(t, state, fight, DEFENCE)
        garrison = army.strength(state, fight.target)
        lead = units + hero - garrison - bonus - heroic
        lead += fight.die[ATTACK] - fight.die[DEFENCE]
        odds = WIN
        if fight.die[ATTACK]:
            odds = WIN_FOR_SURE if fight.die[DEFENCE] else WIN_WITH_ONE
        win = chance(lead, odds)
        lose = 1.0 - chance(lead + 1, odds)
        killed = min(garrison, max(1, lead)) * 1.8
        lost = min(units, max(1, -lead) + 1) * 1.8
        forts = t.boards[state.map].fort_mask >> fight.target & 1
        leader = forts and state.noted[fight.defender].bit_count() >= WIN_FORTS
        stake = prize + (COUNTDOWN if leader else 0.0)
        worth[fight.attacker] += win * (prize + COIN + 1.0) - lose * lost
        worth[fight.defender] -= win * (stake + killed) - 0.3 * lose * lost

    def _bids(self, state: State, worth: list[float]) -> None:
        """A bid costs its coins; the threat falls by what all bids may come to."""
        threat = self._tables.cards[state.card].threat
        if threat is None:
            return
        minimum = threat.minimum_for(state.seats)
        seats = [seat for seat in range(state.seats) if state.alive >> seat & 1]
        fair = minimum / len(seats)
        for seat in seats:
            bid = state.bids[seat]
            if bid == NONE:
                continue
            total = bid + fair * 0.85 * (len(seats) - 1)
            held = 1.0 / (1.0 + math.exp((minimum - total) / 1.5))
            highest = 1.0 / (1.0 + math.exp((fair + 1.5 - bid) / 1.2))
            lowest = 1.0 / (1.0 + math.exp((bid - fair * 0.5) / 0.8))
            worth[seat] += held * highest * 4.5 - (1.0 - held) * (2.5 + 3.0 * lowest) - COIN * bid
