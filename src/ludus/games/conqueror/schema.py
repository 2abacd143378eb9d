"""The shape of the content files: every primitive that cards are made of is a type of its own.

A card with an unknown primitive, or with a field that its primitive does not have, is an error on
loading. `primitives.py` says what each primitive means for the rules.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from ludus.core.content import Id, Name, Source

UnitName = Literal["infantry", "cavalry"]
FortName = Literal["none", "fort", "great_fort"]
IconName = Literal["fort", "food", "currency", "home"]
LinkName = Literal["border", "coast", "sea", "bridge", "river"]
MapName = Literal["campaign", "grand"]
SideName = Literal["attack", "defend"]
ResultName = Literal["win", "lose", "any"]
PlaceName = Literal["fort", "great_fort", "home", "sea", "bridge"]
WallName = Literal["fort", "great_fort", "home"]
Who = Literal["all", "lowest", "all_but_lowest", "highest"]
Positive = Annotated[int, msgspec.Meta(ge=1, le=60)]
Count = Annotated[int, msgspec.Meta(ge=0, le=60)]
Change = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Icons = Annotated[int, msgspec.Meta(ge=0, le=9)]

# One word, or a list of them.
Links: TypeAlias = LinkName | Annotated[list[LinkName], msgspec.Meta(min_length=1)]
Sides: TypeAlias = SideName | Annotated[list[SideName], msgspec.Meta(min_length=1)]
Results: TypeAlias = ResultName | Annotated[list[ResultName], msgspec.Meta(min_length=1)]
Places: TypeAlias = PlaceName | Annotated[list[PlaceName], msgspec.Meta(min_length=1)]
Walls: TypeAlias = WallName | Annotated[list[WallName], msgspec.Meta(min_length=1)]


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strict: a misspelt key is an error."""


# Chronicle cards that hold for a round -----------------------------------------------------------


class RoundOp(Struct, frozen=True, tag_field="op"):
    """A rule that a chronicle card changes for its round."""


class Forbid(RoundOp, frozen=True, tag="forbid"):
    what: Literal["recruit", "second_attack", "play_hero", "attack_home"]
    spares: Literal["", "holder_of_5_forts"] = ""
    """For `attack_home`: whose home may be attacked all the same."""


class HeroPrice(RoundOp, frozen=True, tag="hero_price"):
    n: Change
    min: Count


class Quota(RoundOp, frozen=True, tag="quota"):
    n: Change
    scope: Literal["always", "recruit_only"] = "always"
    on_end: Literal["", "remove_excess"] = ""
    """For a quota that holds always: what becomes of units beyond the normal one."""


class CloseLinks(RoundOp, frozen=True, tag="close_links"):
    types: Links | None = None
    touching: Literal["", "sea"] = ""


class IncomeBonus(RoundOp, frozen=True, tag="income_bonus"):
    n: Change
    per: Literal["sea", "player"]


class IncomeLimit(RoundOp, frozen=True, tag="income_limit"):
    to: Literal["home"]


class SetDefence(RoundOp, frozen=True, tag="set_defence"):
    great_fort: Icons
    home: Icons


class AddDefence(RoundOp, frozen=True, tag="add_defence"):
    n: Icons
    place: Walls


class BuyUnit(RoundOp, frozen=True, tag="buy_unit"):
    unit: UnitName
    price: Count
    limit: Positive
    place: Literal["any_fort", "home"]


class VictoryPay(RoundOp, frozen=True, tag="victory_pay"):
    n: Count


class ExtraMove(RoundOp, frozen=True, tag="extra_move"):
    n: Literal[1]


class UnitStrength(RoundOp, frozen=True, tag="unit_strength"):
    unit: UnitName
    side: Literal["attack"]
    value: Icons


class BribeFactor(RoundOp, frozen=True, tag="bribe_factor"):
    num: Positive
    den: Positive


RoundEffect: TypeAlias = (
    Forbid
    | HeroPrice
    | Quota
    | CloseLinks
    | IncomeBonus
    | IncomeLimit
    | SetDefence
    | AddDefence
    | BuyUnit
    | VictoryPay
    | ExtraMove
    | UnitStrength
    | BribeFactor
)


# Heroes ------------------------------------------------------------------------------------------


class HeroOp(Struct, frozen=True, tag_field="op", kw_only=True):
    """An ability that counts before the result of a battle is known."""

    side: Sides | None = None
    """On which side of a battle it counts; on both if it is not said."""
    place: Places | None = None
    """Where it counts; everywhere if it is not said."""


class AfterBattle(HeroOp, frozen=True, kw_only=True):
    """An ability that waits for the result."""

    result: Results


class Bonus(HeroOp, frozen=True, tag="bonus"):
    n: Positive


class UnitBonus(HeroOp, frozen=True, tag="unit_bonus"):
    n: Positive
    unit: UnitName
    cap: Positive


class ReduceDefence(HeroOp, frozen=True, tag="reduce_defence"):
    n: Positive


class ExtraKill(AfterBattle, frozen=True, tag="extra_kill"):
    n: Positive
    unblockable: bool = False


class SelfLoss(AfterBattle, frozen=True, tag="self_loss"):
    n: Positive


class NoCasualties(AfterBattle, frozen=True, tag="no_casualties"):
    pass


class Protect(AfterBattle, frozen=True, tag="protect"):
    n: Positive


class RetreatAnywhere(AfterBattle, frozen=True, tag="retreat_anywhere"):
    pass


