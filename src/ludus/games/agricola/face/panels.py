"""What the panel of each player says."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.text import Sentence
from ludus.games.agricola.board import units
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.ids import CALEDONIAN, MARKERS
from ludus.games.agricola.view import View


def panels(view: View, names: Names) -> list[Panel]:
    return [_panel(view, names, seat) for seat in (0, 1)]


def _panel(view: View, names: Names, seat: int) -> Panel:
    words = names.words
    side = seat ^ view.flip
    lines: list[Sentence] = []
    if view.turn:
        lines.append(words.say("panel.side", side=names.side(side)))
        lines.append(words.say("panel.points", n=view.points[side]))
        lines.append(words.say("panel.markers", n=view.hands[side], left=view.bins[side]))
        if seat == view.viewer and view.hand:
            held = ", ".join(names.marker(side, kind) for kind in units(view.hand))
            lines.append(words.say("panel.own", list=held))
        lines.append(words.say("panel.box", n=names.in_box(side)))
        if side == CALEDONIAN and view.spare:
            lines.append(words.say("panel.spare", n=view.spare))
        if view.gone[side]:
            gone = ", ".join(names.marker(side, kind) for kind in units(view.gone[side]))
            lines.append(words.say("panel.gone", list=gone))
        silent = [kind for kind in range(MARKERS + 1) if not view.asks[side] >> kind & 1]
        if silent:
            listed = ", ".join(names.about(side, kind) for kind in silent)
            lines.append(words.say("panel.quiet", list=listed))
        if seat == view.viewer and view.pending:
            lines.append(words.say("panel.pending"))
    return Panel(seat, names.players[seat], sum(view.score[side]), tuple(lines), seat)
