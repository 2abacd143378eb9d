"""The schema of the content files: each effect and each changed rule is a type of its own.

A card with an unknown effect, or with a field that its effect does not have, is rejected on load.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from ludus.core.content import Id, Source, Sources

Pips = Annotated[int, msgspec.Meta(ge=0, le=6)]
Coins = Annotated[int, msgspec.Meta(ge=0, le=20)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=20)]
Change = Annotated[int, msgspec.Meta(ge=-6, le=6)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Copies = Annotated[int, msgspec.Meta(ge=1, le=20)]
Who = Literal["self", "target", "all", "all_opponents", "ally", "both"]
Chooser = Literal["self", "target"]
DieKind = Literal["b", "r", "k", "any"]
Scope = Literal["", "last_legion"]
Filter = Literal["character", "construct", "via", "special_unit", "order", "any"]
BannerName = Literal[
    "strategist", "field_commander", "warlord", "artifex", "veterani", "speculatore"
]
Measure = Literal[
    "same_colour_legions",
    "legion_colours",
    "sixes",
    "red_sum",
    "banners",
    "big_legions",
    "constructs",
    "characters",
    "coins",
    "rows_with_legion",
]


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="op"):
    """One effect of a card."""


class Gain(Op, frozen=True, tag="gain"):
    what: Literal["coin", "vp", "action", "banner"]
    n: Positive = 1
    who: Who = "self"
    banner: BannerName | Literal["any_gray", ""] = ""
    scope: Scope = ""


class Draw(Op, frozen=True, tag="draw"):
    what: Literal["army", "command"]
    n: Positive = 1
    who: Who = "self"
    filter: Filter = "any"


class Mod(Op, frozen=True, tag="mod"):
    die: DieKind
    n: Change = 0
    by_roll: bool = False
    """Take off the picked result instead of adding `n`."""
    who: Who = "self"
    count: Positive = 1
    up_to: bool = False
    which: Literal["chosen", "all", "highest"] = "chosen"
    chooser: Chooser = "self"
    scope: Scope = ""
    min: Pips = 0


class Reroll(Op, frozen=True, tag="reroll"):
    die: DieKind
    who: Who = "self"
    count: Positive = 1
    chooser: Chooser = "self"


class LoseDie(Op, frozen=True, tag="lose_die"):
    die: DieKind
    who: Who = "self"
    chooser: Chooser = "self"
    match: Literal["", "picked"] = ""


class SetDie(Op, frozen=True, tag="set"):
    die: DieKind
    who: Who = "self"


class AddDie(Op, frozen=True, tag="add_die"):
    die: DieKind
    who: Who = "self"
    value: Pips = 0
    """The face it shows; 0 for a roll."""


class Disable(Op, frozen=True, tag="disable"):
    filter: Filter
    who: Who = "target"


class DiscardPerm(Op, frozen=True, tag="discard_perm"):
    filter: Filter
    who: Who = "target"


class Enable(Op, frozen=True, tag="enable"):
    filter: Filter
    who: Who = "self"


class Morale(Op, frozen=True, tag="morale"):
    plus: Change
    who: Who = "target"


class ThisMorale(Op, frozen=True, tag="this_morale"):
    plus: Change


class PlayArmy(Op, frozen=True, tag="play_army"):
    who: Who = "self"


class PlayFree(Op, frozen=True, tag="play_free"):
    filter: Filter
    who: Who = "self"


class CoinMove(Op, frozen=True, tag="coin_move"):
    source: Literal["self", "target"]
    to: Literal["self", "target", "ally"]
    n: Coins = 0
    """0: any number, as the giver likes."""


class Give(Op, frozen=True, tag="give"):
    what: Literal["army", "command"]


class Convert(Op, frozen=True, tag="convert"):
    per: Positive
    effects: list[Effect]
    who: Who = "self"


class Choose(Op, frozen=True, tag="choose"):
    of: list[list[Effect]]


class If(Op, frozen=True, tag="if"):
    cond: Literal["has_card", "line_has", "opponent_has"]
    card: Filter
    then: list[Effect]
    els: list[Effect] = []


class Faces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table: the results and what they bring."""

    faces: tuple[Face, ...]
    effects: list[Effect]


class Roll(Op, frozen=True, tag="roll"):
    n: Face
    table: list[Faces] = []
    then: list[Effect] = []


Effect: TypeAlias = (
    Gain
    | Draw
    | Mod
    | Reroll
    | LoseDie
    | SetDie
    | AddDie
    | Disable
    | DiscardPerm
    | Enable
    | Morale
    | ThisMorale
    | PlayArmy
    | PlayFree
    | CoinMove
    | Give
    | Convert
    | Choose
    | If
    | Roll
)


class Hook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="hook"):
    """A rule that a card or event changes while it is in force."""


class ConstructExtraAction(Hook, frozen=True, tag="construct_extra_action"):
    value: Annotated[int, msgspec.Meta(ge=0, le=3)]


class DrawPhase(Hook, frozen=True, tag="draw_phase"):
    look: Annotated[int, msgspec.Meta(ge=2, le=6)]


class ActionPhaseStart(Hook, frozen=True, tag="action_phase_start"):
    effects: list[Effect]


