"""Panels, the verdict, and the position in words: as sentences and as a board of letters."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Panel
from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, roman, seat_bit
from ludus.games.para_bellum.board import (
    COLUMNS,
    GENERAL,
    RED,
    ROWS,
    SLOTS,
    cell_name,
    members,
    slot_name,
)
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.face.voice import phase_of
from ludus.games.para_bellum.ids import NONE, TEAM_SEATS
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.view import Side, View


def panels(view: View, adviser: Adviser) -> list[Panel]:
    return [_panel(view, adviser, seat) for seat in range(view.seats)]


def _panel(view: View, adviser: Adviser, seat: int) -> Panel:
    words, voice, side = adviser.words, adviser.voice, view.sides[seat]
    lines: list[Sentence] = [
        words.say("panel.purse", coins=side.coins, army=side.army_count, command=side.command_count)
    ]
    earned = ", ".join(voice.colour(colour) for colour in members(side.blazons))
    if earned:
        lines.append(words.say("panel.blazons", blazons=earned))
    lines.append(words.say("panel.limit", limit=adviser.field(seat).limit))
    cards = ", ".join(voice.command(card.kind) for card in side.in_play)
    if cards:
        lines.append(words.say("panel.in_play", cards=cards))
    if view.ending == seat:
        lines.append(words.say("panel.ending"))
    elif view.ending == NONE and view.order and view.order[0] == seat:
        lines.append(words.say("panel.first"))
    if view.seats == TEAM_SEATS:
        total = side.total + view.sides[seat ^ 2].total
        lines.append(words.say("panel.team", ally=voice.names[seat ^ 2], total=total))
    return Panel(seat, voice.names[seat], side.total, tuple(lines), seat)


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    winners = outcome.winners
    seats = joined([(seat_bit(seat, names[seat]),) for seat in winners], words.text("name.and"))
    points = outcome.scores[winners[0]]
    key = "verdict.one" if len(winners) == 1 else "verdict.many"
    if len(names) == TEAM_SEATS:
        points += outcome.scores[winners[0] ^ 2]
        if len(winners) == 2:
            key = "verdict.team"
    parts = [
        words.say(key, winners=seats, points=points),
        words.say(f"reason.{outcome.reason}"),
    ]
    if outcome.decided_by != "points":
        parts.append(words.say(f"tie.{outcome.decided_by}"))
    return joined(parts, " ")


# The position in sentences -----------------------------------------------------------------------


def describe(view: View, adviser: Adviser) -> str:
    words, voice = adviser.words, adviser.voice
    lines = [_state_line(view, adviser)]
    if view.event != NONE:
        name = adviser.catalog.events[view.event].id
        text = voice.spoken(words.text(f"omen.{name}.text"))
        lines.append(words.text("describe.event", name=voice.event(view.event), text=text))
    if view.battle != NONE:
        lines.append(words.text("describe.battle", name=voice.battle(view.battle)))
    cards = ", ".join(voice.command(kind) for kind in view.line if kind != NONE)
    if cards:
        lines.append(words.text("describe.line", cards=cards))
    lines.append(words.text("describe.deck", count=view.army_deck))
    for seat in range(view.seats):
        lines += _side_lines(view, adviser, seat)
    return "\n".join(lines)


def _state_line(view: View, adviser: Adviser) -> str:
    words = adviser.words
    if not view.questions:
        return words.text("describe.over")
    if view.turn == NONE:
        return words.text("describe.setup")
    return words.text(
        "describe.round",
        round=view.round,
        phase=words.text(phase_of(view)),
        seat=adviser.voice.player(view.turn),
        actions=view.actions,
    )


def _side_lines(view: View, adviser: Adviser, seat: int) -> list[str]:
    words, voice, side = adviser.words, adviser.voice, view.sides[seat]
    lines = [
        words.text(
            "describe.side",
            seat=voice.player(seat),
            points=side.total,
            coins=side.coins,
            army=side.army_count,
            command=side.command_count,
        )
    ]
    for row in range(ROWS - 1, -1, -1):
        cards = [
            words.text("describe.cell", card=_card_name(adviser, side, cell), cell=cell_name(cell))
            for cell in range(row * COLUMNS, (row + 1) * COLUMNS)
            if _card_name(adviser, side, cell)
        ]
        if cards:
            lines.append(words.text("describe.row", row=row + 1, cards="; ".join(cards)))
    dice = [
        f"{voice.die(side.dice[slot], slot)} ({slot_name(slot)})"
        for slot in range(SLOTS)
        if side.dice[slot]
    ]
    if dice:
        lines.append(words.text("describe.dice", dice="; ".join(dice)))
    cards = [voice.command(card.kind) for card in side.in_play]
    if cards:
        lines.append(words.text("describe.in_play", cards=", ".join(cards)))
    if side.goals:
        goals = ", ".join(f"{voice.goal(goal.kind)} ({goal.points})" for goal in side.goals)
        lines.append(words.text("describe.goals", goals=goals))
    if side.hand is not None and side.commands is not None and seat == view.viewer:
        hand = [voice.army_card(kind) for kind in side.hand]
        hand += [voice.command(kind) for kind in side.commands]
        shown = "; ".join(hand) or words.text("describe.nothing")
        lines.append(words.text("describe.hand", cards=shown))
    return lines


def _card_name(adviser: Adviser, side: Side, cell: int) -> str:
    if side.cells[cell] != NONE:
        return adviser.voice.army_card(side.cells[cell])
    for card in side.in_play:
        if card.cell == cell:
            return adviser.voice.command(card.kind)
    return ""


# The board as letters ----------------------------------------------------------------------------

LETTERS = "CAVGP"
"""Colours in a terminal; small letters for ordinary cards, capitals for full-colour ones."""
BANNER_LETTERS = "stwave"


def text(view: View, adviser: Adviser) -> str:
    words, voice = adviser.words, adviser.voice
    lines: list[str] = []
    if view.turn != NONE:
        count = roman(view.round) if view.round <= 12 else str(view.round)
        lines.append(words.text("name.round", round=count) + f" · {words.text(phase_of(view))}")
    if view.event != NONE:
        lines.append(f"{words.text('name.event')}: {voice.event(view.event)}")
    if view.battle != NONE:
        lines.append(f"{words.text('name.battle')}: {voice.battle(view.battle)}")
    cards = ", ".join(voice.command(kind) for kind in view.line if kind != NONE)
    lines.append(f"{words.text('name.line')}: {cards}")
    lines.append(words.text("name.in_deck", count=view.army_deck))
    for seat in range(view.seats):
        side = view.sides[seat]
        purse = words.text(
            "panel.purse", coins=side.coins, army=side.army_count, command=side.command_count
        )
        lines += ["", f"{voice.names[seat]}: {side.total} · {purse}"]
        lines += field_text(adviser, seat)
        lines += [
            " ".join(part)
            for part in (
                [voice.command(card.kind) + ("*" if card.down else "") for card in side.in_play],
                [voice.goal(goal.kind) for goal in side.goals],
            )
            if part
        ]
        if side.hand is not None and side.commands is not None:
            hand = [voice.army_card(kind) for kind in side.hand]
            hand += [voice.command(kind) for kind in side.commands]
            lines.append(f"{words.text('name.hand')}: {'; '.join(hand)}")
    return "\n".join(lines)


def field_text(adviser: Adviser, seat: int) -> list[str]:
    """The army as letters: dice between and above the cards."""
    side = adviser.view.sides[seat]
    field = adviser.field(seat)
    if not field.army:
        return []
    left, right, bottom, top = field.bounds()
    lines: list[str] = []
    for row in range(top, bottom - 1, -1):
        cells = range(row * COLUMNS + left, row * COLUMNS + right + 1)
        lines.append(f"{row + 1} " + "".join(_cell_text(adviser, side, cell) for cell in cells))
        if row > bottom:
            below = range((row - 1) * COLUMNS + left, (row - 1) * COLUMNS + right + 1)
            reds = "".join(f" {_die_text(side, RED + cell)}  " for cell in below)
            lines.append("  " + reds.rstrip())
    names = "".join(f" {'ABCDEFGHI'[column]}   " for column in range(left, right + 1))
    return [*(line.rstrip() for line in lines if line.strip()), "  " + names.rstrip()]


def _cell_text(adviser: Adviser, side: Side, cell: int) -> str:
    gray = _die_text(side, cell)
    kind = side.cells[cell]
    if kind == NONE:
        unit = any(card.cell == cell for card in side.in_play)
        return f" {'#' if unit else '.'} {gray}"
    card = adviser.catalog.army[kind]
    letter = LETTERS[card.colour]
    body = f"{letter}" if card.full else letter.lower()
    mark = "~" if card.cornicine else "^" if card.mounted > 0 else "v" if card.mounted else " "
    if kind >= adviser.catalog.deck_kinds:
        mark = str(face_of(side.dice[GENERAL]))
    return f" {body}{mark}{gray}"


def _die_text(side: Side, slot: int) -> str:
    code = side.dice[slot] if slot < SLOTS else 0
    if not code:
        return "  "
    banner = banner_of(code)
    return f"{face_of(code)}{BANNER_LETTERS[banner] if banner != NONE else ' '}"
