"""How good a position is for a seat: the heuristic of the greedy and the searching bots."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.core.terms import NOTHING, UNNAMED, Term
from ludus.games.para_bellum.board import GENERAL
from ludus.games.para_bellum.bot.judged import Judge, Judged, hand_worth
from ludus.games.para_bellum.bot.known import is_open, known_player
from ludus.games.para_bellum.bot.pending import Pending
from ludus.games.para_bellum.bot.weights import COMMAND_CARD
from ludus.games.para_bellum.ids import (
    ARMY_PHASE,
    DRAW_PHASE,
    MAX_SEATS,
    NONE,
    TEAM_SEATS,
)
from ludus.games.para_bellum.rules.decks import deck_size
from ludus.games.para_bellum.rules.game import ParaBellumRules
from ludus.games.para_bellum.state import Player, State

SCALE = 7.0
"""How many points of lead make a win about three times as likely as a loss."""

FIVE_COLOURS = 11.0
"""What certain Legions of all five colours are worth: points, and the right to end the game."""
PACE = 0.9
"""How many spare or missing turns make five colours about three times as likely or unlikely."""
LUCK = 2.5
"""The same for cards to be drawn."""
DRAWS: tuple[float, ...] = (0.0, 4.5, 7.0, 9.0, 10.5, 12.0, 13.0, 14.0, 15.0, 16.0)
"""By number of missing cards: how many draws it takes to find them all."""
MUSTERED = 0.6
"""How many more cards a pip of the General may bring."""
TURN = 3.0
"""What an extra turn is worth."""
PATIENCE = 14
"""From this round on, playing for an extra turn is worth nothing."""
FORESIGHT = 4.0
"""The end is in sight when the deck holds fewer cards than this per player."""
HOPE = 3.2
"""What an objective that a player keeps face down may bring."""
TURNS_FOR_ALL = 5.0
"""With at least this many turns left each, means are worth their full value."""


class Evaluation:
    """Expected points of each side, turned into a chance to win."""

    def __init__(self, rules: ParaBellumRules) -> None:
        self._pending = Pending(rules.tables)
        self._judge = Judge(rules.tables, self._pending)
        self._kept: list[Judged | None] = [None] * MAX_SEATS
        self._rivals: list[Judged | None] = [None] * MAX_SEATS
        """The same of players as others know them."""

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
        """Points as they would count now, plus what everything else may still bring."""
        return self.all_worth(state)[seat]

    def all_worth(self, state: State) -> list[float]:
        judged = [self._judged(player, seat) for seat, player in enumerate(state.players)]
        return self._all_worth(state, judged, [0.0] * state.seats)

    def known(self, state: State, viewer: Seat) -> tuple[list[Judged], list[float]]:
        """Everybody as far as a viewer knows them, and what they can expect by that.

        Cards and objectives that are hidden from it count as average ones.
        """
        judged: list[Judged] = []
        hidden: list[float] = []
        for seat, player in enumerate(state.players):
            if is_open(state, seat, viewer):
                judged.append(self._judged(player, seat))
                hidden.append(0.0)
                continue
            rival = self._rival(known_player(state, seat, viewer), seat)
            judged.append(rival)
            cards = hand_worth(len(player.hand)) - hand_worth(len(rival.hand))
            cards += COMMAND_CARD * (len(player.commands) - len(rival.held))
            hidden.append(cards + HOPE * (len(player.goals) - len(rival.goals)))
        return judged, self._all_worth(state, judged, hidden)

    def _all_worth(self, state: State, judged: list[Judged], hidden: list[float]) -> list[float]:
        worth = [player.points for player in judged]
        if not state.stack:
            return [
                points + player.gray / 1000 for points, player in zip(worth, judged, strict=True)
            ]
        means = [player.means + more for player, more in zip(judged, hidden, strict=True)]
        self._pending.add(state, worth, means)
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

    def terms(self, state: State, seat: Seat) -> list[Term]:
        """The parts of a player's worth by name; for a team, those of its player."""
        judged = [self._judged(player, number) for number, player in enumerate(state.players)]
        mine = judged[seat]
        points = [player.points for player in judged]
        if not state.stack:
            return [Term("points", NOTHING, mine.points + mine.gray / 1000)]
        means = [player.means for player in judged]
        self._pending.add(state, points, means)
        turns = [0.0] * state.seats
        colours = [0.0] * state.seats
        share = 0.0
        if state.turn != NONE:
            _count_turns(state, turns)
        if state.ending == NONE:
            share = self._race(state, judged, colours)
        else:
            share = min(1.0, self._turns_left(state, seat) / TURNS_FOR_ALL)
        return [
            Term("points", NOTHING, points[seat]),
            Term(UNNAMED, NOTHING, turns[seat]),
            Term("colours", NOTHING, colours[seat]),
            Term("means", NOTHING, share * means[seat]),
            Term("rows", NOTHING, share * mine.promise),
            Term("objectives", NOTHING, share * mine.hopes + mine.tiers),
        ]

    def _race(self, state: State, judged: list[Judged], worth: list[float]) -> float:
        """Add the value of five colours; the share of their means that players can still use."""
        left = 1.0 + deck_size(state) / (state.seats * 1.35)
        soonest = left
        for seat, player in enumerate(judged):
            draws = left + MUSTERED * (state.players[seat].dice[GENERAL] - 1)
            chance = _chance(player.placements, player.missing, left, draws)
            worth[seat] += FIVE_COLOURS * chance
            # A player who is about to complete the fifth colour leaves the others less time.
            soonest = min(soonest, left - chance * max(left - player.placements - 0.5, 0.0))
        return min(1.0, soonest / TURNS_FOR_ALL)

    def _judged(self, player: Player, seat: int) -> Judged:
        kept = self._kept[seat]
        if kept is not None and kept.fits(player):
            return kept
        kept = self._judge.judged(player)
        self._kept[seat] = kept
        return kept

    def _rival(self, player: Player, seat: int) -> Judged:
        kept = self._rivals[seat]
        if kept is not None and kept.fits(player):
            return kept
        kept = self._judge.judged(player)
        self._rivals[seat] = kept
        return kept

    def _turns_left(self, state: State, seat: int) -> float:
        """How many turns a player still has once the end is triggered."""
        order = state.order
        mine = (order.index(seat) - order.index(state.turn)) % state.seats
        last = (order.index(state.ending) - order.index(state.turn)) % state.seats
        last = last or state.seats
        return 0.5 if mine == 0 else (1.0 if mine < last else 0.0)


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
        # Cards can be put back again and again to win a turn; bots stop doing it at some point.
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


def _chance(placements: int, missing: int, left: float, draws: float) -> float:
    """How likely Legions of all five colours are in the turns and draws that are left."""
    if not placements:
        return 1.0
    late = (placements - left) / PACE
    unlucky = (DRAWS[min(missing, len(DRAWS) - 1)] - draws) / LUCK
    return 1.0 / (1.0 + math.exp(late)) / (1.0 + math.exp(unlucky))
