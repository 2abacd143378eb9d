"""What a seat may know of a game of Para Bellum, and the positions that fit what it knows.

Hidden are the hands, objectives that lie face down, the orders of the decks, and cards put at the
bottom, except for who put them there. Teammates share all of it [team.3].
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.protocol import Rng, Seat, may_see
from ludus.games.para_bellum.army import banner_on, legal_cells
from ludus.games.para_bellum.board import BANNERS, CELLS, COLOURS, RED, SLOTS, members
from ludus.games.para_bellum.catalog import ArmyKind, Catalog
from ludus.games.para_bellum.rules import ParaBellumRules
from ludus.games.para_bellum.rules.base import team_of
from ludus.games.para_bellum.rules.goals import goal_worth
from ludus.games.para_bellum.rules.possible import can_place, free_cards
from ludus.games.para_bellum.rules.setting_up import shares_dealt
from ludus.games.para_bellum.scoring import parts_of
from ludus.games.para_bellum.state import (
    BANNER_SHIFT,
    FACE,
    NONE,
    ORDER_OPTION,
    ORDER_TARGET,
    PLACE_CARD,
    PLACE_CELL,
    PLAY_FREE,
    UNIT_CELL,
    Frame,
    Perm,
    Player,
    State,
    new_player,
)

__all__ = [
    "HIDDEN",
    "NONE",
    "Goal",
    "InPlay",
    "ParaBellum",
    "Question",
    "Side",
    "View",
    "die_banner",
    "die_face",
]

HIDDEN = -2
"""A card that the viewer may not know."""
TRIES = 60


def die_face(code: int) -> int:
    """What a die in a view shows; 0 where there is none."""
    return code & FACE


def die_banner(code: int) -> int:
    """The banner on a die in a view, or NONE."""
    return (code >> BANNER_SHIFT) - 1


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for its answer, as in the state's frame."""

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
    """By kind, the army cards of which the viewer does not know where they are."""
    line: tuple[int, ...]
    command_deck: int
    unseen_commands: tuple[int, ...]
    command_discard: tuple[int, ...]
    event: int
    event_bag: int
    event_discard: int
    goal_deck: int
    goal_bottom: tuple[int, ...]
    unseen_goals: int
    """Objectives of which the viewer does not know where they are, as a mask."""
    questions: tuple[Question, ...]

    @property
    def question(self) -> Question | None:
        """The question that is asked now."""
        return self.questions[-1] if self.questions else None


