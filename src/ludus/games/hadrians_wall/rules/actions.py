"""The action phase: what the seats do at their own pace [flow.3-8], and the cards they turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Emit, Event, Fact, Seat
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ABOUT,
    ACTIONS,
    ACTIVE,
    ASK,
    BATTLE,
    BATTLES,
    DO_BATTLE,
    FATE_DECK,
    GOOD,
    MARKET,
    NONE,
    NOTHING,
    RESOURCE,
    RESTING,
    SOLDIER,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.effects import Trace, carry_out, place, record_good, wound
from ludus.games.hadrians_wall.mechanics.offers import (
    ANY_PATTERN,
    answers,
    fitting_patterns,
    free_actions,
)
from ludus.games.hadrians_wall.mechanics.sheet import first_free
from ludus.games.hadrians_wall.rules.neighbours import hand_over, slots
from ludus.games.hadrians_wall.rules.piles import await_fate, turn_fate
from ludus.games.hadrians_wall.rules.tables import Tables
from ludus.games.hadrians_wall.state import Frame, State

Special: TypeAlias = Callable[[Board, State, int, Action, "Emit | None"], None]


def open_actions(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Once all Roads are answered, everyone may act [year.15]."""
    if any(state.offers):
        return True
    state.stack = [Frame(ACTIONS)]
    for seat, sheet in enumerate(state.sheets):
        sheet[ACTIVE] = 1
        refresh(tables.board, state, seat)
    if emit is not None:
        emit(Event("actions", {"year": state.year}))
    return False


def refresh(board: Board, state: State, seat: int) -> None:
    """Update what a seat may do."""
    state.offers[seat] = offer_of(board, state, seat)


def offer_of(board: Board, state: State, seat: int) -> int:
    """What a seat may do: the answers to its question, else every action that is open to it."""
    sheet = state.sheets[seat]
    if sheet[ASK] != NOTHING:
        return answers(board, sheet, slots(state, seat))
    if not sheet[ACTIVE]:
        return 0
    mask = free_actions(board, sheet)
    if mask & ANY_PATTERN:
        mask = fitting_patterns(board, sheet, slots(state, seat), mask)
    return mask


def act(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """One action or answer of a seat."""
    board = tables.board
    special = SPECIAL.get(action.verb)
    if special is not None:
        special(board, state, seat, action, emit)
    else:
        trace: Trace | None = None if emit is None else []
        sheet = state.sheets[seat]
        carry_out(board, sheet, state.year, action.verb, action.arg, action.number, trace)
        if emit is not None and trace is not None:
            emit(Event("act", {"seat": seat, "action": action.number, "trace": tuple(trace)}))
    refresh(board, state, seat)


def stop(board: Board, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    """Stop for this Year; a gift makes the seat active again [flow.5-7]."""
    state.sheets[seat][ACTIVE] = 0
    if emit is not None:
        emit(Event("stop", {"seat": seat}))


def buy(board: Board, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    """Buy a good from a neighbour, a neutral card or the Fate deck [market.10-17]."""
    sheet = state.sheets[seat]
    box = sheet[ABOUT]
    sheet[ASK] = NOTHING
    sheet[ABOUT] = 0
    slot = action.arg
    if slot == FATE_DECK:
        sheet[RESOURCE] -= 1
        state.stack.append(Frame(GOOD, seat, box))
        await_fate(state, emit)
        return
    card = slots(state, seat)[slot]
    receiver = hand_over(state, seat, slot, RESOURCE, emit)
    trace: Trace | None = None if emit is None else []
    record_good(board, sheet, box, board.card_good[card], trace)
    if emit is not None and trace is not None:
        emit(_bought(state, seat, box, NONE, trace))
    if receiver != NONE:
        refresh(board, state, receiver)


def turn_good(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """The Fate card that was bought; only its good counts [market.16]."""
    board, buyer, card = tables.board, frame.seat, action.arg
    turn_fate(state, card)
    state.stack.pop()
    trace: Trace | None = None if emit is None else []
    record_good(board, state.sheets[buyer], frame.about, board.fate_good[card], trace)
    if emit is not None and trace is not None:
        emit(_bought(state, buyer, frame.about, card, trace))
    refresh(board, state, buyer)


def _bought(state: State, seat: int, box: int, card: int, trace: Trace) -> Event:
    number = state.sheets[seat][MARKET + box]
    facts: dict[str, Fact] = {
        "seat": seat,
        "box": box,
        "good": number,
        "card": card,
        "trace": tuple(trace),
    }
    return Event("good", facts, bars=EVERYONE if card != NONE else 0)


def battle(board: Board, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    """Choose the gladiator, write down the Year, then turn a card [ludus.11-14]."""
    sheet = state.sheets[seat]
    gladiator = action.arg
    log = BATTLES + YEARS * gladiator
    sheet[log + first_free(sheet, log, YEARS)] = state.year
    sheet[RESTING] |= 1 << (DO_BATTLE + gladiator)
    if emit is not None:
        emit(Event("battle", {"seat": seat, "gladiator": gladiator}))
    state.stack.append(Frame(BATTLE, seat, gladiator))
    await_fate(state, emit)


def turn_battle(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """The damage of the card that was turned [ludus.15-25]."""
    board, card = tables.board, action.arg
    turn_fate(state, card)
    state.stack.pop()
    trace: Trace | None = None if emit is None else []
    sheet = state.sheets[frame.seat]
    alive = wound(board, sheet, frame.about, board.fate_damage[card], trace)
    if emit is not None and trace is not None:
        facts: dict[str, Fact] = {
            "seat": frame.seat,
            "gladiator": frame.about,
            "card": card,
            "alive": int(alive),
            "trace": tuple(trace),
        }
        emit(Event("fought", facts, bars=EVERYONE))
    refresh(board, state, frame.seat)


def scout(board: Board, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    """Lay the chosen pattern on the map; its owner gets the Soldier [scout.4-8]."""
    slot = state.sheets[seat][ABOUT]
    receiver = hand_over(state, seat, slot, SOLDIER, emit)
    trace: Trace | None = None if emit is None else []
    place(board, state.sheets[seat], state.year, action.arg, trace)
    if emit is not None and trace is not None:
        emit(Event("act", {"seat": seat, "action": action.number, "trace": tuple(trace)}))
    if receiver != NONE:
        refresh(board, state, receiver)


SPECIAL: dict[str, Special] = {"stop": stop, "buy": buy, "battle": battle, "place": scout}
"""Actions that change more than the acting player's sheet."""
