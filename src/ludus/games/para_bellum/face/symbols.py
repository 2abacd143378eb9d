"""The symbols of the game for pages: icons for sentences and counts, and the army cards."""

from __future__ import annotations

from typing import Final

from ludus.core.models import SYMBOL_ID, Symbol
from ludus.games.para_bellum.face.art import Art

ONLY_IN_PICTURES: Final = ("small-", "emblem-")


def symbols_of(art: Art) -> dict[str, Symbol]:
    """All symbols that pages use. An army card is drawn with other symbols."""
    return {
        name: Symbol(drawing.replace('href="#pb-', f'href="#{SYMBOL_ID}'), box)
        for name, (box, drawing) in art.symbols.items()
        if not name.startswith(ONLY_IN_PICTURES)
    }