class MoraleRoll(Hook, frozen=True, tag="morale_roll"):
    value: Change


class MotivateHook(Hook, frozen=True, tag="motivate"):
    """Once a turn no pip is paid and the better of old and new roll stays."""


class PreventLoss(Hook, frozen=True, tag="prevent_k_loss"):
    instead: Pips
    """What comes off the die, once a round, in place of its removal."""


class OrderTax(Hook, frozen=True, tag="targeted_order_tax"):
    value: Annotated[int, msgspec.Meta(ge=1, le=3)]


class HandLimit(Hook, frozen=True, tag="hand_limit"):
    value: Positive


class RequisitionGain(Hook, frozen=True, tag="requisition_gain"):
    value: Positive


class ActionsPerTurn(Hook, frozen=True, tag="actions_per_turn"):
    value: Annotated[int, msgspec.Meta(ge=-1, le=6)]


class ForbidAction(Hook, frozen=True, tag="forbid_action"):
    action: Literal["motivate"]


class BasicCost(Hook, frozen=True, tag="basic_cost"):
    """The basic action costs its action alone."""

    action: Literal["muster", "consult"]


class NewGrayRoll(Hook, frozen=True, tag="new_k_roll"):
    rolls: Face = 1
    cap: Face = 6


class ExtraArmyPlay(Hook, frozen=True, tag="extra_army_play"):
    """Once a turn, an action places one more army card."""


class OnCompleteLegion(Hook, frozen=True, tag="on_complete_legion"):
    effects: list[Effect]


CardHook: TypeAlias = (
    ConstructExtraAction
    | DrawPhase
    | ActionPhaseStart
    | MoraleRoll
    | MotivateHook
    | PreventLoss
    | OrderTax
    | HandLimit
    | RequisitionGain
)
EventHook: TypeAlias = (
    ActionsPerTurn
    | ForbidAction
    | BasicCost
    | NewGrayRoll
    | ExtraArmyPlay
    | OnCompleteLegion
    | MoraleRoll
)


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A price: pips off a die of each colour named, coins, further actions, all of it paid.

    A banner must be on the die of its colour; where there is none, it must be in the army.
    """

    b: Pips = 0
    r: Pips = 0
    k: Pips = 0
    banner: BannerName | Literal[""] = ""
    coin: Coins = 0
    requires_coin: Coins = 0
    """Coins that must be there and are not spent."""
    coin_allowed: bool = True
    """Whether coins may stand in for pips of red and gray dice."""
    actions: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Actions beyond those of the card itself."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option of an Order, or an action of a card in play: alternatives to pay, and effects."""

    effects: list[Effect]
    cost: list[Cost] = []


class CommandCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    type: Literal["order", "permanent", "special_unit"]
    subtypes: list[Literal["character", "construct", "via", "special_unit"]]
    copies: Copies
    actions: Annotated[int, msgspec.Meta(ge=1, le=4)]
    source: Source
    option: list[Printed] = []
    action: list[Printed] = []
    passive: list[CardHook] = []
    sources: Sources = {}


class CommandFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: list[CommandCard]


class ArmyCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    colour: Literal["crimson", "azure", "verdant", "gold", "purple"]
    set: Literal[2, 3, 4]
    full: bool
    source: Source
    cornicine: bool = False
    mounted: Literal["", "up", "down"] = ""


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    source: Source


class FieldSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[int, int]
    rows: tuple[int, int]
    source: Source


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    field: FieldSize
    colour: list[Colour]
    card: list[ArmyCard]


class EventCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    source: Source
    reveal: list[Effect] = []
    passive: list[EventHook] = []


class EventFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    event: list[EventCard]


class Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    need: Annotated[int, msgspec.Meta(ge=1, le=99)]
    points: Annotated[int, msgspec.Meta(ge=1, le=99)]


class ObjectiveCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    face: Literal["up", "down"]
    source: Source
    at_end: bool = False
    measure: Measure | Literal[""] = ""
    tiers: list[Tier] = []
    trigger: Literal["", "motivate", "opponent_failed_morale"] = ""
    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0


class ObjectiveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objective: list[ObjectiveCard]


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: Literal["crimson", "azure", "verdant", "gold", "purple"]
    effects: list[Effect]


class BattleCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    source: Source
    bonus: list[Bonus]
    sources: Sources = {}


class BattleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    battle: list[BattleCard]


class AllianceCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Id
    spaces: Annotated[int, msgspec.Meta(le=12)]
    action: list[Effect]
    source: Source
    side_a: list[Printed]
    side_b: list[Printed]
    sources: Sources = {}


class AllianceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    alliance: list[AllianceCard]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red_dice: int
    gray_dice: int
    hand: int
    battle_line: int
    general: int
    coins: int
    army_hand: int
    command_hand: int
    actions: dict[str, int]
    source: Source


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    blazons: int
    point_tokens: dict[str, int]
    coin_tokens: int
    banners: int
    action_tokens: int
    runners: int
    reference_cards: int
    first_player_tokens: int
    dice: dict[str, int]
    source: Source


class Basic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    source: Source
    cost: Cost = Cost()
    sources: Sources = {}


class LimitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    limits: Limits
    components: Components
    basic: list[Basic]
