"""How good a position of Para Bellum is for a seat: what greedy play and search steer by."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.games.para_bellum.army import legal_cells
from ludus.games.para_bellum.board import (
    COLOURS,
    COLUMNS,
    FIELD,
    GENERAL,
    NOT_RIGHT,
    RED,
    sides,
    touching,
)
from ludus.games.para_bellum.rules import ParaBellumRules
from ludus.games.para_bellum.rules.base import FOUR
from ludus.games.para_bellum.rules.decks import deck_size
from ludus.games.para_bellum.rules.goals import COUNTS, goal_worth
from ludus.games.para_bellum.scoring import commander_points, gray_points
from ludus.games.para_bellum.state import FACE, NONE, Player, State

ROW = (1 << COLUMNS) - 1

SCALE = 7.0
"""How many points of lead make a win about three times as likely as a loss."""

# What things are worth in points while there are turns left to use them.
RED_PIP = 0.30
RED_DIE = 0.55
"""A red die also steadies the army in Morale tests."""
BLUE_PIP = 0.32
COIN = 0.45
ARMY_CARD = 0.35
COMMAND_CARD = 0.8
PERMANENT = 1.9
BANNER = 0.45
OPEN_SEAM = 1.7
"""A joint of a troop that is not closed yet."""
OPEN_SIDE = 0.5
"""A colour with room beside one of its cards: a card of that colour will make a Legion there."""
MATCHES = (0.0, 0.7, 2.0, 2.6, 3.4, 3.8, 4.4, 4.6, 5.0)
"""By cards in hand that fit such a side; a full-colour card counts one, an ordinary one two."""
FIVE_COLOURS = 7.0
"""What Legions of all five colours bring to whoever is sure of them: points, and the end."""
PACE = 1.2
"""How many turns more or less than needed make five colours three times as likely or unlikely."""
# Placements that a colour without a Legion is away from its first one: a card stands with room
# beside it and one in hand completes it, needs another one besides, or is still to be drawn; no
# card stands, and two are in hand, or one, or none.
COMPLETED_NEXT = 1.0
COMPLETED_LATER = 2.1
COMPLETED_BY_LUCK = 2.5
PAIR_IN_HAND = 2.0
ONE_IN_HAND = 3.3
NOTHING_YET = 4.2
NO_ROOM = 1.5
"""What each colour that could begin nowhere adds to that."""
GOAL_SHARE = 0.5
"""How much of an objective's next tier its halfway point is worth."""
END_TIER = 0.9
HOPES = (2.5, 3.0, 1.5, 4.0, 4.0, 1.0, 1.0, 1.2, 4.0, 3.5)
"""What an objective brings on average to a player who means to meet it, by what it counts."""
TRIGGERED = (11.0, 1.5)
"""What an objective that pays for each Motivate, or for each test failed, may still bring."""
TURNS_FOR_ALL = 5.0
"""With so many turns left each, things in hand are worth their full value."""


