"""A game of Para Bellum in progress, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.machine import BaseFrame, BaseState
from ludus.games.para_bellum.ids import NONE


@dataclass(slots=True)
class Frame(BaseFrame):
    """An open question, or work in progress that resumes when it is on top of the stack again."""

    phase: int
    seat: int
    """The seat that has to choose, or that the work is done for."""
    step: int = 0
    program: int = NONE
    """The program (effect list) being run, and the index of its next effect in `at`."""
    at: int = 0
    effect: int = NONE
    target: int = NONE
    """The named opponent, or the seat whose dice or cards are chosen from."""
    lo: int = NONE
    hi: int = NONE
    """The first and last cell of the Legion concerned, or a single cell in `lo`."""
    mask: int = 0
    value: int = 0
    left: int = 0
    card: int = NONE


@dataclass(slots=True)
class Perm:
    """A Permanent or Special Unit in play."""

    kind: int
    down: bool = False
    used: int = 0
    """The printed actions that were used this turn, as a mask."""
    cell: int = NONE


@dataclass(slots=True)
class Player:
    """One player's army, hand, cards in play and points."""

    colour: int
    cells: list[int]
    """Per cell, the kind of the army card there."""
    army: int
    """Cells with army cards, those with full-colour ones, those with Special Units: masks."""
    full: int
    units: int
    horns: int
    """Cells with a cornicine, with a commander facing up, with one facing down: masks."""
    riders_up: int
    riders_down: int
    by_colour: list[int]
    dice: list[int]
    """Per slot, face and banner; 0 where there is none."""
    grays: int
    """Gray slots with a die, as a mask; red ones likewise, by the cell below the seam."""
    reds: int
    lost: int
    """Slots that lost their die, as a mask over all slots."""
    banners: int
    """Banners in the army."""
    coins: int
    blazons: int
    legions: list[int]
    """Completed Legions by colour."""
    big: int
    rows: int
    """Rows with a completed Legion, as a mask."""
    hand: list[int]
    """Army cards, sorted."""
    commands: list[int]
    """Command cards, sorted."""
    veiled: list[int]
    """The command cards that either teammate might hold, as far as opponents can tell."""
    spied: list[int]
    """Army cards in hand that opponents know of: kind and seats that know it in one number."""
    perms: list[Perm]
    up: int
    """The kinds of face-up cards in play, as a mask."""
    goals: list[int]
    """Objectives; the shared one last."""
    goal_up: list[bool]
    goal_points: list[int]
    points: int
    """Victory points that do not lie on objectives."""
    runner: int
    looking: list[int]
    """Army cards drawn to choose one of them."""
    shielded: bool
    """Whether Castra has saved a die this round."""
    low_card: bool
    """Whether the card for a low roll was taken this turn; then the other limits of a turn."""
    motivated: bool
    marched: bool
    oratory: bool

    def copy(self) -> Player:
        return Player(
            self.colour,
            self.cells[:],
            self.army,
            self.full,
            self.units,
            self.horns,
            self.riders_up,
            self.riders_down,
            self.by_colour[:],
            self.dice[:],
            self.grays,
            self.reds,
            self.lost,
            self.banners,
            self.coins,
            self.blazons,
            self.legions[:],
            self.big,
            self.rows,
            self.hand[:],
            self.commands[:],
            self.veiled[:],
            self.spied[:],
            [Perm(p.kind, p.down, p.used, p.cell) for p in self.perms],
            self.up,
            self.goals[:],
            self.goal_up[:],
            self.goal_points[:],
            self.points,
            self.runner,
            self.looking[:],
            self.shielded,
            self.low_card,
            self.motivated,
            self.marched,
            self.oratory,
        )


@dataclass(slots=True)
class State(BaseState):
    """The table. Seats 0 and 2 are a team at four, and so are 1 and 3."""

    seats: int
    dealt_colours: bool
    capital: int
    """How many pips a capital sign stands for."""
    capped_oratory: bool
    open_memory: bool
    """Whether the table keeps showing which command cards were taken from the open line."""
    spent_banners: bool
    """Whether a banner alone before a colon is given up, instead of only being needed."""
    chosen_goals: bool
    """Whether objectives are turned up by choice, instead of as soon as they are met."""
    players: list[Player]
    battle: int
    alliances: list[int]
    """Per team; empty without teams."""
    rolls: list[int]
    """Per seat, the roll for the first turn: 0 before it is made, NONE for a seat that lost."""
    order: list[int]
    """The order of turns, empty until it is known."""
    turn: int
    """Whose turn it is."""
    round: int
    actions: int
    ending: int
    """The seat that triggered the end of the game and holds the token, or NONE."""
    trigger: int
    ended: int
    bag: list[int]
    """The army deck: how many of each kind lie unseen in it, on top of the cards below."""
    bag_size: int
    bottom: list[int]
    bottom_seen: list[int]
    """Which seats know each card at the bottom, as masks."""
    line: list[int]
    """The Battle Line, NONE for a gap."""
    command_bag: list[int]
    command_size: int
    command_discard: list[int]
    event: int
    event_bag: int
    event_discard: int
    goal_bag: int
    goal_bottom: list[int]
    goal_bottom_seen: list[int]
    dirty: int
    """The seats whose objectives must be checked before the next step, as a mask."""
    stack: list[Frame]

    def copy(self) -> State:
        return State(
            self.seats,
            self.dealt_colours,
            self.capital,
            self.capped_oratory,
            self.open_memory,
            self.spent_banners,
            self.chosen_goals,
            [player.copy() for player in self.players],
            self.battle,
            self.alliances[:],
            self.rolls[:],
            self.order[:],
            self.turn,
            self.round,
            self.actions,
            self.ending,
            self.trigger,
            self.ended,
            self.bag[:],
            self.bag_size,
            self.bottom[:],
            self.bottom_seen[:],
            self.line[:],
            self.command_bag[:],
            self.command_size,
            self.command_discard[:],
            self.event,
            self.event_bag,
            self.event_discard,
            self.goal_bag,
            self.goal_bottom[:],
            self.goal_bottom_seen[:],
            self.dirty,
            [
                Frame(
                    f.phase,
                    f.seat,
                    f.step,
                    f.program,
                    f.at,
                    f.effect,
                    f.target,
                    f.lo,
                    f.hi,
                    f.mask,
                    f.value,
                    f.left,
                    f.card,
                )
                for f in self.stack
            ],
        )


def new_player(cells: int, slots: int, colours: int) -> Player:
    """A player before the set-up."""
    return Player(
        colour=NONE,
        cells=[NONE] * cells,
        army=0,
        full=0,
        units=0,
        horns=0,
        riders_up=0,
        riders_down=0,
        by_colour=[0] * colours,
        dice=[0] * slots,
        grays=0,
        reds=0,
        lost=0,
        banners=0,
        coins=0,
        blazons=0,
        legions=[0] * colours,
        big=0,
        rows=0,
        hand=[],
        commands=[],
        veiled=[],
        spied=[],
        perms=[],
        up=0,
        goals=[],
        goal_up=[],
        goal_points=[],
        points=0,
        runner=0,
        looking=[],
        shielded=False,
        low_card=False,
        motivated=False,
        marched=False,
        oratory=False,
    )
