"""The questions that effects ask: which die, which card, which branch, which result, how much."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import members
from ludus.games.para_bellum.ids import (
    ADD_DIE,
    ARMY,
    DISABLE,
    LOSE_DIE,
    MAX_COINS,
    MAX_FACE,
    MOD,
    NONE,
    ORDER_OPTION,
    ORDERS,
    PICK_RESULT,
    REROLL,
    ROLL_ADDED,
    ROLL_AGAIN,
    RUN,
    SET_DIE,
    UNIT_CELL,
)
from ludus.games.para_bellum.rules.army import face, set_face
from ludus.games.para_bellum.rules.decks import discard_command
from ludus.games.para_bellum.rules.dice import add_die, change_die, lose_die
from ludus.games.para_bellum.rules.effects import run_within, within
from ludus.games.para_bellum.rules.possible import (
    die_candidates,
    free_cards,
    perm_candidates,
    program_possible,
)
from ludus.games.para_bellum.rules.secrets import hide_army_card, pass_command, show_command
from ludus.games.para_bellum.rules.tables import (
    Tables,
    die_named,
    distinct,
    move_coins,
    team_of,
    touch,
)
from ludus.games.para_bellum.state import Frame, State

# Dice --------------------------------------------------------------------------------------------


def _slots(t: Tables, state: State, frame: Frame) -> int:
    """The dice to choose from, as a mask; with no effect, those to give up for a failed test."""
    player = state.players[frame.target]
    if frame.effect == NONE:
        return player.grays
    effect = t.catalog.effects[frame.effect]
    return die_candidates(player, effect, frame.value, frame.mask, frame.lo, frame.hi)


def step_die(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Ask only where there is a choice: as many dice as are wanted, or fewer, are all taken."""
    if not frame.left:
        _finish_dice(t, state, frame)
        return False
    slots = _slots(t, state, frame)
    if not slots:
        frame.left = 0
        return False
    effect = None if frame.effect == NONE else t.catalog.effects[frame.effect]
    if effect is not None and effect.up_to:
        return True
    if slots.bit_count() > frame.left:
        return True
    if effect is not None and effect.op == SET_DIE and slots & (slots - 1):
        return True
    _use_die(t, state, frame, (slots & -slots).bit_length() - 1, emit)
    return False


def decide_die(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.die[slot] for slot in members(_slots(t, state, frame))]
    if frame.effect == NONE:
        return (Decision(frame.seat, "die_morale", options),)
    effect = t.catalog.effects[frame.effect]
    if effect.up_to:
        options.append(t.done)
    prompt = DIE_PROMPTS[effect.op]
    if effect.op == MOD and (effect.n < 0 or effect.by_roll):
        prompt = "die_lower"
    elif effect.op == SET_DIE and frame.mask:
        prompt = "die_copy"
    return (Decision(frame.seat, prompt, options),)


DIE_PROMPTS = {
    MOD: "die_raise",
    REROLL: "die_reroll",
    LOSE_DIE: "die_lose",
    SET_DIE: "die_set",
    ADD_DIE: "die_add",
}


