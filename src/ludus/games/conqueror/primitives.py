"""Compiles the primitives on cards, as `schema.py` reads them, to the numbers that rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ludus.games.conqueror import schema
from ludus.games.conqueror.board import BORDER, BRIDGE, COAST, RIVER, SEA_LINE, Board
from ludus.games.conqueror.cards import (
    ALL,
    ALL_BUT_LOWEST,
    AT_FORT,
    AT_GREAT_FORT,
    AT_HOME,
    AT_SEA,
    BATTLES_WON,
    BONUS,
    BUY_AT_FORT,
    BUY_AT_HOME,
    CONTROL_ALL,
    CONVERT,
    DRAW_WINS,
    EXTRA_ACTION,
    EXTRA_KILL,
    GAIN_CURRENCY,
    GIVE_CURRENCY,
    GIVE_UNITS,
    HIGHEST,
    LOST,
    LOWEST,
    NO_CASUALTIES,
    NULLIFY,
    OVER_BRIDGE,
    PROTECT,
    REDUCE_DEFENCE,
    RETREAT_ANYWHERE,
    ROLL_AGAIN,
    SELF_LOSS,
    STEAL_CURRENCY,
    TAKE_CURRENCY,
    TAKE_UNITS,
    UNIT_BONUS,
    WON,
    Ability,
    Consequence,
    Goal,
    Law,
)
from ludus.games.conqueror.ids import ATTACK, CAVALRY, DEFENCE, FACTIONS, INFANTRY, NONE

UNITS: Final = {"infantry": INFANTRY, "cavalry": CAVALRY}
SIDES: Final = {"attack": 1 << ATTACK, "defend": 1 << DEFENCE}
RESULTS: Final = {"win": WON, "lose": LOST, "any": WON | LOST}
PLACES: Final = {
    "fort": AT_FORT,
    "great_fort": AT_GREAT_FORT,
    "home": AT_HOME,
    "sea": AT_SEA,
    "bridge": OVER_BRIDGE,
}
LINKS: Final = {
    "border": BORDER,
    "coast": COAST,
    "sea": SEA_LINE,
    "bridge": BRIDGE,
    "river": RIVER,
}
WHO: Final = {"all": ALL, "lowest": LOWEST, "all_but_lowest": ALL_BUT_LOWEST, "highest": HIGHEST}


def bits(words: str | Sequence[str] | None, table: Mapping[str, int]) -> int:
    """The union of the named bits: of one word, of several, or of none."""
    found = 0
    for word in [words] if isinstance(words, str) else words or ():
        found |= table[word]
    return found


# Chronicle cards that hold for a round -----------------------------------------------------------


def misfit(source: schema.RoundEffect) -> str:
    """Why the fields of an effect do not go together, or nothing: what the types cannot say."""
    if isinstance(source, schema.Forbid) and (source.what == "attack_home") != bool(source.spares):
        return "'attack_home' needs 'spares', and nothing else has it"
    if isinstance(source, schema.Quota) and (source.scope == "always") != bool(source.on_end):
        return "a quota needs 'on_end', or the scope 'recruit_only'"
    if isinstance(source, schema.CloseLinks) and bool(source.touching) == bool(source.types):
        return "'close_links' needs either 'types' or 'touching'"
    return ""


ALONE: Final = (
    schema.SetDefence,
    schema.AddDefence,
    schema.BuyUnit,
    schema.VictoryPay,
    schema.ExtraMove,
    schema.BribeFactor,
)
"""Effects of which a card has one: a second would take its place. Others add up."""


def change(law: Law, source: schema.RoundEffect) -> None:
    """Change a law as an effect of a card says."""
    LAW_OPS[type(source)](law, source)


def _forbid(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.Forbid)
    if source.what == "recruit":
        law.recruit = False
    elif source.what == "second_attack":
        law.second_attack = False
    elif source.what == "play_hero":
        law.heroes_play = False
    else:
        law.truce = True


def _hero_price(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.HeroPrice)
    law.hero_price += source.n
    law.hero_floor = max(law.hero_floor, source.min)


def _quota(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.Quota)
    if source.scope == "recruit_only":
        law.recruit_quota += source.n
    else:
        law.quota += source.n


def _close_links(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.CloseLinks)
    if source.touching:
        law.seas_closed = True
    else:
        law.closed |= bits(source.types, LINKS)


def _income_bonus(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.IncomeBonus)
    if source.per == "player":
        law.income += source.n
    else:
        law.income_per_sea += source.n


def _income_limit(law: Law, source: schema.RoundEffect) -> None:
    law.home_income_only = True


def _set_defence(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.SetDefence)
    law.defence_great = source.great_fort
    law.defence_home = source.home


def _add_defence(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.AddDefence)
    law.walls = source.n
    law.wall_places = bits(source.place, PLACES)


def _buy_unit(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.BuyUnit)
    law.buy_unit = UNITS[source.unit]
    law.buy_price = source.price
    law.buy_limit = source.limit
    law.buy_place = BUY_AT_HOME if source.place == "home" else BUY_AT_FORT


def _victory_pay(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.VictoryPay)
    law.victory_pay = source.n


def _extra_move(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.ExtraMove)
    law.extra_moves = source.n


def _unit_strength(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.UnitStrength)
    weight = list(law.attack_weight)
    weight[UNITS[source.unit]] = source.value
    law.attack_weight = (weight[INFANTRY], weight[CAVALRY])


def _bribe_factor(law: Law, source: schema.RoundEffect) -> None:
    assert isinstance(source, schema.BribeFactor)
    law.bribe_num = source.num
    law.bribe_den = source.den


LAW_OPS: Final[dict[type[schema.RoundOp], Callable[[Law, schema.RoundEffect], None]]] = {
    schema.Forbid: _forbid,
    schema.HeroPrice: _hero_price,
    schema.Quota: _quota,
    schema.CloseLinks: _close_links,
    schema.IncomeBonus: _income_bonus,
    schema.IncomeLimit: _income_limit,
    schema.SetDefence: _set_defence,
    schema.AddDefence: _add_defence,
    schema.BuyUnit: _buy_unit,
    schema.VictoryPay: _victory_pay,
    schema.ExtraMove: _extra_move,
    schema.UnitStrength: _unit_strength,
    schema.BribeFactor: _bribe_factor,
}


# Heroes ------------------------------------------------------------------------------------------

HERO_OPS: Final[dict[type[schema.HeroOp], int]] = {
    schema.Bonus: BONUS,
    schema.UnitBonus: UNIT_BONUS,
    schema.ReduceDefence: REDUCE_DEFENCE,
    schema.ExtraKill: EXTRA_KILL,
    schema.SelfLoss: SELF_LOSS,
    schema.NoCasualties: NO_CASUALTIES,
    schema.Protect: PROTECT,
    schema.RetreatAnywhere: RETREAT_ANYWHERE,
    schema.ExtraAction: EXTRA_ACTION,
    schema.HeroGain: GAIN_CURRENCY,
    schema.HeroSteal: STEAL_CURRENCY,
    schema.Convert: CONVERT,
    schema.DrawWins: DRAW_WINS,
    schema.RollAgain: ROLL_AGAIN,
    schema.Nullify: NULLIFY,
}
COUNTLESS: Final = (
    schema.NoCasualties,
    schema.RetreatAnywhere,
    schema.DrawWins,
    schema.RollAgain,
    schema.Nullify,
)
"""Abilities without a number."""


def ability_of(source: schema.HeroAbility) -> Ability:
    """An ability from the line of a hero card."""
    ability = Ability(HERO_OPS[type(source)])
    ability.sides = bits(source.side, SIDES) or SIDES["attack"] | SIDES["defend"]
    ability.places = bits(source.place, PLACES)
    if isinstance(source, schema.AfterBattle):
        ability.results = bits(source.result, RESULTS)
    if not isinstance(source, COUNTLESS):
        ability.n = source.n
    if isinstance(source, (schema.UnitBonus, schema.Convert)):
        ability.unit = UNITS[source.unit]
    if isinstance(source, schema.UnitBonus):
        ability.cap = source.cap
    elif isinstance(source, schema.ExtraKill):
        ability.unblockable = source.unblockable
    elif isinstance(source, schema.RollAgain):
        ability.enemy = source.who == "enemy"
    return ability


# Sword cards -------------------------------------------------------------------------------------

THREAT_OPS: Final[dict[type[schema.ThreatOp], int]] = {
    schema.LoseCurrency: TAKE_CURRENCY,
    schema.GainCurrency: GIVE_CURRENCY,
    schema.LoseUnits: TAKE_UNITS,
    schema.GainUnits: GIVE_UNITS,
}


def consequence_of(source: schema.ThreatEffect) -> Consequence:
    """What follows from a bidding, from the line of a sword card."""
    unit = UNITS[source.unit] if isinstance(source, schema.GainUnits) else NONE
    return Consequence(THREAT_OPS[type(source)], WHO[source.who], source.n, unit)


# Missions ----------------------------------------------------------------------------------------

GOAL_OPS: Final[dict[type[schema.GoalOp], int]] = {
    schema.ControlAll: CONTROL_ALL,
    schema.BattlesWon: BATTLES_WON,
}


def goal_of(source: schema.MissionGoal, board: Board) -> Goal | None:
    """A goal as it stands on one map; None where the map lacks a territory or is not meant."""
    if source.map is not None and source.map != board.key:
        return None
    if isinstance(source, schema.BattlesWon):
        return Goal(BATTLES_WON, faction=FACTIONS.index(source.faction), n=source.n)
    places = 0
    for name in source.territories:
        if name not in board.names:
            return None
        places |= 1 << board.place(name)
    return Goal(CONTROL_ALL, places=places)
