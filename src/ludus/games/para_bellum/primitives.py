"""Compiles effects and prices, as `schema.py` reads them, to the numbers that rules use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.games.para_bellum import schema
from ludus.games.para_bellum.catalog import Catalog, Effect, Price
from ludus.games.para_bellum.ids import (
    BANNER_IDS,
    CONDITIONS,
    DIE_MASKS,
    FILTERS,
    GRAY_BANNERS,
    MAX_FACE,
    NONE,
    OPS,
    RED_BANNERS,
    SELF,
    TARGET,
    WHAT,
    WHICH,
    WHO,
)

Compile: TypeAlias = Callable[[Catalog, schema.Effect, Effect], None]


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
    catalog.branches[effect.number] = [_branch_words(catalog, effects) for effects in source.of]


def _branch_words(catalog: Catalog, effects: Sequence[schema.Effect]) -> str:
    """The key of a branch: by its first effect, with a number where a card has several of them."""
    name = f"{catalog.owner}.branch.{effects[0].__struct_config__.tag}"
    count = catalog.branch_names[name]
    catalog.branch_names[name] += 1
    return f"{name}{count + 1}" if count else name


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
    """Compile the alternatives of a price; its number.

    Alternatives that differ in the die alone are one question: which die. Others are asked for
    first, and then paid part by part.
    """
    if not costs:
        return 0
    if all(_one_die(cost) for cost in costs) and len({(c.r or c.k) for c in costs}) == 1:
        return _listed(catalog, Price([_dice(cost)[0] for cost in costs], NONE, 0, 0))
    if len(costs) == 1:
        return _whole(catalog, costs[0])
    price = Price((), NONE, 0, 0)
    price.choices = tuple(_whole(catalog, cost) for cost in costs)
    return _listed(catalog, price)


def _listed(catalog: Catalog, price: Price) -> int:
    catalog.prices.append(price)
    return len(catalog.prices) - 1


def _one_die(cost: schema.Cost) -> bool:
    """Whether a cost is nothing but pips off one die, for which coins can stand in."""
    other = cost.b or cost.coin or cost.requires_coin or cost.actions or not cost.coin_allowed
    dice = _dice(cost)
    bound = not cost.banner or (len(dice) == 1 and dice[0][2] != NONE)
    return not other and len(dice) == 1 and bound


def _dice(cost: schema.Cost) -> list[tuple[int, int, int]]:
    """The dice that a cost lowers: colour, pips, and the banner that the die must carry."""
    banner = BANNER_IDS.index(cost.banner) if cost.banner else NONE
    dice: list[tuple[int, int, int]] = []
    for letter, pips, fitting in (
        ("r", cost.r, RED_BANNERS),
        ("k", cost.k, GRAY_BANNERS),
        ("b", cost.b, 0),
    ):
        if pips:
            bound = banner != NONE and fitting >> banner & 1
            dice.append((DIE_MASKS[letter], pips, banner if bound else NONE))
    return dice


def _whole(catalog: Catalog, cost: schema.Cost) -> int:
    """One alternative with everything that it asks for."""
    dice = _dice(cost)
    bound = any(way[2] != NONE for way in dice)
    alone = BANNER_IDS.index(cost.banner) if cost.banner and not bound else NONE
    price = Price(dice if len(dice) == 1 else (), alone, cost.coin, cost.requires_coin)
    price.actions = cost.actions
    price.coinable = cost.coin_allowed and not cost.b
    if len(dice) > 1:
        parts: list[int] = []
        for way in dice:
            part = Price([way], NONE, 0, 0)
            part.coinable = cost.coin_allowed and way[0] != DIE_MASKS["b"]
            parts.append(_listed(catalog, part))
        price.parts = tuple(parts)
    return _listed(catalog, price)
