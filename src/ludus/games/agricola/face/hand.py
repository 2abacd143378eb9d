"""What a hand can take: units as picks, and the usual parts of a force by one button."""

from __future__ import annotations

from typing import Final

from ludus.core.models import Pick, Shortcut, Wish
from ludus.core.protocol import Decision
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import laid_out
from ludus.games.agricola.face.names import hex_id, pick_id
from ludus.games.agricola.face.quarters import row_id
from ludus.games.agricola.face.symbols import unit_icon
from ludus.games.agricola.mechanics import strength


def picks_of(
    context: Context, mask: int, taken: int = 0, gathered: Decision | None = None
) -> tuple[Pick, ...]:
    """Units to take. Those that are `gathered` from the map are also taken there, by the stack."""
    side = context.view.side
    muster, worn = context.names.contents.musters[side], context.view.disrupted[side]
    row = laid_out(context, gathered, mask)
    return tuple(
        Pick(
            str(unit),
            context.names.short(side, unit),
            unit_icon(context.names.info(side, unit).type),
            start=taken >> unit & 1,
            places=(pick_id(unit), *(_together(context, unit) if gathered else ())),
            figures=(str(strength(muster, unit, worn)), _pace(muster.move[unit])),
        )
        for unit in row
    )


def _together(context: Context, unit: int) -> tuple[str, ...]:
    """The stack of a unit: on the map, and as a line beside it."""
    place = context.view.at[context.view.side][unit]
    return (hex_id(place), row_id(place))


def _pace(move: int) -> str:
    """How far a unit goes, as its counter has it: ships go by dice, camps stay."""
    return str(move) if move > 0 else "~" if move < 0 else "\u2013"


def wanted(wish: Wish, mask: int) -> list[int]:
    """The units of a mask that a wish takes, in order; anything else in it is left aside."""
    return [unit for unit in units(mask) if wish.picks.get(str(unit), 0) > 0]


def taking(label: str, mask: int) -> Shortcut:
    return Shortcut(label, tuple((str(unit), 1) for unit in units(mask)))


def shortcuts_of(context: Context, mask: int) -> tuple[Shortcut, ...]:
    """Usual parts of a force: all, fighters, cavalry, leaders and legions, none."""
    muster = context.names.contents.musters[context.view.side]
    words = context.words
    horse = sum(1 << unit for unit in units(mask) if muster.move[unit] >= FAST)
    legions = mask & (muster.leaders | muster.legionaries)
    kinds = {
        "all": mask,
        "fighters": mask & ~muster.trains,
        "cavalry": horse & ~muster.leaders,
        "legions": legions if mask & muster.legionaries else 0,
    }
    found: list[Shortcut] = []
    seen: set[int] = set()
    for key, part in kinds.items():
        if part and part not in seen:
            seen.add(part)
            found.append(taking(words.text(f"shortcut.{key}"), part))
    found.append(Shortcut(words.text("shortcut.none"), ()))
    return tuple(found)


FAST: Final = 4
"""The movement of those who ride."""
