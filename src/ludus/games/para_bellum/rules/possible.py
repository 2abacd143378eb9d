"""Whether an effect would do something; only what does is offered [order.6].

One small function per effect, in the order of the catalog's OPS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.games.para_bellum.board import GENERAL, RED, members
from ludus.games.para_bellum.catalog import Effect, Price
from ludus.games.para_bellum.ids import (
    ACTION,
    ADD_DIE,
    ALL,
    ALLY,
    ARMY,
    BANNER,
    BANNER_SHIFT,
    BOTH,
    DISABLE,
    FACE,
    GRAY_DIE,
    HAS_CARD,
    LINE_HAS,
    LOSE_DIE,
    MAX_FACE,
    MAX_GRAYS,
    MAX_REDS,
    MOD,
    NONE,
    ORDERS,
    RED_DIE,
    SELF,
    SET_DIE,
    TARGET,
    UNIT,
)
from ludus.games.para_bellum.mechanics.costs import order_tax, pips_of
from ludus.games.para_bellum.mechanics.dice import can_pay
from ludus.games.para_bellum.mechanics.legions import legion_of, span_seams
from ludus.games.para_bellum.mechanics.placement import legal_cells, unit_cells
from ludus.games.para_bellum.rules.army import bare_dice, dice_of
from ludus.games.para_bellum.rules.tables import Tables, ally_of, opponents_of
from ludus.games.para_bellum.state import Player, State

Possible: TypeAlias = Callable[[Tables, State, int, int, int, int, Effect], bool]

ANYWHERE: Final = -1
IMPOSSIBLE: Final = 10_000
"""More coins than there are."""


def affected(state: State, actor: int, target: int, who: int) -> Sequence[int]:
    """The seats that an effect applies to; without a named target, every possible one."""
    if who == SELF:
        return (actor,)
    if who == TARGET:
        return opponents_of(state, actor) if target == NONE else (target,)
    if who == ALLY:
        return (ally_of(state, actor),)
    if who == BOTH:
        return (actor, ally_of(state, actor))
    if who == ALL:
        return state.order
    return opponents_of(state, actor)


def program_possible(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, program: int
) -> bool:
    """Whether at least one effect of a program would do something."""
    for effect in t.catalog.programs[program]:
        if POSSIBLE[effect.op](t, state, actor, target, lo, hi, effect):
            return True
    return False


# Dice --------------------------------------------------------------------------------------------


def die_candidates(
    player: Player, effect: Effect, picked: int, chosen: int, lo: int, hi: int
) -> int:
    """The slots that an effect can be used on, as a mask.

    `chosen` are those it was used on already, or for `set` the die that will change.
    """
    op = effect.op
    if op == ADD_DIE:
        return lost_slots(player, effect.die)
    slots = dice_of(player, effect.die)
    if effect.last_legion:
        slots &= span_seams(lo, hi)
    if op == SET_DIE:
        return _unequal(player, slots, chosen)
    slots &= ~chosen
    if op == MOD:
        return _changeable(player, slots, effect)
    if op == LOSE_DIE and effect.match and picked:
        return _showing(player, slots, picked)
    return slots


def lost_slots(player: Player, kinds: int) -> int:
    """Slots left by lost dice that may be filled again [lose.5-6, mix.20]."""
    slots = 0
    if kinds & GRAY_DIE and player.grays.bit_count() < MAX_GRAYS:
        slots = player.lost & ((1 << RED) - 1)
    if kinds & RED_DIE and player.reds.bit_count() < MAX_REDS:
        slots |= player.lost >> RED << RED
    return slots


def _changeable(player: Player, slots: int, effect: Effect) -> int:
    """Dice below 6 to raise, or above the floor to lower."""
    dice = player.dice
    raising = effect.n > 0
    found = 0
    while slots:
        low = slots & -slots
        slots ^= low
        slot = low.bit_length() - 1
        value = dice[slot] & FACE
        if raising:
            if value < MAX_FACE:
                found |= low
        elif value > effect.floor and (slot != GENERAL or value > 1):
            found |= low
    return found


def _showing(player: Player, slots: int, picked: int) -> int:
    found = 0
    for slot in members(slots):
        if player.dice[slot] & FACE == picked:
            found |= 1 << slot
    return found


def _unequal(player: Player, slots: int, first: int) -> int:
    """Gray dice that could take another face of their Legion; or, with the first, give it one."""
    if first:
        slot = first.bit_length() - 1
        own = player.dice[slot] & FACE
        slots &= legion_of(player.full, slot)
        return slots & ~_showing(player, slots, own)
    found = 0
    for slot in members(slots):
        if _unequal(player, slots, 1 << slot):
            found |= 1 << slot
    return found


def _die_effect(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    for seat in affected(state, actor, target, effect.who):
        if die_candidates(state.players[seat], effect, 0, 0, lo, hi):
            return True
    return False


# Cards in play -----------------------------------------------------------------------------------


def perm_candidates(t: Tables, player: Player, effect: Effect) -> list[int]:
    """The cards in play that an effect can be used on, by their place in the row [disable.5]."""
    kinds = t.catalog.filter[effect.filter]
    upright = effect.op == DISABLE
    return [
        index
        for index, perm in enumerate(player.perms)
        if kinds >> perm.kind & 1 and not (upright and perm.down)
    ]


def _perm_effect(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    for seat in affected(state, actor, target, effect.who):
        if perm_candidates(t, state.players[seat], effect):
            return True
    return False


def _enable(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    return any(
        perm.down
        for seat in affected(state, actor, target, effect.who)
        for perm in state.players[seat].perms
    )


# Gains, draws, coins -----------------------------------------------------------------------------


def always(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    return True


def _gain(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    if effect.what == ACTION:
        # Only the player whose turn it is can spend them [action.10].
        return state.turn in affected(state, actor, target, effect.who)
    if effect.what != BANNER:
        return True
    within = span_seams(lo, hi) if effect.last_legion else ANYWHERE
    return bare_dice(state.players[actor], effect.banners, within) != 0


def _draw(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    if effect.what == ARMY:
        return state.bag_size > 0 or bool(state.bottom)
    return line_has(t, state, effect.filter)


def line_has(t: Tables, state: State, filter: int) -> bool:
    kinds = t.catalog.filter[filter]
    fits = False
    for kind in state.line:
        if kind != NONE and kinds >> kind & 1:
            fits = True
            break
    return fits


def _coin_move(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    needed = max(effect.n, 1)
    givers = affected(state, actor, target, effect.source)
    return any(state.players[giver].coins >= needed for giver in givers)


def _give(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    player = state.players[actor]
    return bool(player.hand if effect.what == ARMY else player.commands)


def _convert(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    return any(
        can_convert(t, state, seat, effect) for seat in affected(state, actor, target, effect.who)
    )


def can_convert(t: Tables, state: State, seat: int, effect: Effect) -> bool:
    """Whether a seat can pay for what coins are turned into, and would get it."""
    if state.players[seat].coins < effect.per:
        return False
    return program_possible(t, state, seat, NONE, NONE, NONE, effect.branches[0])


# Programs inside programs ------------------------------------------------------------------------


def _some_branch(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    return any(
        branch != NONE and program_possible(t, state, actor, target, lo, hi, branch)
        for branch in effect.branches
    )


def branch_of(t: Tables, state: State, actor: int, effect: Effect) -> int:
    """The program that a condition leads to."""
    kinds = t.catalog.filter[effect.filter]
    if effect.condition == HAS_CARD:
        holds = state.players[actor].up & kinds != 0
    elif effect.condition == LINE_HAS:
        holds = line_has(t, state, effect.filter)
    else:
        holds = any(
            kinds >> perm.kind & 1
            for opponent in opponents_of(state, actor)
            for perm in state.players[opponent].perms
        )
    return effect.branches[0 if holds else 1]


def _if(t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect) -> bool:
    branch = branch_of(t, state, actor, effect)
    return program_possible(t, state, actor, target, lo, hi, branch)


# Playing cards -----------------------------------------------------------------------------------


def _play_army(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    return any(
        can_place(t, state.players[seat]) for seat in affected(state, actor, target, effect.who)
    )


def can_place(t: Tables, player: Player) -> bool:
    """Whether some army card in hand has a legal cell."""
    army, units, by_colour = player.army, player.units, player.by_colour
    cells = 0
    for kind in player.hand:
        cells = legal_cells(army, by_colour[t.kind_colour[kind]], units)
        if cells:
            break
    return cells != 0


def _play_free(
    t: Tables, state: State, actor: int, target: int, lo: int, hi: int, effect: Effect
) -> bool:
    return any(
        free_cards(t, state, seat, effect) for seat in affected(state, actor, target, effect.who)
    )


def free_cards(t: Tables, state: State, seat: int, effect: Effect) -> list[int]:
    """The command cards of a kind that a seat could play without actions."""
    player = state.players[seat]
    kinds = t.catalog.filter[effect.filter]
    return sorted(
        {
            kind
            for kind in player.commands
            if kinds >> kind & 1
            and (
                bool(order_options(t, state, seat, kind, NONE))
                if effect.filter == ORDERS
                else may_deploy(t, player, kind)
            )
        }
    )


def may_deploy(t: Tables, player: Player, kind: int) -> bool:
    """A Special Unit needs a legal cell [su.12]."""
    return t.catalog.commands[kind].type != UNIT or unit_cells(player.army, player.units) != 0


def affordable(player: Player, price: Price) -> bool:
    """Whether the part of a price without pips can be met [spend.9, order.5]."""
    if price.banner != NONE and not player.banners >> price.banner & 1:
        return False
    return player.coins >= price.coins and player.coins >= price.holds


def order_targets(
    t: Tables, state: State, seat: int, kind: int, option: int, actions: int
) -> list[int]:
    """The opponents that an option of an Order may name; `actions` NONE: it is played free."""
    card = t.catalog.commands[kind]
    printed = card.printed[option]
    program = printed.program
    hooks = t.catalog.hooks
    price = t.catalog.prices[printed.price]
    player = state.players[seat]
    targets: list[int] = []
    for opponent in opponents_of(state, seat):
        if actions != NONE:
            left = actions - card.actions - order_tax(state.players[opponent].up, hooks)
            if left < 0 or (most_actions(t, price) and not payable(t, state, player, price, left)):
                continue
        if program_possible(t, state, seat, opponent, NONE, NONE, program):
            targets.append(opponent)
    return targets


def order_options(t: Tables, state: State, seat: int, kind: int, actions: int) -> list[int]:
    """The options of an Order that can be paid and would do something [order.5-6]."""
    options: list[int] = []
    player = state.players[seat]
    card = t.catalog.commands[kind]
    left = NONE if actions == NONE else actions - card.actions
    if actions != NONE and left < 0:
        return options
    for option, printed in enumerate(card.printed):
        if printed.price and not payable(t, state, player, t.catalog.prices[printed.price], left):
            continue
        if printed.targets:
            if order_targets(t, state, seat, kind, option, actions):
                options.append(option)
        elif program_possible(t, state, seat, NONE, NONE, NONE, printed.program):
            options.append(option)
    return options


# Pips --------------------------------------------------------------------------------------------


def paying_dice(player: Player, way: tuple[int, int, int], pips: int) -> int:
    """The dice that could pay this many pips of one alternative [spend.3-7], as a mask."""
    kinds, _, banner = way
    slots = dice_of(player, kinds)
    found = 0
    dice = player.dice
    mark = banner + 1
    while slots:
        low = slots & -slots
        slots ^= low
        code = dice[low.bit_length() - 1]
        if code & FACE >= pips and (banner == NONE or code >> BANNER_SHIFT == mark):
            found |= low
    # Only the General asks for more than its pips, so the others are spared the call.
    if found >> GENERAL & 1 and not can_pay(dice[GENERAL] & FACE, GENERAL, pips):
        found ^= 1 << GENERAL
    return found


def coins_for(state: State, player: Player, price: Price) -> int:
    """The least coins that the pips of one die take [coin.1-5]; IMPOSSIBLE if none will do."""
    least = IMPOSSIBLE
    for way in price.ways:
        banner = way[2]
        if banner != NONE and not player.banners >> banner & 1:
            continue
        pips = pips_of(way[1], state.capital)
        if not price.coinable:
            if paying_dice(player, way, pips):
                return 0
            continue
        for coins in range(min(pips, least)):
            if paying_dice(player, way, pips - coins):
                least = coins
                break
        least = min(least, pips)
    return least


def payable(t: Tables, state: State, player: Player, price: Price, actions: int) -> bool:
    """Whether all of a price can be met, with so many actions left; NONE: actions are free."""
    if price.choices:
        return any(
            payable(t, state, player, t.catalog.prices[choice], actions) for choice in price.choices
        )
    if actions != NONE and price.actions > actions:
        return False
    if not affordable(player, price):
        return False
    coins = price.coins
    if price.ways:
        coins += coins_for(state, player, price)
    for part in price.parts:
        coins += coins_for(state, player, t.catalog.prices[part])
    return coins <= player.coins


def most_actions(t: Tables, price: Price) -> int:
    """The actions that a price takes at most; with none, it does not matter how many are left."""
    if price.choices:
        return max(t.catalog.prices[choice].actions for choice in price.choices)
    return price.actions


POSSIBLE: Final[list[Possible]] = [
    _gain,
    _draw,
    _die_effect,
    _die_effect,
    _die_effect,
    _die_effect,
    _die_effect,
    _perm_effect,
    _perm_effect,
    _enable,
    always,
    always,
    _play_army,
    _play_free,
    _coin_move,
    _give,
    _convert,
    _some_branch,
    _if,
    _some_branch,
]
"""In the order of the catalog's OPS."""
