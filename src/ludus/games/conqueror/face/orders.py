"""An order to an army: so many units from one territory to another, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.core.actions import Action
from ludus.core.models import Tone
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.conqueror.board import BRIDGE
from ludus.games.conqueror.cards import (
    AT_SEA,
    BONUS,
    OVER_BRIDGE,
    REDUCE_DEFENCE,
    UNIT_BONUS,
    Ability,
)
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.ids import (
    ATTACK,
    INDEPENDENT,
    NOBODY,
    NONE,
    WIN_FORTS,
)
from ludus.games.conqueror.mechanics.strength import attack_strength, place_bits

MOVES = ("move_infantry", "move_cavalry", "march")
ORDERS = (*MOVES, "attack")
LIKELY, UNLIKELY = 60, 35
"""From this chance on an attack looks good, below that one bad."""


@dataclass(frozen=True, slots=True)
class Order:
    start: int
    end: int
    infantry: int
    cavalry: int
    attack: bool


def ends_of(context: Context, decision: Decision, start: int) -> dict[int, bool]:
    """Where the army of a territory can go, and whether that is an attack."""
    found: dict[int, bool] = {}
    for option in decision.options:
        if option.verb in ORDERS:
            begin, end, _ = context.board.links[option.arg]
            if begin == start:
                found[end] = option.verb == "attack"
    return found


def starts_of(context: Context, decision: Decision) -> list[int]:
    """The territories whose army can be given an order."""
    links = context.board.links
    return sorted({links[each.arg][0] for each in decision.options if each.verb in ORDERS})


def order_of(context: Context, action: Action) -> Order:
    """An option as an order: one unit, or all of them."""
    start, end, _ = context.board.links[action.arg]
    if action.verb == "attack":
        return Order(start, end, *context.fighters(start), True)
    if action.verb == "march":
        return Order(start, end, *context.movers(start), False)
    infantry = int(action.verb == "move_infantry")
    return Order(start, end, infantry, 1 - infantry, False)


# Battles ------------------------------------------------------------------------------------------


def strengths(context: Context, order: Order) -> tuple[int, int]:
    """What both sides count before heroes and dice."""
    mine = attack_strength(order.infantry, order.cavalry, context.law)
    return mine, context.defence_of(order.end)


def odds(context: Context, order: Order, hero: int = NONE) -> tuple[int, int, int]:
    """Per cent won, drawn and lost, with a hero of the attacker's or none."""
    mine, theirs = strengths(context, order)
    if hero != NONE:
        gain, less = hero_counts(context, order, hero, ATTACK)
        bonus = context.view.defence[order.end]
        mine, theirs = mine + gain, theirs - min(bonus, less)
    return context.odds(mine - theirs)


def hero_counts(context: Context, order: Order, hero: int, side: int) -> tuple[int, int]:
    """What a hero adds to a side of an attack, and takes from the defence bonus."""
    card = context.names.hero(hero)
    gain, less = card.strength, 0
    army = (order.infantry, order.cavalry)
    if side != ATTACK:
        army = (context.view.infantry[order.end], context.view.cavalry[order.end])
    for ability in card.abilities:
        if not _counts(context, order, ability, side):
            continue
        if ability.op == BONUS:
            gain += ability.n
        elif ability.op == UNIT_BONUS:
            gain += min(army[ability.unit] * ability.n, ability.cap)
        elif ability.op == REDUCE_DEFENCE:
            less += ability.n
    return gain, less


def _counts(context: Context, order: Order, ability: Ability, side: int) -> bool:
    """Whether an ability counts on that side of an attack there."""
    board = context.board
    if not ability.sides >> side & 1:
        return False
    bits = place_bits(board, order.end)
    if (board.sea_mask >> order.start | board.sea_mask >> order.end) & 1:
        bits |= AT_SEA
    if board.links[board.link_number[order.start, order.end]][2] & BRIDGE:
        bits |= OVER_BRIDGE
    return not ability.places or bool(ability.places & bits)


