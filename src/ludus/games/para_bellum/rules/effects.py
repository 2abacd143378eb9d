"""Carrying out effects: one small function per effect, in the order of the catalog's OPS.

A RUN frame works through a program effect by effect. An effect acts at once, or pushes the question
that it needs onto the stack; the program continues when that is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import READING_ORDER, members
from ludus.games.para_bellum.catalog import Effect
from ludus.games.para_bellum.ids import (
    ACTION,
    ALL_OPPONENTS,
    ALLY,
    ARMY,
    BANNER,
    BANNER_DIE,
    BIG,
    BOTH,
    CHOOSE_BRANCH,
    CHOOSE_CARD,
    CHOOSE_DIE,
    CHOOSE_TARGET,
    COIN,
    CONVERT,
    DRAW_ARMY,
    EVERY,
    GIVE_CARD,
    HIGHEST,
    MOD,
    MOVE_COINS,
    NONE,
    PLACE_CARD,
    PLAY_FREE,
    ROLL_EFFECT,
    ROLL_MORALE,
    RUN,
    SELF,
    TAKE,
    TARGET,
)
from ludus.games.para_bellum.rules.army import face
from ludus.games.para_bellum.rules.dice import change_die
from ludus.games.para_bellum.rules.possible import (
    POSSIBLE,
    branch_of,
    can_convert,
    die_candidates,
    free_cards,
)
from ludus.games.para_bellum.rules.tables import (
    Tables,
    ally_of,
    gain_coins,
    move_coins,
    opponents_in_order,
    opponents_of,
    touch,
)
from ludus.games.para_bellum.state import Frame, Player, State

Run: TypeAlias = Callable[[Tables, State, Frame, Effect, Emit | None], None]


def step_run(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Run the next effect of the program; if it needs an opponent, ask for one first."""
    program = t.catalog.programs[frame.program]
    if frame.at == len(program):
        state.stack.pop()
        return False
    effect = program[frame.at]
    if frame.target == NONE and TARGET in (effect.who, effect.source):
        targets = targets_of(t, state, frame, effect)
        if len(targets) > 1:
            frame.phase = CHOOSE_TARGET
            return True
        if not targets:
            frame.at += 1
            return False
        frame.target = targets[0]
    frame.at += 1
    RUNS[effect.op](t, state, frame, effect, emit)
    return False


def targets_of(t: Tables, state: State, frame: Frame, effect: Effect) -> list[int]:
    """The opponents on whom an effect would do something."""
    return [
        opponent
        for opponent in opponents_of(state, frame.seat)
        if POSSIBLE[effect.op](t, state, frame.seat, opponent, frame.lo, frame.hi, effect)
        and (effect.op != MOD or _hits(state, frame, effect, opponent))
        and (not effect.match or _hits(state, frame, effect, opponent))
    ]


def _hits(state: State, frame: Frame, effect: Effect, opponent: int) -> bool:
    player = state.players[opponent]
    return die_candidates(player, effect, frame.value, 0, frame.lo, frame.hi) != 0


