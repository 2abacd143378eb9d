"""What a seat may know of a game of Para Bellum.

Hidden are the hands, objectives that lie face down, the orders of the decks, and cards put at the
bottom, except from those who put them there. Teammates share everything [team.3]. Command cards are
taken from the open line, so a view names those that everybody knows a player holds, unless the
table leaves that to the players' own memory [gloss.4].
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Seat, may_see
from ludus.games.para_bellum.ids import (
    HIDDEN,
    NONE,
    ORDER_OPTION,
    ORDER_TARGET,
    PLACE_CARD,
    PLACE_CELL,
    SEEN_SHIFT,
    UNIT_CELL,
)
from ludus.games.para_bellum.rules.objectives import goal_count
from ludus.games.para_bellum.rules.scoring import parts_of
from ludus.games.para_bellum.rules.setup import shares_dealt
from ludus.games.para_bellum.rules.tables import Tables, team_of
from ludus.games.para_bellum.state import Frame, Player, State

BEING_PLAYED = (ORDER_OPTION, ORDER_TARGET, UNIT_CELL)
"""Phases in which a command card is open on the table and still counts as in hand."""


@dataclass(frozen=True, slots=True)
class Question:
    """An open question or work in progress, as in the state's frame."""

    phase: int
    seat: int
    step: int
    program: int
    at: int
    effect: int
    target: int
    lo: int
    hi: int
    mask: int
    value: int
    left: int
    card: int


@dataclass(frozen=True, slots=True)
class InPlay:
    """A Permanent or Special Unit; `cell` is NONE for a Permanent."""

    kind: int
    down: bool
    used: int
    cell: int


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective: its kind or HIDDEN, whether it lies open, the points on it."""

    kind: int
    up: bool
    points: int
    shared: bool
    count: int
    """The owner's count of what it counts; NONE if it is hidden or counts nothing."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the viewer sees them. Hands are None where they are hidden."""

    colour: int
    cells: tuple[int, ...]
    dice: tuple[int, ...]
    """Per slot, face and banner in one number, as in the state."""
    lost: int
    coins: int
    blazons: int
    legions: tuple[int, ...]
    big: int
    rows: int
    army_count: int
    command_count: int
    hand: tuple[int, ...] | None
    commands: tuple[int, ...] | None
    shown: tuple[int, ...]
    """The command cards that everybody knows this player holds."""
    spied: tuple[int, ...]
    """The army cards in a hidden hand that the viewer knows of."""
    looking_count: int
    looking: tuple[int, ...] | None
    in_play: tuple[InPlay, ...]
    goals: tuple[Goal, ...]
    counters: int
    points: tuple[int, int, int, int]
    """Gray dice, commanders, objectives and counters as they would count now."""
    runner: int
    shielded: bool
    low_card: bool
    motivated: bool
    marched: bool
    oratory: bool

    @property
    def total(self) -> int:
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class View:
    """The table as the viewer sees it."""

    viewer: Seat
    waiting: tuple[Seat, ...]
    seats: int
    dealt_colours: bool
    capital: int
    capped_oratory: bool
    open_memory: bool
    spent_banners: bool
    chosen_goals: bool
    sides: tuple[Side, ...]
    battle: int
    alliances: tuple[int, ...]
    rolls: tuple[int, ...]
    order: tuple[int, ...]
    turn: int
    round: int
    actions: int
    ending: int
    trigger: int
    ended: int
    army_deck: int
    bottom: tuple[int, ...]
    """The known part of the army deck, from the first to be drawn; HIDDEN where it is not."""
    unseen_army: tuple[int, ...]
    """By kind, the army cards whose place the viewer does not know."""
    line: tuple[int, ...]
    command_deck: int
    unseen_commands: tuple[int, ...]
    """The command deck by kind, and without open memory the cards that others hold with it."""
    veiled: tuple[tuple[int, ...], ...]
    """Per team, the command cards that either teammate might hold, as far as opponents know."""
    command_discard: tuple[int, ...]
    event: int
    event_bag: int
    event_discard: int
    goal_deck: int
    goal_bottom: tuple[int, ...]
    unseen_goals: int
    """Objectives whose place the viewer does not know, as a mask."""
    questions: tuple[Question, ...]

    @property
    def question(self) -> Question | None:
        """The question to be answered now."""
        return self.questions[-1] if self.questions else None


