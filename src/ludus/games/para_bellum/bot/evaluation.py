"""How good a position of Para Bellum is for a seat: what greedy play and search steer by."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.games.para_bellum.board import COLUMNS, FIELD, GENERAL, NOT_RIGHT, RED, sides, touching
from ludus.games.para_bellum.bot import worth as w
from ludus.games.para_bellum.bot.outlook import Outlook
from ludus.games.para_bellum.catalog import Catalog, CommandKind
from ludus.games.para_bellum.ids import (
    ARMY_PHASE,
    COLOURS,
    DRAW_PHASE,
    FACE,
    MAX_SEATS,
    NONE,
    ORDER,
    TEAM_SEATS,
)
from ludus.games.para_bellum.rules.decks import deck_size
from ludus.games.para_bellum.rules.game import ParaBellumRules
from ludus.games.para_bellum.rules.objectives import COUNTS
from ludus.games.para_bellum.rules.scoring import commander_points, gray_points
from ludus.games.para_bellum.state import Player, State

ROW = (1 << COLUMNS) - 1
CELL_BITS = 7
"""Enough for a cell or none, and whether a card lies face down."""

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
ROOM = 0.5
ENOUGH_ROOM = 3
"""What a cell is worth in which a card of any colour could go, and how many of them count."""
MATCHES: tuple[float, ...] = (0.0, 0.7, 2.0, 2.6, 3.4, 3.8, 4.4, 4.6, 5.0)
"""By cards in hand that fit such a side; a full-colour card counts one, an ordinary one two."""
FIVE_COLOURS = 11.0
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
HOPES: tuple[float, ...] = (2.5, 3.5, 2.5, 4.0, 4.0, 3.0, 2.5, 3.0, 4.0, 3.5)
"""What an objective brings on average to a player who means to meet it, by what it counts."""
TRIGGERED: tuple[float, ...] = (12.0, 2.5)
"""What an objective that pays for each Motivate, or for each test failed, may still bring."""
TURN = 3.0
"""What a turn is worth that others do not have."""
PATIENCE = 14
"""From this round on nobody plays for a turn more."""
FORESIGHT = 4.0
"""With so many cards in the deck for each player, the end can be foreseen."""
TURNS_FOR_ALL = 5.0
"""With so many turns left each, things in hand are worth their full value."""


class Judged:
    """What one player has and may hope for, whatever time is left for it.

    Most positions that a bot compares differ in one player only, so the judgement of the others is
    kept; `fits` tells whether it still holds, by all that it was made from.
    """

    __slots__ = (
        "_army",
        "_big",
        "_cells",
        "_coins",
        "_commands",
        "_counters",
        "_dice",
        "_goal_points",
        "_goals",
        "_hand",
        "_legions",
        "_lost",
        "_perms",
        "_rows",
        "gray",
        "hopes",
        "means",
        "missing",
        "placements",
        "points",
        "promise",
        "tiers",
    )

    def __init__(self, player: Player) -> None:
        self._army = player.army
        self._lost = player.lost
        self._coins = player.coins
        self._big = player.big
        self._rows = player.rows
        self._counters = player.points
        self._dice = player.dice[:]
        self._cells = player.cells[:]
        self._hand = player.hand[:]
        self._commands = player.commands[:]
        self._legions = player.legions[:]
        self._goals = player.goals[:]
        self._goal_points = player.goal_points[:]
        self._perms = _perms(player)
        self.gray = gray_points(player)
        points = self.gray + commander_points(player) + player.points
        for scored in player.goal_points:
            points += scored
        self.points = float(points)
        self.means = 0.0
        """Pips, coins and cards: what turns into points by being spent."""
        self.promise = 0.0
        """What open troops promise, and rows that cards in hand can lengthen."""
        self.placements = 0
        """Cards to be placed until there are Legions of all five colours."""
        self.missing = 0
        """Those of them that are still to be drawn."""
        self.tiers = 0.0
        """What objectives that are looked at in the end would bring now."""
        self.hopes = 0.0
        """What objectives may bring with time."""

    def fits(self, player: Player) -> bool:
        return (
            self._army == player.army
            and self._dice == player.dice
            and self._hand == player.hand
            and self._commands == player.commands
            and self._coins == player.coins
            and self._lost == player.lost
            and self._counters == player.points
            and self._big == player.big
            and self._rows == player.rows
            and self._legions == player.legions
            and self._goal_points == player.goal_points
            and self._goals == player.goals
            and self._cells == player.cells
            and self._perms == _perms(player)
        )


def _perms(player: Player) -> list[int]:
    return [perm.kind << CELL_BITS | perm.cell + 1 << 1 | perm.down for perm in player.perms]


class Evaluation:
    """Expected points of each side, turned into a chance to win."""

    def __init__(self, rules: ParaBellumRules) -> None:
        self._tables = rules.tables
        self._catalog = rules.catalog
        self._outlook = Outlook(rules.tables)
        commands = rules.catalog.commands
        self._in_play = [_in_play(rules.catalog, self._outlook, kind) for kind in commands]
        self._banners = [_banners(rules.catalog, kind) for kind in commands]
        self._in_hand = [
            _in_hand(self._outlook, kind, self._in_play[number])
            for number, kind in enumerate(commands)
        ]
        self._kept: list[Judged | None] = [None] * MAX_SEATS

    def __call__(self, state: State, seat: Seat) -> float:
        worth = self.all_worth(state)
        if state.seats == TEAM_SEATS:
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
        judged = [self._judged(player, seat) for seat, player in enumerate(state.players)]
        worth = [player.points for player in judged]
        if not state.stack:
            return [
                points + player.gray / 1000 for points, player in zip(worth, judged, strict=True)
            ]
        means = [player.means for player in judged]
        self._outlook.add(state, worth, means)
        share = 0.0
        if state.turn != NONE:
            _count_turns(state, worth)
        if state.ending == NONE:
            share = self._race(state, judged, worth)
        for seat, player in enumerate(judged):
            if state.ending != NONE:
                share = min(1.0, self._turns_left(state, seat) / TURNS_FOR_ALL)
            worth[seat] += share * (means[seat] + player.promise + player.hopes) + player.tiers
        return worth

    def _race(self, state: State, judged: list[Judged], worth: list[float]) -> float:
        """Add what five colours are worth to each; what share of their means there is time for."""
        left = 1.0 + deck_size(state) / (state.seats * 1.35)
        soonest = left
        for seat, player in enumerate(judged):
            draws = left + MUSTERED * (state.players[seat].dice[GENERAL] - 1)
            chance = _chance(player.placements, player.missing, left, draws)
            worth[seat] += FIVE_COLOURS * chance
            # Somebody who is about to complete the fifth colour leaves the others less time.
            soonest = min(soonest, left - chance * max(left - player.placements - 0.5, 0.0))
        return min(1.0, soonest / TURNS_FOR_ALL)

    def _judged(self, player: Player, seat: int) -> Judged:
        kept = self._kept[seat]
        if kept is not None and kept.fits(player):
            return kept
        kept = Judged(player)
        kept.means = self._means(player)
        self._survey(player, kept)
        self._goals(player, kept)
        self._kept[seat] = kept
        return kept

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

    def _survey(self, player: Player, judged: Judged) -> None:
        """What troops and rows promise, and how far off Legions of all five colours are.

        A colour without a Legion needs one more card where an ordinary one stands with room beside
        it, else two. Those in hand cost a placement each, the others must be drawn first.
        """
        army = player.army
        units = player.units
        taken = army | units
        joints = army & (army >> 1) & NOT_RIGHT
        # A joint without a die, of which none was lost, belongs to a troop that is still open.
        promise = w.OPEN_SEAM * (joints & ~player.grays & ~player.lost).bit_count()
        fulls = [0] * COLOURS
        ends = [0] * COLOURS
        for kind in player.hand:
            card = self._catalog.army[kind]
            if card.full:
                fulls[card.colour] += 1
            else:
                ends[card.colour] += 1
        free = touching(taken) & ~taken & ~sides(units) & ~(units << COLUMNS)
        starts = free & ~sides(army)
        promise += ROOM * min(starts.bit_count(), ENOUGH_ROOM)
        placeable = len(player.hand) if starts else 0
        matches = 0
        placements = 0
        missing = 0
        homeless = 0
        for colour in range(COLOURS):
            cells = player.by_colour[colour]
            beside = free & sides(cells) & ~sides(army & ~cells) if cells else 0
            if beside:
                promise += OPEN_SIDE
                if not starts:
                    placeable += ends[colour] + fulls[colour]
                matches += min(2 * ends[colour] + fulls[colour], 2 * beside.bit_count())
            if player.legions[colour]:
                continue
            wanted = 2
            if not beside:
                homeless += 1
            elif cells & ~player.full:
                wanted = 1
            placements += wanted
            missing += max(wanted - ends[colour], 0)
        if homeless:
            placements += max(homeless - _rooms(player), 0)
        judged.promise = promise + MATCHES[min(matches, len(MATCHES) - 1)]
        judged.means += _hand_worth(placeable)
        judged.placements = placements
        judged.missing = missing

    def _goals(self, player: Player, judged: Judged) -> None:
        """Objectives not yet met: a part of the next tier for the way that is done."""
        for index, goal in enumerate(player.goals):
            kind = self._catalog.objectives[goal]
            if kind.measure < 0:
                judged.hopes += TRIGGERED[kind.trigger]
                continue
            tier = 0.0
            scored = player.goal_points[index]
            count = COUNTS[kind.measure](self._tables, player)
            judged.hopes += max(HOPES[kind.measure] - scored, 0.0)
            for need, points in kind.tiers:
                if count < need:
                    done = count / need
                    judged.hopes += GOAL_SHARE * done * done * max(points - scored, 0)
                    break
                if kind.at_end:
                    tier = END_TIER * points
            judged.tiers += tier


def _count_turns(state: State, worth: list[float]) -> None:
    """Add what whole turns are worth that some players will have and others will not.

    Who draws the last card ends the game, and the others have a turn more. While the deck is large
    nobody can tell who that will be; towards its end it matters more and more.
    """
    seats = state.seats
    turn = state.stack[0]
    deck = deck_size(state)
    now = state.order.index(state.turn)
    # How many turns from now the last one is, if everybody draws one card a turn.
    if state.ending != NONE:
        last = (state.order.index(state.ending) - now - 1) % seats
        weight = TURN
    else:
        last = deck + seats - (2 if turn.step <= DRAW_PHASE else 1)
        weight = TURN * max(0.0, 1.0 - deck / (FORESIGHT * seats))
        # Cards can be put back for ever to win a turn; nobody wants to sit so long.
        weight *= min(max((PATIENCE - state.round) / 4, 0.0), 1.0)
    if weight == 0.0:
        return
    for seat in range(seats):
        away = (state.order.index(seat) - now) % seats
        turns = (last - away) // seats + 1
        if not away and turn.step > ARMY_PHASE + 1:
            # The turn that goes on now is spent as far as it goes.
            turns -= 1
        worth[seat] += weight * turns


def _hand_worth(cards: int) -> float:
    """What so many army cards are worth that could be placed."""
    return w.ARMY_HAND[min(cards, len(w.ARMY_HAND) - 1)]


def _chance(placements: int, missing: int, left: float, draws: float) -> float:
    """How likely Legions of all five colours are in the turns and draws that are left."""
    if not placements:
        return 1.0
    late = (placements - left) / PACE
    unlucky = (DRAWS[min(missing, len(DRAWS) - 1)] - draws) / LUCK
    return 1.0 / (1.0 + math.exp(late)) / (1.0 + math.exp(unlucky))


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
