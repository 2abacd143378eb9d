"""Paying: whether a price can be met, which way it is paid, and paying it part by part.

Everything on a price is charged: actions, coins, a banner that must be there, and the pips of one
die or of several of different colours, for which coins may stand in.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.para_bellum.board import members
from ludus.games.para_bellum.catalog import Price
from ludus.games.para_bellum.ids import MAX_COINS, NONE, PAY, PAY_WAY
from ludus.games.para_bellum.mechanics.costs import pips_of
from ludus.games.para_bellum.rules.army import spend_banner
from ludus.games.para_bellum.rules.dice import change_die
from ludus.games.para_bellum.rules.possible import coins_for, payable, paying_dice
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import Frame, Player, State


def charge(t: Tables, state: State, seat: int, number: int, free: bool, emit: Emit | None) -> None:
    """Take a price, or ask how it is paid first; `free` if no actions are spent."""
    price = t.catalog.prices[number]
    if price.choices:
        state.stack.append(Frame(PAY_WAY, seat, card=number, step=int(free)))
        return
    player = state.players[seat]
    if price.actions and not free:
        state.actions -= price.actions
        if emit is not None:
            emit(Event("actions_paid", {"seat": seat, "count": price.actions}))
    if price.coins:
        player.coins -= price.coins
        if emit is not None:
            emit(Event("coins_paid", {"seat": seat, "count": price.coins}))
    if state.spent_banners and price.banner != NONE:
        slot = spend_banner(player, price.banner)
        if emit is not None:
            emit(Event("banner_spent", {"seat": seat, "slot": slot, "banner": price.banner}))
    if price.ways:
        state.stack.append(Frame(PAY, seat, card=number))
    _charge_dice(t, state, player, seat, price)


def _charge_dice(t: Tables, state: State, player: Player, seat: int, price: Price) -> None:
    """One question for each die; coins that a later one cannot do without stay in the purse."""
    kept = 0
    for part in reversed(price.parts):
        state.stack.append(Frame(PAY, seat, card=part, left=kept))
        kept += coins_for(state, player, t.catalog.prices[part])


# The way to pay. The frame's `card` is the price, its `step` 1 if no actions are spent. ----------


def _choices(t: Tables, state: State, frame: Frame) -> list[int]:
    player = state.players[frame.seat]
    actions = NONE if frame.step else state.actions
    choices = t.catalog.prices[frame.card].choices
    return [
        index
        for index, choice in enumerate(choices)
        if payable(t, state, player, t.catalog.prices[choice], actions)
    ]


def step_way(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    choices = _choices(t, state, frame)
    if len(choices) > 1:
        return True
    _take_way(t, state, frame, choices[0], emit)
    return False


def decide_way(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.option[index] for index in _choices(t, state, frame)]
    return (Decision(frame.seat, "pay_way", options),)


def act_way(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    if emit is not None:
        # The next question may tell it before anything is paid.
        emit(Event("way", {"seat": frame.seat, "option": action.arg}))
    _take_way(t, state, frame, action.arg, emit)


def _take_way(t: Tables, state: State, frame: Frame, index: int, emit: Emit | None) -> None:
    state.stack.pop()
    charge(t, state, frame.seat, t.catalog.prices[frame.card].choices[index], frame.step != 0, emit)


# Paying pips [spend, coin]. The frame's `card` is the price, its `value` the coins put in, its
# `left` the coins that other dice of the same price need. ----------------------------------------


def _ways(t: Tables, state: State, player: Player, frame: Frame) -> tuple[int, int]:
    """The dice that could pay what coins leave open, and the numbers of coins that could help."""
    dice = 0
    coins = 0
    price = t.catalog.prices[frame.card]
    purse = player.coins - frame.left
    for way in price.ways:
        banner = way[2]
        if banner != NONE and not player.banners >> banner & 1:
            continue
        pips = pips_of(way[1], state.capital)
        dice |= paying_dice(player, way, pips - frame.value)
        if frame.value or not price.coinable:
            continue
        for count in range(1, min(pips, purse, MAX_COINS) + 1):
            if count == pips or paying_dice(player, way, pips - count):
                coins |= 1 << count
    return dice, coins


def step_pay(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    dice, coins = _ways(t, state, state.players[frame.seat], frame)
    if dice.bit_count() + coins.bit_count() > 1:
        return True
    if dice:
        _pay_die(t, state, frame, dice.bit_length() - 1, emit)
    else:
        _pay_coins(t, state, frame, coins.bit_length() - 1, emit)
    return False


def decide_pay(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Dice that could pay alone, and coins that could stand in for some or all pips."""
    dice, coins = _ways(t, state, state.players[frame.seat], frame)
    options = [t.die[slot] for slot in members(dice)]
    options += [t.coins[count] for count in members(coins)]
    return (Decision(frame.seat, "pay", options),)


def act_pay(
    t: Tables, state: State, frame: Frame, by: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "die":
        _pay_die(t, state, frame, action.arg, emit)
    else:
        _pay_coins(t, state, frame, action.arg, emit)


def _pips(t: Tables, state: State, frame: Frame) -> int:
    return pips_of(t.catalog.prices[frame.card].ways[0][1], state.capital)


def _pay_die(t: Tables, state: State, frame: Frame, slot: int, emit: Emit | None) -> None:
    state.stack.pop()
    change_die(state, frame.seat, slot, frame.value - _pips(t, state, frame), 0, emit)


def _pay_coins(t: Tables, state: State, frame: Frame, count: int, emit: Emit | None) -> None:
    """Coins for all pips settle it; for some, a die must pay the rest."""
    state.players[frame.seat].coins -= count
    frame.value += count
    if emit is not None:
        emit(Event("coins_paid", {"seat": frame.seat, "count": count}))
    if frame.value == _pips(t, state, frame):
        state.stack.pop()
