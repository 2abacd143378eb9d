"""Food, income and prices [food.1-5, currency.1-3, bribe.9-10]."""

from __future__ import annotations

from ludus.games.conqueror.board import Board, icons
from ludus.games.conqueror.cards import Hero, Law
from ludus.games.conqueror.ids import COINS


def quota(table: tuple[int, ...], board: Board, law: Law, held: int) -> int:
    """How many units the food of these territories allows, by the table of the rulebook."""
    return table[icons(held, board.food_masks)] + law.quota


def income(board: Board, law: Law, held: int) -> int:
    """What collecting pays: icons held, and what a card adds or withholds."""
    paying = held & board.home_mask if law.home_income_only else held
    coins = icons(paying, board.currency_masks) + law.income
    if law.income_per_sea:
        coins += law.income_per_sea * (held & board.sea_mask).bit_count()
    return coins


def hero_price(hero: Hero, law: Law) -> int:
    """What a hero costs this round."""
    return max(hero.price + law.hero_price, law.hero_floor)


def bribe_price(strength: int, law: Law) -> int:
    """What an army of this strength costs: times what a card says, rounded up."""
    return -(-strength * law.bribe_num // law.bribe_den)


def coins(purse: int) -> list[int]:
    """A purse in as few coins as possible [coin.1]."""
    row: list[int] = []
    for value in COINS:
        count, purse = divmod(purse, value)
        row += [value] * count
    return row