def decide_target(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    effect = t.catalog.programs[frame.program][frame.at]
    options = [t.target[seat] for seat in targets_of(t, state, frame, effect)]
    return (Decision(frame.seat, "target", options),)


def act_target(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    frame.target = action.arg
    frame.phase = RUN
    if emit is not None:
        emit(Event("target", {"seat": frame.seat, "target": action.arg}))


def recipients(state: State, frame: Frame, who: int) -> Sequence[int]:
    """The seats that an effect applies to, in order."""
    if who == SELF:
        return (frame.seat,)
    if who == TARGET:
        return (frame.target,)
    if who == ALLY:
        return (ally_of(state, frame.seat),)
    if who == BOTH:
        return (frame.seat, ally_of(state, frame.seat))
    if who == ALL_OPPONENTS:
        return opponents_in_order(state, frame.seat)
    return state.order


# Gains and draws ---------------------------------------------------------------------------------


def _gain(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    for seat in recipients(state, frame, effect.who):
        if effect.what == COIN:
            gain_coins(state, seat, effect.n, emit)
        elif effect.what == ACTION:
            _gain_actions(state, seat, effect.n, emit)
        elif effect.what == BANNER:
            banner = Frame(BANNER_DIE, seat, mask=effect.banners)
            if effect.last_legion:
                banner.lo, banner.hi = frame.lo, frame.hi
            state.stack.append(banner)
        else:
            state.players[seat].points += effect.n
            if emit is not None:
                emit(Event("points", {"seat": seat, "count": effect.n}))


def _gain_actions(state: State, seat: int, count: int, emit: Emit | None) -> None:
    """Actions gained during another player's turn cannot be spent and are lost [action.10]."""
    if seat == state.turn:
        state.actions += count
    if emit is not None:
        emit(Event("actions", {"seat": seat, "count": count, "kept": int(seat == state.turn)}))


def _draw(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    for seat in reversed(recipients(state, frame, effect.who)):
        if effect.what == ARMY:
            state.stack.append(Frame(DRAW_ARMY, seat, left=effect.n))
        else:
            kinds = t.catalog.filter[effect.filter]
            state.stack.append(Frame(TAKE, seat, mask=kinds, left=effect.n))


# Dice --------------------------------------------------------------------------------------------


def _mod(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    if effect.which == EVERY:
        for seat in recipients(state, frame, effect.who):
            player = state.players[seat]
            for slot in members(die_candidates(player, effect, 0, 0, frame.lo, frame.hi)):
                change_die(state, seat, slot, effect.n, effect.floor, emit)
    elif effect.which == HIGHEST:
        for seat in recipients(state, frame, effect.who):
            slot = highest_gray(state.players[seat])
            if slot != NONE:
                change_die(state, seat, slot, effect.n, effect.floor, emit)
    else:
        _choose_dice(t, state, frame, effect, emit)


def highest_gray(player: Player) -> int:
    """The highest gray die, among equals the first in reading order [event.desertions]."""
    best = NONE
    for slot in READING_ORDER:
        if player.grays >> slot & 1 and (best == NONE or face(player, slot) > face(player, best)):
            best = slot
    return best


def _choose_dice(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    """Each player concerned picks dice, or the actor picks among an opponent's."""
    for seat in reversed(recipients(state, frame, effect.who)):
        chooser = seat
        if effect.who == TARGET and effect.chooser == SELF:
            chooser = frame.seat
        state.stack.append(
            Frame(
                CHOOSE_DIE,
                chooser,
                effect=effect.number,
                target=seat,
                lo=frame.lo,
                hi=frame.hi,
                value=frame.value,
                left=effect.count,
                at=frame.seat,
            )
        )


# Cards in play -----------------------------------------------------------------------------------


def _choose_card(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    for seat in recipients(state, frame, effect.who):
        state.stack.append(Frame(CHOOSE_CARD, frame.seat, effect=effect.number, target=seat))


def _enable(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    for seat in recipients(state, frame, effect.who):
        turn_up(state, seat, t.catalog.filter[effect.filter], emit)


def turn_up(state: State, seat: int, kinds: int, emit: Emit | None) -> None:
    """The disabled cards of these kinds work again."""
    player = state.players[seat]
    for index, perm in enumerate(player.perms):
        if perm.down and kinds >> perm.kind & 1:
            perm.down = False
            player.up |= 1 << perm.kind
            touch(state, seat)
            if emit is not None:
                emit(Event("turned_up", {"seat": seat, "kind": perm.kind, "perm": index}))


# Morale ------------------------------------------------------------------------------------------


def _morale(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    for seat in reversed(recipients(state, frame, effect.who)):
        state.stack.append(Frame(ROLL_MORALE, seat, target=frame.seat, value=effect.n))


def _this_morale(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    """The tests of the Big Legion that this bonus belongs to get harder [battle.thapsus.gold]."""
    for below in reversed(state.stack):
        if below.phase == BIG:
            below.value += effect.n
            return


# Playing and giving ------------------------------------------------------------------------------


def _play_army(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    """The actor has to, an ally may decline."""
    for seat in recipients(state, frame, effect.who):
        state.stack.append(Frame(PLACE_CARD, seat, step=int(seat != frame.seat)))


def _play_free(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    for seat in recipients(state, frame, effect.who):
        if free_cards(t, state, seat, effect):
            may_decline = int(seat != frame.seat)
            state.stack.append(Frame(PLAY_FREE, seat, step=may_decline, effect=effect.number))


def _coin_move(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    giver = frame.seat if effect.source == SELF else frame.target
    (receiver,) = recipients(state, frame, effect.who)
    if effect.n:
        move_coins(state, giver, receiver, min(effect.n, state.players[giver].coins), emit)
    else:
        state.stack.append(Frame(MOVE_COINS, giver, target=receiver))


def _give(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    receiver = ally_of(state, frame.seat)
    state.stack.append(Frame(GIVE_CARD, frame.seat, effect=effect.number, target=receiver))


def _convert(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    """Where it is for both, each may decline."""
    for seat in reversed(recipients(state, frame, effect.who)):
        if can_convert(t, state, seat, effect):
            both = int(effect.who == BOTH)
            state.stack.append(Frame(CONVERT, seat, step=both, effect=effect.number))


# Programs inside programs ------------------------------------------------------------------------


def _choose(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    state.stack.append(within(frame, CHOOSE_BRANCH, effect.number))


def _if(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    run_within(state, frame, branch_of(t, state, frame.seat, effect))


def _roll(t: Tables, state: State, frame: Frame, effect: Effect, emit: Emit | None) -> None:
    roll = within(frame, ROLL_EFFECT, effect.number)
    roll.left = effect.count
    state.stack.append(roll)


def within(frame: Frame, phase: int, effect: int) -> Frame:
    """A frame of the same actor about the same opponent, Legion and result."""
    return Frame(
        phase,
        frame.seat,
        effect=effect,
        target=frame.target,
        lo=frame.lo,
        hi=frame.hi,
        value=frame.value,
    )


def run_within(state: State, frame: Frame, program: int) -> None:
    """Run a program for the same actor about the same opponent, Legion and result."""
    inner = within(frame, RUN, NONE)
    inner.program = program
    state.stack.append(inner)


RUNS: Final[list[Run]] = [
    _gain,
    _draw,
    _mod,
    _choose_dice,
    _choose_dice,
    _choose_dice,
    _choose_dice,
    _choose_card,
    _choose_card,
    _enable,
    _morale,
    _this_morale,
    _play_army,
    _play_free,
    _coin_move,
    _give,
    _convert,
    _choose,
    _if,
    _roll,
]
"""In the order of the catalog's OPS."""
