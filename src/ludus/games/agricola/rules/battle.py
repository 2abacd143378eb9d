"""Battles: opening, lines, declarations, Battlefield Advantage, retreat, the end [15-17, 32]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    BATTLE,
    CALEDONIAN,
    DECLARE,
    FOR_ADVANTAGE,
    FOR_LOST,
    FOR_WON,
    FURY,
    FURY_WINDOW,
    MOVE_UP,
    NONE,
    RESERVE,
    ROMAN,
    SIEGE_ATTACK,
    SIEGE_WINDOW,
    SPEECH,
    STAND,
    WITH_POINT,
    WITH_SPEECH,
)
from ludus.games.agricola.mechanics import advantage_plus, ahead_on_ties, elites_in
from ludus.games.agricola.rules.action_points import add_points, pay
from ludus.games.agricola.rules.chance import roll
from ludus.games.agricola.rules.fire import begin_fire, strike
from ludus.games.agricola.rules.forces import alike, standing, total_strength
from ludus.games.agricola.rules.hidden import remember, seat_of, side_of
from ludus.games.agricola.rules.interrupts import act_standing, in_battle
from ludus.games.agricola.rules.markers import (
    holds,
    let_pass,
    may_be_asked,
    note_tribute,
    play_marker,
    stop_asking,
    window,
)
from ludus.games.agricola.rules.retreat import (
    leave_by,
    may_open_a_way,
    may_retreat,
    retreat_options,
    romans_may_leave,
    sail_off,
    sea_places,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, Frame, State

MAJOR: Final = 20
LOOT: Final = 1
FORTRESS_LOOT: Final = 2

# Steps of a battle.
STORM: Final = 0
LINES: Final = 1
ROUND: Final = 2
ATTACKER: Final = 3
DEFENDER: Final = 4
ADVANTAGE: Final = 5
RETREAT: Final = 6
FRENZY: Final = 7
FIRST_UP: Final = 8
FIRST_FIRE: Final = 9
SECOND_UP: Final = 10
SECOND_FIRE: Final = 11
CHECK: Final = 12
WON: Final = 13
LOST: Final = 14
SPOILS: Final = 15


def open_battle(
    t: Tables,
    state: State,
    place: int,
    attacker: int,
    emit: Emit | None,
    ambush: bool = False,
    siege: bool = False,
    garrison: int = 0,
) -> None:
    """All units in the hex are revealed and line up; a garrison sits out a relief attack."""
    for unit in units(state.here[ROMAN][place]):
        state.aboard[unit] = NONE
    force = [state.here[ROMAN][place], state.here[CALEDONIAN][place] & ~garrison]
    strengths = [total_strength(t, state, side, force[side]) for side in (ROMAN, CALEDONIAN)]
    forts = [t.rome.praesidia, t.tribes.oppida]
    state.battle = Battle(
        place=place,
        attacker=attacker,
        force=force,
        reserve=0,
        risen=0,
        round=0,
        step=STORM,
        ambush=ambush,
        assault=siege and attacker == ROMAN,
        relief=garrison != 0,
        stormed=False,
        fury=False,
        major=min(strengths) >= MAJOR,
        defended=sum(1 << side for side in (ROMAN, CALEDONIAN) if force[side] & forts[side]),
        paid=[0, 0],
        speech=[False, False],
        dice=[],
        plus=[],
        advantage=NONE,
        firing=NONE,
        fired=False,
        rolled=[],
        rollers=[],
        struck=[],
        hits=0,
        winner=NONE,
        eagles=0,
    )
    for side in (ROMAN, CALEDONIAN):
        remember(state, 1 - side, force[side] & ~t.musters[side].static)
    state.stack.append(Frame(BATTLE, attacker, place=place))
    if emit is not None:
        facts: dict[str, Fact] = {
            "place": place,
            "attacker": attacker,
            "romans": tuple(units(force[ROMAN])),
            "tribes": tuple(units(force[CALEDONIAN])),
            "strengths": tuple(strengths),
            **disrupted_facts(state, force[ROMAN], force[CALEDONIAN]),
        }
        emit(Event("battle", facts, bars=EVERYONE))


def disrupted_facts(state: State, romans: int, tribes: int) -> dict[str, Fact]:
    """Who of these is Disrupted, as everybody sees who sees them."""
    return {
        "worn_romans": tuple(units(romans & state.disrupted[ROMAN])),
        "worn_tribes": tuple(units(tribes & state.disrupted[CALEDONIAN])),
    }


def step_battle(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    b = state.battle
    assert b is not None
    step = b.step
    b.step += 1
    if step <= ADVANTAGE:
        _before(t, state, b, step, emit)
    elif step == RETREAT:
        asked = may_retreat(t, state, b, b.advantage)
        if asked or (b.advantage == ROMAN and may_open_a_way(t, state, b)):
            state.stack.append(Frame(STAND, b.advantage, place=b.place))
    elif step == FRENZY:
        if b.round == 1 and may_be_asked(state, CALEDONIAN, FURY):
            state.stack.append(Frame(FURY_WINDOW, CALEDONIAN, value=FURY))
    elif step in (FIRST_UP, SECOND_UP):
        b.struck = [] if step == FIRST_UP else strike(t, state, b)
        b.firing = b.advantage if step == FIRST_UP else 1 - b.advantage
        b.rolled = []
        b.rollers = []
        _raise_reserve(t, state, b, emit)
    elif step in (FIRST_FIRE, SECOND_FIRE):
        if b.force[ROMAN] and b.force[CALEDONIAN]:
            begin_fire(t, state, b)
    else:
        _after(t, state, b, step, emit)
    return False


def _before(t: Tables, state: State, b: Battle, step: int, emit: Emit | None) -> None:
    if step == STORM:
        siege = b.attacker == ROMAN and b.force[CALEDONIAN] & t.tribes.oppida
        legions = b.force[ROMAN] & t.rome.legionaries
        if siege and legions and may_be_asked(state, ROMAN, SIEGE_ATTACK):
            state.stack.append(Frame(SIEGE_WINDOW, ROMAN, value=SIEGE_ATTACK))
    elif step == LINES:
        if state.lines and _reservable(t, b):
            state.stack.append(Frame(RESERVE, ROMAN))
    elif step == ROUND:
        b.round += 1
        b.paid = [0, 0]
        b.speech = [False, False]
        b.dice = []
        b.plus = []
        b.advantage = NONE
        b.fury = False
        if emit is not None:
            emit(Event("round", {"round": b.round}))
        if b.ambush and b.round == 1:
            b.advantage = CALEDONIAN
            b.step = RETREAT
            if emit is not None:
                emit(Event("ambush_advantage", {"side": CALEDONIAN}))
    elif step == ADVANTAGE:
        roll(state, NONE, FOR_ADVANTAGE, 2)
    else:
        side = b.attacker if step == ATTACKER else 1 - b.attacker
        if state.points[side] or (b.round == 1 and may_be_asked(state, side, SPEECH)):
            state.stack.append(Frame(DECLARE, side))


# Before the first round --------------------------------------------------------------------------


def decide_siege_window(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.play[SIEGE_ATTACK]] if holds(state, ROMAN, SIEGE_ATTACK) else []
    return window(t, state, ROMAN, "siege_attack", SIEGE_ATTACK, options)


def decide_fury_window(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.play[FURY]] if holds(state, CALEDONIAN, FURY) else []
    return window(t, state, CALEDONIAN, "fury", FURY, options)


def act_window(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Play the marker that the window is about, or not."""
    side = frame.side
    state.stack.pop()
    if action.verb == "play":
        play_marker(t, state, side, frame.value, emit)
    elif action.verb == "quiet":
        stop_asking(state, side, frame.value, emit)
    else:
        let_pass(state, side, frame.value, emit)


