"""Which units a decision is about, and which of its options stands for a unit."""

from __future__ import annotations

from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import SET_DOWN, Context
from ludus.games.agricola.face.stacks import in_order, places_of
from ludus.games.agricola.ids import ROMAN
from ludus.games.agricola.mechanics import first_of, is_quartered, like

ONE_BY_ONE: Final = frozenset(("unit", "leave", "board", "land", "come", "reserve", "up", "hit"))
"""Options that each stand for a unit, and for all that are like it."""


def pool_of(context: Context, decision: Decision) -> int:
    """The units of the viewer that a decision is about."""
    view = context.view
    question = view.question
    if decision.prompt in SET_DOWN:
        return to_set_down(context, decision)
    pool = 0
    for option in decision.options:
        if option.verb in ONE_BY_ONE:
            pool |= twins(context, option.arg, _side_by_side(context, option))
    if question is not None and decision.prompt in ("march", "build", "concentrate"):
        pool |= question.mask
    elif decision.prompt in ("form", "sail", "land"):
        pool |= view.fleet | view.passengers
    return pool


def twins(context: Context, unit: int, among: int) -> int:
    """The units of a mask that an option for one of them stands for."""
    view = context.view
    muster = context.names.contents.musters[view.side]
    aboard = view.aboard if view.side == ROMAN else None
    return like(muster, unit, among, view.disrupted[view.side], aboard)


def _side_by_side(context: Context, option: Action) -> int:
    """Where an option's unit is, and who is with it."""
    view = context.view
    known = context.pool(view.side, option.verb)
    if known:
        return known
    at = view.at[view.side]
    mask = sum(1 << unit for unit, place in enumerate(at) if place == at[option.arg])
    question = view.question
    if option.verb == "come" and question is not None:
        mask &= ~question.mask
    if option.verb == "board":
        mask &= ~view.passengers
    return mask


def option_for(context: Context, decision: Decision, verb: str, unit: int) -> Action | None:
    """The option that stands for a unit now: its own, or that of one like it."""
    for option in decision.options:
        if option.verb != verb:
            continue
        if option.arg == unit:
            return option
    for option in decision.options:
        beside = _side_by_side(context, option) | 1 << unit if option.verb == verb else 0
        if beside and twins(context, option.arg, beside) >> unit & 1:
            return option
    return None


def to_set_down(context: Context, decision: Decision) -> int:
    """The viewer's units that such a decision is about."""
    return homeless(context) if decision.prompt == "winter" else waiting(context)


def laid_out(context: Context, decision: Decision | None, mask: int) -> list[int]:
    """Units as they lie below the map: leaders, then by type; those on their way stack by stack."""
    muster = context.names.contents.musters[context.view.side]
    row = in_order(muster, units(mask))
    if decision is None or decision.prompt != "winter":
        return row
    at = context.view.at[context.view.side]
    stacks = list(dict.fromkeys(at[unit] for unit in units(mask)))
    return sorted(row, key=lambda unit: stacks.index(at[unit]))


def next_unit(context: Context, decision: Decision) -> int:
    """The unit that is set down next: one that was taken in hand, else in the rules' order."""
    question = context.view.question
    muster = context.names.contents.musters[context.view.side]
    pool = to_set_down(context, decision)
    held = pool & question.mask if question is not None else 0
    return first_of(pool, held or (muster.leaders if decision.prompt == "place" else pool))


def waiting(context: Context) -> int:
    """The viewer's units that wait for a place."""
    view = context.view
    limbo = context.board.limbo
    return sum(1 << unit for unit, place in enumerate(view.at[view.side]) if place == limbo)


def homeless(context: Context) -> int:
    """The viewer's units that may not stay where they are through the winter; ships come last."""
    view, board = context.view, context.board
    muster = context.names.contents.musters[view.side]
    at = view.at[view.side]
    camps = places_of(view, view.side, muster.praesidia)
    mask = sum(
        1 << unit
        for unit, place in enumerate(at)
        if 0 <= place < board.hexes and not is_quartered(board, view.side, place, place in camps)
    )
    return mask & ~muster.fleets or mask
