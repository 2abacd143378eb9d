"""Counts with their symbols: what a player has to spend, and what was gained for good."""

from __future__ import annotations

from ludus.core.models import Meter
from ludus.core.text import roman
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.names import icon_of
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    COHORT,
    COHORT_KEYS,
    DIFFICULTIES,
    FORT,
    ITEM_KEYS,
    RENOWN,
    TRACK_KEYS,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.points import final_disdain, penalty
from ludus.games.hadrians_wall.mechanics.sheet import favours_left


def supply(context: Context, seat: int) -> tuple[Meter, ...]:
    """Workers and Resources, then what is not spent by acting: Infrastructure and Favours."""
    sheet, words = context.sheets[seat], context.words
    infrastructure = context.board.infrastructure
    return (
        *stock(context, seat),
        Meter(
            "infrastructure",
            "infrastructure",
            words.text("meter.infrastructure"),
            infrastructure[sheet[FORT]],
            most=infrastructure[-1],
            group=1,
        ),
        Meter("favour", "favour", words.text("meter.favour"), favours_left(sheet), group=1),
        *_years(context),
    )


def _years(context: Context) -> tuple[Meter, ...]:
    """How many arrows come at the end of each Year, and what is at stake."""
    board, view, words = context.board, context.view, context.words
    arrows = board.attacks[DIFFICULTIES.index(view.difficulty)]
    return tuple(
        Meter(
            f"year-{year}",
            f"seal-{year}",
            words.text("meter.year", year=roman(year)),
            arrows[year],
            shown=words.text("meter.picts", arrows=arrows[year], flag=board.flag[year]),
            beside=str(board.flag[year]),
            tone="" if year == view.year else "faded",
            group=2,
            place=f"year-{year}",
        )
        for year in range(1, YEARS + 1)
    )


def stock(context: Context, seat: int) -> tuple[Meter, ...]:
    """What can be spent this Year."""
    sheet, words = context.sheets[seat], context.words
    return tuple(
        Meter(
            key,
            key,
            words.text(f"meter.{key}"),
            sheet[item],
            tone="" if sheet[item] else "faded",
        )
        for item, key in enumerate(ITEM_KEYS)
    )


def attributes(context: Context, seat: int, group: int = 0) -> tuple[Meter, ...]:
    """The four attributes, each with the box that gives something next."""
    board, sheet, words = context.board, context.sheets[seat], context.words
    found: list[Meter] = []
    for place in ATTRIBUTES:
        key, value = TRACK_KEYS[place - RENOWN], sheet[place]
        gift = next_gift(context, place, value)
        found.append(
            Meter(
                key,
                key,
                words.text(f"track.{key}"),
                value,
                most=board.size[place],
                next_at=gift,
                next_icon=icon_of(board.gives[place][gift][0]) if gift else "",
                next_label=words.text("meter.next", box=gift) if gift else "",
                group=group,
            )
        )
    return tuple(found)


def next_gift(context: Context, place: int, value: int) -> int:
    """The next box of a track that gives something; 0 if there is none."""
    gives = context.board.gives[place]
    return next((box for box in range(value + 1, len(gives)) if gives[box]), 0)


def tracks(context: Context, seat: int) -> tuple[Meter, ...]:
    """The attributes, Disdain with the points that it costs, and the points now."""
    board, sheet, words = context.board, context.sheets[seat], context.words
    lost = penalty(board, sheet)
    disdain = final_disdain(board, sheet)
    return (
        *attributes(context, seat),
        Meter(
            "disdain",
            "disdain",
            words.text("part.disdain"),
            disdain,
            shown=words.text("meter.disdain", n=disdain, lost=lost) if lost else "",
            tone="bad" if lost else "",
        ),
        Meter("points", "laurel", words.text("meter.points"), context.view.points[seat]),
    )


def cohorts(context: Context, seat: int, group: int) -> tuple[Meter, ...]:
    sheet, words = context.sheets[seat], context.words
    return tuple(
        Meter(
            f"cohort-{key}",
            f"pict-{key}",
            words.text(f"track.cohort.{key}"),
            sheet[COHORT + cohort],
            most=context.board.size[COHORT],
            group=group,
        )
        for cohort, key in enumerate(COHORT_KEYS)
    )
