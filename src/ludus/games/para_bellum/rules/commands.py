"""Playing command cards: an Order's option and opponent, and cards put into play."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import members
from ludus.games.para_bellum.ids import FINISH_ORDER, NONE, ORDER_TARGET, RUN, UNIT
from ludus.games.para_bellum.mechanics.costs import order_tax
from ludus.games.para_bellum.mechanics.placement import unit_cells
from ludus.games.para_bellum.rules.decks import discard_command
from ludus.games.para_bellum.rules.paying import charge
from ludus.games.para_bellum.rules.possible import order_options, order_targets
from ludus.games.para_bellum.rules.tables import Tables, touch
from ludus.games.para_bellum.state import Frame, Perm, State

# Orders [order.1-7]. The frame's `step` is 1 for an Order that costs no action. ------------------


def _actions(state: State, frame: Frame) -> int:
    return NONE if frame.step else state.actions


def step_option(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    options = order_options(t, state, frame.seat, frame.card, _actions(state, frame))
    if len(options) > 1:
        return True
    _take_option(t, state, frame, options[0], emit)
    return False


def decide_option(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = order_options(t, state, frame.seat, frame.card, _actions(state, frame))
    return (Decision(frame.seat, "order_option", [t.option[option] for option in options]),)


def act_option(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _take_option(t, state, frame, action.arg, emit)


def _take_option(t: Tables, state: State, frame: Frame, option: int, emit: Emit | None) -> None:
    """The opponent is named before the price is taken, for it may change the price [order.7]."""
    frame.left = option
    if t.catalog.commands[frame.card].printed[option].targets:
        frame.phase = ORDER_TARGET
        if emit is not None:
            facts = {"seat": frame.seat, "kind": frame.card, "option": option}
            emit(Event("order_option", facts))
    else:
        _play_order(t, state, frame, emit)


def _targets(t: Tables, state: State, frame: Frame) -> list[int]:
    actions = _actions(state, frame)
    return order_targets(t, state, frame.seat, frame.card, frame.left, actions)


def step_target(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    targets = _targets(t, state, frame)
    if len(targets) > 1:
        return True
    frame.target = targets[0]
    _play_order(t, state, frame, emit)
    return False


def decide_target(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.target[seat] for seat in _targets(t, state, frame)]
    return (Decision(frame.seat, "order_target", options),)


def act_target(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    frame.target = action.arg
    _play_order(t, state, frame, emit)


def _play_order(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Pay, carry out, and only then discard the card [order.2]."""
    seat = frame.seat
    player = state.players[seat]
    card = t.catalog.commands[frame.card]
    printed = card.printed[frame.left]
    if not frame.step:
        tax = (
            order_tax(state.players[frame.target].up, t.catalog.hooks)
            if frame.target != NONE
            else 0
        )
        state.actions -= card.actions + tax
    player.commands.remove(frame.card)
    if emit is not None:
        facts = {"seat": seat, "kind": frame.card, "option": frame.left, "target": frame.target}
        emit(Event("order", facts))
    frame.phase = FINISH_ORDER
    state.stack.append(Frame(RUN, seat, program=printed.program, target=frame.target))
    charge(t, state, seat, printed.price, frame.step != 0, emit)


def step_finish(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    state.stack.pop()
    discard_command(state, frame.card)
    return False


# Permanents and Special Units [perm, su] ---------------------------------------------------------


def step_cell(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """A Permanent needs no place; a Special Unit with one legal cell goes there."""
    if t.catalog.commands[frame.card].type != UNIT:
        _put_in_play(state, frame, NONE, emit)
        return False
    player = state.players[frame.seat]
    cells = unit_cells(player.army, player.units)
    if cells & (cells - 1):
        return True
    _put_in_play(state, frame, cells.bit_length() - 1, emit)
    return False


def decide_cell(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    player = state.players[frame.seat]
    cells = unit_cells(player.army, player.units)
    return (Decision(frame.seat, "unit_cell", [t.cell[cell] for cell in members(cells)]),)


def act_cell(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _put_in_play(state, frame, action.arg, emit)


def _put_in_play(state: State, frame: Frame, cell: int, emit: Emit | None) -> None:
    state.stack.pop()
    player = state.players[frame.seat]
    player.commands.remove(frame.card)
    player.perms.append(Perm(frame.card, cell=cell))
    player.up |= 1 << frame.card
    if cell != NONE:
        player.units |= 1 << cell
    touch(state, frame.seat)
    if emit is not None:
        emit(Event("deploys", {"seat": frame.seat, "kind": frame.card, "cell": cell}))
