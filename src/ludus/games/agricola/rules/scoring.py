"""Sudden death and Victory Points [5.0]."""

from __future__ import annotations

from ludus.core.protocol import Emit, Event, Outcome
from ludus.games.agricola.board import units
from ludus.games.agricola.content import SIDES
from ludus.games.agricola.ids import (
    BY_CENTERS,
    BY_FORTRESSES,
    BY_TURNS,
    CALEDONIAN,
    LEADERS,
    LEGIONARY,
    NONE,
    ROMAN,
    RUNNING,
    SUPREME,
)
from ludus.games.agricola.rules.hidden import seat_of
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

REASONS = {BY_CENTERS: "all_centers", BY_FORTRESSES: "three_fortresses"}


def step_menu(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Before the next choice from a menu, look whether the action before has won the game."""
    return not (state.moved and sudden_death(t, state, emit))


def sudden_death(t: Tables, state: State, emit: Emit | None) -> bool:
    """End the game if somebody has won at once; if both have, the side that acted wins [5.1].

    It is looked for between actions, whenever units have moved since the last time.
    """
    if state.battle is not None:
        return False
    state.moved = False
    acting = state.active if state.active != NONE else ROMAN
    for side in (acting, 1 - acting):
        if _has_won(t, state, side):
            state.ended = BY_CENTERS if side == ROMAN else BY_FORTRESSES
            state.winner = side
            end_game(t, state, emit)
            return True
    return False


def _has_won(t: Tables, state: State, side: int) -> bool:
    here = state.here[side]
    centers = t.board.center_hex
    held = 0
    for place in centers if side == ROMAN else t.board.fortress_hex:
        if here[place]:
            held += 1
    return held >= (len(centers) if side == ROMAN else t.fortresses)


def finish(t: Tables, state: State, emit: Emit | None) -> None:
    """The last turn is over: count Victory Points."""
    state.ended = BY_TURNS
    level = level_of(t, difference(t, state))
    state.winner = SIDES[t.charts.level[level].winner]
    end_game(t, state, emit)


def end_game(t: Tables, state: State, emit: Emit | None) -> None:
    """Clear the stack, and turn up the center counters, as they are counted."""
    state.stack.clear()
    if emit is not None:
        emit(Event("counters_shown", {"types": tuple(state.center)}))
        emit(Event("game_end", {"winner": state.winner, "by": state.ended}))
    for center, kind in enumerate(state.center):
        if kind != NONE:
            state.center_up |= 1 << center


def roman_points(t: Tables, state: State) -> dict[str, int]:
    """Roman Victory Points by what they are for [5.2]."""
    worth = t.charts.victory
    here = state.here[ROMAN]
    camps = sum(1 for place in t.board.site_hex if here[place] & t.rome.praesidia)
    dead = state.here[CALEDONIAN][t.board.fallen]
    supreme = bool(dead & t.tribes.supreme)
    elites = (dead & ~t.tribes.supreme).bit_count()
    return {
        "roman_centers": worth.roman_center * sum(1 for p in t.board.center_hex if here[p]),
        "sites": worth.site * camps,
        "calgacus": worth.calgacus if supreme else 0,
        "elites": worth.elite * elites,
    }


def caledonian_points(t: Tables, state: State) -> dict[str, int]:
    """Caledonian Victory Points by what they are for [5.2]."""
    worth = t.charts.victory
    here = state.here[CALEDONIAN]
    types = t.rome.type
    dead = list(units(state.here[ROMAN][t.board.fallen]))
    leaders = sum(1 for unit in dead if types[unit] in LEADERS and types[unit] != SUPREME)
    supreme = any(types[unit] == SUPREME for unit in dead)
    infantry = state.fallen.bit_count() + sum(1 for unit in dead if types[unit] == LEGIONARY)
    held = sum(1 for place in t.board.fortress_hex if here[place])
    centers = sum(1 for place in t.board.center_hex if here[place])
    return {
        "fortresses": worth.fortress * held,
        "agricola": worth.agricola if supreme else 0,
        "leaders": worth.leader * leaders,
        "tribal_centers": worth.caledonian_center * centers,
        "legionaries": worth.legionary * infantry,
    }


def seen_points(t: Tables, state: State) -> dict[str, int]:
    """The same as everybody can count them: a face-down Oppidum alone in its center is a secret."""
    points = caledonian_points(t, state)
    secret = 0
    for center, place in enumerate(t.board.center_hex):
        alone = state.here[CALEDONIAN][place] == 1 << (t.first_oppidum + center)
        if alone and not state.center_up >> center & 1:
            secret += 1
    points["tribal_centers"] -= secret * t.charts.victory.caledonian_center
    return points


def difference(t: Tables, state: State) -> int:
    roman = sum(roman_points(t, state).values())
    return roman - sum(caledonian_points(t, state).values())


def level_of(t: Tables, figure: int) -> int:
    """The number of the victory level for a difference of points."""
    levels = t.charts.level
    for number, level in enumerate(levels):
        if level.from_ is not None and figure >= level.from_:
            return number
    return len(levels) - 1


def outcome_of(t: Tables, state: State) -> Outcome | None:
    if state.ended == RUNNING:
        return None
    parts = [roman_points(t, state), caledonian_points(t, state)]
    totals = [sum(part.values()) for part in parts]
    by_seat = [0, 1] if state.flip == 0 else [1, 0]
    winner = seat_of(state, state.winner)
    reason = REASONS.get(state.ended)
    decided = "sudden_death"
    if reason is None:
        reason = t.charts.level[level_of(t, totals[ROMAN] - totals[CALEDONIAN])].key
        decided = "level"
    return Outcome(
        scores=tuple(totals[side] for side in by_seat),
        ranks=(1, 2) if winner == 0 else (2, 1),
        reason=reason,
        decided_by=decided,
        parts=tuple(parts[side] for side in by_seat),
    )
