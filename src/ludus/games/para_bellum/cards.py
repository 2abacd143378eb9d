"""What may be printed where: effects and prices that rules, bots and pages can carry out.

The schema says which fields an effect has; here is what its types cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.content import advise, demand
from ludus.core.toml_lines import Step
from ludus.games.para_bellum import schema
from ludus.games.para_bellum.ids import MAX_FACE

ALLIANCE: Final = "alliance"
BATTLE: Final = "battle"
ORDER: Final = "order"
CARD: Final = "card"
EVENT: Final = "event"
Wrong: TypeAlias = Callable[[schema.Effect, str, bool], str]


def check_effects(
    effects: Sequence[schema.Effect],
    place: str,
    path: Path,
    here: str,
    at: Sequence[Step],
    picked: bool = False,
) -> None:
    """Refuse effects that cannot be carried out at a place; `picked` below a roll to pick from."""
    demand(bool(effects), path, f"{here}: no effect", at)
    for number, effect in enumerate(effects):
        where = [*at, number]
        reason = misfit(effect, place, picked)
        name = effect.__struct_config__.tag
        demand(not reason, path, f"{here}, effect {number + 1} ({name}): {reason}", where)
        silent = _silent(effect)
        nothing = f"{here}, effect {number + 1} ({name}): no row for {silent}, so nothing happens"
        advise(not silent, path, nothing, where)
        for step, inner, below in _inner(effect):
            check_effects(inner, place, path, here, [*where, *step], picked or below)


def _silent(effect: schema.Effect) -> str:
    """The results of a die that stand in no row of its table."""
    rows = effect.table if isinstance(effect, schema.Roll) else []
    said = {face for row in rows for face in row.faces}
    return ", ".join(str(face) for face in range(1, MAX_FACE + 1) if rows and face not in said)


def _inner(
    effect: schema.Effect,
) -> Iterator[tuple[list[Step], Sequence[schema.Effect], bool]]:
    """The effects inside an effect, where they stand, and whether a result was picked for them."""
    if isinstance(effect, schema.Convert):
        yield ["effects"], effect.effects, False
    elif isinstance(effect, schema.Choose):
        for number, branch in enumerate(effect.of):
            yield ["of", number], branch, False
    elif isinstance(effect, schema.If):
        yield ["then"], effect.then, False
        if effect.els:
            yield ["els"], effect.els, False
    elif isinstance(effect, schema.Roll):
        for number, row in enumerate(effect.table):
            yield ["table", number, "effects"], row.effects, False
        if effect.then:
            yield ["then"], effect.then, True


def misfit(effect: schema.Effect, place: str, picked: bool) -> str:
    """Why an effect cannot be carried out at a place, or nothing."""
    allied = {getattr(effect, "who", ""), getattr(effect, "to", "")} & {"ally", "both"}
    if (allied or isinstance(effect, schema.Give)) and place != ALLIANCE:
        return "only alliances, which are for teams, can speak of an ally"
    if getattr(effect, "scope", "") == "last_legion" and place != BATTLE:
        return "only a Battle Bonus knows the last Legion"
    own = OWN.get(type(effect))
    return "" if own is None else own(effect, place, picked)


def _gain(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.Gain)
    if (effect.what == "banner") != bool(effect.banner):
        return "a banner is named where one is gained, and nowhere else"
    if effect.what == "banner" and effect.who != "self":
        return "a banner is gained by the player who acts"
    return ""


def _mod(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.Mod)
    if effect.by_roll == bool(effect.n):
        return "a die changes by `n`, not 0, or by the roll"
    if effect.by_roll and not picked:
        return "`by_roll` stands in the `then` of a roll"
    if effect.which == "highest" and effect.die != "k":
        return 'the highest die is a gray one: die = "k"'
    return _chooser(effect.chooser, effect.who)


def _chooser(chooser: str, who: str) -> str:
    return "" if chooser == "self" or who == "target" else "a target that chooses must be there"


def _reroll(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.Reroll)
    if effect.die == "b":
        return "the General die is not rolled"
    return _chooser(effect.chooser, effect.who)


def _lose_die(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.LoseDie)
    if effect.die in ("b", "any"):
        return 'the General die cannot be lost: die = "k" or "r"'
    if effect.match and not picked:
        return "`match` stands in the `then` of a roll"
    return _chooser(effect.chooser, effect.who)


def _set_die(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.SetDie)
    return "" if effect.die in ("k", "r") else 'it copies a gray or red die: die = "k" or "r"'


def _add_die(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.AddDie)
    return "" if effect.die in ("k", "r") else 'a gray or red die comes back: die = "k" or "r"'


def _in_play(effect: schema.Effect, place: str, picked: bool) -> str:
    return "an Order is never in play" if getattr(effect, "filter", "") == "order" else ""


def _this_morale(effect: schema.Effect, place: str, picked: bool) -> str:
    return "" if place == BATTLE else "only a Battle Bonus has a Morale test of its own"


def _play_free(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.PlayFree)
    return "name an Order or a subtype as its filter" if effect.filter == "any" else ""


def _coin_move(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.CoinMove)
    return "coins go to somebody else" if effect.source == effect.to else ""


def _choose(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.Choose)
    return "" if 2 <= len(effect.of) <= 4 else "there must be two to four branches"


def _roll(effect: schema.Effect, place: str, picked: bool) -> str:
    assert isinstance(effect, schema.Roll)
    if bool(effect.table) == bool(effect.then):
        return "a roll has a table or a `then`"
    if effect.table and effect.n != 1:
        return "a table is for one die"
    faces = sorted(face for row in effect.table for face in row.faces)
    if len(set(faces)) != len(faces):
        return f"each face of 1 to {MAX_FACE} stands in one row of the table"
    return ""


OWN: Final[dict[type[schema.Op], Wrong]] = {
    schema.Gain: _gain,
    schema.Mod: _mod,
    schema.Reroll: _reroll,
    schema.LoseDie: _lose_die,
    schema.SetDie: _set_die,
    schema.AddDie: _add_die,
    schema.Disable: _in_play,
    schema.DiscardPerm: _in_play,
    schema.Enable: _in_play,
    schema.ThisMorale: _this_morale,
    schema.PlayFree: _play_free,
    schema.CoinMove: _coin_move,
    schema.Choose: _choose,
    schema.Roll: _roll,
}


def check_costs(costs: Sequence[schema.Cost], path: Path, here: str, at: Sequence[Step]) -> None:
    """Refuse a price that asks for nothing, and more alternatives than can be offered."""
    demand(len(costs) <= 4, path, f"{here}: at most four ways to pay", at)
    for number, cost in enumerate(costs):
        asks = cost.b or cost.r or cost.k or cost.banner or cost.coin or cost.actions
        asked = bool(asks or cost.requires_coin)
        demand(asked, path, f"{here}, price {number + 1}: it asks for nothing", [*at, number])
        twice = cost in costs[:number]
        demand(not twice, path, f"{here}, price {number + 1}: it stands there twice", [*at, number])
        fits = cost.b < MAX_FACE
        demand(fits, path, f"{here}, price {number + 1}: the General keeps 1", [*at, number])