def view_of(t: Tables, state: State, viewer: Seat, waiting: tuple[Seat, ...]) -> View:
    """The table as a seat, its team or a spectator sees it; `waiting` are the seats to act."""
    friends = team_of(state, viewer) if viewer >= 0 else 0
    unseen_army = state.bag[:]
    for kind, seen in zip(state.bottom, state.bottom_seen, strict=True):
        if not may_see(seen, viewer):
            unseen_army[kind] += 1
    unseen_commands = state.command_bag[:]
    unseen_goals = state.goal_bag
    for goal, seen in zip(state.goal_bottom, state.goal_bottom_seen, strict=True):
        if not may_see(seen, viewer):
            unseen_goals |= 1 << goal
    for seat, player in enumerate(state.players):
        if friends >> seat & 1:
            continue
        for kind in player.hand + player.looking:
            unseen_army[kind] += 1
        for kind in _spied(player, viewer):
            unseen_army[kind] -= 1
        for kind in _remembered(state, seat):
            unseen_commands[kind] += 1
        for goal, up in zip(player.goals, player.goal_up, strict=True):
            if not up:
                unseen_goals |= 1 << goal
    return View(
        viewer=viewer,
        waiting=waiting,
        seats=state.seats,
        dealt_colours=state.dealt_colours,
        capital=state.capital,
        capped_oratory=state.capped_oratory,
        open_memory=state.open_memory,
        spent_banners=state.spent_banners,
        chosen_goals=state.chosen_goals,
        sides=tuple(
            _side(t, state, seat, viewer, bool(friends >> seat & 1)) for seat in range(state.seats)
        ),
        battle=state.battle,
        alliances=tuple(state.alliances),
        rolls=tuple(state.rolls),
        order=tuple(state.order),
        turn=state.turn,
        round=state.round,
        actions=state.actions,
        ending=state.ending,
        trigger=state.trigger,
        ended=state.ended,
        army_deck=state.bag_size + len(state.bottom),
        bottom=_known(state.bottom, state.bottom_seen, viewer),
        unseen_army=tuple(unseen_army),
        line=tuple(state.line),
        command_deck=state.command_size,
        unseen_commands=tuple(unseen_commands),
        veiled=tuple(
            tuple(sorted(state.players[team].veiled + state.players[team ^ 2].veiled))
            for team in range(len(state.alliances))
        ),
        command_discard=tuple(state.command_discard),
        event=state.event,
        event_bag=state.event_bag,
        event_discard=state.event_discard,
        goal_deck=state.goal_bag.bit_count(),
        goal_bottom=_known(state.goal_bottom, state.goal_bottom_seen, viewer),
        unseen_goals=unseen_goals,
        questions=tuple(_question(frame, friends) for frame in state.stack),
    )


def _side(t: Tables, state: State, seat: int, viewer: Seat, friend: bool) -> Side:
    player = state.players[seat]
    parts = parts_of(player)
    shared = shares_dealt(state) and len(player.goals) > 1
    return Side(
        colour=player.colour,
        cells=tuple(player.cells),
        dice=tuple(player.dice),
        lost=player.lost,
        coins=player.coins,
        blazons=player.blazons,
        legions=tuple(player.legions),
        big=player.big,
        rows=player.rows,
        army_count=len(player.hand),
        command_count=len(player.commands),
        hand=tuple(player.hand) if friend else None,
        commands=tuple(player.commands) if friend else None,
        shown=(
            without(player.commands, player.veiled)
            if friend or state.open_memory
            else _played(state, seat)
        ),
        spied=() if friend else _spied(player, viewer),
        looking_count=len(player.looking),
        looking=tuple(player.looking) if friend else None,
        in_play=tuple(InPlay(p.kind, p.down, p.used, p.cell) for p in player.perms),
        goals=tuple(
            _goal(t, player, index, friend, shared and index == len(player.goals) - 1)
            for index in range(len(player.goals))
        ),
        counters=player.points,
        points=(
            parts["gray_dice"],
            parts["commanders"],
            parts["objectives"],
            parts["counters"],
        ),
        runner=player.runner,
        shielded=player.shielded,
        low_card=player.low_card,
        motivated=player.motivated,
        marched=player.marched,
        oratory=player.oratory,
    )


def _goal(t: Tables, player: Player, index: int, friend: bool, shared: bool) -> Goal:
    up = player.goal_up[index]
    goal = player.goals[index] if friend or up else HIDDEN
    count = NONE if goal == HIDDEN else goal_count(t, player, goal)
    return Goal(goal, up, player.goal_points[index], shared, count)


def _remembered(state: State, seat: int) -> tuple[int, ...]:
    """The command cards of a player that only the memory of the others can tell."""
    if state.open_memory:
        return ()
    return without(state.players[seat].commands, list(_played(state, seat)))


def _played(state: State, seat: int) -> tuple[int, ...]:
    """The command cards that a player has just laid open and has not finished playing."""
    return tuple(
        sorted(
            frame.card
            for frame in state.stack
            if frame.seat == seat and frame.phase in BEING_PLAYED
        )
    )


def without(cards: list[int], others: list[int]) -> tuple[int, ...]:
    """The cards but for some of them."""
    left = cards[:]
    for card in others:
        left.remove(card)
    return tuple(left)


def _spied(player: Player, viewer: Seat) -> tuple[int, ...]:
    """The army cards in a hand that a viewer knows of."""
    if viewer < 0:
        return ()
    return tuple(sorted(code >> SEEN_SHIFT for code in player.spied if code >> viewer & 1))


def _known(cards: list[int], seen: list[int], viewer: Seat) -> tuple[int, ...]:
    return tuple(
        card if may_see(who, viewer) else HIDDEN for card, who in zip(cards, seen, strict=True)
    )


def _question(frame: Frame, friends: int) -> Question:
    """A card that is chosen but not placed yet is secret: others still see it being chosen."""
    secret = frame.phase == PLACE_CELL and not friends >> frame.seat & 1
    return Question(
        PLACE_CARD if secret else frame.phase,
        frame.seat,
        frame.step,
        frame.program,
        frame.at,
        frame.effect,
        frame.target,
        frame.lo,
        frame.hi,
        frame.mask,
        frame.value,
        frame.left,
        NONE if secret else frame.card,
    )