def _reservable(t: Tables, b: Battle) -> int:
    """Roman units that can still go into the Reserve: half of all, never a Praesidium [30.1]."""
    if b.reserve.bit_count() >= b.force[ROMAN].bit_count() // 2:
        return 0
    return b.force[ROMAN] & ~b.reserve & ~t.rome.static


def decide_reserve(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    b = state.battle
    assert b is not None
    options = [t.reserve[unit] for unit in alike(t, state, ROMAN, _reservable(t, b))]
    return in_battle(t, state, ROMAN, "reserve", options, (t.done,))


def act_reserve(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    b = state.battle
    assert b is not None
    if act_standing(t, state, side_of(state, seat), action, emit):
        return
    if action.verb == "reserve":
        b.reserve |= 1 << action.arg
        if emit is not None:
            emit(Event("reserve", {"unit": action.arg}))
        if _reservable(t, b):
            return
    state.stack.pop()
    if emit is not None:
        emit(Event("lines_drawn", {"count": b.reserve.bit_count()}))


# Declarations and advantage ----------------------------------------------------------------------


def decide_declare(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    b = state.battle
    assert b is not None
    side = frame.side
    options = [t.declare[0]]
    rich = state.points[side] >= t.charts.points.advantage
    if rich:
        options.append(t.declare[WITH_POINT])
    if b.round == 1 and holds(state, side, SPEECH):
        options.append(t.declare[WITH_SPEECH])
        if rich:
            options.append(t.declare[WITH_POINT | WITH_SPEECH])
    return in_battle(t, state, side, "declare", options, ())


def act_declare(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """The attacker declares first, and the defender knows what was declared [15.2]."""
    side = frame.side
    b = state.battle
    assert b is not None
    if act_standing(t, state, side_of(state, seat), action, emit):
        return
    state.stack.pop()
    if emit is not None:
        emit(Event("declares", {"side": side, "points": action.arg & WITH_POINT}))
    if action.arg & WITH_POINT:
        b.paid[side] = 1
        pay(t, state, side, t.charts.points.advantage, emit)
    if action.arg & WITH_SPEECH:
        play_marker(t, state, side, SPEECH, emit)


def elites(t: Tables, b: Battle, side: int) -> int:
    """Elite units of a side that count in a battle."""
    return elites_in(t.musters[side], b.force[side])


def modifiers(t: Tables, b: Battle) -> list[int]:
    """What each side adds to its advantage roll."""
    return advantage_plus(t.musters, b.force, b.paid, b.speech)


def tie_winner(t: Tables, place: int) -> int:
    """Who has the advantage when the totals are equal [15.2.12]."""
    return ahead_on_ties(t.board, place)


def rolled_advantage(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    b = state.battle
    assert b is not None
    dice = frame.dice
    b.dice = dice[:]
    plus = b.plus = modifiers(t, b)
    totals = [dice[side] + plus[side] for side in (ROMAN, CALEDONIAN)]
    if totals[ROMAN] == totals[CALEDONIAN]:
        b.advantage = tie_winner(t, b.place)
    else:
        b.advantage = ROMAN if totals[ROMAN] > totals[CALEDONIAN] else CALEDONIAN
    if emit is not None:
        facts: dict[str, Fact] = {
            "dice": tuple(dice),
            "plus": tuple(plus),
            "paid": tuple(b.paid),
            "speech": tuple(int(each) for each in b.speech),
            "side": b.advantage,
        }
        emit(Event("advantage", facts))


# The Reserve [30.2] ------------------------------------------------------------------------------


def _raise_reserve(t: Tables, state: State, b: Battle, emit: Emit | None) -> None:
    """Before a Roman fire: a lost Front is filled without a bonus, else the Reserve may move up."""
    b.risen = 0
    if b.firing != ROMAN or not b.reserve:
        return
    if b.force[ROMAN] == b.reserve:
        b.reserve = 0
        if emit is not None:
            emit(Event("front_filled", {"side": ROMAN}))
    elif b.fired:
        state.stack.append(Frame(MOVE_UP, ROMAN))


def decide_move_up(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    b = state.battle
    assert b is not None
    options = [t.up[unit] for unit in alike(t, state, ROMAN, b.reserve)]
    if len(options) > 1 or b.reserve & b.reserve - 1:
        options.append(t.every[t.board.britannia])
    return in_battle(t, state, ROMAN, "move_up", options, (t.done,))


def act_move_up(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    b = state.battle
    assert b is not None
    if act_standing(t, state, side_of(state, seat), action, emit):
        return
    rising = 0
    if action.verb == "up":
        rising = 1 << action.arg
    elif action.verb == "all":
        rising = b.reserve
    b.reserve &= ~rising
    b.risen |= rising
    if emit is not None:
        emit(Event("moves_up", {"units": tuple(units(rising))}))
    if action.verb != "up" or not b.reserve:
        state.stack.pop()


# The end -----------------------------------------------------------------------------------------


def end_battle(t: Tables, state: State, winner: int, emit: Emit | None) -> None:
    b = state.battle
    assert b is not None
    b.winner = winner
    b.step = WON
    if emit is not None:
        facts = {"place": b.place, "winner": winner, "major": int(b.major)}
        emit(Event("battle_over", facts))


def _after(t: Tables, state: State, b: Battle, step: int, emit: Emit | None) -> None:
    if step == CHECK:
        if not b.force[ROMAN]:
            end_battle(t, state, CALEDONIAN, emit)
        elif not b.force[CALEDONIAN]:
            end_battle(t, state, ROMAN, emit)
        else:
            b.step = ROUND
    elif step == WON:
        if b.major:
            roll(state, b.winner, FOR_WON)
    elif step == LOST:
        if b.major:
            roll(state, 1 - b.winner, FOR_LOST)
    else:
        _spoils(t, state, b, emit)


def rolled_won(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    add_points(t, state, frame.side, frame.dice[0], emit)


def rolled_lost(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    add_points(t, state, frame.side, -frame.dice[0], emit)


def _spoils(t: Tables, state: State, b: Battle, emit: Emit | None) -> None:
    """Eagles, then loot; then the battle is closed [28.1, 31.0]."""
    state.stack.pop()
    state.battle = None
    note_tribute(state, settled=False)
    place = b.place
    if state.special and b.winner == CALEDONIAN and b.eagles:
        if emit is not None:
            emit(Event("eagles", {"count": b.eagles}))
        add_points(t, state, ROMAN, -b.eagles, emit)
        add_points(t, state, CALEDONIAN, b.eagles, emit)
    if state.looting and place not in state.pillaged:
        _loot(t, state, b, emit)
    _close_siege(t, state, b, emit)


def _loot(t: Tables, state: State, b: Battle, emit: Emit | None) -> None:
    gain = 0
    if b.defended >> (1 - b.winner) & 1:
        gain += LOOT
    if b.winner == CALEDONIAN and b.attacker == CALEDONIAN and t.board.is_fortress[b.place]:
        gain += FORTRESS_LOOT
    if not gain:
        return
    state.pillaged.append(b.place)
    state.pillaged.sort()
    if emit is not None:
        emit(Event("loot", {"side": b.winner, "place": b.place, "gain": gain}))
    add_points(t, state, b.winner, gain, emit)


def _close_siege(t: Tables, state: State, b: Battle, emit: Emit | None) -> None:
    """A siege ends with its Praesidium or with the last of the besieged.

    Romans who lost the Praesidium to a relief force that then left still face the garrison: they
    fight on at once.
    """
    place = b.place
    if place in state.sieges:
        camp = state.here[ROMAN][place] & t.rome.praesidia
        if camp and standing(state, CALEDONIAN, place):
            return
        state.sieges.remove(place)
        if emit is not None:
            emit(Event("siege_over", {"place": place}))
    if standing(state, ROMAN, place) and standing(state, CALEDONIAN, place):
        open_battle(t, state, place, b.attacker, emit)


# Standing, retreating, leaving a siege -----------------------------------------------------------


def decide_stand(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    b = state.battle
    assert b is not None
    options = [t.fight]
    if may_retreat(t, state, b, frame.side):
        options += retreat_options(t, state, frame.side, frame.place)
    return in_battle(t, state, frame.side, "stand", options, ())


def act_stand(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """With the advantage: fight on, or retreat and lose the battle."""
    side = frame.side
    if act_standing(t, state, side_of(state, seat), action, emit):
        return
    state.stack.pop()
    if action.verb == "fight":
        if emit is not None:
            emit(Event("stands", {"side": side}))
    elif leave_by(t, state, side, frame.place, action, emit):
        end_battle(t, state, 1 - side, emit)


def decide_retreat_sea(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.retreat[other] for other in sorted(sea_places(t, state, frame.place))]
    return (Decision(seat_of(state, ROMAN), "retreat_sea", options),)


def act_retreat_sea(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    sail_off(t, state, frame, action.arg, emit)
    if state.battle is not None:
        end_battle(t, state, CALEDONIAN, emit)


def decide_break_siege(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """The Praesidium of a siege is gone: the Romans leave by the retreat rules, or attack."""
    options = [t.attack]
    if romans_may_leave(t, state, frame.place):
        options += retreat_options(t, state, ROMAN, frame.place)
    return in_battle(t, state, ROMAN, "break_siege", options, ())


def act_break_siege(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    if act_standing(t, state, side_of(state, seat), action, emit):
        return
    state.stack.pop()
    if action.verb == "attack":
        open_battle(t, state, frame.place, ROMAN, emit)
    else:
        leave_by(t, state, ROMAN, frame.place, action, emit)
