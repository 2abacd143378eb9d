"""What the panel of each player says."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.text import Sentence
from ludus.games.para_bellum.board import members
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import NONE, TEAM_SEATS


def panels(context: Context) -> list[Panel]:
    return [_panel(context, seat) for seat in range(context.view.seats)]


def _panel(context: Context, seat: int) -> Panel:
    view, words, names = context.view, context.words, context.names
    side = view.sides[seat]
    lines: list[Sentence] = [
        words.say("panel.purse", coins=side.coins, army=side.army_count, command=side.command_count)
    ]
    earned = ", ".join(names.colour(colour) for colour in members(side.blazons))
    if earned:
        lines.append(words.say("panel.blazons", blazons=earned))
    lines.append(words.say("panel.limit", limit=context.field(seat).limit))
    cards = ", ".join(names.command(card.kind) for card in side.in_play)
    if cards:
        lines.append(words.say("panel.in_play", cards=cards))
    if view.ending == seat:
        lines.append(words.say("panel.ending"))
    elif view.ending == NONE and view.order and view.order[0] == seat:
        lines.append(words.say("panel.first"))
    if view.seats == TEAM_SEATS:
        total = side.total + view.sides[seat ^ 2].total
        lines.append(words.say("panel.team", ally=names.of_players[seat ^ 2], total=total))
    return Panel(seat, names.of_players[seat], side.total, tuple(lines), seat)
