"""Cards as the rules use them: plain numbers, compiled from the content by `primitives.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ludus.games.conqueror.ids import LEAST_SEATS, NONE

LOST: Final = 1
WON: Final = 2
"""Results of a battle for a side, as bits; a draw is neither."""

# Where an ability counts, as bits: any one that fits is enough, none set means anywhere.
AT_FORT: Final = 1
AT_GREAT_FORT: Final = 2
AT_HOME: Final = 4
AT_SEA: Final = 8
OVER_BRIDGE: Final = 16


# What abilities do.
BONUS: Final = 0
UNIT_BONUS: Final = 1
REDUCE_DEFENCE: Final = 2
EXTRA_KILL: Final = 3
SELF_LOSS: Final = 4
NO_CASUALTIES: Final = 5
PROTECT: Final = 6
RETREAT_ANYWHERE: Final = 7
EXTRA_ACTION: Final = 8
GAIN_CURRENCY: Final = 9
STEAL_CURRENCY: Final = 10
CONVERT: Final = 11
DRAW_WINS: Final = 12
ROLL_AGAIN: Final = 13
NULLIFY: Final = 14


class Ability:
    """One primitive on a hero card, with the conditions it has."""

    __slots__ = ("cap", "enemy", "n", "op", "places", "results", "sides", "unblockable", "unit")

    def __init__(
        self,
        op: int,
        n: int = 0,
        sides: int = 3,
        results: int = 0,
        places: int = 0,
        unit: int = NONE,
        cap: int = 0,
        enemy: bool = False,
        unblockable: bool = False,
    ) -> None:
        self.op = op
        self.n = n
        self.sides = sides
        """Bit 0: counts for an attacker, bit 1: for a defender."""
        self.results = results
        self.places = places
        self.unit = unit
        self.cap = cap
        self.enemy = enemy
        """For a reroll: the enemy's die instead of the player's own."""
        self.unblockable = unblockable


class Hero:
    """A hero card. Numbers go faction by faction, and every faction has as many."""

    __slots__ = ("abilities", "faction", "id", "name", "number", "price", "strength")

    def __init__(
        self,
        number: int,
        key: str,
        name: str,
        faction: int,
        strength: int,
        price: int,
        abilities: Sequence[Ability],
    ) -> None:
        self.number = number
        self.id = key
        self.name = name
        self.faction = faction
        self.strength = strength
        self.price = price
        self.abilities = tuple(abilities)


Ways: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]

BUY_NOWHERE: Final = 0
BUY_AT_FORT: Final = 1
BUY_AT_HOME: Final = 2


class Law:
    """The rules of a round: the normal ones, changed by the chronicle card in force."""

    __slots__ = (
        "attack_weight",
        "bribe_den",
        "bribe_num",
        "buy_limit",
        "buy_place",
        "buy_price",
        "buy_unit",
        "closed",
        "defence_any",
        "defence_great",
        "defence_home",
        "extra_moves",
        "hero_floor",
        "hero_price",
        "heroes_play",
        "home_income_only",
        "income",
        "income_per_sea",
        "quota",
        "recruit",
        "recruit_quota",
        "seas_closed",
        "second_attack",
        "truce",
        "victory_pay",
        "wall_places",
        "walls",
        "ways",
    )

    def __init__(
        self, defence: tuple[int, int, int], attack_weight: tuple[int, int], victory_pay: int
    ) -> None:
        self.recruit = True
        self.second_attack = True
        self.heroes_play = True
        self.truce = False
        """Homes in the hands of their own faction may not be attacked, the leader's excepted."""
        self.hero_price = 0
        self.hero_floor = 0
        self.quota = 0
        """Added to every quota."""
        self.recruit_quota = 0
        """Added to the quota for recruiting only."""
        self.closed = 0
        """Kinds of link that are closed, as bits."""
        self.seas_closed = False
        self.income = 0
        self.income_per_sea = 0
        self.home_income_only = False
        self.defence_any, self.defence_great, self.defence_home = defence
        self.walls = 0
        """Added to the defence in `wall_places`, as bits like an ability's places."""
        self.wall_places = 0
        self.buy_place = BUY_NOWHERE
        self.buy_unit = NONE
        self.buy_price = 0
        self.buy_limit = 0
        self.victory_pay = victory_pay
        self.extra_moves = 0
        self.attack_weight = attack_weight
        """Strength of attacking units by kind."""
        self.bribe_num = 1
        self.bribe_den = 1
        self.ways: tuple[Ways, ...] = ()
        """Per map, the ways that are open."""


# Whom a line of a sword card hits.
ALL: Final = 0
LOWEST: Final = 1
ALL_BUT_LOWEST: Final = 2
HIGHEST: Final = 3


# What happens to them.
TAKE_CURRENCY: Final = 0
GIVE_CURRENCY: Final = 1
TAKE_UNITS: Final = 2
GIVE_UNITS: Final = 3


class Consequence:
    """One consequence of a bidding."""

    __slots__ = ("n", "op", "unit", "who")

    def __init__(self, op: int, who: int, n: int, unit: int = NONE) -> None:
        self.op = op
        self.who = who
        self.n = n
        self.unit = unit


class Threat:
    """A sword card: the minimum by player count, and what follows."""

    __slots__ = ("lost", "minimum", "won")

    def __init__(
        self, minimum: Sequence[int], lost: Sequence[Consequence], won: Sequence[Consequence]
    ) -> None:
        self.minimum = tuple(minimum)
        """By player count, from the smallest table on."""
        self.lost = tuple(lost)
        self.won = tuple(won)

    def minimum_for(self, seats: int) -> int:
        """What all bids together must come to, by the players who are still in [threat.23]."""
        return self.minimum[max(seats, LEAST_SEATS) - LEAST_SEATS]


class Card:
    """A chronicle card: a law for the round, or a threat."""

    __slots__ = ("id", "law", "name", "threat")

    def __init__(self, key: str, name: str, law: Law, threat: Threat | None) -> None:
        self.id = key
        self.name = name
        self.law = law
        self.threat = threat


# What a mission asks for.
CONTROL_ALL: Final = 0
BATTLES_WON: Final = 1


class Goal:
    """One way to complete a mission: territories to control, or battles to win."""

    __slots__ = ("faction", "n", "op", "places")

    def __init__(self, op: int, places: int = 0, faction: int = NONE, n: int = 0) -> None:
        self.op = op
        self.places = places
        """The territories, as a mask."""
        self.faction = faction
        self.n = n


class Mission:
    """A bonus mission. Its number is its faction's number times three, plus its place."""

    __slots__ = ("faction", "goals", "id", "name", "number", "pays")

    def __init__(
        self,
        number: int,
        key: str,
        name: str,
        faction: int,
        pays: int,
        goals: Sequence[Sequence[Goal]],
    ) -> None:
        self.number = number
        self.id = key
        self.name = name
        self.faction = faction
        self.pays = pays
        self.goals = tuple(tuple(row) for row in goals)
        """Per map, the ways to complete it."""
