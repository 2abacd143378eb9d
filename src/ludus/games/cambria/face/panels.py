"""The players' panels."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Panel
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import mark_of
from ludus.games.cambria.ids import NUMBERS
from ludus.games.cambria.view import View


def boats_of(view: View, player: int) -> list[int]:
    """The numbers of the boats with a player's warrior."""
    return [NUMBERS[boat] for boat, who in enumerate(view.boats) if who == player]


def numerals(values: Sequence[int]) -> str:
    return ", ".join(roman(value) for value in values)


def panels(context: Context) -> list[Panel]:
    return [_panel(context, player) for player in range(context.view.players)]


def _panel(context: Context, player: int) -> Panel:
    view, words = context.view, context.words
    forts, victory = context.won[player]
    lines: list[Sentence] = []
    if forts:
        lines.append(words.say("panel.forts", count=len(forts), list=numerals(forts)))
    else:
        lines.append(words.say("panel.no_forts"))
    if victory:
        lines.append(words.say("panel.victory", count=len(victory), list=numerals(victory)))
    lines.append(words.say("panel.supply", count=view.supply[player]))
    boats = boats_of(view, player)
    if boats:
        lines.append(words.say("panel.boats", count=len(boats), list=numerals(boats)))
    if player == view.start:
        lines.append(words.say("panel.start"))
    if player >= view.seats:
        lines.append(words.say("panel.dummy"))
    seat = player if player < view.seats else -1
    name = context.names.player(player).text
    return Panel(seat, name, view.points[player], tuple(lines), mark_of(player, view.seats))
