"""Units and stratagems as cards, for trays and battles."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.models import Card, Meter, bits_of
from ludus.core.text import Sentence
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.names import BASE, hex_id, marker_id, pick_id, pile_id
from ludus.games.agricola.face.stacks import foremost, pace, summed
from ludus.games.agricola.face.symbols import unit_icon
from ludus.games.agricola.ids import ROMAN
from ludus.games.agricola.mechanics import strength

NARROW = 9
"""So many letters fit below a counter."""
WHERE_PLAYED = {
    ROMAN: ("march", "points", "march", "battle", "battle", "any", "march"),
    1: ("points", "battle", "any", "recruit", "battle", "any", "march"),
}
"""When each marker can be played, by side and marker: the key of the words."""


def unit_card(
    context: Context,
    side: int,
    unit: int,
    cost: Sentence = (),
    key: str = "",
    told: int | None = None,
) -> Card:
    """A counter: name, type, strength, movement, and whether it is an elite.

    With a key of its own it is only shown; else it stands for the unit and can be picked. `told` is
    the strength that it had at the time that is told of; without it, it is shown as it is now.
    """
    names, words = context.names, context.words
    info = names.info(side, unit)
    muster = names.contents.musters[side]
    worn = context.view.disrupted[side] if told is None else 0
    value = strength(muster, unit, worn) if told is None else told
    name = names.unit(side, unit) if told is None else names.bare(side, unit)
    meters = [
        Meter("strength", "", words.text("meter.strength"), value),
        Meter("move", "", words.text("meter.move"), info.move, shown=pace(muster, [unit])),
    ]
    if info.elite:
        meters.append(Meter("elite", "", words.text("meter.elite"), 1, shown="+"))
    return Card(
        key or pick_id(unit),
        names.short(side, unit),
        kind=f"{name}, {names.type(side, unit)}",
        icon=unit_icon(info.type),
        band=f"seat-{side ^ context.view.flip}",
        cost=cost,
        meters=tuple(meters),
        face="worn" if worn >> unit & 1 else "up",
        places=() if key else (pick_id(unit),),
        about=f"unit-{side}-{unit}",
        shape="counter",
    )


def pile_card(context: Context, side: int, place: int, pile: Sequence[int]) -> Card:
    """A whole stack as one counter: who leads it, how strong it is, how fast, and where it is."""
    names, words = context.names, context.words
    muster = names.contents.musters[side]
    worn = context.view.disrupted[side]
    top = foremost(muster, pile)
    total, least = summed(muster, worn, pile)
    meters = (
        Meter("strength", "", words.text("meter.strength"), int(total)),
        Meter("move", "", words.text("meter.move"), 0, shown=least),
    )
    where = names.short_name(place)
    return Card(
        pile_id(place),
        names.short(side, top),
        kind=words.text("tray.stack", place=names.place_name(place), n=len(pile)),
        icon=unit_icon(names.info(side, top).type),
        band=f"seat-{side ^ context.view.flip}",
        cost=bits_of(where if len(where) <= NARROW else context.board.ids[place]),
        meters=meters,
        face="worn" if any(worn >> unit & 1 for unit in pile) else "up",
        places=(pile_id(place),),
        about=hex_id(place),
        shape="counter",
    )


def marker_card(context: Context, side: int, kind: int) -> Card:
    """A held stratagem: what it does, and when it can be played."""
    names, words = context.names, context.words
    when = WHERE_PLAYED[side][kind]
    return Card(
        marker_id(kind),
        names.marker(side, kind),
        icon="stratagem",
        band=f"seat-{side ^ context.view.flip}",
        body=words.say("hint.marker", text=names.marker_text(side, kind, context.target(side))),
        foot=words.say(f"when.{when}"),
        places=(marker_id(kind),),
    )


def base_card(context: Context) -> Card:
    """Britannia, which lies off the map, as a counter: who is there."""
    names, words, view = context.names, context.words, context.view
    place = context.board.britannia
    muster = names.contents.musters[ROMAN]
    here = [unit for unit, spot in enumerate(view.at[ROMAN]) if spot == place]
    veiled = place in view.veiled[ROMAN]
    total = summed(muster, view.disrupted[ROMAN], here)[0]
    count = "?" if veiled else str(len(here))
    return Card(
        BASE,
        names.place_name(place),
        icon="fortress",
        band=f"seat-{ROMAN ^ view.flip}",
        cost=words.say("tray.base_veiled") if veiled else words.say("tray.in_base", n=len(here)),
        meters=(
            Meter("strength", "", words.text("meter.strength"), 0, shown="?" if veiled else total),
            Meter("units", "", words.text("meter.units"), len(here), shown=count),
        ),
        places=(BASE,),
        shape="counter",
    )