def act_die(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "done":
        frame.left = 0
        if emit is not None:
            emit(Event("done", {"seat": frame.seat}))
    else:
        _use_die(t, state, frame, action.arg, emit)


def _use_die(t: Tables, state: State, frame: Frame, slot: int, emit: Emit | None) -> None:
    """Do to a die what the effect says; what rolls dice waits until all are named."""
    seat = frame.target
    if frame.effect == NONE:
        frame.left -= 1
        lose_die(t, state, seat, slot, True, emit)
        return
    effect = t.catalog.effects[frame.effect]
    op = effect.op
    if op == SET_DIE:
        _set_die(state, frame, slot, emit)
        return
    frame.left -= 1
    frame.mask |= 1 << slot
    if op == MOD:
        by = -frame.value if effect.by_roll else effect.n
        change_die(state, seat, slot, by, effect.floor, emit)
    elif op == LOSE_DIE:
        lose_die(t, state, seat, slot, frame.at != seat, emit)
        touch(state, seat)
    elif op == REROLL:
        die_named(frame.seat, seat, slot, emit)
    elif op == ADD_DIE:
        die_named(frame.seat, seat, slot, emit)
        if effect.n:
            add_die(state, seat, slot, effect.n, emit)
        else:
            state.stack.append(Frame(ROLL_ADDED, seat, lo=slot))


def _set_die(state: State, frame: Frame, slot: int, emit: Emit | None) -> None:
    """The first die named takes the face of the second."""
    if not frame.mask:
        frame.mask = 1 << slot
        die_named(frame.seat, frame.target, slot, emit)
        return
    frame.left -= 1
    player = state.players[frame.target]
    changed = frame.mask.bit_length() - 1
    before = face(player, changed)
    set_face(player, changed, face(player, slot))
    if emit is not None:
        facts = {"seat": frame.target, "slot": changed, "before": before}
        emit(Event("die_changed", {**facts, "face": face(player, changed)}))


def _finish_dice(t: Tables, state: State, frame: Frame) -> None:
    state.stack.pop()
    if frame.effect != NONE and t.catalog.effects[frame.effect].op == REROLL and frame.mask:
        state.stack.append(Frame(ROLL_AGAIN, frame.target, mask=frame.mask))


# Cards in play -----------------------------------------------------------------------------------


def _perms(t: Tables, state: State, frame: Frame) -> list[int]:
    return perm_candidates(t, state.players[frame.target], t.catalog.effects[frame.effect])


def step_perm(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    perms = _perms(t, state, frame)
    if len(perms) > 1:
        return True
    if perms:
        _use_perm(t, state, frame, perms[0], emit)
    else:
        state.stack.pop()
    return False


def decide_perm(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.perm[index] for index in _perms(t, state, frame)]
    op = t.catalog.effects[frame.effect].op
    prompt = "perm_disable" if op == DISABLE else "perm_discard"
    return (Decision(frame.seat, prompt, options),)


def act_perm(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _use_perm(t, state, frame, action.arg, emit)


def _use_perm(t: Tables, state: State, frame: Frame, index: int, emit: Emit | None) -> None:
    """Turn a card face down, or discard it and leave its cell empty [disable.1, su.13]."""
    state.stack.pop()
    seat = frame.target
    player = state.players[seat]
    perm = player.perms[index]
    disabled = t.catalog.effects[frame.effect].op == DISABLE
    if disabled:
        perm.down = True
    else:
        player.perms.pop(index)
        if perm.cell != NONE:
            player.units &= ~(1 << perm.cell)
    player.up = 0
    for other in player.perms:
        if not other.down:
            player.up |= 1 << other.kind
    if emit is not None:
        kind = "disabled" if disabled else "discarded"
        emit(Event(kind, {"seat": seat, "kind": perm.kind, "perm": index, "cell": perm.cell}))
    if not disabled:
        discard_command(state, perm.kind)


# Branches and results ----------------------------------------------------------------------------


def _branches(t: Tables, state: State, frame: Frame) -> list[int]:
    branches = t.catalog.effects[frame.effect].branches
    return [
        index
        for index, program in enumerate(branches)
        if program_possible(t, state, frame.seat, frame.target, frame.lo, frame.hi, program)
    ]


def step_branch(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    branches = _branches(t, state, frame)
    if len(branches) > 1:
        return True
    state.stack.pop()
    if branches:
        run_within(state, frame, t.catalog.effects[frame.effect].branches[branches[0]])
    return False


def decide_branch(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.option[index] for index in _branches(t, state, frame)]
    return (Decision(frame.seat, "branch", options),)


def act_branch(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if emit is not None:
        emit(Event("branch", {"seat": frame.seat, "option": action.arg}))
    run_within(state, frame, t.catalog.effects[frame.effect].branches[action.arg])


def act_roll_effect(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """Roll die after die; then the table decides, or the actor picks a result."""
    rolled = action.arg + 1
    frame.mask |= 1 << rolled
    frame.left -= 1
    if emit is not None:
        emit(Event("rolled", {"seat": frame.seat, "face": rolled}))
    if frame.left:
        return
    state.stack.pop()
    effect = t.catalog.effects[frame.effect]
    if len(effect.branches) == 1:
        pick = within(frame, PICK_RESULT, frame.effect)
        pick.mask = frame.mask
        state.stack.append(pick)
    elif effect.branches[action.arg] != NONE:
        run_within(state, frame, effect.branches[action.arg])


def step_pick(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if frame.mask & (frame.mask - 1):
        return True
    _pick(t, state, frame, frame.mask.bit_length() - 1, emit)
    return False


def decide_pick(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.pick[value] for value in range(1, MAX_FACE + 1) if frame.mask >> value & 1]
    return (Decision(frame.seat, "pick", options),)


def act_pick(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _pick(t, state, frame, action.arg, emit)


def _pick(t: Tables, state: State, frame: Frame, value: int, emit: Emit | None) -> None:
    state.stack.pop()
    if emit is not None:
        emit(Event("picked", {"seat": frame.seat, "face": value}))
    frame.value = value
    run_within(state, frame, t.catalog.effects[frame.effect].branches[0])


# Coins and cards to the ally ---------------------------------------------------------------------


def step_coins(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.players[frame.seat].coins > 1:
        return True
    state.stack.pop()
    if state.players[frame.seat].coins:
        move_coins(state, frame.seat, frame.target, 1, emit)
    return False


def decide_coins(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    most = min(state.players[frame.seat].coins, MAX_COINS)
    return (Decision(frame.seat, "coins", t.coins[1 : most + 1]),)


def act_coins(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    move_coins(state, frame.seat, frame.target, action.arg, emit)


def decide_convert(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    per = t.catalog.effects[frame.effect].per
    most = min(state.players[frame.seat].coins, MAX_COINS)
    options = list(t.coins[per : most + 1 : per])
    if frame.step:
        options.append(t.decline)
    return (Decision(frame.seat, "convert", options),)


def act_convert(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """Pay in whole lots; the effect comes once for each [alliance.war_chest]."""
    state.stack.pop()
    if action.verb == "decline":
        if emit is not None:
            emit(Event("declines", {"seat": frame.seat}))
        return
    state.players[frame.seat].coins -= action.arg
    if emit is not None:
        emit(Event("coins_paid", {"seat": frame.seat, "count": action.arg}))
    effect = t.catalog.effects[frame.effect]
    for _ in range(action.arg // effect.per):
        state.stack.append(Frame(RUN, frame.seat, program=effect.branches[0]))


def decide_give(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    player = state.players[frame.seat]
    if t.catalog.effects[frame.effect].what == ARMY:
        options = [t.card[kind] for kind in distinct(player.hand)]
    else:
        options = [t.command[kind] for kind in distinct(player.commands)]
    return (Decision(frame.seat, "give", options),)


def act_give(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """A card goes to the ally; the opponents see only that one does."""
    state.stack.pop()
    team = team_of(state, frame.seat)
    if action.verb == "card":
        state.players[frame.seat].hand.remove(action.arg)
        insort(state.players[frame.target].hand, action.arg)
        hide_army_card(state, frame.seat)
    else:
        pass_command(state, frame.seat, frame.target, action.arg)
    if emit is not None:
        facts = {"seat": frame.seat, "to": frame.target}
        army = int(action.verb == "card")
        emit(Event("gives", {**facts, "army": army, "card": action.arg}, team))
        emit(Event("gives_hidden", {**facts, "army": army}, ~team))


# Cards played without actions --------------------------------------------------------------------


def step_free(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    cards = free_cards(t, state, frame.seat, t.catalog.effects[frame.effect])
    if frame.step or len(cards) > 1:
        return True
    state.stack.pop()
    if cards:
        _play_free(t, state, frame, cards[0], emit)
    return False


def decide_free(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    effect = t.catalog.effects[frame.effect]
    verb = t.command if effect.filter == ORDERS else t.deploy
    options = [verb[kind] for kind in free_cards(t, state, frame.seat, effect)]
    if frame.step:
        options.append(t.decline)
    return (Decision(frame.seat, "play_free", options),)


def act_free(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "decline":
        if emit is not None:
            emit(Event("declines", {"seat": frame.seat}))
    else:
        _play_free(t, state, frame, action.arg, emit)


def _play_free(t: Tables, state: State, frame: Frame, kind: int, emit: Emit | None) -> None:
    if emit is not None:
        emit(Event("plays_free", {"seat": frame.seat, "kind": kind}))
    show_command(state, frame.seat, kind)
    if t.catalog.effects[frame.effect].filter == ORDERS:
        state.stack.append(Frame(ORDER_OPTION, frame.seat, step=1, card=kind))
    else:
        state.stack.append(Frame(UNIT_CELL, frame.seat, card=kind))
