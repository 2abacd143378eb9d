"""Loads a content pack, rejects one that contradicts the rulebook, and compiles it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from ludus.core.content import Pack, advise, demand
from ludus.core.pack_words import Needed
from ludus.core.toml_lines import Step
from ludus.games.para_bellum import schema
from ludus.games.para_bellum.board import COLUMNS, LEFTMOST, LOWEST, ROWS
from ludus.games.para_bellum.cards import (
    ALLIANCE,
    BATTLE,
    CARD,
    EVENT,
    check_costs,
    check_effects,
)
from ludus.games.para_bellum.catalog import (
    AllianceKind,
    ArmyKind,
    BattleKind,
    Catalog,
    CommandKind,
    EventKind,
    Hook,
    ObjectiveKind,
    Printed,
)
from ludus.games.para_bellum.ids import (
    COLOUR_IDS,
    FILTERS,
    HAND_LIMIT,
    LINE,
    MAX_FACE,
    MAX_GRAYS,
    MAX_REDS,
    MEASURES,
    NONE,
    ORDER,
    PERMANENT,
    TRIGGERS,
    TYPES,
    UNIT,
)
from ludus.games.para_bellum.primitives import names_target, price_of, program_of

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
LEAST_EACH = 5
"""Army cards for each player: two in hand, and some to draw."""
KINDS = {ORDER: 10, PERMANENT: 10, UNIT: 2}
COMMAND_CARDS = 47
LEAST_COMMANDS = 16
"""The Battle Line, two picks for each of four players, and a deck."""
MOST_KINDS = 60
LEAST_OBJECTIVES = 10
"""Two for each of four players to choose from, and one that each team shares."""
PRINTED_WORDS = ("card", "omen", "objective", "battle", "alliance")
"""The families of words with a key for each card."""
BASICS = {
    "command": schema.Cost(),
    "deploy": schema.Cost(),
    "muster": schema.Cost(b=1),
    "empower": schema.Cost(b=1),
    "consult": schema.Cost(r=1),
    "motivate": schema.Cost(r=1, coin_allowed=False),
    "requisition": schema.Cost(),
}


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
        fixed = f"basic {name}: its cost must be that of the built-in pack"
        demand(cost == BASICS[name], path, fixed)


def _load_army(catalog: Catalog, file: schema.ArmyFile, path: Path) -> None:
    field = file.field
    right = ((LEFTMOST, LEFTMOST + COLUMNS - 1), (LOWEST, LOWEST + ROWS - 1))
    demand((field.columns, field.rows) == right, path, f"field must be {right[0]} by {right[1]}")
    colours = [colour.id for colour in file.colour]
    demand(colours == list(COLOUR_IDS), path, f"the colours must be {COLOUR_IDS}, not {colours}")
    _unique([card.id for card in file.card], path)
    for players, size in DECK_SIZES.items():
        found = sum(1 for card in file.card if card.set <= players)
        enough = found >= LEAST_EACH * players
        demand(enough, path, f"card: {found} for {players} players, at least {LEAST_EACH} each")
        advise(found == size, path, f"card: {found} for {players} players, the box has {size}")
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
    demand(copies >= LEAST_COMMANDS, path, f"card: {copies} in all, at least {LEAST_COMMANDS}")
    advise(copies == COMMAND_CARDS, path, f"card: {copies} in all, the box has {COMMAND_CARDS}")
    demand(len(file.card) <= MOST_KINDS, path, f"card: at most {MOST_KINDS} kinds")
    found = Counter(TYPES.index(card.type) for card in file.card)
    usual = "the box has 10 Orders, 10 Permanents, 2 Special Units"
    advise(dict(found) == KINDS, path, f"card: {usual}")
    order = [TYPES.index(card.type) for card in file.card]
    demand(order == sorted(order), path, "Orders come first, then Permanents, then Special Units")
    for number, card in enumerate(file.card):
        check_command(card, number, path)
        catalog.owner = f"card.{card.id}"
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


def check_command(card: schema.CommandCard, number: int, path: Path) -> None:
    """What the rulebook says about each type of command card."""
    here = f"card {card.id}"
    for kind, parts in (("option", card.option), ("action", card.action)):
        for index, part in enumerate(parts):
            place = f"{here}, {kind} {index + 1}"
            at: list[Step] = ["card", number, kind, index]
            check_effects(part.effects, CARD, path, place, [*at, "effects"])
            check_costs(part.cost, path, place, [*at, "cost"])
    for index, hook in enumerate(card.passive):
        if isinstance(hook, schema.ActionPhaseStart):
            at = ["card", number, "passive", index, "effects"]
            check_effects(hook.effects, CARD, path, here, at)
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
    usual = f"{here}: a card of its kind costs {1 + extra} to play, not {card.actions}"
    advise(card.actions == 1 + extra, path, usual)


def _hook(catalog: Catalog, hook: schema.CardHook, bit: int) -> None:
    name = hook.__struct_config__.tag
    assert isinstance(name, str)
    entry = getattr(catalog.hooks, name)
    assert isinstance(entry, Hook)
    entry.kinds |= bit
    value = 0
    if isinstance(hook, schema.ActionPhaseStart):
        value = program_of(catalog, hook.effects)
    elif isinstance(hook, schema.DrawPhase):
        value = hook.look
    elif isinstance(hook, schema.PreventLoss):
        value = hook.instead
    elif not isinstance(hook, schema.MotivateHook):
        value = hook.value
    entry.given.append((bit, value))


def _load_events(catalog: Catalog, file: schema.EventFile, path: Path) -> None:
    _unique([event.id for event in file.event], path)
    count = len(file.event)
    demand(1 <= count <= MOST_KINDS, path, f"event: {count}, there must be 1 to {MOST_KINDS}")
    advise(count == 12, path, f"event: {count}, the box has 12")
    for number, card in enumerate(file.event):
        here = f"event {card.id}"
        acts = bool(card.reveal or card.passive)
        demand(acts, path, f"{here}: it acts when turned up or for the round")
        if card.reveal:
            check_effects(card.reveal, EVENT, path, here, ["event", number, "reveal"])
        for index, hook in enumerate(card.passive):
            if isinstance(hook, schema.OnCompleteLegion):
                at: list[Step] = ["event", number, "passive", index, "effects"]
                check_effects(hook.effects, EVENT, path, here, at)
        catalog.owner = f"omen.{card.id}"
        event = EventKind(card.id)
        if card.reveal:
            event.reveal = program_of(catalog, card.reveal)
        legion: list[schema.Effect] = []
        for hook in card.passive:
            if isinstance(hook, schema.OnCompleteLegion):
                legion += hook.effects
            else:
                _event_hook(catalog, hook, event)
        if legion:
            event.legion = program_of(catalog, legion)
        catalog.events.append(event)


def _event_hook(catalog: Catalog, hook: schema.EventHook, event: EventKind) -> None:
    """Change one rule; several changes of one event go together."""
    if isinstance(hook, schema.ActionsPerTurn):
        event.actions += hook.value
    elif isinstance(hook, schema.ForbidAction):
        event.no_motivate = True
    elif isinstance(hook, schema.BasicCost):
        event.cheap_muster = event.cheap_muster or hook.action == "muster"
        event.cheap_consult = event.cheap_consult or hook.action == "consult"
    elif isinstance(hook, schema.NewGrayRoll):
        event.rolls = max(event.rolls, hook.rolls)
        event.cap = min(event.cap, hook.cap)
    elif isinstance(hook, schema.ExtraArmyPlay):
        event.march = True
    elif isinstance(hook, schema.MoraleRoll):
        event.morale += hook.value


def _load_objectives(catalog: Catalog, file: schema.ObjectiveFile, pack: Pack) -> None:
    path = pack.path("objectives.toml")
    _unique([card.id for card in file.objective], path)
    count = len(file.objective)
    enough = LEAST_OBJECTIVES <= count <= MOST_KINDS
    demand(enough, path, f"objective: {count}, there must be {LEAST_OBJECTIVES} to {MOST_KINDS}")
    advise(count == 12, path, f"objective: {count}, the box has 12")
    for card in file.objective:
        here = f"objective {card.id}"
        demand(bool(card.trigger) != bool(card.measure), path, f"{here}: a measure or a trigger")
        demand(bool(card.measure) == bool(card.tiers), path, f"{here}: a measure needs tiers")
        tiers = [(tier.need, tier.points) for tier in card.tiers]
        rising = all(a < c and b < d for (a, b), (c, d) in pairwise(tiers))
        demand(rising, path, f"{here}: the tiers must rise")
        open_ = card.face == "up" or not card.trigger
        demand(open_, path, f'{here}: what pays each time is open: face = "up"')
        pays = bool(card.trigger) == bool(card.points)
        demand(pays, path, f"{here}: points are for a trigger, and tiers for a measure")
        demand(not card.at_end or bool(card.measure), path, f"{here}: a trigger is not at the end")
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
    demand(len(file.battle) >= 1, path, "battle: there must be one")
    advise(len(file.battle) == 3, path, f"battle: {len(file.battle)}, the box has 3")
    for number, card in enumerate(file.battle):
        for index, bonus in enumerate(card.bonus):
            here = f"battle {card.id}, {bonus.colour}"
            at: list[Step] = ["battle", number, "bonus", index, "effects"]
            check_effects(bonus.effects, BATTLE, path, here, at)
        catalog.owner = f"battle.{card.id}"
        colours = [bonus.colour for bonus in card.bonus]
        demand(
            colours == list(COLOUR_IDS), path, f"battle {card.id}: a bonus for each of {COLOUR_IDS}"
        )
        programs = [program_of(catalog, bonus.effects) for bonus in card.bonus]
        catalog.battles.append(BattleKind(card.id, programs))


def _load_alliances(catalog: Catalog, file: schema.AllianceFile, pack: Pack) -> None:
    path = pack.path("alliances.toml")
    _unique([card.id for card in file.alliance], path)
    count = len(file.alliance)
    demand(count >= 2, path, f"alliance: {count}, there must be one for each team")
    advise(count == 3, path, f"alliance: {count}, the box has 3")
    for number, card in enumerate(file.alliance):
        here = f"alliance {card.id}"
        catalog.owner = f"alliance.{card.id}"
        check_effects(card.action, ALLIANCE, path, here, ["alliance", number, "action"])
        for name, printed in (("side_a", card.side_a), ("side_b", card.side_b)):
            for index, part in enumerate(printed):
                at: list[Step] = ["alliance", number, name, index, "effects"]
                check_effects(part.effects, ALLIANCE, path, f"{here}, {name}", at)
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


# Words -------------------------------------------------------------------------------------------


def words_of(catalog: Catalog) -> list[Needed]:
    """The words without which some card could not be shown."""
    return [*_card_words(catalog), *_other_words(catalog), *_branch_words(catalog)]


def _card_words(catalog: Catalog) -> Iterator[Needed]:
    for kind in catalog.commands:
        keys = ["name"]
        numbers = range(len(kind.printed))
        if kind.type == ORDER:
            keys += [f"option.{number}" for number in numbers]
        else:
            keys += ["text", *(f"use.{number}" for number in numbers)]
        for key in keys:
            yield Needed(f"card.{kind.id}.{key}", "command.toml", f"card {kind.id}")


def _other_words(catalog: Catalog) -> Iterator[Needed]:
    for key in ("name", "text"):
        for event in catalog.events:
            yield Needed(f"omen.{event.id}.{key}", "events.toml", f"event {event.id}")
        for goal in catalog.objectives:
            yield Needed(f"objective.{goal.id}.{key}", "objectives.toml", f"objective {goal.id}")
    for battle in catalog.battles:
        keys = ["name", "text"]
        keys += [
            f"{part}.{colour}" for part in ("bonus", "effect", "short") for colour in COLOUR_IDS
        ]
        for key in keys:
            yield Needed(f"battle.{battle.id}.{key}", "battles.toml", f"battle {battle.id}")
    for alliance in catalog.alliances:
        keys = ["name", "action"]
        keys += [f"side.{side}.{number}" for side in range(2) for number in range(2)]
        for key in keys:
            where = f"alliance.{alliance.id}.{key}"
            yield Needed(where, "alliances.toml", f"alliance {alliance.id}")


FILES = {
    "card": "command.toml",
    "omen": "events.toml",
    "battle": "battles.toml",
    "alliance": "alliances.toml",
}


def _branch_words(catalog: Catalog) -> Iterator[Needed]:
    for keys in catalog.branches.values():
        for key in keys:
            family, name, _ = key.split(".", 2)
            item = "event" if family == "omen" else family
            yield Needed(key, FILES[family], f"{item} {name}")
