"""What one player has and can expect: the part of an evaluation that looks at one army alone."""

from __future__ import annotations

from ludus.games.para_bellum.board import COLUMNS, FIELD, GENERAL, NOT_RIGHT, RED, sides, touching
from ludus.games.para_bellum.bot import weights as w
from ludus.games.para_bellum.bot.pending import Pending
from ludus.games.para_bellum.catalog import Catalog, CommandKind
from ludus.games.para_bellum.ids import COLOURS, FACE, NONE, ORDER
from ludus.games.para_bellum.rules.objectives import goal_count
from ludus.games.para_bellum.rules.scoring import commander_points, gray_points
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import Player

ROW = (1 << COLUMNS) - 1
CELL_BITS = 7
"""Enough for a cell or none, and whether a card lies face down."""

ORDER_LEAST = 0.3
ORDER_MOST = 1.6
ORDER_SHARE = 0.5
"""The share of its effect that an Order is worth in hand: it still takes an action and a chance."""
DEPLOY_SHARE = 0.45
"""The share of its value in play that a card is worth in hand."""
SECOND_COPY = 0.3
"""The share that a second copy in play is worth."""
USED = 1.0
USE_SHARE = 1.1
"""What a card with an action is worth in play: a constant, and a factor for what a use brings."""
WITHOUT_BANNER = 0.35
OPEN_SIDE = 0.5
"""A colour with room beside one of its cards: a card of that colour will make a Legion there."""
ROOM = 0.5
ENOUGH_ROOM = 3
"""What a cell is worth in which a card of any colour could go, and how many of them count."""
MATCHES: tuple[float, ...] = (0.0, 0.7, 2.0, 2.6, 3.4, 3.8, 4.4, 4.6, 5.0)
"""By cards in hand that fit such a side; a full-colour card counts one, an ordinary one two."""
GOAL_SHARE = 0.5
"""How much of an objective's next tier its halfway point is worth."""
END_TIER = 0.9
HOPES: tuple[float, ...] = (2.5, 3.5, 2.5, 4.0, 4.0, 3.0, 2.5, 3.0, 4.0, 3.5)
"""What an objective brings on average to a player who means to meet it, by what it counts."""
TRIGGERED: tuple[float, ...] = (12.0, 2.5)
"""What an objective that pays for each Motivate, or for each test failed, may still bring."""


class Judged:
    """What one player has and can expect, without regard to the time that is left.

    Most positions that a bot compares differ in one player only, so the values of the others are
    reused; `fits` checks whether everything they were computed from is still the same.
    """

    __slots__ = (
        "_army",
        "_big",
        "_cells",
        "_coins",
        "_counters",
        "_dice",
        "_goal_points",
        "_legions",
        "_lost",
        "_perms",
        "_rows",
        "goals",
        "gray",
        "hand",
        "held",
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
        self.hand = player.hand[:]
        self.held = player.commands[:]
        self._legions = player.legions[:]
        self.goals = player.goals[:]
        self._goal_points = player.goal_points[:]
        self._perms = _perms(player)
        self.gray = gray_points(player)
        points = self.gray + commander_points(player) + player.points
        for scored in player.goal_points:
            points += scored
        self.points = float(points)
        self.means = 0.0
        """Pips, coins and cards: what can be spent to get points."""
        self.promise = 0.0
        """What rows promise that cards in hand can lengthen or complete."""
        self.placements = 0
        """Cards to be placed until there are Legions of all five colours."""
        self.missing = 0
        """Those of them that are still to be drawn."""
        self.tiers = 0.0
        """What objectives that are checked at the end would bring now."""
        self.hopes = 0.0
        """What objectives may bring with time."""

    def fits(self, player: Player) -> bool:
        return (
            self._army == player.army
            and self._dice == player.dice
            and self.hand == player.hand
            and self.held == player.commands
            and self._coins == player.coins
            and self._lost == player.lost
            and self._counters == player.points
            and self._big == player.big
            and self._rows == player.rows
            and self._legions == player.legions
            and self._goal_points == player.goal_points
            and self.goals == player.goals
            and self._cells == player.cells
            and self._perms == _perms(player)
        )


def _perms(player: Player) -> list[int]:
    return [perm.kind << CELL_BITS | perm.cell + 1 << 1 | perm.down for perm in player.perms]


class Judge:
    """Values players one by one, with tables made once from the cards."""

    def __init__(self, tables: Tables, pending: Pending) -> None:
        self._tables = tables
        self._catalog = tables.catalog
        catalog = tables.catalog
        commands = catalog.commands
        self._in_play = [_in_play(catalog, pending, kind) for kind in commands]
        self._banners = [_banners(catalog, kind) for kind in commands]
        self._in_hand = [
            _in_hand(pending, kind, self._in_play[number]) for number, kind in enumerate(commands)
        ]

    def judged(self, player: Player) -> Judged:
        judged = Judged(player)
        judged.means = self._means(player)
        self._survey(player, judged)
        self._goals(player, judged)
        return judged

    def _means(self, player: Player) -> float:
        """Pips, coins and cards: what can be spent to get points."""
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
        # A joint without a die, where none was lost, belongs to a row that is still open.
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
        judged.means += hand_worth(placeable)
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
            count = goal_count(self._tables, player, goal)
            judged.hopes += max(HOPES[kind.measure] - scored, 0.0)
            for need, points in kind.tiers:
                if count < need:
                    done = count / need
                    judged.hopes += GOAL_SHARE * done * done * max(points - scored, 0)
                    break
                if kind.at_end:
                    tier = END_TIER * points
            judged.tiers += tier


def hand_worth(cards: int) -> float:
    """What a number of placeable army cards is worth."""
    return w.ARMY_HAND[min(cards, len(w.ARMY_HAND) - 1)]


def _banners(catalog: Catalog, kind: CommandKind) -> int:
    """The banners that can pay for a card's first action, as a mask."""
    mask = 0
    if kind.type != ORDER and kind.printed:
        for way in catalog.prices[kind.printed[0].price].ways:
            if way[2] != NONE:
                mask |= 1 << way[2]
    return mask


def _in_play(catalog: Catalog, pending: Pending, kind: CommandKind) -> float:
    """What a Permanent or Special Unit is worth in play: more if its actions bring much."""
    if kind.type == ORDER:
        return 0.0
    if not kind.printed:
        return w.PERMANENT
    best = 0.0
    for printed in kind.printed:
        ways = catalog.prices[printed.price].ways
        pips = abs(ways[0][1]) if ways else 0
        best = max(best, pending.program(printed.program) - w.RED_PIP * pips - 2 * w.ACTION)
    return USED + USE_SHARE * best


def _in_hand(pending: Pending, kind: CommandKind, in_play: float) -> float:
    if kind.type != ORDER:
        return DEPLOY_SHARE * in_play
    best = max(pending.program(option.program) for option in kind.printed)
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
