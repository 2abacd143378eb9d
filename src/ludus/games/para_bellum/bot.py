"""How good a position of Para Bellum is for a seat: what greedy play and search steer by."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.games.para_bellum import worth as w
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
from ludus.games.para_bellum.catalog import ORDER, Catalog, CommandKind
from ludus.games.para_bellum.outlook import Outlook
from ludus.games.para_bellum.rules import ParaBellumRules
from ludus.games.para_bellum.rules.base import FOUR
from ludus.games.para_bellum.rules.decks import deck_size
from ludus.games.para_bellum.rules.goals import COUNTS, goal_worth
from ludus.games.para_bellum.scoring import commander_points, gray_points
from ludus.games.para_bellum.state import FACE, NONE, Player, State

ROW = (1 << COLUMNS) - 1

SCALE = 7.0
"""How many points of lead make a win about three times as likely as a loss."""

ORDER_LEAST = 0.3
ORDER_MOST = 1.6
ORDER_SHARE = 0.5
"""How much of what an Order does it is worth in hand: there must be an action and an occasion."""
DEPLOY_SHARE = 0.45
"""How much of what a card is worth in play it is worth in hand."""
SECOND_COPY = 0.3
"""How much a second copy is worth of a card that only changes a rule."""
USED = 1.0
USE_SHARE = 1.1
"""What a card with an action is worth in play: something, and a part of what a use brings."""
WITHOUT_BANNER = 0.35
OPEN_SIDE = 0.5
"""A colour with room beside one of its cards: a card of that colour will make a Legion there."""
MATCHES: tuple[float, ...] = (0.0, 0.7, 2.0, 2.6, 3.4, 3.8, 4.4, 4.6, 5.0)
"""By cards in hand that fit such a side; a full-colour card counts one, an ordinary one two."""
FIVE_COLOURS = 7.0
"""What Legions of all five colours bring to whoever is sure of them: points, and the end."""
PACE = 0.9
"""How many turns more or less than needed make five colours three times as likely or unlikely."""
LUCK = 2.5
"""The same for cards to be drawn."""
DRAWS: tuple[float, ...] = (0.0, 4.5, 7.0, 9.0, 10.5, 12.0, 13.0, 14.0, 15.0, 16.0)
"""By cards that are missing, how many are drawn until all of them have come."""
MUSTERED = 0.6
"""How many cards more a pip of the General may bring to hand."""
GOAL_SHARE = 0.5
"""How much of an objective's next tier its halfway point is worth."""
END_TIER = 0.9
HOPES: tuple[float, ...] = (2.5, 3.0, 1.5, 4.0, 4.0, 1.0, 1.0, 1.2, 4.0, 3.5)
"""What an objective brings on average to a player who means to meet it, by what it counts."""
TRIGGERED: tuple[float, ...] = (11.0, 1.5)
"""What an objective that pays for each Motivate, or for each test failed, may still bring."""
TURNS_FOR_ALL = 5.0
"""With so many turns left each, things in hand are worth their full value."""


