"""The end of a Year: unspent items go back, and the Picts attack."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Emit, Event, Fact, Seat
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ATTACK,
    COHORT,
    COHORTS,
    DEFENCE,
    FAVOUR,
    IGNORED,
    MEDIATION,
    STOCK,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of, settle
from ludus.games.hadrians_wall.mechanics.effects import Trace
from ludus.games.hadrians_wall.mechanics.offers import favour_actions
from ludus.games.hadrians_wall.rules.piles import await_fate
from ludus.games.hadrians_wall.rules.tables import Tables
from ludus.games.hadrians_wall.rules.year import begin_year
from ludus.games.hadrians_wall.state import Frame, State


def end_actions(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Once all have stopped: unspent items go back, attackers are counted [endyear.1-3, few.10]."""
    if any(state.offers):
        return True
    for seat, sheet in enumerate(state.sheets):
        if emit is not None:
            emit(Event("returned", {"seat": seat, "items": tuple(sheet[:STOCK])}))
        for item in range(STOCK):
            sheet[item] = 0
        for cohort in range(COHORTS):
            sheet[IGNORED + cohort] = 0
    count = tables.board.attacks[state.difficulty][state.year] + sum(state.neutral_items)
    state.attack = []
    state.stack = [Frame(ATTACK, -1, count)]
    if emit is not None:
        emit(Event("attack", {"year": state.year, "cards": count}))
    await_fate(state, emit)
    return False


def turn_attack(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """One more card for everyone to face [attack.4-7]."""
    board, card = tables.board, action.arg
    state.fate_pile &= ~(1 << card)
    state.attack.append(card)
    if emit is not None:
        emit(Event("attacker", {"card": card, "cohorts": board.fate_arrows[card]}))
    frame.about -= 1
    if frame.about:
        await_fate(state, emit)
        return
    state.stack = [Frame(DEFENCE)]
    arrows = arrows_of(board, state.attack)
    if emit is not None:
        emit(Event("arrows", {"year": state.year, "cohorts": tuple(arrows)}))
    for other, sheet in enumerate(state.sheets):
        state.offers[other] = favour_actions(sheet, arrows)
        if not state.offers[other]:
            resolve(board, state, other, emit)


def defend(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Spend a Favour to ignore one card, or face the rest of the attack [favour.2-8]."""
    offer = 0
    if action.verb == "ignore":
        ignore(state, seat, action.arg, emit)
        offer = favour_actions(state.sheets[seat], arrows_of(tables.board, state.attack))
    state.offers[seat] = offer
    if not offer:
        resolve(tables.board, state, seat, emit)


def ignore(state: State, seat: int, arg: int, emit: Emit | None) -> None:
    sheet = state.sheets[seat]
    cohort = arg % COHORTS
    sheet[IGNORED + cohort] += 1
    if arg < COHORTS:
        sheet[FAVOUR] -= 1
    else:
        sheet[MEDIATION + cohort] -= 1
    if emit is not None:
        emit(Event("favour", {"seat": seat, "cohort": cohort, "diplomat": int(arg >= COHORTS)}))


def resolve(board: Board, state: State, seat: int, emit: Emit | None) -> None:
    """Let the attack take effect on one seat [attack.8-22]."""
    flag = board.flag[state.year]
    trace: Trace | None = None if emit is None else []
    arrows = arrows_of(board, state.attack)
    through, disdain = settle(board, state.sheets[seat], arrows, flag, trace)
    if emit is not None and trace is not None:
        facts: dict[str, Fact] = {
            "seat": seat,
            "through": through,
            "disdain": disdain,
            "valour": flag - disdain,
            "year": state.year,
            "cards": tuple(state.attack),
            "cohorts": tuple(state.sheets[seat][COHORT : COHORT + COHORTS]),
            "ignored": tuple(state.sheets[seat][IGNORED : IGNORED + COHORTS]),
            "trace": tuple(trace),
        }
        emit(Event("defence", facts))


def finish_year(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Once all have faced the attack: its cards and neutral cards are discarded.

    After the sixth Year the game is over.
    """
    if any(state.offers):
        return True
    for card in state.attack:
        state.fate_discard |= 1 << card
    state.neutral_cards = []
    state.neutral_items = []
    if state.year < YEARS:
        begin_year(state, emit)
        return False
    state.stack = []
    if emit is not None:
        emit(Event("end", {"year": state.year}, bars=EVERYONE))
    return False
