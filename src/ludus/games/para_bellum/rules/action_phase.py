"""The Action Phase: what can be done for an action, and what it costs [action, basic, ally]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import ABOVE, COLUMNS, GENERAL, RED, members
from ludus.games.para_bellum.catalog import EventKind
from ludus.games.para_bellum.ids import (
    ACT_VERBS,
    ANY_CARD,
    CHOOSE_DIE,
    DRAW_ARMY,
    FACE,
    MAX_FACE,
    MOTIVATE,
    MOTIVATE_DICE,
    MOTIVATED,
    NONE,
    ORDER,
    ORDER_OPTION,
    PAY,
    PLACE_CARD,
    REQUISITION,
    ROLL_AGAIN,
    RUN,
    RUNNER_HOME,
    RUNNER_OPTION,
    TAKE,
    TEAM_SEATS,
    UNIT_CELL,
    USES_PER_KIND,
)
from ludus.games.para_bellum.mechanics.costs import (
    deploy_actions,
    motivates_free,
    requisition_coins,
)
from ludus.games.para_bellum.rules.decks import bury
from ludus.games.para_bellum.rules.dice import change_die
from ludus.games.para_bellum.rules.objectives import claim_goal, claimable, trigger_goal
from ludus.games.para_bellum.rules.paying import charge
from ludus.games.para_bellum.rules.possible import (
    can_place,
    line_has,
    may_deploy,
    order_options,
    payable,
    program_possible,
)
from ludus.games.para_bellum.rules.secrets import hide_army_card, show_command
from ludus.games.para_bellum.rules.tables import (
    Tables,
    distinct,
    event_in_force,
    gain_coins,
    team_of,
)
from ludus.games.para_bellum.state import Frame, Perm, Player, State

Do: TypeAlias = Callable[[Tables, State, int, Action, Emit | None], None]


# What is on offer --------------------------------------------------------------------------------


def decide_act(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """All that can be done and paid for, in the order of the action space."""
    options: list[Action] = []
    if state.actions:
        seat = frame.seat
        player = state.players[seat]
        event = event_in_force(t, state)
        _offer_cards(t, state, seat, player, options)
        _offer_basics(t, state, player, event, options)
        _offer_uses(t, state, seat, player, options)
        if event.march and not player.marched and can_place(t, player):
            options.append(t.march)
        if state.seats == TEAM_SEATS:
            _offer_alliance(t, state, seat, options)
    options.append(t.end)
    if state.chosen_goals:
        options += [t.claim[goal] for goal in claimable(t, state.players[frame.seat])]
    return (Decision(frame.seat, "act", options),)


def _offer_cards(t: Tables, state: State, seat: int, player: Player, options: list[Action]) -> None:
    """Orders that would do something, cards to deploy that can be paid [basic.1-4]."""
    last = NONE
    commands = t.catalog.commands
    for kind in player.commands:
        if kind == last:
            continue
        last = kind
        if commands[kind].type == ORDER:
            if order_options(t, state, seat, kind, state.actions):
                options.append(t.command[kind])
        else:
            actions = deploy_actions(commands[kind], player.up, t.catalog.hooks)
            if actions <= state.actions and may_deploy(t, player, kind):
                options.append(t.deploy[kind])


def _offer_basics(
    t: Tables, state: State, player: Player, event: EventKind, options: list[Action]
) -> None:
    general = player.dice[GENERAL]
    if (general > 1 or event.cheap_muster) and (state.bag_size or state.bottom):
        options.append(t.muster)
    if general > 1 and raisable(player):
        options.append(t.empower)
    if (event.cheap_consult or player.coins or player.reds) and line_has(t, state, ANY_CARD):
        options.append(t.consult)
    if not event.no_motivate and motivators(player):
        options.append(t.motivate)
    if player.hand:
        options.append(t.requisition)


def raisable(player: Player) -> bool:
    """Whether Empower has a red die to work on [basic.8]."""
    dice = player.dice
    reds = player.reds
    while reds:
        low = reds & -reds
        reds ^= low
        if dice[RED - 1 + low.bit_length()] & FACE < MAX_FACE:
            return True
    return False


def motivators(player: Player) -> int:
    """The red dice with gray dice on the card above [basic.10-15], by the cell below the seam."""
    beside_gray = player.grays | player.grays << 1
    return player.reds & beside_gray >> COLUMNS


def usable(t: Tables, state: State, seat: int, perm: Perm, index: int) -> bool:
    """Whether an action printed on a card in play can be paid and would do something."""
    if perm.down or perm.used >> index & 1:
        return False
    printed = t.catalog.commands[perm.kind].printed[index]
    player = state.players[seat]
    price = t.catalog.prices[printed.price]
    if not payable(t, state, player, price, state.actions - 1):
        return False
    return program_possible(t, state, seat, NONE, NONE, NONE, printed.program)


def _offer_uses(t: Tables, state: State, seat: int, player: Player, options: list[Action]) -> None:
    """Actions of cards in play, once a turn for each copy [action.6-7, perm.5]."""
    if not player.up & t.acting_kinds:
        return
    uses: set[int] = set()
    for perm in player.perms:
        for index in range(len(t.catalog.commands[perm.kind].printed)):
            use = perm.kind * USES_PER_KIND + index
            if use not in uses and usable(t, state, seat, perm, index):
                uses.add(use)
    options += [t.use[use] for use in sorted(uses)]


def _offer_alliance(t: Tables, state: State, seat: int, options: list[Action]) -> None:
    alliance = t.catalog.alliances[state.alliances[seat & 1]]
    if program_possible(t, state, seat, NONE, NONE, NONE, alliance.action):
        options.append(t.pact)
    options.append(t.runner)


# Doing it ----------------------------------------------------------------------------------------


def act_act(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    if emit is not None:
        facts = {"seat": frame.seat, "verb": ACT_VERBS.index(action.verb), "arg": action.arg}
        emit(Event("acts", facts))
    DOING[action.verb](t, state, frame.seat, action, emit)


def _end(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.stack.pop()


def _command(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    show_command(state, seat, action.arg)
    state.stack.append(Frame(ORDER_OPTION, seat, card=action.arg))


def _deploy(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    show_command(state, seat, action.arg)
    card = t.catalog.commands[action.arg]
    state.actions -= deploy_actions(card, state.players[seat].up, t.catalog.hooks)
    state.stack.append(Frame(UNIT_CELL, seat, card=action.arg))


def _muster(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    if not event_in_force(t, state).cheap_muster:
        change_die(state, seat, GENERAL, -1, 1, emit)
    state.stack.append(Frame(DRAW_ARMY, seat, left=1))


def _empower(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    change_die(state, seat, GENERAL, -1, 1, emit)
    state.stack.append(
        Frame(CHOOSE_DIE, seat, effect=t.catalog.empower, target=seat, left=1, at=seat)
    )


def _consult(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    state.stack.append(Frame(TAKE, seat, mask=t.catalog.filter[ANY_CARD], left=1))
    if not event_in_force(t, state).cheap_consult:
        state.stack.append(Frame(PAY, seat, card=t.catalog.consult))


def _motivate(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    state.stack.append(Frame(MOTIVATE, seat))


def _requisition(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    state.stack.append(Frame(REQUISITION, seat))


def _use(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    kind, index = divmod(action.arg, USES_PER_KIND)
    state.actions -= 1
    for perm in state.players[seat].perms:
        if perm.kind == kind and not perm.down and not perm.used >> index & 1:
            perm.used |= 1 << index
            break
    printed = t.catalog.commands[kind].printed[index]
    state.stack.append(Frame(RUN, seat, program=printed.program))
    charge(t, state, seat, printed.price, False, emit)


def _march(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    state.players[seat].marched = True
    state.stack.append(Frame(PLACE_CARD, seat))


def _pact(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    state.actions -= 1
    alliance = t.catalog.alliances[state.alliances[seat & 1]]
    state.stack.append(Frame(RUN, seat, program=alliance.action))


def _runner(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    """One space on; at the last one the effect of that side comes at once [ally.4-8]."""
    state.actions -= 1
    player = state.players[seat]
    player.runner += 1
    if emit is not None:
        emit(Event("runner", {"seat": seat, "space": player.runner}))
    if player.runner == t.catalog.alliances[state.alliances[seat & 1]].spaces - 1:
        state.stack.append(Frame(RUNNER_HOME, seat))
        state.stack.append(Frame(RUNNER_OPTION, seat))


def _claim(t: Tables, state: State, seat: int, action: Action, emit: Emit | None) -> None:
    claim_goal(state, seat, action.arg)


DOING: Final[dict[str, Do]] = {
    "command": _command,
    "deploy": _deploy,
    "muster": _muster,
    "empower": _empower,
    "consult": _consult,
    "motivate": _motivate,
    "requisition": _requisition,
    "use": _use,
    "march": _march,
    "pact": _pact,
    "runner": _runner,
    "end": _end,
    "claim": _claim,
}


# Motivate [basic.10-16, card.tribunus] -----------------------------------------------------------


def step_motivate(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    reds = motivators(state.players[frame.seat])
    if reds & (reds - 1):
        return True
    _pay_motivate(t, state, frame, reds.bit_length() - 1, emit)
    return False


def decide_motivate(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    reds = motivators(state.players[frame.seat])
    options = [t.die[RED + cell] for cell in members(reds)]
    return (Decision(frame.seat, "motivate", options),)


def act_motivate(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _pay_motivate(t, state, frame, action.arg - RED, emit)


def _pay_motivate(t: Tables, state: State, frame: Frame, cell: int, emit: Emit | None) -> None:
    """The red die names the card above it and pays, unless Tribunus spares it once a turn."""
    seat = frame.seat
    player = state.players[seat]
    frame.phase = MOTIVATE_DICE
    frame.mask = player.grays & ABOVE[cell]
    spared = motivates_free(player.up, player.motivated, t.catalog.hooks)
    if emit is not None:
        emit(Event("motivates", {"seat": seat, "slot": RED + cell, "spared": int(spared)}))
    if spared:
        frame.step = 1
        player.motivated = True
    else:
        change_die(state, seat, RED + cell, -1, 0, emit)
    trigger_goal(t, state, seat, MOTIVATED, emit)


def step_motivate_dice(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if frame.mask & (frame.mask - 1):
        return True
    _reroll(state, frame, frame.mask)
    return False


def decide_motivate_dice(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(frame.seat, "motivate_dice", t.reroll),)


def act_motivate_dice(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    """The left die, the right die, or both."""
    left = frame.mask & -frame.mask
    slots = (left, frame.mask ^ left, frame.mask)[action.arg]
    if emit is not None:
        emit(Event("rerolls", {"seat": frame.seat, "slots": tuple(members(slots))}))
    _reroll(state, frame, slots)


def _reroll(state: State, frame: Frame, slots: int) -> None:
    state.stack.pop()
    state.stack.append(Frame(ROLL_AGAIN, frame.seat, step=frame.step, mask=slots))


# Requisition [basic.17-19] -----------------------------------------------------------------------


def step_requisition(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    hand = state.players[frame.seat].hand
    if hand[0] != hand[-1]:
        return True
    _put_back(t, state, frame.seat, hand[0], emit)
    return False


def decide_requisition(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.card[kind] for kind in distinct(state.players[frame.seat].hand)]
    return (Decision(frame.seat, "requisition", options),)


def act_requisition(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    _put_back(t, state, frame.seat, action.arg, emit)


def _put_back(t: Tables, state: State, seat: int, kind: int, emit: Emit | None) -> None:
    state.stack.pop()
    player = state.players[seat]
    player.hand.remove(kind)
    hide_army_card(state, seat)
    bury(state, seat, kind)
    if emit is not None:
        team = team_of(state, seat)
        emit(Event("requisitions", {"seat": seat, "card": kind}, team))
        emit(Event("requisitions_hidden", {"seat": seat}, ~team))
    gain_coins(state, seat, requisition_coins(player.up, t.catalog.hooks), emit)


# Runners [ally.6-12] -----------------------------------------------------------------------------


def runner_options(t: Tables, state: State, seat: int) -> list[int]:
    """The effects of the runner's side that can do something; the first teammate has side a."""
    side = t.catalog.alliances[state.alliances[seat & 1]].sides[seat >> 1]
    return [
        index
        for index, program in enumerate(side)
        if program_possible(t, state, seat, NONE, NONE, NONE, program)
    ]


def step_runner(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    options = runner_options(t, state, frame.seat)
    if len(options) > 1:
        return True
    state.stack.pop()
    if options:
        _arrive(t, state, frame.seat, options[0], emit)
    return False


def decide_runner(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.option[index] for index in runner_options(t, state, frame.seat)]
    return (Decision(frame.seat, "runner", options),)


def act_runner(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    _arrive(t, state, frame.seat, action.arg, emit)


def _arrive(t: Tables, state: State, seat: int, option: int, emit: Emit | None) -> None:
    alliance = state.alliances[seat & 1]
    if emit is not None:
        facts = {"seat": seat, "alliance": alliance, "side": seat >> 1, "option": option}
        emit(Event("arrives", facts))
    program = t.catalog.alliances[alliance].sides[seat >> 1][option]
    state.stack.append(Frame(RUN, seat, program=program))


def step_runner_home(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    state.stack.pop()
    state.players[frame.seat].runner = 0
    return False
