"""A turn from the event to the next player, and the end of the game [turn, events, draw, end]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, EVERYONE, Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import members
from ludus.games.para_bellum.ids import (
    ACT,
    ACTION_PHASE,
    ANY_CARD,
    ARMY_PHASE,
    BEGIN,
    CLEAN_UP,
    DISCARD,
    DRAW_ARMY,
    DRAW_PHASE,
    HAND_LIMIT,
    KEEP_CARD,
    LOOK_ARMY,
    NONE,
    PLACE_CARD,
    RUN,
    TURN_EVENT,
)
from ludus.games.para_bellum.mechanics.costs import turn_actions
from ludus.games.para_bellum.rules.decks import bury, discard_command
from ludus.games.para_bellum.rules.effects import turn_up
from ludus.games.para_bellum.rules.objectives import check_goals, check_touched
from ludus.games.para_bellum.rules.scoring import sound_cornicines
from ludus.games.para_bellum.rules.secrets import hide_army_card, show_command
from ludus.games.para_bellum.rules.tables import Tables, distinct, event_in_force, team_of
from ludus.games.para_bellum.state import Frame, State


def step_turn(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    step = frame.step
    frame.step += 1
    if step == BEGIN:
        _begin(state, frame, emit)
        if state.stack[-1] is frame:
            # No event to reveal: go straight on.
            frame.step = ACTION_PHASE
            state.stack.append(Frame(PLACE_CARD, frame.seat))
    elif step == ARMY_PHASE:
        state.stack.append(Frame(PLACE_CARD, frame.seat))
    elif step == ACTION_PHASE:
        _action_phase(t, state, frame, emit)
    elif step == DRAW_PHASE:
        _draw_phase(t, state, frame)
    elif step == CLEAN_UP:
        _clean_up(t, state, frame)
        if state.stack[-1] is frame:
            # Nothing to discard.
            _pass_on(t, state, frame, emit)
    else:
        _pass_on(t, state, frame, emit)
    return False


def _begin(state: State, frame: Frame, emit: Emit | None) -> None:
    """The First Player's turn opens a round: the old event goes, a new one is turned up."""
    seat = frame.seat
    state.turn = seat
    state.actions = 0
    if seat == state.order[0]:
        state.round += 1
        for player in state.players:
            player.shielded = False
        if state.event != NONE:
            state.event_discard |= 1 << state.event
            state.event = NONE
        state.stack.append(Frame(TURN_EVENT, seat))
    if emit is not None:
        # What the next player cannot do may reveal something about a hand, so there is no undo.
        emit(Event("turn", {"seat": seat, "round": state.round}, bars=EVERYONE))


def step_event(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """If no event is left, the discard pile becomes the new deck [events.8]."""
    if not state.event_bag:
        state.event_bag = state.event_discard
        state.event_discard = 0
    return True


def decide_event(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.event[event] for event in members(state.event_bag)]
    return (Decision(CHANCE, "event", options),)


def act_event(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    state.event = action.arg
    state.event_bag &= ~(1 << action.arg)
    if emit is not None:
        emit(Event("event", {"seat": frame.seat, "event": action.arg}))
    program = t.catalog.events[action.arg].reveal
    if program != NONE:
        state.stack.append(Frame(RUN, frame.seat, program=program))


def _action_phase(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Actions by the number of players, what the event adds, and what was gained before."""
    state.actions += turn_actions(state.seats) + event_in_force(t, state).actions
    state.stack.append(Frame(ACT, frame.seat))
    hook = t.catalog.hooks.action_phase_start
    if state.players[frame.seat].up & hook.kinds:
        for program in reversed(hook.values(state.players[frame.seat].up)):
            state.stack.append(Frame(RUN, frame.seat, program=program))
    if emit is not None:
        emit(Event("action_phase", {"seat": frame.seat, "actions": state.actions}))


def _draw_phase(t: Tables, state: State, frame: Frame) -> None:
    """Draw one, or with Via Militaris look at more and keep one; nothing from an empty deck."""
    hook = t.catalog.hooks.draw_phase
    up = state.players[frame.seat].up
    if up & hook.kinds:
        state.stack.append(Frame(KEEP_CARD, frame.seat))
        state.stack.append(Frame(LOOK_ARMY, frame.seat, left=max(hook.values(up))))
    else:
        state.stack.append(Frame(DRAW_ARMY, frame.seat, left=1))


def _clean_up(t: Tables, state: State, frame: Frame) -> None:
    """Unspent actions are lost, then the hand is checked [draw.2-4, max.4]."""
    state.actions = 0
    player = state.players[frame.seat]
    hook = t.catalog.hooks.hand_limit
    limit = max(hook.values(player.up)) if player.up & hook.kinds else HAND_LIMIT
    over = len(player.hand) + len(player.commands) - limit
    if over > 0:
        state.stack.append(Frame(DISCARD, frame.seat, left=over))


def decide_discard(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    player = state.players[frame.seat]
    options = [t.card[kind] for kind in distinct(player.hand)]
    options += [t.command[kind] for kind in distinct(player.commands)]
    return (Decision(frame.seat, "discard", options),)


def act_discard(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """Army cards go unseen to the bottom of their deck, command cards to the open pile."""
    seat = frame.seat
    player = state.players[seat]
    frame.left -= 1
    if not frame.left:
        state.stack.pop()
    if action.verb == "card":
        player.hand.remove(action.arg)
        hide_army_card(state, seat)
        bury(state, seat, action.arg)
        if emit is not None:
            team = team_of(state, seat)
            emit(Event("buries", {"seat": seat, "card": action.arg}, team))
            emit(Event("buries_hidden", {"seat": seat}, ~team))
    else:
        show_command(state, seat, action.arg)
        player.commands.remove(action.arg)
        if emit is not None:
            emit(Event("discards", {"seat": seat, "kind": action.arg}))
        discard_command(state, action.arg)


def _pass_on(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Turn own cards face up, reset the limits of a turn, and pass to the next player [draw.7]."""
    turn_up(state, frame.seat, t.catalog.filter[ANY_CARD], emit)
    for player in state.players:
        player.low_card = False
        player.motivated = False
        player.marched = False
        player.oratory = False
        for perm in player.perms:
            perm.used = 0
    order = state.order
    following = order[(order.index(frame.seat) + 1) % state.seats]
    if following == state.ending:
        finish_game(t, state, emit)
        return
    frame.seat = following
    frame.step = BEGIN


def finish_game(t: Tables, state: State, emit: Emit | None) -> None:
    """The cornicines sound, then the objectives are checked for the last time [score.1-12]."""
    check_touched(t, state, emit)
    for seat in range(state.seats):
        sound_cornicines(state, seat, emit)
    check_goals(t, state, True, emit)
    state.stack.clear()
    state.ended = state.trigger
    if emit is not None:
        # That no objective was scored now reveals as much as one that was.
        emit(Event("game_end", {"seat": state.ending, "by": state.trigger}, bars=EVERYONE))