class ExtraAction(AfterBattle, frozen=True, tag="extra_action"):
    n: Literal[1]


class HeroGain(AfterBattle, frozen=True, tag="gain_currency"):
    n: Positive


class HeroSteal(AfterBattle, frozen=True, tag="steal_currency"):
    n: Positive


class Convert(AfterBattle, frozen=True, tag="convert"):
    n: Positive
    unit: UnitName


class DrawWins(HeroOp, frozen=True, tag="draw_wins"):
    pass


class RollAgain(HeroOp, frozen=True, tag="reroll"):
    who: Literal["self", "enemy"]


class Nullify(HeroOp, frozen=True, tag="nullify"):
    pass


HeroAbility: TypeAlias = (
    Bonus
    | UnitBonus
    | ReduceDefence
    | ExtraKill
    | SelfLoss
    | NoCasualties
    | Protect
    | RetreatAnywhere
    | ExtraAction
    | HeroGain
    | HeroSteal
    | Convert
    | DrawWins
    | RollAgain
    | Nullify
)


# Sword cards -------------------------------------------------------------------------------------


class ThreatOp(Struct, frozen=True, tag_field="op"):
    """What follows from a bidding, and for whom."""

    who: Who
    n: Positive


class LoseCurrency(ThreatOp, frozen=True, tag="lose_currency"):
    pass


class GainCurrency(ThreatOp, frozen=True, tag="gain_currency"):
    pass


class LoseUnits(ThreatOp, frozen=True, tag="lose_units"):
    pass


class GainUnits(ThreatOp, frozen=True, tag="gain_units"):
    unit: UnitName
    place: Literal["home"]


ThreatEffect: TypeAlias = LoseCurrency | GainCurrency | LoseUnits | GainUnits


# Missions ----------------------------------------------------------------------------------------


class GoalOp(Struct, frozen=True, tag_field="op", kw_only=True):
    """One way to complete a mission."""

    map: MapName | None = None
    """The map it is meant for; any if it is not said."""


class ControlAll(GoalOp, frozen=True, tag="control_all"):
    territories: Annotated[list[str], msgspec.Meta(min_length=1)]


class BattlesWon(GoalOp, frozen=True, tag="battles_won_against"):
    faction: str
    n: Positive


MissionGoal: TypeAlias = ControlAll | BattlesWon


# The files ---------------------------------------------------------------------------------------


class Die(Struct, frozen=True):
    faces: list[int]
    source: Source


class Strength(Struct, frozen=True):
    infantry: int
    cavalry: int
    source: Source


class Defence(Struct, frozen=True):
    any: int
    great_fort: int
    home: int
    source: Source


class Recruit(Struct, frozen=True):
    fort_infantry: int
    great_fort_infantry: int
    great_fort_cavalry: int
    source: Source


class Victory(Struct, frozen=True):
    forts: int
    pay: int
    start_currency: Count
    source: Source
    start_source: Source


class FoodQuota(Struct, frozen=True):
    units: list[Annotated[int, msgspec.Meta(ge=0, le=200)]]
    sure: list[int]
    source: Source
    sure_source: Source


class Coins(Struct, frozen=True):
    values: list[int]
    source: Source


class Start(Struct, frozen=True):
    at: str
    unit: UnitName
    n: Positive


class Faction(Struct, frozen=True):
    id: str
    seats: list[int]
    start: list[Start]
    source: Source


class Independents(Struct, frozen=True):
    seats: int
    at: str
    infantry: Count
    cavalry: Count
    source: Source
    unplayed_homes: list[str] = []


class Territory(Struct, frozen=True):
    id: Name
    kind: Literal["land", "sea"]
    source: Source
    fort: FortName = "none"
    food: Icons = 0
    currency: Icons = 0
    home: str = ""
    sources: dict[IconName, Source] = {}
    """Where each of its icons comes from; `source` speaks of the territory and its name."""


class Link(Struct, frozen=True):
    a: str
    b: str
    kind: LinkName


class Map(Struct, frozen=True):
    key: str
    seats: list[int]
    source: Source
    territory: list[Territory]
    link: list[Link]


class MapsFile(Struct, frozen=True):
    """`maps.toml`: tables of the rulebook and both maps."""

    die: Die
    strength: Strength
    defence: Defence
    recruit: Recruit
    victory: Victory
    quota: FoodQuota
    coins: Coins
    faction: list[Faction]
    independents: list[Independents]
    map: list[Map]


class HeroCard(Struct, frozen=True):
    id: Id
    faction: str
    name: Name
    strength: Annotated[int, msgspec.Meta(ge=0, le=9)]
    price: Annotated[int, msgspec.Meta(ge=0, le=40)]
    ability: list[HeroAbility]
    source: Source


class HeroesFile(Struct, frozen=True):
    hero: list[HeroCard]


class ChronicleCard(Struct, frozen=True):
    id: Id
    name: Name
    source: Source
    sword: bool = False
    minimum: list[Count] = []
    effect: list[RoundEffect] = []
    lost: list[ThreatEffect] = []
    won: list[ThreatEffect] = []


class ChronicleFile(Struct, frozen=True):
    card: list[ChronicleCard]


class MissionCard(Struct, frozen=True):
    id: Id
    faction: str
    name: Name
    pays: Count
    goal: list[MissionGoal]
    source: Source


class MissionsFile(Struct, frozen=True):
    mission: list[MissionCard]
