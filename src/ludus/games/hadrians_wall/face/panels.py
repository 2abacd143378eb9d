"""What the players' panels say."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.text import Sentence
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.ids import (
    ACTIVE,
    COHORT,
    COHORTS,
    STOCK,
)
from ludus.games.hadrians_wall.mechanics.points import (
    attribute_points,
    paths_points,
    penalty,
)
from ludus.games.hadrians_wall.mechanics.sheet import favours_left

FEW = 3
"""With more players than this the panels of other players do not break down their points."""


def panels(context: Context) -> list[Panel]:
    return [_panel(context, seat) for seat in range(context.view.seats)]


def _panel(context: Context, seat: int) -> Panel:
    sheet, words, board = context.sheets[seat], context.words, context.board
    lines: list[Sentence] = []
    if any(sheet[:STOCK]):
        lines.append(words.say("panel.stock", items=context.names.items(sheet[:STOCK])))
    else:
        lines.append(words.say("panel.empty"))
    if seat == context.view.viewer or context.view.seats <= FEW:
        lost = penalty(board, sheet)
        lines.append(
            words.say(
                "panel.points",
                attributes=attribute_points(sheet),
                paths=paths_points(board, sheet),
                disdain=f"\N{MINUS SIGN}{lost}" if lost else "0",
            )
        )
    left, centre, right = sheet[COHORT : COHORT + COHORTS]
    lines.append(words.say("panel.cohorts", left=left, centre=centre, right=right))
    if favours_left(sheet):
        lines.append(words.say("panel.favours", n=favours_left(sheet)))
    if context.acting and not sheet[ACTIVE]:
        lines.append(words.say("panel.done"))
    if context.view.hand_sizes[seat] and not context.view.has_laid[seat]:
        lines.append(words.say("panel.choosing"))
    return Panel(
        seat, context.names.of_players[seat], context.view.points[seat], tuple(lines), seat
    )