class Evaluation:
    """Expected points of each side, turned into a chance to win."""

    def __init__(self, rules: ParaBellumRules) -> None:
        self._machine = rules.machine
        self._catalog = rules.catalog
        self._outlook = Outlook(rules.machine)
        commands = rules.catalog.commands
        self._in_play = [_in_play(rules.catalog, self._outlook, kind) for kind in commands]
        self._banners = [_banners(rules.catalog, kind) for kind in commands]
        self._in_hand = [
            _in_hand(self._outlook, kind, self._in_play[number])
            for number, kind in enumerate(commands)
        ]

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
            gray = gray_points(player)
            total = float(gray + commander_points(player))
            total += sum(player.goal_points) + player.points
            if not running:
                total += gray / 1000
            worth.append(total)
        if not running:
            return worth
        means = [self._means(player) for player in state.players]
        self._outlook.add(state, worth, means)
        if state.ending != NONE:
            for seat, player in enumerate(state.players):
                share = min(1.0, self._turns_left(state, seat) / TURNS_FOR_ALL)
                worth[seat] += share * (means[seat] + self._promise(player))
                worth[seat] += self._goals(player, share)
            return worth
        left = 1.0 + deck_size(state) / (state.seats * 1.35)
        soonest = left
        chances: list[float] = []
        for player in state.players:
            chance, turns = self._race(player, left)
            chances.append(chance)
            # Somebody who is about to complete the fifth colour leaves the others less time.
            soonest = min(soonest, left - chance * max(left - turns - 0.5, 0.0))
        share = min(1.0, soonest / TURNS_FOR_ALL)
        for seat, player in enumerate(state.players):
            worth[seat] += share * (means[seat] + self._promise(player))
            worth[seat] += self._goals(player, share) + FIVE_COLOURS * chances[seat]
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
        total = w.BLUE_PIP * (dice[GENERAL] - 1) + w.RED_PIP * pips
        total += w.RED_DIE * player.reds.bit_count()
        total += w.COIN * min(player.coins, 8)
        total += w.ARMY_HAND[min(len(player.hand), len(w.ARMY_HAND) - 1)]
        total += w.BANNER * player.banners.bit_count()
        for kind in player.commands:
            total += self._in_hand[kind]
        seen = 0
        for perm in player.perms:
            kind = perm.kind
            value = self._in_play[kind]
            banners = self._banners[kind]
            if banners and not player.banners & banners:
                value *= WITHOUT_BANNER
            total += value * SECOND_COPY if seen >> kind & 1 else value
            seen |= 1 << kind
        return total

    def _promise(self, player: Player) -> float:
        """What open troops promise, and rows that cards in hand can lengthen."""
        army = player.army
        joints = army & (army >> 1) & NOT_RIGHT
        # A joint without a die, of which none was lost, belongs to a troop that is still open.
        total = w.OPEN_SEAM * (joints & ~player.grays & ~player.lost).bit_count()
        fits = [0] * COLOURS
        for kind in player.hand:
            card = self._catalog.army[kind]
            fits[card.colour] += 1 if card.full else 2
        matches = 0
        for colour in range(COLOURS):
            cells = player.by_colour[colour]
            beside = legal_cells(player, colour) & sides(cells) if cells else 0
            if beside:
                total += OPEN_SIDE
                matches += min(fits[colour], 2 * beside.bit_count())
        return total + MATCHES[min(matches, len(MATCHES) - 1)]

    def _race(self, player: Player, left: float) -> tuple[float, float]:
        """How likely Legions of all five colours are in the turns left, and the turns they need.

        A colour needs one more card where one stands with room beside it, else two. Those in hand
        cost a placement each, the others must be drawn first.
        """
        ends = [0] * COLOURS
        for kind in player.hand:
            card = self._catalog.army[kind]
            if not card.full:
                ends[card.colour] += 1
        placements = 0
        missing = 0
        homeless = 0
        for colour in range(COLOURS):
            if player.legions[colour]:
                continue
            cells = player.by_colour[colour]
            wanted = 2
            if cells and legal_cells(player, colour) & sides(cells):
                wanted = 1 if cells & ~player.full else 2
            else:
                homeless += 1
            placements += wanted
            missing += max(wanted - ends[colour], 0)
        if not placements:
            return 1.0, 0.0
        if homeless:
            placements += max(homeless - _rooms(player), 0)
        draws = left + MUSTERED * (player.dice[GENERAL] - 1)
        late = (placements - left) / PACE
        unlucky = (DRAWS[min(missing, len(DRAWS) - 1)] - draws) / LUCK
        chance = 1.0 / (1.0 + math.exp(late)) / (1.0 + math.exp(unlucky))
        return chance, float(placements)

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


def _banners(catalog: Catalog, kind: CommandKind) -> int:
    """The banners of which one is needed to pay for a card's first action, as a mask."""
    mask = 0
    if kind.type != ORDER and kind.printed:
        for way in catalog.prices[kind.printed[0].price].ways:
            if way[2] != NONE:
                mask |= 1 << way[2]
    return mask


def _in_play(catalog: Catalog, outlook: Outlook, kind: CommandKind) -> float:
    """What a Permanent or Special Unit is worth in play: more if its actions bring much."""
    if kind.type == ORDER:
        return 0.0
    if not kind.printed:
        return w.PERMANENT
    best = 0.0
    for printed in kind.printed:
        ways = catalog.prices[printed.price].ways
        pips = abs(ways[0][1]) if ways else 0
        best = max(best, outlook.program(printed.program) - w.RED_PIP * pips - 2 * w.ACTION)
    return USED + USE_SHARE * best


def _in_hand(outlook: Outlook, kind: CommandKind, in_play: float) -> float:
    if kind.type != ORDER:
        return DEPLOY_SHARE * in_play
    best = max(outlook.program(option.program) for option in kind.printed)
    return min(max(ORDER_LEAST, ORDER_SHARE * (best - 2 * w.ACTION)), ORDER_MOST)


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
