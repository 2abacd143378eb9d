"""The board as plain text, for a terminal of 100 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ludus.core.models import words_of
from ludus.core.text import roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.face.panels import panels
from ludus.games.cambria.ids import FREE, LEGION, NONE, NUMBERS
from ludus.games.cambria.view import View

WIDTH = 100
COLUMNS = 4


def text(context: Context) -> str:
    """Forts with their roads in columns, then the sea and the dice, then the players."""
    view, names, words = context.view, context.names, context.words
    cells = [_fort(view, names, site) for site in range(names.board.sites)]
    legend = words.text("board.legend", free=letter(view, FREE), legion=letter(view, LEGION))
    rows = [legend, "", *_columns(cells), "", _sea(view, names)]
    if view.dice:
        rows.append(words.text("describe.dice", dice=names.dice(view.dice)))
    rows.append("")
    for player, panel in enumerate(panels(context)):
        row = words.text(
            "board.player",
            letter=letter(view, player),
            name=panel.name,
            points=panel.score,
            meters=", ".join(words_of(meter) for meter in panel.meters if not meter.group),
        )
        rows += textwrap.wrap(row, WIDTH, subsequent_indent="  ")
    return "\n".join(row.rstrip() for row in rows)


def letter(view: View, piece: int) -> str:
    """One letter for what stands on a road or boat."""
    if piece == FREE:
        return "."
    if piece == LEGION:
        return "#"
    return "ABCDE"[piece] if piece < view.seats else "X"


def _fort(view: View, names: Names, site: int) -> list[str]:
    """A fort and the roads at it: number, holder, where it leads."""
    board = names.board
    captor = view.captor[site]
    numeral = roman(board.numeral[site])
    if captor == NONE:
        points = board.victory[site]
        status = f"[{numeral}]" + (f" +{roman(points)}" if points else "")
    else:
        status = f"({numeral})" + (f" {letter(view, captor)}" if captor >= 0 else "")
    lines = [f"{board.site_name[site]} {status}"]
    for road, (a, b) in enumerate(board.ends):
        if site in (a, b):
            other = board.site_name[b if a == site else a]
            lines.append(f"  {road:>2} {letter(view, view.roads[road])} {other}")
    return lines


def _sea(view: View, names: Names) -> str:
    boats = "  ".join(
        f"{roman(number)} {letter(view, owner)}"
        for number, owner in zip(NUMBERS, view.boats, strict=True)
    )
    words = names.words
    place = words.text("name.standard") if view.legion == NONE else names.slot(view.legion).text
    return words.text("board.sea", boats=boats, legion=place)


def _columns(cells: Sequence[Sequence[str]]) -> list[str]:
    """Cells side by side, filled row by row, an empty line between rows of cells."""
    width = WIDTH // COLUMNS
    rows: list[str] = []
    for start in range(0, len(cells), COLUMNS):
        if start:
            rows.append("")
        group = cells[start : start + COLUMNS]
        for line in range(max(len(cell) for cell in group)):
            parts = [cell[line] if line < len(cell) else "" for cell in group]
            rows.append("".join(part[: width - 1].ljust(width) for part in parts))
    return rows
