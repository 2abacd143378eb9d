"""The position as plain text, for a terminal: the viewer's sheets in full, the others in short."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ludus.core.models import Meter, words_of
from ludus.core.text import plain
from ludus.games.hadrians_wall.face.attack import moment
from ludus.games.hadrians_wall.face.cards import trays
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.dashboard import dashboard
from ludus.games.hadrians_wall.face.describe import player_lines
from ludus.games.hadrians_wall.face.panels import panels
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    CIPPI,
    CITIZENS,
    COHORT,
    FORT,
    GUARD,
    MINING,
    PRODUCTION,
    TEMPLE,
    TRACK_KEYS,
    WALL,
)

WIDE = 110
ROWS = (
    (("cohort.left", COHORT), ("cohort.centre", COHORT + 1)),
    (("cohort.right", COHORT + 2), ("production", PRODUCTION)),
    (("mining", MINING), ("guard", GUARD)),
    (("cippi", CIPPI), ("wall", WALL)),
    (("fort", FORT), ("temple", TEMPLE)),
    *(
        tuple((TRACK_KEYS[place - ATTRIBUTES[0]], place) for place in pair)
        for pair in (ATTRIBUTES[:2], ATTRIBUTES[2:], CITIZENS[:2], CITIZENS[2:4], CITIZENS[4:])
    ),
)
"""Tracks, two in a line."""


def text(context: Context) -> str:
    """Every page fits a terminal of 110 x 40: the viewer first, then each other player."""
    view = context.view
    seat = view.viewer if 0 <= view.viewer < view.seats else 0
    board = dashboard(context, None, ())
    head = [board.turn, row(board.supply), row(board.tracks)]
    head += [f"  {line}" for line in _cards(context, seat)]
    attack = moment(context, seat, None)
    if attack is not None:
        cards = " ".join(plain(card.shown) for card in attack.cards)
        head += [f"{attack.title} · {attack.note}", f"  {attack.row_label}: {cards}"]
        head.append(f"  {attack.stake_label}: {attack.stake}")
        head += [f"  {plain(side.title)}: {side.badge}" for side in attack.sides]
        head.append(f"  {plain(attack.verdict)}")
    pages = ["\n".join([*head, *_sheet(context, seat)])]
    for panel in panels(context):
        if panel.seat != seat:
            title = " · ".join(
                part for part in (panel.name, panel.note, f"{panel.score} {panel.unit}") if part
            )
            pages.append("\n".join([title, row(panel.meters), *_sheet(context, panel.seat)]))
    return "\n\n".join(_fitted(page) for page in pages)


def _fitted(page: str) -> str:
    """Long lines broken between words, the rest of them further in."""
    return "\n".join(
        part
        for line in page.split("\n")
        for part in (textwrap.wrap(line, WIDE, subsequent_indent="    ") or [""])
    )


def row(meters: Sequence[Meter]) -> str:
    """Meters in a line."""
    return "  ".join(words_of(meter) for meter in meters)


def _cards(context: Context, seat: int) -> list[str]:
    """The cards in reach, a line for each tray."""
    found: list[str] = []
    for tray in trays(context, seat):
        cards: list[str] = []
        for card in tray.cards:
            parts = [card.title, *(words_of(meter) for meter in card.meters[:1])]
            if card.body and not card.goals:
                parts.append(plain(card.body))
            cards.append(" ".join(parts))
        found.append(f"{tray.title}: {'; '.join(cards)}")
    return found


def _sheet(context: Context, seat: int) -> list[str]:
    board, words, sheet = context.board, context.words, context.sheets[seat]
    lines: list[str] = []
    for pair in ROWS:
        shown = ""
        for key, place in pair:
            size = board.size[place]
            bar = "#" * sheet[place] + "." * (size - sheet[place])
            shown += f"  {words.text(f'track.{key}'):<20}{bar} {sheet[place]}/{size}".ljust(54)
        lines.append(shown.rstrip())
    return [*lines, *(f"  {line}" for line in player_lines(context, seat)[5:])]
