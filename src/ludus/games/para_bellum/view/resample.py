"""Positions that fit what a seat knows: hidden cards are dealt from those that it has not seen."""

from __future__ import annotations

from bisect import insort

from ludus.core.protocol import Rng, Seat
from ludus.games.para_bellum.board import CELLS, GENERAL, SLOTS, members
from ludus.games.para_bellum.ids import (
    COLOURS,
    HIDDEN,
    NONE,
    PLACE_CARD,
    PLAY_FREE,
    RUNNER_OPTION,
    SEEN_SHIFT,
    TEAM_SEATS,
)
from ludus.games.para_bellum.mechanics.dice import banner_of
from ludus.games.para_bellum.mechanics.placement import legal_cells
from ludus.games.para_bellum.rules.action_phase import runner_options
from ludus.games.para_bellum.rules.army import put_die
from ludus.games.para_bellum.rules.objectives import goal_worth
from ludus.games.para_bellum.rules.placing import put_card
from ludus.games.para_bellum.rules.possible import can_place, free_cards
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import Frame, Perm, Player, State, new_player
from ludus.games.para_bellum.view.view import Side, View, without

TRIES = 60


def resample(t: Tables, view: View, rng: Rng) -> State:
    """A position that fits the view: hidden cards are dealt from those unseen.

    Where the open question shows that a player holds a certain sort of card, a deal without one is
    discarded and repeated.
    """
    for _ in range(TRIES):
        state = _dealt(t, view, rng)
        if _fits(t, state):
            return state
    return _forced(t, _dealt(t, view, rng), rng)


def _dealt(t: Tables, view: View, rng: Rng) -> State:
    state = _open_part(t, view)
    army = _spread(view.unseen_army)
    veiled = [list(cards) for cards in view.veiled]
    commands = [] if view.open_memory else _spread(view.unseen_commands)
    goals = members(view.unseen_goals)
    for seat, side in enumerate(view.sides):
        player = state.players[seat]
        if side.hand is None:
            rest = side.army_count - len(side.spied)
            player.hand = sorted([*side.spied, *(_take(army, rng) for _ in range(rest))])
            player.looking = sorted(_take(army, rng) for _ in range(side.looking_count))
            rest = side.command_count - len(side.shown)
            if view.open_memory:
                player.veiled = sorted(_take(veiled[seat & 1], rng) for _ in range(rest))
                player.commands = sorted([*side.shown, *player.veiled])
            else:
                dealt = [_take(commands, rng) for _ in range(rest)]
                player.commands = sorted([*side.shown, *dealt])
    _deal_goals(t, state, view, goals, rng)
    state.bottom = [_take(army, rng) if kind == HIDDEN else kind for kind in view.bottom]
    state.goal_bottom = [_take(goals, rng) if g == HIDDEN else g for g in view.goal_bottom]
    for kind in army:
        state.bag[kind] += 1
    for goal in goals:
        state.goal_bag |= 1 << goal
    state.bag_size = len(army)
    if not view.open_memory:
        state.command_bag = [commands.count(kind) for kind in range(len(state.command_bag))]
    return state


def _deal_goals(t: Tables, state: State, view: View, goals: list[int], rng: Rng) -> None:
    """Objectives that lie face down: none that would have been turned up by now."""
    for attempt in range(TRIES):
        pool = goals[:]
        strict = attempt < TRIES - 1
        seats = range(view.seats)
        if all(_deal_hidden(t, state, view, seat, pool, rng, strict) for seat in seats):
            goals[:] = pool
            return


