"""Cards: those in hand, Paths kept, Prospects in reach, the Fate card of the Year."""

from __future__ import annotations

from typing import Final

from ludus.core.models import Card, Goal, Meter, Tray
from ludus.core.svg import at, el, text
from ludus.core.text import Sentence, roman
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.shapes import pattern_shape
from ludus.games.hadrians_wall.ids import (
    NEUTRAL_SLOT,
    NONE,
    OWN,
    PATH,
    PROSPECT,
    YEARS,
)
from ludus.games.hadrians_wall.mechanics.points import path_count, path_points

OWN_SLOT: Final = f"slot-{OWN}"
GOAL_ICONS: Final = {
    "landmarks": "archway",
    "disdain": "disdain",
    "wall_sections": "wall",
    "large_buildings": "granary",
    "cohorts": "cohort",
    "production": "hammer",
    "goods": "good",
    "citizen_tracks": "patrician",
    "temples": "temple",
    "map_columns": "scout",
    "strength": "gladiator",
    "guard_sections": "guard",
}
"""The symbol of what a Path counts."""


def trays(context: Context, seat: int, asked: str = "") -> tuple[Tray, ...]:
    """The hand, or where a good may come from, while that is asked; Paths, Prospects and Fate."""
    words, view = context.words, context.view
    found: list[Tray] = []
    if view.hand:
        hand = tuple(hand_card(context, seat, card) for card in view.hand)
        found.append(Tray("hand", words.text("tray.hand"), "hand", hand, brief=True))
    reach, fate = list(prospects(context, seat)), _fate(context)
    if asked == "source":
        sources = (*(card for card in reach if card.places != (OWN_SLOT,)), fate[-1])
        reach, fate = [card for card in reach if card not in sources], fate[:-1]
        found.append(Tray("sources", words.text("tray.sources"), "hand", sources, brief=True))
    kept = [_path(context, seat, year) for year in range(YEARS)]
    paths = tuple(card for card in kept if card is not None)
    if paths:
        pile = words.text("tray.left", n=view.deck_sizes[seat])
        found.append(Tray("paths", words.text("tray.paths"), "mine", paths, pile, small=True))
    title = words.text("tray.prospects" if reach else "tray.fate")
    found.append(Tray("prospects", title, "mine", (*reach, *fate), small=True))
    return tuple(found)


# The cards of a set ------------------------------------------------------------------------------


def hand_card(context: Context, seat: int, card: int) -> Card:
    """A card to keep as a Path or to use as a Prospect: both sides of the choice."""
    board, words = context.board, context.words
    return Card(
        f"hand-{card}",
        context.names.card(card),
        kind=words.text(f"goal.{board.card_counts[card]}"),
        icon=GOAL_ICONS[board.card_counts[card]],
        band=f"seat-{seat}",
        body=words.say("card.as_prospect", gain=context.names.icons(board.card_gives[card])),
        art=_art(board, card),
        meters=(_progress(context, seat, card),),
        goals=_goals(context, seat, card),
        foot=words.say("card.laid") if context.view.laid == card else (),
        places=(f"hand-{card}",),
    )


def _path(context: Context, seat: int, year: int) -> Card | None:
    """A Path and how far it has come."""
    card = context.sheets[seat][PATH + year]
    if card == NONE:
        return None
    goal = context.board.card_counts[card]
    return Card(
        f"path-{year}",
        context.names.card(card),
        kind=roman(year + 1),
        icon=GOAL_ICONS[goal],
        body=context.words.say(f"goal.{goal}"),
        meters=(_progress(context, seat, card),),
        goals=_goals(context, seat, card),
        about=f"path-{year}",
    )


def _progress(context: Context, seat: int, card: int) -> Meter:
    board, sheet = context.board, context.sheets[seat]
    goal = board.card_counts[card]
    count = path_count(board, sheet, card)
    return Meter("progress", GOAL_ICONS[goal], context.words.text(f"goal.{goal}"), count)


def _goals(context: Context, seat: int, card: int) -> tuple[Goal, ...]:
    board = context.board
    reached = path_points(board, context.sheets[seat], card)
    return tuple(
        Goal(str(tier), context.words.text("card.points", n=index), index <= reached)
        for index, tier in enumerate(board.card_tiers[card], 1)
    )


def prospects(context: Context, seat: int) -> tuple[Card, ...]:
    """The Prospects that a seat can use: its own, then those of its neighbours."""
    found: list[Card] = []
    if not context.view.year or context.sheets[seat][PROSPECT + context.view.year - 1] == NONE:
        return ()
    for slot in (OWN, 0, 1):
        card = context.card(seat, slot)
        if card != NONE:
            found.append(_prospect(context, seat, slot, card))
    return tuple(found)


def _prospect(context: Context, seat: int, slot: int, card: int) -> Card:
    words, names, board = context.words, context.names, context.board
    who = seat if slot == OWN else context.owner(seat, slot)
    foot: Sentence = ()
    if who >= NEUTRAL_SLOT:
        held = context.neutral_items(who - NEUTRAL_SLOT)
        kind = words.text("card.neutral")
        foot = words.say("card.holds", items=names.items(held)) if any(held) else ()
    else:
        kind = words.text("card.own") if slot == OWN else names.of_players[who]
    return Card(
        f"slot-{slot}",
        names.card(card),
        kind=kind,
        band=f"seat-{who}" if who < NEUTRAL_SLOT else "",
        body=words.say("card.offers", good=board.card_good[card], pattern=names.pattern(card)),
        art=_art(board, card),
        foot=foot,
        places=(f"slot-{slot}",),
    )


def _art(board: Board, card: int) -> str:
    """The good as a numbered hexagon, and the pattern."""
    hexagon = el(
        "polygon",
        points="-20,0 -10,-17 10,-17 20,0 10,17 -10,17",
        fill="var(--hw-good,#f0d9a4)",
        stroke="var(--ink,#2b2118)",
        stroke_width=1.6,
    )
    number = text(
        str(board.card_good[card]),
        y=7,
        font_size=20,
        font_weight=700,
        text_anchor="middle",
        fill="#2b2118",
    )
    mask = board.places[board.places_of[board.card_pattern[card]][0]]
    return el("g", hexagon, number, transform=at(24, 30)) + pattern_shape(mask, 50, 14, 11)


# Fate --------------------------------------------------------------------------------------------


def _fate(context: Context) -> tuple[Card, ...]:
    """The card that opened the Year, and the pile, from which goods can be bought."""
    words, view, board = context.words, context.view, context.board
    deck = Card(
        "fate-deck",
        words.text("card.deck"),
        icon="fate",
        face="down",
        body=words.say("card.deck_left", n=view.fate_left),
        places=("fate-deck",),
    )
    if view.fate_card == NONE:
        return (deck,)
    gave = context.names.items(board.fate_items[view.fate_card])
    card = Card(
        "fate-card",
        words.text("card.fate", year=roman(view.year)),
        icon="fate",
        body=words.say("card.gave", items=gave),
        about="fate-card",
    )
    return (card, deck)
