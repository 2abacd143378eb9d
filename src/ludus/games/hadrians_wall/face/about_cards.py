"""What cards and meters are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from ludus.core.models import About
from ludus.core.text import Sentence, roman
from ludus.games.hadrians_wall.face.cards import GOAL_ICONS
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.marks import building_id
from ludus.games.hadrians_wall.face.meters import next_gift
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    BUILDINGS,
    COHORT_KEYS,
    DIFFICULTIES,
    ITEM_KEYS,
    NONE,
    OWN,
    PATH,
    RENOWN,
    SET,
    SLOTS,
    TRACK_KEYS,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.points import path_count, path_points

Explain: TypeAlias = Callable[[Context, int, int], "About | None"]

METERS: Final[Mapping[str, tuple[str, str]]] = {
    **{key: (key, "hw.comp.2") for key in ITEM_KEYS},
    "resource": ("resource", "hw.comp.3"),
    "infrastructure": ("infrastructure", "hw.fort.6"),
    "favour": ("favour", "hw.favour.1"),
    "renown": ("renown", "hw.attribute.2"),
    "piety": ("piety", "hw.attribute.2"),
    "valour": ("valour", "hw.attribute.2"),
    "discipline": ("discipline", "hw.attribute.2"),
    "disdain": ("disdain", "hw.disdain.3"),
    "points": ("laurel", "hw.score.1"),
    **{f"cohort-{key}": (f"pict-{key}", "hw.attack.8") for key in COHORT_KEYS},
}
"""Meters with their symbol and the rule behind them."""


def about_card(context: Context, seat: int, place: str) -> About | None:
    """What a card or a meter is; None for what is neither."""
    if place == "fate-card":
        return _fate_card(context)
    if place == "fate-deck":
        return _fate_deck(context)
    if place == "lead":
        place = f"year-{context.view.year}"
    kind, _, rest = place.partition("-")
    if kind == "meter":
        return _meter(context, seat, rest)
    explain = CARDS.get(kind)
    if explain is None or not rest.isascii() or not rest.isdecimal() or len(rest) > 2:
        return None
    return explain(context, seat, int(rest))


def _meter(context: Context, seat: int, key: str) -> About | None:
    if key not in METERS:
        return None
    words, board, sheet = context.words, context.board, context.sheets[seat]
    icon, clause = METERS[key]
    body = [words.say(f"meter_about.{key.partition('-')[0]}")]
    gives: tuple[Sentence, ...] = ()
    for attribute in ATTRIBUTES:
        if TRACK_KEYS[attribute - RENOWN] == key:
            gift = next_gift(context, attribute, sheet[attribute])
            if gift:
                gain = context.names.icons(board.gives[attribute][gift])
                gives = (words.say("about.at", box=gift, gain=gain),)
    cohort = key.startswith("cohort")
    title = words.text(f"track.{key.replace('-', '.')}" if cohort else f"meter_name.{key}")
    return About(title, icon=icon, body=tuple(body), gives=gives, clauses=(clause,))


# Cards -------------------------------------------------------------------------------------------


def _goal(context: Context, seat: int, card: int) -> tuple[Sentence, ...]:
    """What a Path counts, how far the seat is, and the steps."""
    words, board, sheet = context.words, context.board, context.sheets[seat]
    goal = board.card_counts[card]
    return (
        words.say(f"path_about.{goal}"),
        words.say("about.path_now", n=path_count(board, sheet, card)),
    )


def _tiers(context: Context, card: int) -> tuple[Sentence, ...]:
    words, tiers = context.words, context.board.card_tiers[card]
    key = "about.tier" if tiers[0] <= tiers[-1] else "about.tier_most"
    return tuple(words.say(key, tier=tier, n=n) for n, tier in enumerate(tiers, 1))


def _counted(context: Context, card: int) -> tuple[str, ...]:
    """The buildings that a Path counts."""
    board = context.board
    masks = {"landmarks": board.building_landmark, "large_buildings": board.building_large}
    mask = masks.get(board.card_counts[card], 0)
    return tuple(building_id(each) for each in range(len(BUILDINGS)) if mask >> each & 1)


def _path(context: Context, seat: int, year: int) -> About | None:
    card = context.sheets[seat][PATH + year] if year < YEARS else NONE
    if card == NONE:
        return None
    points = path_points(context.board, context.sheets[seat], card)
    return About(
        context.names.card(card),
        icon=GOAL_ICONS[context.board.card_counts[card]],
        state=context.words.text("about.path_state", n=points),
        tone="good" if points else "",
        body=_goal(context, seat, card),
        gives=_tiers(context, card),
        clauses=("hw.path.1", f"hw.path.{GOAL_CLAUSES[context.board.card_counts[card]]}"),
        rings=_counted(context, card),
    )


GOAL_CLAUSES: Final = {
    "landmarks": 4,
    "disdain": 5,
    "wall_sections": 6,
    "large_buildings": 8,
    "cohorts": 11,
    "production": 12,
    "goods": 13,
    "citizen_tracks": 14,
    "temples": 15,
    "map_columns": 16,
    "strength": 17,
    "guard_sections": 19,
}
"""The clause of what a Path counts."""


def _hand(context: Context, seat: int, card: int) -> About | None:
    if card >= SET or card not in context.view.hand:
        return None
    words, board, names = context.words, context.board, context.names
    return About(
        names.card(card),
        icon=GOAL_ICONS[board.card_counts[card]],
        body=_goal(context, seat, card),
        gives=(
            *_tiers(context, card),
            words.say(
                "about.as_prospect",
                gain=names.icons(board.card_gives[card]),
                good=board.card_good[card],
                pattern=names.pattern(card),
            ),
        ),
        clauses=("hw.cards.2", "hw.path.1"),
        rings=_counted(context, card),
    )


def _slot(context: Context, seat: int, slot: int) -> About | None:
    card = context.card(seat, slot) if slot < SLOTS and context.view.year else NONE
    if card == NONE:
        return None
    words, board, names = context.words, context.board, context.names
    key = "about.own_prospect" if slot == OWN else "about.prospect"
    return About(
        names.card(card),
        icon="good",
        body=(words.say(key),),
        gives=(words.say("card.offers", good=board.card_good[card], pattern=names.pattern(card)),),
        clauses=("hw.market.10", "hw.scout.5"),
    )


def _year(context: Context, seat: int, year: int) -> About | None:
    if not 1 <= year <= YEARS:
        return None
    board, words = context.board, context.words
    arrows = board.attacks[DIFFICULTIES.index(context.view.difficulty)][year]
    return About(
        words.text("card.year", year=roman(year)),
        icon=f"seal-{year}",
        body=(words.say("about.year", arrows=arrows, flag=board.flag[year]),),
        clauses=("hw.attack.16", "hw.attack.17"),
    )


CARDS: Final[dict[str, Explain]] = {"path": _path, "hand": _hand, "slot": _slot, "year": _year}


def _fate_card(context: Context) -> About | None:
    card = context.view.fate_card
    if card == NONE:
        return None
    words = context.words
    items = context.names.items(context.board.fate_items[card])
    return About(
        words.text("card.year", year=roman(context.view.year)),
        icon="fate",
        body=(words.say("card.gave", items=items),),
        clauses=("hw.year.3", "hw.year.5"),
    )


def _fate_deck(context: Context) -> About:
    words = context.words
    return About(
        words.text("card.deck"),
        icon="fate",
        body=(
            words.say("card.deck_left", n=context.view.fate_left),
            words.say("about.fate_deck"),
        ),
        clauses=("hw.fate.1", "hw.market.16"),
    )
