"""The board in letters, for a terminal."""

from __future__ import annotations

from ludus.games.conqueror.face.names import Names, counts
from ludus.games.conqueror.ids import (
    FORT,
    GREAT_FORT,
    INDEPENDENT,
    NOBODY,
    NONE,
)
from ludus.games.conqueror.view import View

LETTERS = "ABCDEF"
"""The seats' letters."""
FORT_LETTERS = {FORT: "F", GREAT_FORT: "G"}


def text(view: View, names: Names) -> str:
    """Territories in two columns, then the players."""
    board = names.board
    cells = [_cell(view, names, place) for place in range(board.places)]
    half = (len(cells) + 1) // 2
    rows = []
    for index in range(half):
        right = cells[half + index] if half + index < len(cells) else ""
        rows.append(f"{cells[index]:<42}{right}".rstrip())
    rows.append("")
    if view.card != NONE:
        card, words = names.card(view.card).name, names.card_text(view.card)
        rows.append(names.words.text("describe.card", card=card, text=words))
    for seat in range(view.seats):
        faction = names.faction(view.faction[seat]) if view.faction[seat] != NONE else "-"
        rows.append(
            names.words.text(
                "board.player",
                letter=_letter(seat),
                name=names.players[seat],
                faction=faction,
                **counts(view, seat),
            )
        )
    return "\n".join(rows)


def _letter(owner: int) -> str:
    if owner == INDEPENDENT:
        return "*"
    return "." if owner < 0 else LETTERS[owner]


def _cell(view: View, names: Names, place: int) -> str:
    territory = names.board.territories[place]
    icons = FORT_LETTERS.get(territory.fort, "")
    icons += "f" * territory.food + "c" * territory.currency
    mark = "~" if territory.sea else "+" if territory.home >= 0 else " "
    army = ""
    if view.owner[place] != NOBODY:
        army = f"{view.infantry[place]}i {view.cavalry[place]}c"
    return f"{mark}{territory.name:<15}{icons:<5}{_letter(view.owner[place])} {army}"
