"""Dice that change by effects: raised, lowered, rolled again, put back, lost; Morale tests."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.protocol import Emit, Event, Seat
from ludus.games.para_bellum.board import RED
from ludus.games.para_bellum.catalog import Hook
from ludus.games.para_bellum.ids import CHOOSE_DIE, FRIGHTENED, NONE
from ludus.games.para_bellum.mechanics.dice import morale_limit, morale_plus
from ludus.games.para_bellum.rules.army import face, put_die, remove_die, set_face, shift_die
from ludus.games.para_bellum.rules.objectives import trigger_goal
from ludus.games.para_bellum.rules.tables import Tables, event_in_force, touch
from ludus.games.para_bellum.state import Frame, State


def change_die(state: State, seat: int, slot: int, by: int, floor: int, emit: Emit | None) -> None:
    """Raise or lower a die; at 0 it is lost with its banner."""
    player = state.players[seat]
    before = face(player, slot)
    lost = shift_die(player, slot, by, floor)
    if lost:
        touch(state, seat)
    if emit is not None:
        facts = {"seat": seat, "slot": slot, "before": before, "face": face(player, slot)}
        emit(Event("die_changed", facts))


def lose_die(
    t: Tables, state: State, seat: int, slot: int, guarded: bool, emit: Emit | None
) -> None:
    """Remove a die. Castra turns the first such loss of a round into a lowering, if it is guarded.

    A loss is guarded when an opponent's effect or a failed Morale test is behind it [card.castra].
    """
    player = state.players[seat]
    hook = t.catalog.hooks.prevent_k_loss
    if guarded and slot < RED and player.up & hook.kinds and not player.shielded:
        player.shielded = True
        if emit is not None:
            emit(Event("shielded", {"seat": seat, "slot": slot, "kind": _shield(hook, player.up)}))
        change_die(state, seat, slot, -min(hook.values(player.up)), 0, emit)
        return
    before = face(player, slot)
    remove_die(player, slot)
    if emit is not None:
        emit(Event("die_lost", {"seat": seat, "slot": slot, "before": before}))


def _shield(hook: Hook, up: int) -> int:
    """The card in play that takes the loss: the one that makes it least."""
    given = [(value, kind) for kind, value in hook.given if up & kind]
    return min(given)[1].bit_length() - 1


def act_roll_again(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """A new roll for each named die, better or worse, unless the better one stays [basic.16]."""
    low = frame.mask & -frame.mask
    slot = low.bit_length() - 1
    player = state.players[frame.seat]
    before = face(player, slot)
    rolled = action.arg + 1
    value = max(before, rolled) if frame.step else rolled
    set_face(player, slot, value)
    if emit is not None:
        facts = {"seat": frame.seat, "slot": slot, "before": before, "roll": rolled, "face": value}
        emit(Event("rerolled", facts))
    frame.mask ^= low
    if not frame.mask:
        state.stack.pop()


def act_roll_added(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """A die back in the slot of a lost one; it completes nothing [gloss.7]."""
    state.stack.pop()
    add_die(state, frame.seat, frame.lo, action.arg + 1, emit)


def add_die(state: State, seat: int, slot: int, value: int, emit: Emit | None) -> None:
    put_die(state.players[seat], slot, value)
    if emit is not None:
        emit(Event("die_back", {"seat": seat, "slot": slot, "face": value}))


# Morale tests [morale.1-14] ----------------------------------------------------------------------


def act_roll_morale(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """`seat` is tested at `value` because of `target`."""
    state.stack.pop()
    seat = frame.seat
    player = state.players[seat]
    plus = frame.value + morale_plus(player.up, event_in_force(t, state), t.catalog.hooks)
    result = action.arg + 1 + plus
    limit = morale_limit(player.reds.bit_count())
    passed = result <= limit
    if emit is not None:
        facts = {
            "seat": seat,
            "roll": action.arg + 1,
            "plus": plus,
            "limit": limit,
            "passed": int(passed),
        }
        emit(Event("morale", facts))
    if passed:
        return
    trigger_goal(t, state, frame.target, FRIGHTENED, emit)
    if player.grays:
        # No effect number: the die is given up for the failed test, by the tested player's choice.
        state.stack.append(Frame(CHOOSE_DIE, seat, effect=NONE, target=seat, left=1))