def beats(context: Context, order: Order) -> bool:
    """Whether independents are beaten, for sure or not at all."""
    mine, theirs = strengths(context, order)
    return mine > theirs


def title_of(context: Context, order: Order) -> str:
    """What an order does, such as `Attack Thracia`."""
    key = "attack"
    if not order.attack:
        key = "take" if context.view.owner[order.end] == NOBODY else "join"
    return context.words.text(f"order.{key}", place=context.names.place(order.end))


# In a word ----------------------------------------------------------------------------------------


def note_of(context: Context, order: Order) -> tuple[Sentence, Tone]:
    """What an order means, for the label beside its target."""
    view, words = context.view, context.words
    if not order.attack:
        return words.say("target.free" if view.owner[order.end] == NOBODY else "target.join"), ""
    if view.owner[order.end] == INDEPENDENT:
        if beats(context, order):
            return words.say("target.sure"), "good"
        return words.say("target.weak"), "bad"
    win, _, _ = odds(context, order)
    tone: Tone = "good" if win >= LIKELY else "warn" if win >= UNLIKELY else "bad"
    return words.say("target.odds", win=win), tone


# What follows -------------------------------------------------------------------------------------


def consequences(context: Context, order: Order) -> list[Sentence]:
    """Forts, lands given up and hunger, if the order succeeds."""
    view, board, words, names = context.view, context.board, context.words, context.names
    seat = view.owner[order.start]
    found: list[Sentence] = []
    gained = order.end if view.owner[order.end] != seat else NONE
    if gained != NONE and board.fort[gained]:
        forts = view.forts[seat] + 1
        key = "order.fifth" if forts == WIN_FORTS else "order.fort"
        found.append(words.say(key, n=forts))
    infantry = view.infantry[order.start] - order.infantry
    cavalry = view.cavalry[order.start] - order.cavalry
    lost = NONE
    if infantry + cavalry:
        army = names.army(infantry, cavalry)
        found.append(words.say("order.stays", army=army, place=names.place(order.start)))
    elif board.home[view.faction[seat]] != order.start:
        lost = order.start
        key = "order.fort_left" if board.fort[lost] else "order.left"
        found.append(words.say(key, place=names.place(order.start)))
    allowed = context.quota_with(seat, gained, lost)
    if view.units[seat] > allowed:
        found.append(words.say("order.hungry", quota=allowed, n=view.units[seat] - allowed))
    return found


def hero_rows(context: Context, order: Order) -> list[Sentence]:
    """The chances with each hero in hand."""
    view, names, words = context.view, context.names, context.words
    if context.own == NONE or not context.law.heroes_play:
        return []
    first = view.faction[context.own] * context.heroes_each
    rows = []
    for number in range(context.heroes_each):
        if view.hand >> number & 1:
            win, _, _ = odds(context, order, first + number)
            rows.append(words.say("order.hero", hero=names.hero(first + number).name, win=win))
    return rows


def brought(context: Context, decision: Decision, order: Order) -> list[Sentence]:
    """What an order brings: what is won for sure, what follows, then strength and chances."""
    view, words = context.view, context.words
    gains: list[Sentence] = []
    rows: list[Sentence] = []
    if not order.attack:
        if view.owner[order.end] == NOBODY:
            gains.append(context.taken(order.end))
    elif view.owner[order.end] == INDEPENDENT:
        mine, theirs = strengths(context, order)
        key = "order.sure" if beats(context, order) else "order.weak"
        rows.append(words.say(key, mine=mine, theirs=theirs))
    else:
        mine, theirs = strengths(context, order)
        bonus = view.defence[order.end]
        rows.append(context.odds_bar(*odds(context, order)))
        rows.append(words.say("order.sums", mine=mine, units=theirs - bonus, bonus=bonus))
        rows += hero_rows(context, order)
        rows.append(words.say(f"order.pays.{context.prize}", n=context.law.victory_pay))
    return [*gains, *consequences(context, order), *context.opening_words(decision), *rows]


def counted(done: Sequence[Action], verb: str) -> int:
    return sum(action.verb == verb for action in done)
