"""The whole position in sentences, for a screen reader."""

from __future__ import annotations

from ludus.games.para_bellum.board import (
    COLUMNS,
    ROWS,
    SLOTS,
    cell_name,
    slot_name,
)
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.names import phase_of
from ludus.games.para_bellum.ids import NONE
from ludus.games.para_bellum.view import Side


def describe(context: Context) -> str:
    view, words, names = context.view, context.words, context.names
    lines = [_state_line(context)]
    if view.event != NONE:
        name = context.catalog.events[view.event].id
        text = names.spoken(words.text(f"omen.{name}.text"))
        lines.append(words.text("describe.event", name=names.event(view.event), text=text))
    if view.battle != NONE:
        lines.append(words.text("describe.battle", name=names.battle(view.battle)))
    cards = ", ".join(names.command(kind) for kind in view.line if kind != NONE)
    if cards:
        lines.append(words.text("describe.line", cards=cards))
    lines.append(words.text("describe.deck", count=view.army_deck))
    for seat in range(view.seats):
        lines += _side_lines(context, seat)
    return "\n".join(lines)


def _state_line(context: Context) -> str:
    view, words = context.view, context.words
    if not view.questions:
        return words.text("describe.over")
    if view.turn == NONE:
        return words.text("describe.setup")
    return words.text(
        "describe.round",
        round=view.round,
        phase=words.text(phase_of(view)),
        seat=context.names.player(view.turn),
        actions=view.actions,
    )


def _side_lines(context: Context, seat: int) -> list[str]:
    view, words, names = context.view, context.words, context.names
    side = view.sides[seat]
    lines = [
        words.text(
            "describe.side",
            seat=names.player(seat),
            points=side.total,
            coins=side.coins,
            army=side.army_count,
            command=side.command_count,
        )
    ]
    for row in range(ROWS - 1, -1, -1):
        cards = [
            words.text("describe.cell", card=card, cell=cell_name(cell))
            for cell in range(row * COLUMNS, (row + 1) * COLUMNS)
            if (card := _card_name(context, side, cell))
        ]
        if cards:
            lines.append(words.text("describe.row", row=row + 1, cards="; ".join(cards)))
    dice = [
        f"{names.die(side.dice[slot], slot)} ({slot_name(slot)})"
        for slot in range(SLOTS)
        if side.dice[slot]
    ]
    if dice:
        lines.append(words.text("describe.dice", dice="; ".join(dice)))
    cards = [names.command(card.kind) for card in side.in_play]
    if cards:
        lines.append(words.text("describe.in_play", cards=", ".join(cards)))
    if side.goals:
        goals = ", ".join(f"{names.goal(goal.kind)} ({goal.points})" for goal in side.goals)
        lines.append(words.text("describe.goals", goals=goals))
    if side.hand is not None and side.commands is not None and seat == view.viewer:
        hand = [names.army_card(kind) for kind in side.hand]
        hand += [names.command(kind) for kind in side.commands]
        shown = "; ".join(hand) or words.text("describe.nothing")
        lines.append(words.text("describe.hand", cards=shown))
    return lines


def _card_name(context: Context, side: Side, cell: int) -> str:
    if side.cells[cell] != NONE:
        return context.names.army_card(side.cells[cell])
    for card in side.in_play:
        if card.cell == cell:
            return context.names.command(card.kind)
    return ""