class Evaluation:
    """Expected points of each side, turned into a chance to win."""

    def __init__(self, rules: ParaBellumRules) -> None:
        self._machine = rules.machine
        self._catalog = rules.catalog

    def __call__(self, state: State, seat: Seat) -> float:
        worth = self.all_worth(state)
        if state.seats == FOUR:
            own = worth[seat] + worth[seat ^ 2]
            best = worth[seat ^ 1] + worth[seat ^ 3]
        else:
            own = worth[seat]
            best = max(value for player, value in enumerate(worth) if player != seat)
        if not state.stack:
            return 1.0 if own > best else 0.5 if own == best else 0.0
        return 1.0 / (1.0 + math.exp((best - own) / SCALE))

    def worth(self, state: State, seat: int) -> float:
        """Points as they would count now, and what the rest of the army may still bring."""
        return self.all_worth(state)[seat]

    def all_worth(self, state: State) -> list[float]:
        worth: list[float] = []
        running = bool(state.stack)
        for player in state.players:
            total = float(gray_points(player)) + commander_points(player)
            total += sum(player.goal_points) + player.points
            if not running:
                total += gray_points(player) / 1000
            worth.append(total)
        if not running:
            return worth
        surveys = [self._survey(player) for player in state.players]
        left = 1.0 + deck_size(state) / (state.seats * 1.35)
        chances = [1.0 / (1.0 + math.exp((needed - left) / PACE)) for _, needed in surveys]
        # Somebody who is about to complete the fifth colour leaves the others less time.
        soonest = left
        if state.ending == NONE:
            for chance, survey in zip(chances, surveys, strict=True):
                soonest = min(soonest, left - chance * max(left - survey[1] - 0.5, 0.0))
        for seat, player in enumerate(state.players):
            turns = self._turns_left(state, seat) if state.ending != NONE else soonest
            share = min(1.0, turns / TURNS_FOR_ALL)
            worth[seat] += share * (self._means(player) + surveys[seat][0])
            worth[seat] += self._goals(player, share)
            if state.ending == NONE:
                worth[seat] += FIVE_COLOURS * chances[seat]
        return worth

    def _turns_left(self, state: State, seat: int) -> float:
        """How many turns a player still has once the end is known."""
        order = state.order
        mine = (order.index(seat) - order.index(state.turn)) % state.seats
        last = (order.index(state.ending) - order.index(state.turn)) % state.seats
        last = last or state.seats
        return 0.5 if mine == 0 else (1.0 if mine < last else 0.0)

    def _means(self, player: Player) -> float:
        """Pips, coins and cards: what turns into points by being spent."""
        dice = player.dice
        pips = 0
        reds = player.reds
        while reds:
            low = reds & -reds
            reds ^= low
            pips += dice[RED - 1 + low.bit_length()] & FACE
        total = BLUE_PIP * (dice[GENERAL] - 1) + RED_PIP * pips
        total += RED_DIE * player.reds.bit_count()
        total += COIN * min(player.coins, 8)
        total += ARMY_CARD * min(len(player.hand), 5)
        total += COMMAND_CARD * min(len(player.commands), 5)
        total += BANNER * player.banners.bit_count()
        seen = 0
        for perm in player.perms:
            # A second copy of a card that only changes a rule adds nothing.
            total += PERMANENT * (0.3 if seen >> perm.kind & 1 else 1.0)
            seen |= 1 << perm.kind
        return total

    def _survey(self, player: Player) -> tuple[float, float]:
        """What troops, rows and colours promise, and how far off Legions of all colours are."""
        army = player.army
        joints = army & (army >> 1) & NOT_RIGHT
        # A joint without a die, of which none was lost, belongs to a troop that is still open.
        total = OPEN_SEAM * (joints & ~player.grays & ~player.lost).bit_count()
        matches = 0
        needed = 0.0
        ends = [0] * COLOURS
        fulls = [0] * COLOURS
        for kind in player.hand:
            card = self._catalog.army[kind]
            if card.full:
                fulls[card.colour] += 1
            else:
                ends[card.colour] += 1
        homeless = 0
        for colour in range(COLOURS):
            cells = player.by_colour[colour]
            beside = legal_cells(player, colour) & sides(cells) if cells else 0
            if beside:
                total += OPEN_SIDE
                matches += min(2 * ends[colour] + fulls[colour], 2 * beside.bit_count())
            if not player.blazons >> colour & 1:
                needed += _distance(beside != 0, ends[colour], fulls[colour])
                homeless += beside == 0
        needed += NO_ROOM * max(homeless - _rooms(player), 0)
        return total + MATCHES[min(matches, len(MATCHES) - 1)], needed

    def _goals(self, player: Player, share: float) -> float:
        """Objectives not yet met: a part of the next tier for the way that is done."""
        total = 0.0
        for index, goal in enumerate(player.goals):
            kind = self._catalog.objectives[goal]
            if kind.measure < 0:
                total += share * TRIGGERED[kind.trigger]
                continue
            if kind.at_end:
                total += END_TIER * goal_worth(self._machine, player, goal)
            total += share * max(HOPES[kind.measure] - player.goal_points[index], 0.0)
            count = COUNTS[kind.measure](self._machine, player)
            for need, points in kind.tiers:
                if count < need:
                    done = count / need
                    gain = points - player.goal_points[index]
                    total += share * GOAL_SHARE * done * done * max(gain, 0)
                    break
        return total


def _distance(stands: bool, ends: int, fulls: int) -> float:
    """About how many placements a colour is away from its first Legion."""
    if stands:
        return COMPLETED_NEXT if ends else COMPLETED_LATER if fulls else COMPLETED_BY_LUCK
    if ends > 1:
        return PAIR_IN_HAND
    return ONE_IN_HAND if ends + fulls else NOTHING_YET


def _rooms(player: Player) -> int:
    """In how many rows a new colour could begin, with room for a second card beside the first."""
    taken = player.army | player.units
    alone = FIELD & ~taken & ~sides(taken) & ~(player.units << COLUMNS)
    starts = alone & touching(taken) & sides(alone)
    rows = 0
    while starts:
        row = ((starts & -starts).bit_length() - 1) // COLUMNS
        starts &= ~(ROW << row * COLUMNS)
        rows += 1
    return rows
