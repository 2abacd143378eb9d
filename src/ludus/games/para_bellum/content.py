"""Loads a content pack, rejects one that contradicts the rulebook, and compiles it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from ludus.core.content import Pack, demand
from ludus.games.para_bellum import schema
from ludus.games.para_bellum.board import COLUMNS, LEFTMOST, LOWEST, ROWS
from ludus.games.para_bellum.catalog import (
    AllianceKind,
    ArmyKind,
    BattleKind,
    Catalog,
    CommandKind,
    Effect,
    EventKind,
    Hook,
    ObjectiveKind,
    Price,
    Printed,
)
from ludus.games.para_bellum.ids import (
    BANNER_IDS,
    COLOUR_IDS,
    CONDITIONS,
    DIE_MASKS,
    FILTERS,
    GRAY_BANNERS,
    HAND_LIMIT,
    LINE,
    MAX_FACE,
    MAX_GRAYS,
    MAX_REDS,
    MEASURES,
    NONE,
    OPS,
    ORDER,
    PERMANENT,
    SELF,
    TARGET,
    TRIGGERS,
    TYPES,
    UNIT,
    WHAT,
    WHICH,
    WHO,
)

RULES_FILES = (
    "limits.toml",
    "army.toml",
    "command.toml",
    "events.toml",
    "objectives.toml",
    "battles.toml",
    "alliances.toml",
)
DECK_SIZES = {2: 25, 3: 40, 4: 55}
KINDS = {ORDER: 10, PERMANENT: 10, UNIT: 2}
BASICS = {
    "command": schema.Cost(),
    "deploy": schema.Cost(),
    "muster": schema.Cost(b=1),
    "empower": schema.Cost(b=1),
    "consult": schema.Cost(r=1),
    "motivate": schema.Cost(r=1, coin_allowed=False),
    "requisition": schema.Cost(),
}

Compile: TypeAlias = Callable[[Catalog, schema.Effect, Effect], None]


def load_catalog(pack: Pack) -> Catalog:
    """All cards, checked and compiled."""
    catalog = Catalog()
    check_limits(pack.read("limits.toml", schema.LimitsFile), pack.path("limits.toml"))
    _load_army(catalog, pack.read("army.toml", schema.ArmyFile), pack.path("army.toml"))
    _load_commands(catalog, pack.read("command.toml", schema.CommandFile), pack)
    _load_events(catalog, pack.read("events.toml", schema.EventFile), pack.path("events.toml"))
    _load_objectives(catalog, pack.read("objectives.toml", schema.ObjectiveFile), pack)
    _load_battles(catalog, pack.read("battles.toml", schema.BattleFile), pack.path("battles.toml"))
    _load_alliances(catalog, pack.read("alliances.toml", schema.AllianceFile), pack)
    catalog.consult = price_of(catalog, [BASICS["consult"]])
    empower = program_of(catalog, [schema.Mod(die="r", n=2)])
    catalog.empower = catalog.programs[empower][0].number
    return catalog


# Effects -----------------------------------------------------------------------------------------


def program_of(catalog: Catalog, effects: Sequence[schema.Effect]) -> int:
    """Compile an effect list; its number."""
    compiled = tuple(_effect(catalog, effect) for effect in effects)
    catalog.programs.append(compiled)
    return len(catalog.programs) - 1


def _effect(catalog: Catalog, source: schema.Effect) -> Effect:
    name = source.__struct_config__.tag
    assert isinstance(name, str)
    effect = Effect(len(catalog.effects), OPS.index(name))
    catalog.effects.append(effect)
    who = getattr(source, "who", "self")
    effect.who = WHO.index(who)
    if isinstance(source, (schema.Mod, schema.Reroll, schema.LoseDie)):
        effect.chooser = TARGET if source.chooser == "target" else SELF
    if isinstance(
        source, (schema.Mod, schema.Reroll, schema.LoseDie, schema.SetDie, schema.AddDie)
    ):
        effect.die = DIE_MASKS[source.die]
    if isinstance(
        source, (schema.Disable, schema.DiscardPerm, schema.Enable, schema.PlayFree, schema.Draw)
    ):
        effect.filter = FILTERS.index(source.filter)
    compile_own = OWN_FIELDS.get(type(source))
    if compile_own is not None:
        compile_own(catalog, source, effect)
    return effect


def _gain(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Gain)
    effect.what = WHAT.index(source.what)
    effect.n = source.n
    effect.last_legion = source.scope == "last_legion"
    if source.banner == "any_gray":
        effect.banners = GRAY_BANNERS
    elif source.banner:
        effect.banners = 1 << BANNER_IDS.index(source.banner)


def _draw(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Draw)
    effect.what = WHAT.index(source.what)
    effect.n = source.n


def _mod(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Mod)
    effect.n = source.n
    effect.by_roll = source.by_roll
    effect.count = source.count
    effect.up_to = source.up_to
    effect.which = WHICH.index(source.which)
    effect.last_legion = source.scope == "last_legion"
    effect.floor = source.min


def _reroll(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Reroll)
    effect.count = source.count


def _lose(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.LoseDie)
    effect.match = source.match == "picked"


def _add(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.AddDie)
    effect.n = source.value


def _morale(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, (schema.Morale, schema.ThisMorale))
    effect.n = source.plus


def _coin_move(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.CoinMove)
    effect.source = WHO.index(source.source)
    effect.who = WHO.index(source.to)
    effect.n = source.n


def _give(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Give)
    effect.what = WHAT.index(source.what)


def _convert(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Convert)
    effect.per = source.per
    effect.branches = (program_of(catalog, source.effects),)


def _choose(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.Choose)
    effect.branches = tuple(program_of(catalog, effects) for effects in source.of)


def _if(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    assert isinstance(source, schema.If)
    effect.condition = CONDITIONS.index(source.cond)
    effect.filter = FILTERS.index(source.card)
    effect.branches = (program_of(catalog, source.then), program_of(catalog, source.els))


def _roll(catalog: Catalog, source: schema.Effect, effect: Effect) -> None:
    """One die with a table gives a program per face; several dice give one to pick a result for."""
    assert isinstance(source, schema.Roll)
    effect.count = source.n
    if source.table:
        by_face = {
            face: program
            for row in source.table
            for program in [program_of(catalog, row.effects)]
            for face in row.faces
        }
        effect.branches = tuple(by_face.get(face, NONE) for face in range(1, MAX_FACE + 1))
    else:
        effect.branches = (program_of(catalog, source.then),)


OWN_FIELDS: dict[type[schema.Op], Compile] = {
    schema.Gain: _gain,
    schema.Draw: _draw,
    schema.Mod: _mod,
    schema.Reroll: _reroll,
    schema.LoseDie: _lose,
    schema.AddDie: _add,
    schema.Morale: _morale,
    schema.ThisMorale: _morale,
    schema.CoinMove: _coin_move,
    schema.Give: _give,
    schema.Convert: _convert,
    schema.Choose: _choose,
    schema.If: _if,
    schema.Roll: _roll,
}


def names_target(catalog: Catalog, program: int) -> bool:
    """Whether a program, or one inside it, is for one opponent."""
    return any(
        TARGET in (effect.who, effect.source)
        or any(branch != NONE and names_target(catalog, branch) for branch in effect.branches)
        for effect in catalog.programs[program]
    )


# Prices ------------------------------------------------------------------------------------------


def price_of(catalog: Catalog, costs: Sequence[schema.Cost]) -> int:
    """Compile alternatives of a price; its number."""
    if not costs:
        return 0
    ways: list[tuple[int, int, int]] = []
    alone = NONE
    for cost in costs:
        banner = BANNER_IDS.index(cost.banner) if cost.banner else NONE
        if cost.r:
            ways.append((DIE_MASKS["r"], cost.r, banner))
        elif cost.k:
            ways.append((DIE_MASKS["k"], cost.k, banner))
        else:
            alone = banner
    first = costs[0]
    catalog.prices.append(Price(ways, alone, first.coin, first.requires_coin))
    return len(catalog.prices) - 1


# Files -------------------------------------------------------------------------------------------


def check_limits(file: schema.LimitsFile, path: Path) -> None:
    """The list of components, the maxima and the basic actions, as the rulebook has them."""
    limits = file.limits
    right = {
        "red_dice": MAX_REDS,
        "gray_dice": MAX_GRAYS,
        "hand": HAND_LIMIT,
        "battle_line": LINE,
        "general": MAX_FACE,
        "coins": 2,
        "army_hand": 2,
        "command_hand": 2,
        "actions": {"2": 3, "3": 3, "4": 2},
    }
    for name, value in right.items():
        found = getattr(limits, name)
        demand(found == value, path, f"limits.{name} must be {value}, not {found}")
    pieces = file.components
    right = {
        "blazons": 20,
        "point_tokens": {"1": 10, "3": 10, "5": 10},
        "coin_tokens": 20,
        "banners": 24,
        "action_tokens": 16,
        "runners": 4,
        "reference_cards": 4,
        "first_player_tokens": 1,
        "dice": {"blue": 4, "red": 20, "gray": 40},
    }
    for name, value in right.items():
        found = getattr(pieces, name)
        demand(found == value, path, f"components.{name} must be {value}, not {found}")
    costs = {basic.id: basic.cost for basic in file.basic}
    demand(list(costs) == list(BASICS), path, f"the basic actions must be {list(BASICS)}")
    for name, cost in costs.items():
        demand(cost == BASICS[name], path, f"basic {name}: its cost must be {BASICS[name]}")


def _load_army(catalog: Catalog, file: schema.ArmyFile, path: Path) -> None:
    field = file.field
    right = ((LEFTMOST, LEFTMOST + COLUMNS - 1), (LOWEST, LOWEST + ROWS - 1))
    demand((field.columns, field.rows) == right, path, f"field must be {right[0]} by {right[1]}")
    colours = [colour.id for colour in file.colour]
    demand(colours == list(COLOUR_IDS), path, f"the colours must be {COLOUR_IDS}, not {colours}")
    _unique([card.id for card in file.card], path)
    for players, size in DECK_SIZES.items():
        found = sum(1 for card in file.card if card.set <= players)
        demand(found == size, path, f"{found} cards for {players} players, there must be {size}")
    looks: dict[tuple[int, bool, bool, int], ArmyKind] = {}
    for card in file.card:
        demand(
            not (card.cornicine and card.mounted),
            path,
            f"card {card.id}: a cornicine and a commander cannot both be in the middle",
        )
        colour = COLOUR_IDS.index(card.colour)
        mounted = {"": 0, "up": 1, "down": -1}[card.mounted]
        look = (colour, card.full, card.cornicine, mounted)
        if look not in looks:
            looks[look] = ArmyKind(_look_id(card), *look)
        for players in DECK_SIZES:
            looks[look].copies[players] += card.set <= players
    catalog.army = [looks[look] for look in sorted(looks)]
    catalog.deck_kinds = len(catalog.army)
    for colour, name in enumerate(COLOUR_IDS):
        ordinary = any(k.colour == colour and not k.full for k in looks.values())
        demand(ordinary, path, f"{name}: no ordinary card, so no Legion could ever be completed")
        catalog.army.append(ArmyKind(f"{name}-start", colour, False, False, 0))


def _look_id(card: schema.ArmyCard) -> str:
    parts = [card.colour, "full" if card.full else "ordinary"]
    if card.cornicine:
        parts.append("cornicine")
    if card.mounted:
        parts.append(card.mounted)
    return "-".join(parts)


def _unique(ids: Sequence[str], path: Path) -> None:
    for name, count in Counter(ids).items():
        demand(count == 1, path, f"{count} cards have the id {name!r}")


def _load_commands(catalog: Catalog, file: schema.CommandFile, pack: Pack) -> None:
    path = pack.path("command.toml")
    _unique([card.id for card in file.card], path)
    copies = sum(card.copies for card in file.card)
    demand(copies == 47, path, f"{copies} cards, there must be 47")
    found = Counter(TYPES.index(card.type) for card in file.card)
    demand(dict(found) == KINDS, path, "there must be 10 Orders, 10 Permanents, 2 Special Units")
    order = [TYPES.index(card.type) for card in file.card]
    demand(order == sorted(order), path, "Orders come first, then Permanents, then Special Units")
    for number, card in enumerate(file.card):
        check_command(card, path)
        subtypes = sum(1 << FILTERS.index(subtype) for subtype in card.subtypes)
        printed: list[Printed] = []
        for part in [*card.option, *card.action]:
            program = program_of(catalog, part.effects)
            price = price_of(catalog, part.cost)
            printed.append(Printed(price, program, names_target(catalog, program)))
        kind = TYPES.index(card.type)
        catalog.commands.append(
            CommandKind(card.id, kind, subtypes, card.copies, card.actions, printed)
        )
        for subtype in card.subtypes:
            catalog.filter[FILTERS.index(subtype)] |= 1 << number
        if card.type == "order":
            catalog.filter[FILTERS.index("order")] |= 1 << number
        catalog.filter[FILTERS.index("any")] |= 1 << number
        for hook in card.passive:
            _hook(catalog, hook, 1 << number)


def check_command(card: schema.CommandCard, path: Path) -> None:
    """What the rulebook says about each type of command card."""
    here = f"card {card.id}"
    if card.type == "order":
        demand(1 <= len(card.option) <= 2, path, f"{here}: an Order has one option or two")
        demand(not card.action and not card.passive, path, f"{here}: an Order does not stay")
        demand(not card.subtypes, path, f"{here}: an Order has no subtype")
    else:
        demand(not card.option, path, f"{here}: only Orders have options")
        demand(bool(card.action or card.passive), path, f"{here}: it must do something")
        demand(len(card.action) <= 2, path, f"{here}: at most two actions")
    unit = card.type == "special_unit"
    demand(unit == ("special_unit" in card.subtypes), path, f"{here}: type and subtypes disagree")
    extra = "construct" in card.subtypes
    demand(card.actions == 1 + extra, path, f"{here}: it must cost {1 + extra} actions to play")


def _hook(catalog: Catalog, hook: schema.CardHook, bit: int) -> None:
    name = hook.__struct_config__.tag
    assert isinstance(name, str)
    entry = getattr(catalog.hooks, name)
    assert isinstance(entry, Hook)
    entry.kinds |= bit
    if isinstance(hook, schema.ActionPhaseStart):
        entry.value = program_of(catalog, hook.effects)
    elif isinstance(hook, schema.DrawPhase):
        entry.value = hook.look
    elif isinstance(hook, schema.PreventLoss):
        entry.value = hook.instead
    elif not isinstance(hook, schema.MotivateHook):
        entry.value = hook.value


def _load_events(catalog: Catalog, file: schema.EventFile, path: Path) -> None:
    _unique([event.id for event in file.event], path)
    demand(len(file.event) == 12, path, f"{len(file.event)} events, there must be 12")
    for card in file.event:
        demand(
            bool(card.reveal) != bool(card.passive),
            path,
            f"event {card.id}: it acts when turned up or for the round, one of the two",
        )
        event = EventKind(card.id)
        if card.reveal:
            event.reveal = program_of(catalog, card.reveal)
        for hook in card.passive:
            _event_hook(catalog, hook, event)
        catalog.events.append(event)


def _event_hook(catalog: Catalog, hook: schema.EventHook, event: EventKind) -> None:
    if isinstance(hook, schema.ActionsPerTurn):
        event.actions = hook.value
    elif isinstance(hook, schema.ForbidAction):
        event.no_motivate = True
    elif isinstance(hook, schema.BasicCost):
        event.cheap_muster = hook.action == "muster"
        event.cheap_consult = hook.action == "consult"
    elif isinstance(hook, schema.NewGrayRoll):
        event.rolls = hook.rolls
        event.cap = hook.cap
    elif isinstance(hook, schema.ExtraArmyPlay):
        event.march = True
    elif isinstance(hook, schema.MoraleRoll):
        event.morale = hook.value
    else:
        event.legion = program_of(catalog, hook.effects)


def _load_objectives(catalog: Catalog, file: schema.ObjectiveFile, pack: Pack) -> None:
    path = pack.path("objectives.toml")
    _unique([card.id for card in file.objective], path)
    demand(len(file.objective) == 12, path, f"{len(file.objective)} objectives, not 12")
    for card in file.objective:
        here = f"objective {card.id}"
        demand(bool(card.trigger) != bool(card.measure), path, f"{here}: a measure or a trigger")
        demand(bool(card.measure) == bool(card.tiers), path, f"{here}: a measure needs tiers")
        tiers = [(tier.need, tier.points) for tier in card.tiers]
        demand(tiers == sorted(tiers), path, f"{here}: the tiers must rise")
        demand(
            (card.face == "up") == bool(card.trigger),
            path,
            f"{here}: what pays each time is open, what is met once is face down",
        )
        catalog.objectives.append(
            ObjectiveKind(
                card.id,
                card.face == "up",
                card.at_end,
                MEASURES.index(card.measure) if card.measure else NONE,
                tiers,
                TRIGGERS.index(card.trigger) if card.trigger else NONE,
                card.points,
            )
        )


def _load_battles(catalog: Catalog, file: schema.BattleFile, path: Path) -> None:
    _unique([card.id for card in file.battle], path)
    demand(len(file.battle) == 3, path, f"{len(file.battle)} battles, there must be 3")
    for card in file.battle:
        colours = [bonus.colour for bonus in card.bonus]
        demand(
            colours == list(COLOUR_IDS), path, f"battle {card.id}: a bonus for each of {COLOUR_IDS}"
        )
        programs = [program_of(catalog, bonus.effects) for bonus in card.bonus]
        catalog.battles.append(BattleKind(card.id, programs))


def _load_alliances(catalog: Catalog, file: schema.AllianceFile, pack: Pack) -> None:
    path = pack.path("alliances.toml")
    _unique([card.id for card in file.alliance], path)
    demand(len(file.alliance) == 3, path, f"{len(file.alliance)} alliances, there must be 3")
    for card in file.alliance:
        here = f"alliance {card.id}"
        demand(card.spaces >= 2, path, f"{here}: a track has a start and an end")
        for side in (card.side_a, card.side_b):
            demand(len(side) == 2, path, f"{here}: each side offers two effects")
            demand(not any(part.cost for part in side), path, f"{here}: a runner brings no price")
        catalog.alliances.append(
            AllianceKind(
                card.id,
                card.spaces,
                program_of(catalog, card.action),
                (
                    tuple(program_of(catalog, part.effects) for part in card.side_a),
                    tuple(program_of(catalog, part.effects) for part in card.side_b),
                ),
            )
        )
