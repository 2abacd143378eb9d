"""The symbols of the game for pages: icons for sentences and counts, and the army cards."""

from __future__ import annotations

from typing import Final

from ludus.core.models import SYMBOL_ID, Symbol
from ludus.core.svg import MARKS, el
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.ids import TEAM_SEATS

ONLY_IN_PICTURES: Final = ("small-", "emblem-")


def symbols_of(art: Art) -> dict[str, Symbol]:
    """All symbols that pages use. An army card is drawn with other symbols."""
    marks = {
        f"mark-{seat}": Symbol(
            el("path", d=MARKS[seat], fill=f"var(--seat-{seat})"), "-12 -12 24 24"
        )
        for seat in range(TEAM_SEATS)
    }
    return marks | {
        name: Symbol(drawing.replace('href="#pb-', f'href="#{SYMBOL_ID}'), box)
        for name, (box, drawing) in art.symbols.items()
        if not name.startswith(ONLY_IN_PICTURES)
    }