class ParaBellum(ParaBellumRules):
    """The rules, and what each seat may know."""

    def view(self, state: State, viewer: Seat) -> View:
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
            shown = _shown_cards(state, seat)
            for kind in player.commands:
                if kind in shown:
                    shown.remove(kind)
                else:
                    unseen_commands[kind] += 1
            for goal, up in zip(player.goals, player.goal_up, strict=True):
                if not up:
                    unseen_goals |= 1 << goal
        return View(
            viewer=viewer,
            waiting=tuple(d.seat for d in self.decisions(state) if d.seat >= 0),
            seats=state.seats,
            dealt_colours=state.dealt_colours,
            capital=state.capital,
            capped_oratory=state.capped_oratory,
            sides=tuple(
                self._side(state, seat, bool(friends >> seat & 1)) for seat in range(state.seats)
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
            command_discard=tuple(state.command_discard),
            event=state.event,
            event_bag=state.event_bag,
            event_discard=state.event_discard,
            goal_deck=state.goal_bag.bit_count(),
            goal_bottom=_known(state.goal_bottom, state.goal_bottom_seen, viewer),
            unseen_goals=unseen_goals,
            questions=tuple(_question(frame, friends) for frame in state.stack),
        )

    def _side(self, state: State, seat: int, friend: bool) -> Side:
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
            looking_count=len(player.looking),
            looking=tuple(player.looking) if friend else None,
            in_play=tuple(InPlay(p.kind, p.down, p.used, p.cell) for p in player.perms),
            goals=tuple(
                Goal(
                    goal if friend or player.goal_up[index] else HIDDEN,
                    player.goal_up[index],
                    player.goal_points[index],
                    shared and index == len(player.goals) - 1,
                )
                for index, goal in enumerate(player.goals)
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

    def resample(self, view: View, rng: Rng) -> State:
        """A position that fits the view: hidden cards are dealt from those unseen.

        Where the question asked shows that somebody holds a card of some sort, deals without one
        are thrown away and dealt again.
        """
        for _ in range(TRIES):
            state = self._dealt(view, rng)
            if self._fits(state):
                return state
        return self._forced(self._dealt(view, rng), rng)

    def _dealt(self, view: View, rng: Rng) -> State:
        state = _open_part(view, self.catalog)
        army = _spread(view.unseen_army)
        commands = _spread(view.unseen_commands)
        goals = members(view.unseen_goals)
        for seat, side in enumerate(view.sides):
            player = state.players[seat]
            if side.hand is None:
                player.hand = sorted(_take(army, rng) for _ in range(side.army_count))
                player.looking = sorted(_take(army, rng) for _ in range(side.looking_count))
                shown = _shown_cards(state, seat)
                rest = side.command_count - len(shown)
                player.commands = sorted([*shown, *(_take(commands, rng) for _ in range(rest))])
        self._deal_goals(state, view, goals, rng)
        state.bottom = [_take(army, rng) if kind == HIDDEN else kind for kind in view.bottom]
        state.goal_bottom = [_take(goals, rng) if g == HIDDEN else g for g in view.goal_bottom]
        for kind in army:
            state.bag[kind] += 1
        for kind in commands:
            state.command_bag[kind] += 1
        for goal in goals:
            state.goal_bag |= 1 << goal
        state.bag_size = len(army)
        state.command_size = len(commands)
        return state

    def _deal_goals(self, state: State, view: View, goals: list[int], rng: Rng) -> None:
        """Objectives that lie face down: none that would have been turned up by now."""
        for attempt in range(TRIES):
            pool = goals[:]
            strict = attempt < TRIES - 1
            if all(
                self._deal_hidden(state, view, seat, pool, rng, strict) for seat in _seats(view)
            ):
                goals[:] = pool
                return

    def _deal_hidden(
        self, state: State, view: View, seat: int, pool: list[int], rng: Rng, strict: bool
    ) -> bool:
        """Deal one seat's objectives from a pool; whether they could be dealt."""
        player = state.players[seat]
        player.goals = []
        for index, goal in enumerate(view.sides[seat].goals):
            if goal.kind != HIDDEN:
                player.goals.append(goal.kind)
            elif goal.shared and seat > 1:
                player.goals.append(state.players[seat ^ 2].goals[index])
            else:
                owners = [player, state.players[seat ^ 2]] if goal.shared else [player]
                fitting = [kind for kind in pool if self._may_lie(view, owners, kind)]
                if not fitting and strict:
                    return False
                chosen = _take(fitting or pool[:], rng)
                pool.remove(chosen)
                player.goals.append(chosen)
        return True

    def _may_lie(self, view: View, owners: list[Player], goal: int) -> bool:
        """Whether an objective could still be face down: it is not open, and not met."""
        if view.turn == NONE:
            return True
        kind = self.catalog.objectives[goal]
        if kind.open:
            return False
        return kind.at_end or not any(goal_worth(self.machine, p, goal) for p in owners)

    def _fits(self, state: State) -> bool:
        """Whether the question on top can be asked of the hands as dealt."""
        if not state.stack:
            return True
        frame = state.stack[-1]
        if frame.phase == PLACE_CARD:
            return can_place(self.machine, state.players[frame.seat])
        if frame.phase == PLAY_FREE:
            effect = self.catalog.effects[frame.effect]
            return bool(free_cards(self.machine, state, frame.seat, effect))
        return True

    def _forced(self, state: State, rng: Rng) -> State:
        """Exchange a card of the hand in question for one of the deck that fits."""
        frame = state.stack[-1]
        player = state.players[frame.seat]
        if frame.phase == PLACE_CARD:
            fitting = [
                kind
                for kind, count in enumerate(state.bag)
                if count and legal_cells(player, self.catalog.army[kind].colour)
            ]
            if fitting:
                _swap(player.hand, state.bag, fitting[rng.below(len(fitting))])
        else:
            kinds = self.catalog.filter[self.catalog.effects[frame.effect].filter]
            for kind, count in enumerate(state.command_bag):
                if count and kinds >> kind & 1:
                    _swap(player.commands, state.command_bag, kind)
                    if self._fits(state):
                        break
        return state


def _swap(hand: list[int], bag: list[int], kind: int) -> None:
    bag[hand.pop(0)] += 1
    bag[kind] -= 1
    hand.append(kind)
    hand.sort()


def _known(cards: list[int], seen: list[int], viewer: Seat) -> tuple[int, ...]:
    return tuple(
        card if may_see(who, viewer) else HIDDEN for card, who in zip(cards, seen, strict=True)
    )


def _question(frame: Frame, friends: int) -> Question:
    """A card that is chosen but not yet placed is still a secret: others see it being chosen."""
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


def _shown_cards(state: State, seat: int) -> list[int]:
    """Command cards that a seat has shown to play them and still holds."""
    return [
        frame.card
        for frame in state.stack
        if frame.seat == seat and frame.phase in (ORDER_OPTION, ORDER_TARGET, UNIT_CELL)
    ]


def _seats(view: View) -> range:
    return range(view.seats)


def _spread(counts: tuple[int, ...]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _take(pool: list[int], rng: Rng) -> int:
    """One card drawn from a pool; the last one takes its place."""
    index = rng.below(len(pool))
    card = pool[index]
    pool[index] = pool[-1]
    pool.pop()
    return card


def _open_part(view: View, catalog: Catalog) -> State:
    """The position as far as the viewer sees it, hidden cards left out."""
    return State(
        seats=view.seats,
        dealt_colours=view.dealt_colours,
        capital=view.capital,
        capped_oratory=view.capped_oratory,
        players=[_player(side, catalog) for side in view.sides],
        battle=view.battle,
        alliances=list(view.alliances),
        rolls=list(view.rolls),
        order=list(view.order),
        turn=view.turn,
        round=view.round,
        actions=view.actions,
        ending=view.ending,
        trigger=view.trigger,
        ended=view.ended,
        bag=[0] * catalog.deck_kinds,
        bag_size=0,
        bottom=[],
        bottom_seen=_knowers(view, view.bottom),
        line=list(view.line),
        command_bag=[0] * len(catalog.commands),
        command_size=0,
        command_discard=list(view.command_discard),
        event=view.event,
        event_bag=view.event_bag,
        event_discard=view.event_discard,
        goal_bag=0,
        goal_bottom=[],
        goal_bottom_seen=_knowers(view, view.goal_bottom),
        dirty=0,
        stack=[
            Frame(
                q.phase,
                q.seat,
                q.step,
                q.program,
                q.at,
                q.effect,
                q.target,
                q.lo,
                q.hi,
                q.mask,
                q.value,
                q.left,
                q.card,
            )
            for q in view.questions
        ],
    )


def _knowers(view: View, cards: tuple[int, ...]) -> list[int]:
    """Who knows the cards at a bottom, as far as the viewer can tell: it does, or others do."""
    everyone = (1 << view.seats) - 1
    own = 0
    if view.viewer >= 0:
        own = 1 << view.viewer | (1 << (view.viewer ^ 2) if view.seats == 4 else 0)
    return [everyone & ~own if card == HIDDEN else own for card in cards]


def _mark(player: Player, card: ArmyKind, bit: int) -> None:
    """Note what is drawn on the card of a cell."""
    if card.full:
        player.full |= bit
    if card.cornicine:
        player.horns |= bit
    if card.mounted > 0:
        player.riders_up |= bit
    elif card.mounted < 0:
        player.riders_down |= bit


def _player(side: Side, catalog: Catalog) -> Player:
    player = new_player(CELLS, SLOTS, COLOURS)
    player.colour = side.colour
    player.cells = list(side.cells)
    for cell, kind in enumerate(side.cells):
        if kind != NONE:
            player.army |= 1 << cell
            player.by_colour[catalog.army[kind].colour] |= 1 << cell
            _mark(player, catalog.army[kind], 1 << cell)
    player.dice = list(side.dice)
    for slot, code in enumerate(side.dice):
        if code and slot < 2 * RED:
            if slot < RED:
                player.grays |= 1 << slot
            else:
                player.reds |= 1 << (slot - RED)
            banner = banner_on(player, slot)
            if 0 <= banner < BANNERS:
                player.banners |= 1 << banner
    player.lost = side.lost
    player.coins = side.coins
    player.blazons = side.blazons
    player.legions = list(side.legions)
    player.big = side.big
    player.rows = side.rows
    player.hand = list(side.hand or ())
    player.commands = list(side.commands or ())
    player.looking = list(side.looking or ())
    for card in side.in_play:
        player.perms.append(Perm(card.kind, card.down, card.used, card.cell))
        if not card.down:
            player.up |= 1 << card.kind
        if card.cell != NONE:
            player.units |= 1 << card.cell
    player.goal_up = [goal.up for goal in side.goals]
    player.goal_points = [goal.points for goal in side.goals]
    player.points = side.counters
    player.runner = side.runner
    player.shielded = side.shielded
    player.low_card = side.low_card
    player.motivated = side.motivated
    player.marched = side.marched
    player.oratory = side.oratory
    return player