def _deal_hidden(
    t: Tables, state: State, view: View, seat: int, pool: list[int], rng: Rng, strict: bool
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
            fitting = [kind for kind in pool if _may_lie(t, view, owners, kind)]
            if not fitting and strict:
                return False
            chosen = _take(fitting or pool[:], rng)
            pool.remove(chosen)
            player.goals.append(chosen)
    return True


def _may_lie(t: Tables, view: View, owners: list[Player], goal: int) -> bool:
    """Whether an objective could still be face down: it is not open, and not met."""
    if view.turn == NONE:
        return True
    kind = t.catalog.objectives[goal]
    if kind.open:
        return False
    return view.chosen_goals or kind.at_end or not any(goal_worth(t, p, goal) for p in owners)


def _fits(t: Tables, state: State) -> bool:
    """Whether the question on top can be asked of the hands as dealt."""
    if not state.stack:
        return True
    frame = state.stack[-1]
    if frame.phase == PLACE_CARD:
        return can_place(t, state.players[frame.seat])
    if frame.phase == PLAY_FREE:
        effect = t.catalog.effects[frame.effect]
        return bool(free_cards(t, state, frame.seat, effect))
    if frame.phase == RUNNER_OPTION:
        # With a single option the runner is not asked.
        return len(runner_options(t, state, frame.seat)) > 1
    return True


def _forced(t: Tables, state: State, rng: Rng) -> State:
    """Exchange a card of the hand in question for one of the deck or the ally that fits."""
    if _fits(t, state):
        return state
    frame = state.stack[-1]
    player = state.players[frame.seat]
    if frame.phase == PLACE_CARD:
        fitting = [
            kind
            for kind, count in enumerate(state.bag)
            if count
            and legal_cells(player.army, player.by_colour[t.kind_colour[kind]], player.units)
        ]
        if fitting:
            _swap(player, state.bag, fitting[rng.below(len(fitting))])
    elif not state.open_memory:
        _exchange(t, state)
    elif state.seats == TEAM_SEATS:
        ally = state.players[frame.seat ^ 2]
        for kind in ally.veiled[:]:
            _trade(player, ally, kind)
            if _fits(t, state):
                break
    return state


def _swap(player: Player, bag: list[int], kind: int) -> None:
    """Exchange a card of a hand that no opponent knows of for one of the bag."""
    known = [code >> SEEN_SHIFT for code in player.spied]
    for card in without(player.hand, known)[:1]:
        _replace(player.hand, bag, card, kind)


def _exchange(t: Tables, state: State) -> None:
    """Exchange a command card of the side in question for one of the deck, so that all fits."""
    seat = state.stack[-1].seat
    seats = (seat, seat ^ 2) if state.seats == TEAM_SEATS else (seat,)
    bag = state.command_bag
    for player in [state.players[each] for each in seats]:
        for card in player.commands[:]:
            for kind in range(len(bag)):
                if not bag[kind]:
                    continue
                _replace(player.commands, bag, card, kind)
                if _fits(t, state):
                    return
                _replace(player.commands, bag, kind, card)


def _replace(hand: list[int], bag: list[int], old: int, new: int) -> None:
    """A card of a hand for one of a bag."""
    hand.remove(old)
    bag[old] += 1
    bag[new] -= 1
    insort(hand, new)


def _trade(player: Player, ally: Player, kind: int) -> None:
    """Exchange two of the command cards that either teammate might hold."""
    for card in player.veiled[:1]:
        for cards in (player.veiled, player.commands):
            cards.remove(card)
            insort(cards, kind)
        for cards in (ally.veiled, ally.commands):
            cards.remove(kind)
            insort(cards, card)


def _spread(counts: tuple[int, ...]) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _take(pool: list[int], rng: Rng) -> int:
    """One card drawn from a pool; the last one takes its place."""
    index = rng.below(len(pool))
    card = pool[index]
    pool[index] = pool[-1]
    pool.pop()
    return card


def _open_part(t: Tables, view: View) -> State:
    """The position as far as the viewer sees it, hidden cards left out."""
    return State(
        seats=view.seats,
        dealt_colours=view.dealt_colours,
        capital=view.capital,
        capped_oratory=view.capped_oratory,
        open_memory=view.open_memory,
        spent_banners=view.spent_banners,
        chosen_goals=view.chosen_goals,
        players=[_player(t, side, view.viewer) for side in view.sides],
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
        bag=[0] * t.catalog.deck_kinds,
        bag_size=0,
        bottom=[],
        bottom_seen=_knowers(view, view.bottom),
        line=list(view.line),
        command_bag=list(view.unseen_commands),
        command_size=view.command_deck,
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
        own = 1 << view.viewer | (1 << (view.viewer ^ 2) if view.seats == TEAM_SEATS else 0)
    return [everyone & ~own if card == HIDDEN else own for card in cards]


def _player(t: Tables, side: Side, viewer: Seat) -> Player:
    player = new_player(CELLS, SLOTS, COLOURS)
    player.colour = side.colour
    for cell, kind in enumerate(side.cells):
        if kind != NONE:
            put_card(t, player, kind, cell)
    for slot in range(GENERAL):
        code = side.dice[slot]
        if code:
            put_die(player, slot, code)
            banner = banner_of(code)
            if banner != NONE:
                player.banners |= 1 << banner
    player.dice[GENERAL] = side.dice[GENERAL]
    player.lost = side.lost
    player.coins = side.coins
    player.blazons = side.blazons
    player.legions = list(side.legions)
    player.big = side.big
    player.rows = side.rows
    player.hand = list(side.hand or ())
    if side.commands is not None:
        player.commands = list(side.commands)
        player.veiled = list(without(player.commands, list(side.shown)))
    player.spied = [kind << SEEN_SHIFT | 1 << viewer for kind in side.spied]
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
