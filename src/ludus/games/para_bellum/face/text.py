"""The board as plain text, for a terminal."""

from __future__ import annotations

from ludus.core.text import roman
from ludus.games.para_bellum.board import COLUMN_NAMES, COLUMNS, GENERAL, RED, SLOTS
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.names import phase_of
from ludus.games.para_bellum.ids import NONE
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.view.view import Side

LETTERS = "CAVGP"
"""Colours in a terminal; small letters for ordinary cards, capitals for full-colour ones."""
BANNER_LETTERS = "stwave"


def text(context: Context) -> str:
    view, words, names = context.view, context.words, context.names
    lines: list[str] = []
    if view.turn != NONE:
        count = roman(view.round) if view.round <= 12 else str(view.round)
        lines.append(words.text("name.round", round=count) + f" · {words.text(phase_of(view))}")
    if view.event != NONE:
        lines.append(f"{words.text('name.event')}: {names.event(view.event)}")
    if view.battle != NONE:
        lines.append(f"{words.text('name.battle')}: {names.battle(view.battle)}")
    cards = ", ".join(names.command(kind) for kind in view.line if kind != NONE)
    lines.append(f"{words.text('name.line')}: {cards}")
    lines.append(words.text("name.in_deck", count=view.army_deck))
    for seat in range(view.seats):
        side = view.sides[seat]
        purse = words.text(
            "panel.purse", coins=side.coins, army=side.army_count, command=side.command_count
        )
        lines += ["", f"{names.of_players[seat]}: {side.total} · {purse}"]
        lines += field_text(context, seat)
        lines += [
            " ".join(part)
            for part in (
                [names.command(card.kind) + ("*" if card.down else "") for card in side.in_play],
                [names.goal(goal.kind) for goal in side.goals],
            )
            if part
        ]
        if side.hand is not None and side.commands is not None:
            hand = [names.army_card(kind) for kind in side.hand]
            hand += [names.command(kind) for kind in side.commands]
            lines.append(f"{words.text('name.hand')}: {'; '.join(hand)}")
    return "\n".join(lines)


def field_text(context: Context, seat: int) -> list[str]:
    """The army as letters: dice between and above the cards."""
    side = context.view.sides[seat]
    field = context.field(seat)
    if not field.army:
        return []
    left, right, bottom, top = field.bounds()
    lines: list[str] = []
    for row in range(top, bottom - 1, -1):
        cells = range(row * COLUMNS + left, row * COLUMNS + right + 1)
        lines.append(f"{row + 1} " + "".join(_cell_text(context, side, cell) for cell in cells))
        if row > bottom:
            below = range((row - 1) * COLUMNS + left, (row - 1) * COLUMNS + right + 1)
            reds = "".join(f" {_die_text(side, RED + cell)}  " for cell in below)
            lines.append("  " + reds.rstrip())
    names = "".join(f" {COLUMN_NAMES[column]}   " for column in range(left, right + 1))
    return [*(line.rstrip() for line in lines if line.strip()), "  " + names.rstrip()]


def _cell_text(context: Context, side: Side, cell: int) -> str:
    gray = _die_text(side, cell)
    kind = side.cells[cell]
    if kind == NONE:
        unit = any(card.cell == cell for card in side.in_play)
        return f" {'#' if unit else '.'} {gray}"
    card = context.catalog.army[kind]
    letter = LETTERS[card.colour]
    body = f"{letter}" if card.full else letter.lower()
    mark = "~" if card.cornicine else "^" if card.mounted > 0 else "v" if card.mounted else " "
    if kind >= context.catalog.deck_kinds:
        mark = str(face_of(side.dice[GENERAL]))
    return f" {body}{mark}{gray}"


def _die_text(side: Side, slot: int) -> str:
    code = side.dice[slot] if slot < SLOTS else 0
    if not code:
        return "  "
    banner = banner_of(code)
    return f"{face_of(code)}{BANNER_LETTERS[banner] if banner != NONE else ' '}"
