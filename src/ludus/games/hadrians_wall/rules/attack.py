"""The end of a Year: what is left goes back, the Picts attack, the fort holds or not."""

from __future__ import annotations

from ludus.core.protocol import EVERYONE, Emit, Event, Fact
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ATTACK,
    COHORTS,
    DEFENCE,
    DISDAIN,
    FAVOUR,
    IGNORED,
    MEDIATION,
    STOCK,
    THROUGH,
    VALOUR,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.attack import arrows_of, breaches
from ludus.games.hadrians_wall.mechanics.effects import Trace, gain
from ludus.games.hadrians_wall.mechanics.offers import favour_actions
from ludus.games.hadrians_wall.rules.piles import await_fate
from ludus.games.hadrians_wall.rules.year import begin_year
from ludus.games.hadrians_wall.state import Frame, State


def end_actions(board: Board, state: State, emit: Emit | None) -> None:
    """Unspent items go back, then the attackers are counted [endyear.1-3, few.10]."""
    for seat, sheet in enumerate(state.sheets):
        if emit is not None:
            emit(Event("returned", {"seat": seat, "items": tuple(sheet[:STOCK])}))
        for item in range(STOCK):
            sheet[item] = 0
        for cohort in range(COHORTS):
            sheet[IGNORED + cohort] = 0
    count = board.attacks[state.difficulty][state.year] + sum(state.neutral_items)
    state.attack = []
    state.stack = [Frame(ATTACK, -1, count)]
    if emit is not None:
        emit(Event("attack", {"year": state.year, "cards": count}))
    await_fate(state, emit)


def turn_attack(board: Board, state: State, frame: Frame, card: int, emit: Emit | None) -> None:
    """One more card for everyone to face [attack.4-7]."""
    state.fate_pile &= ~(1 << card)
    state.attack.append(card)
    if emit is not None:
        emit(Event("attacker", {"card": card, "cohort": board.fate_arrow[card]}))
    frame.about -= 1
    if frame.about:
        await_fate(state, emit)
        return
    state.stack = [Frame(DEFENCE)]
    arrows = arrows_of(board, state.attack)
    for seat, sheet in enumerate(state.sheets):
        state.offers[seat] = favour_actions(sheet, arrows)
        if not state.offers[seat]:
            resolve(board, state, seat, emit)
    if not any(state.offers):
        finish_year(state, emit)


def ignore(board: Board, state: State, seat: int, arg: int, emit: Emit | None) -> None:
    """Spend a Favour on one card, for oneself alone [favour.2-8]."""
    sheet = state.sheets[seat]
    cohort = arg % COHORTS
    sheet[IGNORED + cohort] += 1
    if arg < COHORTS:
        sheet[FAVOUR] -= 1
    else:
        sheet[MEDIATION + cohort] -= 1
    if emit is not None:
        emit(Event("favour", {"seat": seat, "cohort": cohort, "diplomat": int(arg >= COHORTS)}))
    mask = favour_actions(sheet, arrows_of(board, state.attack))
    if mask:
        state.offers[seat] = mask
    else:
        defend(board, state, seat, emit)


def defend(board: Board, state: State, seat: int, emit: Emit | None) -> None:
    """Face what is left of the attack."""
    state.offers[seat] = 0
    resolve(board, state, seat, emit)
    if not any(state.offers):
        finish_year(state, emit)


def resolve(board: Board, state: State, seat: int, emit: Emit | None) -> None:
    """Disdain for what gets through, up to the flag; Valour for the rest of it [attack.8-22]."""
    sheet = state.sheets[seat]
    through = breaches(sheet, arrows_of(board, state.attack))
    flag = board.flag[state.year]
    disdain = min(through, flag)
    sheet[THROUGH] = through
    sheet[DISDAIN] += disdain
    trace: Trace | None = None if emit is None else []
    for _ in range(flag - disdain):
        gain(board, sheet, VALOUR, trace)
    if emit is not None and trace is not None:
        facts: dict[str, Fact] = {
            "seat": seat,
            "through": through,
            "disdain": disdain,
            "valour": flag - disdain,
            "trace": tuple(trace),
        }
        emit(Event("defence", facts))


def finish_year(state: State, emit: Emit | None) -> None:
    """Attack and neutral cards are discarded; after the sixth Year the game is over."""
    for card in state.attack:
        state.fate_discard |= 1 << card
    state.neutral_cards = []
    state.neutral_items = []
    if state.year < YEARS:
        begin_year(state, emit)
        return
    state.stack = []
    if emit is not None:
        emit(Event("end", {"year": state.year}, bars=EVERYONE))
