"""A game of Conqueror in progress, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.machine import BaseFrame, BaseState
from ludus.games.conqueror.ids import NONE


@dataclass(slots=True)
class Frame(BaseFrame):
    """A question that waits for its answer; the topmost one is asked."""

    phase: int
    seat: int = NONE
    """Who is asked, or whom it is about."""
    count: int = 0
    """How many units, or the step that a round has come to."""
    which: int = 0
    """A link, a kind of unit or a side, as the phase has it."""


@dataclass(slots=True)
class Battle:
    """An attack from its declaration to its end. Pairs go by side: attacker, defender."""

    attacker: int
    defender: int
    """A seat, or INDEPENDENT."""
    link: int
    origin: int
    target: int
    joined: list[int]
    """The attacking units by group."""
    hero: list[int]
    """The hero each side plays, or NONE."""
    shown: bool
    """Whether the heroes lie open."""
    die: list[int]
    step: int
    winner: int
    """The side that won, or NONE."""
    margin: int
    infantry_killed: list[int]
    cavalry_killed: list[int]
    counted: list[int]
    """What both sides counted when the dice fell: a row of COUNTED each; empty before."""

    def copy(self) -> Battle:
        return Battle(
            self.attacker,
            self.defender,
            self.link,
            self.origin,
            self.target,
            self.joined[:],
            self.hero[:],
            self.shown,
            self.die[:],
            self.step,
            self.winner,
            self.margin,
            self.infantry_killed[:],
            self.cavalry_killed[:],
            self.counted[:],
        )


@dataclass(slots=True)
class State(BaseState):
    """Lists go by seat or by territory. Sets of territories, seats and cards are bit masks."""

    # The table.
    map: int
    seats: int
    time_limit: int
    """Milliseconds of the planning clock, 0 for none."""
    auto_income: bool
    round_limit: int
    """0 for none."""
    second_move: bool
    """Whether victorious units may also move with the action that a victory brings."""

    # The players, by seat.
    faction: list[int]
    rank: list[int]
    """Places in the roll for the order, equal while tied."""
    rolls: list[int]
    """Dice of the roll that is going on, 0 for still to come, NONE for not in it.

    Those for the order lie there until the first round.
    """
    order: list[int]
    purse: list[int]
    hand: list[int]
    """Heroes bought and not yet played, as a mask of the faction's four."""
    burnt: list[int]
    mission: list[int]
    """The mission in hand, 0 to 2 among the faction's, or NONE."""
    done: list[int]
    """Missions completed, as a mask."""
    ruled_out: list[int]
    """Missions that everybody knows not to be in hand: they would have been paid, as a mask."""
    wins: list[int]
    """Battles won since the mission was drawn: seat * seats + loser."""
    noted: list[int]
    """The forts noted at the end of the seat's own turn and held without a break since."""
    bids: list[int]
    """NONE while not yet made."""
    pledged: list[int]
    """What a bid in the making has come to, where it goes by steps."""
    alive: int

    # The board.
    owner: list[int]
    infantry: list[int]
    cavalry: list[int]
    held: list[int]
    """Per seat, the territories it controls."""
    size: list[int]
    """Per seat, how many units it has."""
    acted: list[int]
    """Units of the player in turn that are not READY: territory * ACTED_ROW + kind * ACTED_STATUSES
    + status - 1."""
    stirred: int
    """The territories with such units."""

    # The round.
    round: int
    card: int
    """The chronicle card in force, or NONE."""
    deck: int
    """The cards not yet drawn."""

    # The turn.
    turn: int
    """Place in the order of the player in turn."""
    acting: bool
    """Whether the action phase has begun."""
    collected: bool
    drafted: int
    """Forts that have given one infantry this turn."""
    drained: int
    """Forts that have given all they have this turn."""
    bought: int
    """Units bought by a card's offer this turn."""
    bribed: bool
    """Whether a bribe has succeeded in this planning phase."""
    clock: int
    timer: int
    """The number of the running timer."""
    declined: int
    """Seats that will not warn, or not bribe, this time."""
    claims: list[int]
    """Per seat, the territory it claims to bribe, or NONE."""

    unsettled: int
    """Seats that lost control or their last unit since food and elimination were last compared."""
    ended: int
    battle: Battle | None
    stack: list[Frame]

    def copy(self) -> State:
        return State(
            self.map,
            self.seats,
            self.time_limit,
            self.auto_income,
            self.round_limit,
            self.second_move,
            self.faction[:],
            self.rank[:],
            self.rolls[:],
            self.order[:],
            self.purse[:],
            self.hand[:],
            self.burnt[:],
            self.mission[:],
            self.done[:],
            self.ruled_out[:],
            self.wins[:],
            self.noted[:],
            self.bids[:],
            self.pledged[:],
            self.alive,
            self.owner[:],
            self.infantry[:],
            self.cavalry[:],
            self.held[:],
            self.size[:],
            self.acted[:],
            self.stirred,
            self.round,
            self.card,
            self.deck,
            self.turn,
            self.acting,
            self.collected,
            self.drafted,
            self.drained,
            self.bought,
            self.bribed,
            self.clock,
            self.timer,
            self.declined,
            self.claims[:],
            self.unsettled,
            self.ended,
            self.battle.copy() if self.battle is not None else None,
            [Frame(f.phase, f.seat, f.count, f.which) for f in self.stack],
        )
